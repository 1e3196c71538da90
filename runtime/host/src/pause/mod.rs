//! Pausing: a run that waits for nothing but people is saved, and goes on later, perhaps elsewhere.
//!
//! A guest at rest is nothing but its memory (`guest/image.rs`); what the host knows of the run beside it is [`Saved`]. Both go
//! to the store, with what the run waits for, in one transaction. A resumed run has the budgets that were left, not new ones.
//!
//! Invariant: a paused run is taken by one process at a time. What it does after that stands in its account before it
//! happens, as ever; so, if the process is cut off, the next one that takes it finds what was done.

mod resume;
mod save;
mod saved;

pub use resume::Resume;
pub(crate) use saved::{Resumed, Saved};
