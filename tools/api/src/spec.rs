//! What is known of a tool before it is called.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Effect;

/// Who may call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Callers {
    /// Scripts only.
    Script,
    /// The model or the embedder directly, not scripts.
    #[serde(alias = "model")]
    Direct,
    /// Both.
    #[default]
    Both,
}

impl Callers {
    /// Whether a call of `caller` (scripts, or direct ones) is among these.
    pub fn include(self, caller: Self) -> bool {
        self == Self::Both || self == caller
    }
}

/// What becomes of a run when a call of the tool times out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnTimeout {
    /// The script gets an exception, which it can catch.
    #[default]
    Error,
    /// The run ends, which no script can catch: for tools whose unknown outcome nothing should be built upon.
    Stop,
}

/// What a tool's replies bring into a run. A policy can have rules that hold only after a call of such a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// Text that somebody else wrote: a web page, a mail, an issue. It may try to give orders.
    Untrusted,
    /// Data that must not leave.
    Private,
}

impl Label {
    /// The name in policies and messages: `untrusted`, `private`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Untrusted => "untrusted",
            Self::Private => "private",
        }
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The declaration of a tool.
#[derive(Clone, Debug, Serialize)]
pub struct ToolSpec {
    /// The name inside its module, such as `find_invoices`.
    pub name: String,
    /// What it does, in a sentence or a few, for the model that writes scripts.
    pub description: String,
    /// A JSON Schema (draft 2020-12 where it does not say) for the one argument object.
    pub input_schema: Value,
    /// A JSON Schema for the reply; a reply that does not fit is reported as a failure of the tool.
    pub output_schema: Option<Value>,
    /// The most that a call may do; [`Tool::effect`](crate::Tool::effect) may say less for given arguments.
    pub effect: Effect,
    /// How long one call may take, its repeats included. A read that takes longer may be tried again; anything else is then of unknown outcome.
    #[serde(serialize_with = "millis", rename = "timeout_ms")]
    pub timeout: Duration,
    /// What becomes of the run when a call times out.
    pub on_timeout: OnTimeout,
    /// How often one call is tried at most, where it fails in a way that may pass ([`ToolError::transient`]); 1 is once.
    /// Only what cannot happen twice is tried again: calls that read, and calls of tools that are `idempotent`.
    ///
    /// [`ToolError::transient`]: crate::ToolError::transient
    pub attempts: u32,
    /// Whether a call that is repeated with the same [`RunContext::idempotency_key`] takes effect once: the tool passes the
    /// key on to a service that knows it.
    ///
    /// [`RunContext::idempotency_key`]: crate::RunContext::idempotency_key
    pub idempotent: bool,
    /// What its replies bring into a run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
    /// Who may call it.
    pub callers: Callers,
}

impl ToolSpec {
    /// How long a call may take where nothing else is said: 30 seconds, more than a slow HTTP service needs and less than
    /// a person would wait.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

    /// How often a call is tried at most where nothing else is said: most faults of transport that pass at all have passed
    /// by the third time.
    pub const DEFAULT_ATTEMPTS: u32 = 3;

    /// A tool that takes no arguments, with the defaults above, for all callers.
    pub fn new(name: impl Into<String>, effect: Effect) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            input_schema: serde_json::json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            output_schema: None,
            effect,
            timeout: Self::DEFAULT_TIMEOUT,
            on_timeout: OnTimeout::default(),
            attempts: Self::DEFAULT_ATTEMPTS,
            idempotent: false,
            labels: Vec::new(),
            callers: Callers::default(),
        }
    }
}

fn millis<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
}
