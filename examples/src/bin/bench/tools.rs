//! The tools that the workloads call, and the sandbox that they run in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use codemode::{Json, Limits, Outcome, Policy, RunStore, Sandbox, SandboxBuilder, Script};
use codemode_tool::{ToolError, ToolModule, tool};
use serde_json::json;
use tokio::sync::Semaphore;

/// What the tools share.
#[derive(Clone)]
pub(crate) struct Bench {
    /// 100 pages of 1,000 rows of about 200 bytes, made before the clock starts.
    pages: Arc<Vec<Json>>,
    /// Calls that are held at this moment.
    pub(crate) held: Arc<AtomicUsize>,
    /// A permit for each held call that may go on.
    pub(crate) release: Arc<Semaphore>,
}

impl Bench {
    pub(crate) fn new(pages: u32) -> Result<Self> {
        let pages = (0..pages).map(page_of).collect::<Result<_, ToolError>>()?;
        Ok(Self { pages: Arc::new(pages), held: Arc::default(), release: Arc::new(Semaphore::new(0)) })
    }

    /// A sandbox that allows all of these tools.
    pub(crate) fn sandbox(&self, limits: Limits) -> Result<Sandbox> {
        self.sandbox_with(limits, None)
    }

    /// Likewise, with an account of its runs.
    pub(crate) fn sandbox_with(&self, limits: Limits, store: Option<RunStore>) -> Result<Sandbox> {
        let module = ToolModule::new("bench", self.clone()).tool(echo).tool(sleep).tool(page).tool(hold).tool(put);
        let builder = Sandbox::builder().module(module).policy(Policy::allow_all()).limits(limits);
        Ok(store.into_iter().fold(builder, SandboxBuilder::store).build()?)
    }
}

fn page_of(page: u32) -> Result<Json, ToolError> {
    let row = |id: u32| {
        let region = ["north", "south", "east", "west"][id as usize % 4];
        json!({
            "id": id,
            "region": region,
            "status": if id.is_multiple_of(3) { "open" } else { "paid" },
            "amount": (id * 37) % 1000,
            "customer": format!("customer-{id}"),
            "email": format!("customer{id}@example.test"),
            "note": "lorem ipsum dolor sit amet consectetur adipiscing elit sed",
        })
    };
    Json::of(&(page * 1000..(page + 1) * 1000).map(row).collect::<Vec<_>>())
}

/// Gives its argument back.
#[tool(effect = Read)]
async fn echo(i: u32) -> Result<u32, ToolError> {
    Ok(i)
}

/// Changes something, as far as anybody knows.
#[tool(effect = Write)]
async fn put(i: u32) -> Result<u32, ToolError> {
    Ok(i)
}

/// Waits.
#[tool(effect = Read)]
async fn sleep(ms: u64) -> Result<u64, ToolError> {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    Ok(ms)
}

/// One page of rows.
#[tool(effect = Read)]
async fn page(bench: &Bench, page: u32) -> Result<Json, ToolError> {
    let found = bench.pages.get(page as usize);
    found.cloned().ok_or_else(|| ToolError::not_found(format!("there is no page {page}")))
}

/// Waits until it is released.
#[tool(effect = Read, timeout = "10m")]
async fn hold(bench: &Bench, i: u32) -> Result<u32, ToolError> {
    bench.held.fetch_add(1, Ordering::Relaxed);
    let permit = bench.release.acquire().await;
    bench.held.fetch_sub(1, Ordering::Relaxed);
    permit.map_err(ToolError::internal)?.forget();
    Ok(i)
}

/// Runs a script that must run to its end, and checks what it printed where that is known.
pub(crate) async fn run(sandbox: &Sandbox, script: &Script, printed: Option<&str>) -> Result<Outcome> {
    let outcome = sandbox.run(script).await?;
    if !outcome.finished() {
        bail!("{} did not finish: {}", script.name(), outcome.stop);
    }
    if printed.is_some_and(|wanted| wanted != outcome.printed.text()) {
        bail!("{} printed {:?}", script.name(), outcome.printed.text());
    }
    Ok(outcome)
}
