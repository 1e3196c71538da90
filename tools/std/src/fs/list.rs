//! `list_files`.

use codemode_tool::{RunContext, ToolError, tool};
use serde::Serialize;

use super::pattern::Pattern;
use super::roots::{Files, Root};
use super::walk::{Entry, Kind, Manner};
use super::{REPLY_BYTES, here};

/// A file, a directory, or something else with a name.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Listed {
    /// As the other tools of this module take it.
    path: String,
    /// Length in bytes; 0 for what is not a file.
    size: u64,
    kind: ListedKind,
    /// True on the last entry when there are more than were returned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more: bool,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListedKind {
    File,
    Directory,
    Symlink,
    Other,
}

/// Lists a directory, sorted by path. Hidden files and what .gitignore and .ignore files name are left out.
///
/// ```js
/// const sources = await list_files({ path: "src", pattern: "*.{ts,tsx}" });
/// ```
///
/// When there are more entries than limit, the last one returned has more: true.
#[tool(effect = Read, timeout = "1m")]
pub(super) fn list_files(
    files: &Files,
    context: &RunContext,
    /// The directory, relative to the root directory; "." is the root directory.
    #[serde(default = "here")]
    path: String,
    /// A glob that paths must match, relative to path. Without a slash it is matched against names at any depth ("*.rs"),
    /// else against the whole path ("src/**/*.rs"); a slash at its end means directories.
    pattern: Option<String>,
    /// Whether to go into directories; if not given, that is so where there is a pattern.
    recursive: Option<bool>,
    /// Whether to list hidden and ignored files, too.
    #[serde(default)]
    include_ignored: bool,
    /// The most entries to return.
    #[serde(default = "limit_by_default")]
    #[schemars(range(min = 1, max = 100_000))]
    limit: usize,
) -> Result<Vec<Listed>, ToolError> {
    let pattern = pattern.as_deref().map(Pattern::new).transpose()?;
    let recursive = recursive.unwrap_or(pattern.is_some());
    let manner = Manner { recursive, everything: include_ignored, cancelled: &context.cancelled };
    let mut list = List { found: Vec::new(), bytes: 0, limit };
    for tree in files.trees(&path)? {
        let fits = |entry: &Entry| {
            let is_directory = entry.kind == Kind::Directory;
            pattern.as_ref().is_none_or(|pattern| pattern.fits(&tree.seen(entry), is_directory))
        };
        // Where there are several roots, each is an entry of what holds them.
        let itself = tree.of_several.then(|| Entry { path: tree.at.path.clone(), kind: Kind::Directory });
        if itself.is_some_and(|entry| fits(&entry) && !list.add(tree.at.root, &entry)) {
            break;
        }
        if tree.of_several && !recursive {
            continue;
        }
        for entry in tree.walk(manner).map_err(|fault| fault.tell(files, &tree.at))? {
            let entry = entry?;
            if fits(&entry) && !list.add(tree.at.root, &entry) {
                return Ok(list.found);
            }
        }
    }
    Ok(list.found)
}

fn limit_by_default() -> usize {
    10_000
}

/// What was found so far.
struct List {
    found: Vec<Listed>,
    bytes: usize,
    limit: usize,
}

impl List {
    /// Adds an entry, or says that there would have been more.
    fn add(&mut self, root: &Root, entry: &Entry) -> bool {
        let path = root.shown(&entry.path);
        self.bytes += path.len();
        if self.found.len() >= self.limit || self.bytes > REPLY_BYTES {
            if let Some(last) = self.found.last_mut() {
                last.more = true;
            }
            return false;
        }
        let (kind, size) = match entry.kind {
            Kind::File => {
                (ListedKind::File, root.dir.symlink_metadata(&entry.path).map_or(0, |metadata| metadata.len()))
            }
            Kind::Directory => (ListedKind::Directory, 0),
            Kind::Link => (ListedKind::Symlink, 0),
            Kind::Other => (ListedKind::Other, 0),
        };
        self.found.push(Listed { path, size, kind, more: false });
        true
    }
}
