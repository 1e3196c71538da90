//! Time as the engine asks its C library for it: the host's clock, in the run's time zone.

use std::ffi::{c_int, c_void};

use codemode_guest_core::imports;

use crate::{random, state};

/// Microseconds since the Unix epoch. While the snapshot is built there is no clock; the engine only seeds the generator with it
/// that [`crate::random`] replaces.
#[unsafe(no_mangle)]
extern "C" fn __rquickjs_host_now_us() -> f64 {
    if random::is_running() { imports::now() * 1000.0 } else { 0.0 }
}

/// `struct tm` of the C library. The engine reads the distance from UTC alone.
#[repr(C)]
struct Tm {
    fields: [c_int; 9],
    gmtoff: c_int,
    zone: *const c_void,
    nsec: c_int,
}

/// Stands in for `localtime_r`, see `guest-sdk/build`.
///
/// # Safety
///
/// As the C function's: `time`, a `time_t` of 64 bits, may be read, and `tm` written.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_localtime_r(time: *const i64, tm: *mut c_void) -> *mut c_void {
    // SAFETY: the caller says that there is a time.
    let moment = unsafe { time.read() };
    let gmtoff = state::with(|state| state.zone.offset_at(moment));
    let local = Tm { fields: [0; 9], gmtoff, zone: std::ptr::null(), nsec: 0 };
    // SAFETY: the caller says that there is a `struct tm` at `tm`.
    unsafe { tm.cast::<Tm>().write(local) };
    tm
}
