//! Pausing: runs that wait for a person, and go on where they were, once.

use std::path::Path;
use std::sync::{Arc, Mutex};

use codemode::{
    Approval, CallEnding, Effect, FnTool, Limits, Outcome, Policy, Rule, RunState, RunStore, Sandbox, Script,
    ScriptEngine, Stop, StoreError, ToolModule, ToolSpec,
};
use serde_json::{Value, json};

use crate::support::{block_on, on_each_engine};

/// What happened to the world: a line for each effect, with its key.
type World = Arc<Mutex<Vec<String>>>;

/// A sandbox in which `pay.refund` needs a person, `pay.note` does not, and `pay.list` reads.
fn sandbox(folder: &Path, world: &World, engine: ScriptEngine) -> Sandbox {
    sandbox_with(folder, world, engine, &policy())
}

fn policy() -> Policy {
    let asked = Rule::ask(["pay.refund"]).because("money leaves");
    Policy::new([asked, Rule::allow(["pay.*"])])
}

fn sandbox_with(folder: &Path, world: &World, engine: ScriptEngine, policy: &Policy) -> Sandbox {
    let tool = |name: &str, effect| {
        let world = Arc::clone(world);
        let spec = ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new(name, effect) };
        let name = name.to_owned();
        FnTool::new(spec, move |context, arguments: Value| {
            if effect != Effect::Read {
                world.lock().unwrap().push(format!("{name} {arguments} {}", context.idempotency_key()));
            }
            async move { Ok(json!({ "got": arguments })) }
        })
    };
    let module = ToolModule::new("pay", ())
        .add(tool("refund", Effect::External))
        .add(tool("note", Effect::Write))
        .add(tool("list", Effect::Read));
    let store = RunStore::sqlite(folder.join("runs.db")).unwrap();
    Sandbox::builder().module(module).policy(policy.clone()).engine(engine).store(store).build().unwrap()
}

fn approvals(outcome: &Outcome) -> Vec<Approval> {
    match &outcome.stop {
        Stop::Paused(paused) => paused.approvals.clone(),
        stop => panic!("it is not paused: {stop}; it printed {}", outcome.printed),
    }
}

const REFUND: &str = "import { refund, note, list } from 'tools/pay';
    const secret = Math.random();
    console.log('before', (await list({ page: 1 })).got.page);
    let count = 0;
    const tick = () => ++count;
    const reply = await refund({ id: 'c1', cents: 500 });
    tick();
    console.log('after', reply.got.cents, count, secret === globalThis.kept);
    await note({ text: 'done' });
    console.log('end');";

#[test]
fn an_approved_call_is_made_once_with_what_was_shown() {
    on_each_engine(|engine| {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let world = World::default();
            let source =
                REFUND.replace("const secret = Math.random();", "const secret = globalThis.kept = Math.random();");
            let script = Script::new("refund.js", source);
            let outcome = sandbox(folder.path(), &world, engine).run(&script).principal("ada").await.unwrap();
            assert_eq!(outcome.printed.text(), "before 1\n");
            let [approval] = approvals(&outcome).try_into().unwrap();
            assert_eq!(
                (approval.tool.as_str(), approval.arguments.as_str()),
                ("pay.refund", r#"{"id":"c1","cents":500}"#)
            );
            assert_eq!((approval.principal.as_str(), approval.reason.as_deref()), ("ada", Some("money leaves")));
            assert!(world.lock().unwrap().is_empty());

            // Another sandbox, as another process would have.
            let elsewhere = sandbox(folder.path(), &world, engine);
            let store = elsewhere.store().unwrap();
            assert_eq!(store.run(&outcome.run).await.unwrap().state, RunState::Paused);
            assert_eq!(store.approvals(None).await.unwrap().len(), 1);
            assert_eq!(store.approvals(Some("bob")).await.unwrap().len(), 0);
            store.decide(&approval.id, true, "grace", Some("fine")).await.unwrap();
            let again = store.decide(&approval.id, false, "eve", None).await;
            assert!(matches!(again, Err(StoreError::Decided { .. })), "{again:?}");
            assert!(elsewhere.resume(&outcome.run).principal("bob").await.is_err());

            let resumed = elsewhere.resume(&outcome.run).principal("ada").await.unwrap();
            assert_eq!(resumed.printed.text(), "after 500 1 true\nend\n", "{}", resumed.stop);
            assert_eq!(resumed.run, outcome.run);
            let key = |call: u32| format!("{}:{call}", outcome.run);
            let happened = world.lock().unwrap().clone();
            assert_eq!(
                happened,
                [
                    format!(r#"refund {{"id":"c1","cents":500}} {}"#, key(1)),
                    format!(r#"note {{"text":"done"}} {}"#, key(2)),
                ]
            );
            let endings: Vec<CallEnding> = resumed.journal.iter().map(|record| record.ending).collect();
            assert_eq!(endings, [CallEnding::Done; 3]);
            assert_eq!(store.run(&outcome.run).await.unwrap().state, RunState::Ended);
            assert!(elsewhere.resume(&outcome.run).principal("ada").await.is_err());
        });
    });
}

#[test]
fn a_refused_call_is_an_exception_with_the_reason() {
    on_each_engine(|engine| {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let world = World::default();
            let sandbox = sandbox(folder.path(), &world, engine);
            let source = "try { await tools.pay.refund({ id: 'c1' }); } catch (e) { print(e.code, e.message); }
                await tools.pay.note({ text: 'refused' });";
            let outcome = sandbox.run(&Script::new("refund.js", source)).await.unwrap();
            let [approval] = approvals(&outcome).try_into().unwrap();
            sandbox.store().unwrap().decide(&approval.id, false, "grace", Some("refunded already")).await.unwrap();
            let resumed = sandbox.resume(&outcome.run).await.unwrap();
            assert!(resumed.finished(), "{}", resumed.stop);
            assert_eq!(
                resumed.printed.text(),
                "approval_refused pay.refund was refused by grace: refunded already. Do not try again; do without it\n"
            );
            assert_eq!(world.lock().unwrap().len(), 1);
        });
    });
}

/// Ten calls at once, four of which need a person.
const MANY: &str = "const all = Array.from({ length: 10 }, (_, n) =>
        n % 3 === 0 ? tools.pay.refund({ n }) : tools.pay.list({ n }));
    const results = await Promise.allSettled(all);
    print(results.map(one => one.value?.got.n ?? one.reason.code).join(' '));";

#[test]
fn decisions_come_in_any_order() {
    let orders: [&[usize]; 5] = [&[0, 1, 2, 3], &[3, 2, 1, 0], &[2, 0, 3, 1], &[1, 3, 0, 2], &[3, 0, 2, 1]];
    on_each_engine(|engine| {
        block_on(async {
            for order in orders {
                let folder = tempfile::tempdir().unwrap();
                let world = World::default();
                let sandbox = sandbox(folder.path(), &world, engine);
                let mut outcome = sandbox.run(&Script::new("many.js", MANY)).await.unwrap();
                let asked = approvals(&outcome);
                assert_eq!(asked.iter().map(|approval| approval.call).collect::<Vec<_>>(), [0, 3, 6, 9]);
                for (step, &which) in order.iter().enumerate() {
                    // The last one is refused.
                    let store = sandbox.store().unwrap();
                    store.decide(&asked[which].id, which != 3, "grace", None).await.unwrap();
                    outcome = sandbox.resume(&outcome.run).all_output().await.unwrap();
                    if step < 3 {
                        let left: Vec<String> = approvals(&outcome).into_iter().map(|approval| approval.id).collect();
                        let open = |at: &usize| !order[..=step].contains(at);
                        let expected: Vec<String> = (0..4).filter(open).map(|at| asked[at].id.clone()).collect();
                        assert_eq!(left, expected, "what is not decided stays as it was");
                    }
                }
                assert_eq!(outcome.printed.text(), "0 1 2 3 4 5 6 7 8 approval_refused\n", "{}", outcome.stop);
                assert_eq!(world.lock().unwrap().len(), 3);
            }
        });
    });
}

#[test]
fn timers_go_on_where_they_were() {
    on_each_engine(|engine| {
        block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let sandbox = sandbox(folder.path(), &World::default(), engine);
            // How long the call takes after that does not matter: the last timer begins behind it.
            let source = "setTimeout(() => print('second'), 60); setTimeout(() => print('first'), 20);
                await tools.pay.refund({ n: 1 });
                await new Promise(done => setTimeout(done, 80)); print('end');";
            let outcome = sandbox.run(&Script::new("timers.js", source)).await.unwrap();
            let [approval] = approvals(&outcome).try_into().unwrap();
            sandbox.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();
            let resumed = sandbox.resume(&outcome.run).await.unwrap();
            assert_eq!(resumed.printed.text(), "first\nsecond\nend\n", "{}", resumed.stop);
        });
    });
}

#[test]
fn budgets_are_what_was_left() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let sandbox = sandbox(folder.path(), &world, engine);
        let source = "await tools.pay.list({}); await tools.pay.refund({}); for (;;) await tools.pay.list({});";
        let limits = Limits { calls: 5, ..Limits::default() };
        let outcome = sandbox.run(&Script::new("calls.js", source)).limits(limits).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        sandbox.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();
        let resumed = sandbox.resume(&outcome.run).await.unwrap();
        assert!(resumed.stop.to_string().contains("calls"), "{}", resumed.stop);
        assert_eq!(resumed.usage.calls, 5);
    });
}

#[test]
fn what_was_approved_is_void_where_policy_or_tool_changed() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let before = sandbox(folder.path(), &world, engine);
        let script =
            Script::new("refund.js", "await tools.pay.refund({ n: 1 }).catch(e => print(e.code)); print('end');");
        let outcome = before.run(&script).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        before.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();

        // Still asked for, but by another policy: it is asked anew.
        let other = policy().overruled_by(Rule::deny(["pay.note"]));
        let outcome = sandbox_with(folder.path(), &world, engine, &other).resume(&outcome.run).await.unwrap();
        let [anew] = approvals(&outcome).try_into().unwrap();
        assert_ne!(anew.id, approval.id);
        assert!(world.lock().unwrap().is_empty());

        // Denied now: that wins.
        before.store().unwrap().decide(&anew.id, true, "grace", None).await.unwrap();
        let denies = Policy::new([Rule::deny(["pay.refund"]), Rule::allow(["pay.*"])]);
        let outcome = sandbox_with(folder.path(), &world, engine, &denies).resume(&outcome.run).await.unwrap();
        assert_eq!(outcome.printed.text(), "denied\nend\n", "{}", outcome.stop);
        assert!(world.lock().unwrap().is_empty());
    });
}

#[test]
fn one_of_many_who_resume_does() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let first = sandbox(folder.path(), &world, engine);
        let outcome =
            first.run(&Script::new("refund.js", "await tools.pay.refund({ n: 1 }); print('end');")).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        first.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();
        let sandboxes: Vec<Sandbox> = (0..8).map(|_| sandbox(folder.path(), &world, engine)).collect();
        let tasks: Vec<_> = sandboxes
            .into_iter()
            .map(|sandbox| {
                let run = outcome.run.clone();
                tokio::spawn(async move { sandbox.resume(run).await })
            })
            .collect();
        let mut finished = 0;
        for task in tasks {
            finished += u32::from(task.await.unwrap().is_ok_and(|outcome| outcome.finished()));
        }
        assert_eq!((finished, world.lock().unwrap().len()), (1, 1));
    });
}

#[test]
fn a_process_that_was_held_up_has_lost_its_run() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let first = sandbox(folder.path(), &world, engine);
        let source = "await tools.pay.refund({ n: 1 }); await new Promise(done => setTimeout(done, 300));
            await tools.pay.note({ text: 'a' }); print('end');";
        let outcome = first.run(&Script::new("refund.js", source)).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        first.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();
        // One goes on, and is held up while its timer runs: for the others it has been silent for too long.
        let mut slow = first.resume(&outcome.run).events();
        loop {
            let event = slow.next().await.unwrap().unwrap();
            if matches!(event, codemode::Event::CallEnded { call: 0, .. }) {
                break;
            }
        }
        first.store().unwrap().flush().await.unwrap();
        let second = sandbox(folder.path(), &world, engine);
        age(&folder.path().join("runs.db")).await;
        let taken = second.resume(&outcome.run).await.unwrap();
        assert_eq!(taken.printed.text(), "end\n", "{}", taken.stop);
        // Then it wakes up.
        let mut late = None;
        while let Some(event) = slow.next().await {
            if let codemode::Event::Ended(outcome) = event.unwrap() {
                late = Some(outcome);
            }
        }
        let late = late.unwrap();
        assert!(late.store_fault.is_some(), "{}", late.stop);
        assert_eq!(world.lock().unwrap().len(), 2, "the refund once, the note once");
        let stored = second.store().unwrap().run(&outcome.run).await.unwrap();
        assert_eq!((stored.state, stored.stop.as_deref()), (RunState::Ended, Some("finished")));
    });
}

#[test]
fn a_process_that_was_held_up_leaves_what_the_other_one_saved() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let first = sandbox(folder.path(), &world, engine);
        let source = "await tools.pay.refund({ n: 1 }); await tools.pay.refund({ n: 2 }); print('end');";
        let outcome = first.run(&Script::new("refund.js", source)).await.unwrap();
        let store = first.store().unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        store.decide(&approval.id, true, "grace", None).await.unwrap();
        // Nothing of it happens as long as nobody asks for its next event.
        let mut slow = first.resume(&outcome.run).events();
        while !matches!(slow.next().await.unwrap().unwrap(), codemode::Event::CallEnded { call: 0, .. }) {}
        store.flush().await.unwrap();
        age(&folder.path().join("runs.db")).await;
        let second = sandbox(folder.path(), &world, engine);
        let [approval] = approvals(&second.resume(&outcome.run).await.unwrap()).try_into().unwrap();
        while slow.next().await.is_some() {}

        store.decide(&approval.id, true, "grace", None).await.unwrap();
        let resumed = second.resume(&outcome.run).await.unwrap();
        assert_eq!(resumed.printed.text(), "end\n", "{}", resumed.stop);
        assert_eq!(world.lock().unwrap().len(), 2, "each refund once");
    });
}

/// Makes it long ago that anybody said they are alive.
async fn age(file: &Path) {
    let _ = sqlx::any::install_drivers(&[sqlx::sqlite::any::DRIVER, sqlx::postgres::any::DRIVER]);
    let mut connection =
        <sqlx::AnyConnection as sqlx::Connection>::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    for sql in [
        "UPDATE codemode_runs SET alive_ms = alive_ms - 100000",
        "UPDATE codemode_paused SET claimed_ms = claimed_ms - 100000",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
}

#[test]
fn without_the_runs_tools_nothing_goes_on() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let sandbox = sandbox(folder.path(), &world, engine);
        let outcome =
            sandbox.run(&Script::new("refund.js", "await tools.pay.refund({ n: 1 }); print('end');")).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        let store = sandbox.store().unwrap();
        store.decide(&approval.id, true, "grace", None).await.unwrap();
        let without = Sandbox::builder().store(store.clone()).build().unwrap();
        let error = without.resume(&outcome.run).await.unwrap_err().to_string();
        assert!(error.contains("pay.refund"), "{error}");
        // The run is as it was.
        assert_eq!(sandbox.resume(&outcome.run).await.unwrap().printed.text(), "end\n");
    });
}

#[test]
fn a_result_can_be_submitted_after_a_pause() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let sandbox = sandbox(folder.path(), &World::default(), ScriptEngine::Auto);
        let source = "import { submit } from 'codemode:result'; await tools.pay.refund({}); await submit({ n: 5 });";
        let script = Script::new("refund.js", source);
        let outcome = sandbox.run(&script).result_schema(json!({ "type": "object" })).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        sandbox.store().unwrap().decide(&approval.id, true, "grace", None).await.unwrap();
        let resumed = sandbox.resume(&outcome.run).await.unwrap();
        assert_eq!(resumed.result, Some(json!({ "n": 5 })), "{}", resumed.stop);
    });
}

#[test]
fn a_paused_run_can_be_ended() {
    block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let (world, engine) = (World::default(), ScriptEngine::Auto);
        let sandbox = sandbox(folder.path(), &world, engine);
        let source = "await tools.pay.note({ text: 'a' }); await tools.pay.refund({ n: 1 }); print('end');";
        let script = Script::new("refund.js", source);
        let outcome = sandbox.run(&script).await.unwrap();
        let [approval] = approvals(&outcome).try_into().unwrap();
        let store = sandbox.store().unwrap();
        // It may still go on, so nobody else may from there, nor take it back.
        let paused = |result: Result<(), codemode::Error>| {
            assert!(matches!(result, Err(codemode::Error::Store(StoreError::Paused { .. }))), "{result:?}");
        };
        paused(sandbox.run(&script).continue_from(outcome.run.clone()).await.map(drop));
        paused(sandbox.undo(&outcome.run, "").await.map(drop));

        store.cancel(&outcome.run).await.unwrap();
        assert!(matches!(store.cancel(&outcome.run).await, Err(StoreError::NotPaused { .. })));
        assert!(matches!(store.decide(&approval.id, true, "grace", None).await, Err(StoreError::Decided { .. })));
        assert!(store.approvals(None).await.unwrap().is_empty());
        assert!(sandbox.resume(&outcome.run).await.is_err());
        let ended = store.run(&outcome.run).await.unwrap();
        assert_eq!((ended.state, ended.stop.as_deref()), (RunState::Ended, Some("cancelled")));

        // Now somebody can go on from there: what was done is not done again, and the call is asked about anew.
        let next = sandbox.run(&script).continue_from(outcome.run.clone()).await.unwrap();
        let [anew] = approvals(&next).try_into().unwrap();
        store.decide(&anew.id, true, "grace", None).await.unwrap();
        let next = sandbox.resume(&next.run).await.unwrap();
        assert_eq!(next.printed.text(), "end\n", "{}", next.stop);
        assert_eq!(next.continued.unwrap().answered, 1);
        assert_eq!(world.lock().unwrap().len(), 2);
    });
}

#[test]
fn without_a_store_nothing_can_wait() {
    block_on(async {
        let spec = ToolSpec::new("refund", Effect::External);
        let module = ToolModule::new("pay", ()).add(FnTool::new(spec, |_, _| async { Ok(()) }));
        let sandbox = Sandbox::builder().module(module).policy(Policy::new([Rule::ask(["*"])])).build().unwrap();
        let script = Script::new("refund.js", "await tools.pay.refund().catch(e => print(e.code));");
        assert_eq!(sandbox.run(&script).await.unwrap().printed.text(), "approval_unavailable\n");
    });
}
