//! When a call's turn comes: reads together, writes alone on what they touch, in the order of the asking.
//!
//! One queue for all runs of a sandbox. A call waits for exactly those calls before it, running or waiting, that it
//! conflicts with. So effects on one resource happen in the order of the script's calls, no stream of reads holds up a
//! write for ever, and there is no deadlock: a call takes one lock, once, and waits only for earlier ones.

use std::collections::{HashMap, VecDeque};
use std::future::poll_fn;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use codemode_tool::Effect;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The order of calls across all runs of a sandbox.
pub(crate) type World = Arc<Queue>;

/// What a call touches, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    /// Whether it may run beside other readers of the same.
    pub(crate) shared: bool,
    /// The resource; everything where it is not known.
    pub(crate) key: Option<Arc<str>>,
}

impl Claim {
    pub(crate) fn new(effect: Effect, key: Option<Arc<str>>) -> Self {
        Self { shared: effect == Effect::Read, key }
    }
}

/// Calls that run or wait, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    next_ticket: u64,
    list: VecDeque<Entry>,
}

#[derive(Debug)]
struct Entry {
    ticket: u64,
    claim: Claim,
    granted: bool,
    waker: Option<Waker>,
}

/// What earlier calls claim, gathered while the queue is walked from its oldest entry.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "four questions, each with its own answer")]
struct Claimed<'a> {
    /// Somebody claims everything, shared or alone.
    all_shared: bool,
    all_alone: bool,
    /// Somebody claims any resource at all, shared or alone.
    any_shared: bool,
    any_alone: bool,
    /// Who claims what: whether somebody has it alone.
    keys: HashMap<&'a str, bool>,
}

impl<'a> Claimed<'a> {
    fn conflicts(&self, claim: &Claim) -> bool {
        match (&claim.key, claim.shared) {
            (_, true) if self.all_alone => true,
            (None, true) => self.any_alone,
            (None, false) => self.any_shared || self.any_alone,
            (Some(key), true) => self.keys.get(&**key).is_some_and(|&alone| alone),
            (Some(key), false) => self.all_shared || self.all_alone || self.keys.contains_key(&**key),
        }
    }

    fn add(&mut self, claim: &'a Claim) {
        self.any_shared |= claim.shared;
        self.any_alone |= !claim.shared;
        match &claim.key {
            None => {
                self.all_shared |= claim.shared;
                self.all_alone |= !claim.shared;
            }
            Some(key) => *self.keys.entry(key).or_default() |= !claim.shared,
        }
    }
}

impl Entries {
    /// Grants every claim that conflicts with nothing before it, and wakes those who wait for one.
    fn grant(&mut self) {
        let mut claimed = Claimed::default();
        for entry in &mut self.list {
            if !entry.granted && !claimed.conflicts(&entry.claim) {
                entry.granted = true;
                if let Some(waker) = entry.waker.take() {
                    waker.wake();
                }
            }
            claimed.add(&entry.claim);
        }
    }

    fn find(&mut self, ticket: u64) -> Option<&mut Entry> {
        let at = self.list.binary_search_by_key(&ticket, |entry| entry.ticket).ok()?;
        self.list.get_mut(at)
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a claim's turn. The place in the queue is taken at once, and given back when the turn is dropped, waited
    /// for or not.
    pub(crate) async fn claim(self: Arc<Self>, claim: Claim) -> Held {
        let ticket = {
            let mut entries = self.lock();
            let ticket = entries.next_ticket;
            entries.next_ticket += 1;
            entries.list.push_back(Entry { ticket, claim, granted: false, waker: None });
            entries.grant();
            ticket
        };
        let held = Held { queue: self, ticket };
        poll_fn(|context| match held.queue.lock().find(ticket) {
            Some(entry) if !entry.granted => {
                entry.waker = Some(context.waker().clone());
                Poll::Pending
            }
            _ => Poll::Ready(()),
        })
        .await;
        held
    }
}

/// A place in the queue.
#[derive(Debug)]
pub(crate) struct Held {
    queue: World,
    ticket: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut entries = self.queue.lock();
        if let Ok(at) = entries.list.binary_search_by_key(&self.ticket, |entry| entry.ticket) {
            entries.list.remove(at);
            entries.grant();
        }
    }
}

/// Gives the calls of one run their turns.
pub(crate) struct Scheduler {
    world: World,
    places: Arc<Semaphore>,
    running: Arc<AtomicU32>,
    most: AtomicU32,
}

/// A call's turn; it ends when this is dropped.
pub(crate) struct Turn {
    _held: Held,
    _place: Option<OwnedSemaphorePermit>,
    running: Arc<AtomicU32>,
}

impl Scheduler {
    /// At most `concurrent` calls of this run have their turn at the same time.
    pub(crate) fn new(world: World, concurrent: u32) -> Self {
        let places = Arc::new(Semaphore::new(concurrent as usize));
        Self { world, places, running: Arc::default(), most: AtomicU32::new(0) }
    }

    /// Waits for a call's turn. The place is taken before the claim, first come, first served: a call that claims has its
    /// place, so that whoever waits for it waits only for work that goes on and ends by its timeout.
    pub(crate) async fn turn(&self, claim: Claim) -> Turn {
        let place = Arc::clone(&self.places).acquire_owned().await.ok(); // never closed
        let held = Arc::clone(&self.world).claim(claim).await;
        let running = self.running.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(running, Ordering::Relaxed);
        Turn { _held: held, _place: place, running: Arc::clone(&self.running) }
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

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::Context;

    use super::*;

    type Waiting = Pin<Box<dyn Future<Output = Held>>>;

    fn overlap(a: &Claim, b: &Claim) -> bool {
        !(a.shared && b.shared) && (a.key.is_none() || b.key.is_none() || a.key == b.key)
    }

    /// A small generator, so that a failure repeats.
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, sides: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % sides
        }
    }

    /// Every state of random histories: who holds never conflicts; whoever waits conflicts with somebody before it; nobody is
    /// overtaken by a conflicting call that asked later; calls that gave up, waiting or holding (as at a timeout), are
    /// forgotten; and in the end everybody had their turn.
    #[test]
    fn turns_never_conflict_never_starve_and_keep_their_order() {
        let mut context = Context::from_waker(Waker::noop());
        for seed in 1..=300 {
            let mut dice = Dice(seed * 0x9e37_79b9_7f4a_7c15);
            let world = World::default();
            let mut waiting: Vec<(u64, Claim, Waiting)> = Vec::new();
            let mut holding: Vec<(u64, Claim, Held)> = Vec::new();
            let mut born = 0;
            for step in 0..120 {
                match dice.roll(if step < 80 { 5 } else { 3 }) {
                    3.. => {
                        let key =
                            ["a", "b", "c"].get(usize::try_from(dice.roll(5)).unwrap()).map(|key| Arc::from(*key));
                        let claim = Claim { shared: dice.roll(2) == 0, key };
                        waiting.push((born, claim.clone(), Box::pin(Arc::clone(&world).claim(claim))));
                        born += 1;
                    }
                    0 if !waiting.is_empty() => {
                        let at = usize::try_from(dice.roll(waiting.len() as u64)).unwrap();
                        // Only a future that was polled has a place.
                        let _ = waiting[at].2.as_mut().poll(&mut context);
                        if dice.roll(4) == 0 {
                            drop(waiting.remove(at));
                        }
                    }
                    _ if !holding.is_empty() => {
                        let at = usize::try_from(dice.roll(holding.len() as u64)).unwrap();
                        holding.remove(at);
                    }
                    _ => {}
                }
                // Calls ask in order, as the driver polls them.
                let mut still: Vec<(u64, Claim, Waiting)> = Vec::new();
                for (at, claim, mut future) in waiting.drain(..) {
                    match future.as_mut().poll(&mut context) {
                        Poll::Ready(held) => {
                            let overtaken = still.iter().find(|(_, theirs, _)| overlap(&claim, theirs));
                            assert!(
                                overtaken.is_none(),
                                "seed {seed}: {claim:?} overtook {:?}",
                                overtaken.map(|w| &w.1)
                            );
                            holding.push((at, claim, held));
                        }
                        Poll::Pending => still.push((at, claim, future)),
                    }
                }
                waiting = still;
                for (i, (_, a, _)) in holding.iter().enumerate() {
                    assert!(holding.iter().skip(i + 1).all(|(_, b, _)| !overlap(a, b)), "seed {seed}: two hold {a:?}");
                }
                for (at, claim, _) in &waiting {
                    let before = holding.iter().map(|h| (h.0, &h.1)).chain(waiting.iter().map(|w| (w.0, &w.1)));
                    let blocked = before.into_iter().any(|(other, theirs)| other < *at && overlap(claim, theirs));
                    assert!(blocked, "seed {seed}: {claim:?} waits for nobody");
                }
            }
            for round in 0.. {
                assert!(round < 1_000, "seed {seed}: somebody starves");
                holding.clear();
                waiting.retain_mut(|(_, _, future)| future.as_mut().poll(&mut context).is_pending());
                if waiting.is_empty() {
                    break;
                }
            }
            assert!(world.lock().list.is_empty(), "seed {seed}: somebody is left in the queue");
        }
    }
}
