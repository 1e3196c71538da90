//! Sole place where precompiled code is loaded.
//!
//! Invariant: the only code that is ever loaded this way is what the build script compiled and the binary carries. There
//! is no cache on disk, and nothing a script, a tool or a configuration says leads here.

#![expect(unsafe_code, reason = "wasmtime cannot prove that precompiled code is what it compiled; this file shows it")]

use codemode_guests::Guest;
use wasmtime::Module;

/// Loads a guest that is part of this binary.
pub(super) fn load(engine: &wasmtime::Engine, guest: &'static Guest) -> wasmtime::Result<Module> {
    // SAFETY: `deserialize` asks that the bytes come from `Engine::precompile_module` of the same wasmtime. They do: the
    // build script of `codemode-guests` made them with this very version, `Guest` values exist only in its `GUESTS`, and
    // they are constants of this binary.
    unsafe { Module::deserialize(engine, guest.code) }
}
