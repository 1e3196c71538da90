//! `codemode approvals`: what waits for a person.

use std::fmt::Write as _;

use anyhow::Context as _;
use codemode::{Approval, RunStore, printable};

use crate::args::{ApprovalsArgs, ApprovalsCommand, Decide};
use crate::exit::Exit;
use crate::run::runtime;
use crate::runs::{short, time};
use crate::terminal::Terminal;
use crate::{environment, store};

pub(crate) fn run(args: &ApprovalsArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let store = store::existing(&args.store, args.config.as_deref())?;
    runtime()?.block_on(async {
        let approvals = match &args.command {
            ApprovalsCommand::List { principal } => {
                let approvals = store.approvals(principal.as_deref()).await?;
                if approvals.is_empty() && !args.json {
                    terminal.line(&format!("Nothing waits in {}.", store.place()));
                }
                approvals
            }
            ApprovalsCommand::Show { id } => vec![store.approval(id).await?],
            ApprovalsCommand::Approve(decide) => decided(&store, decide, true).await?,
            ApprovalsCommand::Deny(decide) => decided(&store, decide, false).await?,
        };
        let mut text = String::new();
        for approval in &approvals {
            text += &if args.json { serde_json::to_string(approval)? + "\n" } else { show(approval) };
        }
        terminal.out(&text)?;
        Ok(Exit::Finished)
    })
}

async fn decided(store: &RunStore, decide: &Decide, approve: bool) -> anyhow::Result<Vec<Approval>> {
    let by = decide.by.clone().or_else(environment::user).context("say who decides: --by NAME")?;
    let mut approvals = Vec::new();
    for id in &decide.ids {
        approvals.push(store.decide(id, approve, &by, decide.reason.as_deref()).await?);
    }
    Ok(approvals)
}

/// An approval as a person reads it: nothing in it can move the cursor or hide.
fn show(approval: &Approval) -> String {
    let mut text = String::new();
    let mut line = |label: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{label:13}{}", printable(value));
    };
    line(short(&approval.id), &format!("{} {}", approval.tool, approval.arguments));
    let reason = approval.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    line("", &format!("{}; asked by rule {}{reason}", approval.effect, approval.rule));
    let who = if approval.principal.is_empty() { String::new() } else { format!(" for {}", approval.principal) };
    line(
        "",
        &format!("call {} of run {}{who}, since {}", approval.call, short(&approval.run), time(approval.asked_ms)),
    );
    if !approval.labels.is_empty() {
        let labels: Vec<&str> = approval.labels.iter().map(|label| label.as_str()).collect();
        line("", &format!("the run has read {} data", labels.join(" and ")));
    }
    match &approval.decided_by {
        Some(by) => {
            let comment = approval.comment.as_ref().map(|comment| format!(": {comment}")).unwrap_or_default();
            line("", &format!("{} by {by}{comment}", approval.state.as_str()));
        }
        None => line("", &format!("{}, until {}", approval.state.as_str(), time(approval.expires_ms))),
    }
    text
}
