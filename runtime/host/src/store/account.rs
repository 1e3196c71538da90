//! The account of one run, as it goes to the store.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use codemode_tool::{Effect, Undo};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;

use super::artifacts::Keeper;
use super::rows::{BlobRow, CallRow, Row, RunEnd, RunRow, UndoRow, pack};
use super::undo::{IMPOSSIBLE, KEPT};
use super::writer::Message;
use super::{GONE, RunStore};
use crate::Record;
use crate::journal::digest;

/// What a run takes beyond its texts, roughly.
const RUN_BYTES: i64 = 512;

/// The account of one run.
pub(crate) struct Account {
    store: RunStore,
    head: RunRow,
    begun: AtomicBool,
    ended: AtomicBool,
    bytes: Arc<AtomicI64>,
    /// By what name this process has taken a paused run; nothing for a run that it began.
    claim: Option<String>,
    /// Set when another process has taken it since: then it is that one's to say what the run does.
    lost: AtomicBool,
}

/// What is said of a run that another process has taken.
const TAKEN: &str = "another process has gone on with the run meanwhile";

impl Account {
    pub(crate) fn new(store: RunStore, head: RunRow) -> Self {
        let bytes = length(head.source.len() + head.args.len()).saturating_add(RUN_BYTES);
        let (begun, ended) = (AtomicBool::new(false), AtomicBool::new(false));
        let bytes = Arc::new(AtomicI64::new(bytes));
        Self { store, head, begun, ended, bytes, claim: None, lost: AtomicBool::new(false) }
    }

    /// Goes on with a run that this process has taken under that name.
    pub(crate) fn hold(&mut self, claim: String) {
        self.claim = Some(claim);
    }

    /// Whether the run is still this process's.
    pub(crate) async fn is_held(&self) -> bool {
        let Some(claim) = &self.claim else { return true };
        if !self.lost.load(Ordering::Relaxed) && !matches!(self.store.hold(&self.head.run, claim).await, Ok(true)) {
            self.lost.store(true, Ordering::Relaxed);
        }
        !self.lost.load(Ordering::Relaxed)
    }

    /// Writes down that a call is about to be made, with what would take it back. One that changes something may be made
    /// when this returns: then it is on the disk.
    pub(crate) async fn intend(&self, record: &Record, asked_ms: i64, undo: Option<Undo>) -> Result<(), String> {
        let mut rows = self.call_rows(record, asked_ms, None);
        if let Some(undo) = undo {
            self.bytes.fetch_add(i64::try_from(undo.bytes()).unwrap_or(i64::MAX), Ordering::Relaxed);
            let Undo { note, originals, impossible } = undo;
            let blob = |bytes: Vec<u8>| BlobRow { run: self.head.run.clone(), digest: digest(&bytes), bytes };
            let blobs: Vec<BlobRow> = originals.into_iter().map(blob).collect();
            let digests: Vec<&str> = blobs.iter().map(|blob| blob.digest.as_str()).collect();
            rows.push(Row::Undo(Box::new(UndoRow {
                run: self.head.run.clone(),
                call: record.call,
                note: note.to_string(),
                originals: serde_json::Value::from(digests).to_string(),
                state: if impossible.is_some() { IMPOSSIBLE } else { KEPT },
                reason: impossible,
            })));
            rows.extend(blobs.into_iter().map(|blob| Row::Blob(Box::new(blob))));
        }
        if record.effect == Effect::Read {
            // Nothing is lost with it, so it goes with the next group.
            return self.hand_in(rows).await;
        }
        if let Some(claim) = &self.claim {
            // The run's own row goes the usual way; the intent holds only if the run is still this process's.
            let (own, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| matches!(row, Row::Run(_)));
            self.hand_in(own).await?;
            let held = !self.lost.load(Ordering::Relaxed)
                && self.store.intend_held(&self.head.run, claim, rows).await.map_err(|e| e.to_string())?;
            if !held {
                self.lost.store(true, Ordering::Relaxed);
                return Err(TAKEN.into());
            }
            return Ok(());
        }
        let (done, written) = oneshot::channel();
        self.store.send(Message::rows(rows, Some((true, done)))).await.map_err(|e| e.to_string())?;
        written.await.unwrap_or_else(|_| Err(GONE.into()))
    }

    /// Writes down what became of a call.
    pub(crate) async fn settle(&self, record: &Record, asked_ms: i64, reply: Option<&str>) {
        let keep = &self.store.shared.keep;
        let kept = |reply: &&str| record.effect != Effect::Read || reply.len() <= keep.read_reply_bytes;
        let reply = reply.filter(kept).map(|reply| pack(reply.as_bytes()));
        let bytes = record.arguments.len() + reply.as_ref().map_or(0, Vec::len);
        self.bytes.fetch_add(length(bytes).saturating_add(RUN_BYTES), Ordering::Relaxed);
        if self.lost.load(Ordering::Relaxed) && record.ending == crate::CallEnding::Refused {
            return; // it was not made, and the number may be another call's by now
        }
        // Until then the intent stands, which is true whatever happened. A fault is told at the run's end.
        let _ = self.hand_in(self.call_rows(record, asked_ms, reply)).await;
    }

    /// Writes down the end, and what is left to say of calls. When this returns, all of the run's account is written.
    pub(crate) async fn end(&self, left: Vec<CallRow>, engine: &'static str, end: RunEnd) -> Result<(), String> {
        if !self.is_held().await {
            self.ended.store(true, Ordering::Relaxed);
            return Err(TAKEN.into());
        }
        self.begun.store(true, Ordering::Relaxed);
        let end = RunEnd { bytes: self.bytes.load(Ordering::Relaxed), ..end };
        let mut rows = vec![Row::Run(Box::new(RunRow { engine, end: Some(end), ..self.head.clone() }))];
        rows.extend(left.into_iter().map(|row| Row::Call(Box::new(row))));
        let (done, written) = oneshot::channel();
        self.store.send(Message::rows(rows, Some((false, done)))).await.map_err(|e| e.to_string())?;
        self.ended.store(true, Ordering::Relaxed);
        written.await.unwrap_or_else(|_| Err(GONE.into()))
    }

    /// Where the run's large outputs are kept, up to so many bytes each.
    pub(crate) fn keeper(&self, most: u64) -> Keeper {
        let (run, principal) = (self.head.run.clone(), self.head.principal.clone());
        Keeper { store: self.store.clone(), run, principal, bytes: Arc::clone(&self.bytes), most }
    }

    fn call_rows(&self, record: &Record, asked_ms: i64, reply: Option<Vec<u8>>) -> Vec<Row> {
        let call = CallRow { run: self.head.run.clone(), record: record.clone(), asked_ms, reply };
        self.begin().into_iter().chain([Row::Call(Box::new(call))]).collect()
    }

    /// The run's own row, the first time.
    fn begin(&self) -> Option<Row> {
        let first = !self.begun.swap(true, Ordering::Relaxed);
        first.then(|| Row::Run(Box::new(self.head.clone())))
    }

    async fn hand_in(&self, rows: Vec<Row>) -> Result<(), String> {
        self.store.send(Message::rows(rows, None)).await.map_err(|e| e.to_string())
    }
}

/// A run whose future was dropped has an end as well.
impl Drop for Account {
    fn drop(&mut self) {
        if *self.begun.get_mut() && !*self.ended.get_mut() {
            let message = Some("the run was dropped before it ended".to_owned());
            let bytes = self.bytes.load(Ordering::Relaxed);
            let end = RunEnd { ended_ms: Some(now_ms()), stop: "dropped", message, usage: "{}".into(), bytes };
            let row = Row::Run(Box::new(RunRow { end: Some(end), ..self.head.clone() }));
            if let Err(TrySendError::Full(Message::Rows { rows, .. })) =
                self.store.shared.queue.try_send(Message::rows(vec![row], None))
            {
                // Nobody can wait here, so it has a place of its own.
                self.store.shared.late.lock().unwrap_or_else(PoisonError::into_inner).extend(rows);
            }
        }
    }
}

/// The system's clock, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "no script sees it: accounts say when something was")]
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
