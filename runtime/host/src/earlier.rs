//! Going on from an earlier run: what it has finished is answered from its account, and does not happen again.
//!
//! A call is the same as an earlier one where tool and arguments are equal; the second call with these arguments gets the
//! second such reply, and so on. Only calls that were done are answered. One that failed had no effect, so it may be made
//! anew; one of unknown outcome is not repeated, unless its tool can be called twice with one key.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use codemode_tool::{Effect, Json};
use serde::Serialize;
use serde_json::Value;

use crate::{CallEnding, Record, RunStore, StoreError, StoredCall, StoredRun};

/// The code of a call that was done and whose reply was too long.
pub(crate) const TOO_LARGE: &str = "reply_too_large";

/// What a run took over from an earlier one.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Continued {
    /// The earlier run.
    pub run: String,
    /// Calls that were answered from its account.
    pub answered: u32,
    /// Calls that it had done, that change something, and that this run did not ask for.
    pub not_repeated: Vec<Record>,
}

/// The account of the run that this one goes on from.
pub(crate) struct Earlier {
    run: String,
    left: Mutex<Left>,
}

/// What no call has taken yet.
#[derive(Default)]
struct Left {
    calls: HashMap<Key, VecDeque<Known>>,
    answered: u32,
}

/// An earlier call, by its name, `run:call`.
struct Known {
    name: String,
    call: StoredCall,
}

/// A tool, and arguments with their members in order.
type Key = (String, String);

/// What the earlier account says of a call.
pub(crate) enum Recalled {
    /// It was done, and this was the reply.
    Done { call: String, reply: Json },
    /// It was done, but what it replied is not known any more.
    Forgotten { call: String },
    /// It was done, and its reply was too long for the script, which read this instead; it says where the whole is.
    TooLarge { message: String },
    /// It was started, and nobody knows whether it took effect; its idempotency key was this.
    Unknown { call: String, key: String },
    /// It is new. Where the earlier run made another call of this tool that no call of this run has taken up, those are its
    /// arguments.
    New { instead_of: Option<(String, String)> },
}

impl Earlier {
    /// Reads the account of a run, which must have ended, and have run for the same principal.
    pub(crate) async fn load(store: &RunStore, run: &str, principal: &str) -> Result<Self, StoreError> {
        let found = store.run_of(run, principal).await?.at_its_end()?;
        let mut left = Left::default();
        // The run may itself have gone on from one, without taking up all of it: what was in doubt then is in doubt now.
        let (mut taken, mut next) = (HashSet::new(), Some(found.run.clone()));
        while let Some(run) = next.take() {
            for call in store.calls(&run).await? {
                let name = format!("{run}:{}", call.record.call);
                taken.extend(call.record.answered_by.clone());
                taken.extend(call.record.repeats.clone());
                // What was taken back is as if it had not been.
                let counts = matches!(call.record.ending, CallEnding::Done | CallEnding::Unknown)
                    && call.undo.as_deref() != Some("undone");
                if counts && !taken.contains(&name) {
                    let key = (call.record.tool.clone(), ordered(&call.record.arguments));
                    left.calls.entry(key).or_default().push_back(Known { name, call });
                }
            }
            next = match store.run(&run).await {
                Ok(StoredRun { parent, caller, .. }) if caller == "script" => parent,
                // Older ones are removed after a while.
                Ok(_) | Err(StoreError::UnknownRun { .. }) => None,
                Err(error) => return Err(error),
            };
        }
        Ok(Self { run: found.run, left: Mutex::new(left) })
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// Takes up the next earlier call that is the same. `arguments` are those of the call's record.
    pub(crate) fn recall(&self, tool: &str, arguments: &str) -> Recalled {
        let mut left = self.lock();
        let key = (tool.to_owned(), ordered(arguments));
        if let Some(Known { name, call }) = left.calls.get_mut(&key).and_then(VecDeque::pop_front) {
            return match call {
                // One that was itself such a repeat had the key of the first.
                StoredCall { record, .. } if record.ending == CallEnding::Unknown => {
                    Recalled::Unknown { key: record.repeats.unwrap_or_else(|| name.clone()), call: name }
                }
                StoredCall { reply: Some(reply), .. } => {
                    left.answered += 1;
                    Recalled::Done { call: name, reply }
                }
                StoredCall { record: Record { code: Some(code), message: Some(message), .. }, .. }
                    if code == TOO_LARGE =>
                {
                    Recalled::TooLarge { message }
                }
                StoredCall { .. } => Recalled::Forgotten { call: name },
            };
        }
        // The first in the order of the earlier run.
        let others = left.calls.iter().filter(|((other, _), _)| other == tool).flat_map(|(_, calls)| calls);
        let first = others.min_by_key(|known| (known.call.asked_ms, known.call.record.call));
        let instead_of = first.map(|known| (known.name.clone(), known.call.record.arguments.clone()));
        Recalled::New { instead_of }
    }

    /// Takes up a call that this run was answered from before it was saved, by its name, `run:call`.
    pub(crate) fn forget(&self, name: &str) {
        let mut left = self.lock();
        for calls in left.calls.values_mut() {
            calls.retain(|known| known.name != name);
        }
        left.answered += 1;
    }

    /// What was taken over, and what was not.
    pub(crate) fn close(&self) -> Continued {
        let left = self.lock();
        let done = |call: &&StoredCall| call.record.effect != Effect::Read && call.record.ending == CallEnding::Done;
        let mut not_repeated: Vec<&StoredCall> =
            left.calls.values().flatten().map(|known| &known.call).filter(done).collect();
        not_repeated.sort_by_key(|call| (call.asked_ms, call.record.call));
        let not_repeated = not_repeated.into_iter().map(|call| call.record.clone()).collect();
        Continued { run: self.run.clone(), answered: left.answered, not_repeated }
    }

    fn lock(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// JSON text with the members of its objects in the order of their names, so that equal values are equal texts.
pub(crate) fn ordered(json: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(json) else { return json.to_owned() };
    // Arguments have a limit for their nesting, so this recursion has one.
    value.sort_all_objects();
    value.to_string()
}
