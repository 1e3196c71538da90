//! The checker: a guest that reads a script before it is run.
//!
//! It parses once, takes TypeScript off, and checks the script against its tools. It runs in the sandbox as scripts do,
//! each time in a fresh instance, bounded in work, memory and time: its parser recurses on text that a model wrote.

use codemode_abi::check::{Checked, Source};
use codemode_abi::export;
use codemode_abi::frame::Frame as _;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use wasmtime::{InstancePre, ResourceLimiter, Store, Trap, UpdateDeadline};

use super::{Engine, lane};
use crate::{Limit, LimitReached, Stop};

/// Work for one check: some hundred times what a script of the largest allowed size takes.
const FUEL: u64 = 4_000_000_000;

/// Memory for one check.
const MEMORY_BYTES: u64 = 512 << 20;

/// Time for one check, should the machine be very busy.
const TIME: Duration = Duration::from_secs(20);

/// The most bytes of an answer that are read.
const ANSWER_BYTES: usize = 64 << 20;

/// The checker, linked and ready to be instantiated.
pub(crate) struct Checker {
    /// A place in the pool for each check.
    pub(super) places: Semaphore,
    pub(super) pre: InstancePre<CheckState>,
}

/// What belongs to one check.
pub(super) struct CheckState {
    halt: Option<Stop>,
    deadline: Instant,
}

impl ResourceLimiter for CheckState {
    fn memory_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        if desired as u64 > MEMORY_BYTES {
            self.halt = Some(limit(Limit::Memory, MEMORY_BYTES, desired as u64));
            return Err(wasmtime::Error::msg("out of memory"));
        }
        Ok(true)
    }

    fn table_growing(&mut self, _current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= 100_000)
    }
}

fn limit(limit: Limit, allowed: u64, used: u64) -> Stop {
    Stop::Limit(LimitReached { limit, allowed, used })
}

fn fault(reason: impl Into<String>) -> Stop {
    Stop::EngineFault { reason: format!("the checker: {}", reason.into()) }
}

impl Checker {
    /// Checks a script. A limit that the check itself reaches (a source nested too deep, say) is how the run ends.
    pub(crate) async fn check(
        &'static self,
        engine: &'static Engine,
        source: Source,
        recursion: u32,
    ) -> Result<Checked, Stop> {
        // It is never closed.
        let _place = self.places.acquire().await;
        engine.ticker.keep();
        let slice = async move {
            let state = CheckState { halt: None, deadline: Instant::now() + TIME };
            let mut store = Store::new(&engine.wasm, state);
            let result = self.ask(engine, &mut store, &source).await;
            match (store.data_mut().halt.take(), result) {
                (Some(stop), _) => Err(stop),
                (None, Ok(bytes)) => {
                    Checked::from_bytes(&bytes).map_err(|e| fault(format!("its answer cannot be read: {e}")))
                }
                (None, Err(trap)) => Err(match trap.downcast_ref::<Trap>() {
                    Some(Trap::OutOfFuel) => limit(Limit::Fuel, FUEL, FUEL),
                    Some(Trap::StackOverflow | Trap::MemoryOutOfBounds) => {
                        limit(Limit::Stack, recursion.into(), recursion.into())
                    }
                    _ => fault(format!("{trap:#}")),
                }),
            }
        };
        lane::run(slice).await.unwrap_or_else(|| Err(fault("the host's threads ended")))
    }

    async fn ask(
        &self,
        engine: &'static Engine,
        store: &mut Store<CheckState>,
        source: &Source,
    ) -> wasmtime::Result<Vec<u8>> {
        store.limiter(|state| state);
        store.set_fuel(FUEL)?;
        store.set_epoch_deadline(1);
        store.epoch_deadline_callback(move |mut context| {
            let state = context.data_mut();
            if Instant::now() >= state.deadline {
                state.halt = Some(limit(Limit::WallTime, TIME.as_secs() * 1_000, TIME.as_secs() * 1_000));
                return Err(wasmtime::Error::msg("out of time"));
            }
            engine.ticker.keep();
            Ok(UpdateDeadline::Yield(1))
        });
        let instance = self.pre.instantiate_async(&mut *store).await?;
        let memory = instance.get_memory(&mut *store, export::MEMORY);
        let memory = memory.ok_or_else(|| wasmtime::Error::msg("it exports no memory"))?;
        let alloc = instance.get_typed_func::<i32, i32>(&mut *store, export::ALLOC)?;
        let check = instance.get_typed_func::<(i32, i32), i64>(&mut *store, export::CHECK)?;
        let bytes = source.to_bytes();
        let size = u32::try_from(bytes.len())?.cast_signed();
        let ptr = alloc.call_async(&mut *store, size).await?;
        memory.write(&mut *store, ptr.cast_unsigned() as usize, &bytes)?;
        let place = check.call_async(&mut *store, (ptr, size)).await?.cast_unsigned();
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
        let (start, len) = ((place >> 32) as usize, place as u32 as usize);
        let answer = memory.data(&*store).get(start..start.saturating_add(len)).filter(|_| len <= ANSWER_BYTES);
        answer.map(<[u8]>::to_vec).ok_or_else(|| wasmtime::Error::msg("its answer is not in its memory, or too long"))
    }
}
