#[tool(timeout = "soon")]
fn guess(text: &str) {}
