//! After a call: whether its files are as it left them, and back to what they were.

use codemode_tool::{RunContext, ToolError, Undo, Undone};

use super::super::digest::Digest;
use super::super::go_on;
use super::super::path::At;
use super::super::roots::Files;
use super::super::target::{Look, Target, is_link};
use super::{Known, Note, Place, Step, differs};

/// The most changes that an error lists.
const LISTED: usize = 5;

/// Takes a call back: looks at all of its files first, then restores those that it changed, the last one first.
pub(in super::super) fn restore(files: &Files, context: &RunContext, undo: &Undo) -> Result<Undone, ToolError> {
    let note = Note::read(&undo.note)?;
    let (mut work, mut changed) = (Vec::new(), Vec::new());
    for step in &note.steps {
        go_on(&context.cancelled)?;
        match look(files, step, undo) {
            Ok(found) => work.extend(found),
            Err(Obstacle::Changed(how)) => changed.push(how),
            Err(Obstacle::Failure(error)) => return Err(error),
        }
    }
    if !changed.is_empty() {
        return Err(refusal(&changed));
    }
    let mut restored = !work.is_empty();
    for (done, piece) in work.iter().rev().enumerate() {
        piece.restore(files, context).map_err(|error| interrupted(&error, piece, done))?;
    }
    restored |= swept(files, &note);
    for made in note.made.iter().rev() {
        restored |= files.remove_empty(&same_root(files, made)?)?;
    }
    Ok(if restored { Undone::Restored } else { Undone::AlreadyAsBefore })
}

/// Why a step cannot be taken back.
enum Obstacle {
    /// Its file is neither as before the call nor as the call left it: how, for the message.
    Changed(String),
    /// It cannot be told.
    Failure(ToolError),
}

impl From<ToolError> for Obstacle {
    fn from(error: ToolError) -> Self {
        Self::Failure(error)
    }
}

fn changed(place: &Place, how: &str) -> Obstacle {
    Obstacle::Changed(format!("`{}` {how}", place.path))
}

/// A file that is as the call left it.
enum Work<'a> {
    /// It is put back.
    Put(Target<'a>, &'a [u8]),
    /// It is removed.
    Remove(Target<'a>),
    /// It is moved back.
    Move { from: Target<'a>, to: Target<'a> },
}

impl Work<'_> {
    fn restore(&self, files: &Files, context: &RunContext) -> Result<(), ToolError> {
        match self {
            Self::Put(target, original) => target.put(files, context, original),
            Self::Remove(target) => target.remove(files, context),
            Self::Move { from, to } => from.rename(to, files, context),
        }
    }

    fn shown(&self) -> &str {
        match self {
            Self::Put(target, _) | Self::Remove(target) => &target.at.shown,
            Self::Move { to, .. } => &to.at.shown,
        }
    }
}

/// Looks at a step; nothing is to be restored where all is as before the call.
fn look<'a>(files: &'a Files, step: &Step, undo: &'a Undo) -> Result<Option<Work<'a>>, Obstacle> {
    match step {
        Step::Put { at, before, after, original } => {
            let original = original.map(|index| kept(undo, index, before.as_ref())).transpose()?;
            look_at_put(files, at, before.as_ref(), after.as_ref(), original)
        }
        Step::Move { from, to, file } => look_at_move(files, from, to, file),
    }
}

/// An original, which has to be what was noted: it will be a file again.
fn kept<'a>(undo: &'a Undo, index: usize, before: Option<&Known>) -> Result<&'a [u8], ToolError> {
    let original = undo.originals.get(index);
    match (original, before) {
        (Some(original), Some(before)) if before.has(&Digest::of(original)) => Ok(original),
        _ => Err(ToolError::internal(format!(
            "original {index} of an undo is not what the note says; nothing was restored"
        ))),
    }
}

fn look_at_put<'a>(
    files: &'a Files,
    at: &Place,
    before: Option<&Known>,
    after: Option<&Known>,
    original: Option<&'a [u8]>,
) -> Result<Option<Work<'a>>, Obstacle> {
    let most = before.into_iter().chain(after).map(|known| known.bytes).max().unwrap_or(0);
    let target = again(files, at, most)?;
    if differs(before, &target).is_none() {
        return Ok(None);
    }
    if let Some(how) = differs(after, &target) {
        return Err(changed(at, how));
    }
    match (before, original) {
        (None, _) => Ok(Some(Work::Remove(target))),
        (Some(before), Some(original)) => {
            has_directory(files, &target, at)?;
            Ok(Some(Work::Put(target.with_mode(before.mode), original)))
        }
        // A call that changes nothing leaves what was before, which was looked for already.
        (Some(_), None) => Err(changed(at, "is not what it was")),
    }
}

fn look_at_move<'a>(files: &'a Files, from: &Place, to: &Place, file: &Known) -> Result<Option<Work<'a>>, Obstacle> {
    let (source, target) = (again(files, from, file.bytes)?, again(files, to, file.bytes)?);
    if differs(Some(file), &source).is_none() && differs(None, &target).is_none() {
        return Ok(None);
    }
    if let Some(how) = differs(None, &source) {
        return Err(changed(from, how));
    }
    if let Some(how) = differs(Some(file), &target) {
        return Err(changed(to, how));
    }
    has_directory(files, &source, from)?;
    Ok(Some(Work::Move { from: target, to: source }))
}

/// Opens a place of a note, if it is still what it was: no link has come into its path.
fn again<'a>(files: &'a Files, place: &Place, most: u64) -> Result<Target<'a>, Obstacle> {
    let at = same_root(files, place)?;
    if is_link(&at) {
        return Err(changed(place, "is a symbolic link now"));
    }
    let told = |error: ToolError| Obstacle::Changed(error.message().to_owned()); // such as that it is a directory now
    let target = files.target_itself(&place.path, Look::Digest(most)).map_err(told)?;
    let (above, rest) = target.real_place(files).map_err(told)?;
    if above.join(rest) != at.path {
        return Err(changed(place, "is behind a symbolic link now"));
    }
    Ok(target)
}

/// A place in the root directory of the call, which must be here, and writable.
fn same_root<'a>(files: &'a Files, place: &Place) -> Result<At<'a>, ToolError> {
    let elsewhere = |why: &str| {
        let message = format!("the call cannot be undone here: {why}. Grant the directory that it had, to be changed");
        ToolError::new(message).with_code("cannot_undo")
    };
    let at = files.writable_place(&place.path).map_err(|error| elsewhere(error.message()))?;
    if at.root.identity != place.root {
        return Err(elsewhere(&format!("`{}` is in another directory than the call had", place.path)));
    }
    Ok(at)
}

/// What is put back needs its directory: that it is gone is a change by somebody else.
fn has_directory(files: &Files, target: &Target<'_>, place: &Place) -> Result<(), Obstacle> {
    let (_, rest) = target.real_place(files)?;
    if rest.components().count() > 1 {
        return Err(changed(place, "has no directory any more"));
    }
    Ok(())
}

/// Removes what the call left half written, where it was interrupted. Tells whether there was something.
fn swept(files: &Files, Note { steps, beside, .. }: &Note) -> bool {
    let own = beside.strip_prefix(".codemode-").and_then(|rest| rest.strip_suffix(".tmp"));
    if own.is_none_or(|own| own.contains(['/', '\\'])) {
        return false; // no name that a call gives
    }
    let mut found = false;
    for step in steps {
        let Step::Put { at, .. } = step else { continue };
        found |= again(files, at, 0).is_ok_and(|target| target.sweep(beside));
    }
    found
}

fn refusal(changed: &[String]) -> ToolError {
    let more = changed.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let listed = changed.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    ToolError::changed_since(format!(
        "the call cannot be undone, since this was changed after it: {listed}{more}. Nothing was restored; undo later calls \
         first, or put the files back by hand"
    ))
}

/// What is said where restoring stopped on its way. Asking again goes on: what was restored is as before by then.
fn interrupted(error: &ToolError, piece: &Work<'_>, done: usize) -> ToolError {
    let (code, why) = match error.code() {
        "conflict" => ("changed_since", "it was changed while the call was being undone"),
        code => (code, error.message()),
    };
    let shown = piece.shown();
    let message = if done == 0 {
        format!("undoing stopped at `{shown}`: {why}. Nothing was restored")
    } else {
        format!("undoing stopped at `{shown}`: {why}. What the call did after that is undone; undo it again to go on")
    };
    let mut told = ToolError::new(message).with_code(code);
    if let Some(detail) = error.detail() {
        told = told.with_detail(detail);
    }
    if done == 0 { told } else { told.unclear() }
}
