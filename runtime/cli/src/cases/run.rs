//! Runs one case.

use std::time::Duration;

use codemode::{Limits, Outcome, RunStore, Sandbox, Script, ScriptEngine, Stop};
use serde::Serialize;

use super::canned::{self, Executions};
use super::expect;
use super::format::{Approval, CannedTool, Case, CaseError, CaseLimits, Spec};

/// What came of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What did not come as expected; nothing where the case passed.
    pub failures: Vec<Failure>,
    /// How the run ended that shows the failures, or the first.
    pub ended: String,
    /// What it printed.
    pub printed: String,
}

/// One expectation that was not met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The member of `expect`, such as `stdout_contains`.
    pub expectation: &'static str,
    /// What it says.
    pub expected: String,
    /// What came instead, where that is not the whole printed text.
    pub actual: Option<String>,
}

/// How long a run may go on after its wall time before it is given up. Only a fault of the host gets here.
const GRACE: Duration = Duration::from_secs(30);

impl Case {
    /// Runs the case on an engine: all its runs at once in one sandbox, then whatever else it expects. An error means that it
    /// could not be run: its script is not there, a tool is declared wrongly.
    pub async fn run(&self, engine: ScriptEngine) -> Result<Report, CaseError> {
        self.try_run(engine).await.map_err(|reason| self.fault(reason))
    }

    async fn try_run(&self, engine: ScriptEngine) -> Result<Report, String> {
        let Spec { script, tools, limits, expect: Some(expect), .. } = &self.spec else {
            return Err("it has no expectations".into());
        };
        let executions = Executions::default();
        let limits = limits.over(&Limits::default());
        let mut builder = Sandbox::builder().policy(canned::policy(tools)).limits(limits).engine(engine);
        for module in canned::modules(tools, &executions) {
            builder = builder.module(module);
        }
        // Where a person is asked, the run rests in a store until it is decided.
        let folder = tempfile::tempdir().map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        if tools.iter().any(|tool| tool.approval.is_some()) {
            builder = builder.store(RunStore::sqlite(folder.path().join("runs.db")).map_err(|e| e.to_string())?);
        }
        let sandbox = builder.build().map_err(|e| e.to_string())?;
        let script =
            Script::from_file(self.folder.join(script.as_deref().unwrap_or_default())).map_err(|e| e.to_string())?;

        let runs: Vec<_> = (0..expect.repeat_runs)
            .map(|_| {
                let (sandbox, script, tools) = (sandbox.clone(), script.clone(), tools.clone());
                tokio::spawn(async move {
                    let outcome = outcome_of(&sandbox, &script).await?;
                    decided(&sandbox, outcome, &tools).await
                })
            })
            .collect();
        let mut reports = Vec::new();
        for run in runs {
            let outcome = run.await.map_err(|e| e.to_string())??;
            let failures = expect::check(expect, &outcome, &executions);
            let ended = match &outcome.stop {
                Stop::Finished => "finished".into(),
                stop => format!("{}: {stop}", expect::state(stop)),
            };
            reports.push(Report { failures, ended, printed: outcome.printed.text().to_owned() });
        }
        // Runs of one case are alike, so the first that failed speaks for all.
        reports.sort_by_key(|report| report.failures.is_empty());
        let mut report = reports.into_iter().next().ok_or("it has no runs")?;

        if expect.host_survives {
            let outcome = outcome_of(&sandbox, &Script::new("survivor.js", "console.log(1 + 1);")).await?;
            if outcome.printed.text() != "2\n" {
                report.failures.push(Failure {
                    expectation: "host_survives",
                    expected: "a script that runs afterwards prints 2".into(),
                    actual: Some(format!("it printed {:?}; {}", outcome.printed.text(), outcome.stop)),
                });
            }
        }
        Ok(report)
    }
}

/// Answers what a run asks as the case says, until nothing is left to answer.
async fn decided(sandbox: &Sandbox, mut outcome: Outcome, tools: &[CannedTool]) -> Result<Outcome, String> {
    let says = |e: &dyn std::fmt::Display| e.to_string();
    while let (Stop::Paused(paused), Some(store)) = (&outcome.stop, sandbox.store()) {
        let mut answered = false;
        for approval in &paused.approvals {
            let of = |tool: &&CannedTool| format!("{}.{}", tool.namespace, tool.name) == approval.tool;
            let approve = match tools.iter().find(of).and_then(|tool| tool.approval) {
                Some(Approval::Approve) => true,
                Some(Approval::Deny) => false,
                Some(Approval::None) | None => continue,
            };
            store.decide(&approval.id, approve, "the case", None).await.map_err(|e| says(&e))?;
            answered = true;
        }
        if !answered {
            break;
        }
        outcome = sandbox.resume(&paused.run).all_output().await.map_err(|e| says(&e))?;
    }
    Ok(outcome)
}

async fn outcome_of(sandbox: &Sandbox, script: &Script) -> Result<Outcome, String> {
    let most = sandbox.limits().wall_time + GRACE;
    match tokio::time::timeout(most, sandbox.run(script)).await {
        Ok(outcome) => outcome.map_err(|e| e.to_string()),
        Err(_) => Err(format!("the run had not ended {} s after its wall time", GRACE.as_secs())),
    }
}

impl CaseLimits {
    fn over(self, limits: &Limits) -> Limits {
        Limits {
            wall_time: self.timeout_ms.map_or(limits.wall_time, Duration::from_millis),
            memory_bytes: self.memory_mb.map_or(limits.memory_bytes, |mb| mb.saturating_mul(1 << 20)),
            printed_bytes: self.output_bytes.unwrap_or(limits.printed_bytes),
            calls: self.max_tool_calls.unwrap_or(limits.calls),
            ..limits.clone()
        }
    }
}
