//! One file and what becomes of it: a call takes these steps, and the plan of its undo is made of the same ones, so that the
//! two cannot differ.

use codemode_tool::{RunContext, ToolError};

use super::roots::Files;
use super::target::{Current, Target};

/// A file that is put somewhere, in place of what is there, or removed.
pub(super) struct Step<'a> {
    pub(super) target: Target<'a>,
    /// What it will hold; nothing where it is removed.
    pub(super) after: Option<Vec<u8>>,
}

impl Step<'_> {
    /// How long the file will be.
    pub(super) fn bytes(&self) -> u64 {
        self.after.as_ref().map_or(0, |after| after.len() as u64)
    }

    /// Whether the file has that content already.
    pub(super) fn changes_nothing(&self) -> bool {
        matches!((&self.target.current, &self.after), (Current::Bytes(before), Some(after)) if before == after)
    }

    pub(super) fn take(&self, files: &Files, context: &RunContext) -> Result<(), ToolError> {
        match &self.after {
            Some(after) => self.target.put(files, context, after),
            None => self.target.remove(files, context),
        }
    }
}

/// A file that is moved to where none is.
pub(super) struct Move<'a> {
    pub(super) from: Target<'a>,
    pub(super) to: Target<'a>,
}

impl Move<'_> {
    pub(super) fn take(&self, files: &Files, context: &RunContext) -> Result<(), ToolError> {
        self.from.rename(&self.to, files, context)
    }
}
