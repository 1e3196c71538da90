//! `Math.random` from the run's seed. The engine's own generator was seeded when the snapshot was built: every run would get
//! the same numbers.

use std::cell::{Cell, RefCell};

use codemode_guest_core::imports;

thread_local! {
    static RUNNING: Cell<bool> = const { Cell::new(false) };
    static READY: RefCell<Ready> = const { RefCell::new(Ready { bytes: [0; BYTES], left: 0 }) };
}

/// Random bytes that are fetched at a time.
const BYTES: usize = 256;

struct Ready {
    bytes: [u8; BYTES],
    left: usize,
}

/// From here on randomness and time come from the host. Called when a run begins.
pub(crate) fn begin() {
    RUNNING.set(true);
}

/// Whether a run has begun: while the snapshot is built nothing may ask the host.
pub(crate) fn is_running() -> bool {
    RUNNING.get()
}

/// Fills bytes from the run's seed.
pub(crate) fn fill(bytes: &mut [u8]) {
    assert!(is_running(), "randomness was asked for while the snapshot is built");
    imports::random(bytes);
}

/// A number from 0 up to 1, with 53 random bits.
pub(crate) fn number() -> f64 {
    let bits = READY.with_borrow_mut(|ready| {
        if ready.left == 0 {
            fill(&mut ready.bytes);
            ready.left = BYTES;
        }
        ready.left -= 8;
        let bytes = &ready.bytes[ready.left..ready.left + 8];
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    });
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    let number = (bits >> 11) as f64;
    number / (1_u64 << 53) as f64
}
