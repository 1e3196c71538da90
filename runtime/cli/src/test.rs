//! `codemode test`: runs cases and says what came of them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use codemode::{ScriptEngine, printable};
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::args::TestArgs;
use crate::cases::{self, Case, Report, Waiting};
use crate::exit::Exit;
use crate::run;
use crate::terminal::Terminal;

/// Lines of printed text that are shown of a case that failed.
const SHOWN_LINES: usize = 40;

/// Characters of one line or one value that are shown.
const SHOWN_CHARS: usize = 300;

/// A case and what came of it.
#[derive(Debug, Serialize)]
struct Tested {
    name: String,
    verdict: Verdict,
    /// Why it was skipped, could not be run, or what it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// What must hold.
    what: String,
    /// How the run went, where one took place and there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Passed,
    Failed,
    /// Failed, and is listed as waiting.
    Waiting,
    /// Passed, although it is listed as waiting.
    NoLongerWaiting,
    Skipped,
}

pub(crate) fn run(args: &TestArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let waiting = match &args.waiting {
        Some(path) => Waiting::read(path)?,
        None => Waiting::default(),
    };
    let found = find(&args.folders)?;
    if found.is_empty() {
        bail!("there are no cases: a case is a folder with a {}", cases::FILE);
    }
    let all = found.len();
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|text| name.contains(text));
    let names: BTreeSet<String> = found.iter().map(|(name, _)| name.clone()).collect();
    let chosen: Vec<_> = found.into_iter().filter(|(name, _)| wanted(name)).collect();
    if chosen.is_empty() {
        bail!("none of the {all} cases has {:?} in its name", args.filter.as_deref().unwrap_or_default());
    }

    let count = chosen.len();
    let engine = args.engine.unwrap_or_default();
    let runtime = run::runtime()?;
    let places = Arc::new(Semaphore::new(usize::from(args.jobs)));
    let tasks: Vec<_> = chosen
        .into_iter()
        .map(|(name, folder)| {
            let places = Arc::clone(&places);
            let reason = waiting.reason(&name, engine).map(str::to_owned);
            runtime.spawn(async move {
                let _place = places.acquire_owned().await;
                test(name, reason, &folder, engine).await
            })
        })
        .collect();
    let mut tested = Vec::new();
    for task in tasks {
        // In the order of their names, however they end.
        let one = runtime.block_on(task).context("a case's task failed")?;
        if !args.json {
            terminal.erase_status();
            terminal.out(&line_of(&one))?;
            terminal.status(&format!("{} of {count} cases", tested.len() + 1));
        }
        tested.push(one);
    }
    runtime.shutdown_background();
    terminal.erase_status();

    let summary = Summary::of(&tested);
    let unlisted: Vec<&str> = waiting.names().filter(|name| !names.contains(*name)).collect();
    if !unlisted.is_empty() {
        terminal.warning(&format!("listed as waiting, but no case here: {}", unlisted.join(", ")));
    }
    if args.json {
        let document = serde_json::json!({ "cases": tested, "summary": summary });
        terminal.out(&(serde_json::to_string_pretty(&document)? + "\n"))?;
    } else {
        terminal.out(&summary.line())?;
    }
    Ok(if summary.failed + summary.no_longer_waiting == 0 { Exit::Finished } else { Exit::Failed })
}

/// The cases of some folders, each with its name: its path below the folder that was given, or its own folder's name.
fn find(folders: &[PathBuf]) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for folder in folders {
        for case in cases::find(folder).with_context(|| folder.display().to_string())? {
            let below = case.strip_prefix(folder).unwrap_or(&case);
            let own = || case.canonicalize().unwrap_or_else(|_| case.clone()).file_name().map(PathBuf::from);
            let name = if below == Path::new("") { own().unwrap_or_else(|| case.clone()) } else { below.to_owned() };
            found.push((name.to_string_lossy().replace('\\', "/"), case));
        }
    }
    Ok(found)
}

/// Tests one case; `reason` is what it waits for, where it is listed.
async fn test(name: String, reason: Option<String>, folder: &Path, engine: ScriptEngine) -> Tested {
    let case = match Case::read(folder) {
        Ok(case) => case,
        Err(error) => {
            let (reason, what) = (Some(error.to_string()), String::new());
            return Tested { name, verdict: Verdict::Failed, reason, what, report: None };
        }
    };
    let what = case.what().to_owned();
    if let Some(why) = case.skipped() {
        return Tested { name, verdict: Verdict::Skipped, reason: Some(why.into()), what, report: None };
    }
    let (verdict, reason, report) = match (case.run(engine).await, reason) {
        (Ok(report), None) if report.failures.is_empty() => (Verdict::Passed, None, None),
        (Ok(report), waits) if report.failures.is_empty() => (Verdict::NoLongerWaiting, waits, None),
        (Ok(report), None) => (Verdict::Failed, None, Some(report)),
        (Ok(report), waits) => (Verdict::Waiting, waits, Some(report)),
        (Err(error), None) => (Verdict::Failed, Some(error.to_string()), None),
        (Err(_), waits) => (Verdict::Waiting, waits, None),
    };
    Tested { name, verdict, reason, what, report }
}

/// What is written of a case: a line, and all about it where it failed.
fn line_of(tested: &Tested) -> String {
    let Tested { name, verdict, reason, what, report } = tested;
    let reason = reason.as_deref().unwrap_or_default();
    match (verdict, report) {
        (Verdict::Failed, Some(report)) => format!("FAILED   {name}\n{}", details(what, report)),
        (Verdict::Failed, None) => format!("FAILED   {name}\n    {reason}\n"),
        (Verdict::Passed, _) => format!("passed   {name}\n"),
        (Verdict::Waiting, _) => format!("waiting  {name}: {reason}\n"),
        (Verdict::Skipped, _) => format!("skipped  {name}: {reason}\n"),
        (Verdict::NoLongerWaiting, _) => {
            format!("PASSED   {name}: it is listed as waiting for: {reason}. Take it off the list\n")
        }
    }
}

fn details(what: &str, report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |indent: usize, line: &str| {
        let _ = writeln!(text, "{:indent$}{}", "", shorten(line));
    };
    if !what.is_empty() {
        line(4, what);
    }
    for failure in &report.failures {
        line(4, &format!("{}:", failure.expectation));
        match &failure.actual {
            Some(actual) => {
                failure.expected.lines().for_each(|expected| line(6, &format!("- {expected}")));
                actual.lines().take(SHOWN_LINES).for_each(|actual| line(6, &format!("+ {actual}")));
            }
            None => cases::diff(&failure.expected, &report.printed).lines().for_each(|shown| line(6, shown)),
        }
    }
    line(4, "how it ended:");
    report.ended.lines().take(SHOWN_LINES).for_each(|ended| line(6, ended));
    line(4, if report.printed.is_empty() { "it printed nothing" } else { "what it printed:" });
    report.printed.lines().take(SHOWN_LINES).for_each(|printed| line(6, printed));
    let more = report.printed.lines().count().saturating_sub(SHOWN_LINES);
    if more > 0 {
        line(6, &format!("… {more} more lines"));
    }
    text
}

fn shorten(line: &str) -> String {
    match line.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => printable(line.get(..end).unwrap_or_default()) + "…",
        None => printable(line),
    }
}

/// How many cases came out how.
#[derive(Debug, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    waiting: usize,
    no_longer_waiting: usize,
    skipped: usize,
}

impl Summary {
    fn of(tested: &[Tested]) -> Self {
        let count = |verdict| tested.iter().filter(|one| one.verdict == verdict).count();
        Self {
            passed: count(Verdict::Passed),
            failed: count(Verdict::Failed),
            waiting: count(Verdict::Waiting),
            no_longer_waiting: count(Verdict::NoLongerWaiting),
            skipped: count(Verdict::Skipped),
        }
    }

    fn line(&self) -> String {
        let Self { passed, failed, waiting, no_longer_waiting, skipped } = self;
        let mut line = format!("{passed} passed, {failed} failed");
        for (count, what) in
            [(waiting, "waiting"), (no_longer_waiting, "passed although listed as waiting"), (skipped, "skipped")]
        {
            if *count > 0 {
                let _ = write!(line, ", {count} {what}");
            }
        }
        line + "\n"
    }
}
