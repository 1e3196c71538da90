//! codemode through the front door: scripts, and what comes of them.

#![allow(clippy::needless_raw_string_hashes, reason = "UPDATE_EXPECT writes them")]

mod artifacts;
mod calls;
mod hostile;
mod limits;
mod pause;
mod policy;
mod results;
mod schemas;
mod store;
mod support;
mod time_zones;
mod values;
