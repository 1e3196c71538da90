//! Makes of a guest's report what the embedder and the model read.

use codemode_abi::check::Checked;
use codemode_abi::{Ending, Report};

use crate::check::original;
use crate::printed::clean;
use crate::{Excerpt, Limit, LimitReached, Limits, Position, Script, ScriptError, Stop};

/// The most bytes of one text of a report that are kept.
const TEXT_BYTES: usize = 8 << 10;

/// The most places of a stack, and the most causes, that are kept.
const ENTRIES: usize = 32;

/// Characters of a source line that are shown, around the place.
const EXCERPT_CHARS: usize = 160;

/// How a run ended whose guest gave a report.
pub(crate) fn stop_of(report: &Report, script: &Script, checked: &Checked, limits: &Limits, memory: u64) -> Stop {
    let ending = i32::try_from(report.ending).ok().and_then(|number| Ending::try_from(number).ok());
    let limit = |limit, allowed, used| Stop::Limit(LimitReached { limit, allowed, used });
    match ending {
        Some(Ending::Threw) => Stop::Threw(Box::new(error(report, script, checked))),
        Some(Ending::Rejected) => Stop::Rejected(Box::new(error(report, script, checked))),
        Some(Ending::Stalled) => {
            // Nothing was thrown, so there is no error to name.
            Stop::Stalled(Box::new(ScriptError { name: "Stalled".into(), ..error(report, script, checked) }))
        }
        Some(Ending::Stack) => limit(Limit::Stack, limits.recursion.into(), limits.recursion.into()),
        Some(Ending::Memory) => limit(Limit::Memory, limits.memory_bytes, memory),
        Some(Ending::Engine) => Stop::EngineFault { reason: text(&report.message) },
        None => Stop::EngineFault { reason: format!("it reports the ending {}, which means nothing", report.ending) },
    }
}

fn error(report: &Report, script: &Script, checked: &Checked) -> ScriptError {
    let place = |place: &codemode_abi::frame::Position| {
        let mut place = Position { function: text(&place.function), line: place.line, column: place.column };
        original(checked, &mut place);
        place
    };
    // A place without a line says nothing.
    let stack: Vec<Position> = report.stack.iter().filter(|place| place.line > 0).take(ENTRIES).map(place).collect();
    ScriptError {
        script: script.name().to_owned(),
        name: text(&report.name),
        message: text(&report.message),
        excerpt: stack.first().and_then(|place| excerpt(script.source(), place)),
        stack,
        causes: report.causes.iter().take(ENTRIES).map(|cause| text(cause)).collect(),
        hint: Some(text(&report.hint)).filter(|hint| !hint.is_empty()),
        also: Vec::new(),
    }
}

/// Text of a guest, cleaned like printed text and cut where it is long.
pub(crate) fn text(raw: &str) -> String {
    let mut end = raw.len().min(TEXT_BYTES);
    while !raw.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = String::with_capacity(end);
    clean(raw.get(..end).unwrap_or_default(), &mut out);
    if end < raw.len() {
        out.push('…');
    }
    out
}

/// The line of the place, cut to what surrounds it.
pub(crate) fn excerpt(source: &str, place: &Position) -> Option<Excerpt> {
    let line = source.lines().nth(place.line.checked_sub(1)? as usize)?;
    let column = place.column.saturating_sub(1) as usize;
    let start = column.saturating_sub(EXCERPT_CHARS / 2);
    let shown: String = line.chars().skip(start).take(EXCERPT_CHARS).map(|c| if c == '\t' { ' ' } else { c }).collect();
    if shown.trim().is_empty() {
        return None;
    }
    let length = shown.chars().count();
    let mut cleaned = String::with_capacity(shown.len());
    clean(&shown, &mut cleaned);
    Some(Excerpt { text: cleaned, caret: (column - start).min(length) })
}
