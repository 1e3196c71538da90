//! `codemode test`: what it says of cases, on small cases of its own.

use expect_test::expect;
use serde_json::{Value, json};

use crate::support::{Codemode, codemode};

/// Adds a case without tools to the folder `cases`.
trait WithCase {
    fn case(self, name: &str, script: &str, expect: Value) -> Self;
}

impl WithCase for Codemode {
    fn case(self, name: &str, script: &str, expect: Value) -> Self {
        let case =
            json!({ "source": "here", "what": "it adds", "kind": "language", "script": "script.js", "expect": expect });
        self.file(&format!("cases/{name}/script.js"), script)
            .file(&format!("cases/{name}/case.json"), &case.to_string())
    }
}

#[test]
fn a_folder_without_cases_is_a_mistake() {
    codemode("test .").check(&expect![[r#"
        exit 2
        --- stderr
        error: there are no cases: a case is a folder with a case.json
    "#]]);
    codemode("test nowhere").check(&expect![[r#"
        exit 2
        --- stderr
        error: nowhere: No such file or directory (os error 2)
    "#]]);
}

#[test]
fn what_the_format_does_not_know_is_named() {
    let case = r#"{ "source": "here", "what": "w", "kind": "host", "stdout": ["a"] }"#;
    codemode("test cases").file("cases/misspelt/case.json", case).check(&expect![[r#"
        exit 1
        --- stdout
        FAILED   misspelt
            cases/misspelt/case.json: unknown field `stdout`, expected one of `source`, `what`, `kind`, `script`, `tools`, `limits`, `expect`, `node_checked`, `setup`, `steps`, `expect_host` at line 1 column 57
        0 passed, 1 failed
    "#]]);
    let case = r#"{ "source": "here", "what": "w", "kind": "tools", "script": "script.js", "expect": { "exit": "ok" }, "tools": [
        { "namespace": "a", "name": "b", "effect": "read", "policy": "allow", "input_schema": {}, "responses": [{}] }] }"#;
    codemode("test cases").file("cases/empty-response/case.json", case).check(&expect![[r#"
        exit 1
        --- stdout
        FAILED   empty-response
            cases/empty-response/case.json: tool a.b: a response holds one of result, error, echo, echo_field, echo_fields, generate, never
        0 passed, 1 failed
    "#]]);
}

#[test]
fn a_case_of_the_host_is_skipped() {
    let case = r#"{ "source": "here", "what": "w", "kind": "host", "setup": "s", "steps": [], "expect_host": [] }"#;
    codemode("test cases").file("cases/host/case.json", case).check(&expect![[r#"
        exit 0
        --- stdout
        skipped  host: it has no script: it is for tests of the host
        0 passed, 0 failed, 1 skipped
    "#]]);
}

#[test]
fn a_failure_shows_what_was_expected_and_what_came() {
    codemode("test cases")
        .case("adds", "console.log(1 + 1);", json!({ "exit": "ok", "stdout_contains": ["2"] }))
        .case(
            "prints",
            "console.log('Ann | 135.5');\nconsole.log('Bo | 20');\nthrow new Error('late');",
            json!({ "exit": "ok", "stdout_contains": ["Ann | 135.50\nBo | 20"], "stdout_not_contains": ["Bo"] }),
        )
        .check(&expect![[r#"
            exit 1
            --- stdout
            passed   adds
            FAILED   prints
                it adds
                exit:
                  - ok
                  + threw
                stdout_contains:
                  - Ann | 135.50
                  + Ann | 135.5
                    Bo | 20
                stdout_not_contains:
                  - Bo
                  + Bo | 20
                how it ended:
                  threw: Error: late
                   --> script.js:3:11
                  3 | throw new Error('late');
                    |           ^
                      at top level (script.js:3:11)
                what it printed:
                  Ann | 135.5
                  Bo | 20
            1 passed, 1 failed
        "#]]);
}

#[test]
fn a_listed_case_waits_and_must_not_pass() {
    let call = |name: &str| {
        codemode("test cases --waiting waiting.txt")
            .file("waiting.txt", &format!("# known\n{name}: arithmetic\n"))
            .case("adds", "console.log(1 + 1);", json!({ "exit": "ok", "stdout_contains": ["2"] }))
            .case("errs", "console.log(1 + 2);", json!({ "exit": "ok", "stdout_contains": ["4"] }))
    };
    call("errs").check(&expect![[r#"
        exit 0
        --- stdout
        passed   adds
        waiting  errs: arithmetic
        1 passed, 0 failed, 1 waiting
    "#]]);
    call("adds").check(&expect![[r#"
        exit 1
        --- stdout
        PASSED   adds: it is listed as waiting for: arithmetic. Take it off the list
        FAILED   errs
            it adds
            stdout_contains:
              - 4
            how it ended:
              finished
            what it printed:
              3
        0 passed, 1 failed, 1 passed although listed as waiting
    "#]]);
    codemode("test cases --waiting waiting.txt").file("waiting.txt", "adds\n").check(&expect![[r#"
        exit 2
        --- stderr
        error: waiting.txt:1: write `name: what it waits for`
    "#]]);
}

#[test]
fn canned_tools_answer_as_the_case_says() {
    let tool = |name: &str, responses: Value| {
        json!({ "namespace": "canned", "name": name, "effect": "read", "policy": "allow", "input_schema": { "type": "object" },
            "responses": responses })
    };
    let mut counted = tool("counted", json!([{ "result": 1 }, { "result": null }]));
    counted["sequence"] = true.into();
    let mut slow = tool("slow", json!([{ "never": true }]));
    slow["timeout_ms"] = 1.into();
    let mut denied = tool("denied", json!([{ "result": 1 }]));
    denied["policy"] = "deny".into();
    let case = json!({
        "source": "here", "what": "every kind of response", "kind": "tools", "script": "script.js",
        "tools": [
            tool("matched", json!([{ "when": { "id": 1 }, "result": "one" }, { "error": "no such id" }])),
            tool("echo", json!([{ "echo": true }])),
            tool("field", json!([{ "echo_field": "a", "delay_ms": 1 }])),
            tool("fields", json!([{ "echo_fields": ["a", "b"] }])),
            tool("many", json!([{ "generate": { "count": 2, "item": { "id": "$i", "title": "number $i" } } }])),
            counted, slow, denied,
        ],
        "expect": {
            "exit": "ok",
            "stdout_contains": [
                "matched \"one\"\nmatched canned.matched: no such id\n",
                "echo {\"received\":{\"x\":[1]}}\nfield 5\nfields {\"a\":5,\"b\":6}\n",
                "many [{\"id\":0,\"title\":\"number 0\"},{\"id\":1,\"title\":\"number 1\"}]\n",
                "counted 1\ncounted null\ncounted null\nslow timeout\ndenied denied\n",
            ],
            "tool_calls": { "canned.matched": 2, "canned.counted": 3, "canned.slow": 1, "canned.denied": 0 },
            "repeat_runs": 3, "host_survives": true, "max_wall_ms": 60_000, "run_state": "finished",
        },
    });
    let script = "
        import * as canned from 'tools/canned';
        const show = async (name, ...given) => {
            try { console.log(name, JSON.stringify(await canned[name](...given))); }
            catch (error) { console.log(name, error.code === 'failed' ? error.message : error.code); }
        };
        await show('matched', { id: 1 });
        await show('matched', { id: 2 });
        await show('echo', { x: [1] });
        await show('field', { a: 5 });
        await show('fields', { a: 5, b: 6, c: 7 });
        await show('many', {});
        for (let i = 0; i < 3; i++) await show('counted', {});
        await show('slow', {});
        await show('denied', {});
    ";
    codemode("test cases")
        .file("cases/canned/script.js", script)
        .file("cases/canned/case.json", &case.to_string())
        .check(&expect![[r#"
            exit 0
            --- stdout
            passed   canned
            1 passed, 0 failed
        "#]]);
}

#[test]
fn a_machine_gets_the_verdicts() {
    let output = codemode("test cases --json --filter add")
        .case("adds", "console.log(1 + 1);", json!({ "exit": "ok", "stdout_contains": ["2"] }))
        .case("adds-wrong", "console.log(1 + 1);", json!({ "exit": "ok", "stdout_contains": ["3"] }))
        .case("other", "", json!({ "exit": "ok" }))
        .output();
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is one JSON document");
    assert_eq!(document["summary"]["passed"], 1);
    assert_eq!(document["cases"][1]["name"], "adds-wrong");
    assert_eq!(document["cases"][1]["verdict"], "failed");
    assert_eq!(document["cases"][1]["report"]["failures"][0]["expectation"], "stdout_contains");
}
