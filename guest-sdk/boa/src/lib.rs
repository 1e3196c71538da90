//! The Boa engine as a guest.
//!
//! A thin adapter: it makes a context, gives the prelude its natives, and implements [`Engine`]. What is not Boa's is in
//! `codemode-guest-core`.

mod clock;
mod errors;
mod functions;
mod heap;
mod jobs;
mod json_parse;
mod json_read;
mod json_write;
mod kinds;
mod modules;
mod natives;
mod proxies;
mod random;
mod runtime;
mod script;
mod sort;
mod state;
mod tools;

use codemode_guest_core::export_guest;

export_guest!(runtime::Boa);
