//! Calls the tool: under its timeout, again where that is safe, with an honest word on what became of it.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use codemode_tool::{Effect, Json, OnTimeout, RunContext, ToolError, Undo, Undone};
use futures_util::FutureExt as _;
use serde_json::Value;
use tokio::time::{sleep_until, timeout_at};

use super::{AllowedCall, Dispatcher, DoneCall, Fault, Gate, IntendedCall, Settled};
use crate::CallEnding;
use crate::registry::Entry;
use crate::schedule::Claim;

/// How long the dispatcher waits before the second attempt; before each further one, four times as long.
const FIRST_WAIT: Duration = Duration::from_millis(50);

/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Asks the tool how the call could be taken back. What it says is kept with the intent.
pub(super) async fn plan_undo(
    on: &Dispatcher,
    call: &AllowedCall<'_>,
    context: &RunContext,
) -> Result<Option<Undo>, Fault> {
    if call.effect == Effect::Read || !on.journal.is_stored() {
        return Ok(None);
    }
    let plan = AssertUnwindSafe(async { call.entry.tool.plan_undo(context, &call.arguments).await }).catch_unwind();
    let error = match timeout_at(context.deadline.into(), plan).await {
        Ok(Ok(Ok(undo))) => return Ok(undo),
        Ok(Ok(Err(error))) => error,
        Ok(Err(panic)) => ToolError::internal(format!("planning its undo panicked: {}", panic_text(&*panic))),
        Err(_) => {
            ToolError::new("it was not called: preparing it took longer than the tool's timeout").with_code("timeout")
        }
    };
    // Nothing was changed yet.
    let message = format!("{}: {}", call.entry.full_name, error.message());
    let detail = error.detail().map(str::to_owned);
    Err(Fault { name: "ToolError", detail, ..Fault::after(CallEnding::Failed, error.code(), message) })
}

/// What became of a call that was to be taken back.
pub(crate) enum Restored {
    Done(Undone),
    Failed { code: String, message: String },
}

/// Takes a call back: in its turn, written down before, under the tool's timeout. `id` is the number of the restoring in the
/// account of the undo.
pub(crate) async fn restore(on: &Dispatcher, id: u32, entry: &Entry, undo: &Undo) -> Restored {
    let at = Instant::now();
    // What it will touch is not known from the outside.
    let turn = on.scheduler.turn(Claim::new(Effect::Write, None)).await;
    let call = AllowedCall { id, entry, arguments: Value::Null, effect: Effect::Write, ask: None, repeats: None };
    let context = on.context(&call);
    let result = async {
        on.journal.note(id, |record| record.ending = CallEnding::Unknown);
        let unwritten = |reason: String| super::unwritten(&entry.full_name, &reason);
        on.journal.intend(id, None).await.map_err(unwritten)?;
        let _stop = context.cancelled.clone().drop_guard();
        let work = AssertUnwindSafe(async { entry.tool.undo(&context, undo).await }).catch_unwind();
        match timeout_at(context.deadline.into(), work).await {
            Ok(Ok(Ok(undone))) => Json::of(&undone).map(|reply| (undone, reply)).map_err(|e| failed(&call, &e, 1)),
            Ok(Ok(Err(error))) => Err(failed(&call, &error, 1)),
            Ok(Err(panic)) => {
                let error = ToolError::internal(format!("the undo panicked: {}", panic_text(&*panic)));
                Err(failed(&call, &error, 1))
            }
            Err(_) => Err(late(on, &call)),
        }
    }
    .await;
    drop(turn);
    let (undone, result) = match result {
        Ok((undone, reply)) => (Some(undone), Ok(reply)),
        Err(fault) => (None, Err(fault)),
    };
    match (undone, super::close(on, id, at, result).await) {
        (Some(undone), _) => Restored::Done(undone),
        (None, Settled::Failed(failure)) => Restored::Failed { code: failure.code, message: failure.message },
        (None, Settled::Stop(stop)) => Restored::Failed { code: "timeout".into(), message: stop.to_string() },
        (None, Settled::Reply(_)) => Restored::Done(Undone::AlreadyAsBefore),
    }
}

pub(super) async fn execute<'a>(on: &Dispatcher, intended: IntendedCall<'a>) -> Result<DoneCall<'a>, Fault> {
    let IntendedCall { mut call, turn, context } = intended;
    let deadline = context.deadline;
    // Tells the tool's threads and children to stop when the call is cut off, however it is.
    let _stop = context.cancelled.clone().drop_guard();
    let mut attempt = 1;
    let result = loop {
        on.journal.note(call.id, |record| record.attempts = attempt);
        // Kept for another attempt only where there may be one: they can be long.
        let last = attempt >= most_attempts(on, &call);
        let arguments = if last { call.arguments.take() } else { call.arguments.clone() };
        let tried = try_once(on, &call, &context, arguments).await;
        match &tried {
            Tried::Failed(error) => match again(on, &call, error, attempt, deadline) {
                Some(at) => sleep_until(at.into()).await,
                None => break tried,
            },
            _ => break tried,
        }
        attempt += 1;
    };
    // The turn ends with the work: what follows touches nothing.
    drop(turn);
    match result {
        Tried::Replied(reply) => Ok(DoneCall { id: call.id, entry: call.entry, reply }),
        Tried::Failed(error) => Err(failed(&call, &error, attempt)),
        Tried::Panicked(text) => {
            Err(failed(&call, &ToolError::internal(format!("the tool panicked: {text}")), attempt))
        }
        Tried::Late => Err(late(on, &call)),
    }
}

/// How one attempt ended.
enum Tried {
    Replied(Json),
    Failed(ToolError),
    Panicked(String),
    Late,
}

async fn try_once(on: &Dispatcher, call: &AllowedCall<'_>, context: &RunContext, arguments: Value) -> Tried {
    let work = AssertUnwindSafe(async { call.entry.tool.call(context, arguments).await }).catch_unwind();
    let result =
        if on.without(Gate::Timeout) { Ok(work.await) } else { timeout_at(context.deadline.into(), work).await };
    match result {
        Ok(Ok(Ok(reply))) => Tried::Replied(reply),
        Ok(Ok(Err(error))) => Tried::Failed(error),
        Ok(Err(panic)) => Tried::Panicked(panic_text(&*panic)),
        Err(_) => Tried::Late,
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// How often the call is tried at most: once, unless it cannot happen twice.
fn most_attempts(on: &Dispatcher, call: &AllowedCall<'_>) -> u32 {
    let harmless = call.effect == Effect::Read || call.entry.spec.idempotent || on.without(Gate::Retry);
    if harmless { call.entry.spec.attempts } else { 1 }
}

/// When the call is tried again, if it is: only what failed on its way.
fn again(
    on: &Dispatcher,
    call: &AllowedCall<'_>,
    error: &ToolError,
    attempt: u32,
    deadline: Instant,
) -> Option<Instant> {
    if !error.is_transient() || attempt >= most_attempts(on, call) || on.closing.load(Ordering::Relaxed) {
        return None;
    }
    let wait = FIRST_WAIT.saturating_mul(4_u32.saturating_pow(attempt - 1)).min(LONGEST_WAIT);
    let at = Instant::now() + wait;
    if at >= deadline {
        return None;
    }
    let left = on.retries.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    left.is_ok().then_some(at)
}

pub(super) const CHECK_FIRST: &str = "whether it took effect is not known: do not try again, check first";

fn failed(call: &AllowedCall<'_>, error: &ToolError, attempts: u32) -> Fault {
    // A tool that fails on the way, or without knowing why, cannot say that nothing happened.
    let unclear = error.is_unclear() || error.is_transient() || error.code() == "internal";
    let unclear = unclear && call.effect != Effect::Read;
    let mut message = format!("{}: {}", call.entry.full_name, error.message());
    if attempts > 1 {
        message += &format!(" (tried {attempts} times)");
    }
    if unclear {
        message = format!("{}; {CHECK_FIRST}", message.trim_end_matches('.'));
    }
    Fault {
        ending: if unclear { CallEnding::Unknown } else { CallEnding::Failed },
        name: "ToolError",
        code: error.code().into(),
        message,
        detail: error.detail().map(str::to_owned),
        stops: false,
    }
}

fn late(on: &Dispatcher, call: &AllowedCall<'_>) -> Fault {
    let spec = &call.entry.spec;
    let waited = spec.timeout.as_millis();
    let (ending, advice) = match call.effect {
        Effect::Read => (CallEnding::Failed, "it only reads, so it may be tried once more"),
        _ => (CallEnding::Unknown, CHECK_FIRST),
    };
    let tool = &call.entry.full_name;
    let message = format!("{tool} timed out: it did not reply within {waited} ms; {advice}");
    // At the run's own end, that is what is said.
    let stops = spec.on_timeout == OnTimeout::Stop && Instant::now() < on.deadline;
    Fault { stops, ..Fault::after(ending, "timeout", message) }
}
