//! Cases: scripts with canned tools, and what must come out. `codemode test --help` gives the format.
//!
//! ```no_run
//! # async fn check() -> Result<(), Box<dyn std::error::Error>> {
//! for folder in codemode_cli::cases::find("tests/cases".as_ref())? {
//!     let case = codemode_cli::cases::Case::read(&folder)?;
//!     let report = case.run(codemode::ScriptEngine::Auto).await?;
//!     assert!(report.failures.is_empty(), "{}: {:?}", folder.display(), report.failures);
//! }
//! # Ok(())
//! # }
//! ```

mod canned;
mod diff;
mod expect;
mod format;
mod run;
mod waiting;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub use diff::diff;
pub use format::{Case, CaseError};
pub use run::{Failure, Report};
pub use waiting::{Waiting, WaitingError};

/// The file that makes a folder a case.
pub const FILE: &str = "case.json";

/// The folders at or below `folder` that are cases, in the order of their names. Links are not followed.
pub fn find(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join(FILE).is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut cases = Vec::new();
    for entry in entries {
        if entry.file_type()?.is_dir() {
            cases.extend(find(&entry.path())?);
        }
    }
    Ok(cases)
}
