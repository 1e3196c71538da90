//! A store that cannot be written: nothing is changed without an account, and everything else goes on.

use std::fmt::Write as _;
use std::process::Command;

use codemode::{CallEnding, RunFilter, RunStore, StoreError};
use serde_json::json;

use super::place::Place;
use super::world::{World, script};
use crate::support::block_on;

on_both! {
    without_a_database_effects_are_refused_and_the_rest_goes_on
    a_database_that_comes_back_is_written_again
    a_run_whose_database_was_emptied_is_known_to_the_new_one
}

/// Says what it could do.
const TRIES: &str = "print((await tools.t.read({ id: 1 })).read);
    for (const id of [1, 2]) {
        try { await tools.t.write({ id }); print('wrote'); } catch (e) { print(e.code, e.message.includes('journal')); }
    }";

async fn without_a_database_effects_are_refused_and_the_rest_goes_on(at: &Place) {
    let (store, world) = (at.store(), World::default());
    at.away().await;
    let outcome = world.run(&store, TRIES).await;
    assert_eq!((outcome.printed.text(), world.done().as_str()), ("1\njournal true\njournal true\n", ""));
    let record = &outcome.journal[1];
    assert_eq!((record.ending, record.code.as_deref()), (CallEnding::Refused, Some("journal")));
    assert!(record.detail.is_some() && outcome.store_fault.is_some());
    // A script that changes nothing hears nothing of it.
    let outcome = world.run(&store, "print(1 + 1)").await;
    assert_eq!((outcome.printed.text(), outcome.finished()), ("2\n", true));
    assert!(outcome.store_fault.is_some());
    for error in [
        store.check().await.unwrap_err(),
        store.flush().await.unwrap_err(),
        store.runs(&RunFilter::default()).await.unwrap_err(),
    ] {
        assert!(matches!(&error, StoreError::Database { .. }), "{error}");
    }
    // Direct calls likewise.
    let called = world.sandbox(&store).call("t.write", json!({})).await.unwrap();
    assert_eq!(called.reply.unwrap_err().code, "journal");
    at.back().await;
    store.flush().await.unwrap();
    // What was kept meanwhile is written now.
    let runs = store.runs(&RunFilter::default()).await.unwrap();
    assert_eq!(runs.len(), 3);
    assert!(world.done().is_empty());
}

async fn a_database_that_comes_back_is_written_again(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    assert!(world.run(&store, TRIES).await.store_fault.is_none());
    at.away().await;
    let outcome = sandbox.run(&script(TRIES)).await.unwrap();
    assert_eq!(outcome.printed.text(), "1\njournal true\njournal true\n");
    assert!(outcome.store_fault.is_some());
    at.back().await;
    let healthy = sandbox.run(&script(TRIES)).await.unwrap();
    assert_eq!((healthy.printed.text(), &healthy.store_fault), ("1\nwrote\nwrote\n", &None));
    // The account of the run in between is complete as well.
    let records: Vec<_> = store.calls(&outcome.run).await.unwrap().into_iter().map(|call| call.record).collect();
    assert_eq!(json!(records), json!(outcome.journal));
    assert_eq!(world.done(), "write 1, write 2, write 1, write 2");
}

async fn a_run_whose_database_was_emptied_is_known_to_the_new_one(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let script = script(
        "await tools.t.write({ id: 1 }); await tools.t.read({}); await tools.t.write({ id: 2 }); await tools.t.hang({});",
    );
    let sandbox = world.sandbox(&store);
    let mut events = sandbox.run(&script).events();
    // Before the second write begins.
    loop {
        if matches!(events.next().await.unwrap().unwrap(), codemode::Event::CallStarted { call: 1, .. }) {
            break;
        }
    }
    if at.is_postgres() {
        for table in
            ["schema", "runs", "calls", "undos", "blobs", "blob_uses", "artifacts", "values", "paused", "approvals"]
        {
            at.sql(&format!("DROP TABLE codemode_{table}")).await;
        }
    } else {
        for suffix in ["", "-wal", "-shm"] {
            std::fs::remove_file(format!("{}{suffix}", at.file().display())).unwrap();
        }
    }
    loop {
        if matches!(events.next().await.unwrap().unwrap(), codemode::Event::CallStarted { call: 3, .. }) {
            break;
        }
    }
    drop(events);
    store.flush().await.unwrap();
    let runs = store.runs(&RunFilter::default()).await.unwrap();
    assert_eq!((runs.len(), runs[0].stop.as_deref()), (1, Some("dropped")));
    let calls = store.calls(&runs[0].run).await.unwrap();
    let known: Vec<_> = calls.iter().map(|call| (call.record.call, call.record.ending)).collect();
    assert!(known.ends_with(&[(2, CallEnding::Done), (3, CallEnding::Unknown)]), "{known:?}");
}

/// What is certain to be out of reach.
async fn refused(address: &str) {
    let world = World::default();
    let store = RunStore::at(address.parse().unwrap()).unwrap();
    let outcome = world.run(&store, TRIES).await;
    assert_eq!((outcome.printed.text(), world.done().as_str()), ("1\njournal true\njournal true\n", ""), "{address}");
    let fault = outcome.store_fault.unwrap();
    let error = RunStore::open(address).await.unwrap_err().to_string();
    for text in [&fault, &error] {
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn places_that_do_not_exist_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    std::fs::write(
        folder.path().join("text.db"),
        "This is no database, and long enough to be seen as none. ".repeat(20),
    )
    .unwrap();
    // A port that nobody has, since nobody may have it while it is held here.
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port();
    drop(held);
    block_on(async {
        refused(&format!("sqlite:{}", folder.path().join("file/below/runs.db").display())).await;
        refused(&format!("sqlite:{}", folder.path().join("text.db").display())).await;
        refused(&format!("sqlite:{}", folder.path().display())).await;
        refused(&format!("postgres://me:hunter2@127.0.0.1:{port}/runs")).await;
    });
}

/// A disk that is full, as far as this process can tell: files cannot grow.
#[cfg(unix)]
#[test]
fn a_full_disk_refuses_effects() {
    let folder = tempfile::tempdir().unwrap();
    let this = std::env::current_exe().expect("it runs");
    // In a process of its own; `ulimit` counts in units of 512 or 1,024 bytes. The memory of a run is a file as well.
    let limited =
        "trap '' XFSZ; ulimit -f 65536; exec \"$0\" store::faults::fills_the_disk --exact --ignored --nocapture";
    let output =
        Command::new("sh").args(["-c", limited]).arg(this).env("CODEMODE_TEST_FOLDER", folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
#[ignore = "the test above starts it in a process of its own"]
fn fills_the_disk() {
    let Some(folder) = std::env::var_os("CODEMODE_TEST_FOLDER") else { return };
    block_on(async {
        let store = RunStore::sqlite(std::path::Path::new(&folder).join("runs.db")).unwrap();
        let world = World::default();
        let source = "let code = 'wrote', id = 0;
            const text = 'full '.repeat(100_000);
            while (code === 'wrote' && id < 300) {
                try { await tools.t.write({ id: id++, text }); } catch (e) { code = e.code; }
            }
            print(code, (await tools.t.read({ id: 1 })).read);";
        let outcome = world.run(&store, source).await;
        assert_eq!(outcome.printed.text(), "journal 1\n", "{}", outcome.stop);
        let mut said = String::new();
        let _ = write!(said, "{:?}", outcome.store_fault);
        assert!(said.contains("full") || said.contains("I/O"), "{said}");
        // All that happened is in the account, and nothing else.
        let last = outcome.journal.iter().rev().find(|record| record.tool == "t.write").unwrap();
        assert_eq!((last.ending, last.call as usize), (CallEnding::Refused, world.keys().len()));
    });
}
