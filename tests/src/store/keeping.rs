//! How long runs are kept.

use std::time::Duration;

use codemode::{Keep, RunFilter, StoreError};

use super::place::Place;
use super::world::World;

on_both! {
    old_runs_go_with_all_that_is_theirs
    the_oldest_runs_go_where_all_take_too_much
    runs_that_go_on_stay
}

/// What a store that opens now would remove, is removed.
async fn sweep(at: &Place, keep: Keep) -> Vec<String> {
    at.sql("UPDATE codemode_schema SET swept_ms = 0").await;
    let store = at.store_with(keep);
    store.check().await.unwrap();
    // It lets go of old runs when nobody wants anything of it.
    while at.number("SELECT swept_ms FROM codemode_schema").await == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    store.runs(&RunFilter::default()).await.unwrap().into_iter().map(|run| run.run).collect()
}

async fn old_runs_go_with_all_that_is_theirs(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let set = |value: &str| format!("await tools.t.set({{ key: 'k', value: '{value}' }});");
    world.run(&store, &set("shared")).await;
    let old = world.run(&store, &set("other")).await.run;
    world.run(&store, &set("shared")).await;
    // The text `shared` is an original of both.
    let young = world.run(&store, &set("last")).await.run;
    for run in store.runs(&RunFilter::default()).await.unwrap() {
        if run.run != young {
            let longer = format!("UPDATE codemode_runs SET ended_ms = ended_ms - 3600000 WHERE run = '{}'", run.run);
            at.sql(&longer).await;
        }
    }
    let blobs = "SELECT count(*) FROM codemode_blobs";
    assert_eq!(at.number(blobs).await, 3);
    let keep = Keep { time: Some(Duration::from_mins(30)), bytes: None, ..Keep::default() };
    assert_eq!(sweep(at, keep).await, std::slice::from_ref(&young));
    for table in ["runs", "calls", "undos", "blobs", "blob_uses"] {
        assert_eq!(at.number(&format!("SELECT count(*) FROM codemode_{table}")).await, 1, "{table}");
    }
    assert!(matches!(store.run(&old).await, Err(StoreError::UnknownRun { .. })));
    // What is left can still be taken back.
    let undone = world.sandbox(&store).undo(&young, "").await.unwrap();
    assert_eq!((undone.len(), world.value("k").as_deref()), (1, Some("shared")));
}

async fn the_oldest_runs_go_where_all_take_too_much(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let mut runs = Vec::new();
    for number in 0..4 {
        let source = format!("await tools.t.write({{ text: crypto.randomUUID().repeat(2000) }}); // {number}");
        runs.push(world.run(&store, &source).await.run);
        let earlier = format!(
            "UPDATE codemode_runs SET started_ms = started_ms - {} WHERE run = '{}'",
            10 - number,
            runs[number]
        );
        at.sql(&earlier).await;
    }
    let each = at.number("SELECT max(bytes) FROM codemode_runs").await;
    assert!(each > 72_000 && each < 80_000, "{each}");
    let keep = Keep { time: None, bytes: Some(u64::try_from(each).unwrap() * 5 / 2), ..Keep::default() };
    assert_eq!(sweep(at, keep).await, [runs[3].clone(), runs[2].clone()]);
    assert_eq!(at.number("SELECT count(*) FROM codemode_calls").await, 2);
    let all = Keep { time: None, bytes: None, ..Keep::default() };
    assert_eq!(sweep(at, all).await.len(), 2);
}

async fn runs_that_go_on_stay(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let script = super::world::script("await tools.t.hang({});");
    let mut events = sandbox.run(&script).events();
    while !matches!(events.next().await.unwrap().unwrap(), codemode::Event::CallStarted { .. }) {}
    at.sql("UPDATE codemode_runs SET started_ms = 0").await;
    let keep = Keep { time: Some(Duration::from_mins(1)), bytes: Some(0), ..Keep::default() };
    assert_eq!(sweep(at, keep).await.len(), 1);
    drop(events);
}
