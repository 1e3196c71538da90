//! Calls of tools: their arguments, and what becomes of their promises. All of it is a guess, since a script may mean to
//! catch the error.

use codemode_abi::check::Arguments;
use codemode_abi::nearest;
use oxc_ast::ast::{Argument, CallExpression, Expression, ObjectExpression, ObjectPropertyKind};
use oxc_span::GetSpan;

use crate::names::{Meaning, ToolRef};
use crate::problems::{list, shown};
use crate::walk::Walk;

/// Array methods that call what they are given with more than one argument.
const CALLERS: &[&str] =
    &["map", "forEach", "filter", "flatMap", "some", "every", "find", "findIndex", "reduce", "sort", "toSorted"];

impl<'s, 'a> Walk<'s, '_, 'a> {
    /// Checks the arguments of a call.
    pub(crate) fn check_call(&mut self, tool: ToolRef, call: &CallExpression<'a>) {
        let offset = call.arguments.first().map_or(call.span.start, |first| first.span().start);
        if call.arguments.iter().any(Argument::is_spread) || !self.problems.takes_warnings() {
            return;
        }
        if self.names.is_built_in(tool) {
            return self.check_built_in(tool, call, offset);
        }
        let takes = self.takes(tool);
        let export = self.names.export(tool);
        match call.arguments.as_slice() {
            [] => self.check_names(tool, None, call.span.start),
            [only] => match only.as_expression() {
                Some(Expression::ObjectExpression(object)) => self.check_names(tool, Some(object), offset),
                Some(Expression::Identifier(name)) if name.name == "undefined" => {
                    self.check_names(tool, None, call.span.start);
                }
                Some(other) => {
                    if let Some(kind) = kind(other) {
                        let message = format!("{} takes one object of named arguments, not {kind}", export.name);
                        self.problems.warn("ArgumentError", offset, message, takes);
                    }
                }
                None => {}
            },
            several => {
                let message =
                    format!("{} takes one object of named arguments, not {} arguments", export.name, several.len());
                self.problems.warn("ArgumentError", offset, message, takes);
            }
        }
    }

    /// The host's own functions take one value of any kind; the names of an object are compared where the function has such.
    fn check_built_in(&mut self, tool: ToolRef, call: &CallExpression<'a>, offset: u32) {
        let named = self.arguments(tool).is_some_and(|arguments| !arguments.known.is_empty());
        match call.arguments.as_slice() {
            [] if named => self.check_names(tool, None, call.span.start),
            [] => {}
            [only] => match only.as_expression() {
                Some(Expression::ObjectExpression(object)) if named => self.check_names(tool, Some(object), offset),
                _ => {}
            },
            several => {
                let name = &self.names.export(tool).name;
                let message = format!("{name} takes one value, not {}", several.len());
                let hint = "Put them into one array or object.".to_owned();
                self.problems.warn("ArgumentError", offset, message, hint);
            }
        }
    }

    fn arguments(&self, tool: ToolRef) -> Option<&'s Arguments> {
        self.names.source.arguments.get(self.names.export(tool).tool as usize)
    }

    /// How a tool is called.
    fn takes(&self, tool: ToolRef) -> String {
        let name = &self.names.export(tool).name;
        let Some(arguments) = self.arguments(tool) else { return format!("Write {name}({{ … }}).") };
        let shown = if arguments.required.is_empty() { &arguments.known } else { &arguments.required };
        if shown.is_empty() {
            return format!("Write {name}({{}}).");
        }
        let names: Vec<String> = shown.iter().take(3).map(|name| format!("{}: …", key(name))).collect();
        format!("Write {name}({{ {} }}).", names.join(", "))
    }

    /// Compares the names of an object literal with those that the tool takes. No object is an empty one.
    fn check_names(&mut self, tool: ToolRef, object: Option<&ObjectExpression<'a>>, offset: u32) {
        let Some(arguments) = self.arguments(tool) else { return };
        let name = &self.names.export(tool).name;
        let mut given = Vec::new();
        let mut all_known = true;
        for property in object.iter().flat_map(|object| &object.properties) {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                all_known = false;
                continue;
            };
            let Some(key) = property.key.static_name() else {
                all_known = false;
                continue;
            };
            if arguments.open == 0 && !arguments.known.iter().any(|known| *known == key) {
                let message = format!("{name} has no argument \"{}\"", shown(&key));
                let hint = suggest(&key, arguments);
                self.problems.warn("ArgumentError", property.key.span().start, message, hint);
            }
            given.push(key);
        }
        if !all_known {
            return;
        }
        let lacking = arguments.required.iter().filter(|required| !given.iter().any(|given| given == *required));
        let lacking: Vec<String> = lacking.map(|name| format!("\"{}\"", shown(name))).collect();
        if !lacking.is_empty() {
            let message = format!("{name} needs the argument{} {}", plural(&lacking), list(lacking, "and"));
            let hint = self.takes(tool);
            self.problems.warn("ArgumentError", offset, message, hint);
        }
    }

    /// `ids.map(get_customer)` would give the tool an item, an index and the whole array.
    pub(crate) fn check_callback(&mut self, call: &CallExpression<'a>) {
        let Some(method) = call.callee.get_member_expr().and_then(oxc_ast::ast::MemberExpression::static_property_name)
        else {
            return;
        };
        if !CALLERS.contains(&method) {
            return;
        }
        let Some(callback) = call.arguments.first().and_then(|argument| argument.as_expression()) else { return };
        let Meaning::Tool(tool) = self.names.of(callback) else { return };
        let message = format!("{method} would call {} with several arguments", self.names.export(tool).name);
        let hint = format!("Write .{method}((item) => {}).", self.call_of_item(tool));
        self.problems.warn("ArgumentError", callback.span().start, message, hint);
    }

    fn call_of_item(&self, tool: ToolRef) -> String {
        let name = &self.names.export(tool).name;
        let first = self.arguments(tool).and_then(|arguments| arguments.required.first().or(arguments.known.first()));
        match first {
            Some(first) => format!("{name}({{ {}: item }})", key(first)),
            None if self.names.is_built_in(tool) => format!("{name}(item)"),
            None => format!("{name}({{ … }})"),
        }
    }

    /// A call is a statement of its own: nothing waits for it.
    pub(crate) fn dropped(&mut self, tool: ToolRef, offset: u32) {
        let name = &self.names.export(tool).name;
        let message = format!("The call of {name} is not awaited, so the script goes on before it is done");
        let hint = format!("Write await {name}(…).");
        self.problems.warn("Warning", offset, message, hint);
    }

    /// The promise of a call is used as if it were the reply.
    pub(crate) fn not_awaited(&mut self, tool: ToolRef, offset: u32) {
        let name = &self.names.export(tool).name;
        let message = format!("A call of {name} gives a promise of its result, which is used here without await");
        let hint = format!("Write await {name}(…) where the result is needed.");
        self.problems.warn("Warning", offset, message, hint);
    }
}

/// What a literal is, in words; `None` where an expression may still be an object.
fn kind(expression: &Expression<'_>) -> Option<&'static str> {
    Some(match expression {
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => "a string",
        Expression::NumericLiteral(_) | Expression::BigIntLiteral(_) => "a number",
        Expression::BooleanLiteral(_) => "a boolean",
        Expression::NullLiteral(_) => "null",
        Expression::ArrayExpression(_) => "an array",
        Expression::RegExpLiteral(_) => "a regular expression",
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => "a function",
        _ => return None,
    })
}

/// The argument that a wrong name was meant to be, or all that there are.
fn suggest(wrong: &str, arguments: &Arguments) -> String {
    let known = || arguments.known.iter().map(String::as_str);
    let close = nearest(wrong, known());
    if !close.is_empty() {
        return format!("Did you mean {}?", list(close.into_iter().map(str::to_owned), "or"));
    }
    if arguments.known.is_empty() {
        "It takes no arguments.".to_owned()
    } else {
        format!("It takes {}.", list(known().map(str::to_owned), "and"))
    }
}

/// A name as the key of an object literal.
fn key(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { name.to_owned() } else { format!("\"{}\"", shown(name)) }
}

fn plural(of: &[String]) -> &'static str {
    if of.len() == 1 { "" } else { "s" }
}
