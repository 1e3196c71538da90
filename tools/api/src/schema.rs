//! JSON Schemas from Rust types, laid out for a model: types in place, fixed lists as `enum`, no titles.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// The schema of an argument object. Properties that the type does not declare are refused, whether or not it says
/// `deny_unknown_fields`: a misspelt option must not pass as the default.
pub fn input_schema<T: JsonSchema>() -> Value {
    let mut schema = tidy_schema::<T>(SchemaSettings::draft2020_12().for_deserialize());
    close(&mut schema, false);
    // An enum whose every variant is an object is one too, but does not say so itself, which MCP clients want.
    if is_object(&schema)
        && let Some(keywords) = schema.as_object_mut()
    {
        keywords.entry("type").or_insert_with(|| "object".into());
    }
    schema
}

/// The schema of a reply; none for a type that can be any value.
pub(crate) fn output_schema<T: JsonSchema>() -> Option<Value> {
    let schema = tidy_schema::<T>(SchemaSettings::draft2020_12().for_serialize());
    let says_nothing = match &schema {
        Value::Bool(any) => *any,
        Value::Object(keywords) => keywords.is_empty(),
        _ => false,
    };
    (!says_nothing).then_some(schema)
}

/// Whether a schema admits objects only, as a tool's input must.
pub(crate) fn is_object(schema: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return false };
    if let Some(kind) = keywords.get("type") {
        return kind == "object";
    }
    if keywords.contains_key("properties") || keywords.contains_key("$ref") {
        return true; // a reference comes from a recursive type, which is one
    }
    let alternatives = keywords.get("oneOf").or_else(|| keywords.get("anyOf"));
    alternatives.and_then(Value::as_array).is_some_and(|all| !all.is_empty() && all.iter().all(is_object))
}

fn tidy_schema<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    settings.with_transform(RecursiveTransform(tidy)).into_generator().into_root_schema_for::<T>().to_value()
}

/// Takes out what tells a model nothing.
fn tidy(schema: &mut Schema) {
    schema.remove("title");
    // The widths of Rust's numbers; JSON Schema does not know these formats, and what does not fit is refused by serde.
    let width = |format: &str| {
        let digits = format.trim_start_matches("uint").trim_start_matches("int");
        matches!(format, "float" | "double") || digits.is_empty() || digits.bytes().all(|b| b.is_ascii_digit())
    };
    if schema.get("format").and_then(Value::as_str).is_some_and(width) {
        schema.remove("format");
    }
    if let Some(keywords) = schema.as_object_mut() {
        list_constants(keywords);
    }
}

/// Makes `enum: ["a", "b"]` of an enum with documented variants, which is derived as one schema for each of them. What was
/// said of the variants is kept in the description.
fn list_constants(keywords: &mut Map<String, Value>) {
    let Some(variants) = keywords.get("oneOf").and_then(Value::as_array) else { return };
    let mut constants: Vec<Value> = Vec::new();
    let mut said: Vec<String> =
        keywords.get("description").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    for variant in variants {
        let Some(variant) = variant.as_object() else { return };
        if variant.get("type").is_none_or(|kind| kind != "string") {
            return;
        }
        match (variant.get("const"), variant.get("enum").and_then(Value::as_array)) {
            (Some(constant @ Value::String(name)), None) => {
                constants.push(constant.clone());
                said.extend(variant.get("description").and_then(Value::as_str).map(|text| format!("`{name}`: {text}")));
            }
            (None, Some(several)) => constants.extend(several.iter().cloned()),
            _ => return,
        }
    }
    keywords.remove("oneOf");
    keywords.insert("type".into(), "string".into());
    keywords.insert("enum".into(), constants.into());
    if !said.is_empty() {
        keywords.insert("description".into(), said.join("\n").into());
    }
}

/// Refuses undeclared properties at every depth. `composed` says that this schema is a part (`oneOf`, `allOf`) of an object
/// with properties of its own: the whole is closed there, since each part knows only some of the properties.
fn close(schema: &mut Value, composed: bool) {
    let Some(keywords) = schema.as_object_mut() else { return };
    let is_object = keywords.get("type").is_some_and(|kind| kind == "object") || keywords.contains_key("properties");
    let has_parts = ["allOf", "anyOf", "oneOf"].iter().any(|part| keywords.contains_key(*part));
    let says_more = keywords.contains_key("additionalProperties") || keywords.contains_key("unevaluatedProperties");
    if is_object && !composed && !says_more {
        let keyword = if has_parts { "unevaluatedProperties" } else { "additionalProperties" };
        keywords.insert(keyword.into(), false.into());
    }
    let composed = composed || (is_object && has_parts);
    for (keyword, value) in keywords.iter_mut() {
        let (composed, parts): (bool, Vec<&mut Value>) = match (keyword.as_str(), value) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => (composed, parts.iter_mut().collect()),
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => {
                (false, named.values_mut().collect())
            }
            ("prefixItems", Value::Array(items)) => (false, items.iter_mut().collect()),
            ("items" | "additionalProperties", value) => (false, vec![value]),
            _ => continue,
        };
        for part in parts {
            close(part, composed);
        }
    }
}
