//! `tools/store`: small values that outlive a run, for each principal its own.

use codemode::{Policy, RunStore, Sandbox, Script, UndoResult};

use crate::support::{block_on, somebody, stores};

/// What a script of this principal prints in a sandbox of its own.
#[track_caller]
fn prints(store: &RunStore, principal: &str, source: &str, expected: &str) -> String {
    let (sandbox, script) = (sandbox(store), Script::new("test.js", source));
    let outcome = block_on(async { sandbox.run(&script).principal(principal).await }).unwrap();
    assert!(outcome.finished(), "{}", outcome.stop);
    assert_eq!(outcome.printed.text(), expected);
    outcome.run
}

fn sandbox(store: &RunStore) -> Sandbox {
    let builder = Sandbox::builder().store(store.clone()).module(store.values_module());
    builder.policy(Policy::allow_all()).build().expect("it is consistent")
}

#[test]
fn a_value_is_there_for_later_runs_of_the_same_principal() {
    for (store, _folder) in stores() {
        let (ann, bob) = (somebody("ann"), somebody("bob"));
        let source = "const { get, set, list, remove } = tools.store;
            const seen = await get({ name: 'seen' });
            print(JSON.stringify(seen));
            await set({ name: 'seen', value: { n: (seen?.n ?? 0) + 1, text: 'ä\\0' } });
            print((await list()).map(({ name, length }) => name + ' ' + length).join());";
        prints(&store, &ann, source, "null\nseen 24\n");
        prints(&store, &ann, source, "{\"n\":1,\"text\":\"ä\\u0000\"}\nseen 24\n");
        prints(
            &store,
            &bob,
            "print(await tools.store.get({ name: 'seen' }), (await tools.store.list()).length)",
            "null 0\n",
        );
        prints(
            &store,
            &ann,
            "const { get, list, remove } = tools.store;
            print(await remove({ name: 'seen' }), await remove({ name: 'seen' }), await get({ name: 'seen' }));",
            "true false null\n",
        );
    }
}

#[test]
fn values_are_small_and_few() {
    for (store, _folder) in stores() {
        let ann = somebody("ann");
        prints(
            &store,
            &ann,
            "const set = (name, value) => tools.store.set({ name, value }).then(() => 'set', (e) => e.code);
            print(await set('fits', 'x'.repeat(65534)), await set('long', 'x'.repeat(65535)));
            print(await set('', 1), await set('a\\nb', 1), await set('x'.repeat(201), 1));
            for (let n = 1; n < 990; n++) await set(`n${n}`, n);",
            "set value_too_large\ninvalid_arguments invalid_arguments invalid_arguments\n",
        );
        prints(
            &store,
            &ann,
            "const set = (name, value) => tools.store.set({ name, value }).then(() => 'set', (e) => e.code);
            for (let n = 990; n < 1000; n++) await set(`n${n}`, n);
            print(await set('one more', 1), await set('n1', 'again'), (await tools.store.list({ prefix: 'n99' })).length);",
            "store_full set 11\n",
        );
    }
}

#[test]
fn what_was_set_can_be_taken_back_as_long_as_nobody_set_it_since() {
    for (store, _folder) in stores() {
        let (sandbox, ann) = (sandbox(&store), somebody("ann"));
        let undo = |run: &str| {
            let calls = block_on(sandbox.undo(run, &ann)).unwrap();
            calls.into_iter().map(|call| call.result).collect::<Vec<_>>()
        };
        prints(
            &store,
            &ann,
            "await tools.store.set({ name: 'a', value: 1 }); await tools.store.set({ name: 'b', value: 1 });",
            "",
        );
        let second = prints(
            &store,
            &ann,
            "await tools.store.set({ name: 'a', value: 2 }); await tools.store.remove({ name: 'b' });
            await tools.store.set({ name: 'c', value: 3 });",
            "",
        );
        let show = "const { get } = tools.store; print(await get({ name: 'a' }), await get({ name: 'b' }), await get({ name: 'c' }))";
        prints(&store, &ann, show, "2 null 3\n");
        assert!(undo(&second).iter().all(|result| *result == UndoResult::Restored));
        prints(&store, &ann, show, "1 1 null\n");
        assert!(undo(&second).iter().all(|result| *result == UndoResult::AlreadyAsBefore));

        let third = prints(&store, &ann, "await tools.store.set({ name: 'a', value: 4 })", "");
        prints(&store, &ann, "await tools.store.set({ name: 'a', value: 5 })", "");
        let results = undo(&third);
        assert!(matches!(&results[..], [UndoResult::Refused { code, .. }] if code == "changed_since"), "{results:?}");
        prints(&store, &ann, "print(await tools.store.get({ name: 'a' }))", "5\n");
    }
}
