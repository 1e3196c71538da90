//! What a run leaves: itself, each of its calls, and nothing secret.

use std::time::Duration;

use codemode::{
    CallEnding, CancellationToken, DirectCall, Effect, Label, Limits, Policy, Rule, RunFilter, RunState, RunStore,
    Verdict,
};
use serde_json::{Value, json};

use super::place::Place;
use super::world::{SECRET, World, script};

on_both! {
    a_run_and_each_of_its_calls_are_there
    refusals_failures_and_doubts_are_there
    secrets_are_nowhere
    direct_calls_are_a_run
    a_run_without_calls_is_there
    a_dropped_run_has_an_end
    a_cancelled_run_tells_of_calls_under_way
    odd_text_is_kept
    a_thousand_reads_at_once_are_few_commits
    long_replies_of_reads_are_not_kept_and_those_of_effects_are
}

/// All that a store knows of a run's calls, as JSON.
pub(super) async fn calls(store: &RunStore, run: &str) -> Value {
    json!(store.calls(run).await.unwrap())
}

async fn a_run_and_each_of_its_calls_are_there(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let source = "await Promise.all([tools.t.read({ id: 1 }), tools.t.read({ id: 2 })]);
        const { did } = await tools.t.write({ id: 'a' }); print(did);";
    let sandbox = world.sandbox(&store);
    let script = script(source).args(json!({ "given": [1, null] }));
    let outcome = sandbox.run(&script).principal("ann").await.unwrap();
    assert!(outcome.finished() && outcome.store_fault.is_none(), "{} {:?}", outcome.stop, outcome.store_fault);

    let run = store.run(&outcome.run).await.unwrap();
    assert_eq!((run.principal.as_str(), run.caller.as_str(), run.script.as_str()), ("ann", "script", "test.js"));
    assert_eq!((run.source.as_str(), &run.args), (source, &json!({ "given": [1, null] })));
    assert_eq!((run.engine.as_str(), run.policy.len()), (outcome.engine, 64));
    assert_eq!((run.state, run.stop.as_deref(), run.message.as_deref()), (RunState::Ended, Some("finished"), None));
    assert_eq!((run.calls, run.effects, run.unknown, run.parent), (3, 1, 0, None));
    assert!(run.started_ms > 1_700_000_000_000 && run.ended_ms.unwrap() >= run.started_ms);
    assert_eq!(run.usage, Some(json!(outcome.usage)));

    let stored = store.calls(&outcome.run).await.unwrap();
    let records: Vec<_> = stored.iter().map(|call| &call.record).collect();
    assert_eq!(json!(records), json!(outcome.journal));
    assert_eq!(records[2].verdict, Some(Verdict::Allow));
    assert_eq!((records[2].effect, records[2].attempts), (Effect::Write, 1));
    assert!(records[2].rule.is_some() && records[2].reply_digest.is_some());
    let replies: Vec<_> = stored.iter().map(|call| call.reply.as_ref().unwrap().as_str()).collect();
    assert_eq!(replies, [r#"{"read":1}"#, r#"{"read":2}"#, r#"{"did":"a","token":"[redacted]"}"#]);
    assert!(stored.iter().all(|call| call.asked_ms >= run.started_ms && call.undo.is_none()));
    assert_eq!(world.keys(), [format!("{}:2", outcome.run)]);
}

async fn refusals_failures_and_doubts_are_there(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let narrower = Policy::allow_all().overruled_by(Rule::deny(["t.mail"]).because("no mail today"));
    let source = "const quiet = call => call.catch(() => {});
        await quiet(tools.t.denied({})); await quiet(tools.t.write(1)); await quiet(tools.t.fail({}));
        await quiet(tools.t.mail({})); tools.t.hang({}).catch(() => {}); tools.t.write({ id: 'waits' }).catch(() => {});
        await tools.t.read({}); throw new Error('oh');";
    let sandbox = world.sandbox(&store);
    let limits = Limits { wall_time: Duration::from_millis(400), ..sandbox.limits().clone() };
    let outcome = sandbox.run(&script(source)).policy(narrower).limits(limits).await.unwrap();
    let calls = store.calls(&outcome.run).await.unwrap();
    assert_eq!(json!(calls.iter().map(|call| &call.record).collect::<Vec<_>>()), json!(outcome.journal));
    let of = |at: usize| (calls[at].record.ending, calls[at].record.code.as_deref().unwrap_or_default());
    assert_eq!(of(0), (CallEnding::Refused, "denied"));
    assert_eq!(of(1), (CallEnding::Refused, "invalid_arguments"));
    assert_eq!(of(2), (CallEnding::Failed, "not_found"));
    assert_eq!(of(3), (CallEnding::Refused, "denied"));
    assert_eq!(of(4).0, CallEnding::Unknown);
    assert_eq!(of(5).0, CallEnding::NotStarted);
    assert!(calls[3].record.message.as_ref().unwrap().contains("no mail today"));
    assert_eq!(calls[2].record.detail.as_deref(), Some("sent [redacted]"));
    assert_eq!(calls[3].record.verdict, Some(Verdict::Deny));
    let run = store.run(&outcome.run).await.unwrap();
    assert_eq!((run.calls, run.effects, run.unknown), (calls.len() as u64, 0, 1));
    // Two policies held.
    assert_eq!(run.policy.split(' ').count(), 2);
    assert_eq!(world.done(), "");
}

async fn secrets_are_nowhere(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let source = format!(
        "await tools.t.write({{ id: args.given, as: '{SECRET}' }}); await tools.t.fail({{}}).catch(() => {{}});
        throw new Error('{SECRET}');"
    );
    let sandbox = world.sandbox(&store);
    let outcome = sandbox.run(&script(&source).args(json!({ "given": SECRET }))).await.unwrap();
    let run = store.run(&outcome.run).await.unwrap();
    let dump = format!("{} {}", json!(run), calls(&store, &outcome.run).await);
    assert!(!dump.contains(SECRET) && dump.contains("[redacted]"), "{dump}");
    // Base64, as an authorization header would have it.
    assert!(!dump.contains("aHVudGVyMi1hbmQtbW9yZ"), "{dump}");
    store.flush().await.unwrap();
    for file in std::fs::read_dir(at.folder()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(SECRET.len()).any(|window| window == SECRET.as_bytes()));
    }
}

async fn direct_calls_are_a_run(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let call = |id: &str, tool: &str| DirectCall { id: id.into(), tool: tool.into(), arguments: json!({ "id": id }) };
    let calls = vec![call("a", "t.write"), call("b", "t.no_such"), call("c", "t.denied"), call("d", "t.read")];
    let called = sandbox.direct().principal("ann").labels([Label::Private]).call_all(calls).await.unwrap();
    let runs = store.runs(&RunFilter::default()).await.unwrap();
    assert_eq!((runs.len(), runs[0].caller.as_str(), runs[0].principal.as_str()), (1, "direct", "ann"));
    assert_eq!((runs[0].calls, runs[0].effects, runs[0].state), (4, 1, RunState::Ended));
    let stored = store.calls(&runs[0].run).await.unwrap();
    let records: Vec<_> = stored.iter().map(|call| &call.record).collect();
    assert_eq!(json!(records), json!(called.iter().map(|called| &called.record).collect::<Vec<_>>()));
    assert_eq!(world.done(), r#"write "a""#);
}

async fn a_run_without_calls_is_there(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let outcome = world.run(&store, "print(1)").await;
    let run = store.run(&outcome.run).await.unwrap();
    assert_eq!((run.calls, run.state, run.stop.as_deref()), (0, RunState::Ended, Some("finished")));
    let outcome = world.run(&store, "for (;;) print('x'.repeat(10000))").await;
    let run = store.run(&outcome.run).await.unwrap();
    assert_eq!(run.stop.as_deref(), Some("limit"));
    assert_eq!(run.message, Some(outcome.stop.to_string()));
}

async fn a_dropped_run_has_an_end(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let script = script("await tools.t.write({ id: 1 }); await tools.t.hang({});");
    let mut events = sandbox.run(&script).events();
    // Until the second call has begun.
    loop {
        let event = events.next().await.unwrap().unwrap();
        if matches!(&event, codemode::Event::CallStarted { call: 1, .. }) {
            break;
        }
    }
    let id = store.runs(&RunFilter::default()).await.unwrap()[0].run.clone();
    assert_eq!(store.run(&id).await.unwrap().state, RunState::Running);
    drop(events);
    store.flush().await.unwrap();
    let run = store.run(&id).await.unwrap();
    assert_eq!((run.state, run.stop.as_deref(), run.unknown), (RunState::Ended, Some("dropped"), 1));
    let calls = store.calls(&id).await.unwrap();
    assert_eq!([calls[0].record.ending, calls[1].record.ending], [CallEnding::Done, CallEnding::Unknown]);
}

async fn a_cancelled_run_tells_of_calls_under_way(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let token = CancellationToken::new();
    let script = script("await tools.t.hang({});");
    let mut events = sandbox.run(&script).cancel_with(token.clone()).events();
    let outcome = loop {
        match events.next().await.unwrap().unwrap() {
            codemode::Event::CallStarted { .. } => token.cancel(),
            codemode::Event::Ended(outcome) => break outcome,
            _ => {}
        }
    };
    let run = store.run(&outcome.run).await.unwrap();
    assert_eq!((run.stop.as_deref(), run.unknown), (Some("cancelled"), 1));
    assert_eq!(calls(&store, &outcome.run).await[0]["ending"], "unknown");
}

async fn odd_text_is_kept(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let source = r#"const odd = "\u0000 \u{1f600} ' \" \\ $1 \u202e"; await tools.t.write({ id: odd, [odd]: 1 });
        await tools.t.read({ id: odd });"#;
    let outcome = world.sandbox(&store).run(&script(source)).principal("a\0b'\u{1f600}").await.unwrap();
    assert_eq!((outcome.finished(), &outcome.store_fault), (true, &None), "{}", outcome.stop);
    let calls = store.calls(&outcome.run).await.unwrap();
    assert_eq!(calls[0].record.arguments, outcome.journal[0].arguments);
    assert_eq!(calls[1].record.reply_digest, outcome.journal[1].reply_digest);
    // Postgres has no NUL, so both databases keep the sign for it.
    assert_eq!(store.run(&outcome.run).await.unwrap().principal, "a\u{2400}b'\u{1f600}");
}

async fn a_thousand_reads_at_once_are_few_commits(at: &Place) {
    let (store, world) = (at.store(), World::default());
    store.check().await.unwrap();
    let source = "const ids = Array.from({ length: 1000 }, (_, id) => id);
        print((await Promise.all(ids.map(id => tools.t.read({ id })))).length);";
    let outcome = world.run(&store, source).await;
    assert_eq!((outcome.printed.text(), &outcome.store_fault), ("1000\n", &None));
    assert_eq!(store.run(&outcome.run).await.unwrap().calls, 1000);
    assert_eq!(
        at.number("SELECT count(*) FROM codemode_calls WHERE ending = 'done' AND reply IS NOT NULL").await,
        1000
    );
    if at.is_postgres() {
        // Rows of one transaction have the same number.
        let commits = at.number("SELECT count(DISTINCT xmin::text) FROM codemode_calls").await;
        assert!(commits <= 100, "{commits}");
    }
}

async fn long_replies_of_reads_are_not_kept_and_those_of_effects_are(at: &Place) {
    let keep = codemode::Keep { read_reply_bytes: 1_000, ..codemode::Keep::default() };
    let (store, world) = (at.store_with(keep), World::default());
    let source = "await tools.t.long({ length: 900 }); await tools.t.long({ length: 2000 });
        await tools.t.write({ id: 'x'.repeat(5000) });";
    let outcome = world.run(&store, source).await;
    assert!(outcome.finished(), "{}", outcome.stop);
    let calls = store.calls(&outcome.run).await.unwrap();
    let kept: Vec<_> = calls.iter().map(|call| call.reply.as_ref().map(|reply| reply.as_str().len())).collect();
    assert_eq!(kept, [Some(902), None, usize::try_from(calls[2].record.reply_bytes).ok()]);
    assert_eq!(calls[1].record.reply_bytes, 2002);
}
