//! The command line from outside: exit code, stdout and stderr of the built binary. UPDATE_EXPECT=1 rewrites snapshots.

#![allow(clippy::needless_raw_string_hashes, reason = "UPDATE_EXPECT writes them")]

mod cases;
mod effects;
mod help;
mod kept;
mod net;
mod run;
#[cfg(unix)]
mod signals;
mod support;
mod test;
mod tools;
mod usage;
