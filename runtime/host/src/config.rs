//! `codemode.toml`: limits, policy and the granted folders, programs and hosts, with errors that give the line.

mod http;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use toml::Spanned;

use crate::{Error, Keep, Limits, Policy, Rule, ScriptEngine, StorePlace, TimeZone};

pub use http::{HttpBasic, HttpConfig, HttpHost, SecretSource};

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
/// [store]             # where the account of runs is kept, and for how long
/// place = "runs.db"   # relative to this file; or "postgres://USER@HOST/DATABASE", or "none"
/// keep_days = 30
/// keep_bytes = 1_073_741_824
///
/// [[http.host]]       # hosts for the module `tools/http`
/// name = "api.example.com"
/// methods = ["GET", "POST"]
/// bearer = { env = "API_TOKEN" }
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
    /// Where the account of runs is kept, as [`StorePlace::parse`](crate::StorePlace::parse) reads it, or `none`.
    pub store: Option<String>,
    /// How long runs are kept, where the file says so.
    pub keep: Option<Keep>,
    /// Hosts that `tools/http` may reach.
    pub http: HttpConfig,
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
    store: Option<Spanned<Store>>,
    #[serde(default)]
    http: HttpConfig,
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

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Store {
    place: Option<String>,
    keep_days: Option<u64>,
    keep_bytes: Option<u64>,
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
            config.store = config.store.map(|place| beside(folder, place));
            for root in config.fs_read.iter_mut().chain(&mut config.fs_write).chain(&mut config.programs_in) {
                *root = folder.join(&*root);
            }
            config.http.relative_to(folder);
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
        let store = file.store.map(|store| (place(Some(store.span())).0, store.into_inner()));
        let (mut store_place, mut keep) = (None, None);
        if let Some((at, store)) = store {
            if let Some(text) = store.place.as_deref().filter(|text| *text != "none") {
                StorePlace::parse(text).map_err(|e| Error::Config { place: at, reason: e.to_string() })?;
            }
            let default = Keep::default();
            let time = store.keep_days.map_or(default.time, |days| Some(Duration::from_secs(days.saturating_mul(86_400))));
            keep = Some(Keep { time, bytes: store.keep_bytes.or(default.bytes), ..default });
            store_place = store.place;
        }
        Ok(Self {
            limits,
            policy: Policy::new(rules),
            fs_read: fs.read,
            fs_write: fs.write,
            programs: process.run,
            programs_in: process.folder,
            http: file.http,
            engine: file.engine,
            store: store_place,
            keep,
            time_zone: file.time_zone,
        })
    }
}

/// The place of a store that a file in this folder names.
fn beside(folder: &Path, place: String) -> String {
    match StorePlace::parse(&place) {
        Ok(parsed) if place != "none" => match parsed.as_file().map(|file| folder.join(file)) {
            Some(file) => file.to_str().map_or(place, |file| format!("sqlite:{file}")),
            None => place,
        },
        _ => place,
    }
}
