//! What the store knows of runs, for people and for runs that go on from there.

use std::time::Duration;

use codemode_tool::Json;
use serde::Serialize;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::rows::{effect, ending, pack, unpack, verdict};
use super::writer::HEARTBEAT;
use super::{RunStore, StoreError};
use crate::Record;

/// A run as the store knows it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StoredRun {
    /// Its id.
    pub run: String,
    /// The run that it goes on from, or takes back.
    pub parent: Option<String>,
    /// For whom it ran.
    pub principal: String,
    /// `script`, `direct` for calls without one, or `undo`.
    pub caller: String,
    /// The script's name.
    pub script: String,
    /// Its source.
    pub source: String,
    /// Its arguments, as JSON.
    pub args: Value,
    /// The engine that ran it.
    pub engine: String,
    /// A digest of the policies that held.
    pub policy: String,
    /// When it started, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// Whether it goes on.
    pub state: RunState,
    /// How it ended, by the names of [`Stop`](crate::Stop), or `dropped`.
    pub stop: Option<String>,
    /// What was said of a bad end.
    pub message: Option<String>,
    /// What it used, as in [`Outcome::usage`](crate::Outcome::usage).
    pub usage: Option<Value>,
    /// Calls that it asked for.
    pub calls: u64,
    /// Calls that changed something, without those that an earlier run had done.
    pub effects: u64,
    /// Calls of which it is not known whether they took effect.
    pub unknown: u64,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RunState {
    /// Its process says that it is alive.
    Running,
    /// It ended, and its end is written down.
    Ended,
    /// It waits for a person, in the store; no process has it.
    Paused,
    /// Its process has said nothing for a while and is probably gone. What stands in the account is true.
    CutOff,
}

/// Which runs are listed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunFilter {
    /// Only those of this principal.
    pub principal: Option<String>,
    /// Only those with calls of unknown outcome.
    pub unknown: bool,
    /// Only those that come after this one in the list: when it started, and its id.
    pub after: Option<(i64, String)>,
    /// At most so many, newest first; 50 by default.
    pub most: u32,
}

impl Default for RunFilter {
    fn default() -> Self {
        Self { principal: None, unknown: false, after: None, most: 50 }
    }
}

/// A call with what it replied.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StoredCall {
    /// Its record.
    #[serde(flatten)]
    pub record: Record,
    /// When it was asked for, in milliseconds since 1970.
    pub asked_ms: i64,
    /// Its reply, where that was kept.
    #[serde(skip)]
    pub reply: Option<Json>,
    /// Whether it can be taken back: `kept`, `undone`, or `impossible`; nothing where the tool has no undo.
    pub undo: Option<String>,
}

const RUN_COLUMNS: &str = "run, parent, principal, caller, script, source, args, engine, policy, started_ms, ended_ms,
    stop, message, usage,
    (SELECT count(*) FROM codemode_calls c WHERE c.run = r.run),
    (SELECT count(*) FROM codemode_calls c WHERE c.run = r.run AND c.effect <> 'read' AND c.ending = 'done'
        AND c.answered_by IS NULL),
    (SELECT count(*) FROM codemode_calls c WHERE c.run = r.run AND c.ending = 'unknown'),
    (SELECT count(*) FROM codemode_paused p WHERE p.run = r.run)";

impl StoredRun {
    /// The run, if it will do nothing more: then somebody can go on from it, or take it back.
    pub(crate) fn at_its_end(self) -> Result<Self, StoreError> {
        match self.state {
            RunState::Running => Err(StoreError::StillRunning { run: self.run }),
            RunState::Paused => Err(StoreError::Paused { run: self.run }),
            RunState::Ended | RunState::CutOff => Ok(self),
        }
    }
}

impl RunStore {
    /// Runs, newest first.
    pub async fn runs(&self, filter: &RunFilter) -> Result<Vec<StoredRun>, StoreError> {
        let filter = filter.clone();
        let now = self.place().dialect().now();
        let rows = self.work(move |on| {
            Box::pin(async move {
                let unknown = "EXISTS (SELECT 1 FROM codemode_calls c WHERE c.run = r.run AND c.ending = 'unknown')";
                let sql = format!(
                    "SELECT {RUN_COLUMNS}, {now} - alive_ms FROM codemode_runs r
                    WHERE ($1 = '' OR principal = $2) AND (started_ms < $3 OR (started_ms = $4 AND run > $5)) AND ($6 = 0 OR {unknown})
                    ORDER BY started_ms DESC, run LIMIT $7"
                );
                let (time, run) = filter.after.unwrap_or((i64::MAX, String::new()));
                sqlx::query(AssertSqlSafe(sql))
                    .bind(if filter.principal.is_some() { "one" } else { "" })
                    .bind(filter.principal.unwrap_or_default())
                    .bind(time)
                    .bind(time)
                    .bind(run)
                    .bind(i64::from(filter.unknown))
                    .bind(i64::from(filter.most))
                    .fetch_all(on)
                    .await
            })
        });
        rows.await?.iter().map(|row| run_of(row).map_err(|reason| self.unreadable(reason))).collect()
    }

    /// One run, by its id or the beginning of it that no other run has.
    pub async fn run(&self, id: &str) -> Result<StoredRun, StoreError> {
        let now = self.place().dialect().now();
        let wanted = id.to_owned();
        let rows = self.work(move |on| {
            Box::pin(async move {
                // Ids are hexadecimal, so `g` comes after all that begin alike.
                let sql = format!(
                    "SELECT {RUN_COLUMNS}, {now} - alive_ms FROM codemode_runs r
                    WHERE run >= $1 AND run < $2 ORDER BY started_ms DESC LIMIT 3"
                );
                sqlx::query(AssertSqlSafe(sql)).bind(wanted.clone()).bind(wanted + "g").fetch_all(on).await
            })
        });
        let rows = rows.await?;
        let unknown = |near| Err(StoreError::UnknownRun { run: id.to_owned(), near });
        match rows.as_slice() {
            _ if id.len() < 4 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                unknown("; a run's id, or its beginning, is at least 4 hexadecimal digits".into())
            }
            [] => unknown("; `codemode runs list` shows those there are".into()),
            [row] => run_of(row).map_err(|reason| self.unreadable(reason)),
            several => {
                let ids: Vec<String> = several.iter().map(|row| row.get(0)).collect();
                unknown(format!(": several begin so, such as {}; write more of it", ids.join(" and ")))
            }
        }
    }

    /// A run of this principal; somebody else's is like one that does not exist.
    pub(crate) async fn run_of(&self, id: &str, principal: &str) -> Result<StoredRun, StoreError> {
        let found = self.run(id).await?;
        if found.principal == principal {
            return Ok(found);
        }
        Err(StoreError::UnknownRun { run: id.to_owned(), near: String::new() })
    }

    /// The calls of a run, in the order in which it asked for them.
    pub async fn calls(&self, run: &str) -> Result<Vec<StoredCall>, StoreError> {
        let run = run.to_owned();
        let rows = self.work(move |on| Box::pin(async move { calls_of(on, &run).await }));
        rows.await?.iter().map(|row| call_of(row).map_err(|reason| self.unreadable(reason))).collect()
    }

    /// Writes down what became of a call of unknown outcome, as a person found out: whether it took effect, and what it would
    /// have replied, for a run that goes on from there.
    pub async fn settle(&self, run: &str, call: u32, done: bool, reply: Option<&Value>) -> Result<(), StoreError> {
        let reply = done.then(|| pack(reply.map_or_else(|| "null".into(), Value::to_string).as_bytes()));
        let (ending, code) = if done { ("done", "settled") } else { ("failed", "settled") };
        let wanted = run.to_owned();
        let changed = self.work(move |on| {
            Box::pin(async move {
                let sql = "UPDATE codemode_calls SET ending = $1, code = $2, message = $3, reply = $4
                    WHERE run = $5 AND call = $6 AND ending = 'unknown'";
                sqlx::query(sql)
                    .bind(ending)
                    .bind(code)
                    .bind("a person found out what became of it")
                    .bind(reply)
                    .bind(wanted)
                    .bind(i64::from(call))
                    .execute(on)
                    .await
            })
        });
        if changed.await?.rows_affected() == 0 {
            return Err(StoreError::NotUnknown { run: run.to_owned(), call });
        }
        Ok(())
    }

    pub(crate) fn unreadable(&self, reason: String) -> StoreError {
        StoreError::Content { place: self.place().to_string(), reason }
    }
}

async fn calls_of(on: &mut AnyConnection, run: &str) -> Result<Vec<AnyRow>, sqlx::Error> {
    let sql = "SELECT call, tool, arguments, effect, verdict, rule, ending, attempts, code, message, detail, asked_ms,
            latency_us, reply_bytes, reply_digest, reply, answered_by, repeats,
            (SELECT state FROM codemode_undos u WHERE u.run = c.run AND u.call = c.call)
        FROM codemode_calls c WHERE run = $1 ORDER BY call";
    sqlx::query(sql).bind(run.to_owned()).fetch_all(on).await
}

fn run_of(row: &AnyRow) -> Result<StoredRun, String> {
    let run: String = get(row, 0)?;
    let source: Vec<u8> = get(row, 5)?;
    let source = String::from_utf8_lossy(&unpack(&source)?).into_owned();
    let (args, usage): (String, Option<String>) = (get(row, 6)?, get(row, 13)?);
    let ended_ms = get(row, 10)?;
    let stop: Option<String> = get(row, 11)?;
    let (saved, silent): (i64, i64) = (get(row, 17)?, get(row, 18)?);
    let most = i64::try_from(3 * HEARTBEAT.as_millis()).unwrap_or(i64::MAX);
    let state = match ended_ms {
        Some(_) => RunState::Ended,
        None if stop.as_deref() == Some("paused") => RunState::Paused,
        // One that was cut off while it went on can go on again.
        None if silent > most && saved > 0 => RunState::Paused,
        None if silent > most => RunState::CutOff,
        None => RunState::Running,
    };
    let json = |text: &str| serde_json::from_str(text).map_err(|e| format!("run {run}: {e}"));
    let count = |at| get::<i64>(row, at).map(|count| u64::try_from(count).unwrap_or(0));
    Ok(StoredRun {
        parent: get(row, 1)?,
        principal: get(row, 2)?,
        caller: get(row, 3)?,
        script: get(row, 4)?,
        source,
        args: json(&args)?,
        engine: get(row, 7)?,
        policy: get(row, 8)?,
        started_ms: get(row, 9)?,
        ended_ms,
        state,
        stop,
        message: get(row, 12)?,
        usage: usage.as_deref().map(json).transpose()?,
        calls: count(14)?,
        effects: count(15)?,
        unknown: count(16)?,
        run,
    })
}

fn call_of(row: &AnyRow) -> Result<StoredCall, String> {
    let number: i64 = get(row, 0)?;
    let named = |at, what: &str| {
        get::<String>(row, at).map(|name| (name.clone(), format!("call {number} has the {what} `{name}`")))
    };
    let (effect_name, no_effect) = named(3, "effect")?;
    let (ending_name, no_ending) = named(6, "ending")?;
    let verdict_name: Option<String> = get(row, 4)?;
    let whole = |at| get::<i64>(row, at).map(|number| u64::try_from(number).unwrap_or(0));
    let reply: Option<Vec<u8>> = get(row, 15)?;
    let reply = match reply {
        None => None,
        Some(packed) => {
            let text = String::from_utf8_lossy(&unpack(&packed)?).into_owned();
            Some(Json::from_text(text).map_err(|e| format!("the reply of call {number}: {e}"))?)
        }
    };
    Ok(StoredCall {
        record: Record {
            call: u32::try_from(number).unwrap_or(u32::MAX),
            tool: get(row, 1)?,
            arguments: get(row, 2)?,
            effect: effect(&effect_name).ok_or(no_effect)?,
            verdict: verdict_name.as_deref().and_then(verdict),
            rule: get(row, 5)?,
            ending: ending(&ending_name).ok_or(no_ending)?,
            attempts: u32::try_from(whole(7)?).unwrap_or(u32::MAX),
            code: get::<Option<String>>(row, 8)?.map(Into::into),
            message: get(row, 9)?,
            detail: get(row, 10)?,
            latency: Duration::from_micros(whole(12)?),
            reply_bytes: whole(13)?,
            reply_digest: get(row, 14)?,
            answered_by: get(row, 16)?,
            repeats: get(row, 17)?,
        },
        asked_ms: get(row, 11)?,
        reply,
        undo: get(row, 18)?,
    })
}

fn get<'r, T: sqlx::Decode<'r, sqlx::Any> + sqlx::Type<sqlx::Any>>(row: &'r AnyRow, at: usize) -> Result<T, String> {
    row.try_get(at).map_err(|e| e.to_string())
}
