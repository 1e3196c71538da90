//! The found lines of one file, with the lines around them.

use std::collections::VecDeque;
use std::io;

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkContext, SinkFinish, SinkMatch};

/// How much of a line is returned, in characters. Lines of minified files are as long as the file, and a line of a table
/// is found as well by its beginning.
const LINE_CHARS: usize = 500;

/// How much of a cut line comes before the found text, in characters.
const LEAD_CHARS: usize = 100;

/// One found line.
pub(super) struct FoundLine {
    pub(super) line: u64,
    pub(super) text: String,
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

impl FoundLine {
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.before.iter().chain(&self.after).map(String::len).sum::<usize>()
    }
}

/// Collects from the searcher.
pub(super) struct FileMatches<'a> {
    matcher: &'a RegexMatcher,
    context: usize,
    room: usize,
    room_bytes: usize,
    /// The last lines seen without a gap, at most `context`.
    recent: VecDeque<String>,
    bytes: usize,
    pub(super) found: Vec<FoundLine>,
    /// Whether there was a match without room for it.
    pub(super) full: bool,
    pub(super) binary: bool,
}

impl<'a> FileMatches<'a> {
    /// Takes at most `room` lines of, with those around them, about `room_bytes`.
    pub(super) fn new(matcher: &'a RegexMatcher, context: usize, room: usize, room_bytes: usize) -> Self {
        let (recent, found) = (VecDeque::new(), Vec::new());
        Self { matcher, context, room, room_bytes, recent, bytes: 0, found, full: false, binary: false }
    }

    /// A line that follows, without a gap, the lines seen before.
    fn follow(&mut self, text: &str) {
        let waiting = self.found.iter_mut().rev().take_while(|found| found.after.len() < self.context);
        for found in waiting {
            self.bytes += text.len();
            found.after.push(text.to_owned());
        }
    }

    fn remember(&mut self, text: String) {
        if self.context == 0 {
            return;
        }
        if self.recent.len() == self.context {
            self.recent.pop_front();
        }
        self.recent.push_back(text);
    }
}

impl Sink for FileMatches<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        if self.found.len() >= self.room || self.bytes > self.room_bytes {
            self.full = true;
            return Ok(false);
        }
        let place = self.matcher.find(found.bytes()).ok().flatten().map_or(0, |place| place.start());
        let text = cut(found.bytes(), place);
        self.follow(&text);
        let before: Vec<String> = self.recent.iter().cloned().collect();
        self.remember(text.clone());
        let line = FoundLine { line: found.line_number().unwrap_or(0), text, before, after: Vec::new() };
        self.bytes += line.bytes();
        self.found.push(line);
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, context: &SinkContext<'_>) -> io::Result<bool> {
        let text = cut(context.bytes(), 0);
        self.follow(&text);
        self.remember(text);
        Ok(true)
    }

    fn context_break(&mut self, _: &Searcher) -> io::Result<bool> {
        self.recent.clear();
        Ok(true)
    }

    fn finish(&mut self, _: &Searcher, end: &SinkFinish) -> io::Result<()> {
        self.binary = end.binary_byte_offset().is_some();
        Ok(())
    }
}

/// A line without its end, and where it is long, the part of it around `place`, a byte offset.
fn cut(line: &[u8], place: usize) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = String::from_utf8_lossy(line);
    let length = text.chars().count();
    if length <= LINE_CHARS {
        return text.into_owned();
    }
    let place = String::from_utf8_lossy(line.get(..place).unwrap_or_default()).chars().count();
    let start = place.saturating_sub(LEAD_CHARS).min(length - LINE_CHARS);
    let part: String = text.chars().skip(start).take(LINE_CHARS).collect();
    let (head, tail) = (if start > 0 { "…" } else { "" }, if start + LINE_CHARS < length { "…" } else { "" });
    format!("{head}{part}{tail}")
}
