//! Names that a script uses without declaring them, and that do not exist in a sandbox.

use codemode_abi::specifier;
use oxc_ast::ast::{CallExpression, IdentifierReference};
use rustc_hash::FxHashSet;

use crate::instead;
use crate::names::text;
use crate::problems::shown;
use crate::walk::Walk;

/// The globals that were looked at, each once: a long script uses few, and often.
#[derive(Debug, Default)]
pub(crate) struct Missing<'a> {
    seen: FxHashSet<(&'a str, &'a str)>,
}

impl<'a> Missing<'a> {
    /// Whether a global, or a member of one, was not looked at before.
    fn is_new(&mut self, global: &'a str, member: &'a str) -> bool {
        self.seen.insert((global, member))
    }
}

impl<'a> Walk<'_, '_, 'a> {
    /// A global is used: one that is missing is reported, and so is a tool that was not imported.
    pub(crate) fn missing_global(&mut self, name: &'a str, offset: u32) {
        if !self.missing.is_new(name, "") {
            return;
        }
        let (message, hint) = if let Some(import) = self.not_imported(name) {
            (format!("{name} is not imported"), import)
        } else if let Some(hint) = instead::of_global(name, self.names.source) {
            (format!("{name} is not available in a script"), hint)
        } else if self.is_entity(name, offset) {
            let hint = "Write <, > and & themselves, not as HTML entities.";
            (format!("&{name}; is not an operator"), hint.to_owned())
        } else {
            return;
        };
        self.problems.warn("Warning", offset, message, hint);
    }

    /// A member of a global is used.
    pub(crate) fn missing_member(&mut self, global: &'a str, member: &'a str, offset: u32) {
        let Some(hint) = instead::of_member(global, member) else {
            return self.missing_global(global, offset);
        };
        if self.missing.is_new(global, member) {
            let message = format!("{global}.{member} is not available in a script");
            self.problems.warn("Warning", offset, message, hint.to_owned());
        }
    }

    /// `require("…")`.
    pub(crate) fn require(&mut self, callee: &IdentifierReference<'a>, call: &CallExpression<'a>) {
        let Some(written) = call.arguments.first().and_then(|it| it.as_expression()).and_then(text) else { return };
        if !self.problems.takes_warnings() {
            return;
        }
        let hint = match self.names.find_module(written) {
            Some(_) => format!("Write import {{ … }} from \"{}\".", shown(written)),
            None => instead::of_module(written, self.names.source),
        };
        self.missing.is_new("require", "");
        let message = format!("require(\"{}\") is not available in a script", shown(written));
        self.problems.warn("Warning", callee.span.start, message, hint);
    }

    /// The import that makes a global of this name a tool, or a module of tools.
    fn not_imported(&self, name: &str) -> Option<String> {
        let modules = &self.names.source.modules;
        if let Some(module) = modules.iter().find(|module| module.name == name) {
            return Some(format!("Write tools.{name}, or import * as {name} from \"{}\".", specifier(&module.name)));
        }
        let module = modules.iter().find(|module| module.tools.iter().any(|tool| tool.name == name))?;
        Some(format!("Write import {{ {name} }} from \"{}\".", specifier(&module.name)))
    }

    /// `i &lt; n` parses, as a bitwise and, and fails only when it is run.
    fn is_entity(&self, name: &str, offset: u32) -> bool {
        matches!(name, "lt" | "gt" | "amp" | "quot")
            && self.problems.lines.text().get(..offset as usize).is_some_and(|before| before.ends_with('&'))
    }
}
