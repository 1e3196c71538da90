//! One engine for the process: compiled guests, the pool of instances, and the ticker that wakes busy guests.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use codemode_abi::{IMPORT_MODULE, import};
use codemode_guests::GUESTS;
use tokio::sync::Semaphore;
use wasmtime::{InstanceAllocationStrategy, InstancePre, Linker, PoolingAllocationConfig};

use super::checker::Checker;
use super::{RunState, artifact, imports};

/// The name of the guest that reads scripts.
const CHECKER: &str = "front";

/// Runs that may be alive in this process at the same time; more wait for a place. Each takes address space (4 GiB and
/// guards), and memory only for the pages that it changes.
static LIVE_RUNS: AtomicU32 = AtomicU32::new(1_000);

/// Sets how many runs may be alive in this process at the same time; more wait for a place. 1,000 without it. A place takes
/// some microseconds to set up, so a program that runs few scripts starts sooner with fewer.
///
/// Call it before the process's first sandbox is built; later it changes nothing.
pub fn set_live_runs(most: std::num::NonZeroU32) {
    LIVE_RUNS.store(most.get(), Ordering::Relaxed);
}

/// Scripts that are checked at the same time; more wait.
const CHECKS: u32 = 8;

/// How often a busy guest is looked at: it then yields, and is stopped where its time is over.
const TICK: Duration = Duration::from_millis(5);

/// Bytes of native stack that a guest may use. Guests check their own depth before; this is the last wall.
const WASM_STACK_BYTES: usize = 24 << 20;

/// Bytes of native stack for a guest and the host functions that it calls.
const STACK_BYTES: usize = WASM_STACK_BYTES + (1 << 20);

/// Bytes of a native stack that are zeroed and kept for the next guest; what is below goes back to the system, so that a
/// script that recursed deep leaves nothing behind.
const KEPT_STACK_BYTES: usize = 32 << 10;

/// Bytes of a finished instance's memory that are reset by copying instead of being given back to the system, where Linux
/// tells which pages were changed (6.7 and later): what a small script changes. Saves page faults for the next run.
const KEEP_RESIDENT_BYTES: usize = 1 << 20;

/// The process's engine.
pub(crate) struct Engine {
    pub(super) wasm: wasmtime::Engine,
    pub(super) ticker: Ticker,
    /// A place in the pool for each live run.
    pub(crate) places: Arc<Semaphore>,
    /// Reads scripts before they are run.
    pub(crate) checker: Checker,
    guests: Vec<LazyGuest>,
    linker: Linker<RunState>,
}

/// A guest that this program carries. It is loaded when the first script needs it.
struct LazyGuest {
    guest: &'static codemode_guests::Guest,
    loaded: OnceLock<Result<LoadedGuest, String>>,
}

/// A guest, linked and ready to be instantiated.
pub(crate) struct LoadedGuest {
    pub(super) pre: InstancePre<RunState>,
}

impl Engine {
    /// The process's engine, made on first use. A failure is remembered: nothing about it would change.
    pub(crate) fn shared() -> Result<&'static Self, crate::Error> {
        static ENGINE: OnceLock<Result<Engine, String>> = OnceLock::new();
        ENGINE
            .get_or_init(|| Self::new().map_err(|e| format!("{e:#}")))
            .as_ref()
            .map_err(|e| crate::Error::Engine(e.clone()))
    }

    fn new() -> wasmtime::Result<Self> {
        let live_runs = LIVE_RUNS.load(Ordering::Relaxed);
        let mut config = codemode_guests::engine_config();
        config.max_wasm_stack(WASM_STACK_BYTES);
        config.async_stack_size(STACK_BYTES);
        config.wasm_backtrace_max_frames(None);
        config.async_stack_zeroing(true);
        let mut pool = PoolingAllocationConfig::default();
        let places = live_runs.saturating_add(CHECKS);
        pool.total_core_instances(places)
            .total_memories(places)
            .total_tables(places)
            .total_stacks(places)
            .async_stack_keep_resident(KEPT_STACK_BYTES)
            .max_memories_per_module(1)
            .max_tables_per_module(1)
            .max_memory_size(usize::try_from(crate::Limits::MOST_MEMORY_BYTES).unwrap_or(usize::MAX));
        // Without that scan, wasmtime would copy the lowest bytes, which are the guest's stack and hardly used.
        if PoolingAllocationConfig::is_pagemap_scan_available() {
            pool.linear_memory_keep_resident(KEEP_RESIDENT_BYTES).pagemap_scan(wasmtime::Enabled::Yes);
        }
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
        let wasm = match wasmtime::Engine::new(&config) {
            Ok(engine) => engine,
            Err(reason) => {
                // Containers that limit address space cannot hold the pool; runs are then a little slower to start.
                tracing::warn!(%reason, "no room for a pool of instances; each run maps its own memory");
                config.allocation_strategy(InstanceAllocationStrategy::OnDemand);
                wasmtime::Engine::new(&config)?
            }
        };
        let linker = linker(&wasm)?;
        let checker =
            codemode_guests::guest(CHECKER).ok_or_else(|| wasmtime::Error::msg("this build has no checker"))?;
        let checker = Checker {
            places: Semaphore::new(CHECKS as usize),
            pre: Linker::new(&wasm).instantiate_pre(&artifact::load(&wasm, checker)?)?,
        };
        let engines = GUESTS.iter().filter(|guest| guest.name != CHECKER);
        let guests = engines.map(|guest| LazyGuest { guest, loaded: OnceLock::new() }).collect();
        let ticker = Ticker::new(wasm.clone())?;
        Ok(Self { wasm, ticker, places: Arc::new(Semaphore::new(live_runs as usize)), checker, guests, linker })
    }

    /// A guest from Wasm text, for tests of what a corrupted guest may try.
    #[cfg(test)]
    pub(crate) fn compile(&self, text: &str) -> wasmtime::Result<&'static LoadedGuest> {
        let module = wasmtime::Module::new(&self.wasm, wat::parse_str(text)?)?;
        let pre = self.linker.instantiate_pre(&module)?;
        Ok(Box::leak(Box::new(LoadedGuest { pre })))
    }

    /// The guest with that engine, loaded on first use.
    pub(crate) fn guest(&self, name: &str) -> Result<&LoadedGuest, crate::Error> {
        let found = self.guests.iter().find(|lazy| lazy.guest.name == name);
        let LazyGuest { guest, loaded } =
            found.ok_or_else(|| crate::Error::Engine(format!("this build carries no engine {name}")))?;
        let load = || {
            let module = artifact::load(&self.wasm, guest)?;
            Ok(LoadedGuest { pre: self.linker.instantiate_pre(&module)? })
        };
        let loaded = loaded.get_or_init(|| load().map_err(|e: wasmtime::Error| format!("{e:#}")));
        loaded.as_ref().map_err(|e| crate::Error::Engine(e.clone()))
    }
}

impl Engine {
    /// Name and digest of a guest, by which a saved run finds it again.
    pub(crate) fn guest_id(&self, name: &str) -> String {
        let digest = self.guests.iter().find(|lazy| lazy.guest.name == name).map(|lazy| lazy.guest.digest);
        format!("{name} {}", digest.unwrap_or_default())
    }

    /// The name of the guest of a saved run, which must be the very same.
    pub(crate) fn guest_named(&self, id: &str) -> Result<&'static str, crate::Error> {
        let found =
            self.guests.iter().map(|lazy| lazy.guest).find(|guest| format!("{} {}", guest.name, guest.digest) == id);
        found.map(|guest| guest.name).ok_or_else(|| {
            let name = id.split(' ').next().unwrap_or_default();
            crate::Error::Engine(format!(
                "the run was saved in another build of the guest {name}; go on with it in the version of codemode that saved it"
            ))
        })
    }
}

/// Everything that a guest may import.
fn linker(engine: &wasmtime::Engine) -> wasmtime::Result<Linker<RunState>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap(IMPORT_MODULE, import::PRINT, imports::print)?;
    linker.func_wrap(IMPORT_MODULE, import::SUBMIT, imports::submit)?;
    linker.func_wrap(IMPORT_MODULE, import::SLEEP, imports::sleep)?;
    linker.func_wrap(IMPORT_MODULE, import::NOW, imports::now)?;
    linker.func_wrap(IMPORT_MODULE, import::RANDOM, imports::random)?;
    Ok(linker)
}

/// Moves the engine's epoch on while guests run.
///
/// Invariant: no guest runs without it. It is started before the first slice, it cannot end (its loop has no way out), and
/// it sleeps only while no guest has run for a while.
pub(crate) struct Ticker {
    thread: std::thread::Thread,
    shared: Arc<TickerState>,
}

#[derive(Default)]
struct TickerState {
    /// Set by every slice, cleared by every tick.
    used: AtomicBool,
    /// Whether the thread is parked, or about to be.
    parked: AtomicBool,
    /// Held while the thread decides to park, so that no slice falls between the look and the parking.
    deciding: Mutex<()>,
}

impl Ticker {
    /// Ticks without a slice after which the thread parks: half a second.
    const IDLE_TICKS: u32 = 100;

    fn new(engine: wasmtime::Engine) -> wasmtime::Result<Self> {
        let shared = Arc::new(TickerState::default());
        let state = Arc::clone(&shared);
        let run = move || {
            let mut idle = 0;
            loop {
                std::thread::sleep(TICK);
                engine.increment_epoch();
                idle = if state.used.swap(false, Ordering::AcqRel) { 0 } else { idle + 1 };
                if idle < Self::IDLE_TICKS {
                    continue;
                }
                {
                    let _deciding = state.deciding.lock();
                    if state.used.load(Ordering::Acquire) {
                        continue;
                    }
                    state.parked.store(true, Ordering::Release);
                }
                while state.parked.load(Ordering::Acquire) {
                    std::thread::park();
                }
                idle = 0;
            }
        };
        let thread = std::thread::Builder::new().name("codemode-ticker".into()).spawn(run)?.thread().clone();
        Ok(Self { thread, shared })
    }

    /// Keeps the ticker going for a slice that is about to run, and for every tick that it goes on.
    pub(super) fn keep(&self) {
        if self.shared.used.swap(true, Ordering::AcqRel) {
            return;
        }
        // The flag was down: the ticker may have parked, or be about to.
        let _deciding = self.shared.deciding.lock();
        if self.shared.parked.swap(false, Ordering::AcqRel) {
            self.thread.unpark();
        }
    }
}
