//! Schemas that `#[tool]` makes of Rust types.

use std::collections::BTreeMap;

use codemode_tool::{ToolError, ToolFunction, ToolModule, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Report {
    period: Period,
    order: Option<Order>,
    #[serde(default)]
    filters: Vec<Filter>,
    labels: BTreeMap<String, u16>,
}

/// The time it covers.
#[derive(Deserialize, JsonSchema)]
struct Period {
    from: String,
}

/// How rows are sorted.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// Smallest first.
    Rising,
    /// Largest first.
    Falling,
    AsFound,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Filter {
    Text { text: String },
    Limit { limit: f64 },
}

/// Reports.
#[tool(effect = Read)]
async fn report(report: Report) -> Result<(), ToolError> {
    let _ = (report.period.from, report.order, report.filters, report.labels);
    Ok(())
}

#[test]
fn types_are_in_place_and_closed_at_every_depth() {
    assert_eq!(
        report().spec().input_schema,
        json!({
            "type": "object",
            "properties": {
                "period": {
                    "type": "object",
                    "description": "The time it covers.",
                    "properties": { "from": { "type": "string" } },
                    "required": ["from"],
                    "additionalProperties": false,
                },
                "order": {
                    "anyOf": [
                        {
                            "type": "string",
                            "enum": ["as_found", "rising", "falling"],
                            "description": "How rows are sorted.\n`rising`: Smallest first.\n`falling`: Largest first.",
                        },
                        { "type": "null" },
                    ],
                },
                "filters": {
                    "type": "array",
                    "items": {
                        "oneOf": [
                            {
                                "type": "object",
                                "properties": {
                                    "kind": { "type": "string", "const": "text" }, "text": { "type": "string" },
                                },
                                "required": ["kind", "text"],
                                "additionalProperties": false,
                            },
                            {
                                "type": "object",
                                "properties": {
                                    "kind": { "type": "string", "const": "limit" }, "limit": { "type": "number" },
                                },
                                "required": ["kind", "limit"],
                                "additionalProperties": false,
                            },
                        ],
                    },
                },
                "labels": {
                    "type": "object",
                    "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 65535 },
                },
            },
            "required": ["period", "labels"],
            "additionalProperties": false,
        })
    );
}

#[derive(Deserialize, JsonSchema)]
struct Flattened {
    title: String,
    #[serde(flatten)]
    filter: Filter,
}

/// Parts.
#[tool(effect = Read)]
async fn flattened(flattened: Flattened) -> Result<(), ToolError> {
    let _ = (flattened.title, flattened.filter);
    Ok(())
}

#[test]
fn an_object_of_parts_is_closed_as_a_whole() {
    let schema = flattened().spec().input_schema;
    assert_eq!(schema["unevaluatedProperties"], json!(false), "{schema:#}");
    assert_eq!(schema.get("additionalProperties"), None, "{schema:#}");
    assert_eq!(schema["oneOf"][0].get("additionalProperties"), None, "{schema:#}");
    // A property may be called `title`; the keyword is what is left out.
    assert_eq!(schema["properties"]["title"], json!({ "type": "string" }));
}

#[derive(Deserialize, JsonSchema)]
struct Node {
    name: String,
    children: Vec<Node>,
}

/// Grows.
#[tool(effect = Read)]
async fn tree(node: Node) -> Result<(), ToolError> {
    let _ = (node.name, node.children);
    Ok(())
}

/// One of several.
#[tool(effect = Read)]
async fn one_of(filter: Filter) -> Result<(), ToolError> {
    match filter {
        Filter::Text { text } => drop(text),
        Filter::Limit { limit } => assert!(limit.is_finite()),
    }
    Ok(())
}

#[derive(Deserialize, JsonSchema)]
struct Open {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// Takes anything.
#[tool(effect = Read)]
async fn open(open: Open) -> Result<usize, ToolError> {
    Ok(open.rest.len())
}

#[test]
fn recursive_open_and_alternative_objects_stay_objects() {
    let module = ToolModule::new("m", ()).tool(tree).tool(one_of).tool(open);
    assert!(module.faults().is_empty(), "{:?}", module.faults());
    let schema = one_of().spec().input_schema;
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["oneOf"][1]["additionalProperties"], json!(false));
    assert_eq!(open().spec().input_schema, json!({ "type": "object", "additionalProperties": true }));
    assert_eq!(tree().spec().input_schema["additionalProperties"], json!(false), "{}", tree().spec().input_schema);
}

#[derive(Serialize, JsonSchema)]
struct Reply {
    #[serde(rename(serialize = "identifier"))]
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    day: Day,
}

#[derive(Serialize, JsonSchema)]
enum Day {
    Monday,
    Tuesday,
}

/// Replies.
#[tool(effect = Read)]
async fn replies() -> Result<Reply, ToolError> {
    let _ = Day::Tuesday;
    Ok(Reply { id: 1, note: None, day: Day::Monday })
}

#[test]
fn a_reply_is_described_as_it_is_written() {
    assert_eq!(
        replies().spec().output_schema,
        Some(json!({
            "type": "object",
            "properties": {
                "identifier": { "type": "integer", "minimum": 0 },
                "note": { "type": ["string", "null"] },
                "day": { "type": "string", "enum": ["Monday", "Tuesday"] },
            },
            "required": ["identifier", "day"],
        }))
    );
}
