use codemode_tool::{ToolError, ToolModule, tool};

struct Plain;

/// Replies with something that is no reply.
#[tool(effect = Read)]
async fn reply() -> Result<Plain, ToolError> {
    Ok(Plain)
}

/// Returns no result.
#[tool(effect = Read)]
async fn no_result() -> String {
    String::new()
}

fn not_a_tool() {}

fn main() {
    let _ = ToolModule::new("m", ()).tool(not_a_tool);
}
