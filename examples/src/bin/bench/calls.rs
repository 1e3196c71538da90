//! What tool calls cost.

use std::time::Duration;

use anyhow::Result;
use codemode::{Limits, Sandbox, Script};
use tokio::runtime::Runtime;

use crate::measure::{Row, Samples, time, timed};
use crate::tools::Bench;
use crate::{node, tools, workload};

const TIMES: usize = 7;
const CALLS: u32 = 10_000;
const PAGES: u32 = 100;

pub(crate) fn measure(runtime: &Runtime) -> Result<Vec<Row>> {
    let sandbox = Bench::new(PAGES)?.sandbox(Limits { calls: CALLS, fuel: 1 << 40, ..Limits::default() })?;
    let node = node::medians(&["calls.js", "parallel.js", "bulk.js"], TIMES)?;
    let node = |script: &str| node.get(script).copied();

    let calls = median(runtime, &sandbox, &workload("calls.js")?, Some("49995000\n"))?;
    let parallel = median(runtime, &sandbox, &workload("parallel.js")?, Some("50\n"))?;
    let bulk = median(runtime, &sandbox, &workload("bulk.js")?, None)?;
    let rows_per_second = f64::from(PAGES * 1_000) / bulk.as_secs_f64();
    let per_call = calls / CALLS;
    let node_call = node("calls.js").map(|all| all / CALLS);
    Ok(vec![
        Row::new("one awaited tool call, of 10,000 in sequence", time(per_call))
            .against("node:vm", per_call, node_call),
        Row::new("50 calls of 20 ms at once", time(parallel)).against(
            "the longest call",
            parallel,
            Some(Duration::from_millis(20)),
        ),
        Row::new("100 pages of 1,000 rows, rows each second", format!("{rows_per_second:.0}")).against(
            "node:vm",
            bulk,
            node("bulk.js"),
        ),
    ])
}

fn median(runtime: &Runtime, sandbox: &Sandbox, script: &Script, printed: Option<&str>) -> Result<Duration> {
    let mut times = vec![];
    for at in 0..=TIMES {
        let (elapsed, outcome) = timed(|| runtime.block_on(tools::run(sandbox, script, printed)));
        outcome?;
        if at > 0 {
            times.push(elapsed); // the first one warms up
        }
    }
    Ok(Samples::new(times).median())
}
