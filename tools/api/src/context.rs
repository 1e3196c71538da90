//! Who calls, for whom, and until when.

use std::time::Instant;

use tokio_util::sync::CancellationToken;

/// What a tool may know of the run that calls it. Everything in it comes from the host; nothing from the script.
#[derive(Clone, Debug)]
pub struct RunContext {
    /// For whom the script runs: a user, a service, a tenant. Empty where the host named nobody.
    pub principal: String,
    /// The run's id.
    pub run: String,
    /// The call's number in its run, from 0.
    pub call: u32,
    /// The key under which a service may recognise a repeat of this very call: see [`idempotency_key`](Self::idempotency_key).
    pub key: String,
    /// When the call is cut off.
    pub deadline: Instant,
    /// Fires when the call is cut off or its run ends: work that outlives the future (threads, child processes) must stop.
    pub cancelled: CancellationToken,
}

impl RunContext {
    /// The key under which a service may recognise a repeat of this very call: `run:call`, of the run that first asked for it
    /// where a later run goes on from there.
    pub fn idempotency_key(&self) -> &str {
        &self.key
    }
}
