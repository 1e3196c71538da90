//! Going on from an earlier run: what it has finished is answered from its account, and does not happen again.
//!
//! A call is the same as an earlier one where tool and arguments are equal; the second call with these arguments gets the
//! second such reply, and so on. Only calls that were done are answered. One that failed had no effect, so it may be made
//! anew; one of unknown outcome is not repeated, unless its tool can be called twice with one key.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use codemode_tool::{Effect, Json};
use serde::Serialize;
use serde_json::Value;

use crate::{CallEnding, Record, RunState, RunStore, StoreError, StoredCall};

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
    calls: HashMap<Key, VecDeque<StoredCall>>,
    answered: u32,
}

/// A tool, and arguments with their members in order.
type Key = (String, String);

/// What the earlier account says of a call.
pub(crate) enum Recalled {
    /// It was done, and this was the reply.
    Done { call: String, reply: Json },
    /// It was done, but what it replied is not known any more.
    Forgotten { call: String },
    /// It was started, and nobody knows whether it took effect; its idempotency key was this.
    Unknown { call: String },
    /// It is new. Where the earlier run made another call of this tool that no call of this run has taken up, those are its
    /// arguments.
    New { instead_of: Option<(String, String)> },
}

impl Earlier {
    /// Reads the account of a run, which must have ended, and have run for the same principal.
    pub(crate) async fn load(store: &RunStore, run: &str, principal: &str) -> Result<Self, StoreError> {
        let found = store.run(run).await?;
        if found.principal != principal {
            // Somebody else's run is like one that does not exist.
            return Err(StoreError::UnknownRun { run: run.to_owned(), near: String::new() });
        }
        if found.state == RunState::Running {
            return Err(StoreError::StillRunning { run: found.run });
        }
        let mut left = Left::default();
        for call in store.calls(&found.run).await? {
            // What was taken back has to be done anew.
            let taken_back = call.undo.as_deref() == Some("undone");
            if !taken_back && matches!(call.record.ending, CallEnding::Done | CallEnding::Unknown) {
                let key = (call.record.tool.clone(), ordered(&call.record.arguments));
                left.calls.entry(key).or_default().push_back(call);
            }
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
        if let Some(call) = left.calls.get_mut(&key).and_then(VecDeque::pop_front) {
            let name = format!("{}:{}", self.run, call.record.call);
            return match call {
                StoredCall { record, .. } if record.ending == CallEnding::Unknown => Recalled::Unknown { call: name },
                StoredCall { reply: Some(reply), .. } => {
                    left.answered += 1;
                    Recalled::Done { call: name, reply }
                }
                StoredCall { .. } => Recalled::Forgotten { call: name },
            };
        }
        // The first in the order of the earlier run.
        let others = left.calls.iter().filter(|((other, _), _)| other == tool).flat_map(|(_, calls)| calls);
        let first = others.min_by_key(|call| call.record.call);
        let instead_of =
            first.map(|call| (format!("{}:{}", self.run, call.record.call), call.record.arguments.clone()));
        Recalled::New { instead_of }
    }

    /// Takes up a call that this run was answered from before it was saved, by its name, `run:call`.
    pub(crate) fn forget(&self, name: &str) {
        let mut left = self.lock();
        let Some(number) = name.rsplit(':').next().and_then(|number| number.parse::<u32>().ok()) else { return };
        for calls in left.calls.values_mut() {
            calls.retain(|call| call.record.call != number);
        }
        left.answered += 1;
    }

    /// What was taken over, and what was not.
    pub(crate) fn close(&self) -> Continued {
        let left = self.lock();
        let effects = left.calls.values().flatten().map(|call| &call.record);
        let mut not_repeated: Vec<Record> = effects
            .filter(|record| record.effect != Effect::Read && record.ending == CallEnding::Done)
            .cloned()
            .collect();
        not_repeated.sort_by_key(|record| record.call);
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
