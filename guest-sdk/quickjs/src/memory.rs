//! Memory that is freed while the snapshot is built is zeroed: zeros cost a snapshot nothing.

use std::ffi::c_void;

use crate::random;

unsafe extern "C" {
    fn __real_free(memory: *mut c_void);
    fn malloc_usable_size(memory: *mut c_void) -> usize;
}

/// Stands in for `free`, see `guest-sdk/build`.
///
/// # Safety
///
/// As the C function's: `memory` is null or was allocated and not freed yet.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_free(memory: *mut c_void) {
    // SAFETY: the caller says that the memory is allocated, and nobody else uses it any more.
    unsafe {
        if !memory.is_null() && !random::is_running() {
            memory.write_bytes(0, malloc_usable_size(memory));
        }
        __real_free(memory);
    }
}
