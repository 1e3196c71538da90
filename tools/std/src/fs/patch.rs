//! `apply_patch`: unified diffs, all of their files or none.

use codemode_tool::{RunContext, ToolError, Undo, tool};

use super::change::{Action, Changed};
use super::roots::Files;
use super::step::Step;
use super::target::Current;
use super::undo::{of_steps, restore};
use super::writes;

/// The most files of one patch.
const FILES: usize = 200;

/// Applies a patch in unified format, as `git diff` and `diff -u` write it, to one file or several.
///
/// ```js
/// await apply_patch({ patch: `--- a/greet.txt
/// +++ b/greet.txt
/// @@ -1,2 +1,2 @@
///  hello
/// -wold
/// +world
/// ` });
/// ```
///
/// Lines that begin with a blank or with - must be in the file as they are; where they have moved, they are found if they
/// occur once. /dev/null as the old file creates one, as the new file deletes it. If one part does not fit, no file is changed.
#[tool(effect = writes, undo = (plan_patch, restore))]
pub(super) fn apply_patch(
    files: &Files,
    context: &RunContext,
    /// The patch.
    #[schemars(length(min = 1))]
    patch: String,
    /// Says what would happen and changes nothing.
    #[serde(default)]
    dry_run: bool,
) -> Result<Vec<Changed>, ToolError> {
    let steps = steps(files, &patch)?;
    if !dry_run {
        files.spent.take(&context.run, steps.iter().map(Step::bytes).sum(), steps.len() as u64)?;
        for (done, step) in steps.iter().enumerate() {
            if let Err(error) = step.take(files, context) {
                return Err(put_back(files, context, &steps[..done], error));
            }
        }
    }
    Ok(steps.into_iter().map(|step| changed(step, dry_run)).collect())
}

#[expect(clippy::needless_pass_by_value, reason = "a plan has the parameters of its tool")]
fn plan_patch(files: &Files, context: &RunContext, patch: String, _dry_run: bool) -> Result<Option<Undo>, ToolError> {
    of_steps(files, context, steps(files, &patch)?).map(Some)
}

/// What a patch would do: the call and the plan of its undo both begin with it.
fn steps<'a>(files: &'a Files, patch: &str) -> Result<Vec<Step<'a>>, ToolError> {
    parse(patch)?.iter().map(|part| step(files, part)).collect()
}

fn step<'a>(files: &'a Files, part: &Part<'_>) -> Result<Step<'a>, ToolError> {
    let target = files.target(part.path)?;
    let shown = &target.at.shown;
    if part.creates && target.current.is_there() {
        return Err(ToolError::new(format!("the patch creates `{shown}`, which exists")).with_code("exists"));
    }
    let before = if part.creates { "" } else { target.text(files)? };
    let after = apply(before, part, shown)?;
    if part.deletes && !after.is_empty() {
        let message = format!("the patch deletes `{shown}`, but not all of its lines");
        return Err(ToolError::new(message).with_code("conflict"));
    }
    files.spent.fits(shown, after.len() as u64)?;
    let after = (!part.deletes).then(|| after.into_bytes());
    Ok(Step { target, after })
}

fn changed(step: Step<'_>, dry_run: bool) -> Changed {
    let action = match (&step.target.current, &step.after) {
        (_, None) => Action::Deleted,
        (Current::Nothing, _) => Action::Created,
        _ => Action::Edited,
    };
    let bytes = step.bytes();
    Changed::new(step.target.at.shown, action, bytes, dry_run)
}

/// Puts back what was changed before a later file failed.
fn put_back(files: &Files, context: &RunContext, done: &[Step<'_>], error: ToolError) -> ToolError {
    let mut left = Vec::new();
    for step in done.iter().rev() {
        let at = &step.target.at.shown;
        let restored = files.target(at).and_then(|now| match &step.target.current {
            Current::Bytes(bytes) => now.with_mode(step.target.mode()).put(files, context, bytes),
            _ => now.remove(files, context),
        });
        if restored.is_err() {
            left.push(format!("`{at}`"));
        }
    }
    if left.is_empty() {
        return error;
    }
    ToolError::internal(format!("{} stayed changed after: {error}", left.join(", ")))
}

/// What a patch says of one file.
struct Part<'a> {
    path: &'a str,
    creates: bool,
    deletes: bool,
    hunks: Vec<Hunk<'a>>,
}

#[derive(Default)]
struct Hunk<'a> {
    /// Where it says it begins in the old file, from 1; 0 where it says nothing.
    line: usize,
    old: Vec<&'a str>,
    new: Vec<&'a str>,
    /// Whether its last old and new line have no line end.
    open_old: bool,
    open_new: bool,
    /// Empty lines at its end so far, without even the blank that a line of the file would begin with.
    loose: usize,
}

fn parse(patch: &str) -> Result<Vec<Part<'_>>, ToolError> {
    let wrong = |line: usize, what: &str| ToolError::invalid(format!("line {} of the patch {what}", line + 1));
    let lines: Vec<&str> = patch.lines().collect();
    let header = |at: usize| {
        let old = lines.get(at)?.strip_prefix("--- ")?;
        let new = lines.get(at + 1)?.strip_prefix("+++ ")?;
        Some((old, new))
    };
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at].starts_with("rename ") || lines[at].starts_with("Binary files ") {
            return Err(wrong(at, "renames a file or is binary, which is not supported; move_file renames"));
        }
        let Some((old, new)) = header(at) else {
            if lines[at].starts_with("@@") {
                return Err(wrong(
                    at,
                    "begins a change before it was said of which file; write --- and +++ lines first",
                ));
            }
            at += 1; // `diff --git`, `index`, and what people write around a patch
            continue;
        };
        at += 2;
        let (old, new) = (name(old), name(new));
        let (creates, deletes) = (old == "/dev/null", new == "/dev/null");
        let file = if deletes { old } else { new };
        if parts.iter().any(|part| part.path == file) {
            return Err(wrong(at - 1, "begins a second part for the same file; put all changes of a file into one"));
        }
        if parts.len() >= FILES {
            return Err(wrong(at - 1, &format!("begins more than {FILES} files; use several patches")));
        }
        let mut hunks = Vec::new();
        while at < lines.len() && lines[at].starts_with("@@") {
            let line = lines[at].strip_prefix("@@ -").and_then(|rest| {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                rest[..digits].parse().ok()
            });
            let mut hunk = Hunk { line: line.unwrap_or(0), ..Hunk::default() };
            let begin = at;
            at += 1;
            while at < lines.len() && header(at).is_none() && !lines[at].starts_with("@@") {
                if !hunk.add(lines[at], lines.get(at.wrapping_sub(1)).copied().unwrap_or_default()) {
                    break;
                }
                at += 1;
            }
            hunk.trim();
            if hunk.old == hunk.new && hunk.open_old == hunk.open_new {
                return Err(wrong(begin, "begins a change that changes nothing"));
            }
            hunks.push(hunk);
        }
        if hunks.is_empty() && !(creates || deletes) {
            return Err(wrong(at - 1, "names a file, but no change follows; a change begins with @@ -1,2 +1,2 @@"));
        }
        parts.push(Part { path: file, creates, deletes, hunks });
    }
    if parts.is_empty() {
        return Err(ToolError::invalid("the patch has no --- and +++ lines, so it names no file"));
    }
    Ok(parts)
}

/// The path of a `---` or `+++` line: without a time after it, and without git's `a/` or `b/`.
fn name(written: &str) -> &str {
    let path = written.split('\t').next().unwrap_or(written).trim_end();
    path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path)
}

impl<'a> Hunk<'a> {
    /// Adds a line; false where it is none of the change. `before` is the line before it.
    fn add(&mut self, line: &'a str, before: &str) -> bool {
        self.loose = if line.is_empty() { self.loose + 1 } else { 0 };
        match line.split_at_checked(1) {
            Some((" ", rest)) => {
                self.old.push(rest);
                self.new.push(rest);
            }
            // Editors and models drop the blank of an empty line.
            None => {
                self.old.push("");
                self.new.push("");
            }
            Some(("-", rest)) => self.old.push(rest),
            Some(("+", rest)) => self.new.push(rest),
            Some(("\\", _)) => {
                self.open_old |= !before.starts_with('+');
                self.open_new |= !before.starts_with('-');
            }
            _ => return false,
        }
        true
    }

    /// Takes out empty lines at the end that are the patch's, not the file's.
    fn trim(&mut self) {
        self.old.truncate(self.old.len() - self.loose);
        self.new.truncate(self.new.len() - self.loose);
    }
}

fn apply(before: &str, part: &Part<'_>, shown: &str) -> Result<String, ToolError> {
    let old: Vec<&str> = before.lines().collect();
    let mut ends_open = !before.is_empty() && !before.ends_with('\n');
    let mut new: Vec<&str> = Vec::new();
    let mut used = 0;
    for (number, hunk) in part.hunks.iter().enumerate() {
        let place = place(&old, hunk, used).map_err(|what| {
            ToolError::new(format!("change {} of `{shown}` {what}; no file was changed", number + 1))
                .with_code("conflict")
        })?;
        new.extend_from_slice(&old[used..place]);
        new.extend_from_slice(&hunk.new);
        used = place + hunk.old.len();
        if used == old.len() {
            ends_open = hunk.open_new || (ends_open && hunk.old.last() == hunk.new.last() && !hunk.open_old);
        }
    }
    new.extend_from_slice(&old[used..]);
    let mut text = new.join("\n");
    if !new.is_empty() && !ends_open {
        text.push('\n');
    }
    Ok(text)
}

/// Where a change goes, as an index of the old lines, at or after `from`.
fn place(old: &[&str], hunk: &Hunk<'_>, from: usize) -> Result<usize, String> {
    let said = hunk.line.saturating_sub(1);
    if hunk.old.is_empty() {
        // Pure additions go behind the line that they name.
        return if hunk.line >= from && hunk.line <= old.len() {
            Ok(hunk.line)
        } else {
            Err(format!("adds after line {}, but the file has {} lines", hunk.line, old.len()))
        };
    }
    let fits = |at: usize| old.get(at..at + hunk.old.len()).is_some_and(|lines| lines == hunk.old);
    if said >= from && fits(said) {
        return Ok(said);
    }
    let mut found = (from..old.len()).filter(|&at| fits(at));
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (Some(first), Some(second)) => Err(format!(
            "fits at line {} and at line {}, and does not say which; add lines around it",
            first + 1,
            second + 1
        )),
        (None, _) => {
            let (at, wanted) = hunk
                .old
                .iter()
                .enumerate()
                .find(|&(i, line)| old.get(said + i) != Some(line))
                .unwrap_or((0, &hunk.old[0]));
            let there = old.get(said + at).map_or("the end of the file".to_owned(), |line| format!("{line:?}"));
            Err(format!("does not fit: line {} should be {wanted:?}, but is {there}", said + at + 1))
        }
    }
}
