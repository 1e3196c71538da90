//! Who calls, for whom, and until when.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;

use crate::BoxFuture;

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
    /// Where output that is too long for the reply can be kept whole, if the host has a place for it.
    pub artifacts: Artifacts,
}

impl RunContext {
    /// The key under which a service may recognise a repeat of this very call: `run:call`, of the run that first asked for it
    /// where a later run goes on from there.
    pub fn idempotency_key(&self) -> &str {
        &self.key
    }
}

/// Keeps large output whole, so that the reply needs only a part of it: for hosts.
pub trait KeepArtifact: Send + Sync + 'static {
    /// The most bytes that are kept of one output.
    fn most(&self) -> u64;

    /// Keeps text and gives its id; nothing where that cannot be done.
    fn keep(&self, text: Vec<u8>) -> BoxFuture<'_, Option<String>>;
}

/// Where a call's large output is kept; without a place, nothing is.
///
/// A reply that is too long as a whole needs none of this: the host keeps it by itself. It is for tools that cut what they
/// reply, such as what a program wrote.
#[derive(Clone, Default)]
pub struct Artifacts(Option<Arc<dyn KeepArtifact>>);

impl Artifacts {
    /// A place.
    pub fn new(place: Arc<dyn KeepArtifact>) -> Self {
        Self(Some(place))
    }

    /// The most bytes that are kept of one output: 0 where there is no place, so that a tool need not gather them.
    pub fn most(&self) -> u64 {
        self.0.as_ref().map_or(0, |place| place.most())
    }

    /// Keeps text and gives the id by which scripts of the same principal read it (`codemode:artifacts`); nothing where that
    /// cannot be done. Say in the reply what is missing, and the id.
    pub async fn keep(&self, text: Vec<u8>) -> Option<String> {
        match &self.0 {
            Some(place) => place.keep(text).await,
            None => None,
        }
    }
}

impl fmt::Debug for Artifacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Artifacts").field("most", &self.most()).finish()
    }
}
