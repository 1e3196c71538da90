/// Finds invoices whose text matches, newest first.
///
/// ```js
/// const invoices = await find_invoices({ text: "paper" });
/// ```
#[tool(effect = Read, timeout = "5s")]
#[tracing::instrument]
pub async fn find_invoices(ledger: &Ledger, search: Search) -> Result<Vec<Invoice>, ToolError> {
    ledger.find(&search.text).await
}
