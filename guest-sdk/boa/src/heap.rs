//! The allocator, which tells the garbage collector how full the heap is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::Ordering;

use boa_engine::gc::HEAP_BYTES;

use crate::random;

/// The standard allocator with a count.
struct Counted;

#[global_allocator]
static HEAP: Counted = Counted;

fn add(bytes: usize) {
    HEAP_BYTES.store(HEAP_BYTES.load(Ordering::Relaxed).wrapping_add(bytes), Ordering::Relaxed);
}

// SAFETY: every request is passed on as it is.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as the caller's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(layout.size().wrapping_neg());
        // What is freed while the snapshot is built is zeroed: zeros cost a snapshot nothing.
        if !random::is_running() {
            // SAFETY: the memory is still allocated, and the caller does not use it any more.
            unsafe { pointer.write_bytes(0, layout.size()) };
        }
        // SAFETY: as the caller's.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        add(new_size.wrapping_sub(layout.size()));
        // SAFETY: as the caller's.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}
