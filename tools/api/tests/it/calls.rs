//! What happens around a tool's function.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use codemode_tool::{Effect, FnTool, Json, ToolError, ToolModule, ToolSpec, tool};
use serde_json::{Value, json};

/// Takes a small number.
#[tool(effect = Read)]
async fn small(number: u8) -> Result<u8, ToolError> {
    Ok(number)
}

#[tokio::test]
async fn a_value_that_serde_refuses_is_an_invalid_argument() {
    let module = ToolModule::new("m", ()).tool(small);
    let error = super::call(&module, "small", json!({ "number": 300 })).await.unwrap_err();
    assert_eq!(error.code(), "invalid_arguments");
    assert!(error.message().contains("300"), "{error}");
    let error = super::call(&module, "small", json!({ "number": 3, "unit": "m" })).await.unwrap_err();
    assert!(error.message().contains("unknown field `unit`"), "{error}");
}

/// Panics on a thread of the blocking pool.
#[tool(effect = Read)]
fn panics() -> Result<(), ToolError> {
    panic!("the private reason")
}

#[tokio::test]
async fn a_panic_in_a_plain_function_is_an_internal_error() {
    let module = ToolModule::new("m", ()).tool(panics);
    let error = super::call(&module, "panics", json!({})).await.unwrap_err();
    assert_eq!(error.code(), "internal");
    assert!(!error.message().contains("private"), "{error}");
    assert!(error.detail().unwrap().contains("the private reason"), "{:?}", error.detail());
}

struct Barrier(std::sync::Barrier);

/// Waits until as many calls as the barrier wants are inside at once.
#[tool(effect = Read)]
fn meet(barrier: &Barrier) -> Result<bool, ToolError> {
    Ok(barrier.0.wait().is_leader())
}

#[tokio::test]
async fn plain_functions_do_not_hold_each_other_up() {
    // A current-thread runtime: if the calls ran on it, the first would wait for ever.
    let module = ToolModule::new("m", Barrier(std::sync::Barrier::new(3))).tool(meet);
    let (a, b, c) = tokio::join!(
        super::call(&module, "meet", json!({})),
        super::call(&module, "meet", json!({})),
        super::call(&module, "meet", json!({})),
    );
    let leaders = [a, b, c].into_iter().filter(|reply| reply.as_ref().unwrap() == &json!(true)).count();
    assert_eq!(leaders, 1);
}

struct Stopped(Arc<AtomicU32>, tokio::sync::mpsc::Sender<()>);

/// Works until it is told to stop.
#[tool(effect = Read)]
fn works(stopped: &Stopped, context: &codemode_tool::RunContext) -> Result<(), ToolError> {
    let _ = stopped.1.blocking_send(());
    while !context.cancelled.is_cancelled() {
        std::thread::yield_now();
    }
    stopped.0.fetch_add(1, Ordering::SeqCst);
    let _ = stopped.1.blocking_send(());
    Ok(())
}

#[tokio::test]
async fn a_plain_function_learns_of_its_cancellation() {
    let (count, (send, mut receive)) = (Arc::new(AtomicU32::new(0)), tokio::sync::mpsc::channel(2));
    let module = ToolModule::new("m", Stopped(Arc::clone(&count), send)).tool(works);
    let context = super::context();
    let mut call = module.tools()[0].call(&context, json!({}));
    tokio::select! {
        _ = &mut call => panic!("it works until it is told to stop"),
        _ = receive.recv() => {}
    }
    drop(call); // as the dispatcher does
    context.cancelled.cancel();
    receive.recv().await.expect("the thread stops");
    assert_eq!(count.load(Ordering::SeqCst), 1);
}

/// Any value.
#[tool(effect = Read)]
async fn any() -> Result<Value, ToolError> {
    Ok(json!({ "a": [1, null] }))
}

/// Text that is JSON already.
#[tool(effect = Read)]
fn text() -> Result<Json, ToolError> {
    Json::from_text("{\"a\":1}".to_owned())
}

/// By an alias of the result.
#[tool(effect = Read)]
async fn alias() -> Answer {
    Err(ToolError::not_found("no such thing"))
}

type Answer = Result<String, ToolError>;

#[tokio::test]
async fn replies_are_values_text_or_errors() {
    let module = ToolModule::new("m", ()).tool(any).tool(text).tool(alias);
    assert_eq!(super::call(&module, "any", json!({})).await.unwrap(), json!({ "a": [1, null] }));
    assert_eq!(super::call(&module, "text", json!({})).await.unwrap(), json!({ "a": 1 }));
    assert_eq!(super::call(&module, "alias", json!({})).await.unwrap_err().code(), "not_found");
    let schemas: Vec<_> = module.tools().iter().map(|tool| tool.spec().output_schema.clone()).collect();
    assert_eq!(schemas, [None, None, Some(json!({ "type": "string" }))]);
}

#[tokio::test]
async fn a_closure_can_be_a_tool() {
    let spec = ToolSpec { description: "Doubles.".into(), ..ToolSpec::new("double", Effect::Read) };
    let double = FnTool::new(spec, |context, arguments| async move {
        Ok(json!([context.idempotency_key(), arguments["n"].as_i64().unwrap_or(0) * 2]))
    });
    let raw = FnTool::new(ToolSpec::new("raw", Effect::Read), |_, _| async { Json::from_text("[1]".into()) });
    let module = ToolModule::new("m", ()).add(double).add(raw);
    assert_eq!(super::call(&module, "double", json!({ "n": 4 })).await.unwrap(), json!(["r1:7", 8]));
    assert_eq!(super::call(&module, "raw", json!({})).await.unwrap(), json!([1]));
}
