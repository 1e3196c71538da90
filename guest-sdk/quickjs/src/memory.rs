//! The heap as the snapshot has it: what was freed is zero, which costs a snapshot nothing, and what is free lies together.

use std::alloc::Layout;
use std::ffi::c_void;

use crate::random;

unsafe extern "C" {
    fn __real_free(memory: *mut c_void);
    fn malloc_usable_size(memory: *mut c_void) -> usize;
    fn malloc(size: usize) -> *mut c_void;
}

/// Takes, for good, what is free between allocations. What a run allocates then lies together at the end of the heap instead of in
/// holes all over it, so it changes fewer stretches of the pages that runs share. Called when all is made.
pub(crate) fn fill_holes() {
    /// What a run allocates first comes from the end of the heap, of which so much is there already.
    const END: usize = 512 << 10;
    const SIZES: [usize; 14] =
        [128 << 10, 32 << 10, 8 << 10, 4 << 10, 2 << 10, 1 << 10, 512, 256, 128, 96, 64, 48, 24, 8];

    // There are two heaps: that of C, with all that the engine makes, and that of Rust.
    // SAFETY: plain calls of the allocators; each size is one that they take, and only the last block is given back.
    unsafe {
        let end = malloc(END);
        let rust_end = std::alloc::alloc(Layout::from_size_align_unchecked(END, 8));
        for size in SIZES {
            loop {
                let block = malloc(size);
                if block.is_null() || block > end {
                    __real_free(block);
                    break;
                }
            }
            let layout = Layout::from_size_align_unchecked(size, 8);
            loop {
                let block = std::alloc::alloc(layout);
                if block.is_null() {
                    break;
                }
                if block > rust_end {
                    std::alloc::dealloc(block, layout);
                    break;
                }
            }
        }
        __real_free(end);
        std::alloc::dealloc(rust_end, Layout::from_size_align_unchecked(END, 8));
    }
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
