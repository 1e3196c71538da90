//! What happens during a run, as it happens.

use std::time::Duration;

use codemode_tool::Effect;
use serde::Serialize;

use crate::limits::millis;
use crate::{CallEnding, Outcome};

/// Where printed text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PrintTarget {
    /// Answers: `console.log`, `console.info`, `console.debug`, `print`.
    Stdout,
    /// Diagnostics: `console.error`, `console.warn`, `console.trace`.
    Stderr,
}

impl From<codemode_abi::Stream> for PrintTarget {
    fn from(stream: codemode_abi::Stream) -> Self {
        match stream {
            codemode_abi::Stream::Stdout => Self::Stdout,
            codemode_abi::Stream::Stderr => Self::Stderr,
        }
    }
}

/// Something that happened in a run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[non_exhaustive]
pub enum Event {
    /// The script printed.
    Printed {
        /// Where to.
        stream: PrintTarget,
        /// The text, cleaned of control characters.
        text: String,
    },
    /// A tool was started.
    CallStarted {
        /// The call's number in its run.
        call: u32,
        /// The tool, as `module.tool`.
        tool: String,
        /// What the call may do.
        effect: Effect,
    },
    /// A call ended, or was refused without having been started.
    CallEnded {
        /// The call's number in its run.
        call: u32,
        /// The tool, as `module.tool`.
        tool: String,
        /// What became of it.
        ending: CallEnding,
        /// From the asking to the reply.
        #[serde(with = "millis", rename = "latency_ms")]
        latency: Duration,
    },
    /// The run ended. This is the last event.
    Ended(Box<Outcome>),
}
