//! A host of a few lines, to run scripts in a guest before there is a real one: no limits but fuel, and a clock that jumps
//! to the next timer.

use std::{fs, mem};

use codemode_abi::frame::{Export, Frame, Module as ToolModule};
use codemode_abi::{Failure, IMPORT_MODULE, Report, Settlement, Start, State};
use wasmtime::error::Context as _;
use wasmtime::{
    Caller, Engine, InstanceAllocationStrategy, InstancePre, Linker, Memory, Module, PoolingAllocationConfig, Result,
    Store, TypedFunc, bail, ensure,
};

use crate::config::engine_config;

/// The tools of `tools/test`, by their index.
const TOOLS: &[&str] = &["echo", "fail", "refuse", "never"];

/// Instructions that a script of ours may take.
const FUEL: u64 = 1_000_000_000_000;

/// Bytes of native stack that a guest may use, as in the host.
pub(crate) const WASM_STACK: usize = 24 << 20;

/// An engine as the host sets it up: pooled instances, copied on write from the snapshot.
pub(crate) fn engine() -> Result<Engine> {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(4).total_memories(4).total_tables(8).max_memory_size(256 << 20).table_elements(20_000);
    let mut config = engine_config();
    config
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool))
        .max_wasm_stack(WASM_STACK)
        .async_stack_size(WASM_STACK + (1 << 20));
    Ok(Engine::new(&config)?)
}

/// What a guest asked for.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) printed: String,
    calls: Vec<(u32, u32, Vec<u8>)>,
    timers: Vec<(f64, u32)>,
    clock: f64,
}

/// How a script ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) state: State,
    pub(crate) printed: String,
    pub(crate) report: Option<Report>,
}

/// The imports, bound once for many instances.
pub(crate) fn link(module: &Module) -> Result<InstancePre<World>> {
    fn bytes(caller: &mut Caller<'_, World>, start: u32, len: u32) -> wasmtime::Result<Vec<u8>> {
        let memory = caller.get_export("memory").and_then(wasmtime::Extern::into_memory);
        let memory = memory.ok_or_else(|| wasmtime::Error::msg("no memory"))?;
        let range = start as usize..start as usize + len as usize;
        let bytes = memory.data(&caller).get(range).ok_or_else(|| wasmtime::Error::msg("out of memory's bounds"))?;
        Ok(bytes.to_vec())
    }

    let mut linker: Linker<World> = Linker::new(module.engine());
    linker.func_wrap(IMPORT_MODULE, "print", |mut caller: Caller<'_, World>, _stream: i32, start: u32, len: u32| {
        let text = String::from_utf8(bytes(&mut caller, start, len)?)?;
        caller.data_mut().printed.push_str(&text);
        wasmtime::Result::Ok(())
    })?;
    linker.func_wrap(
        IMPORT_MODULE,
        "submit",
        |mut caller: Caller<'_, World>, call: u32, tool: u32, start: u32, len: u32| {
            let arguments = bytes(&mut caller, start, len)?;
            caller.data_mut().calls.push((call, tool, arguments));
            wasmtime::Result::Ok(())
        },
    )?;
    linker.func_wrap(IMPORT_MODULE, "sleep", |mut caller: Caller<'_, World>, timer: u32, millis: f64| {
        let world = caller.data_mut();
        world.timers.push((world.clock + millis, timer));
    })?;
    linker.func_wrap(IMPORT_MODULE, "now", |caller: Caller<'_, World>| caller.data().clock)?;
    linker.func_wrap(IMPORT_MODULE, "random", |mut caller: Caller<'_, World>, start: u32, len: u32| {
        let memory = caller.get_export("memory").and_then(wasmtime::Extern::into_memory);
        let memory = memory.ok_or_else(|| wasmtime::Error::msg("no memory"))?;
        // No two bytes of one request are related in a way that matters to a test.
        let bytes: Vec<u8> = (0..len).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        Ok(memory.write(&mut caller, start as usize, &bytes)?)
    })?;
    Ok(linker.instantiate_pre(module)?)
}

/// A guest that runs one script.
pub(crate) struct Instance {
    store: Store<World>,
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    start: TypedFunc<(u32, u32), i32>,
    settle: TypedFunc<(u32, i32, u32, u32), i32>,
    report: TypedFunc<(), i64>,
}

impl Instance {
    pub(crate) fn new(linked: &InstancePre<World>) -> Result<Self> {
        let world = World { clock: 1_767_225_600_000.0, ..World::default() };
        let mut store = Store::new(linked.module().engine(), world);
        store.set_fuel(FUEL)?;
        store.set_epoch_deadline(1);
        let instance = linked.instantiate(&mut store)?;
        Ok(Self {
            memory: instance.get_memory(&mut store, "memory").context("the guest exports its memory")?,
            alloc: instance.get_typed_func(&mut store, "alloc")?,
            start: instance.get_typed_func(&mut store, "start")?,
            settle: instance.get_typed_func(&mut store, "settle")?,
            report: instance.get_typed_func(&mut store, "report")?,
            store,
        })
    }

    /// Runs a script to its end.
    pub(crate) fn run(&mut self, source: &str) -> Result<Ended> {
        let tools = TOOLS.iter().zip(0..).map(|(name, tool)| Export { name: (*name).to_owned(), tool }).collect();
        let start = Start {
            name: "script.js".to_owned(),
            source: source.to_owned(),
            args: "{\"limit\":3}".to_owned(),
            recursion: 10_000,
            nesting: 500,
            time_zone: "UTC".to_owned(),
            modules: vec![ToolModule { name: "test".to_owned(), tools }],
            hints: Vec::new(),
        };
        let (at, len) = self.write(&start.to_bytes())?;
        let mut state = self.start.call(&mut self.store, (at, len))?;
        while state == i32::from(State::Waiting) {
            state = self.proceed()?;
        }
        let state = State::try_from(state).ok().context("the guest returned no state")?;
        let report = if matches!(state, State::Threw | State::Stalled) { Some(self.report()?) } else { None };
        Ok(Ended { state, printed: mem::take(&mut self.store.data_mut().printed), report })
    }

    /// Answers the oldest call, or lets the next timer be due.
    fn proceed(&mut self) -> Result<i32> {
        let world = self.store.data_mut();
        if let Some(index) = world.calls.iter().position(|(_, tool, _)| TOOLS.get(*tool as usize) != Some(&"never")) {
            let (call, tool, arguments) = world.calls.remove(index);
            let (settlement, bytes) = answer(TOOLS.get(tool as usize).copied().unwrap_or("echo"), arguments);
            let (at, len) = self.write(&bytes)?;
            return Ok(self.settle.call(&mut self.store, (call, settlement.into(), at, len))?);
        }
        let Some(next) = (0..world.timers.len()).min_by(|a, b| world.timers[*a].0.total_cmp(&world.timers[*b].0))
        else {
            bail!("the guest waits for a call that never ends");
        };
        let (due, timer) = world.timers.remove(next);
        world.clock = world.clock.max(due);
        Ok(self.settle.call(&mut self.store, (timer, Settlement::Fired.into(), 0, 0))?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(u32, u32)> {
        let len = u32::try_from(bytes.len())?;
        let at = self.alloc.call(&mut self.store, len)?;
        self.memory.write(&mut self.store, at as usize, bytes)?;
        Ok((at, len))
    }

    fn report(&mut self) -> Result<Report> {
        let packed = self.report.call(&mut self.store, ())?.cast_unsigned();
        let (at, len) = (usize::try_from(packed >> 32)?, usize::try_from(packed & 0xFFFF_FFFF)?);
        let bytes = self.memory.data(&self.store).get(at..at + len).context("the report is in the memory")?;
        Ok(Report::from_bytes(bytes)?)
    }

    /// Its memory as it is now.
    pub(crate) fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    /// Instructions used so far.
    pub(crate) fn fuel(&self) -> Result<u64> {
        Ok(FUEL - self.store.get_fuel()?)
    }
}

/// What the tools of `tools/test` do.
fn answer(tool: &str, arguments: Vec<u8>) -> (Settlement, Vec<u8>) {
    let failed = |name: &str, code: &str| {
        let failure = Failure {
            name: name.to_owned(),
            code: code.to_owned(),
            tool: format!("test.{tool}"),
            message: format!("this tool does not work ({code})"),
        };
        (Settlement::Failed, failure.to_bytes())
    };
    match tool {
        "fail" => failed("ToolError", "not_found"),
        "refuse" => failed("Refusal", "denied"),
        _ => (Settlement::Done, arguments),
    }
}

/// Runs script files and prints what each printed, then how it ended.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a tool for a terminal")]
pub(crate) fn run_files(module: &Module, scripts: &[&str]) -> Result<()> {
    let linked = link(module)?;
    let mut all_finished = true;
    for script in scripts {
        let source = fs::read_to_string(script)?;
        let mut instance = Instance::new(&linked)?;
        let ended = instance.run(&source);
        print!("{}", mem::take(&mut instance.store.data_mut().printed));
        match ended {
            Ok(ended) => {
                print!("{}", ended.printed);
                eprintln!("{script}: {:?}, {} instructions", ended.state, instance.fuel()?);
                if let Some(report) = ended.report {
                    eprintln!("{report:#?}");
                }
                all_finished &= ended.state == State::Finished;
            }
            Err(error) => {
                eprintln!("{script}: {error:?}");
                all_finished = false;
            }
        }
    }
    ensure!(all_finished, "a script did not finish");
    Ok(())
}
