//! Sole place where text that a script printed enters the host.
//!
//! Invariant: printed text is UTF-8 without control characters except `\n` and `\t`, and never longer than the limits.
//! A script may print what a web page or a file told it, and the text goes to a terminal, a log and a model.

use std::fmt;

use codemode_abi::Stream;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

use crate::{Limit, LimitReached, Limits, PrintTarget};

/// What a script printed, stdout and stderr in the order of printing. Displays as that one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    text: String,
    /// Where each piece ends, and where it went; neighbours of the same stream are one piece.
    pieces: Vec<(usize, Stream)>,
    lines: u64,
}

impl Printed {
    /// The whole text, stdout and stderr in order.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What went to stdout.
    pub fn stdout(&self) -> String {
        self.of(PrintTarget::Stdout)
    }

    /// What went to stderr.
    pub fn stderr(&self) -> String {
        self.of(PrintTarget::Stderr)
    }

    /// The pieces in order, each with its stream.
    pub fn pieces(&self) -> impl Iterator<Item = (PrintTarget, &str)> {
        let mut start = 0;
        self.pieces.iter().map(move |&(end, stream)| {
            let piece = self.text.get(start..end).unwrap_or_default();
            start = end;
            (stream.into(), piece)
        })
    }

    /// The number of lines.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// What goes with a run that is saved.
    pub(crate) fn saved(&self) -> SavedPrinted {
        let pieces = self.pieces().map(|(stream, text)| (stream == PrintTarget::Stderr, text.to_owned())).collect();
        SavedPrinted { pieces }
    }

    /// What a saved run had printed.
    pub(crate) fn restored(saved: &SavedPrinted) -> Self {
        let mut printed = Self::default();
        for (stderr, text) in &saved.pieces {
            printed.text.push_str(text);
            printed.pieces.push((printed.text.len(), if *stderr { Stream::Stderr } else { Stream::Stdout }));
        }
        printed.lines = printed.text.matches('\n').count() as u64;
        printed
    }

    /// What was printed after the first `bytes` of it.
    pub(crate) fn after(&self, bytes: usize) -> Self {
        let mut after = Self::default();
        let mut start = 0;
        for &(end, stream) in &self.pieces {
            if let Some(text) = self.text.get(start.max(bytes)..end) {
                after.text.push_str(text);
                after.pieces.push((after.text.len(), stream));
            }
            start = end;
        }
        after.pieces.retain(|&(end, _)| end > 0);
        after.lines = after.text.matches('\n').count() as u64;
        after
    }

    fn of(&self, wanted: PrintTarget) -> String {
        self.pieces().filter(|&(stream, _)| stream == wanted).map(|(_, piece)| piece).collect()
    }

    /// Adds what the guest printed, cleaned, and gives the part that was added. Where a limit is reached, as much as fits
    /// is kept, up to a whole character, and the limit is the error.
    pub(crate) fn push(&mut self, stream: Stream, bytes: &[u8], limits: &Limits) -> (&str, Result<(), LimitReached>) {
        let start = self.text.len();
        let allowed = usize::try_from(limits.printed_bytes).unwrap_or(usize::MAX);
        // Cleaning never makes text shorter by more than a byte for each `\r\n`, so twice what fits, and a bit, is enough.
        let room = allowed.saturating_sub(start);
        let wanted = bytes.len();
        let bytes = bytes.get(..room.saturating_mul(2).saturating_add(8)).unwrap_or(bytes);
        let mut result = Ok(());
        clean(&String::from_utf8_lossy(bytes), &mut self.text);
        if self.text.len() > allowed || bytes.len() < wanted {
            let asked = u64::try_from(start.saturating_add(wanted)).unwrap_or(u64::MAX);
            let used = asked.max(limits.printed_bytes.saturating_add(1));
            result = Err(LimitReached { limit: Limit::PrintedBytes, allowed: limits.printed_bytes, used });
            let mut end = allowed.min(self.text.len());
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            self.text.truncate(end);
        }
        for (at, _) in self.text.get(start..).unwrap_or_default().match_indices('\n') {
            if self.lines == limits.printed_lines {
                let (allowed, used) = (limits.printed_lines, self.lines.saturating_add(1));
                result = Err(LimitReached { limit: Limit::PrintedLines, allowed, used });
                self.text.truncate(start + at);
                break;
            }
            self.lines += 1;
        }
        let end = self.text.len();
        match self.pieces.last_mut() {
            Some((last, same)) if *same == stream => *last = end,
            _ if end > start => self.pieces.push((end, stream)),
            _ => {}
        }
        (self.text.get(start..).unwrap_or_default(), result)
    }
}

/// Printed text as it is saved: whether a piece went to stderr, and its text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedPrinted {
    pieces: Vec<(bool, String)>,
}

impl SavedPrinted {
    /// Its length.
    pub(crate) fn bytes(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.len()).sum()
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for Printed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Pieces<'a>(&'a Printed);
        impl Serialize for Pieces<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[derive(Serialize)]
                struct Piece<'a> {
                    stream: PrintTarget,
                    text: &'a str,
                }
                let mut list = serializer.serialize_seq(Some(self.0.pieces.len()))?;
                for (stream, text) in self.0.pieces() {
                    list.serialize_element(&Piece { stream, text })?;
                }
                list.end()
            }
        }
        let mut printed = serializer.serialize_struct("Printed", 2)?;
        printed.serialize_field("text", &self.text)?;
        printed.serialize_field("pieces", &Pieces(self))?;
        printed.end()
    }
}

/// Text with control characters, and characters that reorder or hide text, as visible escapes, as printed text has them.
/// For whatever else of a script or a tool is shown to a person: arguments, names, messages.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    clean(text, &mut out);
    out
}

/// Appends `text` with control characters, and characters that reorder or hide text, as visible escapes: `\x1b`, `\r`,
/// `\u{202e}`. `\r\n` becomes `\n`.
pub(crate) fn clean(text: &str, out: &mut String) {
    use fmt::Write as _;

    let mut kept = 0;
    for (at, character) in text.char_indices() {
        if !is_unsafe(character) {
            continue;
        }
        out.push_str(text.get(kept..at).unwrap_or_default());
        kept = at + character.len_utf8();
        // Writing to a string cannot fail.
        let _ = match character {
            '\r' if text.get(kept..).is_some_and(|rest| rest.starts_with('\n')) => Ok(()),
            '\r' => out.write_str("\\r"),
            '\0'..='\u{9f}' => write!(out, "\\x{:02x}", u32::from(character)),
            _ => write!(out, "\\u{{{:x}}}", u32::from(character)),
        };
    }
    out.push_str(text.get(kept..).unwrap_or_default());
}

/// Characters that a terminal acts on, that change the order in which text is shown, or that show as nothing and are used
/// to hide instructions from people: C0 (but `\n`, `\t`), DEL, C1, bidirectional controls, Unicode's tag block, rare selectors
/// of variants, and fillers. What ordinary text has stays: joiners, soft hyphens, spaces without width, byte order marks.
const fn is_unsafe(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' // C0, DEL, C1
        | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // bidirectional
        | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}' // tags, and selectors of variants beyond the usual 16
        | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' // show as nothing
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true, // fillers
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_hides_text_is_shown_and_emoji_stay() {
        assert_eq!(printable("a\u{e0141}b\u{2063}c\u{3164}"), "a\\u{e0141}b\\u{2063}c\\u{3164}");
        assert_eq!(printable("👩‍💻 ❤️ नमस्ते\n"), "👩‍💻 ❤️ नमस्ते\n");
    }
}
