//! From what a script wrote to a path in a root.

use std::path::{Component, Path, PathBuf};

use codemode_tool::ToolError;

use super::roots::{Files, Root};

/// The longest path, in bytes: what Linux takes. A longer one is a mistake, and would be repeated in the message.
const PATH_BYTES: usize = 4096;

/// What a script's path names.
pub(super) enum Place<'a> {
    /// `.` where there are several roots.
    Roots,
    /// A path in one root.
    At(At<'a>),
}

/// A path in one root. It may not exist, and a link in it may lead out: only opening it tells.
pub(super) struct At<'a> {
    pub(super) root: &'a Root,
    /// Relative; `.` for the root itself. It has `..` only where that stays inside as written.
    pub(super) path: PathBuf,
    /// As scripts write it, for messages and replies.
    pub(super) shown: String,
}

impl<'a> At<'a> {
    /// A root itself.
    pub(super) fn top(root: &'a Root) -> Self {
        let path = PathBuf::from(".");
        Self { root, shown: root.shown(&path), path }
    }
}

impl Files {
    /// Finds the root that a path belongs to.
    pub(super) fn place(&self, given: &str) -> Result<Place<'_>, ToolError> {
        let mut parts = parts(given)?;
        let root = match self.roots.as_slice() {
            [only] if only.name.is_none() => only,
            roots => {
                if parts.is_empty() {
                    return Ok(Place::Roots);
                }
                let name = parts.remove(0);
                roots.iter().find(|root| root.name.as_deref() == Some(name)).ok_or_else(|| {
                    ToolError::not_found(format!(
                        "no root directory is called `{name}`; the first part of a path is one of: {}",
                        self.names().join(", ")
                    ))
                })?
            }
        };
        let mut depth = 0_usize;
        for part in &parts {
            depth = if *part == ".." { depth.checked_sub(1).ok_or_else(|| outside(given))? } else { depth + 1 };
        }
        if parts.is_empty() {
            return Ok(Place::At(At::top(root)));
        }
        let path: PathBuf = parts.iter().collect();
        Ok(Place::At(At { root, shown: root.shown(&path), path }))
    }

    /// The same, for a tool that needs a file.
    pub(super) fn file_place(&self, given: &str) -> Result<At<'_>, ToolError> {
        match self.place(given)? {
            Place::At(at) => Ok(at),
            Place::Roots => Err(ToolError::invalid(format!(
                "`{given}` holds the root directories ({}) and is no file",
                self.names().join(", ")
            ))),
        }
    }
}

/// The parts of a relative path, without `.`; `..` is kept for the system, which knows where links lead.
fn parts(given: &str) -> Result<Vec<&str>, ToolError> {
    if given.is_empty() {
        return Err(ToolError::invalid("the path is empty; the root directory is \".\""));
    }
    if given.len() > PATH_BYTES {
        return Err(ToolError::invalid(format!("the path has {} bytes, more than {PATH_BYTES}", given.len())));
    }
    if let Some(control) = given.chars().find(|c| c.is_control()) {
        return Err(ToolError::invalid(format!(
            "the path has a control character, U+{:04X}: {}",
            u32::from(control),
            given.escape_debug()
        )));
    }
    let mut parts = Vec::new();
    for part in Path::new(given).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => parts.push(".."),
            Component::Normal(name) => parts.extend(name.to_str()),
            Component::RootDir | Component::Prefix(_) => {
                return Err(ToolError::invalid(format!(
                    "`{given}` is absolute; write paths relative to the root directory, such as \"src/main.rs\""
                )));
            }
        }
    }
    Ok(parts)
}

/// A path that leaves the roots, by `..` or by a link.
pub(super) fn outside(shown: &str) -> ToolError {
    ToolError::new(format!("`{shown}` leads out of the root directory; only what is inside can be read"))
        .with_code("outside_root")
}
