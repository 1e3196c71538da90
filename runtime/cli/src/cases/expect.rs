//! Compares an outcome with what was expected.

use codemode::{Outcome, Stop};

use super::canned::Executions;
use super::format::{Expect, ExpectedExit};
use super::run::Failure;

/// What of the expectations the outcome does not meet.
pub(super) fn check(expect: &Expect, outcome: &Outcome, executions: &Executions) -> Vec<Failure> {
    let mut failures = Vec::new();
    let mut fail = |expectation, expected: String, actual: Option<String>| {
        failures.push(Failure { expectation, expected, actual });
    };

    let exit = match (expect.exit, outcome.finished()) {
        (ExpectedExit::Ok, false) => Some("ok"),
        (ExpectedExit::Error, true) => Some("error"),
        _ => None,
    };
    if let Some(expected) = exit {
        fail("exit", expected.into(), Some(state(&outcome.stop)));
    }
    if let Some(expected) = &expect.run_state
        && *expected != state(&outcome.stop)
    {
        fail("run_state", expected.clone(), Some(state(&outcome.stop)));
    }

    let printed = outcome.printed.text();
    for part in expect.stdout_contains.iter().filter(|part| !printed.contains(part.as_str())) {
        fail("stdout_contains", part.clone(), None);
    }
    for part in expect.stdout_not_contains.iter().filter(|part| printed.contains(part.as_str())) {
        fail("stdout_not_contains", part.clone(), None);
    }
    if !contains_any(printed, &expect.stdout_contains_any) {
        fail("stdout_contains_any", expect.stdout_contains_any.join("\n"), None);
    }
    if !outcome.finished() {
        let error = outcome.stop.to_string();
        for part in expect.error_contains.iter().filter(|part| !error.contains(part.as_str())) {
            fail("error_contains", part.clone(), Some(error.clone()));
        }
        for part in expect.error_not_contains.iter().filter(|part| error.contains(part.as_str())) {
            fail("error_not_contains", part.clone(), Some(error.clone()));
        }
        if !contains_any(&error, &expect.error_contains_any) {
            fail("error_contains_any", expect.error_contains_any.join("\n"), Some(error));
        }
    }

    for (tool, &expected) in &expect.tool_calls {
        let actual = executions.of(&outcome.run, tool);
        if actual != expected {
            fail("tool_calls", format!("{tool}: {expected}"), Some(format!("{tool}: {actual}")));
        }
    }
    let took = u64::try_from(outcome.usage.wall_time.as_millis()).unwrap_or(u64::MAX);
    if let Some(most) = expect.max_wall_ms.filter(|&most| took > most) {
        fail("max_wall_ms", most.to_string(), Some(took.to_string()));
    }
    let length = printed.len() as u64;
    if let Some(most) = expect.max_stdout_bytes.filter(|&most| length > most) {
        fail("max_stdout_bytes", most.to_string(), Some(length.to_string()));
    }
    failures
}

/// How a run ended, by the name that it has in JSON.
pub(super) fn state(stop: &Stop) -> String {
    let kind = serde_json::to_value(stop).ok().and_then(|stop| Some(stop.get("kind")?.as_str()?.to_owned()));
    kind.unwrap_or_else(|| stop.to_string())
}

/// Whether the text contains one of the parts, in capital or small letters; yes where there are no parts.
fn contains_any(text: &str, parts: &[String]) -> bool {
    let text = text.to_lowercase();
    parts.is_empty() || parts.iter().any(|part| text.contains(&part.to_lowercase()))
}
