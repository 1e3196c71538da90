//! Files: `import { read_file, list_files, search_files } from "tools/fs"`, and, where a directory is writable,
//! `write_file`, `edit_file`, `move_file`, `delete_file` and `apply_patch`.
//!
//! ```
//! use codemode_std::fs::{self, Roots};
//!
//! # let folder = tempfile::tempdir()?;
//! # let project = folder.path();
//! let module = fs::module(Roots::new([project]))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The walk of one call: [`roots`](Roots) says which directory a path belongs to, `path` refuses what cannot be a path in
//! it, `open` opens it through the directory's handle, `walk` goes through a tree under the rules of its `ignored` files,
//! and `similar` finds what a wrong name was meant to be. `target` is the sole place where something is changed: `change` and
//! `patch` are the tools that do, within a `quota`, in `step`s; `undo` takes them back.
//!
//! # What it guarantees
//!
//! - **Nothing outside the roots is read or changed.** Every access goes through an open handle of a root (cap-std; `openat2` with
//!   `RESOLVE_BENEATH` on Linux), so `..`, absolute paths, symbolic links and directories that are swapped for links at any
//!   moment end in an error. No path is ever compared as text.
//! - **Only regular files are opened.** Named pipes, sockets and devices are refused before they are opened; one that is
//!   swapped in at that moment is opened without waiting, and closed unread.
//! - **A file is changed as a whole or not at all**: the new text is written to a file beside it, which then takes its place.
//!   Where somebody else changed the file meanwhile, nothing is written. `dry_run` says what would happen, and changes nothing.
//! - **What a call changed can be taken back** ([`Tool::undo`](codemode_tool::Tool::undo)): content, names, permissions, and
//!   directories that it made and that are empty. All of the call's files are looked at first. Where one is neither as before
//!   the call nor as the call left it, nothing is touched. At most [`Roots::undo_bytes`] of originals are kept of a call; one
//!   that replaces or deletes more, or moves a file of more than 256 MiB, says that it cannot be undone, and is made all the
//!   same. Undoing counts against no quota.
//! - **A run writes within a [`Quota`]** of bytes and files.
//! - **Errors name paths in the root only**, never where the root is on the host.
//! - **Work is bounded**: bytes per read, entries per directory, matches and bytes per reply. It stops when the call is cut
//!   off.
//!
//! # Errors
//!
//! `error.code` is one of: `not_found`, `invalid_arguments`, `outside_root` (by `..` or by a link), `not_text`, `too_long`,
//! `unreadable` (the system forbids it), `read_only`, `exists`, `conflict` (the file is not as expected), `quota`,
//! `cancelled`, and `failed` for the rest. Undoing adds `changed_since` and `cannot_undo`.
//!
//! # What it does not protect from
//!
//! - **Secrets inside a root.** Hidden and ignored files are left out of lists and searches for brevity, not for safety:
//!   `read_file` reads them. Give a narrower root.
//! - **Hard links and mounts** inside a root that lead to files from elsewhere. Both need rights on the host to make.
//! - **Change.** Files may change between two calls, and within one that takes long; there are no snapshots. Who can write
//!   into the root decides what the script reads, which is to be treated as untrusted text.
//! - **Names that are not Unicode.** They are listed with `U+FFFD` and cannot be opened.
//! - **Others who write.** Between the last look at a file and its replacement there is a moment in which a change by somebody
//!   else is lost. Calls of one sandbox wait for each other; where two of its roots overlap, or a link gives a file a second
//!   name, they do not know that they touch the same file.
//! - **Hard links.** A changed file is a new one: its other names keep the old text.
//! - **Owners, times and extended attributes.** A changed file, and a restored one, is one of this process, and has none of
//!   the bits that give its owner's rights to whoever runs it (setuid, setgid).
//! - **Slow file systems.** A thread that waits in the kernel for a network mount goes on waiting when its call is cut off.

mod change;
mod digest;
mod ignored;
mod list;
mod matches;
mod open;
mod patch;
mod path;
mod pattern;
mod quota;
mod read;
mod roots;
mod search;
mod similar;
mod step;
mod target;
mod undo;
mod walk;

use codemode_tool::{Effect, ToolError, ToolModule};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use quota::Quota;
pub use roots::{Roots, RootsError};

/// The module `fs` for some directories.
///
/// With one root, paths are relative to it. With several, the first part of a path names the root: `data/2026/may.csv`.
pub fn module(roots: Roots) -> Result<ToolModule, RootsError> {
    let files = roots.open()?;
    let (description, writable) = (files.describe(), files.any_writable());
    let module = ToolModule::new("fs", files)
        .description(description)
        .tool(read::read_file)
        .tool(list::list_files)
        .tool(search::search_files);
    if !writable {
        return Ok(module);
    }
    Ok(module
        .tool(change::write_file)
        .tool(change::edit_file)
        .tool(change::move_file)
        .tool(change::delete_file)
        .tool(patch::apply_patch))
}

/// The most bytes of paths and lines that one list or search returns: half of what a dispatcher lets through by default,
/// since JSON adds to them. Stops a reply from filling the host's memory; it says nothing about the number of entries.
const REPLY_BYTES: usize = 4 << 20;

/// The path that is meant where none is given: the root directory.
fn here() -> String {
    ".".to_owned()
}

/// What a call touches, for the order of calls: the file, where its path is plain enough to tell.
fn file_of(arguments: &Value) -> Option<String> {
    let path = arguments.get("path")?.as_str()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    // Where `..` leads, only the system knows.
    if parts.contains(&"..") || path.contains('\\') {
        return None;
    }
    Some(format!("file:{}", parts.join("/")))
}

/// What a call that can be a dry run does.
fn unless_dry(arguments: &Value, effect: Effect) -> Effect {
    if arguments.get("dry_run") == Some(&Value::Bool(true)) { Effect::Read } else { effect }
}

fn writes(arguments: &Value) -> Effect {
    unless_dry(arguments, Effect::Write)
}

fn deletes(arguments: &Value) -> Effect {
    unless_dry(arguments, Effect::External)
}

/// Stops work whose call was cut off.
fn go_on(cancelled: &CancellationToken) -> Result<(), ToolError> {
    if cancelled.is_cancelled() {
        return Err(ToolError::new("the call was cut off").with_code("cancelled"));
    }
    Ok(())
}
