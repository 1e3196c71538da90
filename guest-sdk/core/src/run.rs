//! What a run asked the host for and has not got yet.

use std::collections::{BTreeMap, BTreeSet};

use crate::imports;
use crate::manifest::Manifest;

/// The state that the natives of a run share. `P` is what the engine keeps for a pending call: the functions that settle
/// its promise.
#[derive(Debug)]
pub struct Run<P> {
    /// What the script may import.
    pub manifest: Manifest,
    /// Nesting of arrays and objects that arguments and replies may have.
    pub nesting: usize,
    calls: BTreeMap<u32, P>,
    next_call: u32,
    timers: BTreeSet<u32>,
    next_timer: u32,
}

impl<P> Default for Run<P> {
    fn default() -> Self {
        Self {
            manifest: Manifest::default(),
            nesting: 0,
            calls: BTreeMap::new(),
            next_call: 0,
            timers: BTreeSet::new(),
            next_timer: 0,
        }
    }
}

impl<P> Run<P> {
    /// The state of a run that begins.
    pub fn new(manifest: Manifest, nesting: u32) -> Self {
        Self { manifest, nesting: nesting as usize, ..Self::default() }
    }

    /// Asks the host for a call and keeps `pending` until its reply.
    pub fn submit(&mut self, tool: u32, arguments: &[u8], pending: P) {
        let call = self.next_call;
        self.next_call += 1;
        self.calls.insert(call, pending);
        imports::submit(call, tool, arguments);
    }

    /// What was kept for a call; `None` where no such call is pending.
    pub fn replied(&mut self, call: u32) -> Option<P> {
        self.calls.remove(&call)
    }

    /// Asks the host for a timer.
    pub fn sleep(&mut self, millis: f64) -> u32 {
        let timer = self.next_timer;
        self.next_timer += 1;
        self.timers.insert(timer);
        imports::sleep(timer, millis);
        timer
    }

    /// Forgets a timer: the host will still say when it is due, to nobody.
    pub fn cancel(&mut self, timer: u32) {
        self.timers.remove(&timer);
    }

    /// Whether a due timer is still wanted.
    pub fn due(&mut self, timer: u32) -> bool {
        self.timers.remove(&timer)
    }

    /// Whether replies are outstanding.
    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Whether timers are outstanding, also such as need not keep a run alive.
    pub fn has_timers(&self) -> bool {
        !self.timers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::door::take_submitted;

    #[test]
    fn calls_are_numbered_and_answered_once() {
        let mut run = Run::default();
        run.submit(7, b"{}", "a");
        run.submit(8, b"{\"x\":1}", "b");
        assert_eq!(take_submitted(), [(0, 7, "{}".to_owned()), (1, 8, "{\"x\":1}".to_owned())]);
        assert_eq!(run.replied(1), Some("b"));
        assert_eq!(run.replied(1), None);
        assert!(run.has_calls());
        assert_eq!(run.replied(0), Some("a"));
        assert!(!run.has_calls());
    }

    #[test]
    fn a_cancelled_timer_is_not_due() {
        let mut run = Run::<()>::default();
        let first = run.sleep(5.0);
        let second = run.sleep(5.0);
        run.cancel(first);
        assert!(!run.due(first));
        assert!(run.due(second));
        assert!(!run.has_timers());
    }
}
