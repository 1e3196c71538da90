//! Exit codes. They are part of the interface: `codemode run --help` lists them.

use std::io;
use std::process::ExitCode;

use codemode::{Error, Stop, StoreError};

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The script finished; all cases passed.
    Finished,
    /// The script threw, was rejected, or waits for something that cannot come; a case failed.
    Failed,
    /// The command line or the configuration is wrong.
    Usage,
    /// A limit, or the timeout of a tool that ends its run then, stopped the run.
    Limit,
    /// The run waits for a person.
    Paused,
    /// The engine or the machine failed; `EX_SOFTWARE` of `sysexits.h`.
    Internal,
    /// Whoever read stdout is gone; what a shell says of a process that SIGPIPE ended.
    ClosedPipe,
    /// A signal cancelled the run; what a shell says of a process that this signal ended.
    Signal(u8),
}

impl Exit {
    /// How a run's ending shows, where `signal` is the signal that cancelled it, if one did.
    pub(crate) fn of_stop(stop: &Stop, signal: Option<u8>) -> Self {
        match stop {
            Stop::Finished => Self::Finished,
            Stop::Rejected(_) | Stop::NoResult | Stop::Threw(_) | Stop::Stalled(_) => Self::Failed,
            Stop::Limit(_) | Stop::ToolTimeout(_) => Self::Limit,
            Stop::Paused(_) => Self::Paused,
            Stop::Cancelled => Self::Signal(signal.unwrap_or(SIGINT)),
            // `Stop` may grow.
            Stop::EngineFault { .. } | _ => Self::Internal,
        }
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Finished => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Limit => 3,
            Self::Paused => 4,
            Self::Internal => 70,
            Self::ClosedPipe => 128 + SIGPIPE,
            Self::Signal(number) => 128 + number,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The signal of Ctrl-C.
pub(crate) const SIGINT: u8 = 2;

/// The signal that ends a process that writes to a closed pipe.
const SIGPIPE: u8 = 13;

/// How an error shows: most are of the person who set the run up.
pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
    for cause in error.chain() {
        if let Some(Error::Engine(_)) = cause.downcast_ref() {
            return Exit::Internal;
        }
        if let Some(StoreError::Database { .. } | StoreError::Content { .. }) = cause.downcast_ref() {
            return Exit::Internal;
        }
        if let Some(Unwritable(error)) = cause.downcast_ref() {
            return if error.kind() == io::ErrorKind::BrokenPipe { Exit::ClosedPipe } else { Exit::Internal };
        }
    }
    Exit::Usage
}

/// Standard output cannot be written.
#[derive(Debug)]
pub(crate) struct Unwritable(pub(crate) io::Error);

impl std::fmt::Display for Unwritable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl std::error::Error for Unwritable {}
