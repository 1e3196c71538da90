//! The account of a run: one record for each call that it asked for.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use codemode_tool::Effect;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Verdict;
use crate::limits::millis;

/// What is known of one call.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// The call's number in its run, from 0.
    pub call: u32,
    /// The tool, as `module.tool`.
    pub tool: String,
    /// The arguments, as the JSON text that was validated and executed.
    pub arguments: String,
    /// What the call may do; the tool's most where the call was refused before its own effect was known.
    pub effect: Effect,
    /// What the policy said; nothing where the call was refused before.
    pub verdict: Option<Verdict>,
    /// The rule that said it.
    pub rule: Option<String>,
    /// What became of it.
    pub ending: CallEnding,
    /// How often the tool was called for it: more than once where it failed in a way that may pass.
    pub attempts: u32,
    /// A stable code where it failed or was refused, such as `invalid_arguments`.
    pub code: Option<&'static str>,
    /// The message that the script got where it failed or was refused.
    pub message: Option<String>,
    /// What only the journal may see of a failure.
    pub detail: Option<String>,
    /// From the asking to the reply, waiting for its turn included.
    #[serde(with = "millis", rename = "latency_ms")]
    pub latency: Duration,
    /// Length of the reply, in bytes of JSON.
    pub reply_bytes: u64,
    /// SHA-256 of the reply, in hexadecimal; nothing where there is none.
    pub reply_digest: Option<String>,
}

/// What became of a call. After any ending of a run each of its calls has one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallEnding {
    /// The tool ran and replied.
    Done,
    /// The tool ran and failed, or is a read whose reply never came.
    Failed,
    /// The dispatcher said no; the tool did not run.
    Refused,
    /// The run ended before the call's turn came; the tool did not run.
    NotStarted,
    /// The tool was started and its outcome is not known: check before doing it again.
    Unknown,
}

/// SHA-256 in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;

    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The journal of one run, in memory. What it says of a call is true at every moment: were the run cut off now, the record
/// would be right as it stands.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    records: Mutex<Vec<Record>>,
}

impl Journal {
    /// Opens the record of a call that was asked for.
    pub(crate) fn open(&self, call: u32, tool: &str, effect: Effect) {
        let record = Record {
            call,
            tool: tool.to_owned(),
            arguments: String::new(),
            effect,
            verdict: None,
            rule: None,
            ending: CallEnding::NotStarted,
            attempts: 0,
            code: None,
            message: None,
            detail: None,
            latency: Duration::ZERO,
            reply_bytes: 0,
            reply_digest: None,
        };
        self.lock().push(record);
    }

    /// Changes the record of a call; false where there is none.
    pub(crate) fn note(&self, call: u32, change: impl FnOnce(&mut Record)) -> bool {
        let mut records = self.lock();
        // Calls are numbered in the order in which their records were opened.
        let record = records.get_mut(call as usize);
        record.map(change).is_some()
    }

    /// The tool of a call.
    pub(crate) fn tool(&self, call: u32) -> String {
        self.lock().get(call as usize).map(|record| record.tool.clone()).unwrap_or_default()
    }

    /// Whether a record is like that.
    pub(crate) fn any(&self, like: impl FnMut(&Record) -> bool) -> bool {
        self.lock().iter().any(like)
    }

    /// The whole account.
    pub(crate) fn take(&self) -> Vec<Record> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Record>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
