//! What the host knows of a run at rest.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use codemode_tool::Label;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::approval::Decided;
use crate::dispatch::Replays;
use crate::guest::SavedRandom;
use crate::journal::digest;
use crate::policy::SavedSpent;
use crate::printed::SavedPrinted;
use crate::registry::Entry;
use crate::{Limits, Policy, Record, Script};

/// What the host knows of a run at rest, beside its guest's memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) script: SavedScript,
    pub(crate) engine_reason: String,
    pub(crate) limits: Limits,
    pub(crate) fuel: u64,
    pub(crate) wall_ms: u64,
    pub(crate) calls: u32,
    pub(crate) timers: u32,
    pub(crate) memory_bytes: u64,
    /// Pending timers, and how many milliseconds each has left: while a run rests, they do, too.
    pub(crate) sleeps: Vec<(u32, u64)>,
    pub(crate) random: SavedRandom,
    pub(crate) printed: SavedPrinted,
    pub(crate) labels: Vec<Label>,
    pub(crate) retries: u32,
    pub(crate) budgets: Vec<SavedSpent>,
    /// The tools by the index under which the guest knows them.
    pub(crate) tools: Vec<SavedTool>,
    /// A digest of the policies that held.
    pub(crate) policy: String,
    pub(crate) narrower: Option<Policy>,
    /// The run that this one goes on from.
    pub(crate) parent: Option<String>,
    pub(crate) result_schema: Option<Value>,
    pub(crate) result_required: bool,
    /// The calls that wait.
    pub(crate) waiting: Vec<SavedCall>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedScript {
    name: String,
    source: String,
    args: Value,
}

impl SavedScript {
    pub(crate) fn of(script: &Script) -> Self {
        Self { name: script.name.clone(), source: script.source.clone(), args: script.args.clone() }
    }

    pub(crate) fn script(&self) -> Script {
        Script::new(self.name.clone(), self.source.clone()).args(self.args.clone())
    }
}

/// A tool as it was declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedTool {
    pub(crate) name: String,
    pub(crate) digest: String,
}

impl SavedTool {
    pub(crate) fn of(entry: &Entry) -> Self {
        // Plain data: it cannot fail.
        let declared = serde_json::to_vec(&entry.spec).unwrap_or_default();
        Self { name: entry.full_name.clone(), digest: digest(&declared) }
    }
}

/// A call that waits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedCall {
    pub(crate) call: u32,
    /// The index under which the guest knows the tool.
    pub(crate) tool: u32,
    /// The arguments as JSON, as they are executed.
    pub(crate) arguments: String,
    /// What decides it.
    pub(crate) approval: String,
}

/// A saved run, taken by this process.
pub(crate) struct Resumed {
    pub(crate) run: String,
    /// By what name this process has taken it.
    pub(crate) claim: String,
    pub(crate) saved: Saved,
    /// The guest's name.
    pub(crate) guest: &'static str,
    pub(crate) image: Vec<u8>,
    /// What was decided, by call.
    pub(crate) decided: HashMap<u32, Decided>,
    /// The records of the calls that the run had asked for when it was saved.
    pub(crate) records: Vec<(Record, i64)>,
    /// The ids of approvals that nobody has decided yet, by call.
    pub(crate) open: HashMap<u32, String>,
    /// What it did since.
    pub(crate) replays: Replays,
    /// Which of this sandbox's tools each index of the guest stands for.
    pub(crate) tools: Vec<u32>,
    /// Whether the outcome has everything that was printed, or what is new.
    pub(crate) all_output: bool,
}

impl Resumed {
    /// When the timers that were pending are due now.
    pub(crate) fn timers(&self) -> impl Iterator<Item = (Instant, u32)> + '_ {
        let now = Instant::now();
        self.saved.sleeps.iter().map(move |&(timer, left)| (now + Duration::from_millis(left), timer))
    }
}
