//! `codemode runs`: the account of runs, for people.

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use codemode::{
    CallEnding, RunFilter, RunState, RunStore, Sandbox, StoredArtifact, StoredCall, StoredRun, UndoResult, UndoneCall,
    printable,
};
use serde_json::{Value, json};

use crate::args::{LimitArgs, ResultArgs, ResumeArgs, RunsArgs, RunsCommand};
use crate::exit::Exit;
use crate::run::runtime;
use crate::terminal::Terminal;
use crate::{run, sandbox, store};

/// Runs that an export reads at a time.
const PAGE: u32 = 100;

pub(crate) fn run(args: &RunsArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let own = matches!(&args.command, RunsCommand::Resume(_) | RunsCommand::Undo { .. });
    if own && args.config.is_some() {
        bail!("write --config behind `resume` or `undo`: it grants the tools, too");
    }
    if let RunsCommand::Undo { run, principal, sandbox } = &args.command {
        let sandbox = sandbox::build_with_store(sandbox, &LimitArgs::default(), &args.store, &ResultArgs::default())?;
        return undo(&sandbox, run, principal, args.json, terminal);
    }
    if let RunsCommand::Resume(resume) = &args.command {
        return resumed(resume, args, terminal);
    }
    let store = store::existing(&args.store, args.config.as_deref())?;
    runtime()?.block_on(async {
        match &args.command {
            RunsCommand::List { principal, unknown, most } => {
                let mut filter = RunFilter::default();
                (filter.principal, filter.unknown, filter.most) = (principal.clone(), *unknown, *most);
                let runs = store.runs(&filter).await?;
                if runs.is_empty() && !args.json {
                    terminal.line(&format!("No such runs in {}.", store.place()));
                }
                terminal.out(&if args.json { lines(&runs)? } else { list(&runs) })?;
            }
            RunsCommand::Show { run, source } => {
                let run = store.run(run).await?;
                let calls = store.calls(&run.run).await?;
                let text = if args.json {
                    serde_json::to_string_pretty(&json!({ "run": run, "calls": calls }))? + "\n"
                } else {
                    show(&run, &calls, *source)
                };
                terminal.out(&text)?;
            }
            RunsCommand::Export { run } => export(&store, run.as_deref(), terminal).await?,
            RunsCommand::Settle { run, call, done, not_done: _, reply } => {
                let reply = reply.as_deref().map(serde_json::from_str::<Value>).transpose().context("--reply")?;
                let run = store.run(run).await?;
                store.settle(&run.run, *call, *done, reply.as_ref()).await?;
                let what = if *done { "done" } else { "not done" };
                terminal.line(&format!("Written down: call {call} of {} was {what}.", short(&run.run)));
            }
            RunsCommand::Artifacts { run } => {
                let run = store.run(run).await?;
                let kept = store.artifacts(&run.run).await?;
                if kept.is_empty() && !args.json {
                    terminal.line(&format!("{} kept no artifacts.", short(&run.run)));
                }
                terminal.out(&if args.json { lines(&kept)? } else { artifacts(&kept) })?;
            }
            RunsCommand::Artifact { artifact } => {
                let (about, bytes) = store.artifact(artifact, None).await?;
                if args.json {
                    terminal.out(&line(&about)?)?;
                } else {
                    terminal.data(&bytes)?;
                }
            }
            RunsCommand::Cancel { run } => {
                let run = store.run(run).await?;
                store.cancel(&run.run).await?;
                terminal.line(&format!("{} was cancelled.", short(&run.run)));
            }
            RunsCommand::Undo { .. } | RunsCommand::Resume(_) => {}
        }
        Ok(Exit::Finished)
    })
}

/// Goes on with a paused run, as `codemode run` runs one.
fn resumed(resume: &ResumeArgs, args: &RunsArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let sandbox =
        sandbox::build_with_store(&resume.sandbox, &LimitArgs::default(), &args.store, &ResultArgs::default())?;
    let Some(store) = sandbox.store() else { bail!(store::NONE_THERE) };
    let runtime = runtime()?;
    let run = runtime.block_on(store.run(&resume.run))?.run;
    let start = |cancelled| {
        let run = sandbox.resume(run).principal(resume.principal.clone()).cancel_with(cancelled);
        if resume.all { run.all_output().events() } else { run.events() }
    };
    run::follow_run(runtime, start, args.json, true, terminal)
}

fn undo(sandbox: &Sandbox, run: &str, principal: &str, json: bool, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let Some(store) = sandbox.store() else { bail!(store::NONE_THERE) };
    let (run, results) = runtime()?.block_on(async {
        let run = store.run(run).await?.run;
        let results = sandbox.undo(&run, principal).await?;
        Ok::<_, anyhow::Error>((run, results))
    })?;
    let left = |call: &&UndoneCall| !matches!(call.result, UndoResult::Restored | UndoResult::AlreadyAsBefore);
    let exit = if results.iter().any(|call| left(&call)) { Exit::Failed } else { Exit::Finished };
    if json {
        terminal.out(&(serde_json::to_string_pretty(&results)? + "\n"))?;
        return Ok(exit);
    }
    if results.is_empty() {
        terminal.line(&format!("{} changed nothing.", short(&run)));
    }
    let mut text = String::new();
    for call in &results {
        let (state, note) = match &call.result {
            UndoResult::Restored => ("restored", ""),
            UndoResult::AlreadyAsBefore => ("as before", ""),
            UndoResult::Impossible { reason } => ("IMPOSSIBLE", reason.as_str()),
            UndoResult::Refused { message, .. } => ("REFUSED", message.as_str()),
            UndoResult::NotTried => ("not tried", ""),
            // It may learn more results.
            _ => ("unclear", ""),
        };
        let line = format!("{:4}  {state:10}  {} {}", call.call, call.tool, call.arguments);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", printable(&line));
        if !note.is_empty() {
            let _ = writeln!(text, "      {}", printable(note));
        }
    }
    terminal.out(&text)?;
    Ok(exit)
}

async fn export(store: &RunStore, run: Option<&str>, terminal: &mut Terminal) -> anyhow::Result<()> {
    let mut filter = RunFilter::default();
    filter.most = PAGE;
    let mut runs = match run {
        Some(run) => vec![store.run(run).await?],
        None => store.runs(&filter).await?,
    };
    while !runs.is_empty() {
        let full = runs.len() == PAGE as usize;
        filter.after = runs.last().map(|run| (run.started_ms, run.run.clone()));
        for run in std::mem::take(&mut runs) {
            let mut text = line(&json!({ "run": run }))?;
            for call in store.calls(&run.run).await? {
                text += &line(&json!({ "call": with_reply(&run, &call)? }))?;
            }
            terminal.out(&text)?;
        }
        if full && run.is_none() {
            runs = store.runs(&filter).await?;
        }
    }
    Ok(())
}

/// A call with its run and its reply.
fn with_reply(run: &StoredRun, call: &StoredCall) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(call)?;
    if let Some(members) = value.as_object_mut() {
        members.insert("run".into(), run.run.clone().into());
        if let Some(reply) = &call.reply {
            members.insert("reply".into(), serde_json::from_str(reply.as_str())?);
        }
    }
    Ok(value)
}

fn lines<T: serde::Serialize>(values: &[T]) -> anyhow::Result<String> {
    values.iter().map(line).collect()
}

fn line<T: serde::Serialize>(value: &T) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

fn list(runs: &[StoredRun]) -> String {
    let mut text = String::new();
    for run in runs {
        let mut does = match run.effects {
            0 => "changed nothing".to_owned(),
            1 => "1 change".to_owned(),
            n => format!("{n} changes"),
        };
        if run.unknown > 0 {
            does += &format!(", {} UNKNOWN", run.unknown);
        }
        let name = name(run);
        let who = if run.principal.is_empty() { String::new() } else { format!("  for {}", run.principal) };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}",
            printable(&format!(
                "{}  {}  {:12}  {} calls, {does}  {name}{who}",
                short(&run.run),
                time(run.started_ms),
                ended(run),
                run.calls
            ))
        );
    }
    text
}

fn artifacts(kept: &[StoredArtifact]) -> String {
    let mut text = String::new();
    for one in kept {
        let id = one.artifact.get(..16).unwrap_or(&one.artifact);
        let from = one.call.map_or_else(|| "printed".into(), |call| format!("call {call}, {}", one.tool));
        let line = format!("{id}  {:4}  {:>10} bytes  {from}", one.kind.as_str(), one.size);
        let _ = writeln!(text, "{}", printable(&line));
    }
    text
}

fn show(run: &StoredRun, calls: &[StoredCall], source: bool) -> String {
    let mut text = String::new();
    let mut say = |label: &str, value: &str| {
        let _ = writeln!(text, "{label:10} {}", printable(value));
    };
    say("run", &run.run);
    if let Some(parent) = run.parent.as_ref().filter(|_| run.caller != "undo") {
        say("goes on", &format!("from {parent}"));
    }
    say("script", &name(run));
    if !run.principal.is_empty() {
        say("for", &run.principal);
    }
    if !run.engine.is_empty() {
        say("engine", &run.engine);
    }
    say("started", &time(run.started_ms));
    let end = run.ended_ms.map(|ms| format!(" at {}", time(ms))).unwrap_or_default();
    say("end", &format!("{}{end}", ended(run)));
    if let Some(message) = &run.message {
        for line in message.lines() {
            say("", line);
        }
    }
    if source && !run.source.is_empty() {
        text.push('\n');
        for line in run.source.lines() {
            let _ = writeln!(text, "  | {}", printable(line));
        }
    }
    if !calls.is_empty() {
        text.push('\n');
    }
    for call in calls {
        show_call(&mut text, call);
    }
    text
}

fn show_call(text: &mut String, call: &StoredCall) {
    let record = &call.record;
    let ending = if record.ending == CallEnding::Unknown { "UNKNOWN" } else { record.ending.as_str() };
    let first = format!("{:4}  {ending:11}  {:8}  {} {}", record.call, record.effect, record.tool, record.arguments);
    let _ = writeln!(text, "{}", printable(&first));
    let mut notes: Vec<String> = Vec::new();
    if let Some(verdict) = record.verdict {
        notes.push(format!(
            "{verdict} by {}",
            record.rule.as_deref().map_or("no rule".into(), |rule| format!("rule {rule}"))
        ));
    }
    if let Some(other) = &record.answered_by {
        notes.push(format!("answered from {other}"));
    }
    if record.attempts > 1 {
        notes.push(format!("{} attempts", record.attempts));
    }
    if record.reply_bytes > 0 {
        notes.push(format!("{} bytes in {} ms", record.reply_bytes, record.latency.as_millis()));
    }
    match call.undo.as_deref() {
        Some("kept") => notes.push("can be undone".into()),
        Some(state) => notes.push(state.to_owned()),
        None => {}
    }
    let _ = writeln!(text, "      {}", printable(&notes.join("; ")));
    if let Some(message) = &record.message {
        let _ = writeln!(text, "      {}", printable(message));
    }
}

/// The script, or what the run was instead of one.
fn name(run: &StoredRun) -> String {
    match run.caller.as_str() {
        "direct" => "(direct calls)".into(),
        "undo" => format!("(undo of {})", run.parent.as_deref().map_or("a run", short)),
        _ => run.script.clone(),
    }
}

fn ended(run: &StoredRun) -> String {
    match run.state {
        RunState::CutOff => "cut off".into(),
        RunState::Ended => run.stop.clone().unwrap_or_default().replace('_', " "),
        RunState::Paused => "paused".into(),
        // It may learn more states.
        _ => "running".into(),
    }
}

/// As much of an id as people need to tell runs apart.
pub(crate) fn short(run: &str) -> &str {
    run.get(..12).unwrap_or(run)
}

pub(crate) fn time(ms: i64) -> String {
    let seconds = jiff::Timestamp::from_second(ms.div_euclid(1000));
    seconds.map_or_else(|_| format!("{ms} ms"), |time| time.to_string())
}
