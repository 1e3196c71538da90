//! The dispatcher: the only way from a script's call to a tool.
//!
//! It is one function that reads top to bottom. Each stage takes a type that only the stage before can make, so that
//! `execute` cannot be handed a call that was not validated, allowed, admitted and written down.
//!
//! Invariant: no effect happens outside of [`dispatch`], and none before its intent is in the journal.

mod approve;
mod authorize;
mod execute;
mod large;
mod recall;
mod replay;
mod validate;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use codemode_abi::Failure;
use codemode_tool::{Callers, Effect, Json, Label, RunContext};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::built_in::result::Wanted;
use crate::earlier::Earlier;
use crate::guest::Submitted;
use crate::journal::{CallEnding, Journal, digest};
use crate::outcome::TimedOut;
use crate::policy::{Budgets, Compiled};
use crate::registry::{Entry, Registry};
use crate::schedule::{Claim, Scheduler, Turn};
use crate::secrets::Secrets;
use crate::{Event, Limits, Stop};

pub(crate) use approve::Asks;
use approve::approve;
use authorize::authorize;
use execute::execute;
pub(crate) use execute::{Restored, restore};
use recall::{Known, recall};
pub(crate) use replay::Replays;
use replay::{DIVERGED, Replayed, replay};
use validate::{nesting, validate};

/// What all calls of one run share.
pub(crate) struct Dispatcher {
    pub(crate) run: String,
    pub(crate) principal: String,
    /// Whether a script calls, or somebody directly.
    pub(crate) caller: Callers,
    pub(crate) registry: Arc<Registry>,
    pub(crate) secrets: Arc<Secrets>,
    /// The sandbox's policy, then the run's own where it has one. All must allow a call.
    pub(crate) policies: Vec<Arc<Compiled>>,
    pub(crate) budgets: Budgets,
    /// What the run's calls have brought into it.
    pub(crate) labels: Mutex<Vec<Label>>,
    pub(crate) limits: Limits,
    pub(crate) scheduler: Scheduler,
    /// How often calls of the run may still be tried again.
    pub(crate) retries: AtomicU32,
    pub(crate) journal: Journal,
    /// The account of the run that this one goes on from.
    pub(crate) earlier: Option<Earlier>,
    /// The result that the run is asked for.
    pub(crate) result: Option<Wanted>,
    /// What waits for a person.
    pub(crate) asks: Asks,
    /// What the run had done before it was cut off, where it is resumed.
    pub(crate) replays: Replays,
    /// Set when the script has ended: what has not started does not start any more.
    pub(crate) closing: AtomicBool,
    pub(crate) deadline: Instant,
    pub(crate) cancelled: CancellationToken,
    pub(crate) events: Option<tokio::sync::mpsc::UnboundedSender<Event>>,
    #[cfg(test)]
    pub(crate) without: Option<Gate>,
}

/// How a call is settled.
pub(crate) enum Settled {
    Reply(Json),
    /// What the script's exception is made from.
    Failed(Failure),
    /// The run ends.
    Stop(Stop),
}

/// Takes a call through all stages.
pub(crate) async fn dispatch(on: &Dispatcher, submitted: Submitted) -> (u32, Settled) {
    let (id, at) = (submitted.call, submitted.at);
    let result = async {
        let call = open(on, submitted)?;
        let call = validate(on, call)?;
        let call = match replay(on, call)? {
            Replayed::Reply(reply) => return Ok(reply),
            Replayed::Not(call) => call,
        };
        let call = authorize(on, call)?;
        let call = match recall(on, call)? {
            Known::Reply(reply) => return Ok(reply),
            Known::Not(call) => call,
        };
        let call = approve(on, call).await?;
        let call = schedule(on, call).await;
        let call = intend(on, call).await?;
        let call = execute(on, call).await?;
        let reply = check_reply(on, call).await?;
        Ok(reply)
    }
    .await;
    (id, close(on, id, at, result).await)
}

/// Why a call did not give a reply.
struct Fault {
    ending: CallEnding,
    name: &'static str,
    code: Cow<'static, str>,
    message: String,
    detail: Option<String>,
    /// Whether the run ends with it.
    stops: bool,
}

impl Fault {
    /// The dispatcher says no, and the tool did not run.
    fn refusal(code: &'static str, message: String) -> Self {
        Self::after(CallEnding::Refused, code, message)
    }

    /// The dispatcher says no to what the tool did.
    fn after(ending: CallEnding, code: &'static str, message: String) -> Self {
        Self { ending, name: "Refusal", code: code.into(), message, detail: None, stops: false }
    }
}

/// A call of a known tool, not looked at yet.
struct Call<'a> {
    id: u32,
    entry: &'a Entry,
    arguments: Result<Vec<u8>, u64>,
}

fn open(on: &Dispatcher, submitted: Submitted) -> Result<Call<'_>, Fault> {
    let Submitted { call: id, tool, arguments, at: _ } = submitted;
    // The import checked the index already.
    let entry = on.registry.tools().get(tool as usize);
    let entry = entry.ok_or_else(|| Fault::refusal("unknown_tool", format!("there is no tool number {tool}")))?;
    Ok(Call { id, entry, arguments })
}

/// A call whose arguments are within the limits and fit the tool's schema.
struct ValidCall<'a> {
    id: u32,
    entry: &'a Entry,
    arguments: Value,
}

/// A call that the policy allows.
struct AllowedCall<'a> {
    id: u32,
    entry: &'a Entry,
    arguments: Value,
    effect: Effect,
    /// The rule that wants a person, where one does.
    ask: Option<Ask>,
    /// The key of the earlier call that this one repeats, where its tool knows it.
    repeats: Option<String>,
}

/// A rule that wants a person.
struct Ask {
    rule: String,
    reason: Option<String>,
}

/// A call whose turn has come; it keeps its turn while this lives.
struct AdmittedCall<'a> {
    call: AllowedCall<'a>,
    turn: Turn,
}

async fn schedule<'a>(on: &Dispatcher, call: AllowedCall<'a>) -> AdmittedCall<'a> {
    // A tool that fails to say what a call touches touches everything.
    let key = catch_unwind(AssertUnwindSafe(|| call.entry.tool.resource(&call.arguments))).unwrap_or(None);
    let effect = if on.without(Gate::Schedule) { Effect::Read } else { call.effect };
    let turn = on.scheduler.turn(Claim::new(effect, key.map(Into::into))).await;
    AdmittedCall { call, turn }
}

/// A call that stands in the journal as started.
struct IntendedCall<'a> {
    call: AllowedCall<'a>,
    turn: Turn,
    context: RunContext,
}

async fn intend<'a>(on: &Dispatcher, admitted: AdmittedCall<'a>) -> Result<IntendedCall<'a>, Fault> {
    let AdmittedCall { call, turn } = admitted;
    not_over(on)?;
    let context = on.context(&call);
    let undo = execute::plan_undo(on, &call, &context).await?;
    // Until its outcome is known, this is what is true of a call: a read that never replied changed nothing.
    let ending = if call.effect == Effect::Read { CallEnding::Failed } else { CallEnding::Unknown };
    if !on.without(Gate::Intend) {
        if !on.journal.note(call.id, |record| record.ending = ending) {
            return Err(unwritten(&call.entry.full_name, "it has no record"));
        }
        on.journal.intend(call.id, undo).await.map_err(|reason| unwritten(&call.entry.full_name, &reason))?;
        // Writing takes a while, and what the run does not want any more is not begun.
        not_over(on)?;
    }
    on.tell(|| Event::CallStarted { call: call.id, tool: call.entry.full_name.clone(), effect: call.effect });
    Ok(IntendedCall { call, turn, context })
}

/// Nothing starts after the run's end.
fn not_over(on: &Dispatcher) -> Result<(), Fault> {
    let over = on.closing.load(Ordering::Relaxed) || Instant::now() >= on.deadline;
    if !over || on.without(Gate::Closing) {
        return Ok(());
    }
    let message = "the run ended before the call's turn came".into();
    Err(Fault { ending: CallEnding::NotStarted, ..Fault::refusal("not_started", message) })
}

/// A call that is not made, since its intent cannot be written down.
fn unwritten(tool: &str, reason: &str) -> Fault {
    let message = format!(
        "{tool} was not called: the journal cannot be written, and without it nobody could tell what was done. Stop here, \
         and say that the journal is out of order"
    );
    Fault { detail: Some(reason.to_owned()), ..Fault::refusal("journal", message) }
}

/// A call that a tool replied to.
struct DoneCall<'a> {
    id: u32,
    entry: &'a Entry,
    reply: Json,
}

async fn check_reply(on: &Dispatcher, call: DoneCall<'_>) -> Result<Json, Fault> {
    let DoneCall { id, entry, reply } = call;
    if on.without(Gate::CheckReply) {
        return Ok(reply);
    }
    let tool = &entry.full_name;
    let done = |code, message| Err(Fault::after(CallEnding::Done, code, message));
    if reply.as_str().len() as u64 > on.limits.reply_bytes {
        return Err(large::keep(on, id, entry, reply).await);
    }
    if nesting(reply.as_str().as_bytes()) > on.limits.nesting {
        let most = on.limits.nesting;
        return done(
            "reply_too_deep",
            format!("{tool} was done, but its reply is nested deeper than {most} (limit `nesting`)"),
        );
    }
    let reply = redact(on, tool, reply)?;
    if let Some(schema) = &entry.output {
        let fits =
            serde_json::from_str(reply.as_str()).map_err(|e| e.to_string()).and_then(|value| schema.check(&value));
        if let Err(faults) = fits {
            let message = format!("{tool} was done, but its reply is not what it declares");
            return Err(Fault { detail: Some(faults), ..Fault::after(CallEnding::Done, "invalid_reply", message) });
        }
    }
    Ok(reply)
}

/// The reply without secrets.
fn redact(on: &Dispatcher, tool: &str, reply: Json) -> Result<Json, Fault> {
    match on.secrets.redacted(reply.as_str()).filter(|_| !on.without(Gate::Secrets)) {
        None => Ok(reply),
        // A secret that is a number leaves no JSON behind.
        Some(redacted) => Json::from_text(redacted).map_err(|_| {
            let message = format!("{tool} was done, but its reply has a secret in it, and is kept back");
            Fault::after(CallEnding::Done, "secret_in_reply", message)
        }),
    }
}

/// Writes the outcome down and makes of it what the script gets.
async fn close(on: &Dispatcher, id: u32, at: Instant, mut result: Result<Json, Fault>) -> Settled {
    let latency = at.elapsed();
    if let Err(fault) = &mut result {
        on.secrets.redact(&mut fault.message);
        fault.detail.iter_mut().for_each(|detail| on.secrets.redact(detail));
    }
    let mut told = None;
    on.journal.note(id, |record| {
        record.latency = latency;
        match &result {
            _ if on.without(Gate::Close) => {}
            Ok(reply) => {
                record.ending = CallEnding::Done;
                record.reply_bytes = reply.as_str().len() as u64;
                record.reply_digest = Some(digest(reply.as_str().as_bytes()));
            }
            Err(fault) => {
                record.ending = fault.ending;
                record.code = Some(fault.code.clone());
                record.message = Some(fault.message.clone());
                record.detail.clone_from(&fault.detail);
            }
        }
        told = on.events.is_some().then(|| (record.tool.clone(), record.ending));
    });
    if !on.without(Gate::Close) {
        on.journal.settle(id, result.as_ref().ok().map(Json::as_str)).await;
    }
    if let Some((tool, ending)) = told {
        on.tell(|| Event::CallEnded { call: id, tool, ending, latency });
    }
    let fault = match result {
        Ok(reply) => return Settled::Reply(reply),
        Err(fault) => fault,
    };
    if let Some(detail) = &fault.detail {
        tracing::warn!(run = %on.run, call = id, code = %fault.code, %detail, "tool call failed");
    }
    let tool = on.journal.tool(id);
    if fault.stops && fault.code == DIVERGED {
        return Settled::Stop(Stop::EngineFault { reason: fault.message });
    }
    if fault.stops {
        return Settled::Stop(Stop::ToolTimeout(TimedOut { call: id, tool, message: fault.message }));
    }
    Settled::Failed(Failure { name: fault.name.into(), code: fault.code.into_owned(), tool, message: fault.message })
}

/// A stage, or a part of one, that a test takes out to show that another test would notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    Validate,
    Authorize,
    Recall,
    Schedule,
    Closing,
    Intend,
    Timeout,
    Retry,
    CheckReply,
    Secrets,
    Close,
}

#[cfg(test)]
impl Gate {
    pub(crate) const ALL: [Self; 11] = [
        Self::Validate,
        Self::Authorize,
        Self::Recall,
        Self::Schedule,
        Self::Closing,
        Self::Intend,
        Self::Timeout,
        Self::Retry,
        Self::CheckReply,
        Self::Secrets,
        Self::Close,
    ];
}

impl Dispatcher {
    #[cfg(test)]
    fn without(&self, gate: Gate) -> bool {
        self.without == Some(gate)
    }

    /// No gate can be taken out but in this crate's own tests.
    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "a test's dispatcher knows")]
    const fn without(&self, _: Gate) -> bool {
        false
    }

    /// What the tool may know of a call, from now on.
    fn context(&self, call: &AllowedCall<'_>) -> RunContext {
        RunContext {
            principal: self.principal.clone(),
            run: self.run.clone(),
            call: call.id,
            key: call.repeats.clone().unwrap_or_else(|| format!("{}:{}", self.run, call.id)),
            deadline: self.deadline.min(Instant::now() + call.entry.spec.timeout),
            cancelled: self.cancelled.child_token(),
            artifacts: large::place(self, call.id, &call.entry.full_name),
        }
    }

    fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = &self.events {
            // Nobody listens any more where the receiver is gone.
            let _ = events.send(event());
        }
    }
}
