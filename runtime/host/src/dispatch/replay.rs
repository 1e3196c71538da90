//! Calls that a resumed run had made before its process was cut off: they are answered from its own account.
//!
//! A run that is resumed a second time starts from the same saved state, and so makes the same calls again. What they did is in
//! the account; it does not happen again.

use std::collections::HashMap;

use codemode_tool::{Effect, Json};

use super::execute::CHECK_FIRST;
use super::{Dispatcher, Fault, ValidCall};
use crate::earlier::ordered;
use crate::{CallEnding, StoredCall};

/// What the run had done since it was saved, by the calls' numbers.
pub(crate) type Replays = HashMap<u32, StoredCall>;

/// The code of a run that goes another way than before.
pub(super) const DIVERGED: &str = "diverged";

/// What is known of a call from before.
pub(super) enum Replayed<'a> {
    Reply(Json),
    Not(ValidCall<'a>),
}

pub(super) fn replay<'a>(on: &Dispatcher, call: ValidCall<'a>) -> Result<Replayed<'a>, Fault> {
    let Some(StoredCall { record, reply, .. }) = on.replays.get(&call.id) else { return Ok(Replayed::Not(call)) };
    let tool = &call.entry.full_name;
    let arguments = on.journal.arguments(call.id);
    if record.ending == CallEnding::NotStarted {
        return Ok(Replayed::Not(call));
    }
    if record.tool != *tool || ordered(&record.arguments) != ordered(&arguments) {
        let message = format!(
            "the run goes another way than before it was cut off: call {} was {} {}, and is now {tool} {arguments}",
            call.id, record.tool, record.arguments
        );
        return Err(Fault { stops: true, ..Fault::refusal(DIVERGED, message) });
    }
    match (record.ending, reply) {
        (CallEnding::Done, Some(reply)) => {
            on.journal.note(call.id, |own| own.clone_from(record));
            Ok(Replayed::Reply(reply.clone()))
        }
        (CallEnding::Done | CallEnding::Unknown, _) if record.effect == Effect::Read => Ok(Replayed::Not(call)),
        // The key is that of then.
        (CallEnding::Unknown, _) if call.entry.spec.idempotent => Ok(Replayed::Not(call)),
        (CallEnding::Unknown, _) => {
            let message = format!("{tool} was under way when the run was cut off, and {CHECK_FIRST}");
            Err(Fault::after(CallEnding::Unknown, "unknown_outcome", message))
        }
        (CallEnding::Done, None) => {
            let message = format!("{tool} was done before the run was cut off, and its reply is not kept");
            Err(Fault::after(CallEnding::Done, "reply_not_kept", message))
        }
        (ending, _) => Err(Fault {
            name: if ending == CallEnding::Refused { "Refusal" } else { "ToolError" },
            ending,
            code: record.code.clone().unwrap_or("failed".into()),
            message: record.message.clone().unwrap_or_default(),
            detail: record.detail.clone(),
            stops: false,
        }),
    }
}
