//! The guest's side of a run: the engine, one instance of a guest, and the lane that long slices go to.

mod artifact;
mod checker;
mod engine;
mod image;
mod imports;
mod instance;
mod lane;

pub use engine::set_live_runs;
pub(crate) use engine::{Engine, LoadedGuest};
pub(crate) use imports::{RunState, SavedRandom, Submitted};
pub(crate) use instance::{Entered, Guest};
