//! Sole place where the environment of the process is read.

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::PathBuf;

/// The command line, the program's name first.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os()
}

/// Whether text on stderr may have colour: it is a terminal that knows colours, and nobody asked for none
/// (`NO_COLOR`, any value but the empty one).
pub(crate) fn stderr_has_color() -> bool {
    stderr_is_live() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether stderr is a terminal on which a line can be written over. `TERM=dumb` is one that cannot.
pub(crate) fn stderr_is_live() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Whether stdout is a terminal, so that what goes there and what goes to stderr meet on one screen.
pub(crate) fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Cases that `codemode test` runs at the same time where nothing else is said: one for each core.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// The folders in which programs are looked for that are named without one.
pub(crate) fn search_path() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

/// Where the account of runs is kept, where a person says so for all commands.
pub(crate) fn store() -> Option<OsString> {
    std::env::var_os("CODEMODE_STORE").filter(|place| !place.is_empty())
}

/// The folder for what a user's programs remember: `XDG_STATE_HOME`, else `~/.local/state`; on Windows `LOCALAPPDATA`.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    absolute("XDG_STATE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/state")))
}

/// The user's name, as the one who decides.
pub(crate) fn user() -> Option<String> {
    ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok()).filter(|name| !name.is_empty())
}

/// A secret that the configuration file says is in a variable.
pub(crate) fn secret(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
