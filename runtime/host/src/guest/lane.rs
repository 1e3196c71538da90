//! The slow lane: threads for guests that compute for longer than a tick.
//!
//! Guest code runs on the caller's own task for its first tick, which is all that glue code ever needs: no thread is woken
//! for it. A slice that goes on is moved here, where a few threads serve all such slices in turn, one tick each. So a
//! script that burns CPU holds up no tokio worker, and burners share cores fairly among themselves.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::sync::oneshot;

type Slice = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs a slice of guest code: here for one tick, in the slow lane from then on. `None` where the lane's threads are gone,
/// which they are only while the process ends.
pub(super) async fn run<T: Send + 'static>(slice: impl Future<Output = T> + Send + 'static) -> Option<T> {
    let mut slice = Box::pin(slice);
    // A guest's future is pending only because it yielded at a tick.
    match std::future::poll_fn(|context| Poll::Ready(slice.as_mut().poll(context))).await {
        Poll::Ready(value) => Some(value),
        Poll::Pending => {
            let (sender, receiver) = oneshot::channel();
            LANE.get_or_init(Lane::start).push(Box::pin(async move {
                // The receiver is gone where the run was dropped.
                let _ = sender.send(slice.await);
            }));
            receiver.await.ok()
        }
    }
}

static LANE: OnceLock<Lane> = OnceLock::new();

#[derive(Default)]
struct Lane {
    queue: Mutex<VecDeque<Slice>>,
    filled: Condvar,
}

impl Lane {
    /// One thread for each core: guests are never idle here.
    fn start() -> Self {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        for number in 0..threads {
            let spawned = std::thread::Builder::new().name(format!("codemode-lane-{number}")).spawn(|| {
                let lane = LANE.wait();
                loop {
                    lane.turn();
                }
            });
            if let Err(reason) = spawned {
                tracing::error!(%reason, "a thread for long-running scripts cannot be started");
            }
        }
        Self::default()
    }

    fn push(&self, slice: Slice) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(slice);
        self.filled.notify_one();
    }

    /// Runs the slice that has waited longest for one tick.
    fn turn(&self) {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.filled.wait_while(queue, |queue| queue.is_empty());
        let Some(mut slice) = waited.unwrap_or_else(PoisonError::into_inner).pop_front() else { return };
        // Whether it yielded or is ready is all there is to know, so nobody needs to be woken.
        let mut context = Context::from_waker(Waker::noop());
        if slice.as_mut().poll(&mut context).is_pending() {
            self.push(slice);
        }
    }
}
