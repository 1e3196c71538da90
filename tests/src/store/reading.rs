//! Finding runs again: lists, pages, beginnings of ids; several who share a store.

use codemode::{RunFilter, RunStore, StoreError, StoredRun};
use serde_json::json;

use super::account::calls;
use super::place::Place;
use super::world::{World, script};

on_both! {
    runs_are_listed_by_what_is_asked
    pages_have_every_run_once
    a_beginning_that_one_run_has_finds_it
    many_sandboxes_share_a_store
    two_stores_share_a_database
    many_stores_can_make_the_tables_at_the_same_time
    a_newer_version_is_refused
    what_cannot_be_read_is_said
    a_person_settles_what_was_in_doubt
}

fn ids(runs: &[StoredRun]) -> Vec<&str> {
    runs.iter().map(|run| run.run.as_str()).collect()
}

async fn runs_are_listed_by_what_is_asked(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let (one, two) = (script("await tools.t.write({});"), script("await tools.t.read({});"));
    let anns = sandbox.run(&one).principal("ann").await.unwrap().run;
    let bobs = sandbox.run(&two).principal("bob").await.unwrap().run;
    world.break_down(true);
    let doubt = sandbox.run(&one).principal("bob").await.unwrap().run;
    // Runs of one millisecond have no order of their own.
    at.sql(&format!("UPDATE codemode_runs SET started_ms = started_ms - 9 WHERE run = '{anns}'")).await;
    at.sql(&format!("UPDATE codemode_runs SET started_ms = started_ms + 9 WHERE run = '{doubt}'")).await;
    let list = async |principal: Option<&str>, unknown, most| {
        let mut filter = RunFilter::default();
        (filter.principal, filter.unknown, filter.most) = (principal.map(str::to_owned), unknown, most);
        store.runs(&filter).await.unwrap()
    };
    assert_eq!(ids(&list(None, false, 50).await), [&doubt, &bobs, &anns]);
    assert_eq!(ids(&list(Some("bob"), false, 50).await), [&doubt, &bobs]);
    assert_eq!(ids(&list(Some("bob"), false, 1).await), [&doubt]);
    assert_eq!(ids(&list(Some("b"), false, 50).await), [] as [&str; 0]);
    assert_eq!(ids(&list(Some(""), false, 50).await), [] as [&str; 0]);
    assert_eq!(ids(&list(None, true, 50).await), [&doubt]);
}

async fn pages_have_every_run_once(at: &Place) {
    let (store, world) = (at.store(), World::default());
    for _ in 0..23 {
        world.run(&store, "").await;
    }
    // Many in one millisecond.
    at.sql("UPDATE codemode_runs SET started_ms = 1000 + started_ms % 3").await;
    let mut filter = RunFilter::default();
    filter.most = 5;
    let mut seen: Vec<(i64, String)> = Vec::new();
    loop {
        let page = store.runs(&filter).await.unwrap();
        let Some(last) = page.last() else { break };
        filter.after = Some((last.started_ms, last.run.clone()));
        seen.extend(page.into_iter().map(|run| (-run.started_ms, run.run)));
    }
    assert_eq!(seen.len(), 23);
    assert!(seen.is_sorted_by(|a, b| a < b), "{seen:?}");
}

async fn a_beginning_that_one_run_has_finds_it(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let one = world.run(&store, "").await.run;
    let two = world.run(&store, "").await.run;
    assert_eq!(store.run(&one[..12]).await.unwrap().run, one);
    for wrong in ["", "ab", &one[..3], "not hexadecimal", "' OR 1=1 --", &format!("{one}0")] {
        let error = store.run(wrong).await.unwrap_err();
        assert!(matches!(&error, StoreError::UnknownRun { .. }), "{wrong}: {error}");
    }
    at.sql(&format!("UPDATE codemode_runs SET run = 'abcd1' WHERE run = '{one}'")).await;
    at.sql(&format!("UPDATE codemode_runs SET run = 'abcd2' WHERE run = '{two}'")).await;
    assert_eq!(store.run("abcd2").await.unwrap().run, "abcd2");
    let error = store.run("abcd").await.unwrap_err().to_string();
    assert!(error.contains("abcd1") && error.contains("abcd2"), "{error}");
}

/// Runs on each of some stores at once; afterwards every effect has its record.
async fn crowd(at: &Place, stores: &[RunStore]) {
    let source = "for (const id of [1, 2, 3, 4]) await Promise.all([tools.t.write({ id }), tools.t.read({ id })]);";
    let world = World::default();
    let runs: Vec<_> = stores
        .iter()
        .flat_map(|store| std::iter::repeat_n(world.sandbox(store), 5))
        .map(|sandbox| tokio::spawn(async move { sandbox.run(&script(source)).await.unwrap() }))
        .collect();
    let mut count = 0;
    for run in runs {
        let outcome = run.await.unwrap();
        assert!(outcome.finished() && outcome.store_fault.is_none(), "{} {:?}", outcome.stop, outcome.store_fault);
        let records: Vec<_> =
            stores[0].calls(&outcome.run).await.unwrap().into_iter().map(|call| call.record).collect();
        assert_eq!(json!(records), json!(outcome.journal));
        count += 4;
    }
    assert_eq!(world.keys().len(), count);
    let written = "SELECT count(*) FROM codemode_calls WHERE effect = 'write' AND ending = 'done'";
    assert_eq!(at.number(written).await, i64::try_from(count).unwrap());
}

async fn many_sandboxes_share_a_store(at: &Place) {
    let store = at.store();
    crowd(at, &[store.clone(), store.clone(), store.clone(), store]).await;
}

async fn two_stores_share_a_database(at: &Place) {
    crowd(at, &[at.store(), at.store()]).await;
}

async fn many_stores_can_make_the_tables_at_the_same_time(at: &Place) {
    let opening: Vec<_> = (0..8)
        .map(|_| {
            let address = at.address();
            tokio::spawn(async move { RunStore::open(&address).await.map(drop) })
        })
        .collect();
    for opened in opening {
        opened.await.unwrap().unwrap();
    }
    assert_eq!(at.number("SELECT count(*) FROM codemode_schema").await, 1);
}

async fn a_newer_version_is_refused(at: &Place) {
    RunStore::open(&at.address()).await.unwrap();
    at.sql("UPDATE codemode_schema SET version = version + 1").await;
    let error = RunStore::open(&at.address()).await.unwrap_err().to_string();
    assert!(error.contains("use the newer one"), "{error}");
    let (store, world) = (at.store(), World::default());
    let outcome = world.run(&store, "await tools.t.write({}).catch(e => print(e.code));").await;
    assert_eq!((outcome.printed.text(), world.done().as_str()), ("journal\n", ""));
    assert!(outcome.store_fault.unwrap().contains("use the newer one"));
}

async fn what_cannot_be_read_is_said(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let run = world.run(&store, "await tools.t.write({});").await.run;
    at.sql("UPDATE codemode_calls SET effect = 'magic'").await;
    let error = store.calls(&run).await.unwrap_err();
    assert!(matches!(&error, StoreError::Content { .. }) && error.to_string().contains("magic"), "{error}");
    at.sql("UPDATE codemode_calls SET effect = 'write', reply = (SELECT source FROM codemode_runs)").await;
    let error = store.calls(&run).await.unwrap_err();
    assert!(matches!(&error, StoreError::Content { .. }), "{error}");
}

async fn a_person_settles_what_was_in_doubt(at: &Place) {
    let (store, world) = (at.store(), World::default());
    world.break_down(true);
    let source = "await tools.t.write({ id: 1 }).catch(() => {}); await tools.t.write({ id: 2 }).catch(() => {});";
    let run = world.run(&store, source).await.run;
    store.settle(&run, 0, true, Some(&json!({ "did": 1 }))).await.unwrap();
    store.settle(&run, 1, false, None).await.unwrap();
    let calls = calls(&store, &run).await;
    assert_eq!((&calls[0]["ending"], &calls[1]["ending"]), (&json!("done"), &json!("failed")));
    assert_eq!(store.calls(&run).await.unwrap()[0].reply.as_ref().unwrap().as_str(), r#"{"did":1}"#);
    for (call, id) in [(0, run.as_str()), (7, run.as_str()), (0, "0000")] {
        let error = store.settle(id, call, true, None).await.unwrap_err();
        assert!(matches!(&error, StoreError::NotUnknown { .. }), "{error}");
    }
}
