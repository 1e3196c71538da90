use std::path::Path;

use codemode_tool::{RunContext, ToolError, tool};

struct Ledger;
struct Other;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Search {
    text: String,
}

#[tool(effect = Read)]
async fn no_description() -> Result<(), ToolError> {
    Ok(())
}

/// All of this is said at once.
#[tool(effect = Read)]
unsafe fn many<'a, T>(text: &str, ledger: &'a Ledger, path: &Path, bytes: &[u8], other: &mut Other) {}

/// In the wrong order.
#[tool(effect = Read)]
async fn order(search: Search, ledger: &Ledger) -> Result<(), ToolError> {
    Ok(())
}

/// Two of each.
#[tool(effect = Read)]
async fn two(ledger: &Ledger, other: &Other, a: &RunContext, b: &RunContext) -> Result<(), ToolError> {
    Ok(())
}

/// Things that have no name.
#[tool(effect = Read)]
async fn nameless(context: RunContext, a: impl ToString, (b, c): (u8, u8)) -> Result<impl serde::Serialize, ToolError> {
    Ok(())
}

/// Documentation in the wrong place.
#[tool(effect = Read)]
async fn documented(
    /// What to look for.
    search: Search,
) -> Result<(), ToolError> {
    Ok(())
}

/// State without a size.
#[tool(effect = Read)]
async fn dynamic(clock: &dyn Send) -> Result<(), ToolError> {
    Ok(())
}

impl Ledger {
    /// A method.
    #[tool(effect = Read)]
    async fn method(&self) -> Result<(), ToolError> {
        Ok(())
    }
}

/// Not a function.
#[tool(effect = Read)]
struct Nothing;

fn main() {}
