//! What outlives a run or stands beside what it prints: results, large outputs, small values.

use expect_test::expect;

use crate::support::{codemode, run};

const SCHEMA: &str = r#"{ "type": "object", "properties": { "total": { "type": "number" } }, "required": ["total"], "additionalProperties": false }"#;

#[test]
fn a_result_stands_in_the_document() {
    let source = "import { submit } from 'codemode:result'; await submit({ total: 12.5 }); console.log('done');";
    let output = run("--result-schema=schema.json --json", source).file("schema.json", SCHEMA).output();
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(outcome["result"], serde_json::json!({ "total": 12.5 }));
    run("--result-schema=schema.json", "console.log('done')").file("schema.json", SCHEMA).check(&expect![[r#"
        exit 0
        --- stdout
        done
        --- stderr
        warning: the script finished without submitting a result; call submit(value) once, at the end, with import { submit } from "codemode:result"
    "#]]);
    run("--result-schema=schema.json", "").file("schema.json", r#"{ "type": "objekt" }"#).check(&expect![[r#"
        exit 2
        --- stderr
        error: --result-schema: the schema is not valid JSON Schema: "objekt" is not valid under any of the schemas listed in the 'anyOf' keyword
    "#]]);
}

#[test]
fn a_check_knows_that_submitting_is_allowed() {
    let source = "import { submit } from 'codemode:result'; await submit({ total: 1 });";
    codemode("check --result-schema=schema.json -").file("schema.json", SCHEMA).input(source).check(&expect![[r#"
        exit 0
        --- stdout
        codemode:result.submit  read      allow
    "#]]);
}

#[test]
fn values_take_a_store_and_the_flag() {
    let source = "import { get, set } from 'tools/store'; await set({ name: 'n', value: 1 }); console.log(await get({ name: 'n' }));";
    run("--allow-store --store=runs.db", source).check(&expect![[r#"
        exit 0
        --- stdout
        1
    "#]]);
    run("--config=codemode.toml", source)
        .file(
            "codemode.toml",
            "[store]\nplace = \"runs.db\"\nvalues = true\n[[rule]]\ntools = [\"store.*\"]\nverdict = \"allow\"\n",
        )
        .check(&expect![[r#"
            exit 0
            --- stdout
            1
        "#]]);
    run("--allow-store", source).check(&expect![[r#"
        exit 2
        --- stderr
        error: --allow-store: there is no store to keep values in; name one with --store PLACE
    "#]]);
    run("", source).check(&expect![[r#"
        exit 1
        --- stderr
        error: ImportError: Cannot find module "tools/store"
         --> stdin.js:1:26
        1 | import { get, set } from 'tools/store'; await set({ name: 'n', value: 1 }); console.log(await get({ name: 'n' }));
          |                          ^
            at top level (stdin.js:1:26)
        hint: run with --allow-store to let the script keep small values for later runs
    "#]]);
}

#[test]
fn a_large_reply_is_listed_and_written_out() {
    let text = "a line of text\n".repeat(1_000);
    let source = "import { read_file } from 'tools/fs';
        try { await read_file({ path: 'big.txt' }); } catch (e) { console.log(/artifact \"(\\w+)\"/.exec(e.message)[1]); }";
    let store = tempfile::tempdir().expect("a temporary folder");
    let place = format!("--store={}", store.path().join("runs.db").display());
    let output = run(&format!("--allow-read=. --reply-bytes=1k {place}"), source).file("big.txt", &text).output();
    let id = String::from_utf8(output.stdout).expect("it is text").trim().to_owned();
    let listed = codemode(&format!("runs {place} --json list")).output();
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("there is one run");
    let run = listed["run"].as_str().expect("it has an id");
    let kept = codemode(&format!("runs {place} artifacts {run}")).output();
    assert_eq!(
        String::from_utf8(kept.stdout).expect("it is text"),
        format!("{id}  text       15000 bytes  call 0, fs.read_file\n")
    );
    let whole = codemode(&format!("runs {place} artifact {id}")).output();
    assert_eq!(String::from_utf8(whole.stdout).expect("it is text"), text);
    codemode(&format!("runs {place} artifact 0123456789")).check(&expect![[r#"
        exit 2
        --- stderr
        error: there is no artifact `0123456789`
    "#]]);
}
