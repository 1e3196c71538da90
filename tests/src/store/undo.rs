//! Taking runs back.

use codemode::{CallEnding, Effect, Error, RunFilter, Sandbox, UndoResult, UndoneCall};

use super::place::Place;
use super::world::{World, script};

on_both! {
    calls_are_taken_back_in_reverse_order
    what_changed_since_stops_it
    a_call_of_unknown_outcome_is_taken_back
    what_left_the_machine_is_listed
    a_tool_that_is_not_there_stops_it
    an_undo_that_cannot_be_written_down_does_not_happen
    an_undo_has_an_account_of_its_own
}

fn results(undone: &[UndoneCall]) -> Vec<(u32, &UndoResult)> {
    undone.iter().map(|call| (call.call, &call.result)).collect()
}

const SETS: &str = "await tools.t.set({ key: 'a', value: '1' }); await tools.t.read({});
    await tools.t.set({ key: 'a', value: '2' }); await tools.t.set({ key: 'b', value: '3' });";

async fn calls_are_taken_back_in_reverse_order(at: &Place) {
    let (store, world) = (at.store(), World::default());
    world.values.lock().unwrap().insert("a".into(), "before \u{1f600}".into());
    let run = world.run(&store, SETS).await.run;
    let calls = store.calls(&run).await.unwrap();
    assert_eq!(
        calls.iter().map(|call| call.undo.as_deref()).collect::<Vec<_>>(),
        [Some("kept"), None, Some("kept"), Some("kept")]
    );
    // In another process, which knows nothing but the database.
    let undone = world.sandbox(&at.store()).undo(&run[..12], "").await.unwrap();
    assert_eq!(results(&undone), [(3, &UndoResult::Restored), (2, &UndoResult::Restored), (0, &UndoResult::Restored)]);
    assert_eq!((world.value("a").as_deref(), world.value("b")), (Some("before \u{1f600}"), None));
    // Once more changes nothing, even where somebody has set the same since.
    world.values.lock().unwrap().insert("a".into(), "1".into());
    let again = world.sandbox(&store).undo(&run, "").await.unwrap();
    assert!(again.iter().all(|call| call.result == UndoResult::AlreadyAsBefore));
    assert_eq!(world.value("a").as_deref(), Some("1"));
    assert_eq!(store.calls(&run).await.unwrap()[0].undo.as_deref(), Some("undone"));
}

async fn what_changed_since_stops_it(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let run = world.run(&store, SETS).await.run;
    let sandbox = world.sandbox(&store);
    world.values.lock().unwrap().insert("a".into(), "somebody's".into());
    let undone = sandbox.undo(&run, "").await.unwrap();
    let [(3, UndoResult::Restored), (2, UndoResult::Refused { code, message }), (0, UndoResult::NotTried)] =
        &results(&undone)[..]
    else {
        panic!("{undone:?}")
    };
    assert_eq!(code, "changed_since");
    assert!(message.contains("somebody's"), "{message}");
    assert_eq!(world.value("a").as_deref(), Some("somebody's"));
    // When it is as it was, the rest can be taken back.
    world.values.lock().unwrap().insert("a".into(), "2".into());
    let undone = sandbox.undo(&run, "").await.unwrap();
    assert_eq!(
        results(&undone),
        [(3, &UndoResult::AlreadyAsBefore), (2, &UndoResult::Restored), (0, &UndoResult::Restored)]
    );
    assert!(world.values.lock().unwrap().is_empty());
}

async fn a_call_of_unknown_outcome_is_taken_back(at: &Place) {
    let (store, world) = (at.store(), World::default());
    world.break_down(true);
    let outcome = world.run(&store, "await tools.t.set({ key: 'a', value: '1' });").await;
    assert_eq!((outcome.journal[0].ending, world.value("a").as_deref()), (CallEnding::Unknown, Some("1")));
    let undone = world.sandbox(&store).undo(&outcome.run, "").await.unwrap();
    assert_eq!((results(&undone), world.value("a")), (vec![(0, &UndoResult::Restored)], None));
    // One that never took effect.
    let run = world.run(&store, "await tools.t.set({ key: 'a', value: '1' });").await.run;
    world.values.lock().unwrap().clear();
    let undone = world.sandbox(&store).undo(&run, "").await.unwrap();
    assert_eq!(results(&undone), [(0, &UndoResult::AlreadyAsBefore)]);
}

async fn what_left_the_machine_is_listed(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let source = "await tools.t.set({ key: 'a', value: '1' }); await tools.t.mail({}); await tools.t.write({});
        await tools.t.fail({}).catch(() => {}); await tools.t.denied({}).catch(() => {});";
    let run = world.run(&store, source).await.run;
    let undone = world.sandbox(&store).undo(&run, "").await.unwrap();
    let [
        (2, UndoResult::Impossible { reason: none }),
        (1, UndoResult::Impossible { reason: left }),
        (0, UndoResult::Restored),
    ] = &results(&undone)[..]
    else {
        panic!("{undone:?}")
    };
    assert!(none.contains("no undo") && left.contains("left this machine"), "{none}; {left}");
    assert_eq!(undone[1].arguments, "{}");
}

async fn a_tool_that_is_not_there_stops_it(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let run = world.run(&store, SETS).await.run;
    let bare = Sandbox::builder().store(store.clone()).build().unwrap();
    let undone = bare.undo(&run, "").await.unwrap();
    assert!(matches!(&undone[0].result, UndoResult::Refused { code, .. } if code == "unknown_tool"), "{undone:?}");
    assert!(undone[1..].iter().all(|call| call.result == UndoResult::NotTried));
    assert_eq!(world.value("b").as_deref(), Some("3"));
    let without = Sandbox::builder().build().unwrap().undo(&run, "").await.unwrap_err();
    assert!(matches!(&without, Error::NoStore { .. }), "{without}");
}

async fn an_undo_that_cannot_be_written_down_does_not_happen(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let run = world.run(&store, SETS).await.run;
    // What the account is read from is there, and new records are not taken.
    let full = "ALTER TABLE codemode_calls RENAME TO codemode_calls_then";
    at.sql(full).await;
    at.sql("CREATE VIEW codemode_calls AS SELECT * FROM codemode_calls_then LIMIT 1000000").await;
    let undone = world.sandbox(&store).undo(&run, "").await;
    assert_eq!(world.value("b").as_deref(), Some("3"), "{undone:?}");
    at.sql("DROP VIEW codemode_calls").await;
    at.sql("ALTER TABLE codemode_calls_then RENAME TO codemode_calls").await;
    let undone = world.sandbox(&store).undo(&run, "").await.unwrap();
    assert!(undone.iter().all(|call| call.result == UndoResult::Restored), "{undone:?}");
}

async fn an_undo_has_an_account_of_its_own(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let run = sandbox.run(&script(SETS)).principal("ann").await.unwrap().run;
    sandbox.undo(&run, "ann").await.unwrap();
    let runs = store.runs(&RunFilter::default()).await.unwrap();
    let undo = runs.iter().find(|other| other.caller == "undo").unwrap();
    assert_eq!(
        (undo.parent.as_deref(), undo.principal.as_str(), undo.calls, undo.effects),
        (Some(run.as_str()), "ann", 3, 3)
    );
    let calls = store.calls(&undo.run).await.unwrap();
    assert_eq!(calls[0].record.arguments, format!(r#"{{"undo":"{run}:3"}}"#));
    assert!(calls.iter().all(|call| call.record.ending == CallEnding::Done && call.record.effect == Effect::Write));
    assert!(calls.iter().all(|call| call.undo.is_none()));
}
