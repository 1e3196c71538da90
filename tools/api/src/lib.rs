//! Tools: the functions of yours that a script may call.
//!
//! A [`Tool`] is one table row: name, description, input schema, output schema, effect, timeout, and its function. A
//! [`ToolModule`] gathers tools under the name that scripts import: `import { find_invoices } from "tools/ledger"`.
//! Write tools as functions with [`#[tool]`](macro@tool); build them by hand with [`FnTool`], or implement [`Tool`], where
//! they are known only at run time.
//!
//! This crate knows nothing of the sandbox, so a crate of tools needs only this dependency, and `serde` and `schemars` (1) for
//! argument and reply types of its own.
//!
//! # Core concepts
//!
//! - **Arguments are one object**, validated against [`ToolSpec::input_schema`] before the tool is called.
//! - **[`Effect`]** says what a call may do to the world: permission, scheduling and retry depend on it.
//! - **[`ToolError`]** is what the script may see. What must stay private goes into [`ToolError::detail`].
//! - **[`Undo`]** is how one call can be taken back: planned before the call changes anything, kept by the host, and used only
//!   where the world is still as the call left it.
//! - **[`RunContext`]** says who runs the script. It comes from the host, never from arguments.

mod context;
mod effect;
mod error;
mod generated;
mod module;
mod schema;
mod spec;
mod tool;
mod undo;

pub use codemode_tool_macros::tool;
pub use context::{Artifacts, KeepArtifact, RunContext};
pub use effect::Effect;
pub use error::ToolError;
pub use module::{IntoToolFunction, ToolFunction, ToolModule};
pub use spec::{Callers, Label, OnTimeout, ToolSpec};
pub use tool::{BoxFuture, FnTool, IntoJson, Json, Tool};
pub use undo::{Undo, Undone};

/// What the code that `#[tool]` writes refers to; not for use by hand, and not stable.
#[doc(hidden)]
pub mod __private {
    pub use crate::generated::*;
}
