//! The functions that a guest exports. Sole place where the guest reads memory that the host wrote.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

/// A buffer for the host to fill. An empty one takes no memory: the host may as well pass 0 and 0.
pub fn allocate(len: usize) -> *mut u8 {
    if len == 0 {
        return std::ptr::dangling_mut();
    }
    let layout = layout(len);
    // SAFETY: the layout's size is not zero.
    let pointer = unsafe { alloc(layout) };
    if pointer.is_null() {
        handle_alloc_error(layout);
    }
    pointer
}

/// Takes a buffer back, reads it and frees it.
///
/// # Safety
///
/// `pointer` came from [`allocate`] with the same `len`, was not taken before, and the host has filled it.
pub unsafe fn with_buffer<T>(pointer: *mut u8, len: usize, read: impl FnOnce(&[u8]) -> T) -> T {
    if len == 0 {
        return read(&[]);
    }
    // SAFETY: the caller says that `len` bytes at `pointer` are allocated and filled; nobody else has the pointer.
    let bytes = unsafe { std::slice::from_raw_parts(pointer, len) };
    let result = read(bytes);
    // SAFETY: allocated with this layout, and `bytes` is not used any more.
    unsafe { dealloc(pointer, layout(len)) };
    result
}

fn layout(len: usize) -> Layout {
    Layout::array::<u8>(len).expect("a length of 32 bits fits")
}

/// A pointer in the upper and a length in the lower 32 bits.
pub fn packed(bytes: &[u8]) -> i64 {
    let pointer = bytes.as_ptr() as usize as u64;
    ((pointer << 32) | bytes.len() as u64).cast_signed()
}

/// Exports an engine (a type that implements [`Engine`](crate::Engine)) as a guest.
#[macro_export]
macro_rules! export_guest {
    ($engine:ty) => {
        thread_local! {
            static GUEST: std::cell::RefCell<Option<$crate::Guest<$engine>>> = const { std::cell::RefCell::new(None) };
        }

        /// Builds the engine; called once, before the snapshot is taken.
        #[unsafe(export_name = "wizer-initialize")]
        pub extern "C" fn initialize() {
            GUEST.set(Some($crate::Guest::new()));
        }

        /// The version of the interface.
        #[unsafe(export_name = "abi")]
        pub extern "C" fn abi() -> i32 {
            $crate::abi::VERSION
        }

        /// A buffer that the host fills and hands over with `start` or `settle`.
        #[unsafe(export_name = "alloc")]
        pub extern "C" fn alloc(len: usize) -> *mut u8 {
            $crate::exports::allocate(len)
        }

        /// Starts a script.
        ///
        /// # Safety
        ///
        /// The buffer is one of `alloc`, filled, of this length, and handed over.
        #[unsafe(export_name = "start")]
        pub unsafe extern "C" fn start(pointer: *mut u8, len: usize) -> i32 {
            GUEST.with_borrow_mut(|guest| {
                let guest = guest.as_mut().expect("initialized");
                // SAFETY: as this function's.
                unsafe { $crate::exports::with_buffer(pointer, len, |frame| guest.start(frame)) }.into()
            })
        }

        /// Delivers a reply or a timer.
        ///
        /// # Safety
        ///
        /// The buffer is one of `alloc`, filled, of this length, and handed over.
        #[unsafe(export_name = "settle")]
        pub unsafe extern "C" fn settle(id: u32, outcome: i32, pointer: *mut u8, len: usize) -> i32 {
            let settlement = $crate::abi::Settlement::try_from(outcome).expect("the host knows the outcomes");
            GUEST.with_borrow_mut(|guest| {
                let guest = guest.as_mut().expect("initialized");
                // SAFETY: as this function's.
                unsafe { $crate::exports::with_buffer(pointer, len, |bytes| guest.settle(id, settlement, bytes)) }
                    .into()
            })
        }

        /// Where the report of the ending is.
        #[unsafe(export_name = "report")]
        pub extern "C" fn report() -> i64 {
            GUEST.with_borrow(|guest| $crate::exports::packed(guest.as_ref().expect("initialized").report()))
        }
    };
}
