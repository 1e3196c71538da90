//! Tools as their authors write them, called as the dispatcher calls them.

mod attribute;
mod calls;
mod mistakes;
mod schemas;
mod undo;

use std::time::{Duration, Instant};

use codemode_tool::{RunContext, ToolError, ToolModule};
use serde_json::Value;

/// Calls one tool of a module and reads its reply.
async fn call(module: &ToolModule, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    let tool = module.tools().iter().find(|candidate| candidate.spec().name == tool).expect("the module has the tool");
    let reply = tool.call(&context(), arguments).await?;
    Ok(serde_json::from_str(reply.as_str()).expect("a reply is JSON"))
}

fn context() -> RunContext {
    RunContext {
        principal: "ada".into(),
        run: "r1".into(),
        call: 7,
        key: "r1:7".into(),
        deadline: Instant::now() + Duration::from_mins(1),
        cancelled: tokio_util::sync::CancellationToken::new(),
        artifacts: codemode_tool::Artifacts::default(),
    }
}
