//! Going on from an earlier run: nothing happens twice.

use codemode::{CallEnding, Error, Event, Outcome, Sandbox, StoreError};
use serde_json::json;

use super::place::Place;
use super::world::{World, script};

on_both! {
    what_was_done_is_answered_and_not_done_again
    equal_calls_are_answered_in_their_order
    calls_that_differ_are_announced
    what_is_in_doubt_is_not_repeated
    a_tool_that_knows_the_key_is_called_again_with_it
    doubts_outlive_several_runs
    only_its_principal_goes_on_from_a_run
    a_run_that_goes_on_is_not_gone_on_from
    failed_refused_and_undone_calls_are_made_anew
    replies_that_were_not_kept
}

async fn go_on(sandbox: &Sandbox, run: &str, source: &str) -> (Outcome, Vec<Event>) {
    let script = script(source);
    let mut events = sandbox.run(&script).continue_from(run).events();
    let mut seen = Vec::new();
    loop {
        match events.next().await.unwrap().unwrap() {
            Event::Ended(outcome) => return (*outcome, seen),
            event => seen.push(event),
        }
    }
}

async fn what_was_done_is_answered_and_not_done_again(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let body = "const { did } = await tools.t.write({ id: 1, b: 2 }); const { read } = await tools.t.read({ id: 3 });";
    let first = world.run(&store, &format!("{body} throw new Error('late');")).await;
    // The order of members does not matter.
    let fixed = body.replace("id: 1, b: 2", "b: 2, id: 1") + "await tools.t.mail({ id: 4 }); print(did, read);";
    let (second, _) = go_on(&sandbox, &first.run, &fixed).await;
    assert_eq!((second.printed.text(), world.done().as_str()), ("1 3\n", "write 1, mail 4"));
    let by: Vec<_> = second.journal.iter().map(|record| record.answered_by.clone()).collect();
    assert_eq!(by, [Some(format!("{}:0", first.run)), Some(format!("{}:1", first.run)), None]);
    let continued = second.continued.unwrap();
    assert_eq!((continued.run.as_str(), continued.answered, continued.not_repeated.len()), (first.run.as_str(), 2, 0));
    let stored = store.run(&second.run).await.unwrap();
    assert_eq!((stored.parent.as_deref(), stored.calls, stored.effects), (Some(first.run.as_str()), 3, 1));
    // And on from there, in a process that knows nothing but the database.
    let (third, _) = go_on(&world.sandbox(&at.store()), &second.run[..10], &fixed).await;
    assert_eq!((third.printed.text(), world.done().as_str()), ("1 3\n", "write 1, mail 4"));
    assert_eq!(third.continued.unwrap().answered, 3);
}

async fn equal_calls_are_answered_in_their_order(at: &Place) {
    let (store, world) = (at.store(), World::default());
    // What a read replies is what it replied then, so the second gets the second.
    let source =
        |count| format!("for (let i = 0; i < {count}; i++) print((await tools.t.write({{ id: 'same' }})).did);");
    let first = world.run(&store, &(source(2) + "throw 1")).await;
    at.sql("UPDATE codemode_calls SET reply = NULL WHERE call = 7").await;
    let (second, events) = go_on(&world.sandbox(&store), &first.run, &source(3)).await;
    assert_eq!(world.keys(), [format!("{}:0", first.run), format!("{}:1", first.run), format!("{}:2", second.run)]);
    let by: Vec<_> = second.journal.iter().map(|record| record.answered_by.clone()).collect();
    assert_eq!(by, [Some(format!("{}:0", first.run)), Some(format!("{}:1", first.run)), None]);
    assert!(events.iter().any(|event| matches!(event, Event::CallDiffers { call: 2, instead_of: None, .. })));
}

async fn calls_that_differ_are_announced(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let first = world.run(&store, "await tools.t.write({ id: 1 }); await tools.t.write({ id: 2 }); throw 1;").await;
    let source = "await tools.t.write({ id: 9 }); await tools.t.read({ id: 1 }); await tools.t.write({ id: 1 });";
    let (second, events) = go_on(&world.sandbox(&store), &first.run, source).await;
    let differs: Vec<_> = events.iter().filter(|event| matches!(event, Event::CallDiffers { .. })).collect();
    let instead = json!([format!("{}:0", first.run), r#"{"id":1}"#]);
    let wanted = json!([{ "event": "call_differs", "call": 0, "tool": "t.write", "arguments": r#"{"id":9}"#, "instead_of": instead }]);
    assert_eq!(json!(differs), wanted);
    let started = events.iter().position(|event| matches!(event, Event::CallStarted { call: 0, .. }));
    assert!(events.iter().position(|event| matches!(event, Event::CallDiffers { .. })) < started);
    assert_eq!(world.done(), "write 1, write 2, write 9");
    let left = second.continued.unwrap().not_repeated;
    assert_eq!((left.len(), left[0].arguments.as_str()), (1, r#"{"id":2}"#));
}

async fn what_is_in_doubt_is_not_repeated(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let source = "await tools.t.write({ id: 1 });";
    world.break_down(true);
    let first = world.run(&store, source).await;
    assert_eq!(first.journal[0].ending, CallEnding::Unknown);
    world.break_down(false);
    let sandbox = world.sandbox(&store);
    let caught = "try { await tools.t.write({ id: 1 }); } catch (e) { print(e.code, e.message); }";
    let (second, _) = go_on(&sandbox, &first.run, caught).await;
    let said = second.printed.text();
    assert!(said.starts_with("unknown_outcome") && said.contains(&format!("{}:0", first.run)), "{said}");
    assert_eq!(second.journal[0].ending, CallEnding::Refused);
    assert_eq!(world.done(), "write 1");
    // A person found out that it was done.
    store.settle(&first.run, 0, true, Some(&json!({ "did": "so" }))).await.unwrap();
    let (third, _) = go_on(&sandbox, &first.run, "print((await tools.t.write({ id: 1 })).did);").await;
    assert_eq!((third.printed.text(), world.done().as_str()), ("so\n", "write 1"));
}

async fn a_tool_that_knows_the_key_is_called_again_with_it(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let source = "await tools.t.pay({ id: 1 });";
    world.break_down(true);
    let first = world.run(&store, source).await;
    // It fails again, and is in doubt again; the key stays that of the first call, however often.
    let (second, _) = go_on(&sandbox, &first.run, source).await;
    world.break_down(false);
    let (third, _) = go_on(&sandbox, &second.run, source).await;
    assert!(third.finished(), "{}", third.stop);
    let key = format!("{}:0", first.run);
    assert_eq!(world.keys(), [key.clone(), key.clone(), key.clone()]);
    assert_eq!(third.journal[0].repeats, Some(key));
    // Now it is done.
    let (fourth, _) = go_on(&sandbox, &third.run, source).await;
    assert_eq!((fourth.finished(), world.keys().len()), (true, 3));
    let records: Vec<_> = store.calls(&third.run).await.unwrap().into_iter().map(|call| call.record).collect();
    assert_eq!(json!(records), json!(third.journal));
}

async fn doubts_outlive_several_runs(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let source = "await tools.t.write({ id: 1 }); ";
    world.break_down(true);
    let first = world.run(&store, source).await;
    world.break_down(false);
    let (second, _) = go_on(&sandbox, &first.run, source).await;
    // The second was refused, so it knows of no doubt of its own; the third must know it all the same.
    let (third, _) = go_on(&sandbox, &second.run, source).await;
    assert_eq!(third.journal[0].code.as_deref(), Some("unknown_outcome"));
    // What a run did not get to is still done.
    let (fourth, _) = go_on(&sandbox, &first.run, "await tools.t.write({ id: 2 }); throw 1;").await;
    let (fifth, _) = go_on(&sandbox, &fourth.run, "throw 1").await;
    let (sixth, _) = go_on(&sandbox, &fifth.run, "await tools.t.write({ id: 2 });").await;
    assert_eq!((sixth.finished(), world.done().as_str()), (true, "write 1, write 2"));
}

async fn only_its_principal_goes_on_from_a_run(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let script = script("await tools.t.write({ id: 1 });");
    let first = sandbox.run(&script).principal("ann").await.unwrap();
    for principal in ["", "bob", "ANN"] {
        let error = sandbox.run(&script).principal(principal).continue_from(&first.run).await.unwrap_err();
        assert!(matches!(&error, Error::Store(StoreError::UnknownRun { .. })), "{error}");
        let error = sandbox.undo(&first.run, principal).await.unwrap_err();
        assert!(matches!(&error, Error::Store(StoreError::UnknownRun { .. })), "{error}");
    }
    let error = sandbox.run(&script).continue_from("0000").await.unwrap_err();
    assert!(matches!(&error, Error::Store(StoreError::UnknownRun { .. })), "{error}");
    assert_eq!(world.done(), "write 1");
}

async fn a_run_that_goes_on_is_not_gone_on_from(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let script = script("await tools.t.write({ id: 1 }); await tools.t.hang({});");
    let mut events = sandbox.run(&script).events();
    while !matches!(events.next().await.unwrap().unwrap(), Event::CallStarted { call: 1, .. }) {}
    let run = world.keys()[0].split(':').next().unwrap().to_owned();
    let running = |error: Error| assert!(matches!(&error, Error::Store(StoreError::StillRunning { .. })), "{error}");
    running(sandbox.run(&script).continue_from(&run).await.unwrap_err());
    running(sandbox.undo(&run, "").await.unwrap_err());
    // Its process said nothing for a minute: it is gone, as far as anybody can tell.
    at.a_minute_later().await;
    let (second, _) = go_on(&sandbox, &run, "await tools.t.write({ id: 1 });").await;
    assert_eq!((second.finished(), world.done().as_str()), (true, "write 1"));
    drop(events);
}

async fn failed_refused_and_undone_calls_are_made_anew(at: &Place) {
    let (store, world) = (at.store(), World::default());
    let sandbox = world.sandbox(&store);
    let source = "await tools.t.fail({}).catch(e => print(e.code)); await tools.t.denied({}).catch(e => print(e.code));
        await tools.t.set({ key: 'k', value: 'v' });";
    let first = world.run(&store, source).await;
    sandbox.undo(&first.run, "").await.unwrap();
    assert_eq!(world.value("k"), None);
    let (second, _) = go_on(&sandbox, &first.run, source).await;
    assert_eq!((second.printed.text(), world.value("k").as_deref()), ("not_found\ndenied\n", Some("v")));
    assert_eq!(second.continued.unwrap().answered, 0);
}

async fn replies_that_were_not_kept(at: &Place) {
    let keep = codemode::Keep { read_reply_bytes: 10, ..codemode::Keep::default() };
    let (store, world) = (at.store_with(keep), World::default());
    let source = "print((await tools.t.long({ length: 100 })).length);";
    let first = world.run(&store, source).await;
    // A read is made again.
    let (second, _) = go_on(&world.sandbox(&store), &first.run, source).await;
    assert_eq!((second.printed.text(), second.journal[0].attempts), ("100\n", 1));
    // An effect is not, although its reply was too long for the script.
    let limits = codemode::Limits { reply_bytes: 20, ..codemode::Limits::default() };
    let sandbox = world.builder(&store).limits(limits).build().unwrap();
    let source = "await tools.t.write({ id: 'a long one, twenty bytes' }).catch(e => print(e.code));";
    let first = sandbox.run(&script(source)).await.unwrap();
    assert_eq!(first.printed.text(), "reply_too_large\n");
    let (second, _) = go_on(&sandbox, &first.run, source).await;
    assert_eq!((second.printed.text(), world.keys().len()), ("reply_too_large\n", 1));
}
