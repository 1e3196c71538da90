//! What the names and member accesses of a script stand for, as far as tools are concerned.

use codemode_abi::check::Source;
use codemode_abi::frame::{Export, Module};
use codemode_abi::{is_built_in, module_name};
use oxc_ast::ast::{BindingPattern, ChainElement, Expression, IdentifierReference, ImportExpression, MemberExpression};
use oxc_semantic::Scoping;
use oxc_syntax::symbol::SymbolId;
use rustc_hash::FxHashMap;

/// `globalThis.tools.fs.search_files` and what may be wrapped around its parts. Bounds the work on long chains.
const DEEPEST: u32 = 8;

/// One tool of the source's modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToolRef {
    pub(crate) module: usize,
    export: usize,
}

/// What an expression stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning<'a> {
    /// Nothing that has to do with tools.
    Other,
    /// `globalThis`.
    Global,
    /// The global `tools`.
    Tools,
    /// A module's functions.
    Module(usize),
    /// A promise of a module's functions: `import("tools/fs")`.
    Import(usize),
    /// A tool's function.
    Tool(ToolRef),
    /// A promise of a tool's reply.
    Reply(ToolRef),
    /// A member of `tools` that does not exist, and where it is named.
    NoModule(&'a str, u32),
    /// A member of a module that does not exist, and where it is named.
    NoTool(usize, &'a str, u32),
}

/// The script's names.
pub(crate) struct Names<'s, 'a> {
    pub(crate) source: &'s Source,
    pub(crate) scoping: &'s Scoping,
    known: FxHashMap<SymbolId, Meaning<'a>>,
}

impl<'s, 'a> Names<'s, 'a> {
    pub(crate) fn new(source: &'s Source, scoping: &'s Scoping) -> Self {
        Self { source, scoping, known: FxHashMap::default() }
    }

    pub(crate) fn module(&self, index: usize) -> &'s Module {
        &self.source.modules[index]
    }

    pub(crate) fn export(&self, tool: ToolRef) -> &'s Export {
        &self.source.modules[tool.module].tools[tool.export]
    }

    /// The module that a specifier names.
    pub(crate) fn find_module(&self, specifier: &str) -> Option<usize> {
        self.find_module_named(module_name(specifier)?)
    }

    fn find_module_named(&self, name: &str) -> Option<usize> {
        self.source.modules.iter().position(|module| module.name == name)
    }

    /// Whether the tool is a function of the host's own modules, which take any value.
    pub(crate) fn is_built_in(&self, tool: ToolRef) -> bool {
        is_built_in(&self.module(tool.module).name)
    }

    /// A tool of a module by the name of its export.
    pub(crate) fn find_tool(&self, module: usize, name: &str) -> Option<ToolRef> {
        let export = self.module(module).tools.iter().position(|tool| tool.name == name)?;
        Some(ToolRef { module, export })
    }

    /// Whether the script itself declares this name.
    pub(crate) fn is_declared(&self, identifier: &IdentifierReference<'a>) -> bool {
        self.symbol(identifier).is_some()
    }

    fn symbol(&self, identifier: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.scoping.get_reference(identifier.reference_id.get()?).symbol_id()
    }

    /// Remembers what a declared name stands for. One that is assigned to later stands for nothing in particular.
    pub(crate) fn learn(&mut self, symbol: Option<SymbolId>, meaning: Meaning<'a>) {
        if let Some(symbol) = symbol
            && meaning != Meaning::Other
            && !self.scoping.symbol_is_mutated(symbol)
        {
            self.known.insert(symbol, meaning);
        }
    }

    /// Remembers what all the names of a pattern stand for.
    pub(crate) fn learn_pattern(&mut self, pattern: &BindingPattern<'a>, meaning: Meaning<'a>) {
        match pattern {
            BindingPattern::BindingIdentifier(name) => self.learn(name.symbol_id.get(), meaning),
            BindingPattern::AssignmentPattern(with_default) => self.learn_pattern(&with_default.left, meaning),
            BindingPattern::ObjectPattern(object) => {
                for property in &object.properties {
                    if let Some(std::borrow::Cow::Borrowed(key)) = property.key.static_name() {
                        self.learn_pattern(&property.value, self.member(meaning, key, property.span.start));
                    }
                }
            }
            BindingPattern::ArrayPattern(_) => {}
        }
    }

    /// What an expression stands for.
    pub(crate) fn of(&self, expression: &Expression<'a>) -> Meaning<'a> {
        self.of_within(expression, DEEPEST)
    }

    fn of_within(&self, expression: &Expression<'a>, depth: u32) -> Meaning<'a> {
        let Some(depth) = depth.checked_sub(1) else { return Meaning::Other };
        match expression {
            Expression::Identifier(identifier) => self.identifier(identifier),
            Expression::ImportExpression(import) => self.import(import).map_or(Meaning::Other, Meaning::Import),
            Expression::AwaitExpression(wait) => match self.of_within(&wait.argument, depth) {
                Meaning::Import(module) => Meaning::Module(module),
                _ => Meaning::Other,
            },
            Expression::CallExpression(call) => self.called(&call.callee, depth),
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(call) => self.called(&call.callee, depth),
                element => element.as_member_expression().map_or(Meaning::Other, |it| self.access(it, depth)),
            },
            other => other.as_member_expression().map_or(Meaning::Other, |it| self.access(it, depth)),
        }
    }

    fn called(&self, callee: &Expression<'a>, depth: u32) -> Meaning<'a> {
        match self.of_within(callee, depth) {
            Meaning::Tool(tool) => Meaning::Reply(tool),
            _ => Meaning::Other,
        }
    }

    fn identifier(&self, identifier: &IdentifierReference<'a>) -> Meaning<'a> {
        match self.symbol(identifier) {
            Some(symbol) => self.known.get(&symbol).copied().unwrap_or(Meaning::Other),
            None => global(identifier.name.as_str()),
        }
    }

    /// The module that `import("…")` names.
    fn import(&self, import: &ImportExpression<'a>) -> Option<usize> {
        self.find_module(text(&import.source)?)
    }

    fn access(&self, access: &MemberExpression<'a>, depth: u32) -> Meaning<'a> {
        let object = self.of_within(access.object(), depth);
        match access.static_property_info() {
            Some((span, name)) if object != Meaning::Other => self.member(object, name, span.start),
            _ => Meaning::Other,
        }
    }

    /// What the member `name` of something stands for.
    pub(crate) fn member(&self, object: Meaning<'a>, name: &'a str, offset: u32) -> Meaning<'a> {
        match object {
            Meaning::Global => global(name),
            Meaning::Tools => match self.find_module_named(name).filter(|_| !is_built_in(name)) {
                Some(module) => Meaning::Module(module),
                None if belongs_to_any_object(name) => Meaning::Other,
                None => Meaning::NoModule(name, offset),
            },
            Meaning::Module(module) => match self.find_tool(module, name) {
                Some(tool) => Meaning::Tool(tool),
                None if belongs_to_any_object(name) => Meaning::Other,
                None => Meaning::NoTool(module, name, offset),
            },
            Meaning::NoModule(..) | Meaning::NoTool(..) => object,
            Meaning::Other | Meaning::Import(_) | Meaning::Tool(_) | Meaning::Reply(_) => Meaning::Other,
        }
    }
}

/// What a name stands for that the script does not declare.
fn global<'a>(name: &str) -> Meaning<'a> {
    match name {
        "tools" => Meaning::Tools,
        "globalThis" => Meaning::Global,
        _ => Meaning::Other,
    }
}

/// The text of a string literal, or of a template without substitutions.
pub(crate) fn text<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::StringLiteral(literal) => Some(literal.value.as_str()),
        Expression::TemplateLiteral(template) => template.single_quasi().map(|text| text.as_str()),
        _ => None,
    }
}

/// Names that code asks any object for, and that `tools` and its modules answer with `undefined` instead of an error.
fn belongs_to_any_object(name: &str) -> bool {
    matches!(name, "then" | "toJSON" | "toString" | "valueOf" | "constructor" | "prototype" | "length" | "name")
}
