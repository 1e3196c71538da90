//! Initialises a guest and keeps what its memory became.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use wasmtime::error::Context as _;
use wasmtime::{Engine, Extern, ExternType, Func, Instance, Module, Result, Store, Val, bail};
use wasmtime_wizer::{InstanceState, SnapshotVal, ValType, Wizer};

use crate::config::engine_config;

/// The function that a guest exports for this.
const INITIALIZE: &str = "wizer-initialize";

/// Enough for any prelude.
const FUEL: u64 = 100_000_000_000;

/// The module with its memory as it is after initialisation.
pub(crate) fn snapshot(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut wizer = Wizer::new();
    wizer.init_func(INITIALIZE);
    let (plan, instrumented) = wizer.instrument(wasm)?;

    let engine = Engine::new(&engine_config())?;
    let module = Module::new(&engine, &instrumented)?;
    let mut store = Store::new(&engine, ());
    store.set_fuel(FUEL)?;
    store.set_epoch_deadline(1);
    // The snapshot is the same for every run, so nothing of a run may be asked for while it is made.
    let mut imports = Vec::new();
    for import in module.imports() {
        let name = format!("{}.{}", import.module(), import.name());
        let ExternType::Func(kind) = import.ty() else { bail!("the guest imports {name}, which is no function") };
        let trap = move |_: wasmtime::Caller<'_, ()>, _: &[Val], _: &mut [Val]| {
            Err(wasmtime::Error::msg(format!("the guest called {name} while it was initialised")))
        };
        imports.push(Extern::from(Func::new(&mut store, kind, trap)));
    }
    let instance = Instance::new(&mut store, &module, &imports)?;
    let initialize = instance.get_typed_func::<(), ()>(&mut store, INITIALIZE)?;
    if let Err(trap) = initialize.call(&mut store, ()) {
        let said = instance.get_memory(&mut store, "memory").and_then(|memory| failure(memory.data(&store)));
        return Err(trap).context(said.unwrap_or_else(|| "the guest failed while it was initialised".to_owned()));
    }
    clear_stack(&mut store, instance)?;
    Ok(now(wizer.snapshot(&plan, &mut Initialised { store, instance }))?)
}

/// What the guest left of its reason to fail: text between a mark and a NUL.
fn failure(memory: &[u8]) -> Option<String> {
    const MARK: &[u8] = b"guest-failed: ";
    // The mark is in the guest's constants too, where no text of its own follows.
    let mut found = memory.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK).map(|(at, _)| at);
    let at = found.next_back()?;
    let text = memory.get(at..)?.split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(text).chars().take(2_000).collect())
}

/// The instance whose state wizer reads.
struct Initialised {
    store: Store<()>,
    instance: Instance,
}

impl InstanceState for Initialised {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&mut self.store, name).expect("the instrumented module exports it");
        match global.get(&mut self.store) {
            Val::I32(value) => SnapshotVal::I32(value),
            Val::I64(value) => SnapshotVal::I64(value),
            Val::F32(bits) => SnapshotVal::F32(bits),
            Val::F64(bits) => SnapshotVal::F64(bits),
            other => panic!("a guest has no mutable global like {other:?}"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        let memory = self.instance.get_memory(&mut self.store, name).expect("the instrumented module exports it");
        contents(memory.data(&self.store));
    }
}

/// Zeroes what calls left on the stack, which is the lowest part of the memory: it is no state.
fn clear_stack(store: &mut Store<()>, instance: Instance) -> Result<()> {
    let memory = instance.get_memory(&mut *store, "memory").context("the guest exports its memory")?;
    // The instrumented module exports the globals; the stack pointer is the mutable one.
    let globals: Vec<_> = instance.exports(&mut *store).filter_map(wasmtime::Export::into_global).collect();
    let pointer = globals.into_iter().find(|global| global.ty(&*store).mutability() == wasmtime::Mutability::Var);
    let top = pointer.and_then(|pointer| pointer.get(&mut *store).i32()).context("the guest has a stack pointer")?;
    let top = usize::try_from(top)?;
    memory.data_mut(store).get_mut(..top).context("the stack is in the memory")?.fill(0);
    Ok(())
}

/// The result of a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("nothing here waits"),
    }
}
