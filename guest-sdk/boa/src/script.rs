//! The script of a run: parsed, linked, begun.

use std::path::Path;

use boa_engine::ast::scope::Scope;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::parser::{self, Parser};
use boa_engine::{Context, JsError, Module, Source};
use codemode_guest_core::abi::frame::Position;
use codemode_guest_core::abi::{Ending, Report};
use codemode_guest_core::{Fault, blame};

use crate::errors::{self, Words};
use crate::modules::Loader;
use crate::state;

/// Parses a script and loads what it imports; gives the promise of its end.
pub(crate) fn begin(name: &str, source: &str, loader: &Loader, context: &mut Context) -> Result<JsPromise, Fault> {
    let path = Path::new(name);
    let module = Module::parse(Source::from_bytes(source).with_path(path), None, context);
    let module = module.map_err(|error| broken_source(&error, source, context))?;

    let loaded = module.load(context);
    if matches!(loaded.state(), PromiseState::Pending) {
        context.run_jobs().map_err(|error| errors::report(error, &Words::default(), context))?;
    }
    if let PromiseState::Rejected(reason) = loaded.state() {
        return Err(not_linked(JsError::from_opaque(reason), source, context));
    }
    if let Err(error) = module.link(context) {
        return Err(missing_export(error, source, loader, context));
    }
    module.evaluate(context).map_err(|error| errors::report(error, &Words::default(), context))
}

/// The report of a source that does not parse. The engine's error has the position in its text only, so the source is
/// parsed again for the parser's own error.
fn broken_source(error: &JsError, source: &str, context: &mut Context) -> Box<Report> {
    let mut report = Report {
        ending: Ending::Rejected as u32,
        name: "SyntaxError".to_owned(),
        message: error.as_native().map_or_else(|| error.to_string(), |native| native.message().to_owned()),
        ..Report::default()
    };
    let mut parser = Parser::new(Source::from_bytes(source));
    let parsed = parser.parse_module(&Scope::new_global(), context.interner_mut());
    if let Err(error) = parsed {
        let (message, position) = describe(&error);
        report.message = message;
        if let Some((line, column)) = position {
            report.stack.push(Position { function: String::new(), line, column });
        }
    }
    if source_returns(source, &report) {
        report.hint = "a script has no return: print the result with console.log".to_owned();
    }
    Box::new(report)
}

/// The parser's message without its position, and the position.
fn describe(error: &parser::Error) -> (String, Option<(u32, u32)>) {
    let text = error.to_string();
    // Messages end in `at line 2, col 16`.
    let Some((message, place)) = text.rsplit_once(" at line ") else { return (text, None) };
    let mut numbers = place.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let line = numbers.next().and_then(|number| number.parse().ok());
    let column = numbers.next().and_then(|number| number.parse().ok());
    let message = message.trim_end_matches(',').to_owned();
    (message, line.zip(column))
}

/// Whether the parser stopped at a `return`.
fn source_returns(source: &str, report: &Report) -> bool {
    let Some(at) = report.stack.first() else { return false };
    let line = source.lines().nth(at.line.saturating_sub(1) as usize).unwrap_or_default();
    line.trim_start().starts_with("return") && report.message.contains("return")
}

/// An import that names no module.
fn not_linked(error: JsError, source: &str, context: &mut Context) -> Box<Report> {
    let mut report = errors::report(error, &Words::default(), context);
    report.ending = Ending::Rejected as u32;
    report.stack = blame::import_position(source, blame::quoted(&report.message)).into_iter().collect();
    report
}

/// An import of a tool that the module does not have: the engine names the tool only.
fn missing_export(error: JsError, source: &str, loader: &Loader, context: &mut Context) -> Box<Report> {
    let mut report = errors::report(error, &Words::default(), context);
    report.ending = Ending::Rejected as u32;
    if let Some(name) = report.message.split('`').nth(1).map(str::to_owned) {
        let loaded = loader.names();
        let loaded = loaded.iter().map(String::as_str);
        let (message, position) =
            state::with(|state| blame::missing_export(source, &name, loaded, &state.run.manifest));
        report.message = message.unwrap_or(report.message);
        report.stack = position.into_iter().collect();
    }
    report
}
