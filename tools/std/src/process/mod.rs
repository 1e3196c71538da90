//! Programs: `import { run } from "tools/process"`.
//!
//! ```
//! use codemode_std::process::{self, Programs};
//!
//! # let folder = tempfile::tempdir()?;
//! # let project = folder.path();
//! let module = process::module(Programs::new(project).allow("ls"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The walk of one call: `programs` knows the file of each granted name, `guard` refuses arguments that would start another
//! program, `run` starts it and sees to its end, `output` keeps the head and the tail of what it writes.
//!
//! # What it guarantees
//!
//! - **Exactly the granted programs.** A name stands for one file, which was found when the module was made. A script names no
//!   paths, so a file in the working directory is never what is run.
//! - **No shell.** Arguments are a list, passed as they are: `$(…)`, `;` and line ends are text.
//! - **A clean environment**: a fixed `PATH`, `LANG`, `TZ`; nothing of the host's, so no secrets of it.
//! - **A working directory inside the root**, opened beneath it, whatever links there are.
//! - **An end.** At the timeout, or when the call is cut off, the program and its children are killed, and it is reaped.
//!   Children that it leaves behind when it ends are killed as well.
//! - **Bounded output**: of what is longer, the head and the tail.
//!
//! # What it does not protect from
//!
//! - **The program.** It runs with the rights of the host's process, reads and writes what that may, and reaches the network.
//!   The working directory is where it begins, not a wall. Every call is of the effect `external`.
//! - **Programs that run others.** Shells, `env`, `xargs` and the like are refused, and so are arguments by which `find`,
//!   `git`, `tar` and some more would start another program; the list is of what is known. An interpreter that is granted runs
//!   any code. Narrow what may be passed with a policy's `args`.
//! - **Configuration in the working directory**: `git` runs what a repository's own configuration names. Do not grant such
//!   programs beside the right to write there.
//! - **Children that leave their process group** outlive the call.

mod guard;
mod output;
mod programs;
mod run;

use codemode_tool::ToolModule;

pub use programs::{Programs, ProgramsError};

/// The module `process` for some programs.
pub fn module(programs: Programs) -> Result<ToolModule, ProgramsError> {
    let granted = programs.find()?;
    let description = granted.describe();
    Ok(ToolModule::new("process", granted).description(description).tool(run::run))
}
