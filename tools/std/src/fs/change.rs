//! `write_file`, `edit_file`, `move_file`, `delete_file`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use codemode_tool::{RunContext, ToolError, tool};
use serde::Serialize;

use super::read::Encoding;
use super::roots::Files;
use super::target::Current;
use super::{deletes, file_of, writes};

/// The most places that an error lists.
const PLACES: usize = 5;

// What was changed. No doc comments on the type: it would be the description of the reply.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Changed {
    /// The file.
    path: String,
    /// What happened to it, or would.
    action: Action,
    /// How long it is now.
    bytes: u64,
    /// The first line that was changed, from 1, where a part was.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// Whether nothing was changed because only the outcome was asked for.
    dry_run: bool,
}

#[derive(Clone, Copy, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Action {
    Created,
    Replaced,
    Edited,
    Moved,
    Deleted,
    Unchanged,
}

impl Changed {
    pub(super) fn new(path: String, action: Action, bytes: u64, dry_run: bool) -> Self {
        Self { path, action, bytes, line: None, dry_run }
    }
}

/// Writes a file, in place of the one that is there; directories that are missing are made.
///
/// ```js
/// await write_file({ path: "notes/today.md", text: "# Today\n" });
/// ```
///
/// With expected, the file is only replaced while it has that text: read it, change the text, write it with what was read.
#[tool(effect = writes, resource = file_of)]
pub(super) fn write_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory: "notes/today.md".
    path: String,
    /// The whole new text.
    text: String,
    /// "utf8", or "base64" where text is the base64 of any bytes.
    #[serde(default)]
    encoding: Encoding,
    /// Whether a file that is there may be replaced; without it, that is an error.
    #[serde(default = "yes")]
    replace: bool,
    /// The text that the file must have now.
    expected: Option<String>,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Changed, ToolError> {
    let bytes = match encoding {
        Encoding::Utf8 => text.into_bytes(),
        Encoding::Base64 => {
            BASE64_STANDARD.decode(&text).map_err(|e| ToolError::invalid(format!("text is not base64: {e}")))?
        }
    };
    let target = files.target(&path)?;
    let shown = target.at.shown.clone();
    if let Some(expected) = expected
        && target.text(files)? != expected
    {
        return Err(
            ToolError::new(format!("`{shown}` does not have the expected text; read it again")).with_code("conflict")
        );
    }
    if target.current.is_there() && !replace {
        return Err(ToolError::new(format!("`{shown}` exists; choose another path, or leave out replace: false"))
            .with_code("exists"));
    }
    files.spent.fits(&shown, bytes.len() as u64)?;
    let action = match &target.current {
        Current::Nothing => Action::Created,
        Current::Bytes(current) if *current == bytes => Action::Unchanged,
        _ => Action::Replaced,
    };
    if !dry_run && !matches!(action, Action::Unchanged) {
        files.spent.take(&context.run, bytes.len() as u64, 1)?;
        target.put(files, context, &bytes)?;
    }
    Ok(Changed::new(shown, action, bytes.len() as u64, dry_run))
}

fn yes() -> bool {
    true
}

/// Replaces one part of a file's text.
///
/// ```js
/// await edit_file({ path: "src/main.rs", old_text: "let x = 1;", new_text: "let x = 2;" });
/// ```
///
/// old_text must occur exactly once, byte by byte: add lines around it until it does. Otherwise nothing is changed, and the
/// error says how often it occurs and in which lines.
#[tool(effect = writes, resource = file_of)]
pub(super) fn edit_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory: "src/main.rs".
    path: String,
    /// The text to be replaced, with its line ends and blanks.
    #[schemars(length(min = 1))]
    old_text: String,
    /// What takes its place.
    new_text: String,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Changed, ToolError> {
    let target = files.target(&path)?;
    let text = target.text(files)?;
    let shown = target.at.shown.clone();
    let place = only_place(text, &old_text, &shown)?;
    let mut edited = String::with_capacity(text.len() + new_text.len());
    edited.push_str(&text[..place]);
    edited.push_str(&new_text);
    edited.push_str(&text[place + old_text.len()..]);
    let line = line_at(text, place);
    let action = if old_text == new_text { Action::Unchanged } else { Action::Edited };
    files.spent.fits(&shown, edited.len() as u64)?;
    if !dry_run && old_text != new_text {
        files.spent.take(&context.run, edited.len() as u64, 1)?;
        target.put(files, context, edited.as_bytes())?;
    }
    Ok(Changed { line: Some(line), ..Changed::new(shown, action, edited.len() as u64, dry_run) })
}

/// Where the text is, if it is there exactly once.
fn only_place(text: &str, wanted: &str, shown: &str) -> Result<usize, ToolError> {
    let mut places = text.match_indices(wanted).map(|(place, _)| place);
    let Some(place) = places.next() else {
        return Err(ToolError::not_found(format!(
            "old_text is not in `{shown}`{}; read the file and copy the text as it is",
            near_miss(text, wanted)
        )));
    };
    let others: Vec<usize> = places.collect();
    if others.is_empty() {
        return Ok(place);
    }
    let lines = std::iter::once(place).chain(others.iter().copied()).take(PLACES);
    let lines: Vec<String> = lines.map(|place| line_at(text, place).to_string()).collect();
    let more = if others.len() >= PLACES { ", …" } else { "" };
    Err(ToolError::new(format!(
        "old_text occurs {} times in `{shown}`, in lines {}{more}; add lines around it until it occurs once",
        others.len() + 1,
        lines.join(", ")
    ))
    .with_code("conflict"))
}

/// What is close to a text that is not there: the same lines with other blanks.
fn near_miss(text: &str, wanted: &str) -> String {
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(first) = wanted.lines().map(squeezed).find(|line| !line.is_empty()) else { return String::new() };
    let found = text.lines().position(|line| squeezed(line) == first);
    found.map_or_else(String::new, |at| {
        format!(", but line {} is its first line with other blanks, or the lines after that differ", at + 1)
    })
}

fn line_at(text: &str, place: usize) -> u64 {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..place]).count() as u64 + 1
}

/// Moves or renames a file; directories that are missing are made. A file that is in the way is an error.
///
/// ```js
/// await move_file({ from: "draft.md", to: "archive/2026/draft.md" });
/// ```
#[tool(effect = writes)]
pub(super) fn move_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory.
    from: String,
    /// Its new path.
    to: String,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Changed, ToolError> {
    let (source, target) = (files.target_itself(&from)?, files.target_itself(&to)?);
    source.exists(files)?;
    let bytes = source.current.length();
    let shown = target.at.shown.clone();
    if target.current.is_there() {
        return Err(
            ToolError::new(format!("`{shown}` exists; choose another path, or delete it first")).with_code("exists")
        );
    }
    if !dry_run {
        files.spent.take(&context.run, 0, 1)?;
        source.rename(&target, files, context)?;
    }
    Ok(Changed::new(shown, Action::Moved, bytes, dry_run))
}

/// Deletes a file for good. Directories are not deleted.
///
/// ```js
/// await delete_file({ path: "notes/old.md" });
/// ```
#[tool(effect = deletes, resource = file_of)]
pub(super) fn delete_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory.
    path: String,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Changed, ToolError> {
    let target = files.target_itself(&path)?;
    target.exists(files)?;
    if !dry_run {
        files.spent.take(&context.run, 0, 1)?;
        target.remove(files, context)?;
    }
    Ok(Changed::new(target.at.shown, Action::Deleted, 0, dry_run))
}
