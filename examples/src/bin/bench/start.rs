//! What it takes to start: a run in this process, and the whole program.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use codemode::{Sandbox, Script};
use tokio::runtime::Runtime;

use crate::measure::{Row, Samples, time, timed};
use crate::{node, tools, workload, workloads};

const RUNS: usize = 1_000;
const STARTS: usize = 30;

/// `console.log(1 + 1)`, a new sandbox instance for each.
pub(crate) fn in_process(runtime: &Runtime) -> Result<Vec<Row>> {
    let sandbox = Sandbox::builder().build()?;
    let script = workload("hello.js")?;
    let mut times = Vec::with_capacity(RUNS);
    runtime.block_on(async {
        for _ in 0..RUNS / 10 {
            tools::run(&sandbox, &script, Some("2\n")).await?;
        }
        for _ in 0..RUNS {
            let start = Instant::now();
            tools::run(&sandbox, &script, Some("2\n")).await?;
            times.push(start.elapsed());
        }
        anyhow::Ok(())
    })?;
    let samples = Samples::new(times);
    let (median, slow) = (samples.median(), samples.percentile(99));
    let node = node::medians(&["hello.js"], 200)?;
    Ok(vec![
        Row::new("`console.log(1 + 1)`, new run, p50", time(median)).against(
            "node:vm",
            median,
            node.get("hello.js").copied(),
        ),
        Row::new("`console.log(1 + 1)`, new run, p99", time(slow)),
        Row::new("`console.log(1 + 1)`, runs each second, two at once", throughput(runtime, &sandbox, &script)?),
    ])
}

/// Runs in a row on each of two tasks.
fn throughput(runtime: &Runtime, sandbox: &Sandbox, script: &Script) -> Result<String> {
    let each = RUNS;
    let (elapsed, result) = timed(|| {
        runtime.block_on(async {
            let task = || {
                let (sandbox, script) = (sandbox.clone(), script.clone());
                tokio::spawn(async move {
                    for _ in 0..each {
                        tools::run(&sandbox, &script, Some("2\n")).await?;
                    }
                    anyhow::Ok(())
                })
            };
            let (one, two) = (task(), task());
            one.await??;
            two.await?
        })
    });
    result?;
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    let rate = (2 * each) as f64 / elapsed.as_secs_f64();
    Ok(format!("{rate:.0}"))
}

/// From nothing to the output on the screen, beside Node.js, in turns.
pub(crate) fn whole_program(_: &Runtime) -> Result<Vec<Row>> {
    let codemode = program()?;
    let hello = workloads().join("hello.js");
    let with_node = node::version().is_some();
    let (mut ours, mut theirs) = (vec![], vec![]);
    for _ in 0..STARTS {
        ours.push(started(Command::new(&codemode).arg("run").arg(&hello))?);
        if with_node {
            theirs.push(started(Command::new("node").args(["-e", "console.log(2)"]))?);
        }
    }
    let (ours, theirs) = (Samples::new(ours).median(), Samples::new(theirs).median());
    let row = Row::new("`codemode run hello.js`, whole process, median", time(ours));
    Ok(vec![row.against("`node -e 'console.log(2)'`", ours, with_node.then_some(theirs))])
}

/// How long a program takes that prints 2.
fn started(command: &mut Command) -> Result<Duration> {
    let (elapsed, output) = timed(|| command.output());
    let output = output?;
    if output.stdout != b"2\n" {
        bail!("{command:?} printed {:?} and {:?}", output.stdout, String::from_utf8_lossy(&output.stderr));
    }
    Ok(elapsed)
}

/// The command line, built as this program was.
fn program() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let built = Command::new(cargo).args(["build", "--release", "--quiet"]).current_dir(root).status()?;
    if !built.success() {
        bail!("the command line cannot be built");
    }
    let here = std::env::current_exe()?;
    let program = here.with_file_name(format!("codemode{}", std::env::consts::EXE_SUFFIX));
    program.canonicalize().with_context(|| format!("there is no {}", program.display()))
}
