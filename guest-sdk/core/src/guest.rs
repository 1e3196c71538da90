//! The life of a guest, the same for every engine: built for the snapshot, started once, settled until it ends.
//!
//! Each entry runs jobs until none is left and returns a [`State`]. The rule for endings is here alone:
//!
//! 1. A fault (an engine limit, an exception that no promise caught) or the rejection of the script itself ends the run at once.
//! 2. While calls or timers are outstanding, the run waits.
//! 3. Then a rejection that nobody handled ends it; the first one counts. One that was handled late does not.
//! 4. Then it has finished if the script did, else it is stalled.

use codemode_abi::frame::{Frame, FrameError};
use codemode_abi::{Ending, Failure, Report, Settlement, Start, State};

/// How far the script itself (its module) has come.
#[derive(Debug)]
pub enum Main {
    /// It waits at a top-level `await`.
    Pending,
    /// It ran to its end.
    Done,
    /// It threw.
    Threw(Box<Report>),
}

/// The reply to one call.
#[derive(Debug)]
pub enum Reply<'a> {
    /// JSON text.
    Done(&'a [u8]),
    /// The call failed or was refused.
    Failed(Failure),
}

/// What ended a run apart from the script's own promise.
pub type Fault = Box<Report>;

/// A JavaScript engine as a guest. The engine's natives and its context are behind this.
pub trait Engine: Sized + 'static {
    /// Makes the context and evaluates the prelude. Runs while the snapshot is built, so it calls no import.
    fn new() -> Self;
    /// Parses, links and begins the script of a start frame.
    fn begin(&mut self, start: Start) -> Result<(), Fault>;
    /// Settles the promise of a pending call. A call that is not pending is ignored.
    fn settle(&mut self, call: u32, reply: Reply<'_>) -> Result<(), Fault>;
    /// Runs the callback of a due timer. A timer that is not wanted any more is ignored.
    fn fire(&mut self, timer: u32) -> Result<(), Fault>;
    /// Runs jobs until none is left.
    fn run_jobs(&mut self) -> Result<(), Fault>;
    /// How far the script has come.
    fn main(&mut self) -> Main;
    /// Whether replies are outstanding.
    fn has_calls(&self) -> bool;
    /// Whether timers are outstanding, also such as need not keep a finished script alive.
    fn has_timers(&self) -> bool;
    /// Whether timers of the script itself are outstanding.
    fn has_active_timers(&mut self) -> bool;
    /// The first rejection that is not handled.
    fn unhandled(&mut self) -> Option<Box<Report>>;
    /// What to say of a script that waits for a promise that nothing can settle.
    fn stalled(&mut self) -> Box<Report>;
}

/// Ends the building of the snapshot. Nothing can be printed meanwhile, so the reason is left in memory, between a mark that the
/// packer looks for and a NUL.
pub fn fail(reason: &str) -> ! {
    let _ = std::hint::black_box(format!("{FAILED}{reason}\0").leak());
    panic!("the guest cannot be built");
}

/// The mark.
const FAILED: &str = "guest-failed: ";

/// An engine and what its last ending was.
#[derive(Debug)]
pub struct Guest<E> {
    engine: E,
    report: Vec<u8>,
}

impl<E: Engine> Guest<E> {
    /// Built for the snapshot.
    pub fn new() -> Self {
        Self { engine: E::new(), report: Vec::new() }
    }

    /// Starts the script of a start frame.
    pub fn start(&mut self, frame: &[u8]) -> State {
        let begun = Start::from_bytes(frame).map_err(broken_frame).and_then(|start| self.engine.begin(start));
        self.proceed(begun)
    }

    /// Delivers one reply or timer.
    pub fn settle(&mut self, id: u32, settlement: Settlement, bytes: &[u8]) -> State {
        let settled = match settlement {
            Settlement::Done => self.engine.settle(id, Reply::Done(bytes)),
            Settlement::Failed => Failure::from_bytes(bytes)
                .map_err(broken_frame)
                .and_then(|failure| self.engine.settle(id, Reply::Failed(failure))),
            Settlement::Fired => self.engine.fire(id),
        };
        self.proceed(settled)
    }

    /// The report frame of the last ending.
    pub fn report(&self) -> &[u8] {
        &self.report
    }

    fn proceed(&mut self, entered: Result<(), Fault>) -> State {
        if let Err(fault) = entered.and_then(|()| self.engine.run_jobs()) {
            return self.end(State::Threw, &fault);
        }
        let main = self.engine.main();
        if let Main::Threw(report) = main {
            return self.end(State::Threw, &report);
        }
        let pending = matches!(main, Main::Pending);
        let engine = &mut self.engine;
        if engine.has_calls() || (engine.has_timers() && (pending || engine.has_active_timers())) {
            return State::Waiting;
        }
        if let Some(report) = engine.unhandled() {
            return self.end(State::Threw, &report);
        }
        if pending {
            let report = engine.stalled();
            return self.end(State::Stalled, &report);
        }
        State::Finished
    }

    fn end(&mut self, state: State, report: &Report) -> State {
        self.report = report.to_bytes();
        state
    }
}

impl<E: Engine> Default for Guest<E> {
    fn default() -> Self {
        Self::new()
    }
}

fn broken_frame(error: FrameError) -> Box<Report> {
    Box::new(Report {
        ending: Ending::Engine as u32,
        message: format!("the host sent a broken frame: {error}"),
        ..Report::default()
    })
}
