//! `read_file`.

use std::io::{self, BufRead, BufReader};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use codemode_tool::{RunContext, ToolError, tool};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use super::open::{Fault, open_file};
use super::path::At;
use super::roots::Files;
use super::{file_of, go_on};

/// How much is read between two looks at the cancellation, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

// How bytes become a string. No doc comments: the parameter's description says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Encoding {
    #[default]
    Utf8,
    Base64,
}

/// Reads a file and returns its text. Lines keep their ends, so parts put together are the file.
///
/// ```js
/// const text = await read_file({ path: "src/main.rs" });
/// ```
///
/// A file that is too long for one read is an error that gives its size: read it in parts with start_line and max_lines,
/// until a part is empty. A file that is not text is an error unless encoding is "base64".
#[tool(effect = Read, resource = file_of)]
pub(super) fn read_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory: "src/main.rs".
    path: String,
    /// The first line to return, from 1. Past the end of the file, the text is empty.
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    start_line: u64,
    /// The most lines to return; all where it is not given.
    #[schemars(range(min = 1))]
    max_lines: Option<u64>,
    /// "utf8" for text, "base64" for any other file, which is then read whole.
    #[serde(default)]
    encoding: Encoding,
) -> Result<String, ToolError> {
    let at = files.file_place(&path)?;
    let part = start_line > 1 || max_lines.is_some();
    if part && encoding == Encoding::Base64 {
        return Err(ToolError::invalid("base64 is of the whole file: leave out start_line and max_lines"));
    }
    let (file, metadata) = open_file(at.root, &at.path).map_err(|fault| fault.tell(files, &at))?;
    let size = metadata.len();
    if !part && size > files.read_bytes {
        return Err(too_long(&at, size, files.read_bytes, encoding));
    }
    let lines = Lines { first: start_line.max(1), count: max_lines.unwrap_or(u64::MAX) };
    let mut reader = BufReader::with_capacity(CHUNK_BYTES, file);
    let bytes = match lines.take(&mut reader, files.read_bytes, &context.cancelled) {
        Ok(Taken::All(bytes)) => bytes,
        Ok(Taken::TooMuch) if part => {
            return Err(ToolError::invalid(format!(
                "these lines of `{}` are more than {} bytes, the most that one read returns; ask for fewer lines",
                at.shown, files.read_bytes
            )));
        }
        // It grew since its size was read.
        Ok(Taken::TooMuch) => return Err(too_long(&at, size.max(files.read_bytes + 1), files.read_bytes, encoding)),
        Err(error) => {
            go_on(&context.cancelled)?;
            return Err(Fault::from(error).tell(files, &at));
        }
    };
    match encoding {
        Encoding::Base64 => Ok(BASE64_STANDARD.encode(bytes)),
        Encoding::Utf8 => text(bytes, &at, size, lines.first == 1),
    }
}

fn first() -> u64 {
    1
}

/// The lines that are wanted.
struct Lines {
    first: u64,
    count: u64,
}

enum Taken {
    All(Vec<u8>),
    TooMuch,
}

impl Lines {
    /// Reads them with their ends, and nothing after them.
    fn take(&self, reader: &mut impl BufRead, most: u64, cancelled: &CancellationToken) -> io::Result<Taken> {
        let end = self.first.saturating_add(self.count);
        let mut line = 1;
        let mut taken = Vec::new();
        while line < end {
            if cancelled.is_cancelled() {
                return Err(io::Error::other("cut off"));
            }
            let chunk = match reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            let mut used = 0;
            while used < chunk.len() && line < end {
                // From the first wanted line to the end of the file, where a line ends does not matter.
                let rest = &chunk[used..];
                let open_end = line >= self.first && self.count == u64::MAX;
                let length = if open_end { None } else { memchr::memchr(b'\n', rest) };
                let part = &rest[..length.map_or(rest.len(), |at| at + 1)];
                if line >= self.first {
                    if (taken.len() + part.len()) as u64 > most {
                        return Ok(Taken::TooMuch);
                    }
                    taken.extend_from_slice(part);
                }
                used += part.len();
                line += u64::from(length.is_some());
            }
            reader.consume(used);
        }
        Ok(Taken::All(taken))
    }
}

/// Text that scripts can work with: UTF-8 without NUL, and without the mark that some editors begin a file with, which
/// would make `JSON.parse` fail.
fn text(bytes: Vec<u8>, at: &At<'_>, size: u64, from_start: bool) -> Result<String, ToolError> {
    let not_text = |why: String| {
        ToolError::new(format!(
            "`{}` is not UTF-8 text ({why}); it has {size} bytes. Read it with encoding: \"base64\" if its bytes are wanted",
            at.shown
        ))
        .with_code("not_text")
    };
    if let Some(place) = memchr::memchr(0, &bytes) {
        return Err(not_text(format!("a zero byte after {place} bytes")));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| not_text(format!("an invalid byte after {} bytes", error.utf8_error().valid_up_to())))?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) if from_start => Ok(rest.to_owned()),
        _ => Ok(text),
    }
}

fn too_long(at: &At<'_>, size: u64, most: u64, encoding: Encoding) -> ToolError {
    let advice = match encoding {
        Encoding::Utf8 => "read a part of it with start_line and max_lines, or search it with search_files",
        Encoding::Base64 => "it cannot be read whole",
    };
    ToolError::new(format!("`{}` has {size} bytes, more than the {most} that one read returns; {advice}", at.shown))
        .with_code("too_long")
}
