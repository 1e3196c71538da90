//! `write_file`, `edit_file`, `move_file`, `delete_file`.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use codemode_tool::{RunContext, ToolError, Undo, tool};
use serde::{Deserialize, Serialize};

use super::read::Encoding;
use super::roots::Files;
use super::step::{Move, Step};
use super::target::{Current, Look};
use super::undo::{of_move, of_steps, restore, too_large};
use super::{deletes, file_of, writes};

/// The most places that an error lists.
const PLACES: usize = 5;

/// The longest file that is read to know it again where it was moved to: 256 MiB, a second or two. Moving a longer one cannot
/// be undone.
const KNOWN_BYTES: u64 = 256 << 20;

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

/// What a call would do to a file: the call and the plan of its undo both begin with it.
struct Intent<'a> {
    step: Step<'a>,
    action: Action,
    line: Option<u64>,
}

impl Intent<'_> {
    fn carry_out(self, files: &Files, context: &RunContext, dry_run: bool) -> Result<Changed, ToolError> {
        let Self { step, action, line } = self;
        if !dry_run && !matches!(action, Action::Unchanged) {
            files.spent.take(&context.run, step.bytes(), 1)?;
            step.take(files, context)?;
        }
        Ok(Changed { line, ..Changed::new(step.target.at.shown.clone(), action, step.bytes(), dry_run) })
    }

    fn undo(self, files: &Files, context: &RunContext) -> Result<Option<Undo>, ToolError> {
        of_steps(files, context, vec![self.step]).map(Some)
    }
}

// The arguments of `write_file`. No doc comment on the type: it would be the description of the object.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WriteFile {
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
}

/// Writes a file, in place of the one that is there; directories that are missing are made.
///
/// ```js
/// await write_file({ path: "notes/today.md", text: "# Today\n" });
/// ```
///
/// With expected, the file is only replaced while it has that text: read it, change the text, write it with what was read.
#[tool(effect = writes, resource = file_of, undo = (plan_write, restore))]
pub(super) fn write_file(files: &Files, context: &RunContext, arguments: WriteFile) -> Result<Changed, ToolError> {
    let dry_run = arguments.dry_run;
    arguments.intent(files)?.carry_out(files, context, dry_run)
}

fn plan_write(files: &Files, context: &RunContext, arguments: WriteFile) -> Result<Option<Undo>, ToolError> {
    arguments.intent(files)?.undo(files, context)
}

impl WriteFile {
    fn intent(self, files: &Files) -> Result<Intent<'_>, ToolError> {
        let Self { path, text, encoding, replace, expected, dry_run: _ } = self;
        let bytes = match encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::Base64 => {
                BASE64_STANDARD.decode(&text).map_err(|e| ToolError::invalid(format!("text is not base64: {e}")))?
            }
        };
        let target = files.target(&path)?;
        let shown = &target.at.shown;
        if let Some(expected) = expected
            && target.text(files)? != expected
        {
            return Err(ToolError::new(format!("`{shown}` does not have the expected text; read it again"))
                .with_code("conflict"));
        }
        if target.current.is_there() && !replace {
            return Err(ToolError::new(format!("`{shown}` exists; choose another path, or leave out replace: false"))
                .with_code("exists"));
        }
        files.spent.fits(shown, bytes.len() as u64)?;
        let step = Step { target, after: Some(bytes) };
        let action = match &step.target.current {
            Current::Nothing => Action::Created,
            _ if step.changes_nothing() => Action::Unchanged,
            _ => Action::Replaced,
        };
        Ok(Intent { step, action, line: None })
    }
}

fn yes() -> bool {
    true
}

// The arguments of `edit_file`, likewise.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditFile {
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
}

/// Replaces one part of a file's text.
///
/// ```js
/// await edit_file({ path: "src/main.rs", old_text: "let x = 1;", new_text: "let x = 2;" });
/// ```
///
/// old_text must occur exactly once, byte by byte: add lines around it until it does. Otherwise nothing is changed, and the
/// error says how often it occurs and in which lines.
#[tool(effect = writes, resource = file_of, undo = (plan_edit, restore))]
pub(super) fn edit_file(files: &Files, context: &RunContext, arguments: EditFile) -> Result<Changed, ToolError> {
    let dry_run = arguments.dry_run;
    arguments.intent(files)?.carry_out(files, context, dry_run)
}

fn plan_edit(files: &Files, context: &RunContext, arguments: EditFile) -> Result<Option<Undo>, ToolError> {
    arguments.intent(files)?.undo(files, context)
}

impl EditFile {
    fn intent(self, files: &Files) -> Result<Intent<'_>, ToolError> {
        let Self { path, old_text, new_text, dry_run: _ } = self;
        let target = files.target(&path)?;
        let text = target.text(files)?;
        let shown = &target.at.shown;
        let place = only_place(text, &old_text, shown)?;
        let mut edited = String::with_capacity(text.len() + new_text.len());
        edited.push_str(&text[..place]);
        edited.push_str(&new_text);
        edited.push_str(&text[place + old_text.len()..]);
        let line = Some(line_at(text, place));
        let action = if old_text == new_text { Action::Unchanged } else { Action::Edited };
        files.spent.fits(shown, edited.len() as u64)?;
        Ok(Intent { step: Step { target, after: Some(edited.into_bytes()) }, action, line })
    }
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
#[tool(effect = writes, undo = (plan_move, restore))]
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
    let step = moving(files, &from, &to, Look::Length)?;
    let (bytes, shown) = (step.from.current.length(), step.to.at.shown.clone());
    if !dry_run {
        files.spent.take(&context.run, 0, 1)?;
        step.take(files, context)?;
    }
    Ok(Changed::new(shown, Action::Moved, bytes, dry_run))
}

#[expect(clippy::needless_pass_by_value, reason = "a plan has the parameters of its tool")]
fn plan_move(
    files: &Files,
    context: &RunContext,
    from: String,
    to: String,
    _dry_run: bool,
) -> Result<Option<Undo>, ToolError> {
    of_move(files, context, &moving(files, &from, &to, Look::Digest(KNOWN_BYTES))?).map(Some)
}

fn moving<'a>(files: &'a Files, from: &str, to: &str, look: Look) -> Result<Move<'a>, ToolError> {
    let (from, to) = (files.target_itself(from, look)?, files.target_itself(to, Look::Length)?);
    from.exists(files)?;
    if to.current.is_there() {
        let shown = &to.at.shown;
        return Err(
            ToolError::new(format!("`{shown}` exists; choose another path, or delete it first")).with_code("exists")
        );
    }
    Ok(Move { from, to })
}

/// Deletes a file for good. Directories are not deleted.
///
/// ```js
/// await delete_file({ path: "notes/old.md" });
/// ```
#[tool(effect = deletes, resource = file_of, undo = (plan_delete, restore))]
pub(super) fn delete_file(
    files: &Files,
    context: &RunContext,
    /// The file, relative to the root directory.
    path: String,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Changed, ToolError> {
    deleting(files, &path, Look::Length)?.carry_out(files, context, dry_run)
}

#[expect(clippy::needless_pass_by_value, reason = "a plan has the parameters of its tool")]
fn plan_delete(files: &Files, context: &RunContext, path: String, _dry_run: bool) -> Result<Option<Undo>, ToolError> {
    // The length first: a file that is too large to be kept is not read.
    let bytes = deleting(files, &path, Look::Length)?.step.target.current.length();
    if let Some(impossible) = too_large(files, bytes) {
        return Ok(Some(impossible));
    }
    deleting(files, &path, Look::Bytes(files.undo_bytes))?.undo(files, context)
}

fn deleting<'a>(files: &'a Files, path: &str, look: Look) -> Result<Intent<'a>, ToolError> {
    let target = files.target_itself(path, look)?;
    target.exists(files)?;
    Ok(Intent { step: Step { target, after: None }, action: Action::Deleted, line: None })
}
