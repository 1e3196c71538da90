//! What is known of a tool before it is called.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::Effect;

/// Who may call a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Callers {
    /// Scripts only.
    Script,
    /// The model or the embedder directly, not scripts.
    Direct,
    /// Both.
    #[default]
    Both,
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
    /// How long one call may take. A read that takes longer may be tried again; anything else is then of unknown outcome.
    #[serde(serialize_with = "millis", rename = "timeout_ms")]
    pub timeout: Duration,
    /// Who may call it.
    pub callers: Callers,
}

impl ToolSpec {
    /// How long a call may take where nothing else is said: 30 seconds, more than a slow HTTP service needs and less than
    /// a person would wait.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

    /// A tool that takes no arguments, with the default timeout, for all callers.
    pub fn new(name: impl Into<String>, effect: Effect) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            input_schema: serde_json::json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            output_schema: None,
            effect,
            timeout: Self::DEFAULT_TIMEOUT,
            callers: Callers::default(),
        }
    }
}

fn millis<S: serde::Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
}
