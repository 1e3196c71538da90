//! When a call's turn comes: reads together, everything else alone and in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use codemode_tool::Effect;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, OwnedSemaphorePermit, RwLock, Semaphore};

/// The order of calls, across all runs of a sandbox. Fair: a call waits for those that asked before it, so that no stream
/// of reads holds up a write for ever, and effects happen in the order of the script's calls.
pub(crate) type World = Arc<RwLock<()>>;

/// Gives the calls of one run their turns.
pub(crate) struct Scheduler {
    world: World,
    places: Arc<Semaphore>,
    running: Arc<AtomicU32>,
    most: AtomicU32,
}

/// A call's turn; it ends when this is dropped.
pub(crate) struct Turn {
    _world: Access,
    _place: Option<OwnedSemaphorePermit>,
    running: Arc<AtomicU32>,
}

enum Access {
    Shared { _guard: OwnedRwLockReadGuard<()> },
    Alone { _guard: OwnedRwLockWriteGuard<()> },
}

impl Scheduler {
    /// At most `concurrent` calls of this run have their turn at the same time.
    pub(crate) fn new(world: World, concurrent: u32) -> Self {
        let places = Arc::new(Semaphore::new(concurrent as usize));
        Self { world, places, running: Arc::default(), most: AtomicU32::new(0) }
    }

    /// Waits for a call's turn. The place is taken before the lock, and both are first come, first served: a call that
    /// has a place waits only for calls that had theirs earlier, and those end by their timeouts.
    pub(crate) async fn turn(&self, effect: Effect) -> Turn {
        let place = Arc::clone(&self.places).acquire_owned().await.ok(); // never closed
        let world = Arc::clone(&self.world);
        let access = match effect {
            Effect::Read => Access::Shared { _guard: world.read_owned().await },
            Effect::Write | Effect::External => Access::Alone { _guard: world.write_owned().await },
        };
        let running = self.running.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(running, Ordering::Relaxed);
        Turn { _world: access, _place: place, running: Arc::clone(&self.running) }
    }

    /// The most calls that had their turn at the same time.
    pub(crate) fn most(&self) -> u32 {
        self.most.load(Ordering::Relaxed)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}
