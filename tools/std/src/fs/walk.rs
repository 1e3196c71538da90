//! Goes through a tree in the order of its names, one directory open at a time.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::vec;

use cap_std::fs::FileType;
use codemode_tool::ToolError;
use tokio_util::sync::CancellationToken;

use super::go_on;
use super::ignored::Rules;
use super::open::{Fault, open_directory, too_many};
use super::path::{At, Place};
use super::roots::{Files, Root};

/// The most entries of one directory. They are sorted in memory, so this bounds it; a directory of more is refused.
pub(super) const DIRECTORY_ENTRIES: usize = 100_000;

/// A directory to go through.
pub(super) struct Tree<'a> {
    pub(super) at: At<'a>,
    /// Whether it is one of several roots that are gone through together.
    pub(super) of_several: bool,
}

impl Files {
    /// The directories that a path names: one, or all roots.
    pub(super) fn trees(&self, given: &str) -> Result<Vec<Tree<'_>>, ToolError> {
        match self.place(given)? {
            Place::At(mut at) => {
                // The rules of the directories above are looked up by name, which `..` is not.
                if at.path.components().any(|part| part == Component::ParentDir) {
                    match at.root.dir.canonicalize(&at.path) {
                        Ok(path) if path.as_os_str().is_empty() => at.path = ".".into(),
                        Ok(path) => at.path = path,
                        Err(error) => return Err(Fault::from(error).tell(self, &at)),
                    }
                }
                Ok(vec![Tree { at, of_several: false }])
            }
            Place::Roots => Ok(self.roots.iter().map(|root| Tree { at: At::top(root), of_several: true }).collect()),
        }
    }
}

impl<'a> Tree<'a> {
    pub(super) fn walk(&self, manner: Manner<'a>) -> Result<Walk<'a>, Fault> {
        Walk::new(self.at.root, &self.at.path, manner)
    }

    /// What a pattern sees of an entry: its path relative to the one that was asked for.
    pub(super) fn seen(&self, entry: &Entry) -> PathBuf {
        if self.of_several {
            return self.at.root.shown(&entry.path).into();
        }
        entry.path.strip_prefix(&self.at.path).unwrap_or(&entry.path).to_owned()
    }
}

/// What is found.
pub(super) struct Entry {
    /// In the root.
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    /// Not followed: what it leads to is found at its own place, if it is inside.
    Link,
    Other,
}

impl From<FileType> for Kind {
    fn from(file_type: FileType) -> Self {
        if file_type.is_file() {
            Self::File
        } else if file_type.is_dir() {
            Self::Directory
        } else if file_type.is_symlink() {
            Self::Link
        } else {
            Self::Other
        }
    }
}

/// How to walk.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) recursive: bool,
    /// Whether hidden and ignored entries are found as well.
    pub(super) everything: bool,
    pub(super) cancelled: &'a CancellationToken,
}

/// The entries below a directory. Directories come before what is in them. What cannot be read any more, or never could,
/// is passed over.
pub(super) struct Walk<'a> {
    root: &'a Root,
    manner: Manner<'a>,
    rules: Rules,
    pending: Vec<vec::IntoIter<Entry>>,
}

impl<'a> Walk<'a> {
    /// Starts in a directory, whose own place among the rules does not matter: naming it asks for it.
    pub(super) fn new(root: &'a Root, start: &Path, manner: Manner<'a>) -> Result<Self, Fault> {
        let mut walk = Self { root, manner, rules: Rules::default(), pending: Vec::new() };
        if !manner.everything && start != Path::new(".") {
            let mut above: Vec<&Path> = start.ancestors().skip(1).collect();
            while let Some(directory) = above.pop() {
                let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
                let has = |name: &str| root.dir.symlink_metadata(directory.join(name)).is_ok();
                walk.rules.enter(root, directory, has);
            }
        }
        walk.enter(start)?;
        Ok(walk)
    }

    fn enter(&mut self, directory: &Path) -> Result<(), Fault> {
        let mut found: Vec<(OsString, Kind)> = Vec::new();
        for entry in open_directory(self.root, directory)?.entries()? {
            let Ok(entry) = entry else { continue };
            if found.len() >= DIRECTORY_ENTRIES {
                return Err(Fault::TooMany(self.root.shown(directory)));
            }
            let Ok(file_type) = entry.file_type() else { continue };
            found.push((entry.file_name(), file_type.into()));
        }
        found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        if !self.manner.everything {
            let has = |name: &str| found.binary_search_by(|(found, _)| found.as_os_str().cmp(name.as_ref())).is_ok();
            self.rules.enter(self.root, directory, has);
        }
        let parent = directory.strip_prefix(".").unwrap_or(directory);
        let entries: Vec<Entry> = found
            .into_iter()
            .map(|(name, kind)| (parent.join(&name), name, kind))
            .filter(|(path, name, kind)| {
                self.manner.everything || !self.rules.leave_out(path, &name.to_string_lossy(), *kind == Kind::Directory)
            })
            .map(|(path, _, kind)| Entry { path, kind })
            .collect();
        self.pending.push(entries.into_iter());
        Ok(())
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<Entry, ToolError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Err(error) = go_on(self.manner.cancelled) {
                self.pending.clear();
                return Some(Err(error));
            }
            let Some(entry) = self.pending.last_mut()?.next() else {
                self.pending.pop();
                self.rules.leave();
                continue;
            };
            if entry.kind == Kind::Directory && self.manner.recursive {
                // What cannot be entered is passed over; what is too much must not pass for everything.
                if let Err(Fault::TooMany(shown)) = self.enter(&entry.path) {
                    return Some(Err(too_many(&shown)));
                }
            }
            return Some(Ok(entry));
        }
    }
}
