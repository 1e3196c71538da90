//! One run from its start, or from where it rested, to its outcome.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use codemode_abi::Start;
use codemode_abi::check::Checked;
use codemode_abi::frame::Frame as _;
use codemode_tool::{Callers, Label};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::built_in::result::{self, ResultSchema, SUBMIT};
use crate::check::{rejection, warnings};
use crate::choice::Choice;
use crate::dispatch::{Asks, Dispatcher};
use crate::drive::{Driver, First};
use crate::earlier::Earlier;
use crate::guest::{Guest, LoadedGuest, RunState};
use crate::journal::hex;
use crate::ledger::MODEL_BYTES;
use crate::pause::Resumed;
use crate::run::OutcomeFuture;
use crate::sandbox::Setup;
use crate::store::RunEnd;
use crate::{
    ArtifactKind, CallEnding, Error, Event, Limits, Outcome, Policy, Printed, Sandbox, Script, ScriptEngine, Stop,
    TimeZone, Usage, Warning,
};

/// Everything that a run needs, its own.
pub(crate) struct Plan {
    pub(crate) sandbox: Sandbox,
    pub(crate) script: Script,
    pub(crate) principal: String,
    pub(crate) limits: Limits,
    pub(crate) policy: Option<Policy>,
    pub(crate) labels: Vec<Label>,
    pub(crate) seed: Option<[u8; 32]>,
    pub(crate) engine: Option<ScriptEngine>,
    pub(crate) earlier: Option<String>,
    pub(crate) result_schema: Option<Value>,
    pub(crate) result_required: bool,
    /// The run as it was saved, where it goes on.
    pub(crate) resumed: Option<Box<Resumed>>,
    pub(crate) time_zone: TimeZone,
    pub(crate) cancelled: CancellationToken,
    pub(crate) events: Option<UnboundedSender<Event>>,
}

/// Tells a guest that computes in the slow lane that nobody waits for it any more.
struct Abandon(Arc<AtomicBool>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Plan {
    pub(crate) fn resume(
        sandbox: Sandbox,
        resumed: Box<Resumed>,
        principal: String,
        cancelled: CancellationToken,
        events: Option<UnboundedSender<Event>>,
    ) -> Self {
        let saved = &resumed.saved;
        Self {
            script: saved.script.script(),
            principal,
            limits: saved.limits.clone(),
            policy: saved.narrower.clone(),
            labels: saved.labels.clone(),
            seed: None,
            engine: None,
            earlier: saved.parent.clone(),
            // The guest has its own.
            time_zone: sandbox.inner.time_zone,
            sandbox,
            result_schema: saved.result_schema.clone(),
            result_required: saved.result_required,
            resumed: Some(resumed),
            cancelled,
            events,
        }
    }

    pub(crate) fn drive_boxed(self) -> OutcomeFuture {
        let span = tracing::info_span!("codemode.run", script = %self.script.name, run = tracing::field::Empty);
        Box::pin(self.drive().instrument(span))
    }

    async fn drive(self) -> Result<Outcome, Error> {
        self.limits.check()?;
        let policies = self.sandbox.inner.policies(self.policy.as_ref())?;
        let result = self.result_schema.as_ref().map(ResultSchema::compile).transpose()?;
        let result = result.or_else(|| self.sandbox.inner.result_schema.clone());
        let started = Instant::now();
        let resumed = self.resumed.as_deref();
        let deadline = started + self.wall_time();
        let run = self.run_id()?;
        tracing::Span::current().record("run", run.as_str());
        let inner = &self.sandbox.inner;
        let outcome = |stop, warnings, printed, usage: Usage, journal| Outcome {
            run: run.clone(),
            script: self.script.name.clone(),
            engine: "",
            engine_reason: String::new(),
            stop,
            warnings,
            printed,
            result: None,
            printed_artifact: None,
            usage: Usage { wall_time: started.elapsed(), ..usage },
            journal,
            continued: None,
            store_fault: None,
        };
        let refused = |stop, warnings| Ok(outcome(stop, warnings, Printed::default(), Usage::default(), Vec::new()));
        if let Err(stop) = self.limits.check_source(&self.script.source) {
            return refused(stop, Vec::new());
        }
        let checked = match inner.checked(&self.script, result.is_some()).await {
            Ok(checked) => checked,
            Err(stop) => return refused(stop, Vec::new()),
        };
        let warnings = warnings(&checked);
        if let (Some(stop), None) = (rejection(&checked, &self.script), resumed) {
            return refused(stop, warnings);
        }
        let earlier = self.earlier().await?;
        let choice = self.choose(&checked);
        let loaded = match inner.guest {
            Some(guest) => guest,
            None => inner.engine.guest(choice.guest)?,
        };

        let abandoned = Arc::new(AtomicBool::new(false));
        let _abandon = Abandon(Arc::clone(&abandoned));
        let tools = inner.registry.tools_of_run(result.is_some());
        let seed = self.seed.map_or_else(random, Ok)?;
        let mut state =
            RunState::new(self.limits.clone(), tools, seed, deadline, Arc::clone(&abandoned), self.events.clone());
        if let Some(resumed) = resumed {
            state.resume(&resumed.saved);
        }
        let place = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return refused(Stop::Cancelled, warnings),
            place = Arc::clone(&inner.engine.places).acquire_owned() => place.ok(),
            () = sleep_until(deadline.into()) => return refused(state.out_of_time(), warnings),
        };
        let mut dispatcher = inner.dispatcher(Setup {
            run: run.clone(),
            principal: self.principal.clone(),
            caller: Callers::Script,
            script: Some(self.script.clone()),
            earlier,
            undoes: None,
            policies,
            result,
            labels: self.labels.clone(),
            limits: self.limits.clone(),
            deadline,
            cancelled: self.cancelled.child_token(),
            events: self.events.clone(),
        });
        let (guest, first) = self.begin(&mut dispatcher, loaded, state, &checked).await?;
        let tools = resumed.map(|resumed| resumed.tools.as_slice());
        let mut driver = Driver::new(&dispatcher, &self.cancelled, &abandoned, tools);
        driver.timers.extend(resumed.iter().flat_map(|resumed| resumed.timers()).map(Reverse));
        let (mut guest, mut stop) = driver.drive(guest, first, &self.script, &checked).await;
        driver.wind_up(&stop).await;
        let timers = std::mem::take(&mut driver.timers);
        drop(driver);
        // Tells tools that were cut off to stop.
        dispatcher.cancelled.cancel();
        if let (Stop::Paused(_), Some(guest)) = (&stop, &mut guest) {
            stop = self.rest(&dispatcher, guest, loaded, &choice, &timers).await;
        }

        let (usage, printed) = self.used(guest, &dispatcher);
        drop(place);
        let printed_artifact = keep_printed(&dispatcher, &printed).await;
        let (stop, missing) = self.without_result(&dispatcher, stop);
        let warnings = warnings.into_iter().chain(missing).collect();
        let outcome = outcome(stop, warnings, printed, usage, Vec::new());
        let store_fault = self.write_end(&dispatcher, choice.engine, &outcome).await;
        let journal = dispatcher.journal.take();
        let continued = dispatcher.earlier.as_ref().map(Earlier::close);
        let (engine, engine_reason) = (choice.engine, choice.reason);
        let result = result::of(&journal);
        Ok(Outcome { engine, engine_reason, result, printed_artifact, journal, continued, store_fault, ..outcome })
    }

    /// The id of the run: a new one, unless it goes on.
    fn run_id(&self) -> Result<String, Error> {
        match &self.resumed {
            Some(resumed) => Ok(resumed.run.clone()),
            None => Ok(hex(&random::<16>()?)),
        }
    }

    /// The wall time that is left.
    fn wall_time(&self) -> Duration {
        self.resumed.as_ref().map_or(self.limits.wall_time, |resumed| Duration::from_millis(resumed.saved.wall_ms))
    }

    /// The account of the run that this one goes on from.
    async fn earlier(&self) -> Result<Option<Earlier>, Error> {
        let Some(run) = &self.earlier else { return Ok(None) };
        let store = self.sandbox.inner.store.as_ref().ok_or_else(|| Error::NoStore { run: run.clone() })?;
        let earlier = Earlier::load(store, run, &self.principal).await?;
        // What it was answered before it was saved is taken up.
        let records = self.resumed.iter().flat_map(|resumed| &resumed.records);
        for call in records.filter_map(|(record, _)| record.answered_by.as_ref()) {
            earlier.forget(call);
        }
        Ok(Some(earlier))
    }

    /// The guest, which for a saved run is the very same.
    fn choose(&self, checked: &Checked) -> Choice {
        let choice = self.engine.unwrap_or(self.sandbox.inner.script_engine).choose(checked, self.time_zone);
        match &self.resumed {
            None => choice,
            Some(resumed) => Choice {
                guest: resumed.guest,
                engine: resumed.guest.trim_end_matches("-intl"),
                reason: resumed.saved.engine_reason.clone(),
            },
        }
    }

    /// A guest that is about to start, or as it was when it was saved.
    async fn begin(
        &self,
        on: &mut Dispatcher,
        loaded: &'static LoadedGuest,
        state: RunState,
        checked: &Checked,
    ) -> Result<(Box<Guest>, First), Error> {
        let inner = &self.sandbox.inner;
        if let Some(resumed) = &self.resumed {
            let waiting = resumed.go_on(on)?;
            let guest = Guest::restore(inner.engine, loaded, state, resumed.saved.fuel, &resumed.image).await?;
            return Ok((guest, First::Rest(waiting)));
        }
        if inner.store.is_some() {
            on.asks = Asks::new();
        }
        let first = First::Start(self.start_frame(checked, on.result.is_some()));
        Ok((Guest::new(inner.engine, loaded, state).await?, first))
    }

    /// What the run used, and what it printed.
    fn used(&self, guest: Option<Box<Guest>>, on: &Dispatcher) -> (Usage, Printed) {
        let usage = Usage { concurrent_calls: on.scheduler.most(), ..Usage::default() };
        let Some(mut guest) = guest else { return (usage, Printed::default()) };
        let fuel = guest.fuel_used();
        let state = guest.state();
        let all = std::mem::take(&mut state.printed);
        let usage = Usage {
            fuel,
            memory_bytes: state.memory_bytes,
            calls: state.calls,
            printed_bytes: all.text().len() as u64,
            printed_lines: all.lines(),
            ..usage
        };
        match self.resumed.as_deref().filter(|resumed| !resumed.all_output) {
            Some(resumed) => (usage, all.after(resumed.saved.printed.bytes())),
            None => (usage, all),
        }
    }

    /// Writes the end down; gives the reason where that does not work.
    async fn write_end(&self, on: &Dispatcher, engine: &'static str, outcome: &Outcome) -> Option<String> {
        let mut end = RunEnd::of(&outcome.stop, &outcome.usage);
        // The script, or its arguments, may have had one in them from the start.
        end.message = end.message.map(|message| self.sandbox.inner.redacted(message));
        if let Err(fault) = on.journal.end(&on.run, engine, end).await {
            return Some(fault);
        }
        let (resumed, store) = (self.resumed.as_ref()?, self.sandbox.inner.store.as_ref()?);
        if matches!(outcome.stop, Stop::Paused(_)) {
            return None;
        }
        store.unpause(&on.run, &resumed.claim).await.err().map(|e| e.to_string())
    }

    /// Where a script finished without the result it was asked for: another end, or a warning.
    fn without_result(&self, on: &Dispatcher, stop: Stop) -> (Stop, Option<Warning>) {
        let submitted = || on.journal.any(|record| record.tool == SUBMIT && record.ending == CallEnding::Done);
        match stop {
            Stop::Finished if on.result.is_some() && !submitted() => {
                if self.result_required {
                    (Stop::NoResult, None)
                } else {
                    (stop, Some(result::missing()))
                }
            }
            stop => (stop, None),
        }
    }

    fn start_frame(&self, checked: &Checked, result: bool) -> Vec<u8> {
        let registry = &self.sandbox.inner.registry;
        let start = Start {
            name: self.script.name.clone(),
            source: if checked.code.is_empty() { self.script.source.clone() } else { checked.code.clone() },
            args: self.script.args.to_string(),
            recursion: self.limits.recursion,
            nesting: self.limits.nesting,
            time_zone: self.time_zone.name().into(),
            modules: registry.modules_of_run(result),
            hints: registry.hints().to_vec(),
        };
        start.to_bytes()
    }
}

/// Keeps all of what was printed, where it is more than a model is shown; gives the artifact's id.
async fn keep_printed(on: &Dispatcher, printed: &Printed) -> Option<String> {
    if printed.text().len() <= MODEL_BYTES {
        return None;
    }
    let keeper = on.journal.keeper(on.limits.artifact_bytes)?;
    let mut text = printed.text().to_owned();
    on.secrets.redact(&mut text);
    keeper.keep(None, "", ArtifactKind::Text, text.into_bytes()).await.ok()
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| Error::Engine(format!("the system gives no randomness: {e}")))?;
    Ok(bytes)
}
