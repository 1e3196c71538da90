//! `codemode.toml`: limits, policy and the granted folders, with errors that give the line.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use crate::{Error, Limits, Policy, Rule, ScriptEngine, TimeZone};

/// A configuration file.
///
/// ```toml
/// engine = "auto"     # or "quickjs", "boa"
/// time_zone = "UTC"   # or another IANA name, such as "Europe/Berlin"
///
/// [limits]            # fields of `Limits`
/// calls = 200
/// wall_time_ms = 30_000
///
/// [fs]                # folders for the module `tools/fs`, relative to this file
/// read = ["data"]
/// write = ["out"]     # these can be read as well
///
/// [process]           # programs for the module `tools/process`
/// run = ["git"]
/// folder = "."        # where they run, relative to this file
///
/// [[rule]]            # ordered; the first that matches decides; what none matches is denied
/// tools = ["fs.*"]
/// effects = ["read"]
/// verdict = "allow"
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The limits of every run.
    pub limits: Limits,
    /// What calls may do.
    pub policy: Policy,
    /// Folders that `tools/fs` may read; relative ones are taken from the file's folder.
    pub fs_read: Vec<PathBuf>,
    /// The engine of every run.
    pub engine: ScriptEngine,
    /// The time zone of every run.
    pub time_zone: TimeZone,
    /// Folders that `tools/fs` may read and change, likewise.
    pub fs_write: Vec<PathBuf>,
    /// Programs that `tools/process` may run.
    pub programs: Vec<String>,
    /// The folder in or below which they run; where it is not given, the process's own.
    pub programs_in: Option<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    engine: ScriptEngine,
    #[serde(default)]
    time_zone: TimeZone,
    #[serde(default)]
    limits: Option<Spanned<Limits>>,
    #[serde(default)]
    fs: Fs,
    #[serde(default)]
    process: Process,
    #[serde(default)]
    rule: Vec<Spanned<Rule>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fs {
    read: Vec<PathBuf>,
    write: Vec<PathBuf>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Process {
    run: Vec<String>,
    folder: Option<PathBuf>,
}

impl Config {
    /// Reads a configuration file.
    #[expect(clippy::disallowed_methods, reason = "the embedder names the file, not a script")]
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::Config { place: name.clone(), reason: format!("cannot read it: {e}") })?;
        let mut config = Self::from_toml(&name, &text)?;
        if let Some(folder) = path.parent() {
            for root in config.fs_read.iter_mut().chain(&mut config.fs_write).chain(&mut config.programs_in) {
                *root = folder.join(&*root);
            }
        }
        Ok(config)
    }

    /// Reads configuration text; `name` is what errors call it.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, Error> {
        let place = |span: Option<Range<usize>>| match span.and_then(|span| text.get(..span.start)) {
            Some(before) => {
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
                (format!("{name}:{line}:{column}"), format!("{name}:{line}"))
            }
            None => (name.to_owned(), name.to_owned()),
        };
        let file: File = toml::from_str(text)
            .map_err(|e: toml::de::Error| Error::Config { place: place(e.span()).0, reason: e.message().to_owned() })?;
        let limits = match file.limits {
            None => Limits::default(),
            Some(limits) => {
                let span = limits.span();
                let limits = limits.into_inner();
                limits.check().map_err(|e| Error::Config { place: place(Some(span)).0, reason: e.to_string() })?;
                limits
            }
        };
        let rules = file.rule.into_iter().map(|rule| {
            let line = place(Some(rule.span())).1;
            Rule { place: Some(line), ..rule.into_inner() }
        });
        let (fs, process) = (file.fs, file.process);
        Ok(Self {
            limits,
            policy: Policy::new(rules),
            fs_read: fs.read,
            fs_write: fs.write,
            programs: process.run,
            programs_in: process.folder,
            engine: file.engine,
            time_zone: file.time_zone,
        })
    }
}
