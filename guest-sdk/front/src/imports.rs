//! Static imports and exports: what they name must exist, since the engine links them before anything runs.

use codemode_abi::{is_built_in, nearest, specifier};
use oxc_ast::ast::{
    ExportSpecifier, ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName, Program, Statement, StringLiteral,
};
use oxc_span::GetSpan;

use crate::instead;
use crate::names::Meaning;
use crate::problems::{list, shown};
use crate::walk::Walk;

impl<'a> Walk<'_, '_, 'a> {
    /// Checks the imports, and learns what the imported names stand for.
    pub(crate) fn imports(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            match statement {
                Statement::ImportDeclaration(import) => self.import(import),
                Statement::ExportFromDeclaration(export) => {
                    if let Some(module) = self.linked(&export.source) {
                        for specifier in &export.specifiers {
                            self.exported(module, specifier);
                        }
                    }
                }
                Statement::ExportAllDeclaration(export) if self.linked(&export.source).is_some() => {
                    self.dynamic = true;
                }
                _ => {}
            }
        }
    }

    fn import(&mut self, import: &ImportDeclaration<'a>) {
        let module = self.linked(&import.source);
        for specifier in import.specifiers.iter().flatten() {
            let symbol = specifier.local().symbol_id.get();
            let meaning = match (module, specifier) {
                // The module is reported; its names are none of the globals that could be reported too.
                (None, _) => Meaning::Other,
                (Some(module), ImportDeclarationSpecifier::ImportNamespaceSpecifier(_)) => Meaning::Module(module),
                (Some(module), ImportDeclarationSpecifier::ImportDefaultSpecifier(default)) => {
                    self.no_export(module, "default", default.span.start);
                    Meaning::Other
                }
                (Some(module), ImportDeclarationSpecifier::ImportSpecifier(named)) => {
                    self.export_named(module, &named.imported)
                }
            };
            self.names.learn(symbol, meaning);
        }
    }

    fn exported(&mut self, module: usize, specifier: &ExportSpecifier<'a>) {
        self.export_named(module, &specifier.local);
    }

    /// The tool that an import names, reported where there is none.
    fn export_named(&mut self, module: usize, name: &ModuleExportName<'a>) -> Meaning<'a> {
        let text = name.name();
        if let Some(tool) = self.names.find_tool(module, text.as_str()) {
            self.name_tool(tool);
            return Meaning::Tool(tool);
        }
        self.no_export(module, text.as_str(), name.span().start);
        Meaning::Other
    }

    /// The tool module of an import, reported where it is none.
    fn linked(&mut self, specifier: &StringLiteral<'a>) -> Option<usize> {
        let found = self.names.find_module(specifier.value.as_str());
        if found.is_none() && self.problems.takes_errors() {
            let (message, hint) = self.no_module(specifier.value.as_str());
            self.problems.error("ImportError", specifier.span.start, message, hint);
        }
        found
    }

    /// What to say about a specifier that names no module.
    pub(crate) fn no_module(&self, specifier: &str) -> (String, String) {
        let message = format!("Cannot find module \"{}\"", shown(specifier));
        (message, instead::of_module(specifier, self.names.source))
    }

    fn no_export(&mut self, module: usize, name: &str, offset: u32) {
        if !self.problems.takes_errors() {
            return;
        }
        let (message, hint) = self.no_tool(module, name);
        self.problems.error("ImportError", offset, message, hint);
    }

    /// What to say about a name that a module does not export.
    pub(crate) fn no_tool(&self, module: usize, name: &str) -> (String, String) {
        let module = self.names.module(module);
        let from = format!("\"{}\"", specifier(&module.name));
        let tools = || module.tools.iter().map(|tool| tool.name.as_str());
        if name == "default" {
            let hint = match module.tools.first() {
                Some(tool) => format!("Write import {{ {} }} from {from}.", tool.name),
                None => String::new(),
            };
            return (format!("{from} has no default export"), hint);
        }
        let close = nearest(name, tools());
        let hint = if close.is_empty() {
            format!("It has {}.", list(tools().map(str::to_owned), "and"))
        } else {
            format!("Did you mean {}?", list(close.into_iter().map(str::to_owned), "or"))
        };
        let what = if is_built_in(&module.name) { "function" } else { "tool" };
        (format!("{from} has no {what} \"{}\"", shown(name)), hint)
    }
}
