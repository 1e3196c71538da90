//! How long runs are kept.

use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::place::Dialect;

/// How often old runs are looked for.
pub(super) const EVERY: Duration = Duration::from_hours(1);

/// How long runs are kept, and how much of them. What is over is removed once an hour, oldest runs first, with their calls and
/// whatever else only they need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Runs that ended longer ago are removed, by default 30 days: as long as somebody may ask what happened, and want it undone.
    pub time: Option<Duration>,
    /// What all runs together may take, in bytes; by default 1 GiB.
    pub bytes: Option<u64>,
    /// The longest reply of a call that only reads of which the text is kept, in bytes of JSON; by default 256 KiB. Replies of
    /// other calls are always kept: a run that goes on from there must know them.
    pub read_reply_bytes: usize,
}

impl Default for Keep {
    fn default() -> Self {
        Self { time: Some(Duration::from_hours(30 * 24)), bytes: Some(1 << 30), read_reply_bytes: 256 << 10 }
    }
}

/// Removes what is over. Processes that share the store take turns.
pub(super) async fn sweep(on: &mut AnyConnection, dialect: Dialect, keep: &Keep) -> Result<(), sqlx::Error> {
    let now = dialect.now();
    let turn = format!("UPDATE codemode_schema SET swept_ms = {now} WHERE swept_ms < {now} - {}", EVERY.as_millis());
    if sqlx::query(AssertSqlSafe(turn)).execute(&mut *on).await?.rows_affected() == 0 {
        return Ok(());
    }
    let mut over: Vec<String> = Vec::new();
    if let Some(time) = keep.time {
        let millis = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let sql = format!("SELECT run FROM codemode_runs WHERE COALESCE(ended_ms, alive_ms) < {now} - $1");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(millis).fetch_all(&mut *on).await?;
        over.extend(rows.iter().map(|row| row.get::<String, _>(0)));
    }
    if let Some(most) = keep.bytes {
        let sql = "SELECT run, bytes FROM codemode_runs WHERE ended_ms IS NOT NULL ORDER BY started_ms DESC, run";
        let mut total = 0_u64;
        for row in sqlx::query(sql).fetch_all(&mut *on).await? {
            total = total.saturating_add(u64::try_from(row.get::<i64, _>(1)).unwrap_or(0));
            if total > most {
                over.push(row.get(0));
            }
        }
    }
    for run in over {
        for table in ["runs", "calls", "undos", "blob_uses", "artifacts", "paused", "approvals"] {
            let sql = format!("DELETE FROM codemode_{table} WHERE run = $1");
            sqlx::query(AssertSqlSafe(sql)).bind(run.clone()).execute(&mut *on).await?;
        }
    }
    if dialect == Dialect::Postgres {
        // Somebody may just be saying, in a transaction of his own, that he needs bytes which are there already.
        sqlx::query("LOCK TABLE codemode_blobs IN SHARE ROW EXCLUSIVE MODE").execute(&mut *on).await?;
    }
    let unused = "DELETE FROM codemode_blobs WHERE NOT EXISTS
        (SELECT 1 FROM codemode_blob_uses WHERE codemode_blob_uses.digest = codemode_blobs.digest)";
    sqlx::query(unused).execute(on).await?;
    Ok(())
}
