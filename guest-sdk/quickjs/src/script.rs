//! The script of a run: parsed, linked, begun.

use codemode_guest_core::abi::{Ending, Report};
use codemode_guest_core::{Fault, blame};
use rquickjs::{Ctx, Error, Module, Promise};

use crate::modules::Names;
use crate::{errors, state};

/// Parses a script and loads what it imports; gives the promise of its end.
pub(crate) fn begin<'js>(name: &str, source: &str, loaded: &Names, ctx: &Ctx<'js>) -> Result<Promise<'js>, Fault> {
    if source.contains('\0') {
        return Err(Box::new(Report {
            ending: Ending::Rejected as u32,
            name: "SyntaxError".to_owned(),
            message: "the script has a NUL character: write it as \\0 inside a string".to_owned(),
            ..Report::default()
        }));
    }
    let name = name.replace('\0', "");
    let module = Module::declare(ctx.clone(), name, source).map_err(|error| broken(error, source, ctx))?;
    let (_, promise) = module.eval().map_err(|error| not_linked(error, source, loaded, ctx))?;
    Ok(promise)
}

/// The report of a source that does not parse, or that imports what is no module.
fn broken(error: Error, source: &str, ctx: &Ctx<'_>) -> Box<Report> {
    let mut report = errors::report_error(error, ctx);
    if report.ending != Ending::Threw as u32 {
        return report;
    }
    report.ending = Ending::Rejected as u32;
    if report.name != "SyntaxError" {
        report.stack = blame::import_position(source, blame::quoted(&report.message)).into_iter().collect();
    } else if report.message.contains("return") {
        report.hint = "a script has no return: print the result with console.log".to_owned();
    }
    report
}

/// An import of a tool that the module does not have: the engine names the tool only.
fn not_linked(error: Error, source: &str, loaded: &Names, ctx: &Ctx<'_>) -> Box<Report> {
    let mut report = errors::report_error(error, ctx);
    if report.ending != Ending::Threw as u32 {
        return report;
    }
    report.ending = Ending::Rejected as u32;
    if let Some(name) = report.message.split('\'').nth(1).map(str::to_owned) {
        let names = loaded.borrow();
        let names = names.iter().map(String::as_str);
        let (message, position) = state::with(|state| blame::missing_export(source, &name, names, &state.run.manifest));
        report.message = message.unwrap_or(report.message);
        report.stack = position.into_iter().collect();
    }
    report
}
