//! The `args` of a rule: JSON Schema, with what would make a rule wider than it reads taken out.

use serde_json::Value;

/// The schema of a rule that lets calls through, with what it narrows made required: of a value that is left out, a schema
/// says nothing, and the tool's default need not be within the rule.
pub(super) fn with_required(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let mut keywords = keywords.clone();
    if let Some(Value::Object(properties)) = keywords.get_mut("properties") {
        let names: Vec<Value> = properties.keys().map(|name| Value::from(name.as_str())).collect();
        for property in properties.values_mut() {
            *property = with_required(property);
        }
        keywords.entry("required").or_insert(names.into());
    }
    for keyword in ONE.iter().chain(&["then", "else"]) {
        if let Some(part) = keywords.get_mut(*keyword) {
            *part = with_required(part);
        }
    }
    for keyword in ["$defs", "patternProperties"] {
        if let Some(Value::Object(named)) = keywords.get_mut(keyword) {
            for part in named.values_mut() {
                *part = with_required(part);
            }
        }
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        if let Some(Value::Array(parts)) = keywords.get_mut(keyword) {
            for part in parts {
                *part = with_required(part);
            }
        }
    }
    keywords.into()
}

/// A keyword that JSON Schema does not have. Validators skip those, so that a misspelt one would allow everything.
pub(super) fn unknown_keyword(schema: &Value) -> Option<&str> {
    let keywords = schema.as_object()?;
    for (keyword, value) in keywords {
        if !KEYWORDS.contains(&keyword.as_str()) {
            return Some(keyword);
        }
        let found = match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", Value::Object(named)) => {
                named.values().find_map(unknown_keyword)
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(parts)) => {
                parts.iter().find_map(unknown_keyword)
            }
            ("not" | "if" | "then" | "else", value) => unknown_keyword(value),
            (keyword, value) if ONE.contains(&keyword) => unknown_keyword(value),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// All keywords, for "did you mean".
pub(super) fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().copied()
}

/// Keywords whose value is one schema that holds for something inside.
const ONE: &[&str] = &["items", "contains", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/// The keywords of draft 2020-12 that say something about a value, and those that structure a schema.
const KEYWORDS: &[&str] = &[
    "$comment",
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "description",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];
