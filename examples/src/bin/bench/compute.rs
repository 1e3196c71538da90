//! Scripts that compute, each in a fresh sandbox under the default limits.

use anyhow::Result;
use codemode::Sandbox;
use tokio::runtime::Runtime;

use crate::measure::{Row, Samples, time, timed};
use crate::{node, workload};

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
    let sandbox = Sandbox::builder().build()?;
    let names: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
    let node = node::medians(&names, TIMES)?;
    let mut rows = vec![];
    for (name, what) in SCRIPTS {
        let script = workload(name)?;
        let mut times = vec![];
        let mut stopped = None;
        for at in 0..=TIMES {
            let (elapsed, outcome) = timed(|| runtime.block_on(sandbox.run(&script).into_future()));
            let outcome = outcome?;
            if at > 0 {
                times.push(elapsed); // the first one warms up
            }
            if !outcome.finished() {
                stopped = Some(outcome.stop.to_string());
            }
        }
        let median = Samples::new(times).median();
        rows.push(match stopped {
            Some(why) => Row::new(*what, why),
            None => Row::new(*what, time(median)).against("node:vm", median, node.get(*name).copied()),
        });
    }
    Ok(rows)
}
