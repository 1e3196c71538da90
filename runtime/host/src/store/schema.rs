//! The tables, the same in both databases, and how an older store becomes one of this version.

use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::place::Dialect;

/// Each step brings a store from one version to the next. A step that has been released is never changed.
const STEPS: &[&[&str]] = &[&[
    // One row for each run; `ended_ms` is empty until it has ended.
    "CREATE TABLE codemode_runs (
        run TEXT PRIMARY KEY,
        parent TEXT,
        principal TEXT NOT NULL,
        caller TEXT NOT NULL,
        script TEXT NOT NULL,
        source {bytes} NOT NULL,
        args TEXT NOT NULL,
        engine TEXT NOT NULL,
        policy TEXT NOT NULL,
        owner TEXT NOT NULL,
        started_ms BIGINT NOT NULL,
        alive_ms BIGINT NOT NULL,
        ended_ms BIGINT,
        stop TEXT,
        message TEXT,
        usage TEXT,
        bytes BIGINT NOT NULL
    )",
    "CREATE INDEX codemode_runs_by_time ON codemode_runs (started_ms)",
    // One row for each call of a run; what it says is true if nothing is ever written after it.
    "CREATE TABLE codemode_calls (
        run TEXT NOT NULL,
        call BIGINT NOT NULL,
        tool TEXT NOT NULL,
        arguments TEXT NOT NULL,
        effect TEXT NOT NULL,
        verdict TEXT,
        rule TEXT,
        ending TEXT NOT NULL,
        attempts BIGINT NOT NULL,
        code TEXT,
        message TEXT,
        detail TEXT,
        asked_ms BIGINT NOT NULL,
        latency_us BIGINT NOT NULL,
        reply_bytes BIGINT NOT NULL,
        reply_digest TEXT,
        reply {bytes},
        answered_by TEXT,
        repeats TEXT,
        PRIMARY KEY (run, call)
    )",
    // Bytes by their SHA-256, and the runs that need them.
    "CREATE TABLE codemode_blobs (
        digest TEXT PRIMARY KEY,
        size BIGINT NOT NULL,
        bytes {bytes} NOT NULL
    )",
    "CREATE TABLE codemode_blob_uses (
        run TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (run, digest)
    )",
    "CREATE INDEX codemode_blob_uses_by_digest ON codemode_blob_uses (digest)",
    // How a call is taken back: the tool's note, and the digests of the originals.
    "CREATE TABLE codemode_undos (
        run TEXT NOT NULL,
        call BIGINT NOT NULL,
        note TEXT NOT NULL,
        originals TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        PRIMARY KEY (run, call)
    )",
    // Replies that were too long for their script, kept whole.
    "CREATE TABLE codemode_artifacts (
        artifact TEXT NOT NULL,
        principal TEXT NOT NULL,
        run TEXT NOT NULL,
        call BIGINT NOT NULL,
        tool TEXT NOT NULL,
        kind TEXT NOT NULL,
        size BIGINT NOT NULL,
        PRIMARY KEY (principal, artifact, run)
    )",
    // Runs at rest, which wait for a person: the guest's memory, and what the host knows.
    "CREATE TABLE codemode_paused (
        run TEXT PRIMARY KEY,
        principal TEXT NOT NULL,
        guest TEXT NOT NULL,
        image {bytes} NOT NULL,
        state {bytes} NOT NULL,
        paused_ms BIGINT NOT NULL,
        claimed_by TEXT,
        claimed_ms BIGINT NOT NULL
    )",
    // What they wait for.
    "CREATE TABLE codemode_approvals (
        approval TEXT PRIMARY KEY,
        run TEXT NOT NULL,
        call BIGINT NOT NULL,
        principal TEXT NOT NULL,
        tool TEXT NOT NULL,
        arguments TEXT NOT NULL,
        effect TEXT NOT NULL,
        rule TEXT NOT NULL,
        reason TEXT,
        labels TEXT NOT NULL,
        asked_ms BIGINT NOT NULL,
        expires_ms BIGINT NOT NULL,
        state TEXT NOT NULL,
        decided_by TEXT,
        decided_ms BIGINT,
        comment TEXT
    )",
    "CREATE INDEX codemode_approvals_by_run ON codemode_approvals (run)",
    "CREATE INDEX codemode_approvals_by_state ON codemode_approvals (state, asked_ms)",
    // The values of the module `tools/store`.
    "CREATE TABLE codemode_values (
        principal TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        changed_ms BIGINT NOT NULL,
        PRIMARY KEY (principal, name)
    )",
]];

/// Makes the tables, or those that are missing.
pub(super) async fn migrate(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), String> {
    let says = |e: sqlx::Error| e.to_string();
    let table = "CREATE TABLE IF NOT EXISTS codemode_schema (version BIGINT NOT NULL, swept_ms BIGINT NOT NULL)";
    let version = "SELECT version FROM codemode_schema";
    // Nearly always everything is there, and then nothing needs a lock.
    if let Ok(Some(row)) = sqlx::query(version).fetch_optional(&mut *connection).await
        && usize::try_from(row.get::<i64, _>(0)) == Ok(STEPS.len())
    {
        return Ok(());
    }
    sqlx::query(dialect.begin()).execute(&mut *connection).await.map_err(says)?;
    let result = async {
        if dialect == Dialect::Postgres {
            // Any number, as long as it is this: processes that start at the same time go one after the other.
            sqlx::query("SELECT pg_advisory_xact_lock(7265370401)").execute(&mut *connection).await.map_err(says)?;
        }
        sqlx::query(table).execute(&mut *connection).await.map_err(says)?;
        let row = sqlx::query(version).fetch_optional(&mut *connection).await.map_err(says)?;
        let found = row.as_ref().map_or(0, |row| usize::try_from(row.get::<i64, _>(0)).unwrap_or(usize::MAX));
        let Some(steps) = STEPS.get(found..) else {
            return Err(format!(
                "its tables have version {found}, and this version of codemode knows up to {}: use the newer one",
                STEPS.len()
            ));
        };
        for statement in steps.iter().copied().flatten() {
            let statement = statement.replace("{bytes}", dialect.bytes());
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await.map_err(says)?;
        }
        let note = if row.is_some() {
            "UPDATE codemode_schema SET version = $1"
        } else {
            "INSERT INTO codemode_schema (version, swept_ms) VALUES ($1, 0)"
        };
        let newest = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
        sqlx::query(note).bind(newest).execute(&mut *connection).await.map_err(says)?;
        Ok(())
    }
    .await;
    let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = sqlx::query(end).execute(&mut *connection).await.map_err(says);
    result.and(ended.map(drop))
}
