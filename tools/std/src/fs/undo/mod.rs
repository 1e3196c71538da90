//! How a call is taken back: `plan` notes what the files are before it and will be after it, `restore` looks which of both
//! they are, and puts them back.
//!
//! Invariant: nothing is restored unless every file of the call is as it was before, or as the call leaves it; and nothing is
//! restored but by the ways of `target`.

mod plan;
mod restore;

use codemode_tool::ToolError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::digest::Digest;
use super::target::{Current, Target};

pub(super) use plan::{of_move, of_steps, too_large};
pub(super) use restore::restore;

/// The form of the note. A later form gets another number, so that it is not read as this one.
const FORM: u32 = 1;

/// What is kept of a call besides the bytes of the originals.
#[derive(Serialize, Deserialize)]
struct Note {
    form: u32,
    /// What happens to files, in the order of the call.
    steps: Vec<Step>,
    /// The directories that the call makes, outer ones first.
    made: Vec<Place>,
    /// The name of a file while the call writes it; there is one where the call was interrupted.
    beside: String,
}

/// A path without links in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    /// Which root directory, by [`identity`](super::roots::Root::identity).
    root: String,
    /// As scripts write it.
    path: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "does", rename_all = "snake_case")]
enum Step {
    /// A file is put somewhere, or removed.
    Put {
        at: Place,
        /// What is there before, and after; null where nothing is.
        before: Option<Known>,
        after: Option<Known>,
        /// Which original is the content before, where it is needed.
        original: Option<usize>,
    },
    /// A file is moved to where none is.
    Move { from: Place, to: Place, file: Known },
}

/// A file, by what it is known again.
#[derive(Clone, Serialize, Deserialize)]
struct Known {
    bytes: u64,
    sha256: String,
    /// Its permissions, where they are known: those of a new file are the system's choice.
    mode: Option<u32>,
}

impl Known {
    fn new(Digest { bytes, sha256 }: Digest, mode: Option<u32>) -> Self {
        Self { bytes, sha256, mode }
    }

    fn has(&self, content: &Digest) -> bool {
        self.bytes == content.bytes && self.sha256 == content.sha256
    }

    fn has_mode(&self, mode: Option<u32>) -> bool {
        self.mode.zip(mode).is_none_or(|(known, found)| known == found)
    }
}

/// What keeps a place from being as it is expected; nothing where it is.
fn differs(expected: Option<&Known>, found: &Target<'_>) -> Option<&'static str> {
    let content = match &found.current {
        Current::Nothing => return expected.map(|_| "is gone"),
        Current::Bytes(bytes) => Some(Digest::of(bytes)),
        Current::Digest(digest) => Some(digest.clone()),
        Current::Length(_) => None, // longer than anything that is expected
    };
    let Some(expected) = expected else { return Some("is there again") };
    if !content.is_some_and(|content| expected.has(&content)) {
        return Some("has another content");
    }
    (!expected.has_mode(found.mode())).then_some("has other permissions")
}

impl Note {
    /// Reads a note that [`plan`] made, perhaps in an earlier version.
    fn read(note: &Value) -> Result<Self, ToolError> {
        let form = note.get("form").and_then(Value::as_u64);
        if form != Some(FORM.into()) {
            let error =
                ToolError::new("the undo of this call was planned by another version of this tool; use that one");
            return Err(error.with_code("cannot_undo").with_detail(format!("form {form:?}, not {FORM}")));
        }
        Self::deserialize(note).map_err(|e| ToolError::internal(format!("the note of an undo: {e}")))
    }
}
