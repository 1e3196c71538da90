//! Globs that scripts give.

use std::path::Path;

use codemode_tool::ToolError;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// The longest pattern, in bytes. It is compiled to an automaton of several times its size.
const PATTERN_BYTES: usize = 1000;

/// A glob: matched against names at any depth where it has no slash, against the whole path where it has one, and
/// against directories only where it ends in one. That is how .gitignore files read it, and how ripgrep reads `-g`.
pub(super) struct Pattern(Gitignore);

impl Pattern {
    pub(super) fn new(given: &str) -> Result<Self, ToolError> {
        let refused = |why: &str| Err(ToolError::invalid(format!("the pattern {given:?} {why}")));
        if given.trim().is_empty() {
            return refused("is empty; leave it out to match everything");
        }
        if given.len() > PATTERN_BYTES {
            return Err(ToolError::invalid(format!("the pattern has more than {PATTERN_BYTES} bytes")));
        }
        if given.starts_with('!') {
            return refused("excludes; say what to include, and filter the result for the rest");
        }
        // In a file of rules, this would be a comment.
        let line = if given.starts_with('#') { format!("\\{given}") } else { given.to_owned() };
        let line = line.strip_prefix("./").unwrap_or(&line);
        let mut builder = GitignoreBuilder::new("");
        builder.allow_unclosed_class(false);
        if let Err(error) = builder.add_line(None, line) {
            return refused(&format!("is not a glob: {}", reason(&error)));
        }
        match builder.build() {
            Ok(glob) => Ok(Self(glob)),
            Err(error) => refused(&format!("cannot be used: {}", reason(&error))),
        }
    }

    /// Whether a path, relative to where the pattern holds, matches.
    pub(super) fn fits(&self, path: &Path, is_directory: bool) -> bool {
        self.0.matched(path, is_directory).is_ignore()
    }
}

/// What is wrong, without the pattern, which is in the message already.
fn reason(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        other => other.to_string(),
    }
}
