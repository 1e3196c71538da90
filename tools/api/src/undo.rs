//! What it takes to take a call back.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ToolError;

/// How one call can be taken back: what a tool plans before it changes anything ([`Tool::plan_undo`]), and gets back when
/// somebody wants the call undone ([`Tool::undo`]).
///
/// The host keeps it with the call's record, in the same commit as the intent, so that it is there whatever becomes of the
/// call. It may be kept for months, and be given to a later version of the tool, in another process.
///
/// ```
/// use codemode_tool::Undo;
/// use serde_json::json;
///
/// let undo = Undo::new(json!({ "key": "greeting", "left": "hello" })).keep(b"good morning".to_vec());
/// assert_eq!(undo.originals[0], b"good morning");
/// ```
///
/// [`Tool::plan_undo`]: crate::Tool::plan_undo
/// [`Tool::undo`]: crate::Tool::undo
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    /// The tool's own words, small: what to restore, and how to tell that the world is still as the call left it. It is
    /// plain JSON that a person may read, so secrets do not belong into it.
    pub note: Value,
    /// What the call will overwrite or delete, as bytes, to which the note refers by index. The host keeps them as they are.
    pub originals: Vec<Vec<u8>>,
    /// Why the call cannot be taken back, where it cannot although the tool has an undo: what it changes is too large to be
    /// kept, say. The call itself is made all the same.
    pub impossible: Option<String>,
}

impl Undo {
    /// An undo that needs nothing but the note.
    pub const fn new(note: Value) -> Self {
        Self { note, originals: Vec::new(), impossible: None }
    }

    /// Adds an original; its index is how many were there before.
    #[must_use]
    pub fn keep(mut self, original: Vec<u8>) -> Self {
        self.originals.push(original);
        self
    }

    /// The statement that a call cannot be taken back, with the reason, in words for the person who would ask for it.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self { impossible: Some(reason.into()), ..Self::default() }
    }

    /// How many bytes of originals there are.
    pub fn bytes(&self) -> u64 {
        self.originals.iter().map(|original| original.len() as u64).sum()
    }

    /// Refuses, with the code `cannot_undo` and the reason, an undo that says of itself that it is impossible. Tools made with
    /// `#[tool]` and [`FnTool`](crate::FnTool) are not asked for one.
    pub fn possible(&self) -> Result<(), ToolError> {
        match &self.impossible {
            None => Ok(()),
            Some(reason) => {
                Err(ToolError::new(format!("the call cannot be undone: {reason}")).with_code("cannot_undo"))
            }
        }
    }
}

/// What undoing a call came to. Where the world is neither as before the call nor as the call left it, it is an error with
/// the code `changed_since` instead ([`ToolError::changed_since`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undone {
    /// The world was as the call left it, at least in part, and is now as it was before the call.
    Restored,
    /// The world was as before the call already: the call never took effect, or was undone before.
    AlreadyAsBefore,
}

impl Undone {
    /// The name in journals and messages: `restored`, `already_as_before`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Restored => "restored",
            Self::AlreadyAsBefore => "already_as_before",
        }
    }
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What undoing says of a tool that has no undo.
pub(crate) fn none(tool: &str) -> ToolError {
    ToolError::new(format!("`{tool}` cannot undo its calls; take back by hand what the record of the call says"))
        .with_code("cannot_undo")
}
