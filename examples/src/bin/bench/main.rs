//! The benchmarks: one command, one Markdown table.
//!
//!     cargo run --release -p codemode-examples --bin bench            # all, some minutes
//!     cargo run --release -p codemode-examples --bin bench -- calls   # one group
//!
//! Every figure is of this machine at this moment: compare ratios, which were measured side by side. Where Node.js is
//! installed it runs the same scripts, in a fresh `node:vm` context each: a JIT compiler without any boundary, so a floor.

#![expect(clippy::print_stdout, reason = "the table is the output")]
#![expect(clippy::print_stderr, reason = "progress goes to stderr")]

mod calls;
mod compute;
mod density;
mod hostile;
mod journal;
mod measure;
mod node;
mod start;
mod tools;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use measure::Row;

/// A group of figures.
type Group = fn(&tokio::runtime::Runtime) -> Result<Vec<Row>>;

const GROUPS: &[(&str, Group)] = &[
    ("start", start::in_process),
    ("program", start::whole_program),
    ("calls", calls::measure),
    ("compute", compute::measure),
    ("density", density::measure),
    ("hostile", hostile::measure),
    ("journal", journal::measure),
];

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| !GROUPS.iter().any(|(group, _)| group == name)) {
        let names: Vec<&str> = GROUPS.iter().map(|(group, _)| *group).collect();
        bail!("there is no group `{unknown}`; there are: {}", names.join(", "));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut rows = Vec::new();
    for (name, group) in GROUPS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            eprintln!("{name} …");
            rows.extend(group(&runtime).with_context(|| format!("group `{name}`"))?);
        }
    }
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let node = node::version().unwrap_or_else(|| "no Node.js".into());
    println!("codemode {}, {cores} cores, {}, {node}\n", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    print!("{}", measure::table(&rows));
    Ok(())
}

/// A script of `examples/workloads`.
fn workload(name: &str) -> Result<codemode::Script> {
    let path = workloads().join(name);
    let source = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    // The workloads call `tools.NAME(…)`; here these tools are a module.
    let source =
        if source.contains("tools.") { format!("const tools = globalThis.tools.bench; {source}") } else { source };
    Ok(codemode::Script::new(name, source))
}

fn workloads() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("workloads")
}
