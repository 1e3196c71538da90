//! `codemode:artifacts`: reads large outputs that were kept whole, all at once or in parts.
//!
//! Invariant: a script gets artifacts of its own principal only; another's is like one that does not exist.

use codemode_tool::{Effect, FnTool, Json, RunContext, ToolError, ToolModule, ToolSpec};
use serde_json::{Value, json};

use crate::cut::Parts;
use crate::{ArtifactKind, RunStore, StoreError, StoredArtifact};

/// The module.
pub(crate) const MODULE: &str = "codemode:artifacts";

/// What a script reads that imports the module where nothing is kept.
pub(crate) const HINT: &str = "this sandbox has no store, so large replies are not kept; ask tools for less at once";

pub(crate) fn module(store: &RunStore) -> ToolModule {
    ToolModule::new(MODULE, ())
        .description("Large replies and outputs that were kept whole.")
        .add(read(store.clone()))
        .add(slice(store.clone()))
        .add(list(store.clone()))
}

fn spec(name: &str, description: &str, properties: &Value, required: &[&str]) -> ToolSpec {
    let input_schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    ToolSpec { description: description.into(), input_schema, ..ToolSpec::new(name, Effect::Read) }
}

fn id_schema() -> Value {
    json!({ "type": "string", "description": "The artifact's id, as a notice names it, or its beginning." })
}

/// They conflict with nothing: what is kept does not change.
#[expect(clippy::unnecessary_wraps, reason = "what a tool says of its resource")]
fn key(_: &Value) -> Option<String> {
    Some(MODULE.into())
}

fn read(store: RunStore) -> FnTool {
    let about =
        "Gives an artifact whole: text as a string, JSON as its value. It must fit into one reply; else take slices.";
    let spec = spec("read", about, &json!({ "artifact": id_schema() }), &["artifact"]);
    let tool = FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let (about, content) = load(&store, &context, &arguments).await?;
            match about.kind {
                ArtifactKind::Text => Json::of(&content),
                ArtifactKind::Json => Json::from_text(content),
            }
        }
    });
    tool.resource_by(key)
}

fn slice(store: RunStore) -> FnTool {
    let about = "Gives a part of an artifact, from `start` up to and without `end`, as Array.slice does: of text its characters, \
        or its lines, as a string; of JSON its items as an array, or its members as an object. It is empty beyond the end.";
    let place = |what: &str| json!({ "type": "integer", "description": format!("{what} Negative numbers count from the end.") });
    let by = json!({
        "enum": ["characters", "lines", "items"],
        "description": "What is counted; `characters` of text and `items` of JSON where it is not given.",
    });
    let properties = json!({
        "artifact": id_schema(),
        "start": place("Where the part begins, from 0; at the beginning where it is not given."),
        "end": place("Where it ends; at the end where it is not given."),
        "by": by,
    });
    let spec = spec("slice", about, &properties, &["artifact"]);
    let tool = FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let (about, content) = load(&store, &context, &arguments).await?;
            let by = arguments.get("by").and_then(Value::as_str);
            match (about.kind, by) {
                (ArtifactKind::Text, None | Some("characters")) => {
                    let (skip, take) = range(&arguments, || content.chars().count());
                    Json::of(&content.chars().skip(skip).take(take).collect::<String>())
                }
                (_, Some("lines")) => {
                    let (skip, take) = range(&arguments, || content.split_inclusive('\n').count());
                    Json::of(&content.split_inclusive('\n').skip(skip).take(take).collect::<String>())
                }
                (ArtifactKind::Json, None | Some("items")) => items(&content, &arguments),
                _ => Err(ToolError::invalid(format!(
                    "the artifact is {}; take its {}",
                    about.kind.as_str(),
                    if about.kind == ArtifactKind::Text { "characters or lines" } else { "items" }
                ))),
            }
        }
    });
    tool.resource_by(key)
}

/// Some items of an array, or members of an object.
fn items(json: &str, arguments: &Value) -> Result<Json, ToolError> {
    let (open, close, parts): (_, _, fn(&str) -> Option<Parts<'_>>) = match json.trim_start().as_bytes().first() {
        Some(b'[') => ('[', ']', |json| Parts::of_array(json)),
        Some(b'{') => ('{', '}', |json| Parts::of_object(json)),
        _ => {
            return Err(ToolError::invalid("the artifact is one value, neither an array nor an object; read it whole"));
        }
    };
    let parts = || parts(json).into_iter().flatten();
    let (skip, take) = range(arguments, || parts().count());
    let chosen: Vec<&str> = parts().skip(skip).take(take).collect();
    Json::from_text(format!("{open}{}{close}", chosen.join(",")))
}

/// How many to leave out and how many to take, as `Array.slice` reads `start` and `end`.
fn range(arguments: &Value, count: impl FnOnce() -> usize) -> (usize, usize) {
    let given = |name| arguments.get(name).and_then(Value::as_i64);
    let (start, end) = (given("start").unwrap_or(0), given("end"));
    if start >= 0 && end.is_none_or(|end| end >= 0) {
        let whole = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        let (start, end) = (whole(start), end.map_or(usize::MAX, whole));
        return (start, end.saturating_sub(start));
    }
    let count = i64::try_from(count()).unwrap_or(i64::MAX);
    let place = |number: i64| if number < 0 { count.saturating_add(number).max(0) } else { number.min(count) };
    let (start, end) = (place(start), place(end.unwrap_or(count)));
    (usize::try_from(start).unwrap_or(0), usize::try_from(end.saturating_sub(start)).unwrap_or(0))
}

fn list(store: RunStore) -> FnTool {
    let about = "Lists the artifacts of this run so far, in the order of its calls: id, kind (text or json), bytes, and the \
        tool and number of the call that made it.";
    let tool = FnTool::new(spec("list", about, &json!({}), &[]), move |context: RunContext, _| {
        let store = store.clone();
        async move {
            let found = store.artifacts(&context.run).await.map_err(|e| unreadable(&e))?;
            let shown = found.iter().map(|one| {
                let StoredArtifact { artifact, kind, size, tool, call, .. } = one;
                json!({ "artifact": artifact, "kind": kind, "bytes": size, "tool": tool, "call": call })
            });
            Ok(shown.collect::<Vec<Value>>())
        }
    });
    tool.resource_by(key)
}

/// The artifact that the arguments name, as text.
async fn load(
    store: &RunStore,
    context: &RunContext,
    arguments: &Value,
) -> Result<(StoredArtifact, String), ToolError> {
    let id = arguments.get("artifact").and_then(Value::as_str).unwrap_or_default();
    let (about, bytes) = store.artifact(id, Some(&context.principal)).await.map_err(|error| match error {
        StoreError::UnknownArtifact { .. } => ToolError::not_found(error.to_string()),
        error => unreadable(&error),
    })?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    Ok((about, text))
}

fn unreadable(error: &StoreError) -> ToolError {
    ToolError::new("the artifact cannot be read just now").with_detail(error).transient()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_taken_as_array_slice_does() {
        let all = [0, 1, 2, 3, 4];
        for (start, end, wanted) in [
            (None, None, &all[..]),
            (Some(1), Some(3), &all[1..3]),
            (Some(-2), None, &all[3..]),
            (Some(-99), Some(-4), &all[..1]),
            (Some(3), Some(1), &[]),
            (Some(9), None, &[]),
            (Some(1), Some(-1), &all[1..4]),
        ] {
            let (skip, take) = range(&json!({ "start": start, "end": end }), || all.len());
            let taken: Vec<i32> = all.iter().copied().skip(skip).take(take).collect();
            assert_eq!(taken, wanted, "{start:?} {end:?}");
        }
    }

    #[test]
    fn items_stay_as_they_are_written() {
        let part = |json: &str, start, end| items(json, &json!({ "start": start, "end": end })).unwrap().into_string();
        assert_eq!(part("[1.50, [2], 9007199254740993]", 0, 2), "[1.50,[2]]");
        assert_eq!(part(r#"{"b": 1, "a": {"c": 2}}"#, 1, 2), r#"{"a": {"c": 2}}"#);
        assert_eq!(part("[]", 0, 2), "[]");
        assert!(items("17", &json!({})).is_err());
    }
}
