//! The list of cases that are known to fail, and what each waits for.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs};

use codemode::ScriptEngine;

/// Cases that are known to fail, each with what it waits for.
#[derive(Clone, Debug, Default)]
pub struct Waiting(BTreeMap<(String, Option<ScriptEngine>), String>);

/// Why a list cannot be read.
#[derive(Debug)]
pub struct WaitingError(String);

impl fmt::Display for WaitingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WaitingError {}

impl Waiting {
    /// Reads a list: a line for each case, `name: what it waits for`, or `name [boa]: what it waits for` where it fails on one
    /// engine alone; empty lines and `#` comments say nothing.
    pub fn read(path: &Path) -> Result<Self, WaitingError> {
        let text = fs::read_to_string(path).map_err(|e| WaitingError(format!("{}: {e}", path.display())))?;
        let mut list = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let fault = |reason: &str| WaitingError(format!("{}:{}: {reason}", path.display(), at + 1));
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, reason) = match line.split_once(':') {
                Some((name, reason)) if !reason.trim().is_empty() => (name.trim(), reason.trim().to_owned()),
                _ => return Err(fault("write `name: what it waits for`")),
            };
            let key = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                Some((name, engine)) => (name.trim().to_owned(), Some(engine.parse().map_err(|e: String| fault(&e))?)),
                None => (name.to_owned(), None),
            };
            if list.insert(key, reason).is_some() {
                return Err(fault("the case is listed already"));
            }
        }
        Ok(Self(list))
    }

    /// What a case waits for on this engine, where it is listed.
    pub fn reason(&self, name: &str, engine: ScriptEngine) -> Option<&str> {
        let listed = |engine| self.0.get(&(name.to_owned(), engine)).map(String::as_str);
        listed(Some(engine)).or_else(|| listed(None))
    }

    /// The names in the list.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|(name, _)| name.as_str())
    }
}
