//! What the host and its Wasm guests both know: names, numbers and frames.
//!
//! The guest never blocks. Its imports return at once, and when its job queue is empty it returns a [`State`] to the
//! host. The host later delivers one reply or timer with `settle`, and the guest runs the jobs that this releases.
//!
//! Everything that crosses the boundary is either a number, UTF-8 text, JSON text, or one of the frames in [`frame`].
//! The host trusts nothing that it reads from a guest: each number goes through a `TryFrom` of this crate and each frame
//! through [`frame::Reader`], which checks lengths before it copies.

pub mod check;
pub mod frame;
mod nearest;
mod specifier;
mod words;

pub use frame::{Failure, Report, Start};
pub use nearest::nearest;
pub use specifier::{BUILT_IN, TOOLS, is_built_in, module_name, specifier};
pub use words::{CONTEXTUAL, RESERVED};

/// The version of this interface. A guest exports it as `abi() -> i32`; the host refuses any other.
pub const VERSION: i32 = 1;

/// The import module of all functions that a guest may call.
pub const IMPORT_MODULE: &str = "codemode";

/// Names of the functions that a guest imports from [`IMPORT_MODULE`].
pub mod import {
    /// `print(stream: i32, ptr: i32, len: i32)`: UTF-8 text for a [`Stream`](super::Stream).
    pub const PRINT: &str = "print";
    /// `submit(call: i32, tool: i32, ptr: i32, len: i32)`: asks for a tool call. `call` counts up from 0, `tool` is an
    /// index of the start frame's manifest, the bytes are the arguments as JSON, serialised once.
    pub const SUBMIT: &str = "submit";
    /// `sleep(timer: i32, millis: f64)`: asks for a timer. `timer` counts up from 0, apart from calls.
    pub const SLEEP: &str = "sleep";
    /// `now() -> f64`: whole milliseconds since the Unix epoch.
    pub const NOW: &str = "now";
    /// `random(ptr: i32, len: i32)`: fills the bytes from the run's seed.
    pub const RANDOM: &str = "random";
}

/// Names of what a guest exports.
pub mod export {
    /// The linear memory.
    pub const MEMORY: &str = "memory";
    /// `abi() -> i32`: must be [`VERSION`](super::VERSION).
    pub const ABI: &str = "abi";
    /// `alloc(len: i32) -> i32`: a buffer that the host fills and hands over with `start` or `settle`, which free it.
    pub const ALLOC: &str = "alloc";
    /// `start(ptr: i32, len: i32) -> i32`: a [`Start`](super::Start) frame; gives a [`State`](super::State).
    pub const START: &str = "start";
    /// `settle(id: i32, outcome: i32, ptr: i32, len: i32) -> i32`: one reply ([`Settlement`](super::Settlement)); gives a
    /// [`State`](super::State).
    pub const SETTLE: &str = "settle";
    /// `check(ptr: i32, len: i32) -> i64`: the checker's one function: a [`Source`](super::check::Source) frame; gives where the
    /// [`Checked`](super::check::Checked) frame is, as `report` does.
    pub const CHECK: &str = "check";
    /// `report() -> i64`: after `Threw` or `Stalled`, where the [`Report`](super::Report) frame is: the pointer in the
    /// upper 32 bits, the length in the lower.
    pub const REPORT: &str = "report";
}

/// Declares an enum whose numbers are part of the ABI.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum $name { $($(#[$vdoc])* $variant = $number,)+ }

        impl TryFrom<i32> for $name {
            /// The number that means nothing.
            type Error = i32;

            fn try_from(number: i32) -> Result<Self, i32> {
                match number { $($number => Ok(Self::$variant),)+ other => Err(other) }
            }
        }

        impl From<$name> for i32 {
            fn from(value: $name) -> i32 { value as i32 }
        }
    };
}

numbers! {
    /// What a guest returns when its job queue is empty.
    State {
        /// The script ended and nothing is outstanding.
        Finished = 0,
        /// Calls or timers are outstanding.
        Waiting = 1,
        /// The script failed: `report` says how.
        Threw = 2,
        /// The script waits for a promise that nothing can settle any more: `report` says where.
        Stalled = 3,
    }
}

numbers! {
    /// How the host settles what a guest asked for.
    Settlement {
        /// A call ended well; the bytes are its reply as JSON.
        Done = 0,
        /// A call failed or was refused; the bytes are a [`Failure`] frame.
        Failed = 1,
        /// A timer is due; no bytes.
        Fired = 2,
    }
}

numbers! {
    /// Where printed text goes.
    Stream {
        /// Answers: `console.log`, `console.info`, `console.debug`, `print`.
        Stdout = 0,
        /// Diagnostics: `console.error`, `console.warn`, `console.trace`.
        Stderr = 1,
    }
}

numbers! {
    /// What kind of ending a [`Report`] tells of.
    Ending {
        /// A value was thrown and not caught, or a rejection was not handled.
        Threw = 0,
        /// The source does not parse, or an import cannot be linked; nothing ran.
        Rejected = 1,
        /// The engine's own stack limit was reached.
        Stack = 2,
        /// Promises are pending and nothing can settle them.
        Stalled = 3,
        /// The engine failed in a way that is not the script's doing.
        Engine = 4,
        /// The engine ran out of the memory that it was given.
        Memory = 5,
    }
}
