#[doc = include_str!("clear.md")]
#[tool(effect = Write, timeout = "250ms", crate = my::tools)]
async fn r#move() -> Result<(), ToolError> {
    Ok(())
}
