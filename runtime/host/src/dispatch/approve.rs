//! The stage for calls that need a person.
//!
//! Such a call waits here and holds nothing: no turn, no timeout. When nothing but such calls is left to wait for, the driver
//! saves the run. What a resumed run finds decided goes on, once.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{AllowedCall, Dispatcher, Fault};
use crate::approval::{ApprovalState, Decided};

/// What of a run needs a person.
#[derive(Default)]
pub(crate) struct Asks {
    /// Whether the run can be saved, and so wait.
    pub(crate) can_wait: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    decided: HashMap<u32, Decided>,
    /// Calls that were asked about before the run was saved.
    asked: HashSet<u32>,
}

/// A call that waits.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) call: u32,
    /// The arguments as they are executed, as JSON.
    pub(crate) arguments: String,
    pub(crate) rule: String,
    pub(crate) reason: Option<String>,
}

impl Asks {
    /// For a run that can wait.
    pub(crate) fn new() -> Self {
        Self { can_wait: true, state: Mutex::default() }
    }

    /// For a run that goes on: the calls that waited, and what was decided of them.
    pub(crate) fn resumed(asked: impl Iterator<Item = u32>, decided: HashMap<u32, Decided>) -> Self {
        let state = State { waiting: Vec::new(), decided, asked: asked.collect() };
        Self { can_wait: true, state: Mutex::new(state) }
    }

    /// How many calls wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// The calls that wait, in the order of the asking.
    pub(crate) fn take(&self) -> Vec<Waiting> {
        let mut waiting = std::mem::take(&mut self.lock().waiting);
        waiting.sort_by_key(|waiting| waiting.call);
        waiting
    }

    /// Whether a call was asked about before the run was saved.
    pub(crate) fn was_asked(&self, call: u32) -> bool {
        self.lock().asked.contains(&call)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets a call go on that needs no person, or that one has approved; one that was refused is an exception that the script can
/// catch.
pub(super) async fn approve<'a>(on: &Dispatcher, call: AllowedCall<'a>) -> Result<AllowedCall<'a>, Fault> {
    let Some(ask) = &call.ask else { return Ok(call) };
    let tool = &call.entry.full_name;
    let decided = on.asks.lock().decided.remove(&call.id);
    let Some(Decided { state, by, comment }) = decided else {
        let (rule, reason) = (ask.rule.clone(), ask.reason.clone());
        let waiting = Waiting { call: call.id, arguments: call.arguments.to_string(), rule, reason };
        on.asks.lock().waiting.push(waiting);
        // The driver saves the run, and this future goes with it.
        return std::future::pending().await;
    };
    let by = by.unwrap_or_else(|| "somebody".into());
    let said = comment.map(|comment| format!(": {comment}")).unwrap_or_default();
    match state {
        ApprovalState::Approved => {
            on.journal.note(call.id, |record| {
                let rule = record.rule.take().unwrap_or_default();
                record.rule = Some(format!("{rule}; approved by {by}"));
            });
            Ok(call)
        }
        ApprovalState::Denied => {
            let message = format!("{tool} was refused by {by}{said}. Do not try again; do without it");
            Err(Fault::refusal("approval_refused", message))
        }
        ApprovalState::Expired | ApprovalState::Open => {
            let message = format!("{tool} was not approved in time. Do not try again; do without it");
            Err(Fault::refusal("approval_expired", message))
        }
    }
}
