//! The programs that scripts may run.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::guard::is_wrapper;

/// The programs that scripts may run, and where.
#[derive(Clone, Debug)]
pub struct Programs {
    folder: PathBuf,
    search: Vec<PathBuf>,
    names: Vec<String>,
    output_bytes: usize,
}

impl Programs {
    /// How many bytes of each of a program's two streams are kept where nothing else is said.
    pub const OUTPUT_BYTES: usize = 64 << 10;

    /// No programs yet, to be run in or below this directory.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let search = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from).to_vec();
        Self { folder: folder.into(), search, names: Vec::new(), output_bytes: Self::OUTPUT_BYTES }
    }

    /// Sets the directories in which programs are looked for that are given by name; `/usr/local/bin`, `/usr/bin` and `/bin`
    /// where it is not given.
    #[must_use]
    pub fn search(mut self, directories: impl IntoIterator<Item = PathBuf>) -> Self {
        self.search = directories.into_iter().collect();
        self
    }

    /// Adds a program: by its name, or by its path, whose last part is then the name that scripts use.
    #[must_use]
    pub fn allow(mut self, program: impl Into<String>) -> Self {
        self.names.push(program.into());
        self
    }

    /// Sets how many bytes of each of a program's two streams are kept: half from the beginning, half from the end.
    #[must_use]
    pub const fn output_bytes(mut self, bytes: usize) -> Self {
        self.output_bytes = bytes;
        self
    }

    /// Finds the programs. Sole place where one is looked for.
    pub(super) fn find(self) -> Result<Granted, ProgramsError> {
        let folder = Dir::open_ambient_dir(&self.folder, ambient_authority())
            .map_err(|source| ProgramsError::Folder { path: self.folder.clone(), source })?;
        let path = self.folder.canonicalize();
        let path = path.map_err(|source| ProgramsError::Folder { path: self.folder.clone(), source })?;
        let mut programs: Vec<(String, PathBuf)> = Vec::new();
        for given in &self.names {
            let name = Path::new(given).file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            let found = if given.contains('/') {
                Some(PathBuf::from(given))
            } else {
                self.search.iter().map(|directory| directory.join(given)).find(|file| file.is_file())
            };
            let found = found.and_then(|file| std::path::absolute(file).ok()).filter(|file| file.is_file());
            let Some(file) = found else { return Err(ProgramsError::NotFound { name: given.clone() }) };
            // The name of what it is, too: a link `list` to `env` is `env`.
            let real = file.canonicalize().ok();
            let real = real.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
            if is_wrapper(&name) || is_wrapper(real) {
                return Err(ProgramsError::Wrapper { name });
            }
            if programs.iter().any(|(known, other)| *known == name && *other != file) {
                return Err(ProgramsError::SameName { name });
            }
            programs.push((name, file));
        }
        if programs.is_empty() {
            return Err(ProgramsError::None);
        }
        Ok(Granted { folder, path, programs, output_bytes: self.output_bytes.max(2) })
    }
}

/// Why the programs cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramsError {
    /// There is none.
    #[error("no program is given")]
    None,
    /// The directory does not exist or may not be read.
    #[error("cannot open the directory {}: {source}", path.display())]
    Folder {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A program is not there.
    #[error("there is no program {name}")]
    NotFound {
        /// As it was given.
        name: String,
    },
    /// A program that runs others.
    #[error(
        "{name} runs whatever its arguments name, so granting it would grant every program; grant those that are meant"
    )]
    Wrapper {
        /// Its name.
        name: String,
    },
    /// Two programs would have the same name.
    #[error("two programs are called {name}")]
    SameName {
        /// Their name.
        name: String,
    },
}

/// The programs that were found: the state of the module.
pub(crate) struct Granted {
    pub(super) folder: Dir,
    /// Where the directory is.
    pub(super) path: PathBuf,
    /// Files by name.
    pub(super) programs: Vec<(String, PathBuf)>,
    pub(super) output_bytes: usize,
}

impl Granted {
    pub(super) fn names(&self) -> String {
        self.programs.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// What the module is for, in a sentence for the model.
    pub(super) fn describe(&self) -> String {
        format!("Runs programs, without a shell: {}.", self.names())
    }
}
