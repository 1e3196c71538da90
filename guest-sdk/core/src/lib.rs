//! The engine-neutral half of a JavaScript guest.
//!
//! A guest is a Wasm module with an engine in it. What does not depend on the engine is here: the imports and exports, the
//! life of a run and its endings, what the script may import, JSON, and natives that work on text and bytes. An engine
//! crate implements [`Engine`], gives its natives to the prelude, and ends with `export_guest!(ItsEngine)`.

pub mod blame;
mod explain;
pub mod exports;
mod guest;
pub mod imports;
pub mod json;
mod manifest;
pub mod native;
pub mod prelude;
mod run;
pub mod stack;
pub mod texts;
mod zone;

pub use codemode_abi as abi;
pub use explain::{explain, hint_at_nearest, only_await};
pub use guest::{Engine, Fault, Guest, Main, Reply, fail};
pub use manifest::Manifest;
pub use run::Run;
pub use zone::{UTC, Zone};
