use codemode_tool::{ToolError, tool};

/// No effect.
#[tool]
async fn no_effect() -> Result<(), ToolError> {
    Ok(())
}

/// Every option is wrong, and all of that is said at once.
#[tool(effect = Delete, timeout = "5 seconds", name = "two words", callers = Anyone, retries = 3, crate = "text", resource = "path", on_timeout = Maybe, attempts = 0, idempotent = "yes", undo = plan, labels = [Secret])]
async fn all_wrong() -> Result<(), ToolError> {
    Ok(())
}

/// Zero, and twice.
#[tool(effect = Read, effect = Write, timeout = "0s")]
async fn twice() -> Result<(), ToolError> {
    Ok(())
}

/// An undo of nothing.
#[tool(effect = Read, undo = (plan, restore))]
async fn reads() -> Result<(), ToolError> {
    Ok(())
}

/// No pairs.
#[tool(Read)]
async fn no_pairs() -> Result<(), ToolError> {
    Ok(())
}

/// Tools with mistakes can still be named, so that their uses are not reported as well.
fn main() {
    let _ = codemode_tool::ToolModule::new("m", ()).tool(no_effect).tool(all_wrong).tool(twice).tool(reads).tool(no_pairs);
}
