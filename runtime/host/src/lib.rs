//! Run a script a model wrote, let it call your functions, get back only what it printed.
//!
//! A model writes a short script instead of making tool calls one by one. A [`Sandbox`] runs it in WebAssembly, bounded in
//! work, memory, time and output. Every tool call that the script makes comes back through one dispatcher, which
//! validates, authorizes, schedules, executes, limits and records it. Only what the script printed returns to the model.
//!
//! ```
//! use codemode::{Effect, FnTool, Policy, Sandbox, Script, ToolModule, ToolSpec};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), codemode::Error> {
//! let invoices = FnTool::new(ToolSpec::new("count_invoices", Effect::Read), |_run, _arguments| async { Ok(41) });
//! let sandbox = Sandbox::builder()
//!     .module(ToolModule::new("ledger", ()).add(invoices))
//!     .policy(Policy::allow_reads())
//!     .build()?;
//!
//! let script = Script::new("count.js", r#"
//!     import { count_invoices } from "tools/ledger";
//!     console.log("invoices:", await count_invoices() + 1);
//! "#);
//! let outcome = sandbox.run(&script).await?;
//! assert_eq!(outcome.printed.text(), "invoices: 42\n");
//! # Ok(())
//! # }
//! ```
//!
//! # The walk of one run
//!
//! The modules are declared in the order in which a run visits them. A [`Script`] goes, with the manifest of the tools, to
//! a fresh guest made from a snapshot. The guest runs until its job queue is empty, notes the calls it wants, and rests.
//! The driver ([`Run`]) hands each call to the dispatcher, waits for the first reply or timer, and settles it in the
//! guest, until the script ends or a limit stops it. What is left is an [`Outcome`].
//!
//! # Core concepts
//!
//! - **How a script ends is data**, however badly: [`Outcome::stop`]. [`Error`] is for faults of the embedder's set-up.
//! - **A limit cannot be caught** by a script; a failed or refused call is an ordinary exception that can.
//! - **The account is honest**: each call is done, failed, refused, not started or unknown ([`CallEnding`]), and
//!   [`Outcome::for_model`] says what a run had done before it ended badly.
//! - **One way for all calls**: [`Sandbox::call`] and [`Sandbox::call_all`] make calls without a script, through the same
//!   checks.
//! - **Closed by default**: no tool can be called until a [`Policy`] allows it, and every [limit](Limits) is finite.

// No script, tool or schema may reach a panic in the host.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod approval;
mod built_in;
mod check;
mod choice;
mod config;
mod cut;
mod direct;
mod dispatch;
mod drive;
mod earlier;
mod error;
mod event;
mod guest;
mod journal;
mod ledger;
mod limits;
mod outcome;
mod pause;
mod plan;
mod policy;
mod printed;
mod registry;
mod report;
mod run;
mod sandbox;
mod schedule;
mod schema;
mod script;
mod secrets;
mod store;
mod time_zone;
mod undoing;

#[cfg(test)]
mod gates;
#[cfg(test)]
mod hostile;

pub use approval::{Approval, ApprovalState};
pub use check::{Check, Warning};
pub use choice::ScriptEngine;
/// What the code that `#[tool(…, crate = codemode)]` writes refers to; not for use by hand.
#[doc(hidden)]
pub use codemode_tool::__private;
pub use codemode_tool::{
    Artifacts, BoxFuture, Callers, Effect, FnTool, Json, KeepArtifact, Label, OnTimeout, RunContext, Tool, ToolError,
    ToolFunction, ToolModule, ToolSpec, Undo, Undone, tool,
};
pub use config::{Config, HttpBasic, HttpConfig, HttpHost, SecretSource};
pub use direct::{CallError, Called, Direct, DirectCall};
pub use earlier::Continued;
pub use error::Error;
pub use event::{Event, PrintTarget, RunEvents};
pub use guest::set_live_runs;
pub use journal::{CallEnding, Record};
pub use ledger::Ledger;
pub use limits::{Limits, Usage};
pub use outcome::{Excerpt, Limit, LimitReached, Outcome, Paused, Position, ScriptError, Stop, TimedOut};
pub use pause::Resume;
pub use policy::{Policy, Possible, Rule, Total, Verdict};
pub use printed::{Printed, printable};
pub use registry::ToolInfo;
pub use run::Run;
pub use sandbox::{Sandbox, SandboxBuilder};
pub use script::Script;
pub use store::{
    ArtifactKind, Keep, RunFilter, RunState, RunStore, StoreError, StorePlace, StoredArtifact, StoredCall, StoredRun,
};
pub use time_zone::TimeZone;
pub use tokio_util::sync::CancellationToken;
pub use undoing::{UndoResult, UndoneCall};
