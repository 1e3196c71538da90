//! Failures that a script may see.

use std::fmt;

/// A failure that is expected and safe to show: the script gets it as an exception with this message.
///
/// Say what was wrong and what to try next: the model repairs its script from this text. Secrets, paths of the host and
/// backtraces belong into [`detail`](Self::detail), which goes to the journal and the log only.
#[derive(Clone, Debug)]
pub struct ToolError {
    code: &'static str,
    message: String,
    detail: Option<String>,
    transient: bool,
    unclear: bool,
}

impl ToolError {
    /// A failure with a message for the script; its code is `failed`.
    pub fn new(message: impl Into<String>) -> Self {
        Self { code: "failed", message: message.into(), detail: None, transient: false, unclear: false }
    }

    /// What was asked for does not exist; its code is `not_found`.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(message).with_code("not_found")
    }

    /// The arguments fit the schema but make no sense together; its code is `invalid_arguments`.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(message).with_code("invalid_arguments")
    }

    /// A call cannot be undone, since what it changed was changed again; its code is `changed_since`. Name what was changed, and
    /// touch nothing: somebody's later work would be lost.
    pub fn changed_since(message: impl Into<String>) -> Self {
        Self::new(message).with_code("changed_since")
    }

    /// The tool itself failed in a way that is not the script's doing. The script reads "internal error"; `detail` goes to
    /// the journal and the log.
    pub fn internal(detail: impl fmt::Display) -> Self {
        Self::new("internal error in the tool; trying again is unlikely to help")
            .with_code("internal")
            .with_detail(detail)
    }

    /// Sets the stable code that a script can test as `error.code`.
    #[must_use]
    pub const fn with_code(mut self, code: &'static str) -> Self {
        self.code = code;
        self
    }

    /// Adds what only the journal and the log may see.
    #[must_use]
    pub fn with_detail(mut self, detail: impl fmt::Display) -> Self {
        self.detail = Some(detail.to_string());
        self
    }

    /// Marks a failure of transport that may pass: a read may be tried again. Of a call that changes something, it means that
    /// nobody knows whether it took effect.
    #[must_use]
    pub const fn transient(mut self) -> Self {
        self.transient = true;
        self
    }

    /// Marks a failure after which it is not known whether, or how far, the call took effect. Its record says `unknown`, and
    /// the script is told to check. Calls that only read are not affected.
    #[must_use]
    pub const fn unclear(mut self) -> Self {
        self.unclear = true;
        self
    }

    /// The stable code, such as `not_found`.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// What the script reads.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What only the journal and the log may see.
    pub fn detail(&self) -> Option<&str> {
        self.detail.as_deref()
    }

    /// Whether the failure may pass.
    pub const fn is_transient(&self) -> bool {
        self.transient
    }

    /// Whether it is not known what the call did.
    pub const fn is_unclear(&self) -> bool {
        self.unclear
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}
