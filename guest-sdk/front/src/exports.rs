//! The functions that the guest exports. Sole place where it reads memory that the host wrote.
//!
//! Each check has an instance of its own, so nothing is ever freed.

use std::alloc::{Layout, alloc, handle_alloc_error};

use codemode_abi::VERSION;
use codemode_abi::check::Source;
use codemode_abi::frame::Frame;

/// The version of the interface.
#[unsafe(export_name = "abi")]
extern "C" fn abi() -> i32 {
    VERSION
}

/// A buffer that the host fills and hands over with `check`.
#[unsafe(export_name = "alloc")]
extern "C" fn allocate(len: usize) -> *mut u8 {
    if len == 0 {
        return std::ptr::dangling_mut();
    }
    let layout = Layout::array::<u8>(len).expect("a length of 32 bits fits");
    // SAFETY: the layout's size is not zero.
    let pointer = unsafe { alloc(layout) };
    if pointer.is_null() {
        handle_alloc_error(layout);
    }
    pointer
}

/// Checks a script: takes a [`Source`] frame, gives the place of a [`Checked`](codemode_abi::check::Checked) frame, the
/// pointer in the upper and the length in the lower 32 bits.
///
/// # Safety
///
/// The buffer is one of `alloc`, filled, of this length.
#[unsafe(export_name = "check")]
unsafe extern "C" fn check(pointer: *const u8, len: usize) -> i64 {
    // SAFETY: the caller says that `len` bytes at `pointer` are allocated and filled.
    let bytes = unsafe { std::slice::from_raw_parts(pointer, len) };
    let source = Source::from_bytes(bytes).expect("the host sends whole frames");
    let answer = crate::check(&source).to_bytes().leak();
    let pointer = answer.as_ptr() as usize as u64;
    ((pointer << 32) | answer.len() as u64).cast_signed()
}
