//! Time as the engine asks for it: the host's clock. The time zone is a hook of [`crate::runtime`].

use boa_engine::context::time::{Clock, JsInstant};
use codemode_guest_core::imports;

/// The host's clock.
#[derive(Debug)]
pub(crate) struct HostClock;

impl Clock for HostClock {
    fn now(&self) -> JsInstant {
        let millis = imports::now().max(0.0) as u64;
        JsInstant::new(millis / 1000, (millis % 1000) as u32 * 1_000_000)
    }

    fn system_time_millis(&self) -> i64 {
        imports::now() as i64
    }
}
