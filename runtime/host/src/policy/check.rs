//! Refuses rules that cannot mean what they say, when the sandbox is built.

use std::sync::Arc;

use codemode_tool::{Callers, Effect};
use serde_json::Value;

use super::amount::Amount;
use super::args::{keywords, unknown_keyword, with_required};
use super::rule::any_fits;
use super::{Compiled, CompiledRule, Policy, Rule, Verdict};
use crate::Error;
use crate::journal::digest;
use crate::registry::{Entry, Registry};
use crate::schema::Schema;

/// A kind of calls that rules can tell apart before there is a call.
#[derive(Clone, Copy)]
struct Kind<'a> {
    tool: &'a str,
    effect: Effect,
    caller: Callers,
}

impl Policy {
    /// Checks the rules against the tools and makes them ready to decide.
    pub(crate) fn compile(&self, registry: &Registry) -> Result<Arc<Compiled>, Error> {
        let mut rules = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let fault = |reason: String| Error::Policy { rule: self.label(at), reason };
            rules.push(compile(rule).map_err(fault)?);
            // A policy without a tool to guard (a file shared by several set-ups, `*`) is no mistake.
            if !registry.granted().is_empty() {
                let earlier = self.rules.get(..at).unwrap_or_default();
                names_tools(rule, registry).map_err(fault)?;
                names_arguments(rule, registry).map_err(fault)?;
                can_apply(rule, earlier, registry).map_err(fault)?;
            }
        }
        // Plain data: it cannot fail.
        let text = serde_json::to_vec(self).unwrap_or_default();
        Ok(Arc::new(Compiled { policy: self.clone(), rules, digest: digest(&text) }))
    }
}

fn compile(rule: &Rule) -> Result<CompiledRule, String> {
    let lets_through = rule.verdict != Verdict::Deny;
    if !lets_through && (rule.calls.is_some() || rule.total.is_some()) {
        return Err("`calls` and `total` bound what a rule lets through, and this one denies; remove them".into());
    }
    if rule.calls == Some(0) {
        return Err("`calls` is 0, so it lets nothing through; write verdict = \"deny\"".into());
    }
    let args = match &rule.args {
        None => None,
        Some(schema @ Value::Object(_)) => {
            if let Some(unknown) = unknown_keyword(schema) {
                let near = codemode_abi::nearest(unknown, keywords());
                let near = near.first().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(format!(
                    "`args` has `{unknown}`, which is no keyword of JSON Schema (arguments stand under `properties`){near}"
                ));
            }
            let schema = if lets_through { with_required(schema) } else { schema.clone() };
            Some(Schema::compile(&schema).map_err(|e| format!("`args` {e}"))?)
        }
        Some(_) => {
            return Err("`args` is a JSON Schema, a table: { properties = { amount = { maximum = 1000 } } }".into());
        }
    };
    let most = match &rule.total {
        None => None,
        Some(total) => Some(Amount::of_f64(total.max).map_err(|e| format!("`total.max` {e}"))?),
    };
    Ok(CompiledRule { args, most })
}

fn names_tools(rule: &Rule, registry: &Registry) -> Result<(), String> {
    if rule.tools.is_empty() {
        return Err("it names no tools; write tools = [\"module.tool\"], or [\"*\"] for all".into());
    }
    let names = registry.granted().iter().map(|tool| tool.full_name.as_str());
    for pattern in &rule.tools {
        if pattern != "*" && !names.clone().any(|name| any_fits(std::slice::from_ref(pattern), name)) {
            let near = codemode_abi::nearest(pattern, names);
            let near = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
            return Err(format!("`{pattern}` matches no tool{near}"));
        }
    }
    Ok(())
}

/// The arguments that the rule names are arguments of its tools.
fn names_arguments(rule: &Rule, registry: &Registry) -> Result<(), String> {
    let tools: Vec<&Entry> = registry.granted().iter().filter(|tool| any_fits(&rule.tools, &tool.full_name)).collect();
    let unknown = |name: &str, place: &str| {
        let known: Vec<&str> = tools.iter().flat_map(|tool| tool.input.properties()).map(String::as_str).collect();
        let near = codemode_abi::nearest(name, known.iter().copied());
        let near = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
        format!("{place} names `{name}`, which none of its tools takes{near}")
    };
    if let Some(args) = &rule.args {
        let properties = args.get("properties").and_then(Value::as_object).into_iter().flat_map(|map| map.keys());
        let required = args.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in properties.map(String::as_str).chain(required.filter_map(Value::as_str)) {
            // A tool that does not say what it takes may take this.
            if !tools.iter().any(|tool| tool.input.may_have(name)) {
                return Err(unknown(name, "`args`"));
            }
        }
    }
    if let Some(total) = &rule.total {
        for tool in &tools {
            let number = |kind: &Value| kind == "number" || kind == "integer";
            match tool.spec.input_schema.get("properties").and_then(|properties| properties.get(&total.field)) {
                None if tools.iter().any(|tool| tool.input.may_have(&total.field)) => {
                    let (field, tool) = (&total.field, &tool.full_name);
                    return Err(format!("`total` names `{field}`, which not all of its tools take: {tool} does not"));
                }
                None => return Err(unknown(&total.field, "`total`")),
                Some(property) if property.get("type").is_some_and(number) => {}
                Some(_) => {
                    return Err(format!(
                        "`total` adds up `{}`, which {} does not declare as a number or integer",
                        total.field, tool.full_name
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Some call can reach the rule.
fn can_apply(rule: &Rule, earlier: &[Rule], registry: &Registry) -> Result<(), String> {
    let kinds = registry.granted().iter().flat_map(|tool| {
        let effects = [Effect::Read, Effect::Write, Effect::External].into_iter();
        let effects = effects.filter(|&effect| effect <= tool.spec.effect);
        effects.flat_map(move |effect| {
            let callers = [Callers::Script, Callers::Direct].into_iter();
            let callers = callers.filter(|&caller| tool.spec.callers.include(caller));
            callers.map(move |caller| Kind { tool: &tool.full_name, effect, caller })
        })
    });
    let concerns =
        |rule: &Rule, kind: Kind<'_>| rule.concerns(kind.tool, kind.effect) && rule.callers.include(kind.caller);
    let mut possible = kinds.filter(|&kind| concerns(rule, kind)).peekable();
    if possible.peek().is_none() {
        if rule.tools.iter().any(|pattern| pattern != "*") {
            return Err("none of its tools has one of its effects and one of its callers".into());
        }
        return Ok(());
    }
    let covers = |other: &Rule| {
        let args = other.args.is_none() || other.args == rule.args && other.verdict == rule.verdict;
        let principals = other.principals.is_empty()
            || !rule.principals.is_empty() && rule.principals.iter().all(|p| other.principals.contains(p));
        let after =
            other.after.is_empty() || !rule.after.is_empty() && rule.after.iter().all(|l| other.after.contains(l));
        !other.overrules && args && principals && after
    };
    if possible.all(|kind| earlier.iter().any(|other| covers(other) && concerns(other, kind))) {
        return Err("it can never apply: earlier rules decide all its calls; move it up or remove it".into());
    }
    Ok(())
}
