//! Scripts that compute, each in a fresh sandbox, and the fuel that they take: the one figure that no load changes.

use anyhow::Result;
use codemode::{Limits, Sandbox};
use tokio::runtime::Runtime;

use crate::measure::{Row, Samples, time, timed};
use crate::{node, tools, workload};

const TIMES: usize = 5;

const SCRIPTS: &[(&str, &str)] = &[
    ("fib.js", "`fib(27)`"),
    ("loop.js", "a loop of 1,000,000"),
    ("wordcount.js", "count 200,000 words"),
    ("sort.js", "sort 200,000 numbers"),
    ("records.js", "5 MB of JSON"),
    ("regex.js", "a regex on 10,000 lines"),
];

pub(crate) fn measure(runtime: &Runtime) -> Result<Vec<Row>> {
    let sandbox = Sandbox::builder().limits(Limits { fuel: 1 << 40, ..Limits::default() }).build()?;
    let names: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
    let node = node::medians(&names, TIMES)?;
    let mut rows = vec![];
    for (name, what) in SCRIPTS {
        let script = workload(name)?;
        let warm = runtime.block_on(tools::run(&sandbox, &script, None))?;
        let mut times = vec![];
        for _ in 0..TIMES {
            let (elapsed, outcome) =
                timed(|| runtime.block_on(tools::run(&sandbox, &script, Some(warm.printed.text()))));
            outcome?;
            times.push(elapsed);
        }
        let median = Samples::new(times).median();
        let figure = format!("{}, {} million fuel", time(median), warm.usage.fuel / 1_000_000);
        rows.push(Row::new(*what, figure).against("node:vm", median, node.get(*name).copied()));
    }
    Ok(rows)
}
