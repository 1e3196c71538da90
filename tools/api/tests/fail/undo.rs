use codemode_tool::{RunContext, ToolError, Undo, Undone, tool};

/// The plan leaves the arguments out, and the other function is not async.
#[tool(effect = Write, undo = (plan_set, restore_set))]
async fn set(text: String) -> Result<(), ToolError> {
    let _ = text;
    Ok(())
}

async fn plan_set() -> Result<Option<Undo>, ToolError> {
    Ok(None)
}

fn restore_set(_: &RunContext, _: &Undo) -> Result<Undone, ToolError> {
    Ok(Undone::Restored)
}

/// Both return something else.
#[tool(effect = Write, undo = (plan_put, restore_put))]
fn put() -> Result<(), ToolError> {
    Ok(())
}

fn plan_put() -> Result<Undo, ToolError> {
    Ok(Undo::default())
}

fn restore_put(_: &RunContext, _: &Undo) -> Result<(), ToolError> {
    Ok(())
}

/// The same without threads.
#[tool(effect = Write, undo = (plan_add, restore_add))]
async fn add() -> Result<(), ToolError> {
    Ok(())
}

async fn plan_add() -> Option<Undo> {
    None
}

async fn restore_add(_: &RunContext, _: &Undo) -> Result<(), ToolError> {
    Ok(())
}

fn main() {}
