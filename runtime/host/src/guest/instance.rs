//! One guest: a fresh store and instance for each run, and the three ways in.
//!
//! Invariant: after any trap, or any answer that makes no sense, the guest is never entered again.

use codemode_abi::frame::Frame;
use codemode_abi::{Report, Settlement, State, export};
use wasmtime::{Instance, Memory, Store, Trap, TypedFunc, UpdateDeadline};

use super::engine::LoadedGuest;
use super::{Engine, RunState, lane};
use crate::{Error, Limit, LimitReached, Stop};

/// The most bytes of a report frame that are read.
const REPORT_BYTES: usize = 1 << 20;

/// A guest at rest: it waits, or has ended.
pub(crate) struct Guest {
    store: Store<RunState>,
    memory: Memory,
    alloc: TypedFunc<i32, i32>,
    start: TypedFunc<(i32, i32), i32>,
    settle: TypedFunc<(i32, i32, i32, i32), i32>,
    report: TypedFunc<(), i64>,
    engine: &'static Engine,
}

impl Guest {
    /// Makes a guest from the snapshot.
    pub(crate) async fn new(
        engine: &'static Engine,
        loaded: &'static LoadedGuest,
        state: RunState,
    ) -> Result<Box<Self>, Error> {
        let fuel = state.limits.fuel;
        let mut store = Store::new(&engine.wasm, state);
        store.limiter(|state| state);
        let broken = |e: wasmtime::Error| Error::Engine(format!("{e:#}"));
        store.set_fuel(fuel).map_err(broken)?;
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(move |mut context| {
            context.data_mut().check_time()?;
            engine.ticker.keep();
            Ok(UpdateDeadline::Yield(1))
        });
        let instance = loaded.pre.instantiate_async(&mut store).await.map_err(broken)?;
        Self::link(engine, store, instance).map_err(broken)
    }

    fn link(engine: &'static Engine, mut store: Store<RunState>, instance: Instance) -> wasmtime::Result<Box<Self>> {
        let memory = instance
            .get_memory(&mut store, export::MEMORY)
            .ok_or_else(|| wasmtime::Error::msg("the guest exports no memory"))?;
        let alloc = instance.get_typed_func(&mut store, export::ALLOC)?;
        let start = instance.get_typed_func(&mut store, export::START)?;
        let settle = instance.get_typed_func(&mut store, export::SETTLE)?;
        let report = instance.get_typed_func(&mut store, export::REPORT)?;
        store.data_mut().memory = Some(memory);
        Ok(Box::new(Self { store, memory, alloc, start, settle, report, engine }))
    }

    pub(super) const fn engine(&self) -> &'static Engine {
        self.engine
    }

    /// The whole memory.
    pub(super) fn memory_data(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    pub(super) fn memory_data_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    /// Makes the memory as large as a saved one was; its limit holds as ever.
    pub(super) async fn grow_to(&mut self, size: usize) -> Result<(), Error> {
        const WASM_PAGE: usize = 64 << 10;
        let broken = |reason: String| Error::Engine(format!("a saved guest cannot be restored: {reason}"));
        let more = size.checked_sub(self.memory_data().len()).filter(|more| more % WASM_PAGE == 0);
        let more = more.ok_or_else(|| broken("its memory has another size than its guest".into()))?;
        if more > 0 {
            let pages = (more / WASM_PAGE) as u64;
            self.memory.grow_async(&mut self.store, pages).await.map_err(|e| broken(format!("{e:#}")))?;
        }
        Ok(())
    }

    pub(super) fn set_fuel(&mut self, fuel: u64) -> Result<(), Error> {
        self.store.set_fuel(fuel).map_err(|e| Error::Engine(format!("{e:#}")))
    }

    /// Fuel that is left.
    pub(crate) fn fuel_left(&self) -> u64 {
        self.store.get_fuel().unwrap_or(0)
    }

    /// The run's state.
    pub(crate) fn state(&mut self) -> &mut RunState {
        self.store.data_mut()
    }

    /// Starts the script.
    pub(crate) async fn start(mut self: Box<Self>, frame: Vec<u8>) -> Entered<State> {
        enter(self.engine, async move {
            let result = self.start_now(&frame).await;
            (self, result)
        })
        .await
        .and_then(known)
    }

    async fn start_now(&mut self, frame: &[u8]) -> wasmtime::Result<i32> {
        let ptr = self.put(frame).await?;
        self.start.call_async(&mut self.store, (ptr, size(frame)?)).await
    }

    /// Delivers a reply or a timer.
    pub(crate) async fn settle(mut self: Box<Self>, id: u32, settlement: Settlement, bytes: Vec<u8>) -> Entered<State> {
        enter(self.engine, async move {
            let result = self.settle_now(id, settlement, &bytes).await;
            (self, result)
        })
        .await
        .and_then(known)
    }

    async fn settle_now(&mut self, id: u32, settlement: Settlement, bytes: &[u8]) -> wasmtime::Result<i32> {
        let ptr = self.put(bytes).await?;
        let params = (id.cast_signed(), settlement.into(), ptr, size(bytes)?);
        self.settle.call_async(&mut self.store, params).await
    }

    /// Reads how the script failed.
    pub(crate) async fn report(mut self: Box<Self>) -> Entered<Report> {
        let entered = enter(self.engine, async move {
            let result = self.report.call_async(&mut self.store, ()).await;
            (self, result)
        });
        entered.await.and_then(|guest, place| {
            // Two unsigned 32-bit numbers.
            let place = place.cast_unsigned();
            #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
            let (start, len) = ((place >> 32) as usize, place as u32 as usize);
            let bytes = guest.memory.data(&guest.store).get(start..start.saturating_add(len));
            let bytes = bytes.filter(|_| len <= REPORT_BYTES);
            let bytes = bytes.ok_or_else(|| fault("its report is not in its memory, or too long"))?;
            Report::from_bytes(bytes).map_err(|e| fault(format!("its report cannot be read: {e}")))
        })
    }

    /// The size of its memory.
    pub(crate) fn memory_bytes(&self) -> u64 {
        self.store.data().memory_bytes
    }

    /// Fuel used so far.
    pub(crate) fn fuel_used(&self) -> u64 {
        self.store.data().limits.fuel.saturating_sub(self.store.get_fuel().unwrap_or(0))
    }

    /// Why a trap that the host did not cause ended the run.
    fn explain(&self, trap: &wasmtime::Error) -> Stop {
        let limits = &self.store.data().limits;
        match trap.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => {
                let used = self.fuel_used();
                Stop::Limit(LimitReached { limit: Limit::Fuel, allowed: limits.fuel, used })
            }
            // The native stack has its own guard. The guest's stack in its memory lies below everything else, so that
            // running over its end is an access out of bounds.
            Some(Trap::StackOverflow | Trap::MemoryOutOfBounds) => {
                let allowed = limits.recursion.into();
                Stop::Limit(LimitReached { limit: Limit::Stack, allowed, used: allowed })
            }
            Some(trap) => fault(format!("trap: {trap}")),
            None => fault(format!("{trap:#}")),
        }
    }

    /// Copies bytes into a buffer that the guest allocates. No bytes need none.
    async fn put(&mut self, bytes: &[u8]) -> wasmtime::Result<i32> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let ptr = self.alloc.call_async(&mut self.store, size(bytes)?).await?;
        if self.memory.write(&mut self.store, ptr.cast_unsigned() as usize, bytes).is_err() {
            return Err(self.state().stop(fault("its buffer lies outside of its memory")));
        }
        Ok(ptr)
    }
}

/// What came of entering a guest: the guest, where it may be looked at again, and the answer or the reason to stop.
pub(crate) struct Entered<T> {
    /// Gone only where the host's own threads are.
    pub(crate) guest: Option<Box<Guest>>,
    pub(crate) answer: Result<T, Stop>,
}

impl<T> Entered<T> {
    fn and_then<U>(self, next: impl FnOnce(&Guest, T) -> Result<U, Stop>) -> Entered<U> {
        let Some(guest) = self.guest else {
            return Entered { guest: None, answer: Err(self.answer.err().unwrap_or_else(|| fault("it is gone"))) };
        };
        let answer = self.answer.and_then(|value| next(&guest, value));
        Entered { guest: Some(guest), answer }
    }
}

/// Runs one slice of guest code and makes of a trap the reason to stop.
async fn enter<T: Send + 'static>(
    engine: &'static Engine,
    slice: impl Future<Output = (Box<Guest>, wasmtime::Result<T>)> + Send + 'static,
) -> Entered<T> {
    engine.ticker.keep();
    let Some((mut guest, result)) = lane::run(slice).await else {
        return Entered { guest: None, answer: Err(fault("the host's threads ended")) };
    };
    let halted = guest.state().halt.take();
    let answer = match (halted, result) {
        (Some(stop), _) => Err(stop),
        (None, Ok(value)) => Ok(value),
        (None, Err(trap)) => Err(guest.explain(&trap)),
    };
    Entered { guest: Some(guest), answer }
}

fn known(_: &Guest, number: i32) -> Result<State, Stop> {
    State::try_from(number).map_err(|number| fault(format!("it gave the state {number}, which means nothing")))
}

fn fault(reason: impl Into<String>) -> Stop {
    Stop::EngineFault { reason: reason.into() }
}

fn size(bytes: &[u8]) -> wasmtime::Result<i32> {
    let size = u32::try_from(bytes.len()).map_err(|_| wasmtime::Error::msg("more than 4 GiB"))?;
    Ok(size.cast_signed())
}
