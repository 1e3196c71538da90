//! What a run costs while it waits, and how fast a run that goes wrong is stopped.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use codemode::{Limits, Outcome, Stop};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::measure::process::{proportional_set_size, resident_set_size};
use crate::measure::{Row, growth, time, timed};
use crate::tools::Bench;
use crate::workload;

const IDLE: usize = 200;

pub(crate) fn measure(runtime: &Runtime) -> Result<Vec<Row>> {
    let mut rows = vec![idle(runtime)?];
    rows.extend(runaway()?);
    rows.push(bomb(runtime)?);
    Ok(rows)
}

/// Runs that wait for a tool: how much the process grows by each.
fn idle(runtime: &Runtime) -> Result<Row> {
    let bench = Bench::new(0)?;
    let sandbox = bench.sandbox(Limits::default())?;
    let script = workload("hold.js")?;
    let wave = |count: usize| {
        runtime.block_on(async {
            let mut runs = JoinSet::new();
            for _ in 0..count {
                runs.spawn(sandbox.run(&script).into_future());
            }
            let patience = Instant::now() + Duration::from_mins(1);
            while bench.held.load(Ordering::Relaxed) < count {
                if Instant::now() > patience {
                    bail!("only {} of {count} runs got to their call", bench.held.load(Ordering::Relaxed));
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let memory = proportional_set_size();
            bench.release.add_permits(count);
            while let Some(run) = runs.join_next().await {
                let outcome: Outcome = run??;
                if outcome.printed.text() != "0\n" {
                    bail!("a held run ended with {}", outcome.stop);
                }
            }
            Ok(memory)
        })
    };
    let (before, after) = (wave(1)?, wave(IDLE)?);
    let figure = before.zip(after).map_or("not known here".to_owned(), |(before, after)| {
        let each = after.saturating_sub(before) / (IDLE as u64 - 1);
        format!("{} KB", each / 1000)
    });
    Ok(Row::new(format!("memory of a run that waits for a tool, of {IDLE}"), figure))
}

/// `while (true) {}` with 200 ms of wall time, on a host with one thread that has other things to do.
fn runaway() -> Result<Vec<Row>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let limit = Duration::from_millis(200);
    let sandbox = Bench::new(0)?.sandbox(Limits { wall_time: limit, fuel: 1 << 40, ..Limits::default() })?;
    let script = workload("spin.js")?;
    // The longest time in which the only thread did nothing else.
    let gap = Cell::new(Duration::ZERO);
    let elapsed = runtime.block_on(async {
        let watch = async {
            let mut last = Instant::now();
            loop {
                tokio::time::sleep(Duration::from_millis(1)).await;
                gap.set(gap.get().max(last.elapsed()));
                last = Instant::now();
            }
        };
        let start = Instant::now();
        tokio::select! {
            outcome = sandbox.run(&script).into_future() => {
                let Stop::Limit(_) = outcome?.stop else { bail!("the loop ended by itself") };
            }
            () = watch => {}
        }
        Ok(start.elapsed())
    })?;
    Ok(vec![
        Row::new("`while (true) {}` is stopped after", time(elapsed)).against("its limit", elapsed, Some(limit)),
        Row::new("… and holds up a host of one thread for at most", time(gap.get())),
    ])
}

/// A script that only collects memory, with 64 MB.
fn bomb(runtime: &Runtime) -> Result<Row> {
    let sandbox = Bench::new(0)?.sandbox(Limits { memory_bytes: 64 << 20, fuel: 1 << 40, ..Limits::default() })?;
    let script = workload("bomb.js")?;
    let before = resident_set_size();
    let (elapsed, outcome) = timed(|| runtime.block_on(sandbox.run(&script).into_future()));
    let Stop::Limit(reached) = outcome?.stop else { bail!("the bomb ended by itself") };
    let grown = growth(before, resident_set_size());
    Ok(Row::new(
        format!("memory bomb, 64 MiB: stopped by `{:?}`, process left with {grown}", reached.limit),
        time(elapsed),
    ))
}
