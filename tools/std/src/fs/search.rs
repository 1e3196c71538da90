//! `search_files`.

use std::io::{self, Read};

use cap_std::fs::File;
use codemode_tool::{RunContext, ToolError, tool};
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::matches::FileMatches;
use super::open::{Fault, open_file};
use super::path::At;
use super::pattern::Pattern;
use super::roots::Files;
use super::walk::{Kind, Manner};
use super::{REPLY_BYTES, go_on, here};

/// The longest text to search for, in bytes. It is compiled to an automaton of several times its size.
const TEXT_BYTES: usize = 1000;

/// The longest line that is searched, in bytes: a file with a longer one is passed over. It bounds the memory of one
/// search, since a line is held whole.
const LINE_BYTES: usize = 8 << 20;

/// A line that has the text.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Found {
    /// The file, as the other tools of this module take it.
    pub(super) path: String,
    /// The line's number, from 1.
    pub(super) line: u64,
    /// The line without its end. A long one is cut around the text, with … where something is missing.
    pub(super) text: String,
    /// The lines before it, as many as context says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) before: Vec<String>,
    /// The lines after it, as many as context says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) after: Vec<String>,
    /// True on the last entry when there are more than were returned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) more: bool,
}

/// Finds the lines that contain a text, sorted by path and line. The text is taken literally. Binary files, hidden files
/// and what .gitignore and .ignore files name are left out.
///
/// ```js
/// for (const { path, line, text } of await search_files({ text: "TODO", pattern: "*.rs" })) { … }
/// ```
///
/// When there are more lines than limit, the last one returned has more: true.
#[tool(effect = Read, timeout = "1m")]
pub(super) fn search_files(
    files: &Files,
    run: &RunContext,
    /// What to look for, within one line.
    text: String,
    /// The directory or file to search, relative to the root directory; "." is the root directory.
    #[serde(default = "here")]
    path: String,
    /// A glob that the paths of files must match, relative to path. Without a slash it is matched against names at any
    /// depth ("*.rs"), else against the whole path ("src/**/*.rs").
    pattern: Option<String>,
    /// Whether upper and lower case differ.
    #[serde(default = "yes")]
    case_sensitive: bool,
    /// How many lines before and after each found line to return with it.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: usize,
    /// Whether to search hidden and ignored files, too.
    #[serde(default)]
    include_ignored: bool,
    /// The most lines to find.
    #[serde(default = "limit_by_default")]
    #[schemars(range(min = 1, max = 10_000))]
    limit: usize,
) -> Result<Vec<Found>, ToolError> {
    let pattern = pattern.as_deref().map(Pattern::new).transpose()?;
    let manner = Manner { recursive: true, everything: include_ignored, cancelled: &run.cancelled };
    let mut search = Search::new(&text, case_sensitive, context, limit, &run.cancelled)?;
    for tree in files.trees(&path)? {
        let walk = match tree.walk(manner) {
            Ok(walk) => walk,
            Err(Fault::File) => {
                search.file_by_name(files, &tree.at)?;
                continue;
            }
            Err(fault) => return Err(fault.tell(files, &tree.at)),
        };
        for entry in walk {
            let entry = entry?;
            let wanted = entry.kind == Kind::File
                && pattern.as_ref().is_none_or(|pattern| pattern.fits(&tree.seen(&entry), false));
            if !wanted {
                continue;
            }
            // A file that is gone or closed to us by now is passed over, as a binary one is.
            let Ok((file, _)) = open_file(tree.at.root, &entry.path) else { continue };
            search.file(file, &tree.at.root.shown(&entry.path))?;
            if search.full {
                return Ok(search.found);
            }
        }
    }
    Ok(search.found)
}

fn yes() -> bool {
    true
}

fn limit_by_default() -> usize {
    1000
}

/// One call's search through file after file.
struct Search<'a> {
    matcher: RegexMatcher,
    searcher: Searcher,
    context: usize,
    limit: usize,
    cancelled: &'a CancellationToken,
    found: Vec<Found>,
    bytes: usize,
    /// Whether there is more than is returned.
    full: bool,
}

/// What became of one file.
#[derive(PartialEq, Eq)]
enum Searched {
    Whole,
    Binary,
    /// It cannot be read to its end, or has a line that is too long.
    Failed,
}

impl<'a> Search<'a> {
    fn new(
        text: &str,
        case_sensitive: bool,
        context: usize,
        limit: usize,
        cancelled: &'a CancellationToken,
    ) -> Result<Self, ToolError> {
        if text.is_empty() {
            return Err(ToolError::invalid("there is no text to search for"));
        }
        if text.contains(['\n', '\r', '\0']) {
            return Err(ToolError::invalid(
                "the text must be within one line: search for a part of it, then read the file",
            ));
        }
        if text.len() > TEXT_BYTES {
            return Err(ToolError::invalid(format!("the text has {} bytes, more than {TEXT_BYTES}", text.len())));
        }
        let matcher = RegexMatcherBuilder::new()
            .fixed_strings(true)
            .case_insensitive(!case_sensitive)
            .line_terminator(Some(b'\n'))
            .build(text)
            .map_err(ToolError::internal)?;
        let searcher = SearcherBuilder::new()
            .line_number(true)
            .before_context(context)
            .after_context(context)
            .binary_detection(BinaryDetection::quit(0))
            .heap_limit(Some(LINE_BYTES))
            .build();
        Ok(Self { matcher, searcher, context, limit, cancelled, found: Vec::new(), bytes: 0, full: false })
    }

    fn file(&mut self, file: File, shown: &str) -> Result<Searched, ToolError> {
        let room = self.limit.saturating_sub(self.found.len());
        let mut matches = FileMatches::new(&self.matcher, self.context, room, REPLY_BYTES.saturating_sub(self.bytes));
        let watched = Watched { file, cancelled: self.cancelled };
        let result = self.searcher.search_reader(&self.matcher, watched, &mut matches);
        go_on(self.cancelled)?;
        if result.is_err() {
            return Ok(Searched::Failed);
        }
        if matches.binary {
            return Ok(Searched::Binary);
        }
        self.full = matches.full;
        for found in matches.found {
            self.bytes += found.bytes() + shown.len();
            let (line, text, before, after) = (found.line, found.text, found.before, found.after);
            self.found.push(Found { path: shown.to_owned(), line, text, before, after, more: false });
        }
        if self.full
            && let Some(last) = self.found.last_mut()
        {
            last.more = true;
        }
        Ok(Searched::Whole)
    }

    /// A file that the script named: whatever keeps it from being searched is an error.
    fn file_by_name(&mut self, files: &Files, at: &At<'_>) -> Result<(), ToolError> {
        let (file, _) = open_file(at.root, &at.path).map_err(|fault| fault.tell(files, at))?;
        match self.file(file, &at.shown)? {
            Searched::Whole => Ok(()),
            Searched::Binary => {
                Err(ToolError::new(format!("`{}` is binary and cannot be searched", at.shown)).with_code("not_text"))
            }
            Searched::Failed => Err(ToolError::new(format!(
                "`{}` cannot be searched: it has a line of more than {LINE_BYTES} bytes, or cannot be read to its end",
                at.shown
            ))),
        }
    }
}

/// A file whose reading ends when the call is cut off.
struct Watched<'a> {
    file: File,
    cancelled: &'a CancellationToken,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancelled.is_cancelled() {
            return Err(io::Error::other("cut off"));
        }
        self.file.read(buffer)
    }
}
