//! What `#[tool]` says of a function.

use std::time::Duration;

use codemode_tool::{
    Callers, Effect, Label, OnTimeout, RunContext, Tool, ToolError, ToolFunction, ToolModule, ToolSpec, tool,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

struct Ledger {
    invoices: Vec<Invoice>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Search {
    /// Words that must occur in the invoice.
    text: String,
    /// The most invoices to return.
    #[serde(default = "twenty")]
    limit: u32,
}

fn twenty() -> u32 {
    20
}

#[derive(Clone, Serialize, schemars::JsonSchema)]
struct Invoice {
    id: u64,
    text: String,
}

/// Finds invoices whose text matches, newest first.
///
/// An empty text matches every invoice.
#[tool(effect = Read, timeout = "5s")]
async fn find_invoices(ledger: &Ledger, search: Search) -> Result<Vec<Invoice>, ToolError> {
    let found = ledger.invoices.iter().filter(|invoice| invoice.text.contains(&search.text));
    Ok(found.take(search.limit as usize).cloned().collect())
}

/// Sends a reminder.
#[tool(effect = External, timeout = "2m", name = "send-reminder", callers = Script)]
fn send_reminder(
    context: &RunContext,
    /// Whom to remind.
    address: String,
    /// How often at most.
    #[serde(default)]
    #[schemars(range(max = 3))]
    times: u8,
    r#type: Option<String>,
) -> Result<String, ToolError> {
    Ok(format!("{} to {address}, {times}, {type:?}", context.principal))
}

/// Empties the cache.
#[tool(effect = Write, timeout = "250ms")]
async fn clear() -> Result<(), ToolError> {
    Ok(())
}

fn effect_of(arguments: &serde_json::Value) -> Effect {
    if arguments["dry_run"] == true { Effect::Read } else { Effect::External }
}

fn address_of(arguments: &serde_json::Value) -> Option<String> {
    arguments["to"].as_str().map(|to| format!("letter:{to}"))
}

/// Sends or previews a letter.
#[tool(
    effect = effect_of,
    resource = address_of,
    on_timeout = Stop,
    attempts = 2,
    idempotent = true,
    labels = [Untrusted, Private],
)]
async fn letter(to: String, dry_run: Option<bool>) -> Result<(), ToolError> {
    let _ = (to, dry_run);
    Ok(())
}

fn spec(function: &impl ToolFunction) -> ToolSpec {
    function.spec()
}

#[test]
fn the_declaration_comes_from_the_function() {
    let spec = spec(&find_invoices());
    assert_eq!(spec.name, "find_invoices");
    assert_eq!(
        spec.description,
        "Finds invoices whose text matches, newest first.\n\nAn empty text matches every invoice."
    );
    assert_eq!(spec.effect, Effect::Read);
    assert_eq!(spec.timeout, Duration::from_secs(5));
    assert_eq!(spec.callers, Callers::Both);
    assert_eq!(
        spec.input_schema,
        json!({
            "type": "object",
            "properties": {
                "text": { "type": "string", "description": "Words that must occur in the invoice." },
                "limit": {
                    "type": "integer", "minimum": 0, "default": 20, "description": "The most invoices to return.",
                },
            },
            "required": ["text"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        spec.output_schema,
        Some(json!({
            "type": "array",
            "items": {
                "type": "object",
                "properties": { "id": { "type": "integer", "minimum": 0 }, "text": { "type": "string" } },
                "required": ["id", "text"],
            },
        }))
    );
}

#[test]
fn parameters_are_properties_with_their_attributes() {
    let spec = spec(&send_reminder());
    assert_eq!((spec.name.as_str(), spec.effect, spec.callers), ("send-reminder", Effect::External, Callers::Script));
    assert_eq!(spec.timeout, Duration::from_mins(2));
    assert_eq!(
        spec.input_schema,
        json!({
            "type": "object",
            "properties": {
                "address": { "type": "string", "description": "Whom to remind." },
                "times": {
                    "type": "integer", "minimum": 0, "maximum": 3, "default": 0, "description": "How often at most.",
                },
                "type": { "type": ["string", "null"] },
            },
            "required": ["address"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn a_function_without_parameters_takes_an_empty_object() {
    let spec = spec(&clear());
    assert_eq!(spec.input_schema, json!({ "type": "object", "additionalProperties": false }));
    assert_eq!(spec.output_schema, Some(json!({ "type": "null" })));
    assert_eq!((spec.effect, spec.timeout), (Effect::Write, Duration::from_millis(250)));
}

#[tokio::test]
async fn calls_reach_the_function() {
    let invoices = vec![Invoice { id: 1, text: "paper".into() }, Invoice { id: 2, text: "pens, paper".into() }];
    let module = ToolModule::new("ledger", Ledger { invoices }).tool(find_invoices).tool(send_reminder).tool(clear);
    assert!(module.faults().is_empty(), "{:?}", module.faults());
    let found = super::call(&module, "find_invoices", json!({ "text": "paper", "limit": 1 })).await;
    assert_eq!(found.unwrap(), json!([{ "id": 1, "text": "paper" }]));
    let sent = super::call(&module, "send-reminder", json!({ "address": "bob", "times": 2, "type": "mail" })).await;
    assert_eq!(sent.unwrap(), json!("ada to bob, 2, Some(\"mail\")"));
    assert_eq!(super::call(&module, "clear", json!({})).await.unwrap(), json!(null));
}

#[tokio::test]
async fn the_function_itself_stays_callable() {
    let ledger = Ledger { invoices: vec![] };
    let found = find_invoices().run(&ledger, Search { text: String::new(), limit: 1 }).await.unwrap();
    assert!(found.is_empty());
}

/// What takes one value that is no object.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Paper,
    Pens,
}

/// Counts.
#[tool(effect = Read)]
async fn count(kind: Kind) -> Result<u8, ToolError> {
    Ok(match kind {
        Kind::Paper => 1,
        Kind::Pens => 2,
    })
}

#[test]
fn faults_are_kept_for_the_build_of_the_sandbox() {
    let module = ToolModule::new("ledger", "not a ledger").tool(find_invoices).tool(count);
    let faults = module.faults().join("\n");
    assert!(faults.contains("tool `find_invoices` takes its state as `&it::attribute::Ledger`"), "{faults}");
    assert!(faults.contains("module `ledger` was made with a `&str`"), "{faults}");
    assert!(faults.contains("tool `count` is the argument object, but its type is no object"), "{faults}");
}

mod renamed {
    //! A crate that reaches `codemode_tool` by another name.
    pub(super) use codemode_tool as tools;
}

/// Says where it is.
#[tool(effect = Read, crate = renamed::tools)]
fn place(name: String) -> Result<String, renamed::tools::ToolError> {
    Ok(name)
}

macro_rules! tools {
    ($($name:ident: $ty:ty),*) => {
        $(
            /// Made by a macro.
            #[tool(effect = Read)]
            async fn $name(value: $ty) -> Result<$ty, ToolError> {
                Ok(value)
            }
        )*
    };
}

tools!(text: String, number: i64);

#[tokio::test]
async fn the_attribute_works_by_another_path_and_in_macros() {
    let module = ToolModule::new("m", ()).tool(place).tool(text).tool(number);
    assert_eq!(super::call(&module, "place", json!({ "name": "x" })).await.unwrap(), json!("x"));
    assert_eq!(super::call(&module, "text", json!({ "value": "x" })).await.unwrap(), json!("x"));
    assert_eq!(super::call(&module, "number", json!({ "value": -3 })).await.unwrap(), json!(-3));
}

#[test]
fn a_tool_is_a_table_row() {
    let module = ToolModule::new("m", ()).description("Places.").tool(place);
    let rows: Vec<&str> = module.tools().iter().map(|tool| Tool::spec(&**tool).name.as_str()).collect();
    assert_eq!((module.name(), module.about(), rows), ("m", "Places.", vec!["place"]));
}

#[test]
fn effect_and_resource_can_depend_on_the_arguments() {
    let module = ToolModule::new("post", ()).tool(letter);
    let tool = &module.tools()[0];
    assert_eq!(tool.spec().effect, Effect::External);
    assert_eq!(tool.effect(&json!({ "to": "ann", "dry_run": true })), Effect::Read);
    assert_eq!(tool.effect(&json!({ "to": "ann" })), Effect::External);
    assert_eq!(tool.resource(&json!({ "to": "ann" })).as_deref(), Some("letter:ann"));
    let spec = spec(&letter());
    assert_eq!((spec.on_timeout, spec.attempts, spec.idempotent), (OnTimeout::Stop, 2, true));
    assert_eq!(spec.labels, [Label::Untrusted, Label::Private]);
    // What is not said keeps its default.
    let plain = super::attribute::spec(&find_invoices());
    assert_eq!((plain.on_timeout, plain.attempts, plain.idempotent), (OnTimeout::Error, 3, false));
}
