//! Sole place where a guest reaches the host: its five imports.
//!
//! Invariant: every pointer, length, id, order and count is checked here, before anything is copied or reserved. A
//! corrupted guest may call anything, in any order, with any numbers. No import waits, and none runs a tool: they only
//! note what was asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use codemode_abi::Stream;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;
use wasmtime::{Caller, Memory, ResourceLimiter};

use crate::pause::Saved;
use crate::{Event, Limit, LimitReached, Limits, Printed, Stop};

/// What belongs to one run while its guest lives.
pub(crate) struct RunState {
    pub(crate) limits: Limits,
    pub(crate) printed: Printed,
    /// Why the host stopped the guest. Set once; every import refuses from then on.
    pub(crate) halt: Option<Stop>,
    pub(crate) submitted: Vec<Submitted>,
    /// Timers asked for: the timer, and when it is due.
    pub(crate) sleeps: Vec<(u32, Instant)>,
    pub(crate) calls: u32,
    pub(crate) timers: u32,
    /// Timers that have not fired yet.
    pub(crate) pending_timers: u32,
    pub(crate) memory_bytes: u64,
    pub(crate) deadline: Instant,
    /// Set when nobody waits for the run any more.
    pub(crate) abandoned: Arc<AtomicBool>,
    pub(super) memory: Option<Memory>,
    tools: u32,
    random: ChaCha12Rng,
    events: Option<UnboundedSender<Event>>,
}

/// Where a run's randomness is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct SavedRandom {
    seed: [u8; 32],
    stream: u64,
    word: u64,
}

/// A call that a guest asked for.
pub(crate) struct Submitted {
    /// Its number in the run.
    pub(crate) call: u32,
    /// The tool's index in the registry.
    pub(crate) tool: u32,
    /// The arguments as JSON, or how many bytes they had where those were too many to be copied.
    pub(crate) arguments: Result<Vec<u8>, u64>,
    /// When it was asked for.
    pub(crate) at: Instant,
}

impl RunState {
    pub(crate) fn new(
        limits: Limits,
        tools: u32,
        seed: [u8; 32],
        deadline: Instant,
        abandoned: Arc<AtomicBool>,
        events: Option<UnboundedSender<Event>>,
    ) -> Self {
        Self {
            limits,
            printed: Printed::default(),
            halt: None,
            submitted: Vec::new(),
            sleeps: Vec::new(),
            calls: 0,
            timers: 0,
            pending_timers: 0,
            memory_bytes: 0,
            deadline,
            abandoned,
            memory: None,
            tools,
            random: ChaCha12Rng::from_seed(seed),
            events,
        }
    }

    /// What has to be known of the run's randomness to go on with it.
    pub(crate) fn random(&self) -> SavedRandom {
        SavedRandom {
            seed: self.random.get_seed(),
            stream: self.random.get_stream(),
            // A run never draws 2^64 words.
            word: u64::try_from(self.random.get_word_pos()).unwrap_or(u64::MAX),
        }
    }

    /// Goes on where a saved run was.
    pub(crate) fn resume(&mut self, saved: &Saved) {
        (self.calls, self.timers, self.memory_bytes) = (saved.calls, saved.timers, saved.memory_bytes);
        self.pending_timers = u32::try_from(saved.sleeps.len()).unwrap_or(u32::MAX);
        self.tools = u32::try_from(saved.tools.len()).unwrap_or(u32::MAX);
        self.printed = Printed::restored(&saved.printed);
        self.random = ChaCha12Rng::from_seed(saved.random.seed);
        self.random.set_stream(saved.random.stream);
        self.random.set_word_pos(saved.random.word.into());
    }

    /// Notes why the run ends; the first reason stays. The error traps the guest.
    pub(crate) fn stop(&mut self, stop: Stop) -> wasmtime::Error {
        let text = stop.to_string();
        self.halt.get_or_insert(stop);
        wasmtime::Error::msg(text)
    }

    fn limit(&mut self, limit: Limit, allowed: impl Into<u64>, used: impl Into<u64>) -> wasmtime::Error {
        self.stop(Stop::Limit(LimitReached { limit, allowed: allowed.into(), used: used.into() }))
    }

    fn fault(&mut self, reason: impl Into<String>) -> wasmtime::Error {
        self.stop(Stop::EngineFault { reason: reason.into() })
    }

    /// Stops the guest where its time is over or nobody waits for it.
    pub(super) fn check_time(&mut self) -> wasmtime::Result<()> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Err(self.stop(Stop::Cancelled));
        }
        if Instant::now() >= self.deadline {
            let stop = self.out_of_time();
            return Err(self.stop(stop));
        }
        Ok(())
    }

    /// The stop for a run whose wall time is over.
    pub(crate) fn out_of_time(&self) -> Stop {
        let allowed = millis(self.limits.wall_time);
        let over = Instant::now().saturating_duration_since(self.deadline);
        Stop::Limit(LimitReached { limit: Limit::WallTime, allowed, used: allowed.saturating_add(millis(over)) })
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The run's state, and the bytes at `ptr`, which must lie in the guest's memory. A run that was stopped gives an error.
fn open<'a>(
    caller: &'a mut Caller<'_, RunState>,
    ptr: i32,
    len: i32,
) -> wasmtime::Result<(&'a mut [u8], &'a mut RunState)> {
    if let Some(stop) = &caller.data().halt {
        return Err(wasmtime::Error::msg(stop.to_string()));
    }
    let Some(memory) = caller.data().memory else {
        return Err(caller.data_mut().fault("it called an import too early"));
    };
    let (bytes, state) = memory.data_and_store_mut(caller);
    // Addresses and lengths are unsigned 32-bit numbers in Wasm.
    let start = ptr.cast_unsigned() as usize;
    let end = start.saturating_add(len.cast_unsigned() as usize);
    let size = bytes.len();
    match bytes.get_mut(start..end) {
        Some(bytes) => Ok((bytes, state)),
        None => Err(state.fault(format!("it named bytes {start} to {end} of a memory of {size}"))),
    }
}

pub(super) fn print(mut caller: Caller<'_, RunState>, stream: i32, ptr: i32, len: i32) -> wasmtime::Result<()> {
    let (bytes, state) = open(&mut caller, ptr, len)?;
    let Ok(stream) = Stream::try_from(stream) else {
        return Err(state.fault(format!("it printed to stream {stream}")));
    };
    let (text, result) = state.printed.push(stream, bytes, &state.limits);
    if let Some(events) = state.events.as_ref().filter(|_| !text.is_empty()) {
        // Nobody listens any more where the receiver is gone.
        let _ = events.send(Event::Printed { stream: stream.into(), text: text.to_owned() });
    }
    result.map_err(|reached| state.stop(Stop::Limit(reached)))
}

pub(super) fn submit(
    mut caller: Caller<'_, RunState>,
    call: i32,
    tool: i32,
    ptr: i32,
    len: i32,
) -> wasmtime::Result<()> {
    let (bytes, state) = open(&mut caller, ptr, len)?;
    let (call, tool) = (call.cast_unsigned(), tool.cast_unsigned());
    if call != state.calls {
        return Err(state.fault(format!("it numbered a call {call} that is its {}th", state.calls)));
    }
    if tool >= state.tools {
        return Err(state.fault(format!("it called tool number {tool} of {}", state.tools)));
    }
    if call >= state.limits.calls {
        return Err(state.limit(Limit::Calls, state.limits.calls, u64::from(call) + 1));
    }
    let size = bytes.len() as u64;
    let arguments = if size > state.limits.argument_bytes { Err(size) } else { Ok(bytes.to_vec()) };
    state.calls += 1;
    state.submitted.push(Submitted { call, tool, arguments, at: Instant::now() });
    Ok(())
}

pub(super) fn sleep(mut caller: Caller<'_, RunState>, timer: i32, millis: f64) -> wasmtime::Result<()> {
    let (_, state) = open(&mut caller, 0, 0)?;
    let timer = timer.cast_unsigned();
    if timer != state.timers {
        return Err(state.fault(format!("it numbered a timer {timer} that is its {}th", state.timers)));
    }
    if state.pending_timers >= state.limits.timers {
        return Err(state.limit(Limit::Timers, state.limits.timers, u64::from(state.pending_timers) + 1));
    }
    state.timers = state.timers.checked_add(1).ok_or_else(|| wasmtime::Error::msg("too many timers"))?;
    state.pending_timers += 1;
    // What is not a number of milliseconds up to JavaScript's longest timer, 2³¹ − 1, fires at once.
    let wait = if (0.0..=2_147_483_647.0).contains(&millis) { millis } else { 0.0 };
    state.sleeps.push((timer, Instant::now() + Duration::from_secs_f64(wait / 1_000.0)));
    Ok(())
}

pub(super) fn now(mut caller: Caller<'_, RunState>) -> wasmtime::Result<f64> {
    open(&mut caller, 0, 0)?;
    #[expect(clippy::disallowed_methods, reason = "the only clock of the wall that a script can see")]
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Whole milliseconds: a finer clock would help a script to measure what it should not see.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit 53 bits for 285,000 years")]
    Ok(since.as_millis() as f64)
}

pub(super) fn random(mut caller: Caller<'_, RunState>, ptr: i32, len: i32) -> wasmtime::Result<()> {
    let (bytes, state) = open(&mut caller, ptr, len)?;
    state.random.fill_bytes(bytes);
    Ok(())
}

/// A denied growth ends the run: a script must not catch the limit, and the engine could not go on anyway.
impl ResourceLimiter for RunState {
    fn memory_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        let desired = desired as u64;
        if desired > self.limits.memory_bytes {
            return Err(self.limit(Limit::Memory, self.limits.memory_bytes, desired));
        }
        self.memory_bytes = desired;
        Ok(true)
    }

    /// More than a Wasm memory can have at all: the engine gives up at once, and the reason is known here only.
    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        Err(self.limit(Limit::Memory, self.limits.memory_bytes, Limits::MOST_MEMORY_BYTES))
    }

    fn table_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        // A guest's table holds its own functions and never grows.
        Ok(desired <= 100_000)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        1
    }

    fn memories(&self) -> usize {
        1
    }
}
