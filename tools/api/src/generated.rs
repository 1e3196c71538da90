//! What the code that `#[tool]` writes refers to.

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::runtime::Handle;

use crate::{IntoJson, Json, ToolError, schema};

pub use crate::schema::input_schema;
pub use {schemars, serde, serde_json};

#[expect(missing_docs, reason = "a doc comment would be the schema's description")]
#[derive(schemars::JsonSchema, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoArguments {}

/// What a tool function returns, by whatever name it is written.
#[diagnostic::on_unimplemented(
    message = "a tool returns `Result<T, ToolError>`, not `{Self}`",
    label = "not a `Result<T, ToolError>`",
    note = "wrap the reply in `Ok`, and turn other errors into a `ToolError` that says what to try next"
)]
pub trait ToolResult {
    /// The `T`.
    type Reply;

    /// The result itself.
    fn into_result(self) -> Result<Self::Reply, ToolError>;
}

impl<T> ToolResult for Result<T, ToolError> {
    type Reply = T;

    fn into_result(self) -> Result<T, ToolError> {
        self
    }
}

/// The schema of what a function returns when it succeeds.
pub fn output_schema<R>() -> Option<Value>
where
    R: ToolResult,
    R::Reply: IntoJson + schemars::JsonSchema,
{
    schema::output_schema::<R::Reply>()
}

/// Reads the arguments. They fit the schema already; serde may still refuse a value, such as 300 for a `u8`.
pub fn parse<T: DeserializeOwned>(arguments: Value) -> Result<T, ToolError> {
    serde_json::from_value(arguments).map_err(|e| ToolError::invalid(e.to_string()))
}

/// Writes the reply.
pub fn reply<R>(result: R) -> Result<Json, ToolError>
where
    R: ToolResult,
    R::Reply: IntoJson,
{
    result.into_result()?.into_json()
}

/// Runs a plain function where it may block. A panic in it becomes an internal error.
pub async fn blocking<F, T>(work: F) -> Result<T, ToolError>
where
    F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    T: Send + 'static,
{
    let runtime = Handle::try_current().map_err(ToolError::internal)?;
    match runtime.spawn_blocking(work).await {
        Ok(result) => result,
        Err(join) => Err(ToolError::internal(join)),
    }
}
