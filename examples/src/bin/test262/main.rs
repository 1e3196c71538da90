//! Runs Test262, the conformance tests of JavaScript, through codemode's own guests.
//!
//!     git clone --depth 1 https://github.com/tc39/test262
//!     cargo run --release -p codemode-examples --bin test262 -- test262 [--engine quickjs|boa] [--filter TEXT]
//!         [--failures FILE]
//!
//! A script of codemode is a module, so a test that is a script is handed to a small module as text, which evaluates it as global
//! code; once as it is and once as strict code, unless it says which. Left out are tests of several realms and of agents (there is
//! one of each), and modules that import other files (there are none).

#![expect(clippy::print_stdout, reason = "the table is the output")]

mod front_matter;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use codemode::{Limits, Sandbox, Script, ScriptEngine, Stop};
use front_matter::{FrontMatter, Phase};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The folders of tests that are run.
const FOLDERS: &[&str] = &["test/language", "test/built-ins", "test/annexB"];

/// Evaluates the text in `args` as global code.
const EVALUATE: &str = r#"
globalThis.$262 = {
  global: globalThis,
  evalScript: (text) => (0, eval)(text),
  gc() {},
  detachArrayBuffer: (buffer) => { buffer.transfer(); },
  AbstractModuleSource: class {},
};
(0, eval)(args[0]);
print("evaluated");
"#;

/// What a script names so that it gets the data of locales, and `Temporal`.
const LOCALES: &str = "typeof Intl; typeof Temporal;";

/// What asynchronous tests call at their end. Strict code has variables of its own, and helpers look for it on the global object.
const DONE: &str =
    "globalThis.$DONE = (error) => print(error ? 'Test262:AsyncTestFailure: ' + error : 'Test262:AsyncTestComplete');";

/// A test in one of its modes.
struct Test {
    name: String,
    group: String,
    script: Script,
    front: FrontMatter,
}

#[derive(Default)]
struct Count {
    passed: usize,
    all: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().context("name the folder of test262")?);
    let (mut engine, mut filter, mut failures) = (ScriptEngine::QuickJs, String::new(), None);
    while let Some(flag) = arguments.next() {
        let value = arguments.next().with_context(|| format!("{flag} needs a value"))?;
        match flag.as_str() {
            "--engine" => engine = value.parse().map_err(anyhow::Error::msg)?,
            "--filter" => filter = value,
            "--failures" => failures = Some(PathBuf::from(value)),
            _ => bail!("there is no {flag}"),
        }
    }
    let limits = Limits { wall_time: Duration::from_mins(1), memory_bytes: 256 << 20, ..Limits::default() };
    let sandbox = Sandbox::builder().limits(limits).engine(engine).build()?;

    let (tests, skipped) = collect(&root, &filter)?;
    let count = tests.len();
    let places = Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)));
    let mut running = JoinSet::new();
    for test in tests {
        let (sandbox, place) = (sandbox.clone(), Arc::clone(&places).acquire_owned().await?);
        running.spawn(async move {
            let _place = place;
            let failure = run(&sandbox, &test).await;
            (test.group, test.name, failure)
        });
    }
    let mut groups: BTreeMap<String, Count> = BTreeMap::new();
    let mut failed = Vec::new();
    while let Some(done) = running.join_next().await {
        let (group, name, failure) = done?;
        let group = groups.entry(group).or_default();
        group.all += 1;
        match failure {
            None => group.passed += 1,
            Some(reason) => failed.push(format!("{name}: {reason}")),
        }
    }
    failed.sort();
    print!("{}", table(engine, &groups, count, failed.len(), skipped));
    if let Some(path) = failures {
        std::fs::write(path, failed.join("\n") + "\n")?;
    }
    Ok(())
}

/// The tests, and how many were left out.
fn collect(root: &Path, filter: &str) -> Result<(Vec<Test>, usize)> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        find(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut harness: BTreeMap<String, String> = BTreeMap::new();
    let (mut tests, mut skipped) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        if !name.contains(filter) {
            continue;
        }
        // A few files are no UTF-8 on purpose; a script of codemode always is.
        let Ok(text) = std::fs::read_to_string(&file) else {
            skipped += 1;
            continue;
        };
        let front = FrontMatter::read(&text).with_context(|| name.clone())?;
        if front.needs_other_realms(&text) {
            skipped += 1;
            continue;
        }
        let mut sources = Vec::new();
        if !front.has("raw") {
            let own = ["assert.js", "sta.js"].map(str::to_owned);
            for include in own.iter().chain(&front.includes) {
                if !harness.contains_key(include) {
                    let path = root.join("harness").join(include);
                    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                    harness.insert(include.clone(), text);
                }
                sources.push(harness.get(include).cloned().unwrap_or_default());
            }
            sources.push(DONE.to_owned());
        }
        let group = name.split('/').skip(1).take(2).collect::<Vec<_>>().join("/");
        let mut add = |mode: &str, script| {
            tests.push(Test { name: format!("{name} ({mode})"), group: group.clone(), script, front: front.clone() });
        };
        if front.has("module") {
            let source = sources.join("\n") + "\n" + &text + "\n;print('evaluated');";
            add("module", Script::new("test.js", source));
            continue;
        }
        let needs_locales = ["Temporal", "Intl", "toLocale"].iter().any(|word| text.contains(word));
        let evaluate = if needs_locales { format!("{LOCALES}{EVALUATE}") } else { EVALUATE.to_owned() };
        // In one text, since what `const` declares in one evaluation is not seen by the next.
        sources.push(text);
        let whole = sources.join("\n");
        let script = |whole: String| Script::new("test262.js", evaluate.as_str()).args(vec![whole]);
        if !front.has("onlyStrict") {
            add("sloppy", script(whole.clone()));
        }
        if !front.has("noStrict") && !front.has("raw") {
            add("strict", script(format!("\"use strict\";\n{whole}")));
        }
    }
    Ok((tests, skipped))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            find(&path, files)?;
        } else if name.ends_with(".js") && !name.ends_with("_FIXTURE.js") {
            files.push(path);
        }
    }
    Ok(())
}

/// Why a test failed; nothing where it passed.
async fn run(sandbox: &Sandbox, test: &Test) -> Option<String> {
    let outcome = match sandbox.run(&test.script).await {
        Ok(outcome) => outcome,
        Err(error) => return Some(error.to_string()),
    };
    let printed = outcome.printed.text();
    match (&outcome.stop, &test.front.negative) {
        (Stop::Finished, None) if test.front.has("async") => {
            let line = printed.lines().find(|line| line.starts_with("Test262:"));
            match line {
                Some("Test262:AsyncTestComplete") => None,
                other => Some(other.unwrap_or("it never called $DONE").to_owned()),
            }
        }
        (Stop::Finished, None) => (!printed.contains("evaluated")).then(|| "it was not evaluated".to_owned()),
        (Stop::Finished, Some(negative)) => Some(format!("expected {}, and nothing was thrown", negative.error)),
        (Stop::Threw(error) | Stop::Rejected(error), Some(negative)) => {
            let early = negative.phase == Phase::Runtime || !printed.contains("evaluated");
            (error.name != negative.error || !early)
                .then(|| format!("expected {}: {}", negative.error, error.headline()))
        }
        (stop, _) => Some(stop.to_string().lines().next().unwrap_or_default().to_owned()),
    }
}

fn table(engine: ScriptEngine, groups: &BTreeMap<String, Count>, all: usize, failed: usize, skipped: usize) -> String {
    let mut text = format!("| {engine} | passed | of | % |\n| --- | --: | --: | --: |\n");
    for (group, count) in groups {
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "| {group} | {} | {} | {:.1} |", count.passed, count.all, percent(count.passed, count.all));
    }
    let passed = all - failed;
    let _ = writeln!(text, "| **all** | {passed} | {all} | {:.2} |", percent(passed, all));
    let _ = writeln!(text, "\n{skipped} tests were left out: several realms, agents, other files, no UTF-8.");
    text
}

#[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { part as f64 * 100.0 / whole as f64 }
}
