//! Randomness for everything in the engine that asks `getrandom`, `Math.random` above all: the run's seed.

use std::cell::Cell;

use codemode_guest_core::imports;

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// From here on randomness comes from the host. Called when a run begins.
pub(crate) fn begin() {
    RUNNING.set(true);
}

/// Whether a run has begun.
pub(crate) fn is_running() -> bool {
    RUNNING.get()
}

/// Fills bytes for the engine. While the snapshot is built there is no seed: every run would get the same numbers, so the
/// build fails instead.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(dest: *mut u8, len: usize) -> Result<(), getrandom::Error> {
    // SAFETY: `getrandom` passes `len` bytes at `dest` that may be written.
    let bytes = unsafe {
        dest.write_bytes(0, len);
        std::slice::from_raw_parts_mut(dest, len)
    };
    fill(bytes);
    Ok(())
}

/// Fills bytes from the run's seed.
pub(crate) fn fill(bytes: &mut [u8]) {
    assert!(RUNNING.get(), "randomness was asked for while the snapshot is built");
    imports::random(bytes);
}
