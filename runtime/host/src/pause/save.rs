//! Saving a run at rest.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::saved::{Resumed, Saved, SavedCall, SavedScript, SavedTool};
use crate::approval::{Approval, ApprovalState, EXPIRES_AFTER};
use crate::built_in::result;
use crate::choice::Choice;
use crate::dispatch::{Asks, Dispatcher};
use crate::drive::Timers;
use crate::guest::{Guest, LoadedGuest, Submitted};
use crate::journal::hex;
use crate::plan::{Plan, random};
use crate::policy::Budgets;
use crate::store::{PausedRow, now_ms};
use crate::{Error, Paused, Stop, StoreError};

impl Resumed {
    /// Gives the dispatcher what was left of the run's budgets, and its account; and the calls that waited.
    pub(crate) fn go_on(&self, on: &mut Dispatcher) -> Result<Vec<Submitted>, Error> {
        let saved = &self.saved;
        let broken = |reason| Error::Engine(format!("a saved run cannot be restored: {reason}"));
        on.budgets = Budgets::restored(&saved.budgets).map_err(broken)?;
        *on.retries.get_mut() = saved.retries;
        on.asks = Asks::resumed(saved.waiting.iter().map(|waiting| waiting.call), self.decided.clone());
        on.replays.clone_from(&self.replays);
        on.journal.hold(self.claim.clone());
        let waits = |call| saved.waiting.iter().any(|waiting| waiting.call == call);
        on.journal.resume(self.records.clone(), waits);
        if let (Some(wanted), Some(by)) = (&on.result, result::by(self.records.iter().map(|(record, _)| record))) {
            // The first claim always holds.
            let _ = wanted.claim(by);
        }
        let submitted = |waiting: &SavedCall| Submitted {
            call: waiting.call,
            tool: self.tools.get(waiting.tool as usize).copied().unwrap_or(u32::MAX),
            arguments: Ok(waiting.arguments.clone().into_bytes()),
            at: Instant::now(),
        };
        Ok(saved.waiting.iter().map(submitted).collect())
    }
}

impl Plan {
    /// Saves the run. Where that does not work, it ends, and what it did and printed is not lost with it.
    pub(crate) async fn rest(
        &self,
        on: &Dispatcher,
        guest: &mut Guest,
        loaded: &'static LoadedGuest,
        choice: &Choice,
        timers: &Timers,
    ) -> Stop {
        match self.save(on, guest, loaded, choice, timers).await {
            Ok(approvals) => Stop::Paused(Paused { run: on.run.clone(), approvals }),
            Err(error) => Stop::EngineFault { reason: format!("it waits for a person, and cannot be saved: {error}") },
        }
    }

    /// Saves the run, and gives what it waits for.
    async fn save(
        &self,
        on: &Dispatcher,
        guest: &mut Guest,
        loaded: &'static LoadedGuest,
        choice: &Choice,
        timers: &Timers,
    ) -> Result<Vec<Approval>, Error> {
        let inner = &self.sandbox.inner;
        let store = inner.store.as_ref().ok_or_else(|| Error::NoStore { run: on.run.clone() })?;
        let image = guest.save(loaded).await?;
        let now = Instant::now();
        let left = |at: Instant| u64::try_from(at.saturating_duration_since(now).as_millis()).unwrap_or(u64::MAX);
        let resumed = self.resumed.as_deref();
        let tools = if let Some(resumed) = resumed {
            resumed.saved.tools.clone()
        } else {
            // The guest knows those that the run has.
            let count = inner.registry.tools_of_run(on.result.is_some()) as usize;
            inner.registry.tools().iter().take(count).map(SavedTool::of).collect()
        };
        let labels = on.labels.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let policy: Vec<&str> = on.policies.iter().map(|policy| policy.digest()).collect();
        let (mut waiting, mut approvals) = (Vec::new(), Vec::new());
        for asked in on.asks.take() {
            let record = on.journal.record(asked.call).ok_or_else(|| lost(store, &on.run, asked.call))?;
            let tool = tools.iter().position(|tool: &SavedTool| tool.name == record.tool);
            let tool = tool.and_then(|at| u32::try_from(at).ok()).ok_or_else(|| lost(store, &on.run, asked.call))?;
            let id = match resumed.and_then(|resumed| resumed.open.get(&asked.call)) {
                Some(id) => id.clone(),
                None => hex(&random::<16>()?),
            };
            let asked_ms = now_ms();
            approvals.push(Approval {
                id: id.clone(),
                run: on.run.clone(),
                call: asked.call,
                principal: self.principal.clone(),
                tool: record.tool,
                arguments: record.arguments,
                effect: record.effect,
                rule: asked.rule,
                reason: asked.reason,
                labels: labels.clone(),
                asked_ms,
                expires_ms: asked_ms.saturating_add(i64::try_from(EXPIRES_AFTER.as_millis()).unwrap_or(i64::MAX)),
                state: ApprovalState::Open,
                decided_by: None,
                comment: None,
            });
            waiting.push(SavedCall { call: asked.call, tool, arguments: asked.arguments, approval: id });
        }
        let fuel = guest.fuel_left();
        let state = guest.state();
        let saved = Saved {
            script: SavedScript::of(&self.script),
            engine_reason: choice.reason.clone(),
            limits: self.limits.clone(),
            fuel,
            wall_ms: left(on.deadline),
            calls: state.calls,
            timers: state.timers,
            memory_bytes: state.memory_bytes,
            sleeps: timers.iter().map(|std::cmp::Reverse((due, timer))| (*timer, left(*due))).collect(),
            random: state.random(),
            printed: state.printed.saved(),
            labels,
            retries: on.retries.load(Ordering::Relaxed),
            budgets: on.budgets.saved(),
            tools,
            policy: policy.join(" "),
            narrower: self.policy.clone(),
            parent: self.earlier.clone(),
            result_schema: on.result.as_ref().map(|wanted| wanted.schema().clone()),
            result_required: self.result_required,
            waiting,
        };
        // Plain data: it cannot fail.
        let state = serde_json::to_string(&saved).unwrap_or_default();
        // What the run asked for has to be there when it goes on.
        on.journal.rest().await;
        let guest = inner.engine.guest_id(choice.guest);
        let claim = resumed.map(|resumed| resumed.claim.clone());
        let (run, principal) = (on.run.clone(), self.principal.clone());
        store.pause(PausedRow { run, principal, guest, image, state, approvals: approvals.clone(), claim }).await?;
        Ok(approvals)
    }
}

fn lost(store: &crate::RunStore, run: &str, call: u32) -> Error {
    let reason = format!("call {call} of the run {run} waits and has no record");
    StoreError::Content { place: store.place().to_string(), reason }.into()
}
