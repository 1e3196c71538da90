//! Sole place where something in a root is changed.
//!
//! Invariant: a change happens in a directory that was opened beneath its root, by a name without a slash, so that no link
//! and no swapped directory leads it elsewhere; and a file has its old text or its new one, never a part.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use cap_std::fs::{Dir, Metadata, OpenOptions, Permissions};
use codemode_tool::{RunContext, ToolError};

use super::digest::{Digest, digest};
use super::go_on;
use super::open::{Fault, open_file};
use super::path::At;
use super::roots::Files;

/// A place for a file: the directory it is in, held open, and its name there.
pub(super) struct Target<'a> {
    pub(super) at: At<'a>,
    directory: Dir,
    /// The path of that directory, as it was opened.
    above: PathBuf,
    name: OsString,
    pub(super) current: Current,
    permissions: Option<Permissions>,
}

/// What is at a place now.
pub(super) enum Current {
    Nothing,
    /// A file of this text.
    Bytes(Vec<u8>),
    /// A file of this content, which was read and not kept.
    Digest(Digest),
    /// A file of this length, which was not read.
    Length(u64),
}

/// How closely a file is looked at.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// Its length is told, whatever it is.
    Length,
    /// Its bytes are read and kept; that there are more than these is an error.
    Bytes(u64),
    /// Its digest is made; where there are more bytes than these, its length is told.
    Digest(u64),
}

impl Current {
    pub(super) fn is_there(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Digest(digest) => digest.bytes,
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
        self.opened(at, Look::Bytes(self.read_bytes))
    }

    /// Opens the place that a path names, for something that happens to the file itself.
    pub(super) fn target_itself(&self, given: &str, look: Look) -> Result<Target<'_>, ToolError> {
        let at = self.writable_place(given)?;
        if is_link(&at) {
            let message = format!("`{}` is a symbolic link; only files are moved and deleted", at.shown);
            return Err(ToolError::invalid(message));
        }
        self.opened(at, look)
    }

    pub(super) fn writable_place(&self, given: &str) -> Result<At<'_>, ToolError> {
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

    fn opened<'a>(&'a self, at: At<'a>, look: Look) -> Result<Target<'a>, ToolError> {
        let (directory, above, name) = self.place_of(&at)?;
        let (current, permissions) = match open_file(at.root, &at.path) {
            Ok((mut file, metadata)) => {
                let size = metadata.len();
                let current = match look {
                    Look::Length => Current::Length(size),
                    Look::Digest(most) if size > most => Current::Length(size),
                    Look::Digest(most) => {
                        // A file that grows meanwhile is not read for ever.
                        let read = digest(&mut (&mut file).take(most.saturating_add(1)));
                        Current::Digest(read.map_err(|e| Fault::from(e).tell(self, &at))?)
                    }
                    Look::Bytes(most) if size > most => {
                        let message =
                            format!("`{}` has {size} bytes; files of at most {most} can be changed", at.shown);
                        return Err(ToolError::new(message).with_code("too_long"));
                    }
                    Look::Bytes(_) => {
                        let mut bytes = Vec::new();
                        file.read_to_end(&mut bytes).map_err(|e| Fault::from(e).tell(self, &at))?;
                        Current::Bytes(bytes)
                    }
                };
                (current, Some(ordinary(&metadata)))
            }
            Err(Fault::System(error)) if error.kind() == io::ErrorKind::NotFound => (Current::Nothing, None),
            Err(fault) => return Err(fault.tell(self, &at)),
        };
        Ok(Target { at, directory, above, name, current, permissions })
    }

    /// Removes a directory that is empty. Tells whether it did: one that is not, or is a link by now, stays.
    pub(super) fn remove_empty(&self, at: &At<'_>) -> Result<bool, ToolError> {
        let (directory, above, name) = self.place_of(at)?;
        // By a path without links, or another directory might be meant.
        if !real(at, &above).is_ok_and(|real| real.join(&name) == at.path) {
            return Ok(false);
        }
        match directory.remove_dir(&name) {
            Ok(()) => Ok(true),
            Err(error) => match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::DirectoryNotEmpty => Ok(false),
                kind => {
                    let message = format!("the directory `{}`, which is empty, cannot be removed: {kind}", at.shown);
                    Err(ToolError::new(message).with_detail(error))
                }
            },
        }
    }

    /// The directory of a path, opened, its path, and the last part of the path. Directories that are not there are made when
    /// something is put into them; until then the nearest one that is there stands for them.
    fn place_of(&self, at: &At<'_>) -> Result<(Dir, PathBuf, OsString), ToolError> {
        let Some(name) = at.path.file_name() else {
            return Err(ToolError::invalid(format!("`{}` ends in `..` and names no file", at.shown)));
        };
        let parent = at.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        match at.root.dir.open_dir(parent) {
            Ok(directory) => Ok((directory, parent.to_owned(), name.to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // The rest of the path is the name, to be made in `put`.
                let there = parent.ancestors().skip(1).find_map(|up| {
                    let up = if up.as_os_str().is_empty() { Path::new(".") } else { up };
                    at.root.dir.open_dir(up).ok().map(|directory| (directory, up.to_owned()))
                });
                let (directory, up) = there.ok_or_else(|| Fault::from(error).tell(self, at))?;
                let rest = at.path.strip_prefix(&up).unwrap_or(&at.path);
                let rest = rest.as_os_str().to_owned();
                Ok((directory, up, rest))
            }
            Err(error) => Err(Fault::from(error).tell(self, at)),
        }
    }
}

/// The name of a file while it is being written: hidden, and of this very call, so that nobody else removes it. It is made
/// of a digest, since a run's id may be anything.
pub(super) fn beside(context: &RunContext) -> String {
    let key = Digest::of(context.idempotency_key().as_bytes()).sha256;
    format!(".codemode-{}.tmp", key.get(..24).unwrap_or(&key))
}

/// The path of a directory without links, from the root.
fn real(at: &At<'_>, directory: &Path) -> io::Result<PathBuf> {
    let real = at.root.dir.canonicalize(directory)?;
    Ok(real.components().filter(|part| *part != Component::CurDir).collect())
}

pub(super) fn is_link(at: &At<'_>) -> bool {
    at.root.dir.symlink_metadata(&at.path).is_ok_and(|found| found.is_symlink())
}

/// The permissions of a file, without the bits that give its owner's rights to whoever runs it: the file that is put in its
/// place has another content, and may have another owner.
fn ordinary(metadata: &Metadata) -> Permissions {
    let permissions = metadata.permissions();
    #[cfg(unix)]
    {
        use cap_std::fs::PermissionsExt as _;
        Permissions::from_mode(permissions.mode() & 0o777)
    }
    #[cfg(not(unix))]
    {
        permissions
    }
}

impl Target<'_> {
    /// The directory of the file without links, from the root, and the parts of the path in it: one, where all directories
    /// are there.
    pub(super) fn real_place(&self, files: &Files) -> Result<(PathBuf, PathBuf), ToolError> {
        let above = real(&self.at, &self.above).map_err(|error| Fault::from(error).tell(files, &self.at))?;
        Ok((above, PathBuf::from(&self.name)))
    }

    /// The permissions, as numbers where they are some.
    pub(super) fn mode(&self) -> Option<u32> {
        #[cfg(unix)]
        {
            use cap_std::fs::PermissionsExt as _;
            self.permissions.as_ref().map(|permissions| permissions.mode() & 0o777)
        }
        #[cfg(not(unix))]
        {
            None
        }
    }

    /// The same place; what is put there gets these permissions, where they are known.
    pub(super) fn with_mode(self, mode: Option<u32>) -> Self {
        #[cfg(unix)]
        {
            use cap_std::fs::PermissionsExt as _;
            let permissions = mode.map(|mode| Permissions::from_mode(mode & 0o777));
            Self { permissions, ..self }
        }
        #[cfg(not(unix))]
        {
            let _ = mode;
            self
        }
    }

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
        let beside = OsString::from(beside(context));
        // What an earlier attempt left.
        let _ = directory.remove_file(&beside);
        let written = self.write_beside(&directory, &beside, bytes).map_err(tell);
        let put = written.and_then(|()| {
            go_on(&context.cancelled)?;
            self.is_as_read(files, &directory, &name)?;
            directory.rename(&beside, &directory, &name).map_err(tell)
        });
        if put.is_err() {
            // The error says what matters; a file that cannot be removed either is hidden and named after the call.
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

    /// Removes a file that a call left half written beside this one. Tells whether there was one.
    pub(super) fn sweep(&self, beside: &str) -> bool {
        let is_file = self.directory.symlink_metadata(beside).is_ok_and(|found| found.is_file());
        is_file && self.directory.remove_file(beside).is_ok()
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
            (Ok(found), Current::Digest(read)) => {
                found.len() == read.bytes
                    && directory
                        .open(name)
                        .and_then(|file| digest(&mut file.take(read.bytes.saturating_add(1))))
                        .map_err(|error| self.tell(files, error))?
                        == *read
            }
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
