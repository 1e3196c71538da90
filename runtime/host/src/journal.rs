//! The account of a run: one record for each call that it asked for.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use codemode_tool::{Effect, Undo};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::Verdict;
use crate::limits::millis;
use crate::store::{Account, CallRow, Keeper, RunEnd, now_ms};

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
    pub code: Option<Cow<'static, str>>,
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
    /// The call of an earlier run whose reply it got, as `run:call`, where the run goes on from that one.
    pub answered_by: Option<String>,
    /// The call of an earlier run, as `run:call`, whose outcome is unknown and whose idempotency key it was made with again.
    pub repeats: Option<String>,
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

impl CallEnding {
    /// The name in journals: `done`, `failed`, `refused`, `not_started`, `unknown`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::NotStarted => "not_started",
            Self::Unknown => "unknown",
        }
    }
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

/// The journal of one run. What it says of a call is true at every moment: were the run cut off now, the record would be right
/// as it stands. Where the sandbox has a store, what it says goes there too, before it matters.
#[derive(Default)]
pub(crate) struct Journal {
    entries: Mutex<Vec<Entry>>,
    account: Option<Account>,
}

struct Entry {
    record: Record,
    asked_ms: i64,
    /// Whether the store has the record as it will stay.
    settled: bool,
}

impl Journal {
    /// A journal that writes to a store as well.
    pub(crate) fn new(account: Option<Account>) -> Self {
        Self { entries: Mutex::default(), account }
    }

    /// Says by what name this process has taken a saved run.
    pub(crate) fn hold(&mut self, claim: String) {
        if let Some(account) = &mut self.account {
            account.hold(claim);
        }
    }

    /// Goes on with the account of a run that was saved: its first calls, in order. Those for which `open` holds go on.
    pub(crate) fn resume(&self, calls: Vec<(Record, i64)>, open: impl Fn(u32) -> bool) {
        let entry = |(mut record, asked_ms): (Record, i64)| {
            let open = open(record.call);
            if open {
                record.ending = CallEnding::NotStarted;
            }
            Entry { record, asked_ms, settled: !open }
        };
        *self.lock() = calls.into_iter().map(entry).collect();
    }

    /// Whether what it says goes to a store.
    pub(crate) const fn is_stored(&self) -> bool {
        self.account.is_some()
    }

    /// Where the run's large outputs are kept, up to so many bytes each; nothing without a store.
    pub(crate) fn keeper(&self, most: u64) -> Option<Keeper> {
        self.account.as_ref().map(|account| account.keeper(most))
    }

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
            answered_by: None,
            repeats: None,
        };
        // Nobody reads the time where nothing is stored.
        let asked_ms = if self.account.is_some() { now_ms() } else { 0 };
        self.lock().push(Entry { record, asked_ms, settled: false });
    }

    /// Changes the record of a call; false where there is none.
    pub(crate) fn note(&self, call: u32, change: impl FnOnce(&mut Record)) -> bool {
        let mut entries = self.lock();
        // Calls are numbered in the order in which their records were opened.
        let entry = entries.get_mut(call as usize);
        entry.map(|entry| change(&mut entry.record)).is_some()
    }

    /// Hands the record of a call that is about to be made to the store. For one that changes something, it is on the disk when
    /// this returns.
    pub(crate) async fn intend(&self, call: u32, undo: Option<Undo>) -> Result<(), String> {
        let Some(account) = &self.account else { return Ok(()) };
        let Some((record, asked_ms)) = self.copy(call, false) else { return Err("there is no such call".into()) };
        account.intend(&record, asked_ms, undo).await
    }

    /// Hands the record of a call that has ended to the store.
    pub(crate) async fn settle(&self, call: u32, reply: Option<&str>) {
        let Some(account) = &self.account else { return };
        if let Some((record, asked_ms)) = self.copy(call, true) {
            account.settle(&record, asked_ms, reply).await;
        }
    }

    fn copy(&self, call: u32, settled: bool) -> Option<(Record, i64)> {
        let mut entries = self.lock();
        let entry = entries.get_mut(call as usize)?;
        entry.settled |= settled;
        Some((entry.record.clone(), entry.asked_ms))
    }

    /// Hands the records of calls that wait to the store.
    pub(crate) async fn rest(&self) {
        let Some(account) = &self.account else { return };
        let left: Vec<(Record, i64)> = {
            let entries = self.lock();
            entries.iter().filter(|entry| !entry.settled).map(|entry| (entry.record.clone(), entry.asked_ms)).collect()
        };
        for (record, asked_ms) in left {
            account.settle(&record, asked_ms, None).await;
        }
    }

    /// The record of a call.
    pub(crate) fn record(&self, call: u32) -> Option<Record> {
        self.lock().get(call as usize).map(|entry| entry.record.clone())
    }

    /// Hands what is left to the store, with the run's end. When this returns, it is written; if not, this says why.
    pub(crate) async fn end(&self, run: &str, engine: &'static str, end: RunEnd) -> Result<(), String> {
        let Some(account) = &self.account else { return Ok(()) };
        let row = |entry: &Entry| {
            let (record, asked_ms) = (entry.record.clone(), entry.asked_ms);
            CallRow { run: run.to_owned(), record, asked_ms, reply: None }
        };
        // A run that only rests has calls that go on.
        let left = self.lock().iter().filter(|entry| !entry.settled).map(row).collect();
        account.end(left, engine, end).await
    }

    /// The tool of a call.
    pub(crate) fn tool(&self, call: u32) -> String {
        self.lock().get(call as usize).map(|entry| entry.record.tool.clone()).unwrap_or_default()
    }

    /// The arguments of a call, as its record has them.
    pub(crate) fn arguments(&self, call: u32) -> String {
        self.lock().get(call as usize).map(|entry| entry.record.arguments.clone()).unwrap_or_default()
    }

    /// Whether a record is like that.
    pub(crate) fn any(&self, mut like: impl FnMut(&Record) -> bool) -> bool {
        self.lock().iter().any(|entry| like(&entry.record))
    }

    /// The whole account.
    pub(crate) fn take(&self) -> Vec<Record> {
        std::mem::take(&mut *self.lock()).into_iter().map(|entry| entry.record).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
