//! The driver: one run from its start to its outcome.
//!
//! The guest runs in slices. Between them it rests, and the driver waits for the first of: a reply, a timer, the end of
//! the wall time, a cancellation. Calls go on while a slice computes.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use codemode_abi::check::Checked;
use codemode_abi::frame::Frame as _;
use codemode_abi::{Settlement, Start, State};
use codemode_tool::{Callers, Effect, Label};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::check::{rejection, warnings};
use crate::dispatch::{Dispatcher, Settled, dispatch};
use crate::earlier::Earlier;
use crate::guest::{Entered, Guest, RunState};
use crate::journal::hex;
use crate::report::stop_of;
use crate::sandbox::Setup;
use crate::store::RunEnd;
use crate::{Error, Event, Limits, Outcome, Policy, Printed, RunEvents, Sandbox, Script, ScriptEngine, Stop, Usage};

/// A run that is about to start. Await it for its outcome.
#[must_use = "a run does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Run<'a> {
    sandbox: &'a Sandbox,
    script: &'a Script,
    principal: String,
    limits: Option<Limits>,
    policy: Option<Policy>,
    labels: Vec<Label>,
    seed: Option<[u8; 32]>,
    engine: Option<ScriptEngine>,
    earlier: Option<String>,
    cancelled: CancellationToken,
}

impl<'a> Run<'a> {
    pub(crate) fn new(sandbox: &'a Sandbox, script: &'a Script) -> Self {
        let cancelled = CancellationToken::new();
        let (limits, policy, labels, seed, engine, earlier) = (None, None, Vec::new(), None, None, None);
        Self { sandbox, script, principal: String::new(), limits, policy, labels, seed, engine, earlier, cancelled }
    }

    /// Says for whom the script runs; tools see it as [`RunContext::principal`](crate::RunContext::principal).
    pub fn principal(mut self, principal: impl Into<String>) -> Self {
        self.principal = principal.into();
        self
    }

    /// Sets limits for this run instead of the sandbox's.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Narrows what this run may do: a call must be allowed by this policy and by the sandbox's. Rules that can never apply
    /// are an error, as in the sandbox's.
    pub fn policy(mut self, narrower: Policy) -> Self {
        self.policy = Some(narrower);
        self
    }

    /// Says what the script or its arguments were made from, for rules with `after`: a script that a model wrote after it
    /// read a mail is [`Label::Untrusted`] from its start.
    pub fn labels(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.labels = labels.into_iter().collect();
        self
    }

    /// Sets the seed of the script's randomness, for runs that must be alike. Without one it is random.
    pub const fn seed(mut self, seed: [u8; 32]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets the engine of this run instead of the sandbox's.
    pub const fn engine(mut self, engine: ScriptEngine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Goes on from an earlier run of the same principal, by its id in the sandbox's store. Calls that are equal to one that it
    /// finished, in tool and arguments, get the reply of then and do not happen again; the second such call gets the second
    /// such reply. A call of then whose outcome is unknown is not repeated: the script gets an exception with the code
    /// `unknown_outcome`, unless the tool is [idempotent](crate::ToolSpec::idempotent). Everything else is new, and
    /// [`Event::CallDiffers`] says so before it happens.
    pub fn continue_from(mut self, run: impl Into<String>) -> Self {
        self.earlier = Some(run.into());
        self
    }

    /// Ends the run, with [`Stop::Cancelled`] and what was printed until then, when the token is cancelled.
    pub fn cancel_with(mut self, token: CancellationToken) -> Self {
        self.cancelled = token;
        self
    }

    /// Starts the run as a stream of events; the last one carries the outcome.
    pub fn events(self) -> RunEvents {
        let (sender, events) = unbounded_channel();
        RunEvents::new(self.into_plan(Some(sender)).drive_boxed(), events)
    }

    fn into_plan(self, events: Option<UnboundedSender<Event>>) -> Plan {
        Plan {
            sandbox: self.sandbox.clone(),
            script: self.script.clone(),
            principal: self.principal,
            limits: self.limits.unwrap_or_else(|| self.sandbox.limits().clone()),
            policy: self.policy,
            labels: self.labels,
            seed: self.seed,
            engine: self.engine,
            earlier: self.earlier,
            cancelled: self.cancelled,
            events,
        }
    }
}

pub(crate) type OutcomeFuture = Pin<Box<dyn Future<Output = Result<Outcome, Error>> + Send>>;

impl IntoFuture for Run<'_> {
    type Output = Result<Outcome, Error>;
    type IntoFuture = OutcomeFuture;

    fn into_future(self) -> OutcomeFuture {
        self.into_plan(None).drive_boxed()
    }
}

/// Everything that a run needs, its own.
struct Plan {
    sandbox: Sandbox,
    script: Script,
    principal: String,
    limits: Limits,
    policy: Option<Policy>,
    labels: Vec<Label>,
    seed: Option<[u8; 32]>,
    engine: Option<ScriptEngine>,
    earlier: Option<String>,
    cancelled: CancellationToken,
    events: Option<UnboundedSender<Event>>,
}

/// Tells a guest that computes in the slow lane that nobody waits for it any more.
struct Abandon(Arc<AtomicBool>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Plan {
    fn drive_boxed(self) -> OutcomeFuture {
        let span = tracing::info_span!("codemode.run", script = %self.script.name, run = tracing::field::Empty);
        Box::pin(self.drive().instrument(span))
    }

    async fn drive(self) -> Result<Outcome, Error> {
        self.limits.check()?;
        let policies = self.sandbox.inner.policies(self.policy.as_ref())?;
        let started = Instant::now();
        let deadline = started + self.limits.wall_time;
        let run = hex(&random::<16>()?);
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
            usage: Usage { wall_time: started.elapsed(), ..usage },
            journal,
            continued: None,
            store_fault: None,
        };
        let refused = |stop, warnings| Ok(outcome(stop, warnings, Printed::default(), Usage::default(), Vec::new()));
        if let Err(stop) = self.limits.check_source(&self.script.source) {
            return refused(stop, Vec::new());
        }
        let checked = match inner.checked(&self.script).await {
            Ok(checked) => checked,
            Err(stop) => return refused(stop, Vec::new()),
        };
        let warnings = warnings(&checked);
        if let Some(stop) = rejection(&checked, &self.script) {
            return refused(stop, warnings);
        }
        let earlier = self.earlier().await?;
        let choice = self.engine.unwrap_or(inner.script_engine).choose(&checked);
        let loaded = match inner.guest {
            Some(guest) => guest,
            None => inner.engine.guest(choice.guest)?,
        };

        let abandoned = Arc::new(AtomicBool::new(false));
        let _abandon = Abandon(Arc::clone(&abandoned));
        let tools = u32::try_from(inner.registry.tools().len()).unwrap_or(u32::MAX);
        let seed = self.seed.map_or_else(random, Ok)?;
        let state =
            RunState::new(self.limits.clone(), tools, seed, deadline, Arc::clone(&abandoned), self.events.clone());
        let place = tokio::select! {
            biased;
            () = self.cancelled.cancelled() => return refused(Stop::Cancelled, warnings),
            place = Arc::clone(&inner.engine.places).acquire_owned() => place.ok(),
            () = sleep_until(deadline.into()) => return refused(state.out_of_time(), warnings),
        };
        let dispatcher = inner.dispatcher(Setup {
            run: run.clone(),
            principal: self.principal.clone(),
            caller: Callers::Script,
            script: Some(self.script.clone()),
            earlier,
            undoes: None,
            policies,
            labels: self.labels.clone(),
            limits: self.limits.clone(),
            deadline,
            cancelled: self.cancelled.child_token(),
            events: self.events.clone(),
        });
        let guest = Guest::new(inner.engine, loaded, state).await?;
        let mut driver = Driver {
            dispatcher: &dispatcher,
            cancelled: &self.cancelled,
            abandoned: &abandoned,
            calls: FuturesUnordered::new(),
            ready: VecDeque::new(),
            stop: None,
            timers: BinaryHeap::new(),
        };
        let (guest, stop) = driver.drive(guest, self.start_frame(&checked), &self.script, &checked).await;
        driver.wind_up(&stop).await;
        drop(driver);
        // Tells tools that were cut off to stop.
        dispatcher.cancelled.cancel();

        let mut usage = Usage { concurrent_calls: dispatcher.scheduler.most(), ..Usage::default() };
        let mut printed = Printed::default();
        if let Some(mut guest) = guest {
            usage.fuel = guest.fuel_used();
            let state = guest.state();
            printed = std::mem::take(&mut state.printed);
            usage.memory_bytes = state.memory_bytes;
            usage.calls = state.calls;
            usage.printed_bytes = printed.text().len() as u64;
            usage.printed_lines = printed.lines();
        }
        drop(place);
        let outcome = outcome(stop, warnings, printed, usage, Vec::new());
        let mut end = RunEnd::of(&outcome.stop, &outcome.usage);
        // The script, or its arguments, may have had one in them from the start.
        end.message = end.message.map(|message| inner.redacted(message));
        let store_fault = dispatcher.journal.end(&run, choice.engine, end).await.err();
        let journal = dispatcher.journal.take();
        let continued = dispatcher.earlier.as_ref().map(Earlier::close);
        Ok(Outcome { engine: choice.engine, engine_reason: choice.reason, journal, continued, store_fault, ..outcome })
    }

    /// The account of the run that this one goes on from.
    async fn earlier(&self) -> Result<Option<Earlier>, Error> {
        let Some(run) = &self.earlier else { return Ok(None) };
        let store = self.sandbox.inner.store.as_ref().ok_or_else(|| Error::NoStore { run: run.clone() })?;
        Ok(Some(Earlier::load(store, run, &self.principal).await?))
    }

    fn start_frame(&self, checked: &Checked) -> Vec<u8> {
        let registry = &self.sandbox.inner.registry;
        let start = Start {
            name: self.script.name.clone(),
            source: if checked.code.is_empty() { self.script.source.clone() } else { checked.code.clone() },
            args: self.script.args.to_string(),
            recursion: self.limits.recursion,
            nesting: self.limits.nesting,
            time_zone: "UTC".into(),
            modules: registry.modules().to_vec(),
            hints: registry.hints().to_vec(),
        };
        start.to_bytes()
    }
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| Error::Engine(format!("the system gives no randomness: {e}")))?;
    Ok(bytes)
}

/// What the driver keeps between slices. `C` is the future of a call.
struct Driver<'a, C> {
    dispatcher: &'a Dispatcher,
    cancelled: &'a CancellationToken,
    abandoned: &'a AtomicBool,
    calls: FuturesUnordered<C>,
    /// Replies that came while the guest computed.
    ready: VecDeque<(u32, Settled)>,
    /// A call that ended the run while the guest computed.
    stop: Option<Stop>,
    /// Pending timers by the time at which they are due, then by their number.
    timers: BinaryHeap<Reverse<(Instant, u32)>>,
}

/// What ends a rest.
enum Next {
    Reply(u32, Settled),
    Timer(u32),
    Stop(Stop),
}

type CallFuture<'a> = Pin<Box<dyn Future<Output = (u32, Settled)> + Send + 'a>>;

impl<'a> Driver<'a, CallFuture<'a>> {
    /// Runs the script to its end, however it ends.
    async fn drive(
        &mut self,
        guest: Box<Guest>,
        frame: Vec<u8>,
        script: &Script,
        checked: &Checked,
    ) -> (Option<Box<Guest>>, Stop) {
        let mut entered = self.slice(guest.start(frame)).await;
        loop {
            let Entered { guest, answer } = entered;
            let Some(mut guest) = guest else { return (None, answer.err().unwrap_or(Stop::Cancelled)) };
            self.collect(&mut guest);
            if let Some(stop) = self.stop.take() {
                return (Some(guest), stop);
            }
            match answer {
                Err(stop) => return (Some(guest), stop),
                Ok(State::Waiting) => {}
                Ok(State::Finished) if self.idle() => return (Some(guest), Stop::Finished),
                Ok(State::Finished) => {
                    let reason = "it says that it finished while calls are outstanding".into();
                    return (Some(guest), Stop::EngineFault { reason });
                }
                Ok(State::Threw | State::Stalled) => {
                    let Entered { guest, answer } = self.slice(guest.report()).await;
                    let memory = guest.as_ref().map_or(0, |guest| guest.memory_bytes());
                    let limits = &self.dispatcher.limits;
                    return (
                        guest,
                        answer.map_or_else(|stop| stop, |report| stop_of(&report, script, checked, limits, memory)),
                    );
                }
            }
            entered = match self.next(&mut guest).await {
                Next::Reply(call, Settled::Reply(reply)) => {
                    let bytes = reply.into_string().into_bytes();
                    self.slice(guest.settle(call, Settlement::Done, bytes)).await
                }
                Next::Reply(call, Settled::Failed(failure)) => {
                    self.slice(guest.settle(call, Settlement::Failed, failure.to_bytes())).await
                }
                Next::Timer(timer) => self.slice(guest.settle(timer, Settlement::Fired, Vec::new())).await,
                Next::Reply(_, Settled::Stop(stop)) | Next::Stop(stop) => return (Some(guest), stop),
            };
        }
    }

    /// Waits for a slice of the guest; calls go on meanwhile, and a cancellation reaches the guest at its next tick.
    async fn slice<T>(&mut self, slice: impl Future<Output = Entered<T>>) -> Entered<T> {
        let mut slice = std::pin::pin!(slice);
        loop {
            tokio::select! {
                biased;
                entered = &mut slice => return entered,
                () = self.cancelled.cancelled(), if !self.abandoned.load(Ordering::Relaxed) => {
                    self.abandoned.store(true, Ordering::Relaxed);
                }
                Some((call, settled)) = self.calls.next(), if !self.calls.is_empty() => match settled {
                    // The guest computes for nothing, so it ends at its next tick.
                    Settled::Stop(stop) => {
                        self.stop = Some(stop);
                        self.abandoned.store(true, Ordering::Relaxed);
                    }
                    settled => self.ready.push_back((call, settled)),
                },
            }
        }
    }

    /// Takes what the guest asked for in its last slice.
    fn collect(&mut self, guest: &mut Guest) {
        let state = guest.state();
        self.timers.extend(state.sleeps.drain(..).map(|(timer, due)| Reverse((due, timer))));
        for submitted in state.submitted.drain(..) {
            if let Some(entry) = self.dispatcher.registry.tools().get(submitted.tool as usize) {
                self.dispatcher.journal.open(submitted.call, &entry.full_name, entry.spec.effect);
            }
            let span = tracing::debug_span!("codemode.call", call = submitted.call);
            self.calls.push(Box::pin(dispatch(self.dispatcher, submitted).instrument(span)));
        }
    }

    fn idle(&self) -> bool {
        self.calls.is_empty() && self.ready.is_empty()
    }

    /// Waits for what comes first.
    async fn next(&mut self, guest: &mut Guest) -> Next {
        if let Some((call, settled)) = self.ready.pop_front() {
            return Next::Reply(call, settled);
        }
        let due = self.timers.peek().map(|&Reverse((due, _))| due);
        if due.is_none() && self.calls.is_empty() {
            return Next::Stop(Stop::EngineFault { reason: "it waits for nothing".into() });
        }
        tokio::select! {
            biased;
            () = self.cancelled.cancelled() => Next::Stop(Stop::Cancelled),
            Some((call, settled)) = self.calls.next(), if !self.calls.is_empty() => Next::Reply(call, settled),
            () = sleep_until(self.dispatcher.deadline.into()) => Next::Stop(guest.state().out_of_time()),
            () = sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => {
                guest.state().pending_timers -= 1;
                self.timers.pop().map_or(Next::Stop(Stop::Cancelled), |Reverse((_, timer))| Next::Timer(timer))
            }
        }
    }

    /// After the end: effects that are under way may end within the wall time, so that the account says what became of
    /// them. Nothing new starts. A cancelled run does not wait.
    async fn wind_up(&mut self, stop: &Stop) {
        self.dispatcher.closing.store(true, Ordering::Relaxed);
        if matches!(stop, Stop::Finished | Stop::Cancelled) {
            return;
        }
        // One that has ended, with what outcome nobody knows, has a code.
        let effects = |record: &crate::Record| {
            record.ending == crate::CallEnding::Unknown && record.effect != Effect::Read && record.code.is_none()
        };
        while self.dispatcher.journal.any(effects) {
            tokio::select! {
                biased;
                () = self.cancelled.cancelled() => return,
                reply = self.calls.next() => if reply.is_none() { return },
                () = sleep_until(self.dispatcher.deadline.into()) => return,
            }
        }
    }
}
