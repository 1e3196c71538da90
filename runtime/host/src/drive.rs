//! The driver: slices of guest code, and what a run waits for between them.
//!
//! The guest runs in slices. Between them it rests, and the driver waits for the first of: a reply, a timer, the end of
//! the wall time, a cancellation. Calls go on while a slice computes. Where nothing is left to wait for but people, the run can
//! be saved.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Instant;

use codemode_abi::check::Checked;
use codemode_abi::frame::Frame as _;
use codemode_abi::{Settlement, State};
use codemode_tool::Effect;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::dispatch::{Dispatcher, Settled, dispatch};
use crate::guest::{Entered, Guest, Submitted};
use crate::report::stop_of;
use crate::{Paused, Script, Stop};

/// How a run begins.
pub(crate) enum First {
    /// With its start frame.
    Start(Vec<u8>),
    /// At rest, as it was saved, with the calls that waited.
    Rest(Vec<Submitted>),
}

/// What the driver keeps between slices. `C` is the future of a call.
pub(crate) struct Driver<'a, C> {
    dispatcher: &'a Dispatcher,
    cancelled: &'a CancellationToken,
    abandoned: &'a AtomicBool,
    /// Which of the sandbox's tools each index of the guest stands for, where they are not the same.
    tools: Option<&'a [u32]>,
    calls: FuturesUnordered<C>,
    /// Replies that came while the guest computed.
    ready: VecDeque<(u32, Settled)>,
    /// A call that ended the run while the guest computed.
    stop: Option<Stop>,
    /// Pending timers by the time at which they are due, then by their number.
    pub(crate) timers: Timers,
}

/// Pending timers by the time at which they are due, then by their number.
pub(crate) type Timers = BinaryHeap<Reverse<(Instant, u32)>>;

/// What ends a rest.
enum Next {
    Reply(u32, Settled),
    Timer(u32),
    Stop(Stop),
    /// Nothing is left to wait for but people.
    Quiet,
}

type CallFuture<'a> = Pin<Box<dyn Future<Output = (u32, Settled)> + Send + 'a>>;

impl<'a> Driver<'a, CallFuture<'a>> {
    pub(crate) fn new(
        dispatcher: &'a Dispatcher,
        cancelled: &'a CancellationToken,
        abandoned: &'a AtomicBool,
        tools: Option<&'a [u32]>,
    ) -> Self {
        let (calls, ready, timers) = (FuturesUnordered::new(), VecDeque::new(), BinaryHeap::new());
        Self { dispatcher, cancelled, abandoned, tools, calls, ready, stop: None, timers }
    }

    /// Runs the script to its end, however it ends, or to where it rests.
    pub(crate) async fn drive(
        &mut self,
        guest: Box<Guest>,
        first: First,
        script: &Script,
        checked: &Checked,
    ) -> (Option<Box<Guest>>, Stop) {
        let mut entered = match first {
            First::Start(frame) => self.slice(guest.start(frame)).await,
            First::Rest(waiting) => {
                for submitted in waiting {
                    self.dispatch(submitted);
                }
                Entered { guest: Some(guest), answer: Ok(State::Waiting) }
            }
        };
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
                Next::Quiet => {
                    let (run, approvals) = (self.dispatcher.run.clone(), Vec::new());
                    return (Some(guest), Stop::Paused(Paused { run, approvals }));
                }
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
        for mut submitted in state.submitted.drain(..) {
            // The import has checked the index.
            let own = self.tools.and_then(|tools| tools.get(submitted.tool as usize));
            submitted.tool = own.copied().unwrap_or(submitted.tool);
            if let Some(entry) = self.dispatcher.registry.tools().get(submitted.tool as usize) {
                self.dispatcher.journal.open(submitted.call, &entry.full_name, entry.spec.effect);
            }
            self.dispatch(submitted);
        }
    }

    fn dispatch(&mut self, submitted: Submitted) {
        let span = tracing::debug_span!("codemode.call", call = submitted.call);
        self.calls.push(Box::pin(dispatch(self.dispatcher, submitted).instrument(span)));
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
        let (asks, outstanding) = (&self.dispatcher.asks, self.calls.len());
        // Looked at after the calls have been, so that each that needs a person has said so.
        let quiet = poll_fn(|_| match asks.waiting() {
            waiting if waiting > 0 && waiting == outstanding => Poll::Ready(()),
            _ => Poll::Pending,
        });
        tokio::select! {
            biased;
            () = self.cancelled.cancelled() => Next::Stop(Stop::Cancelled),
            Some((call, settled)) = self.calls.next(), if !self.calls.is_empty() => Next::Reply(call, settled),
            () = quiet => Next::Quiet,
            () = sleep_until(self.dispatcher.deadline.into()) => Next::Stop(guest.state().out_of_time()),
            () = sleep_until(due.unwrap_or_else(Instant::now).into()), if due.is_some() => {
                guest.state().pending_timers -= 1;
                self.timers.pop().map_or(Next::Stop(Stop::Cancelled), |Reverse((_, timer))| Next::Timer(timer))
            }
        }
    }

    /// After the end: effects that are under way may end within the wall time, so that the account says what became of
    /// them. Nothing new starts. A cancelled run does not wait.
    pub(crate) async fn wind_up(&mut self, stop: &Stop) {
        self.dispatcher.closing.store(true, Ordering::Relaxed);
        if matches!(stop, Stop::Finished | Stop::Cancelled | Stop::Paused(_)) {
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
