//! Calls without a script: the embedder, or a model that calls tools one by one, through the same dispatcher.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Instant;

use codemode_tool::{Callers, Effect, Json, Label};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use serde_json::Value;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::dispatch::{Dispatcher, Settled, dispatch};
use crate::guest::Submitted;
use crate::journal::hex;
use crate::plan::random;
use crate::sandbox::Setup;
use crate::store::RunEnd;
use crate::{CallEnding, Error, Limits, Policy, Record, Sandbox, Stop, Usage};

/// Prepares direct calls. What it does not set is the sandbox's.
///
/// ```
/// # use codemode::{Effect, FnTool, Policy, Sandbox, ToolModule, ToolSpec};
/// # use serde_json::json;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), codemode::Error> {
/// # let count = FnTool::new(ToolSpec::new("count", Effect::Read), |_run, _arguments| async { Ok(41) });
/// # let sandbox = Sandbox::builder()
/// #     .module(ToolModule::new("ledger", ()).add(count))
/// #     .policy(Policy::allow_reads())
/// #     .build()?;
/// let called = sandbox.direct().principal("ann").call("ledger.count", json!({})).await?;
/// assert_eq!(called.reply.unwrap().as_str(), "41");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is called until `call` or `call_all` is awaited"]
pub struct Direct<'a> {
    sandbox: &'a Sandbox,
    principal: String,
    policy: Option<Policy>,
    labels: Vec<Label>,
    limits: Option<Limits>,
    cancelled: CancellationToken,
}

/// A call to be made, with an id of the caller's own.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectCall {
    /// What the caller knows it by; it comes back in [`Called::id`].
    pub id: String,
    /// The tool, as `module.tool`.
    pub tool: String,
    /// The argument object.
    pub arguments: Value,
}

/// What came of a call.
#[derive(Clone, Debug)]
pub struct Called {
    /// The caller's id.
    pub id: String,
    /// The reply, or why there is none.
    pub reply: Result<Json, CallError>,
    /// The account of it, as of a call of a script.
    pub record: Record,
}

/// Why a call gave no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError {
    /// The stable code, such as `denied` or `timeout`.
    pub code: String,
    /// What was wrong and what to try.
    pub message: String,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CallError {}

impl Sandbox {
    /// Calls a tool without a script: validated, decided on by the policy, scheduled among all calls of this sandbox, limited
    /// and recorded like the call of one. An `Err` means that it could not be tried at all.
    pub async fn call(&self, tool: impl Into<String>, arguments: Value) -> Result<Called, Error> {
        self.direct().call(tool, arguments).await
    }

    /// Calls tools side by side, in this order where they touch the same thing. There is one result for each call, in the
    /// order given, whatever becomes of the others.
    pub async fn call_all(&self, calls: Vec<DirectCall>) -> Result<Vec<Called>, Error> {
        self.direct().call_all(calls).await
    }

    /// Prepares direct calls that need more than the tool and its arguments: for whom, under which policy and limits.
    pub fn direct(&self) -> Direct<'_> {
        let (policy, labels, limits) = (None, Vec::new(), None);
        Direct { sandbox: self, principal: String::new(), policy, labels, limits, cancelled: CancellationToken::new() }
    }
}

impl Direct<'_> {
    /// Says for whom the calls are made.
    pub fn principal(mut self, principal: impl Into<String>) -> Self {
        self.principal = principal.into();
        self
    }

    /// Narrows what the calls may do, see [`Run::policy`](crate::Run::policy).
    pub fn policy(mut self, narrower: Policy) -> Self {
        self.policy = Some(narrower);
        self
    }

    /// Says what the calls follow from, see [`Run::labels`](crate::Run::labels).
    pub fn labels(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.labels = labels.into_iter().collect();
        self
    }

    /// Sets limits instead of the sandbox's. Those that are about calls hold for all calls together, as in a run.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Cuts the calls off when the token is cancelled.
    pub fn cancel_with(mut self, token: CancellationToken) -> Self {
        self.cancelled = token;
        self
    }

    /// Makes one call.
    pub async fn call(self, tool: impl Into<String>, arguments: Value) -> Result<Called, Error> {
        let call = DirectCall { id: String::new(), tool: tool.into(), arguments };
        let called = self.call_all(vec![call]).await?.pop();
        called.ok_or_else(|| Error::Engine("a call came to nothing".into()))
    }

    /// Makes calls side by side, see [`Sandbox::call_all`].
    pub async fn call_all(self, calls: Vec<DirectCall>) -> Result<Vec<Called>, Error> {
        let inner = &self.sandbox.inner;
        let limits = self.limits.unwrap_or_else(|| inner.limits.clone());
        limits.check()?;
        let run = hex(&random::<16>()?);
        let span = tracing::info_span!("codemode.direct", run = %run);
        let on = inner.dispatcher(Setup {
            run,
            principal: self.principal,
            caller: Callers::Direct,
            script: None,
            earlier: None,
            undoes: None,
            policies: inner.policies(self.policy.as_ref())?,
            result: None,
            labels: self.labels,
            deadline: Instant::now() + limits.wall_time,
            limits,
            cancelled: self.cancelled.child_token(),
            events: None,
        });
        Ok(make(&on, calls).instrument(span).await)
    }
}

async fn make(on: &Dispatcher, calls: Vec<DirectCall>) -> Vec<Called> {
    let mut pending = FuturesUnordered::new();
    let mut ids = Vec::new();
    for (number, call) in (0_u32..).zip(calls) {
        if let Some(submitted) = submit(on, number, &call) {
            let span = tracing::debug_span!("codemode.call", call = number);
            pending.push(dispatch(on, submitted).instrument(span));
        }
        ids.push(call.id);
    }
    let mut replies: Vec<Option<Result<Json, CallError>>> = ids.iter().map(|_| None).collect();
    let cut_off = loop {
        tokio::select! {
            biased;
            () = on.cancelled.cancelled() => break ("cancelled", "the calls were cancelled"),
            next = pending.next() => {
                let Some((number, settled)) = next else { break ("", "") };
                let reply = match settled {
                    Settled::Reply(reply) => Some(Ok(reply)),
                    Settled::Failed(failure) => Some(Err(CallError { code: failure.code, message: failure.message })),
                    Settled::Stop(_) => {
                        // As in a run, nothing starts any more.
                        on.closing.store(true, Ordering::Relaxed);
                        None
                    }
                };
                if let Some(place) = replies.get_mut(number as usize) {
                    *place = reply;
                }
            }
            () = sleep_until(on.deadline.into()) => break ("wall_time", "the wall time of all calls together is over"),
        }
    };
    // Tells tools that are cut off to stop.
    drop(pending);
    on.cancelled.cancel();
    for (number, reply) in (0_u32..).zip(&mut replies) {
        if reply.is_none() {
            on.journal.note(number, |record| *reply = Some(Err(left_over(record, cut_off))));
        }
    }
    let stop = if cut_off.0 == "cancelled" { Stop::Cancelled } else { Stop::Finished };
    // A fault of the store is in the log; nothing that changes something was called then.
    let _ = on.journal.end(&on.run, "", RunEnd::of(&stop, &Usage::default())).await;
    let lost = || CallError { code: "internal".into(), message: "the call came to nothing".into() };
    let called = ids.into_iter().zip(replies).zip(on.journal.take());
    called.map(|((id, reply), record)| Called { id, reply: reply.unwrap_or_else(|| Err(lost())), record }).collect()
}

/// Opens the call's record; nothing where it is refused at once.
fn submit(on: &Dispatcher, number: u32, call: &DirectCall) -> Option<Submitted> {
    let tools = on.registry.tools();
    let found = tools.iter().position(|entry| entry.full_name == call.tool);
    let effect = found.and_then(|at| tools.get(at)).map_or(Effect::External, |entry| entry.spec.effect);
    on.journal.open(number, &call.tool, effect);
    let refuse = |code: &'static str, message| {
        on.journal.note(number, |record| {
            record.ending = CallEnding::Refused;
            record.code = Some(code.into());
            record.message = Some(message);
        });
    };
    let most = on.limits.calls;
    if number >= most {
        refuse("calls", format!("at most {most} calls can be made together (limit `calls`); make fewer at once"));
        return None;
    }
    let Some(tool) = found.and_then(|at| u32::try_from(at).ok()) else {
        let near = codemode_abi::nearest(&call.tool, tools.iter().map(|entry| entry.full_name.as_str()));
        let near = near.first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        refuse("unknown_tool", format!("there is no tool `{}`{near}", call.tool));
        return None;
    };
    let bytes = call.arguments.to_string().into_bytes();
    let size = bytes.len() as u64;
    let arguments = if size > on.limits.argument_bytes { Err(size) } else { Ok(bytes) };
    Some(Submitted { call: number, tool, arguments, at: Instant::now() })
}

/// Why there is no reply to a call that was refused at once, or cut off.
fn left_over(record: &mut Record, (code, message): (&'static str, &str)) -> CallError {
    if record.code.is_none() {
        let advice = match record.ending {
            CallEnding::Unknown => "; whether it took effect is not known: do not try again, check first",
            CallEnding::NotStarted => "; it was not started",
            _ => "",
        };
        record.code = Some(code.into());
        record.message = Some(format!("{}: {message}{advice}", record.tool));
    }
    CallError {
        code: record.code.as_deref().unwrap_or_default().into(),
        message: record.message.clone().unwrap_or_default(),
    }
}
