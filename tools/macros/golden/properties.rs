/// Sends a reminder.
#[cfg(feature = "mail")]
#[tool(effect = External, undo = (plan_reminder, take_back), name = "send-reminder", callers = Script)]
fn send_reminder(
    mail: &Arc<dyn Mail>,
    /// Whom to remind.
    address: String,
    context: &codemode_tool::RunContext,
    /// How often at most.
    #[serde(default)]
    #[schemars(range(max = 3))]
    #[allow(unused_mut)]
    mut times: u8,
    r#type: Option<Kind>,
) -> Result<String, ToolError> {
    mail.send(address, times, r#type, &context.principal)
}
/// Sends or previews a letter.
#[tool(effect = effect_of, resource = letters::address_of, on_timeout = Stop, attempts = 2, idempotent = true, undo = (letters::plan, letters::restore), labels = [Untrusted, Private])]
async fn letter(to: String, dry_run: Option<bool>) -> Result<(), ToolError> {
    letters::send(to, dry_run).await
}
