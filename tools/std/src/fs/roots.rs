//! The directories that scripts may use.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::digest::Digest;
use super::quota::{Quota, Spent};

/// The directories that scripts may read, those that they may change as well, and how much of both.
#[derive(Clone, Debug)]
pub struct Roots {
    directories: Vec<Directory>,
    read_bytes: u64,
    undo_bytes: u64,
    quota: Quota,
}

#[derive(Clone, Debug)]
struct Directory {
    /// Where it is not its own.
    name: Option<String>,
    path: PathBuf,
    write: bool,
}

impl Roots {
    /// How many bytes of a file one read takes where nothing else is said: 8 MiB, more than any source file and as much as
    /// a dispatcher lets through by default. It bounds the host's memory per call, not the size of files: longer ones are
    /// read in parts.
    pub const READ_BYTES: u64 = 8 << 20;

    /// How many bytes of originals the undo of one call keeps where nothing else is said: 16 MiB. It bounds what the record of
    /// one call can take in a store, not what a call may change: one that replaces or deletes more says that it cannot be
    /// undone.
    pub const UNDO_BYTES: u64 = 16 << 20;

    /// Some directories. With several, each is known by its own name, the last part of its path.
    pub fn new<P: Into<PathBuf>>(directories: impl IntoIterator<Item = P>) -> Self {
        let mut roots = Self {
            directories: Vec::new(),
            read_bytes: Self::READ_BYTES,
            undo_bytes: Self::UNDO_BYTES,
            quota: Quota::default(),
        };
        for path in directories {
            roots.directories.push(Directory { name: None, path: path.into(), write: false });
        }
        roots
    }

    /// Adds a directory that scripts may read and change.
    #[must_use]
    pub fn writable(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directories.push(Directory { name: None, path: directory.into(), write: true });
        self
    }

    /// Sets how much one run may write.
    #[must_use]
    pub const fn quota(mut self, quota: Quota) -> Self {
        self.quota = quota;
        self
    }

    /// Adds a directory under a name that is not its own, where two have the same name or the name says too much.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>, directory: impl Into<PathBuf>) -> Self {
        self.directories.push(Directory { name: Some(name.into()), path: directory.into(), write: false });
        self
    }

    /// Sets how many bytes of a file one read takes.
    #[must_use]
    pub const fn read_bytes(mut self, bytes: u64) -> Self {
        self.read_bytes = bytes;
        self
    }

    /// Sets how many bytes of originals the undo of one call keeps.
    #[must_use]
    pub const fn undo_bytes(mut self, bytes: u64) -> Self {
        self.undo_bytes = bytes;
        self
    }

    /// Opens the directories. Sole place where a path of the host is opened by name.
    pub(super) fn open(mut self) -> Result<Files, RootsError> {
        if self.directories.is_empty() {
            return Err(RootsError::None);
        }
        let alone = self.directories.len() == 1;
        let mut roots: Vec<Root> = Vec::new();
        for Directory { name, path, write } in std::mem::take(&mut self.directories) {
            let dir = Dir::open_ambient_dir(&path, ambient_authority())
                .map_err(|source| RootsError::Open { path: path.clone(), source })?;
            let name = match name {
                Some(name) => Some(name),
                None if alone => None,
                None => Some(own_name(&path)?),
            };
            if let Some(name) = &name {
                if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\']) || has_control(name) {
                    return Err(RootsError::BadName { name: name.clone(), path });
                }
                if roots.iter().any(|root| root.name.as_ref() == Some(name)) {
                    return Err(RootsError::SameName { name: name.clone(), path });
                }
            }
            let real = path.canonicalize().map_err(|source| RootsError::Open { path: path.clone(), source })?;
            let identity = Digest::of(real.as_os_str().as_encoded_bytes()).sha256;
            roots.push(Root { name, dir, write, identity });
        }
        let Self { read_bytes, undo_bytes, quota, .. } = self;
        Ok(Files { roots, read_bytes, undo_bytes, spent: Spent::new(quota) })
    }
}

/// Why the directories cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RootsError {
    /// There is none.
    #[error("no directory is given")]
    None,
    /// One does not exist, is no directory, or may not be read.
    #[error("cannot open the directory {}: {source}", path.display())]
    Open {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Its own name cannot be told, as for `/`.
    #[error("the directory {} has no name that scripts could use: add it with `named`", path.display())]
    NoName {
        /// The directory.
        path: PathBuf,
    },
    /// A name that cannot be the first part of a path.
    #[error("`{}` cannot name the directory {}: a name is one part of a path", name.escape_default(), path.display())]
    BadName {
        /// The name.
        name: String,
        /// The directory.
        path: PathBuf,
    },
    /// Two directories would have the same name.
    #[error("two directories are called `{name}`, the second is {}: add one of them with `named`", path.display())]
    SameName {
        /// The name.
        name: String,
        /// The second directory.
        path: PathBuf,
    },
}

/// The last part of a directory's real path: `.` and links have one, too.
fn own_name(path: &Path) -> Result<String, RootsError> {
    let real = path.canonicalize().map_err(|source| RootsError::Open { path: path.to_owned(), source })?;
    let name = real.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| RootsError::NoName { path: path.to_owned() })
}

fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// The opened directories: the state of the module.
pub(crate) struct Files {
    pub(super) roots: Vec<Root>,
    pub(super) read_bytes: u64,
    /// The most bytes of originals that the undo of one call keeps.
    pub(super) undo_bytes: u64,
    pub(super) spent: Spent,
}

/// One opened directory.
pub(crate) struct Root {
    /// The first part of its paths; none where it is the only root.
    pub(super) name: Option<String>,
    pub(super) dir: Dir,
    /// Whether scripts may change what is in it.
    pub(super) write: bool,
    /// The SHA-256 of its real path on the host. An undo is of the directory in which the call was made: the same paths in
    /// another one name other files.
    pub(super) identity: String,
}

impl Files {
    /// What the module is for, in a sentence for the model.
    pub(super) fn describe(&self) -> String {
        let changes = if self.any_writable() { ", writes, edits, moves and deletes" } else { "" };
        let names = self.names();
        if names.is_empty() {
            return format!(
                "Reads, lists and searches{changes} files. Paths are relative to the root directory: \"src/main.rs\"."
            );
        }
        let writable = self.roots.iter().filter(|root| root.write).filter_map(|root| root.name.as_deref());
        let writable: Vec<&str> = writable.collect();
        let only = if writable.is_empty() || writable.len() == names.len() {
            String::new()
        } else {
            format!(" Only what is in {} can be changed.", writable.join(", "))
        };
        format!(
            "Reads, lists and searches{changes} files. The first part of a path names the root directory, one of: {}.{only}",
            names.join(", ")
        )
    }

    pub(super) fn any_writable(&self) -> bool {
        self.roots.iter().any(|root| root.write)
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.roots.iter().filter_map(|root| root.name.as_deref()).collect()
    }
}

impl Root {
    /// How scripts write a path of this root, with `/` on every system.
    pub(super) fn shown(&self, path: &Path) -> String {
        let parts = self.name.as_deref().map(str::to_owned).into_iter();
        let rest =
            path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).filter(|part| part != ".");
        let parts: Vec<String> = parts.chain(rest).collect();
        if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
    }
}
