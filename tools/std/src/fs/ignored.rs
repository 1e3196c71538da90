//! The rules of `.gitignore` and `.ignore` files and of `.git/info/exclude`, read through the root's handle.
//!
//! The matching is that of ripgrep: the crate `ignore` judges one file of rules, and this decides which of several files
//! counts. A rule nearer to the path beats one farther away; `.ignore` beats `.gitignore`, which beats `exclude`; the rules
//! of git end where a repository begins. No repository is needed for `.gitignore` to hold, since a root may be a part of one.

use std::io::Read;
use std::path::Path;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::open::open_file;
use super::roots::Root;

/// How much of one file of rules is read, in bytes. Real ones have a few kilobytes; each line costs much more memory than
/// its own length once it is compiled.
const RULE_BYTES: u64 = 256 << 10;

/// The rules of the directories from the root down to the one that is being walked.
#[derive(Default)]
pub(super) struct Rules {
    levels: Vec<Level>,
}

struct Level {
    ignore: Gitignore,
    gitignore: Gitignore,
    exclude: Gitignore,
    repository: bool,
}

impl Rules {
    /// Enters a directory. `has` says whether it has an entry of a name, so that nothing else is opened.
    pub(super) fn enter(&mut self, root: &Root, directory: &Path, has: impl Fn(&str) -> bool) {
        let rules = |name: &str| if has(name) { read(root, directory, name) } else { Gitignore::empty() };
        let repository = has(".git");
        self.levels.push(Level {
            ignore: rules(".ignore"),
            gitignore: rules(".gitignore"),
            exclude: if repository { read(root, directory, ".git/info/exclude") } else { Gitignore::empty() },
            repository,
        });
    }

    /// Leaves the directory that was entered last.
    pub(super) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Whether the rules leave an entry out. A rule that names it with `!` keeps it, even when it is hidden.
    pub(super) fn leave_out(&self, path: &Path, name: &str, is_directory: bool) -> bool {
        let nearest = |rules: &dyn Fn(&Level) -> &Gitignore, to_repository: bool| {
            for level in self.levels.iter().rev() {
                match rules(level).matched(path, is_directory) {
                    Match::None => {}
                    found => return Some(found.is_ignore()),
                }
                if to_repository && level.repository {
                    break;
                }
            }
            None
        };
        nearest(&|level| &level.ignore, false)
            .or_else(|| nearest(&|level| &level.gitignore, true))
            .or_else(|| nearest(&|level| &level.exclude, true))
            .unwrap_or_else(|| name.starts_with('.'))
    }
}

/// Reads one file of rules. One that cannot be read has none, as in git; a line that is no rule is passed over.
fn read(root: &Root, directory: &Path, name: &str) -> Gitignore {
    let mut text = Vec::new();
    let Ok((file, _)) = open_file(root, &directory.join(name)) else { return Gitignore::empty() };
    if file.take(RULE_BYTES).read_to_end(&mut text).is_err() {
        return Gitignore::empty();
    }
    let mut builder = GitignoreBuilder::new(directory.strip_prefix(".").unwrap_or(directory));
    for line in String::from_utf8_lossy(&text).trim_start_matches('\u{feff}').lines() {
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}
