//! What the account of runs costs: in an SQLite file, and in Postgres where `CODEMODE_TEST_POSTGRES` is the address of one.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use codemode::{Limits, RunStore, Sandbox, Script};
use tokio::runtime::Runtime;

use crate::measure::{Row, Samples, time, timed};
use crate::tools::{self, Bench};

const TIMES: usize = 15;
const READS: u32 = 1_000;
const EFFECTS: u32 = 100;

pub(crate) fn measure(runtime: &Runtime) -> Result<Vec<Row>> {
    let folder = std::env::temp_dir().join(format!("codemode-bench-{}", std::process::id()));
    std::fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let rows = with_folder(runtime, &folder);
    std::fs::remove_dir_all(&folder)?;
    rows
}

fn with_folder(runtime: &Runtime, folder: &Path) -> Result<Vec<Row>> {
    let limits = Limits { calls: READS, ..Limits::default() };
    let bench = Bench::new(0)?;
    let reads = Script::new(
        "reads.js",
        format!("await Promise.all(Array.from({{ length: {READS} }}, (_, i) => tools.bench.echo({{ i }})));"),
    );
    let effects =
        Script::new("effects.js", format!("for (let i = 0; i < {EFFECTS}; i++) await tools.bench.put({{ i }});"));
    let without = bench.sandbox(limits.clone())?;
    let bare_read = median(runtime, &without, &reads)? / READS;
    let bare_effect = median(runtime, &without, &effects)? / EFFECTS;
    let sync = synced(folder)?;
    let mut rows = vec![
        Row::new(format!("a read, of {READS} at once: no account"), time(bare_read)),
        Row::new(format!("an effect, of {EFFECTS} in sequence: no account"), time(bare_effect)),
    ];
    let mut stores = vec![("SQLite", RunStore::sqlite(folder.join("runs.db"))?)];
    if let Some(address) = std::env::var_os("CODEMODE_TEST_POSTGRES") {
        let address = address.to_str().context("CODEMODE_TEST_POSTGRES is not UTF-8 text")?;
        stores.push(("Postgres", RunStore::at(address.parse()?)?));
    }
    for (name, store) in stores {
        runtime.block_on(store.check())?;
        let sandbox = bench.sandbox_with(limits.clone(), Some(store))?;
        let read = median(runtime, &sandbox, &reads)? / READS;
        rows.push(Row::new(format!("… with one in {name}"), time(read)).against("without", read, Some(bare_read)));
        let effect = median(runtime, &sandbox, &effects)? / EFFECTS;
        let each = format!("{}, {:.0} each second", time(effect), 1.0 / effect.as_secs_f64());
        let row = Row::new(format!("an effect, its intent on the disk in {name}"), each);
        rows.push(row.against("a bare fsync", effect, Some(sync)));
    }
    Ok(rows)
}

fn median(runtime: &Runtime, sandbox: &Sandbox, script: &Script) -> Result<Duration> {
    let mut times = vec![];
    for at in 0..=TIMES {
        let (elapsed, outcome) = timed(|| runtime.block_on(tools::run(sandbox, script, None)));
        if let Some(fault) = outcome?.store_fault {
            anyhow::bail!("the store: {fault}");
        }
        if at > 0 {
            times.push(elapsed); // the first one warms up
        }
    }
    Ok(Samples::new(times).median())
}

/// What it takes to have a page more of a file on the disk.
fn synced(folder: &Path) -> Result<Duration> {
    let mut file = std::fs::File::create(folder.join("synced"))?;
    let mut times = vec![];
    for _ in 0..200 {
        let (elapsed, result) = timed(|| file.write_all(&[7; 4096]).and_then(|()| file.sync_data()));
        result?;
        times.push(elapsed);
    }
    Ok(Samples::new(times).median())
}
