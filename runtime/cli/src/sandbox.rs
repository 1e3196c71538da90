//! Makes a sandbox of the command line's flags and the configuration file.
//!
//! Flags win over the file: a limit replaces the file's limit; `--allow-read`, `--allow-write`, `--allow-run` and `--allow-net`
//! replace its folders, programs and hosts, and decide before its rules.

use std::path::PathBuf;

use anyhow::{Error, anyhow};
use codemode::{Config, Effect, HttpHost, Limits, Rule, Sandbox, SandboxBuilder};
use codemode_std::fs::{self, Roots, RootsError};
use codemode_std::process::{self, Programs};

use crate::args::{LimitArgs, SandboxArgs, StoreArgs};
use crate::{environment, net, store};

/// What a script reads that imports `tools/fs` where no folder is granted.
const FS_HINT: &str = "run with --allow-read=DIR to let the script read the files below DIR, or with --allow-write=DIR to let it change them as well";

/// What a script reads that imports `tools/process` where no program is granted.
const PROCESS_HINT: &str = "run with --allow-run=CMD to let the script run the program CMD";

/// The sandbox that the flags ask for.
pub(crate) fn build(args: &SandboxArgs, limits: &LimitArgs) -> Result<Sandbox, Error> {
    let config = config(args)?;
    builder(args, limits, config)?.build().map_err(says_build)
}

/// The sandbox that the flags ask for, with an account of what it does.
pub(crate) fn build_with_store(args: &SandboxArgs, limits: &LimitArgs, place: &StoreArgs) -> Result<Sandbox, Error> {
    let config = config(args)?;
    let store = store::open(place, &config)?;
    let builder = builder(args, limits, config)?;
    store.into_iter().fold(builder, SandboxBuilder::store).build().map_err(says_build)
}

fn config(args: &SandboxArgs) -> Result<Config, Error> {
    Ok(args.config.as_ref().map(Config::from_file).transpose()?.unwrap_or_default())
}

fn builder(args: &SandboxArgs, limits: &LimitArgs, mut config: Config) -> Result<SandboxBuilder, Error> {
    let engine = args.engine.unwrap_or(config.engine);
    let zone = args.time_zone.unwrap_or(config.time_zone);
    let mut builder = Sandbox::builder().limits(limits.over(&config.limits)).engine(engine).time_zone(zone);
    builder = builder.hint("fs", FS_HINT).hint("process", PROCESS_HINT).hint("http", net::HINT);
    grant(args, &mut config);
    if !config.fs_read.is_empty() || !config.fs_write.is_empty() {
        let place = if args.allow_read.is_empty() && args.allow_write.is_empty() {
            "[fs]"
        } else if args.allow_write.is_empty() {
            "--allow-read"
        } else {
            "--allow-write"
        };
        let read = config.fs_read.iter().filter(|folder| !config.fs_write.contains(folder));
        let roots = config.fs_write.iter().fold(Roots::new(read), Roots::writable);
        let module = fs::module(roots).map_err(|error| anyhow!("{place}: {}", says(&error)))?;
        builder = builder.module(module);
    }
    if !config.programs.is_empty() {
        let place = if args.allow_run.is_empty() { "[process] run" } else { "--allow-run" };
        let folder = config.programs_in.clone().unwrap_or_else(|| PathBuf::from("."));
        let programs = Programs::new(folder).search(environment::search_path());
        let programs = config.programs.iter().fold(programs, Programs::allow);
        builder = builder.module(process::module(programs).map_err(|error| anyhow!("{place}: {error}"))?);
    }
    let builder = net::add(builder, &config.http, !args.allow_net.is_empty())?;
    Ok(builder.policy(config.policy))
}

fn says_build(error: codemode::Error) -> Error {
    match error {
        // The file's own values were checked as it was read.
        codemode::Error::Limit { limit, reason } => anyhow!("{}: {reason}", flag_of(limit)),
        error => error.into(),
    }
}

/// Puts what the flags grant in place of what the file does, with a rule before its rules.
fn grant(args: &SandboxArgs, config: &mut Config) {
    let mut policy = std::mem::take(&mut config.policy);
    if !args.allow_read.is_empty() {
        policy = policy.overruled_by(Rule::allow(["fs.*"]).effects([Effect::Read]).at("--allow-read"));
        config.fs_read.clone_from(&args.allow_read);
    }
    if !args.allow_write.is_empty() {
        policy = policy.overruled_by(Rule::allow(["fs.*"]).at("--allow-write"));
        config.fs_write.clone_from(&args.allow_write);
    }
    if !args.allow_run.is_empty() {
        policy = policy.overruled_by(Rule::allow(["process.run"]).at("--allow-run"));
        config.programs.clone_from(&args.allow_run);
        config.programs_in = None;
    }
    if !args.allow_net.is_empty() {
        policy = policy.overruled_by(Rule::allow(["http.*"]).at("--allow-net"));
        config.http.hosts = args.allow_net.iter().map(HttpHost::new).collect();
    }
    config.policy = policy;
}

/// What is wrong with the folders, for somebody who has a command line and no code.
fn says(error: &RootsError) -> String {
    match error {
        RootsError::SameName { name, .. } => {
            format!(
                "two folders are called {name:?}, and scripts tell them apart by name; give a folder that has both in it"
            )
        }
        RootsError::NoName { path } => {
            format!(
                "{} has no name by which scripts could tell it from the other folders; give it alone",
                path.display()
            )
        }
        error => error.to_string(),
    }
}

impl LimitArgs {
    /// The limits with those that flags set.
    pub(crate) fn over(&self, limits: &Limits) -> Limits {
        Limits {
            fuel: self.fuel.unwrap_or(limits.fuel),
            memory_bytes: self.memory.unwrap_or(limits.memory_bytes),
            recursion: self.recursion.unwrap_or(limits.recursion),
            wall_time: self.wall_time.unwrap_or(limits.wall_time),
            source_bytes: self.source_bytes.unwrap_or(limits.source_bytes),
            calls: self.calls.unwrap_or(limits.calls),
            concurrent_calls: self.concurrent_calls.unwrap_or(limits.concurrent_calls),
            retries: self.retries.unwrap_or(limits.retries),
            argument_bytes: self.argument_bytes.unwrap_or(limits.argument_bytes),
            reply_bytes: self.reply_bytes.unwrap_or(limits.reply_bytes),
            printed_bytes: self.printed_bytes.unwrap_or(limits.printed_bytes),
            printed_lines: self.printed_lines.unwrap_or(limits.printed_lines),
            nesting: self.nesting.unwrap_or(limits.nesting),
            timers: self.timers.unwrap_or(limits.timers),
        }
    }
}

/// The flag that sets a limit: `--memory` for `memory_bytes`.
fn flag_of(limit: &str) -> String {
    let name = match limit {
        "memory_bytes" => "memory",
        "wall_time_ms" => "wall-time",
        other => other,
    };
    format!("--{}", name.replace('_', "-"))
}
