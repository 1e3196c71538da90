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
