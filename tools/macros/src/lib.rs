//! The `#[tool]` attribute of `codemode-tool`, which re-exports it: use it from there.
//!
//! The walk of one expansion: `options` reads what stands in the parentheses, `function` reads the signature, both
//! collect every mistake they find, and `expand` writes the code, with `undo` for the option of that name.

mod expand;
mod function;
mod options;
#[cfg(test)]
mod tests;
mod undo;

use proc_macro::TokenStream;

/// Makes a tool of a function.
///
/// ```
/// use codemode_tool::{ToolError, ToolModule, tool};
///
/// struct Ledger { /* a connection pool, say */ }
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Search {
///     /// Words that must occur in the invoice.
///     text: String,
///     /// The most invoices to return; 20 where it is not given.
///     limit: Option<u32>,
/// }
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Invoice {
///     id: u64,
///     total: f64,
/// }
///
/// /// Finds invoices whose text matches, newest first.
/// #[tool(effect = Read, timeout = "5s")]
/// async fn find_invoices(ledger: &Ledger, search: Search) -> Result<Vec<Invoice>, ToolError> {
///     # let _ = (ledger, search.text, search.limit);
///     Ok(vec![])
/// }
///
/// let module = ToolModule::new("ledger", Ledger {}).tool(find_invoices);
/// # assert!(module.faults().is_empty());
/// ```
///
/// # Options
///
/// | option | meaning |
/// | --- | --- |
/// | `effect = Read`, `Write` or `External` | what a call may do to the world; required, since a wrong guess is a wrong permission |
/// | `effect = effect_of` | a function that tells it from the arguments: `fn effect_of(arguments: &Value) -> Effect`. What they do not tell is `External` |
/// | `resource = path_of` | a function that says what a call touches: `fn path_of(arguments: &Value) -> Option<String>`; everything where it is not given. See [`Tool::resource`] |
/// | `timeout = "5s"` | how long one call may take: a whole number and `ms`, `s` or `m`; 30 seconds where it is not given |
/// | `on_timeout = Error` or `Stop` | whether a call that timed out is an exception, or the end of the run; `Error` where it is not given |
/// | `attempts = 3` | how often a call is tried at most that fails in a way that may pass; 3 where it is not given. Holds for calls that read, and where `idempotent` |
/// | `idempotent = true` | the tool passes [`RunContext::idempotency_key`] on to a service that knows it, so that a repeat takes effect once |
/// | `undo = (plan, restore)` | two functions by which a call can be taken back, see below |
/// | `labels = [Untrusted, Private]` | what its replies bring into a run, for rules of a policy that hold after it |
/// | `name = "find-invoices"` | the tool's name where it is not the function's |
/// | `callers = Script`, `Direct` or `Both` | who may call it; `Both` where it is not given |
/// | `crate = my::path` | where `codemode_tool` is, when the crate that uses the attribute reaches it by another name |
///
/// # The function
///
/// - **The doc comment is the description** that the model reads, so it is required.
/// - **State** is borrowed by the first parameter: `ledger: &Ledger`. It is what [`ToolModule::new`] was given; leave the
///   parameter out where the function needs none.
/// - **The context**, `context: &RunContext`, says who calls and until when. It is recognised by its type, at any place.
/// - **The arguments** are one object. Either one parameter of a type of your own is that object, such as `search: Search`
///   above (it implements `serde::Deserialize` and `schemars::JsonSchema`); or each parameter is a property of it:
///
/// ```
/// # use codemode_tool::{ToolError, tool};
/// /// Adds up.
/// #[tool(effect = Read)]
/// async fn add(
///     /// The numbers to add.
///     numbers: Vec<f64>,
///     /// Digits after the point; all where it is not given.
///     digits: Option<u8>,
/// ) -> Result<f64, ToolError> {
///     # let _ = digits;
///     Ok(numbers.iter().sum())
/// }
/// ```
///
///   One parameter alone is a property when its type is a string, number, bool, `Option`, `Vec`, map, set, tuple or array,
///   `Value` or `PathBuf`. Doc comments, `#[serde(…)]` and `#[schemars(…)]` on such parameters work as on fields. Properties
///   that nobody declared are refused, with or without `deny_unknown_fields`.
/// - **The reply** is a `Result<T, ToolError>`. `T` implements `serde::Serialize` and `schemars::JsonSchema`, which makes
///   the output schema; return `serde_json::Value` or [`Json`] where no schema can be said.
/// - **An `async fn`** runs on the runtime's own threads and must not block them. **A plain `fn`** runs on a thread of
///   tokio's blocking pool, where it may. A thread cannot be cut off from outside: a plain function that may take long must
///   look at `context.cancelled` now and then.
///
/// # Undo
///
/// `undo = (plan, restore)` names two functions. `plan` has the parameters of the tool function. It is called before the tool
/// function, changes nothing, and says what to keep and what the call will leave behind, see [`Tool::plan_undo`]. `restore`
/// takes the state (where the tool function does), the context and what was planned; it looks whether the world is still as
/// the call left it, and only then restores, see [`Tool::undo`]. Both are `async` where the tool function is; plain ones run
/// on a thread that may block. For a call that only reads, a dry run say, neither is called.
///
/// ```
/// # use std::sync::Mutex;
/// # use codemode_tool::{RunContext, ToolError, Undo, Undone, tool};
/// # use codemode_tool::__private::serde_json;
/// struct Motto(Mutex<String>);
///
/// /// Sets the motto.
/// #[tool(effect = Write, undo = (plan_motto, restore_motto))]
/// async fn set_motto(motto: &Motto, text: String) -> Result<(), ToolError> {
///     *motto.0.lock().map_err(ToolError::internal)? = text;
///     Ok(())
/// }
///
/// async fn plan_motto(motto: &Motto, text: String) -> Result<Option<Undo>, ToolError> {
///     let before = motto.0.lock().map_err(ToolError::internal)?.clone();
///     Ok(Some(Undo::new(serde_json::json!({ "before": before, "left": text }))))
/// }
///
/// async fn restore_motto(motto: &Motto, _context: &RunContext, undo: &Undo) -> Result<Undone, ToolError> {
///     let mut now = motto.0.lock().map_err(ToolError::internal)?;
///     if undo.note["before"] == now.as_str() {
///         return Ok(Undone::AlreadyAsBefore);
///     }
///     if undo.note["left"] != now.as_str() {
///         return Err(ToolError::changed_since("the motto was changed again; nothing was restored"));
///     }
///     undo.note["before"].as_str().unwrap_or_default().clone_into(&mut now);
///     Ok(Undone::Restored)
/// }
/// ```
///
/// # What it becomes
///
/// The name becomes a function without parameters that makes the tool, a [`ToolFunction`], for [`ToolModule::tool`]. The
/// original stays callable, with its own signature and without what a dispatcher does around it, as `run`:
/// `find_invoices().run(&ledger, search).await`, for tests and for other functions.
///
/// [`RunContext::idempotency_key`]: https://docs.rs/codemode-tool/latest/codemode_tool/struct.RunContext.html#method.idempotency_key
/// [`Tool::resource`]: https://docs.rs/codemode-tool/latest/codemode_tool/trait.Tool.html#method.resource
/// [`Json`]: https://docs.rs/codemode-tool/latest/codemode_tool/struct.Json.html
/// [`Tool::plan_undo`]: https://docs.rs/codemode-tool/latest/codemode_tool/trait.Tool.html#method.plan_undo
/// [`Tool::undo`]: https://docs.rs/codemode-tool/latest/codemode_tool/trait.Tool.html#method.undo
/// [`ToolFunction`]: https://docs.rs/codemode-tool/latest/codemode_tool/trait.ToolFunction.html
/// [`ToolModule::new`]: https://docs.rs/codemode-tool/latest/codemode_tool/struct.ToolModule.html#method.new
/// [`ToolModule::tool`]: https://docs.rs/codemode-tool/latest/codemode_tool/struct.ToolModule.html#method.tool
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(options.into(), item.into()).into()
}
