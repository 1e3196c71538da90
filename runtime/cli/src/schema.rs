//! JSON Schemas as a person reads them: a line for each member, with its type, whether it is required, its default and its
//! description.

use std::fmt::Write as _;

use codemode::printable;
use serde_json::{Map, Value};

/// How deep objects inside objects are shown, and references followed. Deeper ones are for `--json`.
const DEPTH: usize = 4;

/// The members of an object schema, indented, each on a line of its own; a schema of anything else as one line.
pub(crate) fn describe(schema: &Value) -> String {
    let root = Root(schema);
    let mut text = String::new();
    match root.members(schema) {
        Some(_) => root.list(schema, 1, &mut text),
        None => _ = writeln!(text, "  {}{}", root.kind(schema, 0), bounds(schema)),
    }
    if text.is_empty() { "  none\n".into() } else { text }
}

/// The whole schema, into which references point.
struct Root<'a>(&'a Value);

impl<'a> Root<'a> {
    /// Writes the members of an object.
    fn list(&self, schema: &'a Value, depth: usize, text: &mut String) {
        let schema = self.follow(schema);
        let required: Vec<&str> = match schema.get("required").and_then(Value::as_array) {
            Some(names) => names.iter().filter_map(Value::as_str).collect(),
            None => Vec::new(),
        };
        let indent = "  ".repeat(depth);
        for (name, member) in self.members(schema).into_iter().flatten() {
            let mut notes = Vec::new();
            if required.contains(&name.as_str()) {
                notes.push("required".to_owned());
            }
            if let Some(default) = member.get("default").filter(|default| !default.is_null()) {
                notes.push(format!("default {default}"));
            }
            let notes = if notes.is_empty() { String::new() } else { format!(", {}", notes.join(", ")) };
            let line = format!("{name}: {}{}{notes}", self.kind(member, depth), bounds(member));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{indent}{}", printable(&line));
            for said in description(member).lines() {
                let _ = writeln!(text, "{indent}    {}", printable(said));
            }
            if depth < DEPTH {
                let inner = self.follow(member);
                let inner = inner.get("items").map_or(inner, |items| self.follow(items));
                self.list(inner, depth + 1, text);
            }
        }
    }

    fn members(&self, schema: &'a Value) -> Option<&'a Map<String, Value>> {
        self.follow(schema).get("properties")?.as_object()
    }

    /// What a reference points to, where it points into this schema.
    fn follow(&self, mut schema: &'a Value) -> &'a Value {
        for _ in 0..DEPTH {
            let target = schema.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
            match target.and_then(|pointer| self.0.pointer(pointer)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }

    /// The type in words: `string`, `"a" | "b"`, `array of integer`.
    fn kind(&self, schema: &'a Value, depth: usize) -> String {
        let schema = self.follow(schema);
        if depth > DEPTH || schema == &Value::Bool(true) {
            return "any value".into();
        }
        let of_all = |schemas: &'a Vec<Value>, between: &str| {
            let kinds: Vec<String> = schemas.iter().map(|part| self.kind(part, depth + 1)).collect();
            kinds.join(between)
        };
        let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        if let Some(constant) = schema.get("const") {
            return constant.to_string();
        }
        if let Some(values) = list("enum") {
            return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
        }
        match (schema.get("type"), list("anyOf").or_else(|| list("oneOf")), list("allOf")) {
            (Some(Value::String(name)), _, _) => self.named(name, schema, depth),
            (Some(Value::Array(names)), _, _) => {
                let names = names.iter().filter_map(Value::as_str);
                names.map(|name| self.named(name, schema, depth)).collect::<Vec<_>>().join(" | ")
            }
            (_, Some(alternatives), _) => of_all(alternatives, " | "),
            (_, _, Some(parts)) => of_all(parts, " and "),
            _ if schema.get("properties").is_some() => "object".into(),
            _ => "any value".into(),
        }
    }

    fn named(&self, name: &str, schema: &'a Value, depth: usize) -> String {
        match name {
            "array" => match schema.get("items") {
                Some(items) => format!("array of {}", self.kind(items, depth + 1)),
                None => "array".into(),
            },
            "object" => match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => format!("object of {}", self.kind(values, depth + 1)),
                _ => "object".into(),
            },
            other => other.into(),
        }
    }
}

/// What a schema says beyond the type, in parentheses.
fn bounds(schema: &Value) -> String {
    const WORDS: [(&str, &str); 10] = [
        ("minimum", "at least"),
        ("exclusiveMinimum", "more than"),
        ("maximum", "at most"),
        ("exclusiveMaximum", "less than"),
        ("minLength", "length at least"),
        ("maxLength", "length at most"),
        ("minItems", "items at least"),
        ("maxItems", "items at most"),
        ("pattern", "like"),
        ("format", "format"),
    ];
    let said: Vec<String> = WORDS
        .iter()
        .filter_map(|(keyword, words)| match schema.get(keyword)? {
            Value::String(text) => Some(format!("{words} {text}")),
            value => Some(format!("{words} {value}")),
        })
        .collect();
    if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
}

fn description(schema: &Value) -> &str {
    schema.get("description").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::describe;

    #[test]
    fn a_member_is_a_line_with_what_is_known_of_it() {
        let schema = json!({
            "type": "object",
            "required": ["path"],
            "properties": {
                "path": { "type": "string", "description": "Where.\nRelative." },
                "first": { "type": ["integer", "null"], "minimum": 1, "default": 1 },
                "order": { "enum": ["name", "size"] },
                "filters": { "type": "array", "items": { "$ref": "#/$defs/filter" } },
            },
            "$defs": { "filter": { "type": "object", "properties": { "glob": { "type": "string" } } } },
        });
        let shown = "  filters: array of object\n    glob: string\n  first: integer | null (at least 1), default 1\n  \
                     order: \"name\" | \"size\"\n  path: string, required\n      Where.\n      Relative.\n";
        let mut lines: Vec<&str> = shown.lines().collect();
        let described = describe(&schema);
        let mut described: Vec<&str> = described.lines().collect();
        lines.sort_unstable();
        described.sort_unstable();
        assert_eq!(described, lines); // the order of members is serde_json's
    }

    #[test]
    fn what_is_no_object_is_one_line() {
        assert_eq!(describe(&json!({ "type": "array", "items": { "type": "string" } })), "  array of string\n");
        assert_eq!(describe(&json!({ "type": "object", "properties": {} })), "  none\n");
        assert_eq!(describe(&json!(true)), "  any value\n");
    }
}
