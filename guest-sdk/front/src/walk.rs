//! One walk over the script that will run: which tools it can reach, what it uses that is not there, and what needs
//! locale support. What is found about calls of tools is in `calls`, about names that do not exist in `missing`.

use codemode_abi::TOOLS;
use codemode_abi::check::Source;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, BindingPattern, BindingProperty, CallExpression, ChainElement,
    ComputedMemberExpression, Expression, ExpressionStatement, ForOfStatement, FormalParameter, Function,
    IdentifierReference, ImportExpression, NewExpression, Program, Statement, StaticMemberExpression, UnaryExpression,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;
use oxc_syntax::scope::ScopeFlags;

use crate::defaults::Defaults;
use crate::instead;
use crate::locale::{Reasons, is_locale_global, is_locale_method, locale_argument};
use crate::missing::Missing;
use crate::names::{Meaning, Names, ToolRef, text};
use crate::problems::{Problems, shown};

/// The walk's state.
pub(crate) struct Walk<'s, 't, 'a> {
    pub(crate) names: Names<'s, 'a>,
    pub(crate) problems: &'s mut Problems<'t>,
    pub(crate) missing: Missing<'a>,
    /// The script can reach tools that it does not name.
    pub(crate) dynamic: bool,
    locale: Reasons,
    /// Uses of what QuickJS gets wrong.
    boa: Reasons,
    pub(crate) defaults: Defaults,
    /// Where a method is named whose call asks for American English, which every engine knows.
    english: Option<u32>,
    tools: Vec<u32>,
}

/// What a walk found, apart from problems.
pub(crate) struct Found {
    pub(crate) locale: Vec<String>,
    pub(crate) boa: Vec<String>,
    pub(crate) tools: Vec<u32>,
    pub(crate) dynamic: bool,
}

/// Walks over a script.
pub(crate) fn walk(program: &Program<'_>, scoping: &Scoping, source: &Source, problems: &mut Problems<'_>) -> Found {
    let mut walk = Walk {
        names: Names::new(source, scoping),
        problems,
        missing: Missing::default(),
        dynamic: false,
        locale: Reasons::default(),
        boa: Reasons::default(),
        defaults: Defaults::default(),
        english: None,
        tools: Vec::new(),
    };
    walk.imports(program);
    walk.learn_top_level(program);
    walk.visit_program(program);
    walk.tools.sort_unstable();
    walk.tools.dedup();
    Found { locale: walk.locale.finish(), boa: walk.boa.finish(), tools: walk.tools, dynamic: walk.dynamic }
}

impl<'a> Walk<'_, '_, 'a> {
    /// Learns what the script's own constants stand for before the functions above them are looked at.
    fn learn_top_level(&mut self, program: &Program<'a>) {
        for statement in &program.body {
            let Statement::VariableDeclaration(declaration) = statement else { continue };
            for declarator in &declaration.declarations {
                if let Some(init) = &declarator.init {
                    self.names.learn_pattern(&declarator.id, self.names.of(init));
                }
            }
        }
    }

    /// The script names this tool.
    pub(crate) fn name_tool(&mut self, tool: ToolRef) {
        self.tools.push(self.names.export(tool).tool);
    }

    /// Something is used as a value, so that nothing more can be said of what becomes of it.
    fn escapes(&mut self, meaning: Meaning<'a>) {
        match meaning {
            Meaning::Tools | Meaning::Module(_) | Meaning::Import(_) => self.dynamic = true,
            other => self.mentioned(other),
        }
    }

    /// Something is named, and what follows is known.
    fn mentioned(&mut self, meaning: Meaning<'a>) {
        match meaning {
            Meaning::Tool(tool) | Meaning::Reply(tool) => self.name_tool(tool),
            _ if !self.problems.takes_warnings() => {}
            Meaning::NoModule(name, offset) => {
                let hint = instead::of_module(&format!("{TOOLS}{name}"), self.names.source);
                self.problems.warn("ImportError", offset, format!("tools has no module \"{}\"", shown(name)), hint);
            }
            Meaning::NoTool(module, name, offset) => {
                let (message, hint) = self.no_tool(module, name);
                self.problems.warn("ImportError", offset, message, hint);
            }
            _ => {}
        }
    }

    /// A pattern takes a value apart that matters here.
    fn take_apart(&mut self, pattern: &BindingPattern<'a>, meaning: Meaning<'a>) {
        match pattern {
            BindingPattern::BindingIdentifier(name) => {
                let symbol = name.symbol_id.get();
                if symbol.is_some_and(|symbol| self.names.scoping.symbol_is_mutated(symbol)) {
                    self.escapes(meaning);
                } else {
                    self.mentioned(meaning);
                }
            }
            BindingPattern::AssignmentPattern(with_default) => {
                self.take_apart(&with_default.left, meaning);
                self.visit_expression(&with_default.right);
            }
            BindingPattern::ObjectPattern(object) => {
                if let Meaning::Reply(tool) = meaning {
                    self.not_awaited(tool, object.span.start);
                }
                for property in &object.properties {
                    if let Some(std::borrow::Cow::Borrowed(key)) = property.key.static_name() {
                        self.take_apart(&property.value, self.names.member(meaning, key, property.span.start));
                    } else {
                        self.escapes(meaning);
                        self.visit_property_key(&property.key);
                        self.visit_binding_pattern(&property.value);
                    }
                }
                if object.rest.is_some() {
                    self.escapes(meaning);
                }
            }
            BindingPattern::ArrayPattern(_) => {
                self.escapes(meaning);
                self.visit_binding_pattern(pattern);
            }
        }
    }

    /// A member is named that may need locale data, or another engine.
    fn special_member(&mut self, name: &str, offset: u32) {
        if is_locale_method(name) {
            if self.english != Some(offset) {
                self.locale(name, offset);
            }
        } else if name == "species" {
            // QuickJS asks `Promise[Symbol.species]` where a module first waits, and is led astray by one that was replaced.
            self.needs_boa("Symbol.species", offset);
        }
    }

    fn locale(&mut self, reason: &str, offset: u32) {
        let lines = &self.problems.lines;
        self.locale.add(reason, || lines.place(offset).line);
    }

    pub(crate) fn needs_boa(&mut self, reason: &str, offset: u32) {
        let lines = &self.problems.lines;
        self.boa.add(reason, || lines.place(offset).line);
    }

    /// `object.name`, of whatever form.
    fn member(&mut self, object: &Expression<'a>, name: &'a str, offset: u32) {
        self.special_member(name, offset);
        match self.names.of(object) {
            Meaning::Reply(tool) => {
                if !matches!(name, "then" | "catch" | "finally") {
                    self.not_awaited(tool, object.span().start);
                }
                self.visit_expression(object);
            }
            Meaning::Global => {
                if is_locale_global(name) {
                    self.locale(name, offset);
                } else {
                    self.missing_global(name, offset);
                }
            }
            // The member is one that belongs to any object.
            Meaning::Tools | Meaning::Module(_) => {}
            _ => match object {
                Expression::Identifier(global) if !self.names.is_declared(global) => {
                    self.member_of_global(global, name);
                }
                _ => self.visit_expression(object),
            },
        }
    }

    fn member_of_global(&mut self, global: &IdentifierReference<'a>, name: &'a str) {
        if is_locale_global(&global.name) {
            self.locale(&format!("{}.{name}", global.name), global.span.start);
        } else {
            self.missing_member(global.name.as_str(), name, global.span.start);
        }
    }

    /// `Object.keys(tools.fs)` says nothing of what is called.
    fn only_lists_names(&self, call: &CallExpression<'a>) -> bool {
        call.callee.is_specific_member_access("Object", "keys")
            && call.arguments.iter().all(|argument| {
                argument
                    .as_expression()
                    .is_some_and(|it| matches!(self.names.of(it), Meaning::Tools | Meaning::Module(_)))
            })
    }

    /// `import("tools/fs").then(({ search_files }) => …)`: what the function takes is the module.
    fn module_callback(&mut self, call: &CallExpression<'a>) -> bool {
        let Some(access) = call.callee.as_member_expression() else { return false };
        let Meaning::Import(module) = self.names.of(access.object()) else { return false };
        let Some(Expression::ArrowFunctionExpression(arrow)) = call.arguments.first().and_then(|it| it.as_expression())
        else {
            return false;
        };
        let Some(parameter) = arrow.params.items.first() else { return false };
        if access.static_property_name() != Some("then") {
            return false;
        }
        self.names.learn_pattern(&parameter.pattern, Meaning::Module(module));
        self.take_apart(&parameter.pattern, Meaning::Module(module));
        self.visit_arrow_function_body(&arrow.body);
        for argument in call.arguments.iter().skip(1) {
            self.visit_argument(argument);
        }
        true
    }

    fn locale_call(&mut self, call: &CallExpression<'a>) {
        let member = call.callee.get_member_expr();
        let Some((span, name)) = member.and_then(oxc_ast::ast::MemberExpression::static_property_info) else { return };
        if locale_argument(name).is_some_and(|index| call.arguments.len() > index) {
            self.locale(name, span.start);
        }
        if is_locale_method(name) && is_english(&call.arguments) {
            self.english = Some(span.start);
        }
    }
}

/// Whether a method that formats is asked for American English in its usual form, as it is without arguments.
fn is_english(arguments: &[Argument<'_>]) -> bool {
    match arguments {
        [] => true,
        [Argument::StringLiteral(locale)] => matches!(locale.value.as_str(), "en-US" | "en"),
        _ => false,
    }
}

impl<'a> Visit<'a> for Walk<'_, '_, 'a> {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        let looked_up = match it {
            Expression::Identifier(_) | Expression::AwaitExpression(_) => true,
            Expression::ChainExpression(chain) => !matches!(chain.expression, ChainElement::CallExpression(_)),
            other => other.is_member_expression(),
        };
        match if looked_up { self.names.of(it) } else { Meaning::Other } {
            Meaning::Other | Meaning::Global => walk::walk_expression(self, it),
            meaning => self.escapes(meaning),
        }
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let meaning = it.init.as_ref().map_or(Meaning::Other, |init| self.names.of(init));
        if let (Some(init), Meaning::Reply(_)) = (&it.init, meaning) {
            self.visit_expression(init);
        }
        if meaning == Meaning::Other {
            return walk::walk_variable_declarator(self, it);
        }
        self.names.learn_pattern(&it.id, meaning);
        self.take_apart(&it.id, meaning);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        if let Some(name) = it.key.static_name() {
            self.special_member(&name, it.span.start);
        }
        walk::walk_binding_property(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if self.names.is_declared(it) {
            return self.default_uses(it);
        }
        let name = it.name.as_str();
        match name {
            "eval" => self.dynamic = true,
            name if is_locale_global(name) => self.locale(name, it.span.start),
            name => self.missing_global(name, it.span.start),
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.defaults.enter_function(it.scope_id.get());
        walk::walk_function(self, it, flags);
        self.defaults.leave_function();
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.defaults.enter_function(it.scope_id.get());
        walk::walk_arrow_function_expression(self, it);
        self.defaults.leave_function();
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.defaults.enter_parameter();
        walk::walk_formal_parameter(self, it);
        self.defaults.leave_parameter();
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.member(&it.object, it.property.name.as_str(), it.property.span.start);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if let Some(name) = text(&it.expression) {
            return self.member(&it.object, name, it.expression.span().start);
        }
        if self.names.of(&it.object) == Meaning::Global {
            self.dynamic = true;
        }
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.locale_call(it);
        if let Meaning::Tool(tool) = self.names.of(&it.callee) {
            self.name_tool(tool);
            self.check_call(tool, it);
            for argument in &it.arguments {
                self.visit_argument(argument);
            }
            return;
        }
        if self.only_lists_names(it) || self.module_callback(it) {
            return;
        }
        self.check_callback(it);
        if let Expression::Identifier(callee) = &it.callee
            && !self.names.is_declared(callee)
        {
            match callee.name.as_str() {
                "Function" => self.dynamic = true,
                "require" => self.require(callee, it),
                _ => {}
            }
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && callee.name == "Function"
            && !self.names.is_declared(callee)
        {
            self.dynamic = true;
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        match text(&it.source) {
            None => {
                self.dynamic = true;
                self.visit_expression(&it.source);
            }
            Some(specifier) if self.names.find_module(specifier).is_some() => self.dynamic = true,
            Some(_) if !self.problems.takes_warnings() => {}
            Some(specifier) => {
                let (message, hint) = self.no_module(specifier);
                self.problems.warn("ImportError", it.source.span().start, message, hint);
            }
        }
        if let Some(options) = &it.options {
            self.visit_expression(options);
        }
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        if let Meaning::Reply(tool) = self.names.of(&it.expression)
            && !matches!(it.expression, Expression::Identifier(_))
        {
            self.dropped(tool, it.span.start);
        }
        // `await import("tools/fs");` alone takes nothing from the module.
        match (&it.expression, self.names.of(&it.expression)) {
            (Expression::AwaitExpression(_), Meaning::Module(_)) => {}
            _ => walk::walk_expression_statement(self, it),
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if let Meaning::Reply(tool) = self.names.of(&it.right)
            && !it.r#await
        {
            self.not_awaited(tool, it.right.span().start);
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        // `typeof fetch` is how a script asks whether something is there, and reaches nothing.
        if it.operator == UnaryOperator::Typeof {
            match self.names.of(&it.argument) {
                Meaning::Other if matches!(it.argument, Expression::Identifier(_)) => return,
                Meaning::Other | Meaning::Global | Meaning::Reply(_) => {}
                meaning => return self.mentioned(meaning),
            }
        }
        walk::walk_unary_expression(self, it);
    }
}
