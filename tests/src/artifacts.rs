//! Large outputs: kept whole, cut for who reads them, and read in parts by the same principal alone.

use codemode::{CallEnding, Called, Effect, FnTool, Limits, Policy, RunStore, Sandbox, Script, ToolModule, ToolSpec};
use serde_json::{Value, json};

use crate::support::{block_on, somebody, stores};

/// Replies may have 2,000 bytes. `text` gives a numbered line for each number up to `lines`, `rows` as many objects, `kept` cuts
/// its text itself.
fn sandbox(store: Option<&RunStore>) -> Sandbox {
    let spec = |name: &str| ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new(name, Effect::Read) };
    let count = |arguments: &Value| arguments["count"].as_u64().unwrap_or(0);
    let lines = move |arguments: &Value| {
        let lines: Vec<String> = (0..count(arguments)).map(|n| format!("line {n}\n")).collect();
        lines.concat()
    };
    let text = FnTool::new(spec("text"), move |_, arguments| async move { Ok(lines(&arguments)) });
    let rows = FnTool::new(spec("rows"), move |_, arguments| async move {
        Ok((0..count(&arguments)).map(|n| json!({ "id": n, "name": "a, b" })).collect::<Vec<_>>())
    });
    let kept = FnTool::new(spec("kept"), move |context: codemode::RunContext, arguments| async move {
        Ok(context.artifacts.keep(lines(&arguments).into_bytes()).await)
    });
    let secret = FnTool::new(spec("secret"), |_, _| async { Ok("swordfish ".repeat(1_000)) });
    let change = ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new("change", Effect::Write) };
    let change = FnTool::new(change, move |_, arguments| async move { Ok(lines(&arguments)) });
    let builder = Sandbox::builder()
        .module(ToolModule::new("t", ()).add(text).add(rows).add(kept).add(secret).add(change))
        .policy(Policy::allow_all())
        .secret("swordfish")
        .limits(Limits { reply_bytes: 2_000, artifact_bytes: 100_000, ..Limits::default() });
    store.cloned().into_iter().fold(builder, codemode::SandboxBuilder::store).build().expect("it is consistent")
}

fn call(sandbox: &Sandbox, principal: &str, tool: &str, arguments: Value) -> Called {
    block_on(sandbox.direct().principal(principal).call(tool, arguments)).expect("it can be tried")
}

/// The message of a call that failed with this code.
#[track_caller]
fn fails(called: &Called, code: &str) -> String {
    let error = called.reply.as_ref().expect_err("it fails");
    assert_eq!(error.code, code, "{error}");
    error.message.clone()
}

/// The id of the artifact that a message names.
#[track_caller]
fn id_in(message: &str) -> String {
    let (_, rest) = message.split_once("the artifact \"").expect("it names an artifact");
    rest.split('"').next().unwrap().to_owned()
}

#[track_caller]
fn value(called: &Called) -> Value {
    serde_json::from_str(called.reply.as_ref().expect("it replies").as_str()).unwrap()
}

#[test]
fn a_long_text_is_kept_whole_and_read_in_parts() {
    for (store, _folder) in stores() {
        let (sandbox, ann) = (sandbox(Some(&store)), somebody("ann"));
        let called = call(&sandbox, &ann, "t.text", json!({ "count": 1_000 }));
        let message = fails(&called, "reply_too_large");
        assert!(message.starts_with("t.text was done, but its reply has 9892 bytes; at most 2000"), "{message}");
        let (_, short) = message.split_once("In short:\n").unwrap();
        assert!(short.starts_with("[6842 of 8890 bytes are left out in the middle]\nline 0\n"), "{short}");
        assert!(short.ends_with("line 999\n"), "{short}");
        // The record says what the whole reply was.
        assert_eq!((called.record.ending, called.record.reply_bytes), (CallEnding::Done, 9_892));
        assert_eq!(called.record.reply_digest.as_ref().map(String::len), Some(64));

        let id = id_in(&message);
        let slice = |arguments: Value| {
            let mut all = json!({ "artifact": id });
            all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
            call(&sandbox, &ann, "codemode:artifacts.slice", all)
        };
        assert_eq!(value(&slice(json!({ "start": 2, "end": 9 }))), "ne 0\nli");
        assert_eq!(value(&slice(json!({ "start": 998, "by": "lines" }))), "line 998\nline 999\n");
        assert_eq!(value(&slice(json!({ "start": -9 }))), "line 999\n");
        assert_eq!(value(&slice(json!({ "start": 99_999 }))), "");
        fails(&slice(json!({ "by": "items" })), "invalid_arguments");
        // What is too long is not kept again.
        let message = fails(&slice(json!({})), "reply_too_large");
        assert!(message.ends_with("Take a smaller part, with slice({ artifact, start, end })"), "{message}");
        let whole = block_on(
            sandbox
                .direct()
                .principal(&ann)
                .limits(Limits::default())
                .call("codemode:artifacts.read", json!({ "artifact": id })),
        );
        assert!(value(&whole.unwrap()).as_str().unwrap().len() == 8_890);
    }
}

#[test]
fn long_json_is_shown_without_some_of_its_items() {
    for (store, _folder) in stores() {
        let (sandbox, ann) = (sandbox(Some(&store)), somebody("ann"));
        let message = fails(&call(&sandbox, &ann, "t.rows", json!({ "count": 500 })), "reply_too_large");
        let (notice, shown) = message.split_once("In short:\n").unwrap().1.split_once('\n').unwrap();
        let shown: Vec<Value> = serde_json::from_str(shown).unwrap();
        assert_eq!(notice, format!("[left out: {} of 500 items]", 500 - shown.len()));
        assert_eq!(shown[1], json!({ "id": 1, "name": "a, b" }));
        let part = json!({ "artifact": id_in(&message), "start": 498 });
        let part = value(&call(&sandbox, &ann, "codemode:artifacts.slice", part));
        assert_eq!(part, json!([{ "id": 498, "name": "a, b" }, { "id": 499, "name": "a, b" }]));
    }
}

#[test]
fn an_artifact_is_its_principals_alone() {
    for (store, _folder) in stores() {
        let (sandbox, ann, bob) = (sandbox(Some(&store)), somebody("ann"), somebody("bob"));
        let id = id_in(&fails(&call(&sandbox, &ann, "t.text", json!({ "count": 1_000 })), "reply_too_large"));
        let unknown = "0123456789abcdef";
        let of_bob = |id: &str| {
            let called = call(&sandbox, &bob, "codemode:artifacts.slice", json!({ "artifact": id, "end": 5 }));
            fails(&called, "not_found").replace(id, "ID")
        };
        assert_eq!(of_bob(&id), of_bob(unknown));
        assert_eq!(
            value(&call(&sandbox, &ann, "codemode:artifacts.slice", json!({ "artifact": id, "end": 4 }))),
            "line"
        );
        // The operator sees whose it is.
        let (about, bytes) = block_on(store.artifact(&id, Some(&ann))).unwrap();
        assert_eq!((about.principal, about.tool.as_str(), bytes.len()), (ann, "t.text", 8_890));
    }
}

#[test]
fn what_is_too_long_to_keep_is_not_kept_and_says_so() {
    for (store, _folder) in stores() {
        let called = call(&sandbox(Some(&store)), &somebody("ann"), "t.text", json!({ "count": 20_000 }));
        let message = fails(&called, "reply_too_large");
        assert!(
            message.contains("It is not kept: at most 100000 bytes are kept (limit `artifact_bytes`)"),
            "{message}"
        );
    }
    let message = fails(&call(&sandbox(None), "", "t.text", json!({ "count": 1_000 })), "reply_too_large");
    assert!(message.ends_with("(limit `reply_bytes`). Ask for less: filter, or page by page"), "{message}");
    assert_eq!(value(&call(&sandbox(None), "", "t.kept", json!({ "count": 1_000 }))), Value::Null);
}

#[test]
fn secrets_are_not_kept() {
    for (store, _folder) in stores() {
        let ann = somebody("ann");
        let message = fails(&call(&sandbox(Some(&store)), &ann, "t.secret", json!({})), "reply_too_large");
        assert!(!message.contains("swordfish"), "{message}");
        let (_, bytes) = block_on(store.artifact(&id_in(&message), Some(&ann))).unwrap();
        assert!(String::from_utf8(bytes).unwrap().starts_with("[redacted] [redacted]"));
    }
}

#[test]
fn a_script_reads_what_was_kept_in_its_run_and_in_earlier_ones() {
    for (store, _folder) in stores() {
        let (sandbox, ann) = (sandbox(Some(&store)), somebody("ann"));
        let run = |source: &str| {
            let script = Script::new("test.js", source);
            let outcome = block_on(async { sandbox.run(&script).principal(&ann).await }).unwrap();
            assert!(outcome.finished(), "{}", outcome.stop);
            outcome
        };
        let first = run("import { slice, list } from 'codemode:artifacts';
            try { await tools.t.text({ count: 1000 }); } catch (e) { print(e.code); }
            const own = await tools.t.kept({ count: 500 });
            const kept = await list();
            print(kept.map(({ tool, kind, bytes }) => [tool, kind, bytes].join(' ')).join(', '));
            print(await slice({ artifact: own, start: 499, by: 'lines' }));
            print(kept[0].artifact);");
        let text = first.printed.text();
        assert!(text.starts_with("reply_too_large\nt.text text 8890, t.kept text 4390\nline 499\n"), "{text}");
        assert!(
            first
                .journal
                .iter()
                .all(|record| record.tool.starts_with("t.") || record.rule.as_deref() == Some("built in"))
        );
        let id = text.trim_end().lines().last().unwrap();
        let later = run(&format!(
            "import {{ slice }} from 'codemode:artifacts'; print(await slice({{ artifact: '{id}', end: 6 }}));"
        ));
        assert_eq!(later.printed.text(), "line 0\n");
    }
}

#[test]
fn a_long_reply_of_an_effect_is_not_asked_for_twice() {
    let (store, _folder) = stores().remove(0);
    let sandbox = sandbox(Some(&store));
    let script = Script::new(
        "test.js",
        "try { await tools.t.change({ count: 1000 }); } catch (e) { print(e.code, e.message); }",
    );
    let first = block_on(async { sandbox.run(&script).await }).unwrap();
    let again = block_on(async { sandbox.run(&script).continue_from(first.run).await }).unwrap();
    assert_eq!(first.printed, again.printed);
    assert_eq!(again.journal[0].ending, CallEnding::Refused);
}

#[test]
fn printed_text_is_never_cut_in_silence() {
    for (store, _folder) in stores() {
        let (sandbox, ann) = (sandbox(Some(&store)), somebody("ann"));
        let script = Script::new("test.js", "for (let i = 0; i < 9_000; i++) print('line', i);");
        let outcome = block_on(async { sandbox.run(&script).principal(&ann).await }).unwrap();
        let id = outcome.printed_artifact.clone().expect("it is longer than a model reads");
        let text = outcome.for_model();
        assert!(
            text.len() <= 64 << 10 && text.contains(&format!("bytes are left out; all of it is the artifact {id}")),
            "{text}"
        );
        let (about, bytes) = block_on(store.artifact(&id, Some(&ann))).unwrap();
        assert_eq!((about.call, bytes), (None, outcome.printed.text().as_bytes().to_vec()));
    }
}

#[test]
fn nobody_elses_module_begins_with_codemode() {
    let module = ToolModule::new("codemode:artifacts", ());
    let error = Sandbox::builder().module(module).build().unwrap_err().to_string();
    assert!(error.contains("names that begin with `codemode:` are those of the host's own modules"), "{error}");
    assert!(sandbox(stores().first().map(|(store, _)| store)).tools().iter().all(|tool| tool.module == "t"));
}
