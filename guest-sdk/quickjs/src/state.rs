//! What the natives of a run share.

use std::cell::RefCell;

use codemode_guest_core::{Run, Zone};
use rquickjs::{Function, Persistent};

/// A call that waits for its reply.
pub(crate) struct Pending {
    /// The functions that settle its promise.
    pub(crate) resolve: Persistent<Function<'static>>,
    pub(crate) reject: Persistent<Function<'static>>,
    /// Where the script made it: frames as the engine writes them.
    pub(crate) site: String,
}

/// A native's view of the run: what it asked the host for, and what messages need.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) run: Run<Pending>,
    /// The script's text.
    pub(crate) source: String,
    /// The time zone of local dates.
    pub(crate) zone: Zone,
    /// Nested calls that are allowed.
    pub(crate) recursion: u32,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Looks at the state, or changes it. `f` runs no script.
pub(crate) fn with<T>(f: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(f)
}
