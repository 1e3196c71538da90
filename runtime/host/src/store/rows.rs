//! What is written of runs and calls, and the statements that write it.

use std::borrow::Cow;
use std::collections::HashMap;

use codemode_tool::Effect;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::account::now_ms;
use super::place::Dialect;
use crate::{CallEnding, Record, Stop, Usage, Verdict};

/// A run as it is written.
#[derive(Clone, Debug)]
pub(crate) struct RunRow {
    pub(crate) run: String,
    pub(crate) parent: Option<String>,
    pub(crate) principal: String,
    pub(crate) caller: &'static str,
    pub(crate) script: String,
    pub(crate) source: String,
    pub(crate) args: String,
    pub(crate) engine: &'static str,
    pub(crate) policy: String,
    pub(crate) started_ms: i64,
    pub(crate) end: Option<RunEnd>,
}

/// How it ended.
#[derive(Clone, Debug)]
pub(crate) struct RunEnd {
    /// Nothing where it only rests.
    pub(crate) ended_ms: Option<i64>,
    pub(crate) stop: &'static str,
    pub(crate) message: Option<String>,
    pub(crate) usage: String,
    /// What it takes in the store, roughly.
    pub(crate) bytes: i64,
}

impl RunEnd {
    pub(crate) fn of(stop: &Stop, usage: &Usage) -> Self {
        let message = (!matches!(stop, Stop::Finished)).then(|| stop.to_string());
        // Numbers alone: it cannot fail.
        let usage = serde_json::to_string(usage).unwrap_or_else(|_| "{}".into());
        let ended_ms = (!matches!(stop, Stop::Paused(_))).then(now_ms);
        Self { ended_ms, stop: stop.as_str(), message, usage, bytes: 0 }
    }
}

/// A call as it is written.
#[derive(Clone, Debug)]
pub(crate) struct CallRow {
    pub(crate) run: String,
    pub(crate) record: Record,
    pub(crate) asked_ms: i64,
    pub(crate) reply: Option<Vec<u8>>,
}

/// How a call can be taken back, as it is written.
#[derive(Clone, Debug)]
pub(crate) struct UndoRow {
    pub(crate) run: String,
    pub(crate) call: u32,
    pub(crate) note: String,
    /// Digests, as a JSON array.
    pub(crate) originals: String,
    pub(crate) state: &'static str,
    /// Why it cannot be taken back, where that is so.
    pub(crate) reason: Option<String>,
}

/// Bytes that a run needs, by their digest.
#[derive(Clone, Debug)]
pub(crate) struct BlobRow {
    pub(crate) run: String,
    pub(crate) digest: String,
    pub(crate) bytes: Vec<u8>,
}

/// What one transaction writes. Of a call that changed several times meanwhile, only the last state is written.
#[derive(Debug, Default)]
pub(super) struct Group {
    runs: Vec<RunRow>,
    blobs: Vec<BlobRow>,
    undos: Vec<UndoRow>,
    calls: Vec<CallRow>,
    places: HashMap<(String, u32), usize>,
}

/// A row of any table.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Run(Box<RunRow>),
    Call(Box<CallRow>),
    Undo(Box<UndoRow>),
    Blob(Box<BlobRow>),
}

impl Group {
    pub(super) fn add(&mut self, row: Row) {
        match row {
            Row::Run(row) => match self.runs.iter_mut().find(|other| other.run == row.run) {
                Some(place) => *place = *row,
                None => self.runs.push(*row),
            },
            Row::Blob(row) => self.blobs.push(*row),
            Row::Undo(row) => self.undos.push(*row),
            Row::Call(row) => {
                let key = (row.run.clone(), row.record.call);
                let place = self.places.get(&key).and_then(|&at| self.calls.get_mut(at));
                if let Some(place) = place {
                    *place = *row;
                } else {
                    self.places.insert(key, self.calls.len());
                    self.calls.push(*row);
                }
            }
        }
    }

    /// Adds a run that goes on, unless there is news of it.
    pub(super) fn add_run(&mut self, row: &RunRow) {
        if !self.runs.iter().any(|other| other.run == row.run) {
            self.runs.push(row.clone());
        }
    }

    /// The runs that it tells of.
    pub(super) fn into_runs(self) -> impl Iterator<Item = String> {
        let calls = self.calls.into_iter().map(|call| call.run);
        self.runs.into_iter().map(|run| run.run).chain(calls)
    }

    pub(super) fn len(&self) -> usize {
        self.runs.len() + self.blobs.len() + self.undos.len() + self.calls.len()
    }

    /// Writes all of it, in the transaction that is open.
    pub(super) async fn write(&self, to: &mut AnyConnection, dialect: Dialect, owner: &str) -> Result<(), sqlx::Error> {
        for run in &self.runs {
            write_run(to, dialect, owner, run).await?;
        }
        for blob in &self.blobs {
            write_blob(to, blob).await?;
        }
        for undo in &self.undos {
            write_undo(to, undo).await?;
        }
        let mut rest = self.calls.as_slice();
        while !rest.is_empty() {
            // A few lengths, so that the database knows the statements after the first time.
            let length = *[64, 16, 4, 1].iter().find(|&&length| length <= rest.len()).unwrap_or(&1);
            let (rows, others) = rest.split_at(length);
            write_calls(to, rows).await?;
            rest = others;
        }
        Ok(())
    }
}

async fn write_run(to: &mut AnyConnection, dialect: Dialect, owner: &str, row: &RunRow) -> Result<(), sqlx::Error> {
    let sql = format!(
        "INSERT INTO codemode_runs (run, parent, principal, caller, script, source, args, engine, policy, owner, started_ms,
            alive_ms, ended_ms, stop, message, usage, bytes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, {now}, $12, $13, $14, $15, $16)
        ON CONFLICT (run) DO UPDATE SET engine = excluded.engine, owner = excluded.owner, alive_ms = excluded.alive_ms,
            ended_ms = excluded.ended_ms, stop = excluded.stop, message = excluded.message, usage = excluded.usage,
            bytes = codemode_runs.bytes + excluded.bytes",
        now = dialect.now()
    );
    let end = row.end.as_ref();
    sqlx::query(AssertSqlSafe(sql))
        .bind(row.run.clone())
        .bind(row.parent.clone())
        .bind(text(&row.principal))
        .bind(row.caller)
        .bind(text(&row.script))
        .bind(pack(row.source.as_bytes()))
        .bind(text(&row.args))
        .bind(row.engine)
        .bind(row.policy.clone())
        .bind(text(owner))
        .bind(row.started_ms)
        .bind(end.and_then(|end| end.ended_ms))
        .bind(end.map(|end| end.stop))
        .bind(end.and_then(|end| end.message.as_deref()).map(text))
        .bind(end.map(|end| end.usage.clone()))
        .bind(end.map_or(0, |end| end.bytes))
        .execute(to)
        .await?;
    Ok(())
}

pub(super) async fn write_blob(to: &mut AnyConnection, row: &BlobRow) -> Result<(), sqlx::Error> {
    let size = i64::try_from(row.bytes.len()).unwrap_or(i64::MAX);
    sqlx::query("INSERT INTO codemode_blobs (digest, size, bytes) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING")
        .bind(row.digest.clone())
        .bind(size)
        .bind(pack(&row.bytes))
        .execute(&mut *to)
        .await?;
    sqlx::query("INSERT INTO codemode_blob_uses (run, digest) VALUES ($1, $2) ON CONFLICT (run, digest) DO NOTHING")
        .bind(row.run.clone())
        .bind(row.digest.clone())
        .execute(to)
        .await?;
    Ok(())
}

async fn write_undo(to: &mut AnyConnection, row: &UndoRow) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO codemode_undos (run, call, note, originals, state, reason) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (run, call) DO NOTHING";
    sqlx::query(sql)
        .bind(row.run.clone())
        .bind(i64::from(row.call))
        .bind(text(&row.note))
        .bind(row.originals.clone())
        .bind(row.state)
        .bind(row.reason.as_deref().map(text))
        .execute(to)
        .await?;
    Ok(())
}

/// The columns of a call that are written, in the order in which [`bind_call`] gives them.
const CALL_COLUMNS: [&str; 19] = [
    "run",
    "call",
    "tool",
    "arguments",
    "effect",
    "verdict",
    "rule",
    "ending",
    "attempts",
    "code",
    "message",
    "detail",
    "asked_ms",
    "latency_us",
    "reply_bytes",
    "reply_digest",
    "reply",
    "answered_by",
    "repeats",
];

async fn write_calls(to: &mut AnyConnection, rows: &[CallRow]) -> Result<(), sqlx::Error> {
    let mut sql = format!("INSERT INTO codemode_calls ({}) VALUES ", CALL_COLUMNS.join(", "));
    for row in 0..rows.len() {
        let from = row * CALL_COLUMNS.len();
        let values: Vec<String> = (from + 1..=from + CALL_COLUMNS.len()).map(|number| format!("${number}")).collect();
        sql += &format!("{}({})", if row == 0 { "" } else { ", " }, values.join(", "));
    }
    let changed: Vec<String> = CALL_COLUMNS[2..].iter().map(|name| format!("{name} = excluded.{name}")).collect();
    sql += &format!(" ON CONFLICT (run, call) DO UPDATE SET {}", changed.join(", "));
    let query = rows.iter().fold(sqlx::query(AssertSqlSafe(sql)), bind_call);
    query.execute(to).await?;
    Ok(())
}

fn bind_call<'q>(query: Query<'q, Any, AnyArguments>, row: &'q CallRow) -> Query<'q, Any, AnyArguments> {
    let record = &row.record;
    let latency = i64::try_from(record.latency.as_micros()).unwrap_or(i64::MAX);
    query
        .bind(row.run.clone())
        .bind(i64::from(record.call))
        .bind(text(&record.tool))
        .bind(text(&record.arguments))
        .bind(record.effect.as_str())
        .bind(record.verdict.map(Verdict::as_str))
        .bind(record.rule.as_deref().map(text))
        .bind(record.ending.as_str())
        .bind(i64::from(record.attempts))
        .bind(record.code.as_deref().map(text))
        .bind(record.message.as_deref().map(text))
        .bind(record.detail.as_deref().map(text))
        .bind(row.asked_ms)
        .bind(latency)
        .bind(i64::try_from(record.reply_bytes).unwrap_or(i64::MAX))
        .bind(record.reply_digest.clone())
        .bind(row.reply.clone())
        .bind(record.answered_by.clone())
        .bind(record.repeats.clone())
}

/// Text as both databases take it: Postgres has no NUL.
pub(super) fn text(text: &str) -> String {
    if text.contains('\0') { text.replace('\0', "\u{2400}") } else { text.to_owned() }
}

/// Bytes below which compressing is not worth its time.
const SMALL: usize = 512;

/// The first byte of what [`pack`] makes.
const PLAIN: u8 = 0;
const ZSTD: u8 = 1;

/// Bytes as they are stored: compressed where that helps.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() >= SMALL
        && let Ok(packed) = zstd::bulk::compress(bytes, 1)
        && packed.len() < bytes.len()
    {
        return std::iter::once(ZSTD).chain(packed).collect();
    }
    std::iter::once(PLAIN).chain(bytes.iter().copied()).collect()
}

/// The most that bytes may unpack to: replies and originals have limits below it.
const UNPACKED: usize = 1 << 30;

/// What [`pack`] was given.
pub(super) fn unpack(packed: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    match packed.split_first() {
        Some((&PLAIN, bytes)) => Ok(Cow::Borrowed(bytes)),
        Some((&ZSTD, bytes)) => {
            let length = zstd::bulk::Decompressor::upper_bound(bytes).unwrap_or(UNPACKED).min(UNPACKED);
            zstd::bulk::decompress(bytes, length).map(Cow::Owned).map_err(|e| format!("compressed bytes: {e}"))
        }
        _ => Err("bytes of a kind that this version does not know".into()),
    }
}

/// The ending of a call by its name.
pub(super) fn ending(name: &str) -> Option<CallEnding> {
    use CallEnding::{Done, Failed, NotStarted, Refused, Unknown};
    [Done, Failed, Refused, NotStarted, Unknown].into_iter().find(|ending| ending.as_str() == name)
}

/// An effect by its name.
pub(super) fn effect(name: &str) -> Option<Effect> {
    [Effect::Read, Effect::Write, Effect::External].into_iter().find(|effect| effect.as_str() == name)
}

/// A verdict by its name.
pub(super) fn verdict(name: &str) -> Option<Verdict> {
    [Verdict::Allow, Verdict::Ask, Verdict::Deny].into_iter().find(|verdict| verdict.as_str() == name)
}
