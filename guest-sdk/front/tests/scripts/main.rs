//! Scripts and what the checker says of them.

mod contract;
mod endless;
mod features;
mod fenced;
mod reading;
mod types;

use std::fmt::Write as _;

use codemode_abi::check::{Arguments, Checked, Source};
use codemode_abi::frame::{Export, Hint, Module};

/// A script with the tools of a small company.
fn source(name: &str, text: &str) -> Source {
    let module = |name: &str, tools: &[(&str, u32)]| Module {
        name: name.to_owned(),
        tools: tools.iter().map(|(name, tool)| Export { name: (*name).to_owned(), tool: *tool }).collect(),
    };
    let arguments = |known: &[&str], required: usize| {
        let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        Arguments { required: known[..required].to_vec(), known, open: 0 }
    };
    Source {
        name: name.to_owned(),
        text: text.to_owned(),
        modules: vec![
            module("crm", &[("get_customer", 0), ("list_customers", 1)]),
            module("fs", &[("read_file", 2), ("search_files", 3)]),
            module("any", &[("call", 4)]),
            module("codemode:result", &[("submit", 5)]),
            module("codemode:artifacts", &[("slice", 6)]),
        ],
        hints: vec![Hint { specifier: "tools/http".to_owned(), text: "Run with --allow-net=HOST.".to_owned() }],
        arguments: vec![
            arguments(&["id"], 1),
            arguments(&["limit", "offset"], 0),
            arguments(&["path"], 1),
            arguments(&["pattern", "path"], 1),
            Arguments { open: 1, ..Arguments::default() },
            Arguments { open: 1, ..Arguments::default() },
            arguments(&["id", "start", "end"], 1),
        ],
    }
}

fn check(text: &str) -> Checked {
    codemode_guest_front::check(&source("script.js", text))
}

/// The problems, one a line: `line:column name! message [hint]`, the mark where it is certain.
fn problems(text: &str) -> String {
    let mut all = String::new();
    for problem in check(text).problems {
        let mark = if problem.certain == 1 { "!" } else { "" };
        let _ = write!(all, "{}:{} {}{mark} {}", problem.line, problem.column, problem.name, problem.message);
        if !problem.hint.is_empty() {
            let _ = write!(all, " [{}]", problem.hint);
        }
        all.push('\n');
    }
    all
}

/// A script and its problems, as `problems` writes them.
#[track_caller]
fn expect(text: &str, expected: &[&str]) {
    let found = problems(text);
    let found: Vec<&str> = found.lines().collect();
    assert_eq!(found, expected, "\n{text}");
}
