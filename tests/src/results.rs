//! A result beside the printed text: what fits its schema, once.

use codemode::{Error, Outcome, Policy, Sandbox, Script, Stop};
use expect_test::expect;
use serde_json::{Value, json};

use crate::support::block_on;

fn run_with(schema: Option<Value>, required: bool, source: &str) -> Outcome {
    let sandbox = Sandbox::builder().policy(Policy::default()).build().expect("it is consistent");
    let script = Script::new("test.js", source);
    let run = schema.into_iter().fold(sandbox.run(&script), codemode::Run::result_schema);
    let run = if required { run.result_required() } else { run };
    block_on(async { run.await }).expect("the schema is one")
}

fn totals() -> Value {
    json!({
        "type": "object",
        "properties": { "rows": { "type": "array", "items": { "type": "object", "properties": { "n": { "type": "integer" } } } } },
        "required": ["rows"],
        "additionalProperties": false,
    })
}

#[test]
fn a_value_that_fits_is_the_result() {
    let outcome =
        run_with(Some(totals()), true, "import { submit } from 'codemode:result'; await submit({ rows: [{ n: 1 }] });");
    assert!(outcome.finished(), "{}", outcome.stop);
    assert_eq!(outcome.result, Some(json!({ "rows": [{ "n": 1 }] })));
    assert_eq!(outcome.for_model(), "(the script submitted its result and printed nothing)");
    assert_eq!(outcome.journal[0].rule.as_deref(), Some("built in"));
}

#[test]
fn any_json_value_can_be_one() {
    for (written, value) in [
        ("[1, 'a', null]", json!([1, "a", null])),
        ("'text'", json!("text")),
        ("-1.5", json!(-1.5)),
        ("null", Value::Null),
        ("true", json!(true)),
    ] {
        let source = format!("import {{ submit }} from 'codemode:result'; await submit({written});");
        let outcome = run_with(Some(json!(true)), true, &source);
        assert!(outcome.finished(), "{written}: {}", outcome.stop);
        assert_eq!(outcome.result, Some(value));
    }
}

#[test]
fn what_does_not_fit_can_be_repaired_and_what_was_submitted_stays() {
    let outcome = run_with(
        Some(totals()),
        false,
        "import { submit } from 'codemode:result';
        for (const value of [[], {}, { rows: [{ n: 'x' }], more: 1 }, { rows: [] }, { rows: [{}] }]) {
            try { await submit(value); print('fits'); } catch (e) { print(e.code, e.message); }
        }",
    );
    expect![[r#"
        invalid_result the result does not fit its schema: the result must be object, not an array of 0. Nothing was submitted: repair it and try again
        invalid_result the result does not fit its schema: `rows` is missing. Nothing was submitted: repair it and try again
        invalid_result the result does not fit its schema: `rows[0].n` must be integer, not "x"; `more` is not a property of it; there are: rows. Nothing was submitted: repair it and try again
        fits
        already_submitted a result was submitted already, by call 3, and it stays: submit once, when all is known
    "#]]
    .assert_eq(outcome.printed.text());
    assert_eq!(outcome.result, Some(json!({ "rows": [] })));
}

#[test]
fn two_that_are_submitted_at_once_are_decided_in_their_order() {
    let outcome = run_with(
        Some(json!(true)),
        false,
        "import { submit } from 'codemode:result';
        print((await Promise.allSettled([submit(1), submit(2)])).map((it) => it.status).join());",
    );
    assert_eq!((outcome.printed.text(), outcome.result), ("fulfilled,rejected\n", Some(json!(1))));
}

#[test]
fn a_result_that_is_missing_is_a_warning_or_the_end() {
    let outcome = run_with(Some(totals()), false, "print('done')");
    assert!(outcome.finished());
    assert!(
        outcome.warnings[0].to_string().starts_with("the script finished without submitting a result; call submit")
    );
    assert!(outcome.for_model().starts_with("done\n\n(the script finished without submitting a result"));
    let outcome = run_with(Some(totals()), true, "print('done')");
    assert!(matches!(outcome.stop, Stop::NoResult) && outcome.warnings.is_empty());
    assert!(
        outcome.for_model().contains("The script did not finish. the script finished without submitting"),
        "{}",
        outcome.for_model()
    );
    // What was submitted before a bad end is there.
    let source = "import { submit } from 'codemode:result'; await submit({ rows: [] }); throw new Error('oh');";
    let outcome = run_with(Some(totals()), true, source);
    assert!(matches!(outcome.stop, Stop::Threw(_)) && outcome.result == Some(json!({ "rows": [] })));
}

#[test]
fn a_run_that_is_not_asked_for_a_result_has_no_such_module() {
    let outcome = run_with(None, true, "import { submit } from 'codemode:result'; await submit(1);");
    let Stop::Rejected(error) = outcome.stop else { panic!("{}", outcome.stop) };
    assert_eq!(error.message, "Cannot find module \"codemode:result\"");
    assert_eq!(
        error.hint.as_deref(),
        Some("nobody asked this run for a result with a schema; print what matters instead")
    );
}

#[test]
fn a_schema_that_is_none_is_the_embedders_fault() {
    let error = Sandbox::builder().result_schema(json!({ "type": "objekt" })).build().unwrap_err();
    assert!(
        matches!(error, Error::ResultSchema(_))
            && error.to_string().starts_with("the schema of the result is not valid"),
        "{error}"
    );
}
