//! A thousand runs that try to get out of hand leave the process as it was.

use anyhow::{Result, bail};
use codemode::{Limits, Sandbox, Script};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::measure::process::{open_files, resident_set_size, threads};
use crate::measure::{Row, Samples, growth, time, timed};
use crate::tools::{self, Bench};
use crate::workload;

const RUNS: usize = 1_000;
const AT_ONCE: usize = 8;

/// Hostile runs beside the healthy ones, and how many of those.
const BESIDE: usize = 16;
const HEALTHY: usize = 500;

/// One for each thing that is bounded; each is stopped, or fails by itself.
const SCRIPTS: &[(&str, &str)] = &[
    ("loop.js", "while (true) {}"),
    ("memory.js", "const kept = []; while (true) kept.push(new Array(1e5).fill(1));"),
    ("string.js", "let text = 'x'; while (true) text += text;"),
    ("recursion.js", "const deeper = () => 1 + deeper(); deeper();"),
    ("jobs.js", "const again = () => Promise.resolve().then(again); await again();"),
    ("pattern.js", "/^(a+)+$/.test('a'.repeat(50) + '!');"),
    ("flood.js", "while (true) console.log('x'.repeat(1000));"),
    ("calls.js", "while (true) await tools.bench.echo({ i: 1 });"),
    ("crowd.js", "for (;;) void tools.bench.sleep({ ms: 60_000 }).catch(() => {});"),
    ("sleeper.js", "await new Promise((resolve) => setTimeout(resolve, 1e9));"),
    ("held.js", "await tools.bench.hold({ i: 1 });"),
    (
        "deep.js",
        "let deep = {}; for (let i = 0; i < 50_000; i++) deep = { deep }; await tools.bench.echo({ i: deep });",
    ),
    ("throw.js", "throw new Error('x'.repeat(100_000));"),
];

pub(crate) fn measure(runtime: &Runtime) -> Result<Vec<Row>> {
    let limits = Limits {
        fuel: 100_000_000,
        memory_bytes: 32 << 20,
        wall_time: Duration::from_millis(200),
        calls: 200,
        printed_bytes: 64 << 10,
        ..Limits::default()
    };
    let sandbox = Bench::new(0)?.sandbox(limits)?;
    let scripts: Vec<Script> = SCRIPTS.iter().map(|(name, source)| Script::new(*name, *source)).collect();
    // The first wave fills what is kept for good: the pool's pages, the runtime's threads, the allocator's arenas.
    runtime.block_on(wave(&sandbox, &scripts, RUNS / 10))?;
    let (memory, files, tasks) = (resident_set_size(), open_files(), threads());
    let (elapsed, result) = timed(|| runtime.block_on(wave(&sandbox, &scripts, RUNS)));
    result?;
    let grown = growth(memory, resident_set_size());
    let more = |before: Option<usize>, after: Option<usize>| match before.zip(after) {
        Some((before, after)) if after >= before => format!("+{}", after - before),
        Some((before, after)) => format!("-{}", before - after),
        None => "not known here".into(),
    };
    runtime.block_on(tools::run(&sandbox, &workload("hello.js")?, Some("2\n")))?;
    let [alone, beside] = [0, BESIDE].map(|hostile| runtime.block_on(healthy(&sandbox, &scripts, hostile)));
    let (alone, beside) = (alone?, beside?);
    Ok(vec![
        Row::new(format!("a healthy run beside {BESIDE} hostile ones, p50"), time(beside.median())).against(
            "alone",
            beside.median(),
            Some(alone.median()),
        ),
        Row::new("… p99", time(beside.percentile(99))).against(
            "alone",
            beside.percentile(99),
            Some(alone.percentile(99)),
        ),
        Row::new(format!("{RUNS} hostile runs, {AT_ONCE} at once: memory"), grown),
        Row::new("… open files", more(files, open_files())),
        Row::new("… threads", more(tasks, threads())),
        Row::new("… all of them took", time(elapsed)),
    ])
}

/// What healthy runs take, one after the other, beside so many hostile ones at every moment.
async fn healthy(sandbox: &Sandbox, hostile: &[Script], beside: usize) -> Result<Samples> {
    let mut others = JoinSet::new();
    for at in 0..beside {
        let (sandbox, scripts) = (sandbox.clone(), hostile.to_vec());
        others.spawn(async move {
            for script in scripts.iter().cycle().skip(at) {
                let _ = sandbox.run(script).await;
            }
        });
    }
    let script = Script::new(
        "healthy.js",
        "let sum = 0; for (let i = 0; i < 20_000; i++) sum += i;
        for (let i = 0; i < 10; i++) sum += await tools.bench.echo({ i }); console.log(sum);",
    );
    let mut times = Vec::new();
    for _ in 0..HEALTHY {
        let start = Instant::now();
        // With time enough: it is to be seen, not cut off.
        let outcome = sandbox.run(&script).limits(Limits::default()).await?;
        if outcome.printed.text() != "199990045\n" {
            bail!("{} printed {:?}: {}", script.name(), outcome.printed.text(), outcome.stop);
        }
        times.push(start.elapsed());
    }
    others.shutdown().await;
    Ok(Samples::new(times))
}

async fn wave(sandbox: &Sandbox, scripts: &[Script], count: usize) -> Result<()> {
    let mut runs = JoinSet::new();
    for script in scripts.iter().cycle().take(count) {
        if runs.len() == AT_ONCE {
            stopped(runs.join_next().await)?;
        }
        runs.spawn(sandbox.run(script).into_future());
    }
    while !runs.is_empty() {
        stopped(runs.join_next().await)?;
    }
    Ok(())
}

fn stopped(run: Option<Result<Result<codemode::Outcome, codemode::Error>, tokio::task::JoinError>>) -> Result<()> {
    if let Some(run) = run {
        let outcome = run??;
        if outcome.finished() {
            bail!("{} ran to its end", outcome.script);
        }
    }
    Ok(())
}
