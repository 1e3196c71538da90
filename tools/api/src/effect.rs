//! What a call may do to the world.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a call may do to the world, from harmless to irreversible.
///
/// A tool declares one effect, or computes it for each call from the arguments. What is not known is [`Effect::External`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Changes nothing. Reads run together, and a read that timed out may be tried again.
    Read,
    /// Changes something that the tool can restore. Runs alone, in the order of the script's calls.
    Write,
    /// Leaves the machine, spends, or deletes for good. Runs alone, in order.
    External,
}

impl Effect {
    /// The name in policies, journals and messages: `read`, `write`, `external`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::External => "external",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
