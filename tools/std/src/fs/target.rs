//! Sole place where something in a root is changed.
//!
//! Invariant: a change happens in a directory that was opened beneath its root, by a name without a slash, so that no link
//! and no swapped directory leads it elsewhere; and a file has its old text or its new one, never a part.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use cap_std::fs::{Dir, OpenOptions, Permissions};
use codemode_tool::{RunContext, ToolError};

use super::go_on;
use super::open::{Fault, open_file};
use super::path::At;
use super::roots::Files;

/// A place for a file: the directory it is in, held open, and its name there.
pub(super) struct Target<'a> {
    pub(super) at: At<'a>,
    directory: Dir,
    name: OsString,
    pub(super) current: Current,
    permissions: Option<Permissions>,
}

/// What is at a place now.
pub(super) enum Current {
    Nothing,
    /// A file of this text.
    Bytes(Vec<u8>),
    /// A file of this length, which was not read.
    Length(u64),
}

impl Current {
    pub(super) fn is_there(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Length(length) => *length,
        }
    }
}

impl Files {
    /// Opens the place that a path names, and reads what is there. A link is followed to what it names, which has to be
    /// inside.
    pub(super) fn target(&self, given: &str) -> Result<Target<'_>, ToolError> {
        let mut at = self.writable_place(given)?;
        if is_link(&at) {
            at.path = at.root.dir.canonicalize(&at.path).map_err(|e| Fault::from(e).tell(self, &at))?;
        }
        self.opened(at, true)
    }

    /// Opens the place that a path names, for something that happens to the file itself.
    pub(super) fn target_itself(&self, given: &str) -> Result<Target<'_>, ToolError> {
        let at = self.writable_place(given)?;
        if is_link(&at) {
            let message = format!("`{}` is a symbolic link; only files are moved and deleted", at.shown);
            return Err(ToolError::invalid(message));
        }
        self.opened(at, false)
    }

    fn writable_place(&self, given: &str) -> Result<At<'_>, ToolError> {
        let at = self.file_place(given)?;
        if !at.root.write {
            let error = ToolError::new(format!("`{}` can be read, not changed: its directory is read-only", at.shown));
            return Err(error.with_code("read_only"));
        }
        if at.path == Path::new(".") {
            return Err(ToolError::invalid(format!("`{}` is the root directory, no file", at.shown)));
        }
        Ok(at)
    }

    fn opened<'a>(&'a self, at: At<'a>, read: bool) -> Result<Target<'a>, ToolError> {
        let (directory, name) = self.place_of(&at)?;
        let (current, permissions) = match open_file(at.root, &at.path) {
            Ok((_, metadata)) if !read => (Current::Length(metadata.len()), None),
            Ok((mut file, metadata)) => {
                let size = metadata.len();
                if size > self.read_bytes {
                    let most = self.read_bytes;
                    let message = format!("`{}` has {size} bytes; files of at most {most} can be changed", at.shown);
                    return Err(ToolError::new(message).with_code("too_long"));
                }
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).map_err(|e| Fault::from(e).tell(self, &at))?;
                (Current::Bytes(bytes), Some(metadata.permissions()))
            }
            Err(Fault::System(error)) if error.kind() == io::ErrorKind::NotFound => (Current::Nothing, None),
            Err(fault) => return Err(fault.tell(self, &at)),
        };
        Ok(Target { at, directory, name, current, permissions })
    }

    /// The directory of a path, opened, and the last part of the path. Directories that are not there are made when something
    /// is put into them; until then the nearest one that is there stands for them.
    fn place_of(&self, at: &At<'_>) -> Result<(Dir, OsString), ToolError> {
        let Some(name) = at.path.file_name() else {
            return Err(ToolError::invalid(format!("`{}` ends in `..` and names no file", at.shown)));
        };
        let parent = at.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match at.root.dir.open_dir(parent) {
            Ok(directory) => Ok((directory, name.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // The rest of the path is the name, to be made in `put`.
                let there = parent.ancestors().skip(1).find_map(|up| {
                    let up = if up.as_os_str().is_empty() { Path::new(".") } else { up };
                    at.root.dir.open_dir(up).ok().map(|directory| (directory, up.to_owned()))
                });
                let (directory, up) = there.ok_or_else(|| Fault::from(error).tell(self, at))?;
                let rest = at.path.strip_prefix(&up).unwrap_or(&at.path);
                Ok((directory, rest.as_os_str().to_owned()))
            }
            Err(error) => Err(Fault::from(error).tell(self, at)),
        }
    }
}

fn is_link(at: &At<'_>) -> bool {
    at.root.dir.symlink_metadata(&at.path).is_ok_and(|found| found.is_symlink())
}

impl Target<'_> {
    /// That a file is there.
    pub(super) fn exists(&self, files: &Files) -> Result<(), ToolError> {
        if self.current.is_there() {
            return Ok(());
        }
        Err(Fault::System(io::ErrorKind::NotFound.into()).tell(files, &self.at))
    }

    /// The text that is there.
    pub(super) fn text(&self, files: &Files) -> Result<&str, ToolError> {
        let shown = &self.at.shown;
        self.exists(files)?;
        let Current::Bytes(bytes) = &self.current else { return Ok("") };
        std::str::from_utf8(bytes).map_err(|e| {
            let place = e.valid_up_to();
            let message =
                format!("`{shown}` is not UTF-8 text (an invalid byte after {place} bytes); it cannot be edited");
            ToolError::new(message).with_code("not_text")
        })
    }

    /// Puts a file there, in place of the one that is there.
    pub(super) fn put(&self, files: &Files, context: &RunContext, bytes: &[u8]) -> Result<(), ToolError> {
        let tell = |error: io::Error| self.tell(files, error);
        let (directory, name) = self.made().map_err(tell)?;
        let beside =
            OsString::from(format!(".codemode-{}-{}.tmp", context.run.get(..16).unwrap_or("run"), context.call));
        // What an earlier attempt left.
        let _ = directory.remove_file(&beside);
        let written = self.write_beside(&directory, &beside, bytes).map_err(tell);
        let put = written.and_then(|()| {
            go_on(&context.cancelled)?;
            self.is_as_read(files, &directory, &name)?;
            directory.rename(&beside, &directory, &name).map_err(tell)
        });
        if put.is_err() {
            // The error says what matters; a file that cannot be removed either is hidden and named after the run.
            let _ = directory.remove_file(&beside);
        }
        put
    }

    /// Removes the file that is there.
    pub(super) fn remove(&self, files: &Files, context: &RunContext) -> Result<(), ToolError> {
        go_on(&context.cancelled)?;
        self.is_as_read(files, &self.directory, &self.name)?;
        self.directory.remove_file(&self.name).map_err(|error| self.tell(files, error))
    }

    /// Moves the file that is there to another place.
    pub(super) fn rename(&self, to: &Self, files: &Files, context: &RunContext) -> Result<(), ToolError> {
        let (directory, name) = to.made().map_err(|error| to.tell(files, error))?;
        go_on(&context.cancelled)?;
        self.is_as_read(files, &self.directory, &self.name)?;
        to.is_as_read(files, &directory, &name)?;
        self.directory.rename(&self.name, &directory, &name).map_err(|error| self.tell(files, error))
    }

    /// The directory and the name in it, with the directories in between made.
    fn made(&self) -> io::Result<(Dir, OsString)> {
        let path = PathBuf::from(&self.name);
        let name = path.file_name().map(OsStr::to_owned).unwrap_or_default();
        match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => {
                self.directory.create_dir_all(parent)?;
                Ok((self.directory.open_dir(parent)?, name))
            }
            _ => Ok((self.directory.try_clone()?, name)),
        }
    }

    fn write_beside(&self, directory: &Dir, beside: &OsStr, bytes: &[u8]) -> io::Result<()> {
        let mut file = directory.open_with(beside, OpenOptions::new().write(true).create_new(true))?;
        // Before the text is in it: a file that few may read stays one.
        if let Some(permissions) = &self.permissions {
            file.set_permissions(permissions.clone())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Refuses to go on where the file was changed since it was read.
    fn is_as_read(&self, files: &Files, directory: &Dir, name: &OsStr) -> Result<(), ToolError> {
        let same = match (directory.symlink_metadata(name), &self.current) {
            (Err(error), current) if error.kind() == io::ErrorKind::NotFound => !current.is_there(),
            (Err(error), _) => return Err(self.tell(files, error)),
            (Ok(found), _) if !found.is_file() => false,
            (Ok(_), Current::Nothing) => false,
            (Ok(found), Current::Length(length)) => found.len() == *length,
            (Ok(_), Current::Bytes(bytes)) => directory.read(name).map_err(|e| self.tell(files, e))? == *bytes,
        };
        if same { Ok(()) } else { Err(self.conflict("was changed by somebody else meanwhile")) }
    }

    fn conflict(&self, what: &str) -> ToolError {
        let shown = &self.at.shown;
        ToolError::new(format!("`{shown}` {what}; nothing was changed. Read it again")).with_code("conflict")
    }

    fn tell(&self, files: &Files, error: io::Error) -> ToolError {
        let shown = &self.at.shown;
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ToolError::new(format!("there is no room on the disk for `{shown}`; nothing was changed"))
            }
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied if error.raw_os_error().is_some() => {
                ToolError::new(format!("the system does not allow changing `{shown}`")).with_code("read_only")
            }
            io::ErrorKind::CrossesDevices => ToolError::new(format!(
                "`{shown}` cannot be moved to another file system; write it there and delete it here"
            )),
            _ => Fault::from(error).tell(files, &self.at),
        }
    }
}
