//! What a run that ended badly did before: whoever repeats it has to know.

use std::fmt::Write as _;

use codemode::{CallEnding, Effect, Outcome, Record, printable};

/// Calls that are listed; all of them are in the outcome (`--json`).
const LISTED: usize = 20;

/// Characters of a call's arguments that are shown.
const ARGUMENT_CHARS: usize = 100;

/// The calls that changed something or may have, as text; nothing where there are none.
pub(crate) fn of(outcome: &Outcome) -> Option<String> {
    let counts = |record: &&Record| {
        record.effect != Effect::Read && matches!(record.ending, CallEnding::Done | CallEnding::Unknown)
    };
    let calls: Vec<&Record> = outcome.journal.iter().filter(counts).collect();
    if calls.is_empty() {
        return None;
    }
    let unknown = calls.iter().filter(|record| record.ending == CallEnding::Unknown).count();
    let mut text = String::from("before it ended, the run called tools that change something:");
    // What is not known matters most, so it is never what is cut off.
    let (mut listed, done): (Vec<&Record>, Vec<&Record>) =
        calls.iter().partition(|record| record.ending == CallEnding::Unknown);
    listed.extend(done);
    listed.truncate(LISTED);
    listed.sort_by_key(|record| record.call);
    for record in &listed {
        let state = if record.ending == CallEnding::Done { "done   " } else { "unknown" };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {state}  {} {}", printable(&record.tool), shorten(&record.arguments));
    }
    if calls.len() > listed.len() {
        let _ = write!(text, "\n  and {} more; --json prints all of them", calls.len() - listed.len());
    }
    if unknown > 0 {
        text.push_str("\nwhether the unknown ones took effect cannot be told from here: check before doing them again");
    }
    Some(text)
}

/// Arguments in one line of bounded length, safe to show.
fn shorten(arguments: &str) -> String {
    match arguments.char_indices().nth(ARGUMENT_CHARS) {
        Some((end, _)) => printable(arguments.get(..end).unwrap_or_default()) + "…",
        None => printable(arguments),
    }
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "UPDATE_EXPECT writes them")]
mod tests {
    use codemode::{Printed, Stop, Usage};
    use expect_test::expect;
    use serde_json::json;

    use super::*;

    fn record(call: u32, effect: Effect, ending: CallEnding) -> Record {
        Record {
            call,
            tool: "pay.refund".into(),
            arguments: json!({ "id": call }).to_string(),
            effect,
            verdict: None,
            rule: None,
            ending,
            code: None,
            message: None,
            detail: None,
            latency: std::time::Duration::ZERO,
            reply_bytes: 0,
            reply_digest: None,
        }
    }

    fn ledger(journal: Vec<Record>) -> Option<String> {
        let (stop, printed, usage) = (Stop::Cancelled, Printed::default(), Usage::default());
        let (run, script) = (String::new(), String::new());
        of(&Outcome {
            run,
            script,
            engine: "boa",
            engine_reason: String::new(),
            stop,
            warnings: Vec::new(),
            printed,
            usage,
            journal,
        })
    }

    #[test]
    fn it_tells_what_was_done_and_what_is_not_known() {
        let text = ledger(vec![
            record(0, Effect::Read, CallEnding::Done),
            record(1, Effect::Write, CallEnding::Done),
            record(2, Effect::External, CallEnding::Unknown),
            record(3, Effect::External, CallEnding::Refused),
            record(4, Effect::Write, CallEnding::NotStarted),
        ]);
        expect![[r#"
            before it ended, the run called tools that change something:
              done     pay.refund {"id":1}
              unknown  pay.refund {"id":2}
            whether the unknown ones took effect cannot be told from here: check before doing them again"#]]
        .assert_eq(&text.expect("there were effects"));
    }

    #[test]
    fn reads_need_no_account() {
        assert_eq!(ledger(vec![record(0, Effect::Read, CallEnding::Done)]), None);
    }

    #[test]
    fn a_long_list_keeps_what_is_not_known() {
        let mut journal: Vec<Record> = (0..50).map(|call| record(call, Effect::Write, CallEnding::Done)).collect();
        journal.push(record(50, Effect::Write, CallEnding::Unknown));
        let text = ledger(journal).expect("there were effects");
        assert!(text.contains("unknown  pay.refund {\"id\":50}"), "{text}");
        assert!(text.contains("and 31 more"), "{text}");
    }
}
