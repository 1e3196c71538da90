//! Paused runs and what they wait for.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::place::Dialect;
use super::rows::{Group, Row, effect, pack, text, unpack};
use super::{RunStore, StoreError};
use crate::approval::{Approval, ApprovalState};

/// A run at rest, as it is stored.
pub(crate) struct PausedRow {
    pub(crate) run: String,
    pub(crate) principal: String,
    /// Name and digest of the guest.
    pub(crate) guest: String,
    /// What the guest's memory has that a fresh one does not.
    pub(crate) image: Vec<u8>,
    /// What the host knows of the run, as JSON.
    pub(crate) state: String,
    pub(crate) approvals: Vec<Approval>,
    /// By what name this process has taken the run; nothing where it began it.
    pub(crate) claim: Option<String>,
}

/// The columns of an approval, in the order in which [`approval_of`] reads them.
const APPROVAL: &str =
    "approval, run, call, principal, tool, arguments, effect, rule, reason, labels, asked_ms, expires_ms,
    state, decided_by, comment";

impl RunStore {
    /// Stores a run at rest and what it waits for, in one transaction.
    pub(crate) async fn pause(&self, row: PausedRow) -> Result<(), StoreError> {
        let (now, run) = (self.place().dialect().now(), row.run.clone());
        let written = self.work(move |on| Box::pin(async move { write(on, now, &row).await })).await?;
        if written { Ok(()) } else { Err(StoreError::NotPaused { run }) }
    }

    /// Takes a paused run, so that nobody else does; nothing where somebody has, or where there is none. One that was taken by
    /// a process that has gone silent since can be taken again.
    pub(crate) async fn claim(&self, run: &str, claimant: &str) -> Result<Option<PausedRow>, StoreError> {
        let (now, run, claimant) = (self.place().dialect().now(), run.to_owned(), claimant.to_owned());
        let lapsed = 3 * super::writer::HEARTBEAT.as_millis();
        let found = self.work(move |on| {
            Box::pin(async move {
                let sql = format!(
                    "UPDATE codemode_paused SET claimed_by = $1, claimed_ms = {now}
                    WHERE run = $2 AND (claimed_by IS NULL OR (SELECT alive_ms FROM codemode_runs r
                        WHERE r.run = codemode_paused.run) < {now} - {lapsed} AND claimed_ms < {now} - {lapsed})
                    RETURNING principal, guest, image, state"
                );
                let row =
                    sqlx::query(AssertSqlSafe(sql)).bind(claimant).bind(run.clone()).fetch_optional(&mut *on).await?;
                let Some(row) = row else { return Ok(None) };
                let approvals = approvals_of(on, &run).await?;
                Ok(Some((run, row, approvals)))
            })
        });
        let Some((run, row, approvals)) = found.await? else { return Ok(None) };
        let broken = |reason: String| self.unreadable(format!("the paused run {run}: {reason}"));
        let bytes = |at| row.try_get::<Vec<u8>, _>(at).map_err(|e| broken(e.to_string()));
        let string = |at| row.try_get::<String, _>(at).map_err(|e| broken(e.to_string()));
        let state = unpack(&bytes(3)?).map_err(&broken)?.into_owned();
        let approvals = approvals.iter().map(|row| approval_of(row).map_err(&broken)).collect::<Result<_, _>>()?;
        Ok(Some(PausedRow {
            principal: string(0)?,
            guest: string(1)?,
            image: bytes(2)?,
            state: String::from_utf8(state).map_err(|e| broken(e.to_string()))?,
            approvals,
            claim: None,
            run: run.clone(),
        }))
    }

    /// Whether a run is still that claimant's; if so, it stays so for a while.
    pub(crate) async fn hold(&self, run: &str, claimant: &str) -> Result<bool, StoreError> {
        self.intend_held(run, claimant, Vec::new()).await
    }

    /// Writes rows down, if a run is still that claimant's, in one transaction: whoever takes the run after that finds them.
    pub(crate) async fn intend_held(&self, run: &str, claimant: &str, rows: Vec<Row>) -> Result<bool, StoreError> {
        let dialect = self.place().dialect();
        let (run, claimant) = (run.to_owned(), claimant.to_owned());
        self.work(move |on| {
            Box::pin(async move {
                if !is_held(on, dialect, &run, &claimant).await? {
                    return Ok(false);
                }
                let mut group = Group::default();
                for row in rows {
                    group.add(row);
                }
                group.write(on, dialect, "").await?;
                Ok(true)
            })
        })
        .await
    }

    /// Gives a claimed run back as it was.
    pub(crate) async fn unclaim(&self, run: &str, claimant: &str) -> Result<(), StoreError> {
        let (run, claimant) = (run.to_owned(), claimant.to_owned());
        let sql = "UPDATE codemode_paused SET claimed_by = NULL WHERE run = $1 AND claimed_by = $2";
        let done = self.work(move |on| {
            Box::pin(async move { sqlx::query(sql).bind(run).bind(claimant).execute(on).await.map(drop) })
        });
        done.await
    }

    /// Forgets a paused run that has ended, and what it still asked for, if it is that claimant's.
    pub(crate) async fn unpause(&self, run: &str, claimant: &str) -> Result<(), StoreError> {
        let (run, claimant) = (run.to_owned(), claimant.to_owned());
        let dialect = self.place().dialect();
        let done = self.work(move |on| {
            Box::pin(async move {
                if is_held(on, dialect, &run, &claimant).await? { forget(on, &run).await } else { Ok(()) }
            })
        });
        done.await
    }

    /// Ends a paused run: nothing that it waits for can be approved any more. What it had done stays, and can be undone, or gone
    /// on from.
    pub async fn cancel(&self, run: &str) -> Result<(), StoreError> {
        let (now, wanted) = (self.place().dialect().now(), run.to_owned());
        let ended = self.work(move |on| {
            Box::pin(async move {
                let free = "EXISTS (SELECT 1 FROM codemode_paused p WHERE p.run = codemode_runs.run AND p.claimed_by IS NULL)";
                let sql = format!(
                    "UPDATE codemode_runs SET ended_ms = {now}, stop = 'cancelled', message = $1 WHERE run = $2 AND {free}"
                );
                let message = "a person cancelled it while it waited";
                let ended = sqlx::query(AssertSqlSafe(sql)).bind(message).bind(wanted.clone()).execute(&mut *on).await?;
                if ended.rows_affected() > 0 {
                    forget(on, &wanted).await?;
                }
                Ok(ended.rows_affected())
            })
        });
        match ended.await? {
            0 => Err(StoreError::NotPaused { run: run.to_owned() }),
            _ => Ok(()),
        }
    }

    /// What waits for a person, oldest first; of one principal or of all.
    pub async fn approvals(&self, principal: Option<&str>) -> Result<Vec<Approval>, StoreError> {
        let now = self.place().dialect().now();
        let principal = principal.map(str::to_owned);
        let rows = self.work(move |on| {
            Box::pin(async move {
                let sql = format!(
                    "SELECT {APPROVAL} FROM codemode_approvals WHERE state = 'open' AND expires_ms > {now}
                    AND ($1 = '' OR principal = $2) ORDER BY asked_ms, run, call LIMIT 10000"
                );
                sqlx::query(AssertSqlSafe(sql))
                    .bind(if principal.is_some() { "one" } else { "" })
                    .bind(principal.unwrap_or_default())
                    .fetch_all(on)
                    .await
            })
        });
        rows.await?.iter().map(|row| approval_of(row).map_err(|reason| self.unreadable(reason))).collect()
    }

    /// One approval, by its id or the beginning of it that no other has.
    pub async fn approval(&self, id: &str) -> Result<Approval, StoreError> {
        let wanted = id.to_owned();
        let rows = self.work(move |on| {
            Box::pin(async move {
                let sql =
                    format!("SELECT {APPROVAL} FROM codemode_approvals WHERE approval >= $1 AND approval < $2 LIMIT 2");
                sqlx::query(AssertSqlSafe(sql)).bind(wanted.clone()).bind(wanted + "g").fetch_all(on).await
            })
        });
        match rows.await?.as_slice() {
            [row] if id.len() >= 4 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                approval_of(row).map_err(|reason| self.unreadable(reason))
            }
            _ => Err(StoreError::UnknownApproval { id: id.to_owned() }),
        }
    }

    /// Decides an approval, once. The decider is a person: their name is kept, and it cannot be the run's principal where the
    /// policy says so. Whether the call is still allowed is looked at again when its run goes on.
    pub async fn decide(
        &self,
        id: &str,
        approve: bool,
        by: &str,
        comment: Option<&str>,
    ) -> Result<Approval, StoreError> {
        let approval = self.approval(id).await?;
        let now = self.place().dialect().now();
        let state = if approve { ApprovalState::Approved } else { ApprovalState::Denied };
        let (full, by, comment) = (approval.id.clone(), by.to_owned(), comment.map(str::to_owned));
        let changed = self.work(move |on| {
            Box::pin(async move {
                let sql = format!(
                    "UPDATE codemode_approvals SET state = $1, decided_by = $2, comment = $3, decided_ms = {now}
                    WHERE approval = $4 AND state = 'open' AND expires_ms > {now}"
                );
                let query = sqlx::query(AssertSqlSafe(sql)).bind(state.as_str()).bind(text(&by));
                query.bind(comment.as_deref().map(text)).bind(full).execute(on).await
            })
        });
        if changed.await?.rows_affected() == 0 {
            let state = self.approval(&approval.id).await?.state;
            return Err(StoreError::Decided { id: approval.id, state: state.as_str().into() });
        }
        self.approval(&approval.id).await
    }
}

/// Whether a run is that claimant's; if so, it stays so for a while.
async fn is_held(on: &mut AnyConnection, dialect: Dialect, run: &str, claimant: &str) -> Result<bool, sqlx::Error> {
    let now = dialect.now();
    let sql = format!("UPDATE codemode_paused SET claimed_ms = {now} WHERE run = $1 AND claimed_by = $2");
    let held = sqlx::query(AssertSqlSafe(sql)).bind(run.to_owned()).bind(claimant.to_owned()).execute(on).await?;
    Ok(held.rows_affected() > 0)
}

async fn forget(on: &mut AnyConnection, run: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM codemode_paused WHERE run = $1").bind(run.to_owned()).execute(&mut *on).await?;
    let sql = "UPDATE codemode_approvals SET state = 'expired' WHERE run = $1 AND state = 'open'";
    sqlx::query(sql).bind(run.to_owned()).execute(on).await.map(drop)
}

/// Writes it, unless another process has taken the run.
async fn write(on: &mut AnyConnection, now: &str, row: &PausedRow) -> Result<bool, sqlx::Error> {
    let sql = format!(
        "INSERT INTO codemode_paused (run, principal, guest, image, state, paused_ms, claimed_by, claimed_ms)
        VALUES ($1, $2, $3, $4, $5, {now}, NULL, 0)
        ON CONFLICT (run) DO UPDATE SET image = excluded.image, state = excluded.state, paused_ms = excluded.paused_ms,
            claimed_by = NULL, claimed_ms = 0
        WHERE codemode_paused.claimed_by = $6"
    );
    let written = sqlx::query(AssertSqlSafe(sql))
        .bind(row.run.clone())
        .bind(text(&row.principal))
        .bind(row.guest.clone())
        .bind(row.image.clone())
        .bind(pack(row.state.as_bytes()))
        .bind(row.claim.clone().unwrap_or_default())
        .execute(&mut *on)
        .await?;
    if written.rows_affected() == 0 {
        return Ok(false);
    }
    for approval in &row.approvals {
        let sql = format!(
            "INSERT INTO codemode_approvals ({APPROVAL})
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, NULL, NULL) ON CONFLICT (approval) DO NOTHING"
        );
        let labels: Vec<&str> = approval.labels.iter().map(|label| label.as_str()).collect();
        sqlx::query(AssertSqlSafe(sql))
            .bind(approval.id.clone())
            .bind(approval.run.clone())
            .bind(i64::from(approval.call))
            .bind(text(&approval.principal))
            .bind(text(&approval.tool))
            .bind(text(&approval.arguments))
            .bind(approval.effect.as_str())
            .bind(text(&approval.rule))
            .bind(approval.reason.as_deref().map(text))
            .bind(labels.join(" "))
            .bind(approval.asked_ms)
            .bind(approval.expires_ms)
            .bind(approval.state.as_str())
            .execute(&mut *on)
            .await?;
    }
    Ok(true)
}

async fn approvals_of(on: &mut AnyConnection, run: &str) -> Result<Vec<AnyRow>, sqlx::Error> {
    let sql = format!("SELECT {APPROVAL} FROM codemode_approvals WHERE run = $1 ORDER BY call");
    sqlx::query(AssertSqlSafe(sql)).bind(run.to_owned()).fetch_all(on).await
}

fn approval_of(row: &AnyRow) -> Result<Approval, String> {
    let string = |at| row.try_get::<String, _>(at).map_err(|e| e.to_string());
    let maybe = |at| row.try_get::<Option<String>, _>(at).map_err(|e| e.to_string());
    let number = |at| row.try_get::<i64, _>(at).map_err(|e| e.to_string());
    let (effect_name, state_name, labels) = (string(6)?, string(12)?, string(9)?);
    let label = |name: &str| serde_json::from_value(name.into()).map_err(|e| format!("the label `{name}`: {e}"));
    let labels = labels.split_whitespace().map(label).collect::<Result<_, String>>()?;
    Ok(Approval {
        id: string(0)?,
        run: string(1)?,
        call: u32::try_from(number(2)?).map_err(|e| e.to_string())?,
        principal: string(3)?,
        tool: string(4)?,
        arguments: string(5)?,
        effect: effect(&effect_name).ok_or_else(|| format!("the effect `{effect_name}`"))?,
        rule: string(7)?,
        reason: maybe(8)?,
        labels,
        asked_ms: number(10)?,
        expires_ms: number(11)?,
        state: ApprovalState::named(&state_name).ok_or_else(|| format!("the state `{state_name}`"))?,
        decided_by: maybe(13)?,
        comment: maybe(14)?,
    })
}
