//! Names that a script uses without declaring them, and that do not exist in a sandbox.

use oxc_ast::ast::{CallExpression, IdentifierReference};

use crate::instead;
use crate::names::{PREFIX, text};
use crate::problems::shown;
use crate::walk::Walk;

/// What was reported, so that each name is reported once.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    seen: Vec<String>,
}

impl Missing {
    /// Whether a name is new. Bounded by the known names and the tools of the run.
    fn is_new(&mut self, name: &str) -> bool {
        let new = !self.seen.iter().any(|seen| seen == name);
        if new {
            self.seen.push(name.to_owned());
        }
        new
    }
}

impl<'a> Walk<'_, '_, 'a> {
    /// A global is used: one that is missing is reported, and so is a tool that was not imported.
    pub(crate) fn missing_global(&mut self, name: &str, offset: u32) {
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
        if self.missing.is_new(name) {
            self.problems.warn("Warning", offset, message, hint);
        }
    }

    /// A member of a global is used.
    pub(crate) fn missing_member(&mut self, global: &str, member: &str, offset: u32) {
        let Some(hint) = instead::of_member(global, member) else {
            return self.missing_global(global, offset);
        };
        let name = format!("{global}.{member}");
        if self.missing.is_new(&name) {
            self.problems.warn("Warning", offset, format!("{name} is not available in a script"), hint.to_owned());
        }
    }

    /// `require("…")`.
    pub(crate) fn require(&mut self, callee: &IdentifierReference<'a>, call: &CallExpression<'a>) {
        let Some(specifier) = call.arguments.first().and_then(|it| it.as_expression()).and_then(text) else { return };
        let hint = match self.names.find_module(specifier) {
            Some(_) => format!("Write import {{ … }} from \"{}\".", shown(specifier)),
            None => instead::of_module(specifier, self.names.source),
        };
        self.missing.is_new("require");
        let message = format!("require(\"{}\") is not available in a script", shown(specifier));
        self.problems.warn("Warning", callee.span.start, message, hint);
    }

    /// The import that makes a global of this name a tool, or a module of tools.
    fn not_imported(&self, name: &str) -> Option<String> {
        let modules = &self.names.source.modules;
        if let Some(module) = modules.iter().find(|module| module.name == name) {
            return Some(format!("Write tools.{name}, or import * as {name} from \"{PREFIX}{}\".", module.name));
        }
        let module = modules.iter().find(|module| module.tools.iter().any(|tool| tool.name == name))?;
        Some(format!("Write import {{ {name} }} from \"{PREFIX}{}\".", module.name))
    }

    /// `i &lt; n` parses, as a bitwise and, and fails only when it is run.
    fn is_entity(&self, name: &str, offset: u32) -> bool {
        matches!(name, "lt" | "gt" | "amp" | "quot")
            && self.problems.lines.text().get(..offset as usize).is_some_and(|before| before.ends_with('&'))
    }
}
