//! What a run did to the world before it ended: whoever goes on from there has to know.

use std::fmt;

use codemode_tool::Effect;

use crate::built_in::artifacts;
use crate::{CallEnding, Outcome, Record, printable};

/// The calls of a run that changed something, or may have. It displays as a short text, for a person or a model.
#[derive(Clone, Debug)]
pub struct Ledger<'a> {
    /// Calls that were done.
    pub done: Vec<&'a Record>,
    /// Calls that were started, and of which it is not known whether they took effect.
    pub unknown: Vec<&'a Record>,
    /// Calls that the run asked for, and that were not started when it ended.
    pub not_started: usize,
}

/// Calls that are listed in the text; all of them are in the journal.
const LISTED: usize = 20;

/// Characters of a call's arguments that the text shows.
const ARGUMENT_CHARS: usize = 100;

/// Bytes of text that [`Outcome::for_model`] gives: some ten thousand words, more than a model should have to read.
pub(crate) const MODEL_BYTES: usize = 64 << 10;

/// Bytes of them that say how the run ended.
const STOP_BYTES: usize = 8 << 10;

impl Outcome {
    /// What the run did to the world.
    pub fn ledger(&self) -> Ledger<'_> {
        let effects = || self.journal.iter().filter(|record| record.effect != Effect::Read);
        let of = |ending| effects().filter(|record| record.ending == ending).collect::<Vec<_>>();
        Ledger {
            done: of(CallEnding::Done),
            unknown: of(CallEnding::Unknown),
            not_started: of(CallEnding::NotStarted).len(),
        }
    }

    /// What a model should read of the run: what it printed, and, where it did not finish, why, and what it had done by then,
    /// so that the next script goes on instead of doing it again. At most 64 KiB; of longer text the middle is left out, with a
    /// note that says so, and where all of it is: see [`printed_artifact`](Self::printed_artifact).
    pub fn for_model(&self) -> String {
        let printed = self.printed.text();
        let whole = self.printed_artifact.as_ref().map_or_else(String::new, |artifact| {
            format!("; all of it is the artifact {artifact}, for slice in \"{}\"", artifacts::MODULE)
        });
        if self.finished() {
            // What the contract check says is of the script; this is of the run.
            let of_run: Vec<String> =
                self.warnings.iter().filter(|it| it.place.line == 0).map(|it| format!("\n({it})")).collect();
            let of_run = of_run.concat();
            return match (printed, &self.result) {
                ("", None) => format!("(the script finished and printed nothing){of_run}"),
                ("", Some(_)) => "(the script submitted its result and printed nothing)".into(),
                (printed, _) => middle_out(printed, MODEL_BYTES.saturating_sub(of_run.len()), &whole) + &of_run,
            };
        }
        let mut rest = format!("The script did not finish. {}", middle_out(&self.stop.to_string(), STOP_BYTES, ""));
        let ledger = self.ledger();
        if !ledger.is_empty() {
            rest += &format!("\n\n{ledger}\nDo not repeat what is done: go on from there.");
        }
        let gap = if printed.is_empty() || printed.ends_with('\n') { "" } else { "\n" };
        let printed = middle_out(printed, MODEL_BYTES.saturating_sub(rest.len() + 1), &whole);
        middle_out(&format!("{printed}{gap}{rest}"), MODEL_BYTES, "")
    }
}

impl Ledger<'_> {
    /// Whether nothing was changed, for certain.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty() && self.unknown.is_empty()
    }
}

impl fmt::Display for Ledger<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("before it ended, the run changed nothing");
        }
        f.write_str("before it ended, the run called tools that change something:")?;
        // What is not known matters most, so it is never what is cut off.
        let mut listed: Vec<&Record> = self.unknown.iter().chain(&self.done).copied().take(LISTED).collect();
        listed.sort_by_key(|record| record.call);
        for record in &listed {
            let state = if record.ending == CallEnding::Done { "done   " } else { "unknown" };
            write!(f, "\n  {state}  {} {}", printable(&record.tool), shorten(&record.arguments))?;
        }
        let all = self.done.len() + self.unknown.len();
        if all > listed.len() {
            write!(f, "\n  and {} more, all of them in the journal", all - listed.len())?;
        }
        if self.not_started > 0 {
            write!(f, "\nnot started, so without effect: {} more", self.not_started)?;
        }
        if !self.unknown.is_empty() {
            f.write_str(
                "\nwhether the unknown ones took effect cannot be told from here: check before doing them again",
            )?;
        }
        Ok(())
    }
}

/// Arguments in one line of bounded length, safe to show.
fn shorten(arguments: &str) -> String {
    match arguments.char_indices().nth(ARGUMENT_CHARS) {
        Some((end, _)) => printable(arguments.get(..end).unwrap_or_default()) + "…",
        None => printable(arguments),
    }
}

/// Text of at most so many bytes: where it is longer, its beginning and its end, with a word on what is missing, and on where
/// the whole is.
fn middle_out(text: &str, most: usize, whole: &str) -> String {
    const NOTE: usize = 64;
    if text.len() <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(NOTE + whole.len()) / 2;
    let (head, tail) = (text.floor_char_boundary(half), text.ceil_char_boundary(text.len() - half));
    let (head, rest) = text.split_at_checked(head).unwrap_or_default();
    let tail = text.get(tail..).unwrap_or_default();
    format!("{head}\n… {} bytes are left out{whole} …\n{tail}", rest.len() - tail.len())
}

#[cfg(test)]
#[allow(clippy::needless_raw_string_hashes, reason = "UPDATE_EXPECT writes them")]
mod tests {
    use expect_test::expect;
    use serde_json::json;

    use super::*;
    use crate::{Printed, Stop, Usage};

    fn record(call: u32, effect: Effect, ending: CallEnding) -> Record {
        Record {
            call,
            tool: "pay.refund".into(),
            arguments: json!({ "id": call }).to_string(),
            effect,
            verdict: None,
            rule: None,
            ending,
            attempts: 1,
            code: None,
            message: None,
            detail: None,
            latency: std::time::Duration::ZERO,
            reply_bytes: 0,
            reply_digest: None,
            answered_by: None,
            repeats: None,
        }
    }

    fn outcome(stop: Stop, journal: Vec<Record>) -> Outcome {
        let (printed, usage) = (Printed::default(), Usage::default());
        let (run, script) = (String::new(), String::new());
        Outcome {
            run,
            script,
            engine: "boa",
            engine_reason: String::new(),
            stop,
            warnings: Vec::new(),
            printed,
            result: None,
            printed_artifact: None,
            usage,
            journal,
            continued: None,
            store_fault: None,
        }
    }

    #[test]
    fn it_tells_what_was_done_and_what_is_not_known() {
        let outcome = outcome(
            Stop::Cancelled,
            vec![
                record(0, Effect::Read, CallEnding::Done),
                record(1, Effect::Write, CallEnding::Done),
                record(2, Effect::External, CallEnding::Unknown),
                record(3, Effect::External, CallEnding::Refused),
                record(4, Effect::Write, CallEnding::NotStarted),
            ],
        );
        expect![[r#"
            before it ended, the run called tools that change something:
              done     pay.refund {"id":1}
              unknown  pay.refund {"id":2}
            not started, so without effect: 1 more
            whether the unknown ones took effect cannot be told from here: check before doing them again"#]]
        .assert_eq(&outcome.ledger().to_string());
        let text = outcome.for_model();
        assert!(text.starts_with("The script did not finish. the run was cancelled\n\nbefore it ended"), "{text}");
        assert!(text.ends_with("Do not repeat what is done: go on from there."), "{text}");
    }

    #[test]
    fn reads_need_no_account() {
        let outcome = outcome(Stop::Cancelled, vec![record(0, Effect::Read, CallEnding::Done)]);
        assert!(outcome.ledger().is_empty());
        assert_eq!(outcome.for_model(), "The script did not finish. the run was cancelled");
    }

    #[test]
    fn a_long_list_keeps_what_is_not_known() {
        let mut journal: Vec<Record> = (0..50).map(|call| record(call, Effect::Write, CallEnding::Done)).collect();
        journal.push(record(50, Effect::Write, CallEnding::Unknown));
        let outcome = outcome(Stop::Cancelled, journal);
        let text = outcome.ledger().to_string();
        assert!(text.contains("unknown  pay.refund {\"id\":50}"), "{text}");
        assert!(text.contains("and 31 more"), "{text}");
    }

    #[test]
    fn what_a_model_reads_is_bounded() {
        let text = middle_out(&"äöü".repeat(100_000), 1_000, "");
        assert!(text.len() <= 1_000 && text.starts_with("äöü") && text.ends_with("äöü"), "{}", text.len());
        assert!(text.contains("bytes are left out"), "{text}");
        let mut journal: Vec<Record> = Vec::new();
        for call in 0..1_000 {
            let arguments = "\u{1f600}".repeat(1_000);
            journal.push(Record { arguments, ..record(call, Effect::External, CallEnding::Unknown) });
        }
        assert!(outcome(Stop::EngineFault { reason: "x".repeat(1 << 20) }, journal).for_model().len() <= MODEL_BYTES);
    }
}
