//! Before a call: what its files are, and what they will be.

use std::path::{Component, Path};

use codemode_tool::{RunContext, ToolError, Undo};

use super::super::digest::Digest;
use super::super::roots::{Files, Root};
use super::super::step;
use super::super::target::{Current, Target, beside};
use super::{FORM, Known, Note, Place, Step};

/// Plans the undo of a call that takes these steps.
pub(in super::super) fn of_steps(
    files: &Files,
    context: &RunContext,
    steps: Vec<step::Step<'_>>,
) -> Result<Undo, ToolError> {
    let kept = steps.iter().filter(|step| !step.changes_nothing()).map(|step| step.target.current.length()).sum();
    if let Some(undo) = too_large(files, kept) {
        return Ok(undo);
    }
    let mut plan = Plan::new(files, context);
    let planned = steps.into_iter().try_for_each(|step| plan.put(step));
    plan.written(planned)
}

/// Plans the undo of a call that moves a file.
pub(in super::super) fn of_move(files: &Files, context: &RunContext, step: &step::Move<'_>) -> Result<Undo, ToolError> {
    let mut plan = Plan::new(files, context);
    let planned = plan.moved(step);
    plan.written(planned)
}

/// Says so, where a call replaces or deletes more than is kept of one.
pub(in super::super) fn too_large(files: &Files, bytes: u64) -> Option<Undo> {
    let most = files.undo_bytes;
    (bytes > most)
        .then(|| Undo::impossible(format!("it replaces or deletes {bytes} bytes; at most {most} are kept of one call")))
}

struct Plan<'a> {
    files: &'a Files,
    note: Note,
    originals: Vec<Vec<u8>>,
}

/// Why there is no plan.
enum Obstacle {
    /// The call can be made, but not undone: the reason, for whoever would ask for it.
    Impossible(&'static str),
    /// The call would fail.
    Failure(ToolError),
}

impl From<ToolError> for Obstacle {
    fn from(error: ToolError) -> Self {
        Self::Failure(error)
    }
}

impl<'a> Plan<'a> {
    fn new(files: &'a Files, context: &RunContext) -> Self {
        let note = Note { form: FORM, steps: Vec::new(), made: Vec::new(), beside: beside(context) };
        Self { files, note, originals: Vec::new() }
    }

    fn written(self, planned: Result<(), Obstacle>) -> Result<Undo, ToolError> {
        match planned {
            Ok(()) => {
                let note = serde_json::to_value(&self.note).map_err(ToolError::internal)?;
                Ok(Undo { originals: self.originals, ..Undo::new(note) })
            }
            Err(Obstacle::Impossible(why)) => Ok(Undo::impossible(why)),
            Err(Obstacle::Failure(error)) => Err(error),
        }
    }

    fn put(&mut self, step: step::Step<'_>) -> Result<(), Obstacle> {
        let at = self.place(&step.target)?;
        let (needed, mode) = (!step.changes_nothing(), step.target.mode());
        // A file keeps its permissions when its content is replaced; those of a new one are the system's choice.
        let after = step.after.map(|after| Known::new(Digest::of(&after), mode));
        let (before, original) = match step.target.current {
            Current::Nothing => (None, None),
            Current::Bytes(bytes) => {
                let before = Known::new(Digest::of(&bytes), mode);
                let original = needed.then_some(self.originals.len());
                if needed {
                    self.originals.push(bytes);
                }
                (Some(before), original)
            }
            Current::Digest(_) | Current::Length(_) => {
                return Err(ToolError::internal("the undo of a file that was not read").into());
            }
        };
        self.note.steps.push(Step::Put { at, before, after, original });
        Ok(())
    }

    fn moved(&mut self, step: &step::Move<'_>) -> Result<(), Obstacle> {
        let Current::Digest(digest) = &step.from.current else {
            return Err(Obstacle::Impossible("the file is too large to tell later whether it is still the same"));
        };
        let file = Known::new(digest.clone(), step.from.mode());
        let (from, to) = (self.place(&step.from)?, self.place(&step.to)?);
        self.note.steps.push(Step::Move { from, to, file });
        Ok(())
    }

    /// Where a file is or will be. Directories on the way that are missing are noted as made by the call.
    fn place(&mut self, target: &Target<'_>) -> Result<Place, Obstacle> {
        let (above, rest) = target.real_place(self.files)?;
        if rest.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Err(Obstacle::Impossible("its path has `..` behind a directory that is not there"));
        }
        let root = target.at.root;
        let place = place(self.files, root, &above.join(&rest))?;
        let missing: Vec<&Path> = rest.ancestors().skip(1).filter(|part| !part.as_os_str().is_empty()).collect();
        for directory in missing.into_iter().rev() {
            let made = Place { root: place.root.clone(), path: root.shown(&above.join(directory)) };
            if !self.note.made.contains(&made) {
                self.note.made.push(made);
            }
        }
        Ok(place)
    }
}

/// A path as it can be opened again, if text leads back to it.
fn place(files: &Files, root: &Root, path: &Path) -> Result<Place, Obstacle> {
    let shown = root.shown(path);
    match files.writable_place(&shown) {
        Ok(back) if back.path == path && back.root.identity == root.identity => {
            Ok(Place { root: root.identity.clone(), path: shown })
        }
        _ => Err(Obstacle::Impossible("a link in its path leads through a name that scripts cannot write")),
    }
}
