//! What it takes to take a call back, by tools as their authors write them.

#![expect(clippy::unused_async, clippy::unnecessary_wraps, reason = "what stands beside a tool has its form")]

use std::sync::{Arc, Mutex};

use codemode_tool::{Effect, FnTool, RunContext, Tool, ToolError, ToolModule, ToolSpec, Undo, Undone, tool};
use serde_json::{Value, json};

use crate::context;

/// A text, and what was asked of it.
#[derive(Default)]
struct Motto {
    text: Mutex<String>,
    thread: Mutex<Option<std::thread::ThreadId>>,
}

impl Motto {
    fn plan(&self, text: &str, context: &RunContext) -> Undo {
        let before = self.text.lock().unwrap().clone();
        let note = json!({ "left": text, "call": context.idempotency_key() });
        Undo::new(note).keep(before.into_bytes())
    }

    fn restore(&self, undo: &Undo) -> Result<Undone, ToolError> {
        let mut now = self.text.lock().unwrap();
        let before = String::from_utf8(undo.originals[0].clone()).map_err(ToolError::internal)?;
        if *now == before {
            return Ok(Undone::AlreadyAsBefore);
        }
        if undo.note["left"] != now.as_str() {
            return Err(ToolError::changed_since(format!("the motto is {:?} by now; nothing was restored", *now)));
        }
        *now = before;
        Ok(Undone::Restored)
    }
}

/// Sets the motto; each parameter is a property.
#[tool(effect = unless_dry, undo = (plan_set, restore_set))]
async fn set(motto: &Motto, text: String, dry_run: Option<bool>) -> Result<(), ToolError> {
    if dry_run != Some(true) {
        *motto.text.lock().unwrap() = text;
    }
    Ok(())
}

fn unless_dry(arguments: &Value) -> Effect {
    if arguments["dry_run"] == true { Effect::Read } else { Effect::Write }
}

async fn plan_set(motto: &Motto, text: String, _: Option<bool>) -> Result<Option<Undo>, ToolError> {
    let context = context();
    Ok(Some(motto.plan(&text, &context)))
}

async fn restore_set(motto: &Motto, _: &RunContext, undo: &Undo) -> Result<Undone, ToolError> {
    motto.restore(undo)
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Text {
    text: String,
}

/// The same in a plain function, whose one parameter is the object.
#[tool(effect = Write, undo = (plan_put, restore_put))]
fn put(context: &RunContext, motto: &Motto, arguments: Text) -> Result<(), ToolError> {
    let _ = context;
    *motto.text.lock().unwrap() = arguments.text;
    Ok(())
}

fn plan_put(context: &RunContext, motto: &Motto, arguments: Text) -> Result<Option<Undo>, ToolError> {
    *motto.thread.lock().unwrap() = Some(std::thread::current().id());
    let Text { text } = arguments;
    Ok((text != "for good").then(|| motto.plan(&text, context)))
}

fn restore_put(motto: &Motto, context: &RunContext, undo: &Undo) -> Result<Undone, ToolError> {
    assert!(!context.cancelled.is_cancelled(), "a panic on the thread that may block");
    motto.restore(undo)
}

/// Neither state nor arguments.
#[tool(effect = External, undo = (plan_ring, restore_ring))]
async fn ring() -> Result<(), ToolError> {
    Ok(())
}

async fn plan_ring() -> Result<Option<Undo>, ToolError> {
    Ok(Some(Undo::impossible("the bell was heard")))
}

async fn restore_ring(_: &RunContext, _: &Undo) -> Result<Undone, ToolError> {
    panic!("an impossible undo is refused before")
}

/// No undo.
#[tool(effect = Write)]
async fn shout() -> Result<(), ToolError> {
    Ok(())
}

fn module() -> ToolModule {
    ToolModule::new("m", Motto::default()).tool(set).tool(put).tool(ring).tool(shout)
}

fn named<'a>(module: &'a ToolModule, name: &str) -> &'a Arc<dyn Tool> {
    module.tools().iter().find(|tool| tool.spec().name == name).unwrap()
}

#[tokio::test]
async fn a_call_is_taken_back_where_nothing_came_after_it() {
    for name in ["set", "put"] {
        let module = module();
        let tool = named(&module, name);
        let (context, arguments) = (context(), json!({ "text": "one" }));
        let undo = tool.plan_undo(&context, &arguments).await.unwrap().unwrap();
        assert_eq!(undo, Undo::new(json!({ "left": "one", "call": "r1:7" })).keep(Vec::new()), "{name}");
        assert_eq!(tool.undo(&context, &undo).await.unwrap(), Undone::AlreadyAsBefore, "the call was not made yet");
        tool.call(&context, arguments).await.unwrap();
        assert_eq!(tool.undo(&context, &undo).await.unwrap(), Undone::Restored);
        assert_eq!(tool.undo(&context, &undo).await.unwrap(), Undone::AlreadyAsBefore);
        tool.call(&context, json!({ "text": "other" })).await.unwrap();
        let error = tool.undo(&context, &undo).await.unwrap_err();
        assert_eq!(error.code(), "changed_since");
        assert_eq!(error.message(), "the motto is \"other\" by now; nothing was restored");
    }
}

#[tokio::test]
async fn a_call_that_reads_plans_nothing_and_a_tool_may_plan_nothing() {
    let module = module();
    let context = context();
    let dry = json!({ "text": "one", "dry_run": true });
    assert_eq!(named(&module, "set").plan_undo(&context, &dry).await.unwrap(), None);
    let good = json!({ "text": "for good" });
    assert_eq!(named(&module, "put").plan_undo(&context, &good).await.unwrap(), None);
    assert_eq!(named(&module, "shout").plan_undo(&context, &json!({})).await.unwrap(), None);
    let error = named(&module, "shout").undo(&context, &Undo::default()).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
    assert_eq!(error.message(), "`shout` cannot undo its calls; take back by hand what the record of the call says");
}

#[tokio::test]
async fn an_impossible_undo_is_refused_with_its_reason() {
    let module = module();
    let (ring, context) = (named(&module, "ring"), context());
    let undo = ring.plan_undo(&context, &json!({})).await.unwrap().unwrap();
    assert_eq!((undo.impossible.as_deref(), undo.bytes()), (Some("the bell was heard"), 0));
    let error = ring.undo(&context, &undo).await.unwrap_err();
    assert_eq!((error.code(), error.message()), ("cannot_undo", "the call cannot be undone: the bell was heard"));
}

#[tokio::test]
async fn plain_functions_plan_and_restore_where_they_may_block() {
    let state = Arc::new(Motto::default());
    let put = put();
    let (context, arguments) = (context(), json!({ "text": "one" }));
    let undo = codemode_tool::ToolFunction::plan_undo(&put, &state, &context, &arguments).await.unwrap().unwrap();
    assert_ne!(*state.thread.lock().unwrap(), Some(std::thread::current().id()));
    context.cancelled.cancel();
    let error = codemode_tool::ToolFunction::undo(&put, &state, &context, &undo).await.unwrap_err();
    assert_eq!(error.code(), "internal");
    // Arguments that serde refuses are refused as by the call.
    let planned = codemode_tool::ToolFunction::plan_undo(&put, &state, &context, &Value::Null).await;
    assert_eq!(planned.unwrap_err().code(), "invalid_arguments");
}

#[tokio::test]
async fn a_closure_can_plan_and_restore() {
    let motto = Arc::new(Motto::default());
    let (set, plan, restore) = (Arc::clone(&motto), Arc::clone(&motto), Arc::clone(&motto));
    let tool = FnTool::new(ToolSpec::new("set", Effect::Write), move |_, arguments| {
        arguments["text"].as_str().unwrap().clone_into(&mut set.text.lock().unwrap());
        async { Ok(()) }
    })
    .effect_by(unless_dry)
    .undo_by(
        move |context, arguments| {
            let undo = plan.plan(arguments["text"].as_str().unwrap(), &context);
            async { Ok(Some(undo)) }
        },
        move |_, undo| {
            let undone = restore.restore(&undo);
            async { undone }
        },
    );
    let (context, arguments) = (context(), json!({ "text": "one" }));
    let undo = tool.plan_undo(&context, &arguments).await.unwrap().unwrap();
    tool.call(&context, arguments).await.unwrap();
    assert_eq!(tool.undo(&context, &undo).await.unwrap(), Undone::Restored);
    assert_eq!(tool.undo(&context, &undo).await.unwrap(), Undone::AlreadyAsBefore);
    let error = tool.undo(&context, &Undo::impossible("of a reason")).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
    assert_eq!(tool.plan_undo(&context, &json!({ "dry_run": true })).await.unwrap(), None);
    let without = FnTool::new(ToolSpec::new("set", Effect::Write), |_, _| async { Ok(()) });
    assert_eq!(without.plan_undo(&context, &json!({})).await.unwrap(), None);
    assert_eq!(without.undo(&context, &undo).await.unwrap_err().code(), "cannot_undo");
}

#[test]
fn what_undoing_came_to_has_a_name() {
    for (undone, name) in [(Undone::Restored, "restored"), (Undone::AlreadyAsBefore, "already_as_before")] {
        assert_eq!((undone.as_str(), undone.to_string().as_str()), (name, name));
        assert_eq!(serde_json::to_value(undone).unwrap(), name);
    }
}
