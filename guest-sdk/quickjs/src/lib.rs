//! The QuickJS-ng engine as a guest.
//!
//! A thin adapter: it makes a context, gives the prelude its natives, and implements
//! [`Engine`](codemode_guest_core::Engine). What is not QuickJS's is in `codemode-guest-core`.

mod captured;
mod clock;
mod errors;
mod iterators;
mod json_read;
mod json_write;
mod kinds;
mod memory;
mod modules;
mod natives;
mod random;
mod runtime;
mod script;
mod state;
mod text;
mod tools;
mod values;

use codemode_guest_core::export_guest;

export_guest!(runtime::QuickJs);
