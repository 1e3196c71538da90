//! Why a request gave no reply.

use codemode_tool::ToolError;

/// A failure, before it is known what it means for the call: that depends on whether anything was sent.
#[derive(Debug)]
pub(super) struct Fault {
    code: &'static str,
    message: String,
    detail: Option<String>,
    /// Whether it may pass by itself.
    passes: bool,
}

impl Fault {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), detail: None, passes: false }
    }

    /// The arguments make no sense.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new("invalid_arguments", message)
    }

    /// What only the journal may see.
    pub(super) fn detail(mut self, detail: impl std::fmt::Display) -> Self {
        self.detail = Some(detail.to_string());
        self
    }

    /// Says that it may pass by itself.
    pub(super) fn passes(mut self) -> Self {
        self.passes = true;
        self
    }

    /// Says where it happened: `the redirect to …`.
    pub(super) fn within(mut self, place: &str) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// The error of the call. `read` is whether the call changes nothing; `sent` is whether a server may have got it.
    pub(super) fn into_error(self, read: bool, sent: bool, redact: impl Fn(String) -> String) -> ToolError {
        let mut error = ToolError::new(redact(self.message)).with_code(self.code);
        if let Some(detail) = self.detail {
            error = error.with_detail(redact(detail));
        }
        match (read, sent) {
            // Only reads are tried again, and of anything else `transient` would say that nobody knows what became of it.
            (true, _) if self.passes => error.transient(),
            (false, true) => error.unclear(),
            _ => error,
        }
    }
}
