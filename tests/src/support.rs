//! Runs scripts in sandboxes with a few small tools.

use std::cell::Cell;
use std::io::Write as _;

use codemode::{
    Effect, FnTool, Limits, Outcome, Policy, RunStore, Sandbox, Script, ScriptEngine, ToolModule, ToolSpec,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A sandbox with the module `tools/t`: `echo` gives back its arguments, `text` a text of `length` characters, `deep` an
/// array nested `depth` times.
pub(crate) fn sandbox(limits: Limits) -> Sandbox {
    let spec = |name: &str| ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new(name, Effect::Read) };
    let number =
        |arguments: &Value, name: &str| arguments[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let echo = FnTool::new(spec("echo"), |_, arguments| async {
        // Lets other calls start meanwhile, as a tool that does something would.
        tokio::task::yield_now().await;
        Ok(arguments)
    });
    let text =
        FnTool::new(spec("text"), move |_, arguments| async move { Ok("x".repeat(number(&arguments, "length"))) });
    let deep = FnTool::new(spec("deep"), move |_, arguments| async move {
        Ok((0..number(&arguments, "depth")).fold(json!(0), |inner, _| json!([inner])))
    });
    let module = ToolModule::new("t", ()).add(echo).add(text).add(deep);
    Sandbox::builder()
        .module(module)
        .policy(Policy::allow_all())
        .limits(limits)
        .build()
        .expect("the sandbox is consistent")
}

thread_local! {
    static ENGINE: Cell<ScriptEngine> = const { Cell::new(ScriptEngine::Auto) };
}

/// Runs a test on each engine.
pub(crate) fn on_each_engine(test: impl Fn(ScriptEngine)) {
    for engine in [ScriptEngine::QuickJs, ScriptEngine::Boa] {
        ENGINE.set(engine);
        test(engine);
    }
}

/// Runs a script under some limits, on the engine of [`on_each_engine`]; alike runs are alike to the unit of fuel.
pub(crate) fn run(limits: Limits, source: &str) -> Outcome {
    block_on(async {
        let (sandbox, script) = (sandbox(limits), Script::new("test.js", source));
        sandbox.run(&script).engine(ENGINE.get()).seed([7; 32]).await.expect("the machine runs sandboxes")
    })
}

/// Waits on a runtime of its own.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.expect("threads can be started").block_on(future)
}

/// A store of each kind that can be tested here, with what must live as long as it: an SQLite file, and the Postgres database that
/// `CODEMODE_TEST_POSTGRES` names.
pub(crate) fn stores() -> Vec<(RunStore, Option<TempDir>)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = RunStore::sqlite(folder.path().join("runs.db")).expect("a thread can be started");
    let mut stores = vec![(file, Some(folder))];
    match std::env::var("CODEMODE_TEST_POSTGRES") {
        Ok(place) => {
            let place = place.parse().expect("CODEMODE_TEST_POSTGRES is the address of a database");
            stores.push((RunStore::at(place).expect("a thread can be started"), None));
        }
        // Past the test harness, which keeps what a test prints.
        Err(_) => {
            let _ =
                writeln!(std::io::stderr(), "skipped on Postgres: a test of both: CODEMODE_TEST_POSTGRES is not set");
        }
    }
    stores
}

/// A principal that no other test has, nor an earlier run of this one: databases outlive tests.
pub(crate) fn somebody(name: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("it is after 1970");
    format!("{name}-{}-{}", std::process::id(), now.as_nanos())
}
