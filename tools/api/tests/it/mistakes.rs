//! Mistakes in tools, and the messages they get: `tests/fail/NAME.rs` and `NAME.stderr`.

/// One test, so that the dependencies are compiled once; `TRYBUILD=overwrite` writes new messages.
#[test]
fn mistakes_are_reported_with_the_expected_form() {
    trybuild::TestCases::new().compile_fail("tests/fail/*.rs");
}
