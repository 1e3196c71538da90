//! `codemode check`: what can be said of a script without running it.

use std::fmt::Write as _;

use codemode::{Check, Possible, Sandbox, printable};
use serde_json::json;

use crate::args::{CheckArgs, LimitArgs};
use crate::exit::Exit;
use crate::terminal::Terminal;
use crate::{run, sandbox, script};

pub(crate) fn run(args: &CheckArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let script = script::read(&args.script)?;
    let sandbox = sandbox::build(&args.sandbox, &LimitArgs::default(), &args.result)?;
    let check = run::runtime()?.block_on(sandbox.check(&script));
    let exit = check.error.as_ref().map_or(Exit::Finished, |stop| Exit::of_stop(stop, None));
    if args.json {
        let tools: Vec<_> = check
            .tools
            .iter()
            .map(|(tool, effect)| {
                let rules = sandbox.policy().outlook(tool, *effect);
                json!({ "tool": tool, "effect": effect, "verdict": verdict(&rules), "rules": rules })
            })
            .collect();
        let document = json!({
            "error": check.error, "warnings": check.warnings, "tools": tools, "dynamic": check.dynamic,
        });
        terminal.out(&(serde_json::to_string_pretty(&document)? + "\n"))?;
        return Ok(exit);
    }
    for warning in &check.warnings {
        terminal.warning(&warning.to_string());
    }
    match &check.error {
        Some(stop) => terminal.error(&stop.to_string()),
        None => terminal.out(&effects(&check, &sandbox))?,
    }
    Ok(exit)
}

fn said(possible: &Possible) -> String {
    let rule = &possible.rule;
    if rule.starts_with(|c: char| c.is_ascii_digit()) {
        return format!("{} (rule {rule})", possible.verdict);
    }
    format!("{} ({rule})", possible.verdict)
}

/// What the policy says of every call of a tool, where it says the same of all.
fn verdict(rules: &[Possible]) -> String {
    match rules {
        [first, rest @ ..] if rest.iter().all(|other| other.verdict == first.verdict) => first.verdict.to_string(),
        _ => "depends".into(),
    }
}

/// What the script could do, a line for each tool.
fn effects(check: &Check, sandbox: &Sandbox) -> String {
    let mut text = String::new();
    let width = check.tools.iter().map(|(tool, _)| tool.chars().count()).max().unwrap_or_default();
    for (tool, effect) in &check.tools {
        let rules = sandbox.policy().outlook(tool, *effect);
        let verdict = match rules.as_slice() {
            [only] => only.verdict.to_string(),
            // Every rule but the last has conditions that only the call shows.
            rules => {
                let each: Vec<String> = rules.iter().map(said).collect();
                format!("depends on the call: {}", each.join(", else "))
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", printable(&format!("{tool:width$}  {:8}  {verdict}", effect.as_str())));
    }
    if check.dynamic {
        text.push_str("It may call any other tool too: it names tools by what it computes.\n");
    } else if check.tools.is_empty() {
        text.push_str("It calls no tools.\n");
    }
    text
}
