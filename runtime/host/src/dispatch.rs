//! The dispatcher: the only way from a script's call to a tool.
//!
//! It is one function that reads top to bottom. Each stage takes a type that only the stage before can make, so that
//! `execute` cannot be handed a call that was not validated, allowed, admitted and written down.
//!
//! Invariant: no effect happens outside of [`dispatch`], and none before its intent is in the journal.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use codemode_abi::Failure;
use codemode_tool::{Callers, Effect, Json, RunContext, ToolError};
use futures_util::FutureExt as _;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::guest::Submitted;
use crate::journal::{CallEnding, Journal, digest};
use crate::registry::{Entry, Registry};
use crate::schedule::{Claim, Scheduler, Turn};
use crate::{Event, Limits, Policy, Verdict};

/// What all calls of one run share.
pub(crate) struct Dispatcher {
    pub(crate) run: String,
    pub(crate) principal: String,
    pub(crate) registry: Arc<Registry>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) limits: Limits,
    pub(crate) scheduler: Scheduler,
    pub(crate) journal: Journal,
    /// Set when the script has ended: what has not started does not start any more.
    pub(crate) closing: AtomicBool,
    pub(crate) deadline: Instant,
    pub(crate) cancelled: CancellationToken,
    pub(crate) events: Option<tokio::sync::mpsc::UnboundedSender<Event>>,
}

/// How a call is settled: its reply, or what the script's exception is made from.
pub(crate) type Settled = Result<Json, Failure>;

/// Takes a call through all stages.
pub(crate) async fn dispatch(on: &Dispatcher, submitted: Submitted) -> (u32, Settled) {
    let (id, at) = (submitted.call, submitted.at);
    let result = async {
        let call = open(on, submitted)?;
        let call = validate(on, call)?;
        let call = authorize(on, call)?;
        let call = schedule(on, call).await;
        let call = intend(on, call)?;
        let call = execute(on, call).await?;
        let reply = check_reply(on, call)?;
        Ok(reply)
    }
    .await;
    (id, close(on, id, at, result))
}

/// Why a call did not give a reply.
struct Fault {
    ending: CallEnding,
    name: &'static str,
    code: &'static str,
    message: String,
    detail: Option<String>,
}

impl Fault {
    /// The dispatcher says no, and the tool did not run.
    fn refusal(code: &'static str, message: String) -> Self {
        Self { ending: CallEnding::Refused, name: "Refusal", code, message, detail: None }
    }

    /// The dispatcher says no to what the tool did.
    fn after(ending: CallEnding, code: &'static str, message: String) -> Self {
        Self { ending, name: "Refusal", code, message, detail: None }
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

fn validate<'a>(on: &Dispatcher, call: Call<'a>) -> Result<ValidCall<'a>, Fault> {
    let Call { id, entry, arguments } = call;
    let tool = &entry.full_name;
    let bytes = arguments.map_err(|size| {
        let most = on.limits.argument_bytes;
        Fault::refusal("arguments_too_large", format!("the arguments of {tool} have {size} bytes of JSON; at most {most} (limit `argument_bytes`). Pass less at once"))
    })?;
    // Checked on the text, before values are made of it: a parser's recursion is host stack.
    if nesting(&bytes) > on.limits.nesting {
        let most = on.limits.nesting;
        return Err(Fault::refusal(
            "arguments_too_deep",
            format!("the arguments of {tool} are nested deeper than {most} (limit `nesting`). Pass a flatter value"),
        ));
    }
    let arguments: Value = serde_json::from_slice(&bytes)
        .map_err(|e| Fault::refusal("invalid_arguments", format!("the arguments of {tool} are not JSON: {e}")))?;
    if !arguments.is_object() {
        let example = entry.input.example();
        return Err(Fault::refusal(
            "invalid_arguments",
            format!("{tool} takes one object: {}({example})", entry.export),
        ));
    }
    entry
        .input
        .check(&arguments)
        .map_err(|faults| Fault::refusal("invalid_arguments", format!("invalid arguments for {tool}: {faults}")))?;
    on.journal.note(id, |record| record.arguments = arguments.to_string());
    Ok(ValidCall { id, entry, arguments })
}

/// A call that the policy allows.
struct AllowedCall<'a> {
    id: u32,
    entry: &'a Entry,
    arguments: Value,
    effect: Effect,
}

fn authorize<'a>(on: &Dispatcher, call: ValidCall<'a>) -> Result<AllowedCall<'a>, Fault> {
    let ValidCall { id, entry, arguments } = call;
    let tool = &entry.full_name;
    if entry.spec.callers == Callers::Direct {
        return Err(Fault::refusal("denied", format!("{tool} is not for scripts")));
    }
    // A tool may say that a call does less than the tool can do, never more.
    let effect = entry.tool.effect(&arguments).min(entry.spec.effect);
    let decision = on.policy.decide(tool, effect);
    on.journal.note(id, |record| {
        record.effect = effect;
        record.verdict = Some(decision.verdict);
        record.rule = Some(decision.rule.clone());
    });
    let because = decision.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    match decision.verdict {
        Verdict::Allow => Ok(AllowedCall { id, entry, arguments, effect }),
        Verdict::Deny => {
            let rule = &decision.rule;
            let by = if rule == "no rule matches" { "no rule allows it".into() } else { format!("rule {rule}") };
            Err(Fault::refusal(
                "denied",
                format!(
                    "{tool} is denied by policy ({by}){because}. Do not try again; do without it, or say what is needed"
                ),
            ))
        }
        Verdict::Ask => {
            let rule = &decision.rule;
            Err(Fault::refusal(
                "approval_unavailable",
                format!(
                    "{tool} needs a person's approval by policy (rule {rule}){because}, and this version cannot ask for one. Do not try again; do without it, or say what is needed"
                ),
            ))
        }
    }
}

/// A call whose turn has come; it keeps its turn while this lives.
struct AdmittedCall<'a> {
    call: AllowedCall<'a>,
    turn: Turn,
}

async fn schedule<'a>(on: &Dispatcher, call: AllowedCall<'a>) -> AdmittedCall<'a> {
    let turn = on.scheduler.turn(Claim::new(call.effect, None)).await;
    AdmittedCall { call, turn }
}

/// A call that stands in the journal as started.
struct IntendedCall<'a> {
    call: AllowedCall<'a>,
    turn: Turn,
}

fn intend<'a>(on: &Dispatcher, admitted: AdmittedCall<'a>) -> Result<IntendedCall<'a>, Fault> {
    let AdmittedCall { call, turn } = admitted;
    if on.closing.load(Ordering::Relaxed) {
        let message = "the script ended before the call's turn came".into();
        return Err(Fault { ending: CallEnding::NotStarted, ..Fault::refusal("not_started", message) });
    }
    // Until its outcome is known, this is what is true of a call: a read that never replied changed nothing.
    let ending = if call.effect == Effect::Read { CallEnding::Failed } else { CallEnding::Unknown };
    if !on.journal.note(call.id, |record| record.ending = ending) {
        return Err(Fault::refusal("journal", "the journal cannot record the call, so it was not made".into()));
    }
    on.tell(|| Event::CallStarted { call: call.id, tool: call.entry.full_name.clone(), effect: call.effect });
    Ok(IntendedCall { call, turn })
}

/// A call that a tool replied to.
struct DoneCall<'a> {
    entry: &'a Entry,
    reply: Json,
}

async fn execute<'a>(on: &Dispatcher, intended: IntendedCall<'a>) -> Result<DoneCall<'a>, Fault> {
    let IntendedCall { call: AllowedCall { id, entry, arguments, effect }, turn } = intended;
    let tool = &entry.full_name;
    let cancelled = on.cancelled.child_token();
    // Tells the tool's threads and children to stop when the call is cut off, however it is.
    let _stop = cancelled.clone().drop_guard();
    let deadline = on.deadline.min(Instant::now() + entry.spec.timeout);
    let context = RunContext { principal: on.principal.clone(), run: on.run.clone(), call: id, deadline, cancelled };
    let work = AssertUnwindSafe(async { entry.tool.call(&context, arguments).await }).catch_unwind();
    let result = tokio::time::timeout_at(deadline.into(), work).await;
    // The turn ends with the work: what follows touches nothing.
    drop(turn);
    let failed = |error: ToolError| Fault {
        ending: CallEnding::Failed,
        name: "ToolError",
        code: error.code(),
        message: format!("{tool}: {}", error.message()),
        detail: error.detail().map(str::to_owned),
    };
    match result {
        Ok(Ok(Ok(reply))) => Ok(DoneCall { entry, reply }),
        Ok(Ok(Err(error))) => Err(failed(error)),
        Ok(Err(panic)) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            let ending = if effect == Effect::Read { CallEnding::Failed } else { CallEnding::Unknown };
            Err(Fault { ending, ..failed(ToolError::internal(format!("the tool panicked: {text}"))) })
        }
        Err(_) => {
            let waited = entry.spec.timeout.as_millis();
            let (ending, advice) = match effect {
                Effect::Read => (CallEnding::Failed, "it only reads, so it may be tried once more"),
                _ => (CallEnding::Unknown, "whether it took effect is not known: do not try again, check first"),
            };
            Err(Fault::after(
                ending,
                "timeout",
                format!("{tool} timed out: it did not reply within {waited} ms; {advice}"),
            ))
        }
    }
}

fn check_reply(on: &Dispatcher, call: DoneCall<'_>) -> Result<Json, Fault> {
    let DoneCall { entry, reply } = call;
    let tool = &entry.full_name;
    let size = reply.as_str().len() as u64;
    let done = |code, message| Err(Fault::after(CallEnding::Done, code, message));
    if size > on.limits.reply_bytes {
        let most = on.limits.reply_bytes;
        return done(
            "reply_too_large",
            format!(
                "{tool} was done, but its reply has {size} bytes; at most {most} (limit `reply_bytes`). Ask for less: filter, or page by page"
            ),
        );
    }
    if nesting(reply.as_str().as_bytes()) > on.limits.nesting {
        let most = on.limits.nesting;
        return done(
            "reply_too_deep",
            format!("{tool} was done, but its reply is nested deeper than {most} (limit `nesting`)"),
        );
    }
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

/// Writes the outcome down and makes of it what the script gets.
fn close(on: &Dispatcher, id: u32, at: Instant, result: Result<Json, Fault>) -> Settled {
    let latency = at.elapsed();
    let mut told = None;
    on.journal.note(id, |record| {
        record.latency = latency;
        match &result {
            Ok(reply) => {
                record.ending = CallEnding::Done;
                record.reply_bytes = reply.as_str().len() as u64;
                record.reply_digest = Some(digest(reply.as_str().as_bytes()));
            }
            Err(fault) => {
                record.ending = fault.ending;
                record.code = Some(fault.code);
                record.message = Some(fault.message.clone());
                record.detail.clone_from(&fault.detail);
            }
        }
        told = on.events.is_some().then(|| (record.tool.clone(), record.ending));
    });
    if let Some((tool, ending)) = told {
        on.tell(|| Event::CallEnded { call: id, tool, ending, latency });
    }
    result.map_err(|fault| {
        if let Some(detail) = &fault.detail {
            tracing::warn!(run = %on.run, call = id, code = fault.code, %detail, "tool call failed");
        }
        let tool = on.journal.tool(id);
        Failure { name: fault.name.into(), code: fault.code.into(), tool, message: fault.message }
    })
}

impl Dispatcher {
    fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = &self.events {
            // Nobody listens any more where the receiver is gone.
            let _ = events.send(event());
        }
    }
}

/// How deep arrays and objects are nested in JSON text, read without making values of it.
fn nesting(json: &[u8]) -> u32 {
    let (mut depth, mut deepest) = (0_u32, 0_u32);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}
