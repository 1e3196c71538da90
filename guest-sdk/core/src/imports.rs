//! Sole place where the guest calls the host: the five imports, as safe functions.
//!
//! Invariant: none of them is called while the snapshot is built. Outside Wasm (unit tests) they go to a recorder.

pub use door::{now, print, random, sleep, submit};

#[cfg(target_arch = "wasm32")]
mod door {
    use codemode_abi::Stream;

    mod host {
        #[link(wasm_import_module = "codemode")]
        unsafe extern "C" {
            pub(super) fn print(stream: i32, ptr: *const u8, len: usize);
            pub(super) fn submit(call: u32, tool: u32, ptr: *const u8, len: usize);
            pub(super) fn sleep(timer: u32, millis: f64);
            pub(super) fn now() -> f64;
            pub(super) fn random(ptr: *mut u8, len: usize);
        }
    }

    /// Prints a piece of text, line end included.
    pub fn print(stream: Stream, text: &str) {
        // SAFETY: the host reads `len` bytes at `ptr`, which `text` borrows until it returned.
        unsafe { host::print(stream.into(), text.as_ptr(), text.len()) }
    }

    /// Asks for a tool call. `arguments` is JSON text.
    pub fn submit(call: u32, tool: u32, arguments: &[u8]) {
        // SAFETY: the host reads `len` bytes at `ptr`, which `arguments` borrows until it returned.
        unsafe { host::submit(call, tool, arguments.as_ptr(), arguments.len()) }
    }

    /// Asks for a timer.
    pub fn sleep(timer: u32, millis: f64) {
        // SAFETY: passes numbers.
        unsafe { host::sleep(timer, millis) }
    }

    /// Whole milliseconds since the Unix epoch.
    pub fn now() -> f64 {
        // SAFETY: passes nothing.
        unsafe { host::now() }
    }

    /// Fills the bytes from the run's seed.
    pub fn random(bytes: &mut [u8]) {
        // SAFETY: the host writes `len` bytes at `ptr`, which `bytes` borrows mutably until it returned.
        unsafe { host::random(bytes.as_mut_ptr(), bytes.len()) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub mod door {
    //! The recorder that stands in for the host in unit tests.

    use std::cell::RefCell;

    use codemode_abi::Stream;

    thread_local! {
        static SUBMITTED: RefCell<Vec<(u32, u32, String)>> = const { RefCell::new(Vec::new()) };
    }

    /// The calls that were asked for since the last time, as `(call, tool, arguments)`.
    pub fn take_submitted() -> Vec<(u32, u32, String)> {
        SUBMITTED.take()
    }

    /// Prints nothing.
    pub fn print(_: Stream, _: &str) {}

    /// Records a tool call.
    pub fn submit(call: u32, tool: u32, arguments: &[u8]) {
        let arguments = String::from_utf8_lossy(arguments).into_owned();
        SUBMITTED.with_borrow_mut(|calls| calls.push((call, tool, arguments)));
    }

    /// Asks for nothing.
    pub fn sleep(_: u32, _: f64) {}

    /// Always the same moment.
    pub fn now() -> f64 {
        0.0
    }

    /// Always the same bytes.
    pub fn random(bytes: &mut [u8]) {
        bytes.fill(7);
    }
}
