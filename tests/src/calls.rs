//! What becomes of calls: their order, their time, their repeats, and an honest account of them; with and without a script.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use codemode::{
    CallEnding, CancellationToken, DirectCall, Effect, FnTool, Limit, Limits, OnTimeout, Policy, Sandbox, Script, Stop,
    ToolError, ToolModule, ToolSpec,
};
use expect_test::expect;
use serde_json::{Value, json};

use crate::support::block_on;

type Log = Arc<Mutex<Vec<String>>>;

fn spec(name: &str, effect: Effect) -> ToolSpec {
    ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new(name, effect) }
}

/// A tool that notes when it begins and ends, waits `ms` in between, and touches `key`.
fn noted(name: &'static str, effect: Effect, log: &Log) -> FnTool {
    let log = Arc::clone(log);
    let tool = FnTool::new(spec(name, effect), move |_, arguments: Value| {
        let log = Arc::clone(&log);
        async move {
            let id = format!("{name} {}", arguments["id"]);
            log.lock().unwrap().push(format!("+{id}"));
            tokio::time::sleep(Duration::from_millis(arguments["ms"].as_u64().unwrap_or(5))).await;
            log.lock().unwrap().push(format!("-{id}"));
            Ok(())
        }
    });
    tool.resource_by(|arguments| arguments["key"].as_str().map(str::to_owned))
}

fn sandbox(module: ToolModule) -> Sandbox {
    limited(module, Limits::default())
}

fn limited(module: ToolModule, limits: Limits) -> Sandbox {
    let builder = Sandbox::builder().module(module).policy(Policy::allow_all()).limits(limits);
    builder.build().expect("the sandbox is consistent")
}

fn script(source: &str) -> Script {
    Script::new("test.js", source)
}

#[test]
fn writes_of_one_thing_run_in_the_order_of_the_calls_and_others_beside_them() {
    let log = Log::default();
    let module =
        ToolModule::new("t", ()).add(noted("write", Effect::Write, &log)).add(noted("read", Effect::Read, &log));
    let source = "const w = (id, key, ms) => tools.t.write({ id, key, ms });
        await Promise.all([w(1, 'a', 30), w(2, 'a', 1), w(3, 'b', 1), tools.t.read({ id: 4, key: 'a' }), w(5, 'a', 1)]);";
    let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
    assert!(outcome.finished(), "{}", outcome.stop);
    let log = log.lock().unwrap();
    let at = |entry: &str| log.iter().position(|line| line == entry).unwrap_or_else(|| panic!("{entry}: {log:?}"));
    // `b` ends before the first write of `a` does.
    assert!(at("-write 3") < at("-write 1"), "{log:?}");
    let order = ["-write 1", "+write 2", "-write 2", "+read 4", "-read 4", "+write 5"].map(at);
    assert!(order.is_sorted(), "{log:?}");
}

#[test]
fn a_call_that_does_not_say_what_it_touches_waits_for_all_and_all_for_it() {
    let log = Log::default();
    let module = ToolModule::new("t", ()).add(noted("write", Effect::Write, &log));
    let source = "const w = (id, key) => tools.t.write({ id, key });
        await Promise.all([w(1, 'a'), w(2), w(3, 'b')]);";
    block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
    expect![[r#"["+write 1", "-write 1", "+write 2", "-write 2", "+write 3", "-write 3"]"#]]
        .assert_eq(&format!("{:?}", log.lock().unwrap()));
}

#[test]
fn a_thing_is_locked_across_all_runs_of_a_sandbox() {
    let inside = Arc::new(AtomicU32::new(0));
    let most = Arc::new(AtomicU32::new(0));
    let (now, peak) = (Arc::clone(&inside), Arc::clone(&most));
    let tool = FnTool::new(spec("write", Effect::Write), move |_, _| {
        let (now, peak) = (Arc::clone(&now), Arc::clone(&peak));
        async move {
            peak.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(1)).await;
            now.fetch_sub(1, Ordering::SeqCst);
            Ok(())
        }
    });
    let tool = tool.resource_by(|_| Some("one".into()));
    block_on(async {
        let sandbox = sandbox(ToolModule::new("t", ()).add(tool));
        let runs: Vec<_> = (0..10)
            .map(|_| {
                let sandbox = sandbox.clone();
                tokio::spawn(async move {
                    let script = script("await Promise.all([1, 2, 3].map(() => tools.t.write({})));");
                    sandbox.run(&script).await.unwrap().finished()
                })
            })
            .collect();
        for run in runs {
            assert!(run.await.unwrap());
        }
    });
    assert_eq!(most.load(Ordering::SeqCst), 1);
}

/// A tool that never replies.
fn hung(effect: Effect, on_timeout: OnTimeout) -> FnTool {
    let spec = ToolSpec { timeout: Duration::from_millis(30), on_timeout, ..spec("hang", effect) };
    FnTool::new(spec, |_, _| async {
        std::future::pending::<()>().await;
        Ok(())
    })
}

#[test]
fn a_hung_call_holds_nothing_after_its_timeout() {
    let log = Log::default();
    let module =
        ToolModule::new("t", ()).add(hung(Effect::Write, OnTimeout::Error)).add(noted("write", Effect::Write, &log));
    let source = "const [hung, write] = await Promise.allSettled([tools.t.hang({}), tools.t.write({ id: 1 })]);
        print(hung.reason.message); print(write.status);";
    let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
    expect![[r#"
        t.hang timed out: it did not reply within 30 ms; whether it took effect is not known: do not try again, check first
        fulfilled
    "#]]
    .assert_eq(outcome.printed.text());
    assert_eq!(outcome.journal[0].ending, CallEnding::Unknown);
    assert_eq!(outcome.journal[1].ending, CallEnding::Done);
}

#[test]
fn a_timeout_can_end_the_run_and_no_script_catches_that() {
    let caught = "try { await tools.t.hang({}); } catch {} finally { print('went on'); }";
    let busy = "tools.t.hang({}).catch(() => {}); await new Promise(done => setTimeout(done)); for (;;) {}";
    for source in [caught, busy] {
        let module = ToolModule::new("t", ()).add(hung(Effect::External, OnTimeout::Stop));
        let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
        let Stop::ToolTimeout(timed_out) = &outcome.stop else { panic!("{source}: {}", outcome.stop) };
        assert_eq!((timed_out.call, timed_out.tool.as_str()), (0, "t.hang"));
        assert_eq!(outcome.printed.text(), "");
        assert_eq!(outcome.journal[0].ending, CallEnding::Unknown);
    }
}

/// A tool that fails on the way until its `nth` call.
fn flaky(spec: ToolSpec, nth: u32) -> (FnTool, Log) {
    let (log, count) = (Log::default(), Arc::new(AtomicU32::new(0)));
    let keys = Arc::clone(&log);
    let tool = FnTool::new(spec, move |context, _| {
        keys.lock().unwrap().push(context.idempotency_key().to_owned());
        let tries = count.fetch_add(1, Ordering::SeqCst) + 1;
        async move {
            let gone = || ToolError::new("the connection was reset").transient();
            if tries < nth { Err(gone()) } else { Ok(tries) }
        }
    });
    (tool, log)
}

#[test]
fn a_read_that_failed_on_the_way_is_tried_again_and_a_write_is_not() {
    let source = "try { print(await tools.t.go({})); } catch (e) { print(e.message); }";
    let run = |spec: ToolSpec, nth, limits| {
        let (tool, log) = flaky(spec, nth);
        let sandbox = limited(ToolModule::new("t", ()).add(tool), limits);
        let outcome = block_on(async { sandbox.run(&script(source)).await.unwrap() });
        let keys = log.lock().unwrap().clone();
        assert_eq!(outcome.journal[0].attempts as usize, keys.len());
        assert!(keys.iter().all(|key| *key == format!("{}:0", outcome.run)), "{keys:?}");
        let record = &outcome.journal[0];
        (outcome.printed.text().trim().to_owned(), record.attempts, record.ending)
    };
    let read = || spec("go", Effect::Read);
    assert_eq!(run(read(), 3, Limits::default()), ("3".into(), 3, CallEnding::Done));
    let gone = "t.go: the connection was reset";
    assert_eq!(run(read(), 9, Limits::default()), (format!("{gone} (tried 3 times)"), 3, CallEnding::Failed));
    // The run's own budget.
    let few = Limits { retries: 1, ..Limits::default() };
    assert_eq!(run(read(), 9, few), (format!("{gone} (tried 2 times)"), 2, CallEnding::Failed));
    let once = ToolSpec { attempts: 1, ..read() };
    assert_eq!(run(once, 9, Limits::default()), (gone.into(), 1, CallEnding::Failed));
    // Nobody knows whether a write that failed on the way took effect.
    let unknown = format!("{gone}; whether it took effect is not known: do not try again, check first");
    assert_eq!(run(spec("go", Effect::Write), 9, Limits::default()), (unknown, 1, CallEnding::Unknown));
    let with_key = ToolSpec { idempotent: true, ..spec("go", Effect::External) };
    assert_eq!(run(with_key, 2, Limits::default()), ("2".into(), 2, CallEnding::Done));
}

#[test]
fn repeats_end_with_the_calls_time() {
    let patient = ToolSpec { attempts: 10, timeout: Duration::from_millis(100), ..spec("go", Effect::Read) };
    let (tool, _) = flaky(patient, 99);
    let started = Instant::now();
    let outcome = block_on(async {
        sandbox(ToolModule::new("t", ()).add(tool)).run(&script("await tools.t.go({})")).await.unwrap()
    });
    assert!(outcome.journal[0].attempts < 4 && started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_tool_that_panics_is_an_honest_unknown() {
    let panics = |effect| FnTool::new(spec("go", effect), |_, _| async { panic!("oh") as Result<(), ToolError> });
    let source = "try { await tools.t.go({}); } catch (e) { print(e.code); }";
    for (effect, ending) in [(Effect::Read, CallEnding::Failed), (Effect::External, CallEnding::Unknown)] {
        let module = ToolModule::new("t", ()).add(panics(effect));
        let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
        assert_eq!(outcome.printed.text(), "internal\n");
        assert_eq!(outcome.journal[0].ending, ending);
        assert_eq!(outcome.journal[0].detail.as_deref(), Some("the tool panicked: oh"));
    }
    // Nor does it matter where it panics.
    let tool = panics(Effect::Read).effect_by(|_| panic!("oh")).resource_by(|_| panic!("oh"));
    let module = ToolModule::new("t", ()).add(tool);
    let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
    assert_eq!(outcome.printed.text(), "internal\n");
}

#[test]
fn a_cancellation_reaches_the_tool_and_no_call_outlives_its_run() {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    let started = CancellationToken::new();
    let begun = started.clone();
    let tool = FnTool::new(spec("go", Effect::Write), move |context, _| {
        let (flag, begun) = (Arc::clone(&flag), begun.clone());
        async move {
            // What outlives the future, such as a thread, sees the token.
            tokio::spawn(async move {
                context.cancelled.cancelled().await;
                flag.store(true, Ordering::SeqCst);
            });
            begun.cancel();
            std::future::pending::<()>().await;
            Ok(())
        }
    });
    block_on(async {
        let sandbox = sandbox(ToolModule::new("t", ()).add(tool));
        let cancel = CancellationToken::new();
        let script = script("await tools.t.go({}); print('went on');");
        let run = tokio::spawn(IntoFuture::into_future(sandbox.run(&script).cancel_with(cancel.clone())));
        started.cancelled().await;
        cancel.cancel();
        let outcome = run.await.unwrap().unwrap();
        assert!(matches!(outcome.stop, Stop::Cancelled), "{}", outcome.stop);
        assert_eq!(outcome.journal[0].ending, CallEnding::Unknown);
        for _ in 0..1_000 {
            if stopped.load(Ordering::SeqCst) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the tool was not told");
    });
}

#[test]
fn a_model_reads_what_was_done_before_a_run_ended_badly() {
    let log = Log::default();
    let module =
        ToolModule::new("t", ()).add(noted("pay", Effect::External, &log)).add(hung(Effect::Write, OnTimeout::Error));
    let source = "print('paying'); await tools.t.pay({ id: 1 });
        try { await tools.t.hang({ id: 2 }); } catch {}
        throw new Error('oh');";
    let outcome = block_on(async { sandbox(module).run(&script(source)).await.unwrap() });
    expect![[r#"
        paying
        The script did not finish. Error: oh
         --> test.js:3:19
        3 |         throw new Error('oh');
          |                   ^
            at top level (test.js:3:19)

        before it ended, the run called tools that change something:
          done     t.pay {"id":1}
          unknown  t.hang {"id":2}
        whether the unknown ones took effect cannot be told from here: check before doing them again
        Do not repeat what is done: go on from there."#]]
    .assert_eq(&outcome.for_model());
}

#[test]
fn direct_calls_keep_their_ids_and_order_whatever_happens() {
    let log = Log::default();
    let failing =
        FnTool::new(spec("fail", Effect::Read), |_, _| async { Err::<(), _>(ToolError::not_found("nothing there")) });
    let strict = FnTool::new(ToolSpec::new("strict", Effect::Read), |_, _| async { Ok(1) });
    let module = ToolModule::new("t", ())
        .add(noted("write", Effect::Write, &log))
        .add(hung(Effect::Write, OnTimeout::Error))
        .add(failing)
        .add(strict);
    let call = |id: &str, tool: &str, arguments: Value| DirectCall { id: id.into(), tool: tool.into(), arguments };
    let calls = vec![
        call("a", "t.write", json!({ "id": 1 })),
        call("b", "t.wriet", json!({})),
        call("c", "t.hang", json!({})),
        call("d", "t.strict", json!({ "extra": 1 })),
        call("e", "t.fail", json!({})),
        call("f", "t.write", json!([])),
        call("g", "t.write", json!({ "id": 2 })),
        call("h", "t.write", json!({ "id": 3 })),
    ];
    let limits = Limits { calls: 7, ..Limits::default() };
    let called = block_on(async { limited(module, limits).call_all(calls).await.unwrap() });
    let shown: Vec<String> = called
        .iter()
        .map(|one| {
            let reply = match &one.reply {
                Ok(reply) => reply.as_str().to_owned(),
                Err(error) => format!("{}: {error}", error.code),
            };
            format!("{} {:?} {reply}\n", one.id, one.record.ending)
        })
        .collect();
    expect![[r#"
        a Done null
        b Refused unknown_tool: there is no tool `t.wriet`; did you mean `t.write`?
        c Unknown timeout: t.hang timed out: it did not reply within 30 ms; whether it took effect is not known: do not try again, check first
        d Refused invalid_arguments: invalid arguments for t.strict: `extra` is not an argument; there are none
        e Failed not_found: t.fail: nothing there
        f Refused invalid_arguments: t.write takes one object: write({})
        g Done null
        h Refused calls: at most 7 calls can be made together (limit `calls`); make fewer at once
    "#]]
    .assert_eq(&shown.concat());
    assert_eq!(*log.lock().unwrap(), ["+write 1", "-write 1", "+write 2", "-write 2"]);
}

#[test]
fn direct_calls_that_are_cut_off_are_accounted_for() {
    let log = Log::default();
    let slow = ToolModule::new("t", ()).add(noted("write", Effect::Write, &log));
    let limits = Limits { wall_time: Duration::from_millis(50), ..Limits::default() };
    let call = |id: &str| DirectCall { id: id.into(), tool: "t.write".into(), arguments: json!({ "ms": 60_000 }) };
    block_on(async {
        let sandbox = limited(slow, limits);
        let called = sandbox.call_all(vec![call("a"), call("b")]).await.unwrap();
        let endings: Vec<_> = called.iter().map(|one| one.record.ending).collect();
        assert_eq!(endings, [CallEnding::Unknown, CallEnding::NotStarted]);
        assert!(called[1].reply.is_err());
        let cancelled = CancellationToken::new();
        cancelled.cancel();
        let called = sandbox.direct().cancel_with(cancelled).call("t.write", json!({})).await.unwrap();
        assert_eq!(
            (called.record.ending, called.reply.unwrap_err().code.as_str()),
            (CallEnding::NotStarted, "cancelled")
        );
        // And nothing is held.
        let quick = sandbox.call("t.write", json!({ "ms": 1 })).await.unwrap();
        assert_eq!(quick.record.ending, CallEnding::Done);
    });
}

#[test]
fn secrets_are_in_no_reply_error_or_record() {
    const TOKEN: &str = "tok/en+4711 secret";
    let leaky = FnTool::new(spec("go", Effect::Read), |_, arguments: Value| async move {
        let header = format!("Authorization: Bearer {TOKEN}; url https://u:tok%2Fen%2B4711%20secret@host/");
        match arguments["how"].as_str() {
            Some("reply") => Ok(json!({ "echo": header, "fine": 1 })),
            Some("panic") => panic!("{header}"),
            _ => Err(ToolError::new(format!("401 from the server: {header}")).with_detail(header)),
        }
    });
    let module = ToolModule::new("t", ()).add(leaky);
    let builder = Sandbox::builder().module(module).policy(Policy::allow_all()).secret(TOKEN);
    let source = format!(
        "print((await tools.t.go({{ how: 'reply' }})).echo);
        for (const how of ['panic', '{TOKEN}']) try {{ await tools.t.go({{ how }}); }} catch (e) {{ print(e.message); }}"
    );
    let outcome = block_on(async { builder.build().unwrap().run(&script(&source)).await.unwrap() });
    assert!(outcome.finished(), "{}", outcome.stop);
    expect![[r#"
        Authorization: Bearer [redacted]; url https://u:[redacted]@host/
        t.go: internal error in the tool; trying again is unlikely to help
        t.go: 401 from the server: Authorization: Bearer [redacted]; url https://u:[redacted]@host/
    "#]]
    .assert_eq(outcome.printed.text());
    let journal = serde_json::to_string(&outcome.journal).unwrap();
    assert!(!journal.contains("4711") && journal.contains("[redacted]"), "{journal}");
    // A script sees nothing of the host's environment.
    let outcome = block_on(async {
        let sandbox = Sandbox::builder().build().unwrap();
        sandbox.run(&script("print(typeof process, typeof Deno, typeof require, typeof Bun);")).await.unwrap()
    });
    assert_eq!(outcome.printed.text(), "undefined undefined undefined undefined\n");
}

#[test]
fn two_hundred_hung_and_cancelled_runs_leave_nothing_held() {
    let module = ToolModule::new("t", ()).add(hung(Effect::Write, OnTimeout::Error)).add(noted(
        "write",
        Effect::Write,
        &Log::default(),
    ));
    block_on(async {
        let sandbox = sandbox(module);
        let script = script("try { await tools.t.hang({}); } catch (e) { print(e.code); }");
        for round in 0..200 {
            let cancel = CancellationToken::new();
            let run = tokio::spawn(IntoFuture::into_future(sandbox.run(&script).cancel_with(cancel.clone())));
            match round % 3 {
                0 if round < 30 => assert_eq!(run.await.unwrap().unwrap().printed.text(), "timeout\n"),
                1 => {
                    tokio::task::yield_now().await;
                    cancel.cancel();
                    assert!(matches!(run.await.unwrap().unwrap().stop, Stop::Cancelled));
                }
                // The client is gone.
                _ => run.abort(),
            }
        }
        let quick = sandbox.call("t.write", json!({ "ms": 1 })).await.unwrap();
        assert_eq!(quick.record.ending, CallEnding::Done);
        let limits = Limits { wall_time: Duration::from_millis(20), ..Limits::default() };
        let outcome = sandbox.run(&script).limits(limits).await.unwrap();
        assert!(matches!(&outcome.stop, Stop::Limit(reached) if reached.limit == Limit::WallTime), "{}", outcome.stop);
    });
}
