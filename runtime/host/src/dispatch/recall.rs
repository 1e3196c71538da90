//! Going on from an earlier run: what it has done is answered from its account.

use codemode_tool::{Effect, Json};

use super::execute::CHECK_FIRST;
use super::{AllowedCall, Dispatcher, Fault, Gate};
use crate::Event;
use crate::earlier::Recalled;

/// What the earlier run, where there is one, knows of a call.
pub(super) enum Known<'a> {
    Reply(Json),
    Not(AllowedCall<'a>),
}

/// Answers a call that the earlier run has made, from its account.
pub(super) fn recall<'a>(on: &Dispatcher, mut call: AllowedCall<'a>) -> Result<Known<'a>, Fault> {
    let Some(earlier) = on.earlier.as_ref().filter(|_| !on.without(Gate::Recall)) else { return Ok(Known::Not(call)) };
    let tool = &call.entry.full_name;
    let arguments = on.journal.arguments(call.id);
    match earlier.recall(tool, &arguments) {
        Recalled::Done { call: answered_by, reply } => {
            on.journal.note(call.id, |record| record.answered_by = Some(answered_by));
            Ok(Known::Reply(reply))
        }
        Recalled::Unknown { key, .. } if call.entry.spec.idempotent => {
            on.journal.note(call.id, |record| record.repeats = Some(key.clone()));
            call.repeats = Some(key);
            Ok(Known::Not(call))
        }
        Recalled::Unknown { call: other, .. } if call.effect != Effect::Read => {
            let message = format!(
                "{tool} was called with these arguments before, as {other}, and {CHECK_FIRST}. When it is known, \
                 `codemode runs settle` writes it down"
            );
            Err(Fault::refusal("unknown_outcome", message))
        }
        Recalled::TooLarge { message } if call.effect != Effect::Read => {
            Err(Fault::refusal("reply_too_large", message))
        }
        Recalled::Forgotten { call: other } if call.effect != Effect::Read => {
            let message = format!("{tool} was done before with these arguments, as {other}, and its reply is not kept");
            Err(Fault::refusal("reply_not_kept", message + ". It is not done again: go on without the reply"))
        }
        Recalled::New { instead_of } if call.effect != Effect::Read => {
            on.tell(|| Event::CallDiffers { call: call.id, tool: tool.clone(), arguments, instead_of });
            Ok(Known::Not(call))
        }
        // A read may be made again.
        Recalled::Unknown { .. } | Recalled::TooLarge { .. } | Recalled::Forgotten { .. } | Recalled::New { .. } => {
            Ok(Known::Not(call))
        }
    }
}
