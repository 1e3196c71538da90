//! The host's own modules: `codemode:artifacts` and `codemode:result`.
//!
//! They are tools like others, and their calls go through the same dispatcher: validated, limited, recorded. What differs: no
//! rule decides about them, since they change nothing outside of the run, and a script imports them by their own name.

pub(crate) mod artifacts;
pub(crate) mod result;

use codemode_abi::is_built_in;

/// What the dispatcher must know of a tool beyond its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A tool of the embedder's: the policy decides.
    Granted,
    /// One of the host's own.
    BuiltIn,
    /// The one that takes the run's result.
    Submit,
}

impl Role {
    /// The role of a tool, by its full name.
    pub(crate) fn of(full_name: &str) -> Self {
        match full_name {
            result::SUBMIT => Self::Submit,
            name if is_built_in(name) => Self::BuiltIn,
            _ => Self::Granted,
        }
    }
}

/// The rule that a record of such a call names.
pub(crate) const RULE: &str = "built in";
