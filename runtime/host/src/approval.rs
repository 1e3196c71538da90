//! Approvals: calls that wait for a person.
//!
//! An approval covers one call: this run, this call, these arguments, this tool as it was declared, this policy, for this
//! principal. It has a random id, can be decided once, and expires.

use std::time::Duration;

use codemode_tool::{Effect, Label};
use serde::{Deserialize, Serialize};

/// A call that waits for a person, as a person should see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Approval {
    /// Its id: 128 random bits in hexadecimal.
    pub id: String,
    /// The run that waits.
    pub run: String,
    /// The call's number in it.
    pub call: u32,
    /// For whom the run is.
    pub principal: String,
    /// The tool, as `module.tool`.
    pub tool: String,
    /// The arguments with which it is called, as JSON: these and no others.
    pub arguments: String,
    /// What the call may do.
    pub effect: Effect,
    /// The rule that wants a person.
    pub rule: String,
    /// What the rule says of that.
    pub reason: Option<String>,
    /// What the run has read before: text that somebody else wrote, data that must not leave.
    pub labels: Vec<Label>,
    /// When it was asked, in milliseconds since 1970.
    pub asked_ms: i64,
    /// Until when it can be decided.
    pub expires_ms: i64,
    /// What became of it.
    pub state: ApprovalState,
    /// Who decided.
    pub decided_by: Option<String>,
    /// What they said about it.
    pub comment: Option<String>,
}

/// What became of an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ApprovalState {
    /// It waits for a person.
    Open,
    /// The call may be made.
    Approved,
    /// It may not.
    Denied,
    /// Nobody decided in time.
    Expired,
}

impl ApprovalState {
    /// The name in journals: `open`, `approved`, `denied`, `expired`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Approved, Self::Denied, Self::Expired].into_iter().find(|state| state.as_str() == name)
    }
}

/// How long an approval can be decided where nothing else is said: three days, so that a question of Friday can be answered on
/// Monday.
pub(crate) const EXPIRES_AFTER: Duration = Duration::from_hours(3 * 24);

/// What was decided of a waiting call, as its run hears of it.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    pub(crate) state: ApprovalState,
    pub(crate) by: Option<String>,
    pub(crate) comment: Option<String>,
}
