//! Sole place where JSON Schema is compiled and applied.
//!
//! Invariant: nothing is ever fetched (the validator is built offline, without the crate's network and file features),
//! patterns are matched in linear time, and a schema's size and depth are bounded before it is compiled: schemas may come
//! from a server that is not trusted.

use std::fmt::Write as _;

use codemode_abi::check::Arguments;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

/// A compiled schema.
pub(crate) struct Schema {
    validator: Validator,
    /// The argument names at the top, for "did you mean".
    properties: Vec<String>,
    arguments: Arguments,
}

impl Schema {
    /// The most bytes of a schema. Large real ones have tens of kilobytes.
    const BYTES: usize = 1 << 20;
    /// The deepest nesting of a schema: the compiler recurses.
    const DEPTH: usize = 96;
    /// Bytes that one compiled pattern may take.
    const PATTERN_BYTES: usize = 1 << 20;
    /// The most faults that one message lists.
    const FAULTS: usize = 5;

    /// Compiles a schema, or says what is wrong with it; the text continues "its input schema …".
    pub(crate) fn compile(schema: &Value) -> Result<Self, String> {
        if depth(schema) > Self::DEPTH {
            return Err(format!("is nested deeper than {}", Self::DEPTH));
        }
        let bytes = serde_json::to_vec(schema).map_or(usize::MAX, |text| text.len());
        if bytes > Self::BYTES {
            return Err(format!("has {bytes} bytes; at most {} are accepted", Self::BYTES));
        }
        let validator = jsonschema::options()
            .offline()
            .with_pattern_options(
                PatternOptions::regex().size_limit(Self::PATTERN_BYTES).dfa_size_limit(Self::PATTERN_BYTES),
            )
            .build(schema)
            .map_err(|e| match e.kind() {
                ValidationErrorKind::Referencing(fault) => {
                    format!("refers to something outside of itself, and nothing is ever fetched: {fault}")
                }
                _ => format!("is not valid JSON Schema: {}", short(&e.to_string())),
            })?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties: Vec<String> = properties.map(|map| map.keys().cloned().collect()).unwrap_or_default();
        let strings = |key: &str| -> Vec<String> {
            let list = schema.get(key).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        // What is not plainly closed may take more: only a certain mistake may be called one.
        let plain = schema.as_object().is_some_and(|map| map.keys().all(|key| PLAIN_KEYWORDS.contains(&key.as_str())));
        let closed = plain && schema.get("additionalProperties") == Some(&Value::Bool(false));
        let arguments =
            Arguments { known: properties.clone(), required: strings("required"), open: u32::from(!closed) };
        Ok(Self { validator, properties, arguments })
    }

    /// What a script's literal arguments can be checked against.
    pub(crate) fn arguments(&self) -> Arguments {
        self.arguments.clone()
    }

    /// The argument names at the top.
    pub(crate) fn properties(&self) -> &[String] {
        &self.properties
    }

    /// Whether an argument of this name can be there.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        self.properties.iter().any(|known| known == name) || self.properties.is_empty() && self.arguments.open != 0
    }

    /// Whether a value fits.
    pub(crate) fn fits(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// An argument object as a script would write it: its names only, `{ id, limit }`.
    pub(crate) fn example(&self) -> String {
        if self.properties.is_empty() { "{}".into() } else { format!("{{ {} }}", short(&self.properties.join(", "))) }
    }

    /// Checks a value; the error lists what is wrong with it, path by path, and what would be right.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.check_as(value, Subject::Arguments)
    }

    /// Likewise, of the result of a run.
    pub(crate) fn check_result(&self, value: &Value) -> Result<(), String> {
        self.check_as(value, Subject::Result)
    }

    fn check_as(&self, value: &Value, subject: Subject) -> Result<(), String> {
        if self.validator.is_valid(value) {
            return Ok(());
        }
        let mut text = String::new();
        let mut count = 0;
        for error in self.validator.iter_errors(value) {
            count += 1;
            if count > Self::FAULTS {
                text.push_str("; and more");
                break;
            }
            if !text.is_empty() {
                text.push_str("; ");
            }
            self.explain(&error, subject, &mut text);
        }
        Err(text)
    }

    fn explain(&self, error: &ValidationError<'_>, of: Subject, out: &mut String) {
        let path = dotted(error.instance_path().as_str());
        let subject = if path.is_empty() { of.name().to_owned() } else { format!("`{path}`") };
        let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        // Writing to a string cannot fail.
        let _ = match error.kind() {
            ValidationErrorKind::Required { property } => {
                write!(out, "`{}` is missing", inside(property.as_str().unwrap_or_default()))
            }
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                let names: Vec<String> =
                    unexpected.iter().take(5).map(|name| self.unknown(&path, name, of, &inside)).collect();
                out.write_str(&names.join("; "))
            }
            ValidationErrorKind::Type { kind } => {
                let wanted = match kind {
                    TypeKind::Single(one) => one.to_string(),
                    TypeKind::Multiple(many) => many.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(" or "),
                };
                let wanted = if path.is_empty() && of == Subject::Arguments { format!("one {wanted}") } else { wanted };
                write!(out, "{subject} must be {wanted}, not {}", shown(error.instance()))
            }
            ValidationErrorKind::Enum { options } => {
                write!(out, "{subject} is {}; allowed: {}", shown(error.instance()), short(&list(options)))
            }
            ValidationErrorKind::Constant { expected_value } => {
                write!(out, "{subject} must be {}", shown(expected_value))
            }
            _ => {
                let text = error.masked_with("it").to_string();
                write!(out, "{subject}: {} (got {})", short(&text), shown(error.instance()))
            }
        };
    }

    fn unknown(&self, path: &str, name: &str, of: Subject, inside: &dyn Fn(&str) -> String) -> String {
        let what = if of == Subject::Arguments { "an argument" } else { "a property of it" };
        let mut text = format!("`{}` is not {what}", short(&inside(name)));
        if path.is_empty() {
            let known = self.properties.iter().map(String::as_str);
            match codemode_abi::nearest(name, known).first() {
                Some(near) => text += &format!("; did you mean `{near}`?"),
                None if self.properties.is_empty() => text += "; there are none",
                None => text += &format!("; there are: {}", short(&self.properties.join(", "))),
            }
        }
        text
    }
}

/// What is checked, as messages call it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Arguments,
    Result,
}

impl Subject {
    const fn name(self) -> &'static str {
        match self {
            Self::Arguments => "the arguments",
            Self::Result => "the result",
        }
    }
}

/// Keywords of an object schema that say nothing of argument names beyond `properties`.
const PLAIN_KEYWORDS: &[&str] =
    &["$schema", "title", "description", "type", "properties", "required", "additionalProperties", "examples", "$defs"];

/// `/items/3/price` as a script would write it: `items[3].price`.
fn dotted(pointer: &str) -> String {
    let mut text = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) {
            text += &format!("[{part}]");
        } else {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&part);
        }
    }
    text
}

fn list(options: &Value) -> String {
    match options {
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => shown(other),
    }
}

/// A value in a message: its kind where it is large, and never long.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(_) => "an object".into(),
        scalar => short(&scalar.to_string()),
    }
}

/// At most 200 characters.
fn short(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// How deep arrays and objects are nested in a value.
pub(crate) fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    let mut rest = vec![(value, 1)];
    while let Some((value, depth)) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(map) => rest.extend(map.values().map(|item| (item, depth + 1))),
            _ => continue,
        }
        deepest = deepest.max(depth);
    }
    deepest
}
