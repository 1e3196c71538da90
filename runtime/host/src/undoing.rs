//! Taking a run back: its calls that changed something, the last first, each restored by its tool.
//!
//! It is a person's act, not a script's, so no policy is asked; but it goes through the dispatcher's last stages, and leaves an
//! account of its own: each restoring waits for its turn, is written down before it happens, and has a timeout.

use std::time::Instant;

use codemode_tool::{Callers, Effect, Undone};
use serde::Serialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::dispatch::{Restored, restore};
use crate::journal::hex;
use crate::plan::random;
use crate::sandbox::Setup;
use crate::store::{RunEnd, StoredUndo};
use crate::{CallEnding, Error, Sandbox, Stop, StoredCall, Usage};

/// What became of the undoing of one call.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct UndoneCall {
    /// The call's number in its run.
    pub call: u32,
    /// Its tool, as `module.tool`.
    pub tool: String,
    /// Its arguments, as JSON.
    pub arguments: String,
    /// What became of it.
    pub result: UndoResult,
}

/// What became of the undoing of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum UndoResult {
    /// What it changed is as it was before.
    Restored,
    /// It had changed nothing, or was taken back before.
    AlreadyAsBefore,
    /// It cannot be taken back: its tool has no undo for it, or it left the machine.
    Impossible {
        /// Why.
        reason: String,
    },
    /// It was not taken back, and neither was what came before it in the run: the world has changed since, or restoring failed.
    Refused {
        /// A stable code, such as `changed_since`.
        code: String,
        /// What is in the way.
        message: String,
    },
    /// It was not tried: the undoing stopped at a later call of the run.
    NotTried,
}

impl Sandbox {
    /// Takes back what a run of this principal changed, as far as that is possible: the last call first, up to the first one that
    /// its tool refuses to take back because the world has changed since. What is already as it was before stays so, so an undo
    /// that was cut off can be started again. There is one result for each call that changed something, or may have.
    pub async fn undo(&self, run: &str, principal: &str) -> Result<Vec<UndoneCall>, Error> {
        let inner = &self.inner;
        let store = inner.store.clone().ok_or_else(|| Error::NoStore { run: run.to_owned() })?;
        let found = store.run_of(run, principal).await?.at_its_end()?;
        let undos = store.undos(&found.run).await?;
        let own = hex(&random::<16>()?);
        let on = inner.dispatcher(Setup {
            run: own.clone(),
            principal: principal.to_owned(),
            caller: Callers::Direct,
            script: None,
            earlier: None,
            undoes: Some(found.run.clone()),
            policies: Vec::new(),
            result: None,
            labels: Vec::new(),
            deadline: Instant::now() + inner.limits.wall_time,
            limits: inner.limits.clone(),
            cancelled: CancellationToken::new(),
            events: None,
        });
        let mut results = Vec::new();
        let mut stopped = false;
        for (number, call) in (0_u32..).zip(store.calls(&found.run).await?.into_iter().rev().filter(changed)) {
            let undo = undos.iter().find(|undo| undo.call == call.record.call);
            let tool = inner.registry.tools().iter().find(|entry| entry.full_name == call.record.tool);
            on.journal.open(number, &call.record.tool, Effect::Write);
            let of = format!("{}:{}", found.run, call.record.call);
            on.journal.note(number, |record| record.arguments = json!({ "undo": of }).to_string());
            let refuse = |code: &'static str, message: String| {
                on.journal.note(number, |record| {
                    (record.ending, record.code) = (CallEnding::Refused, Some(code.into()));
                    record.message = Some(message);
                });
            };
            let result = match (undo, tool) {
                _ if call.undo.as_deref() == Some("undone") => UndoResult::AlreadyAsBefore,
                _ if stopped => UndoResult::NotTried,
                (None, _) => UndoResult::Impossible { reason: no_undo(&call) },
                (Some(StoredUndo { undo, .. }), _) if undo.impossible.is_some() => {
                    UndoResult::Impossible { reason: undo.impossible.clone().unwrap_or_default() }
                }
                (Some(_), None) => {
                    let message = format!("there is no tool {} here that could restore it", call.record.tool);
                    UndoResult::Refused { code: "unknown_tool".into(), message }
                }
                (Some(undo), Some(entry)) => match restore(&on, number, entry, &undo.undo).await {
                    Restored::Done(Undone::Restored) => UndoResult::Restored,
                    Restored::Done(Undone::AlreadyAsBefore) => UndoResult::AlreadyAsBefore,
                    Restored::Failed { code, message } => UndoResult::Refused { code, message },
                },
            };
            match &result {
                UndoResult::Restored | UndoResult::AlreadyAsBefore if undo.is_some() => {
                    store.note_undone(&found.run, call.record.call).await?;
                }
                UndoResult::Impossible { reason } => refuse("impossible", reason.clone()),
                UndoResult::Refused { code: _, message } if tool.is_none() => refuse("unknown_tool", message.clone()),
                _ => {}
            }
            stopped |= matches!(result, UndoResult::Refused { .. });
            let (tool, arguments) = (call.record.tool, call.record.arguments);
            results.push(UndoneCall { call: call.record.call, tool, arguments, result });
        }
        let end = RunEnd::of(&Stop::Finished, &Usage::default());
        on.journal.end(&own, "", end).await.map_err(|reason| store.fault_of(&reason))?;
        Ok(results)
    }
}

/// Whether a call changed something, or may have.
fn changed(call: &StoredCall) -> bool {
    call.record.effect != Effect::Read
        && matches!(call.record.ending, CallEnding::Done | CallEnding::Unknown)
        && call.record.answered_by.is_none()
}

fn no_undo(call: &StoredCall) -> String {
    match call.record.effect {
        Effect::External => "what it did left this machine".into(),
        _ => "its tool has no undo for it".into(),
    }
}
