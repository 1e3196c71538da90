//! Opens files and directories through the handle of their root. Sole place where files are opened.
//!
//! Invariant: what is opened for reading is a regular file or a directory beneath the root, whatever happens to its path in
//! between.

use std::io;
use std::path::Path;

use cap_std::fs::{Dir, File, FileType, Metadata, OpenOptions};
use codemode_tool::ToolError;

use super::path::{At, outside};
use super::roots::{Files, Root};
use super::similar::similar;
use super::walk::DIRECTORY_ENTRIES;

/// Why something was not opened.
pub(super) enum Fault {
    /// The path leads out of the root.
    Outside,
    /// A directory where a file was wanted.
    Directory,
    /// A file where a directory was wanted.
    File,
    /// Neither a file nor a directory: what it is, such as "a named pipe".
    Special(&'static str),
    /// A directory, as scripts write it, with more entries than are sorted.
    TooMany(String),
    /// What the system said.
    System(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        // cap-std refuses an escape with an error of its own; one of the system has a number.
        if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
            return Self::Outside;
        }
        Self::System(error)
    }
}

impl Fault {
    /// What the script reads. Never where the root is.
    pub(super) fn tell(self, files: &Files, at: &At<'_>) -> ToolError {
        let shown = &at.shown;
        match self {
            Self::Outside => outside(shown),
            Self::Directory => ToolError::invalid(format!("`{shown}` is a directory; list_files lists it")),
            Self::File => ToolError::invalid(format!("`{shown}` is a file, not a directory; read_file reads it")),
            Self::Special(kind) => {
                ToolError::new(format!("`{shown}` is {kind}; only files and directories can be read"))
            }
            Self::TooMany(shown) => too_many(&shown),
            Self::System(error) => match error.kind() {
                io::ErrorKind::NotFound if is_link(at) => {
                    ToolError::not_found(format!("`{shown}` is a symbolic link to something that does not exist"))
                }
                io::ErrorKind::NotFound => {
                    ToolError::not_found(format!("No such file: `{shown}`.{}", similar(files, at)))
                }
                io::ErrorKind::NotADirectory => ToolError::not_found(format!(
                    "No such file: `{shown}`. A part of the path before the last is a file, not a directory."
                )),
                io::ErrorKind::PermissionDenied => {
                    ToolError::new(format!("the system does not allow reading `{shown}`")).with_code("unreadable")
                }
                kind => ToolError::new(format!("cannot read `{shown}`: {kind}")).with_detail(error),
            },
        }
    }
}

pub(super) fn too_many(shown: &str) -> ToolError {
    ToolError::new(format!(
        "`{shown}` has more than {DIRECTORY_ENTRIES} entries, too many to go through; name a directory beside or below it"
    ))
}

fn is_link(at: &At<'_>) -> bool {
    at.root.dir.symlink_metadata(&at.path).is_ok_and(|metadata| metadata.is_symlink())
}

/// Opens a regular file.
pub(super) fn open_file(root: &Root, path: &Path) -> Result<(File, Metadata), Fault> {
    // Opening a named pipe waits for its other end, and opening a device can have an effect: look first.
    regular(&root.dir.metadata(path)?)?;
    let file = root.dir.open_with(path, &options())?;
    // What was looked at may have been replaced since. This is what was opened.
    let metadata = file.metadata()?;
    regular(&metadata)?;
    Ok((file, metadata))
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt;
        use rustix::fs::OFlags;
        // A pipe that was swapped in does not wait, and a terminal does not become ours. Reading files is not affected.
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options
}

fn regular(metadata: &Metadata) -> Result<(), Fault> {
    if metadata.is_file() {
        return Ok(());
    }
    if metadata.is_dir() {
        return Err(Fault::Directory);
    }
    Err(Fault::Special(kind(metadata.file_type())))
}

/// What a file that is neither file nor directory is, for messages.
fn kind(file_type: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use cap_std::fs::FileTypeExt;
        if file_type.is_fifo() {
            return "a named pipe";
        }
        if file_type.is_socket() {
            return "a socket";
        }
        if file_type.is_block_device() || file_type.is_char_device() {
            return "a device";
        }
    }
    let _ = file_type;
    "neither a file nor a directory"
}

/// Opens a directory.
pub(super) fn open_directory(root: &Root, path: &Path) -> Result<Dir, Fault> {
    match root.dir.open_dir(path) {
        Ok(dir) => Ok(dir),
        Err(error) => match root.dir.metadata(path) {
            Ok(metadata) if metadata.is_file() => Err(Fault::File),
            Ok(metadata) if !metadata.is_dir() => Err(Fault::Special(kind(metadata.file_type()))),
            _ => Err(error.into()),
        },
    }
}
