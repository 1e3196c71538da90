//! Going on with a paused run.

use std::collections::HashMap;
use std::future::IntoFuture;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

use super::saved::{Resumed, Saved, SavedTool};
use crate::approval::{ApprovalState, Decided};
use crate::journal::hex;
use crate::plan::{Plan, random};
use crate::run::OutcomeFuture;
use crate::store::{PausedRow, now_ms};
use crate::{Approval, Error, Event, Outcome, RunEvents, RunState, RunStore, Sandbox, StoreError};

/// A paused run that is about to go on. Await it for its outcome.
#[must_use = "a run does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Resume {
    sandbox: Sandbox,
    run: String,
    principal: String,
    all_output: bool,
    cancelled: CancellationToken,
}

impl Sandbox {
    /// Prepares to go on with a paused run, in this or another process, on this or another machine with the same store. What was
    /// approved is done, once, after the policy was asked again; what was refused, or expired, is an exception in the script; what
    /// nobody has decided yet makes the run rest again.
    pub fn resume(&self, run: impl Into<String>) -> Resume {
        let (principal, cancelled) = (String::new(), CancellationToken::new());
        Resume { sandbox: self.clone(), run: run.into(), principal, all_output: false, cancelled }
    }
}

impl Resume {
    /// Says for whom; it must be the run's principal.
    pub fn principal(mut self, principal: impl Into<String>) -> Self {
        self.principal = principal.into();
        self
    }

    /// Gives the outcome everything that the run printed, not only what it prints from now on.
    pub const fn all_output(mut self) -> Self {
        self.all_output = true;
        self
    }

    /// Ends the run when the token is cancelled, see [`Run::cancel_with`](crate::Run::cancel_with).
    pub fn cancel_with(mut self, token: CancellationToken) -> Self {
        self.cancelled = token;
        self
    }

    /// Goes on as a stream of events; the last one carries the outcome.
    pub fn events(self) -> RunEvents {
        let (sender, events) = unbounded_channel();
        RunEvents::new(Box::pin(self.drive(Some(sender))), events)
    }

    async fn drive(self, events: Option<UnboundedSender<Event>>) -> Result<Outcome, Error> {
        let resumed = self.claim().await?;
        Plan::resume(self.sandbox, resumed, self.principal, self.cancelled, events).drive_boxed().await
    }

    /// Takes the run from the store.
    async fn claim(&self) -> Result<Box<Resumed>, Error> {
        let store = self.sandbox.inner.store.as_ref().ok_or_else(|| Error::NoStore { run: self.run.clone() })?;
        let found = store.run_of(&self.run, &self.principal).await?;
        let not_paused = || Error::from(StoreError::NotPaused { run: found.run.clone() });
        if found.state == RunState::Ended {
            return Err(not_paused());
        }
        let claimant = hex(&random::<16>()?);
        let row = store.claim(&found.run, &claimant).await?.ok_or_else(not_paused)?;
        match self.prepare(store, row, &claimant).await {
            Ok(resumed) => Ok(Box::new(resumed)),
            Err(error) => {
                // Whoever can go on with it may take it.
                store.unclaim(&found.run, &claimant).await?;
                Err(error)
            }
        }
    }

    async fn prepare(&self, store: &RunStore, row: PausedRow, claim: &str) -> Result<Resumed, Error> {
        let inner = &self.sandbox.inner;
        let broken = |reason: String| store.unreadable(format!("the paused run {}: {reason}", row.run));
        let saved: Saved = serde_json::from_str(&row.state).map_err(|e| broken(e.to_string()))?;
        let guest = inner.engine.guest_named(&row.guest)?;
        let tools = inner.registry.tools();
        let index = |tool: &SavedTool| tools.iter().position(|entry| entry.full_name == tool.name);
        let (mut map, mut missing) = (Vec::new(), Vec::new());
        for tool in &saved.tools {
            match index(tool).and_then(|at| u32::try_from(at).ok()) {
                Some(at) => map.push(at),
                None => missing.push(tool.name.as_str()),
            }
        }
        if !missing.is_empty() {
            // The script would take it for a failure of the calls, and end.
            return Err(Error::MissingTools { run: row.run, tools: missing.join(", ") });
        }
        // An approval is for the tool and the policy as they were when it was asked for.
        let policies = inner.policies(saved.narrower.as_ref())?;
        let digests: Vec<&str> = policies.iter().map(|policy| policy.digest()).collect();
        let same_policy = digests.join(" ") == saved.policy;
        let (mut decided, mut open) = (HashMap::new(), HashMap::new());
        for waiting in &saved.waiting {
            let tool = saved.tools.get(waiting.tool as usize);
            let entry = tool.and_then(index).and_then(|at| tools.get(at));
            let same_tool = entry.map(SavedTool::of).as_ref() == tool;
            let approval = row.approvals.iter().find(|approval| approval.id == waiting.approval);
            let approval = approval.ok_or_else(|| broken(format!("call {} has no approval", waiting.call)))?;
            let state = state_of(approval);
            let counts = state != ApprovalState::Approved || (same_tool && same_policy);
            if state == ApprovalState::Open {
                open.insert(waiting.call, approval.id.clone());
            } else if counts {
                let (by, comment) = (approval.decided_by.clone(), approval.comment.clone());
                decided.insert(waiting.call, Decided { state, by, comment });
            }
        }
        let (mut records, mut replays) = (Vec::new(), HashMap::new());
        for call in store.calls(&row.run).await? {
            let number = call.record.call;
            if number < saved.calls {
                records.push((call.record.clone(), call.asked_ms));
            }
            if number >= saved.calls || saved.waiting.iter().any(|waiting| waiting.call == number) {
                replays.insert(number, call);
            }
        }
        let (run, image, all_output) = (row.run, row.image, self.all_output);
        let claim = claim.to_owned();
        Ok(Resumed { run, claim, saved, guest, image, decided, open, records, replays, tools: map, all_output })
    }
}

/// One that was not decided, or not used, in time has expired, whether somebody wrote that down or not.
fn state_of(approval: &Approval) -> ApprovalState {
    let open = matches!(approval.state, ApprovalState::Open | ApprovalState::Approved);
    let late = open && now_ms() > approval.expires_ms;
    if late { ApprovalState::Expired } else { approval.state }
}

impl IntoFuture for Resume {
    type Output = Result<Outcome, Error>;
    type IntoFuture = OutcomeFuture;

    fn into_future(self) -> OutcomeFuture {
        Box::pin(self.drive(None))
    }
}
