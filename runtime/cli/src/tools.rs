//! `codemode tools`: what scripts can import.

use std::fmt::Write as _;

use anyhow::bail;
use codemode::{Callers, OnTimeout, Sandbox, ToolInfo, printable};
use serde_json::json;

use crate::args::{LimitArgs, ResultArgs, ToolsArgs, ToolsCommand};
use crate::exit::Exit;
use crate::terminal::Terminal;
use crate::{sandbox, schema};

pub(crate) fn run(args: &ToolsArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let sandbox = sandbox::build(&args.sandbox, &LimitArgs::default(), &ResultArgs::default())?;
    let text = match &args.command {
        ToolsCommand::List if args.json => list_json(&sandbox)?,
        ToolsCommand::List => {
            let text = list(&sandbox);
            if text.is_empty() {
                terminal
                    .line("There are no tools. Flags grant some, for example: codemode tools --allow-read=DIR list");
            }
            text
        }
        ToolsCommand::Show { name } => {
            let tools = sandbox.tools();
            let tool = find(&tools, name)?;
            if args.json { serde_json::to_string_pretty(tool)? + "\n" } else { show(tool) }
        }
    };
    terminal.out(&text)?;
    Ok(Exit::Finished)
}

/// `module.tool`, as in policies and journals.
fn full_name(tool: &ToolInfo) -> String {
    format!("{}.{}", tool.module, tool.spec.name)
}

fn list_json(sandbox: &Sandbox) -> anyhow::Result<String> {
    let modules: Vec<_> =
        sandbox.modules().map(|(name, about)| json!({ "name": name, "description": about })).collect();
    Ok(serde_json::to_string_pretty(&json!({ "modules": modules, "tools": sandbox.tools() }))? + "\n")
}

fn list(sandbox: &Sandbox) -> String {
    let tools = sandbox.tools();
    let width = tools.iter().map(|tool| full_name(tool).chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for (module, about) in sandbox.modules() {
        let gap = if text.is_empty() { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}tools/{module}");
        for line in about.lines() {
            let _ = writeln!(text, "  {}", printable(line));
        }
        for tool in tools.iter().filter(|tool| tool.module == module) {
            let (name, effect) = (full_name(tool), tool.spec.effect.as_str());
            let line = format!("  {name:width$}  {effect:8}  {}", first_sentence(&tool.spec.description));
            let _ = writeln!(text, "{}", printable(line.trim_end()));
        }
    }
    text
}

/// The first sentence of a description, or its first line where that is shorter.
fn first_sentence(text: &str) -> &str {
    let line = text.trim_start().lines().next().unwrap_or_default();
    line.split_once(". ").map_or(line, |(sentence, _)| sentence).trim_end_matches('.')
}

/// The tool of that name, with its module or without where only one has it.
fn find<'a>(tools: &'a [ToolInfo], name: &str) -> anyhow::Result<&'a ToolInfo> {
    let wanted = name.strip_prefix("tools/").unwrap_or(name).replace('/', ".");
    let matching: Vec<&ToolInfo> =
        tools.iter().filter(|tool| full_name(tool) == wanted || tool.spec.name == wanted).collect();
    if let [tool] = matching.as_slice() {
        return Ok(tool);
    }
    let names: Vec<String> = tools.iter().map(full_name).collect();
    if names.is_empty() {
        bail!("there are no tools; flags grant some, for example --allow-read=DIR");
    }
    let close: Vec<String> = if matching.is_empty() {
        codemode_abi::nearest(&wanted, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
    } else {
        matching.into_iter().map(full_name).collect()
    };
    if close.is_empty() {
        bail!("there is no tool {name}; `codemode tools list` shows them");
    }
    bail!("there is no tool {name}; did you mean {}?", close.join(" or "));
}

fn show(tool: &ToolInfo) -> String {
    let spec = &tool.spec;
    let callers = match spec.callers {
        Callers::Script | Callers::Both => "",
        Callers::Direct => "; not for scripts",
    };
    let timeout = match spec.timeout.as_millis() {
        ms if ms % 1_000 == 0 => format!("{} s", ms / 1_000),
        ms => format!("{ms} ms"),
    };
    let stops = if spec.on_timeout == OnTimeout::Stop { ", which ends the run" } else { "" };
    let labels: Vec<&str> = spec.labels.iter().map(|label| label.as_str()).collect();
    let labels = if labels.is_empty() { String::new() } else { format!("; brings in {} data", labels.join(" and ")) };
    let mut text = format!("{}: {}, at most {timeout} a call{stops}{labels}{callers}\n", full_name(tool), spec.effect);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  import {{ {} }} from \"tools/{}\";", tool.export, tool.module);
    if !spec.description.is_empty() {
        text.push('\n');
        for line in spec.description.lines() {
            let _ = writeln!(text, "{}", printable(line));
        }
    }
    let _ = write!(text, "\nArguments\n{}", schema::describe(&spec.input_schema));
    if let Some(output) = &spec.output_schema {
        let _ = write!(text, "\nReply\n{}", schema::describe(output));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_list_shows_first_sentences() {
        assert_eq!(first_sentence("Reads a file. Big ones in parts."), "Reads a file");
        assert_eq!(first_sentence("Reads v1.2 files.\nMore."), "Reads v1.2 files");
        assert_eq!(first_sentence(""), "");
    }
}
