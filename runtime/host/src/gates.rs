//! Every gate of the dispatcher is missed when it is gone: for each there is something that a run does right with it, and
//! wrong without it. A gate without such a test could be lost in a change, and nobody would see.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use codemode_tool::{Effect, FnTool, ToolError, ToolModule, ToolSpec};
use serde_json::{Value, json};

use crate::dispatch::Gate;
use crate::sandbox::Inner;
use crate::{CallEnding, Limits, Outcome, Policy, Rule, RunStore, Sandbox, SandboxBuilder, Script};

/// What a run did, as its tools saw it.
struct Seen {
    outcome: Outcome,
    /// Executions of any tool.
    ran: u32,
    /// The most at the same time.
    together: u32,
}

#[derive(Default)]
struct Counts {
    ran: AtomicU32,
    now: AtomicU32,
    most: AtomicU32,
}

/// Where the account of a case's run goes.
#[derive(Clone, Copy, Debug)]
enum Kept {
    /// Nowhere.
    Not,
    /// Into a store, and the run goes on from one of the same script.
    GoingOn,
    /// Into a store that cannot be written.
    Broken,
}

/// Runs a script without a gate, or with all of them.
async fn run(without: Option<Gate>, kept: Kept, source: &str) -> Seen {
    let counts = Arc::new(Counts::default());
    let tool = |spec: ToolSpec| {
        let counts = Arc::clone(&counts);
        let timeout = if spec.name == "long" { spec.timeout } else { Duration::from_millis(50) };
        FnTool::new(ToolSpec { timeout, ..spec }, move |_, arguments: Value| {
            let counts = Arc::clone(&counts);
            async move {
                counts.ran.fetch_add(1, Ordering::SeqCst);
                let now = counts.now.fetch_add(1, Ordering::SeqCst) + 1;
                counts.most.fetch_max(now, Ordering::SeqCst);
                let millis = arguments["ms"].as_u64().unwrap_or_default();
                tokio::time::sleep(Duration::from_millis(millis)).await;
                counts.now.fetch_sub(1, Ordering::SeqCst);
                if arguments["flaky"] == true {
                    return Err(ToolError::new("reset").transient());
                }
                Ok("some-text")
            }
        })
        .resource_by(|arguments| arguments["key"].as_str().map(str::to_owned))
    };
    let open = json!({ "type": "object" });
    let strict = tool(ToolSpec::new("strict", Effect::Read));
    let write = tool(ToolSpec { input_schema: open.clone(), ..ToolSpec::new("write", Effect::Write) });
    let long = tool(ToolSpec { input_schema: open.clone(), ..ToolSpec::new("long", Effect::Write) });
    let denied = tool(ToolSpec { input_schema: open, ..ToolSpec::new("denied", Effect::Write) });
    let number = Some(json!({ "type": "number" }));
    let number = tool(ToolSpec { output_schema: number, ..ToolSpec::new("number", Effect::Read) });
    let module = ToolModule::new("t", ()).add(strict).add(write).add(long).add(denied).add(number);
    let policy = Policy::allow_all().overruled_by(Rule::deny(["t.denied"]));
    let limits = Limits { wall_time: Duration::from_millis(300), ..Limits::default() };
    let builder = Sandbox::builder().module(module).policy(policy).limits(limits).secret("some-text");
    let file = tempfile::NamedTempFile::new().unwrap();
    let store = match kept {
        Kept::Not => None,
        Kept::GoingOn => Some(RunStore::sqlite(file.path()).unwrap()),
        // A file is no folder.
        Kept::Broken => Some(RunStore::sqlite(file.path().join("runs.db")).unwrap()),
    };
    let whole = store.into_iter().fold(builder, SandboxBuilder::store).build().unwrap();
    let sandbox = Sandbox { inner: Arc::new(Inner { without, ..whole.inner.copy() }) };
    let script = Script::new("gate.js", source);
    let mut run = sandbox.run(&script);
    if let Kept::GoingOn = kept {
        whole.store().unwrap().check().await.unwrap();
        run = run.continue_from(whole.run(&script).await.unwrap().run);
    }
    let outcome = run.await.unwrap();
    Seen { outcome, ran: counts.ran.load(Ordering::SeqCst), together: counts.most.load(Ordering::SeqCst) }
}

/// When it throws, one call goes on until the end of the wall time, one ends before, and one waits for that one.
const CLOSING: &str = "tools.t.long({ ms: 10_000, key: 'x' }); tools.t.write({ ms: 40, key: 'y' });
    tools.t.write({ key: 'y' }); await new Promise(done => setTimeout(done, 5)); throw 1;";

/// The gate, a script, and what is so only where the gate is there.
type Case = (Gate, &'static str, fn(&Seen) -> bool);

/// Likewise, where there is a store.
const STORED: &[(Kept, Case)] = &[
    (Kept::GoingOn, (Gate::Recall, "await tools.t.write({});", |seen| seen.ran == 1)),
    // Nothing happens that is not written down first.
    (Kept::Broken, (Gate::Intend, "await tools.t.write({}).catch(() => {});", |seen| seen.ran == 0)),
];

const CASES: &[Case] = &[
    (Gate::Validate, "const args = { no: 1 }; await tools.t.strict(args).catch(() => {});", |seen| seen.ran == 0),
    (Gate::Authorize, "await tools.t.denied({}).catch(() => {});", |seen| seen.ran == 0),
    (Gate::Schedule, "await Promise.all([1, 2, 3].map(() => tools.t.write({ ms: 5 })));", |seen| seen.together == 1),
    (Gate::Closing, CLOSING, |seen| {
        seen.ran == 2 && seen.outcome.journal.last().is_some_and(|last| last.ending == CallEnding::NotStarted)
    }),
    (Gate::Intend, "tools.t.long({ ms: 10_000 }); await new Promise(done => setTimeout(done, 5)); throw 1;", |seen| {
        // Written down before it began, whatever happens to it.
        seen.outcome.journal[0].ending != CallEnding::NotStarted
    }),
    (Gate::Timeout, "await tools.t.write({ ms: 10_000 }).catch(e => print(e.code));", |seen| {
        seen.outcome.printed.text() == "timeout\n"
    }),
    (Gate::Retry, "await tools.t.long({ flaky: true }).catch(() => {});", |seen| seen.ran == 1),
    (Gate::CheckReply, "await tools.t.number().catch(e => print(e.code));", |seen| {
        seen.outcome.printed.text() == "invalid_reply\n"
    }),
    (Gate::Secrets, "print(await tools.t.strict());", |seen| seen.outcome.printed.text() == "[redacted]\n"),
    (Gate::Close, "await tools.t.write({});", |seen| seen.outcome.journal[0].ending == CallEnding::Done),
];

#[tokio::test]
async fn every_gate_is_missed_when_it_is_gone() {
    let plain = CASES.iter().map(|case| (Kept::Not, *case));
    let cases: Vec<(Kept, Case)> = STORED.iter().copied().chain(plain).collect();
    for gate in Gate::ALL {
        assert!(cases.iter().any(|(_, (tested, ..))| *tested == gate), "no case for {gate:?}");
    }
    for (kept, (gate, source, right)) in &cases {
        let seen = run(None, *kept, source).await;
        assert!(right(&seen), "{gate:?}, with all gates: {} {:?}", seen.outcome.stop, seen.outcome.journal);
        let seen = run(Some(*gate), *kept, source).await;
        assert!(!right(&seen), "nothing shows that {gate:?} is gone");
    }
}
