//! Artifacts: large outputs that are kept whole, of which a script or a model got a part.
//!
//! The bytes are a blob like any other, named by their SHA-256; an artifact says of which run and principal they are. It goes
//! when its run goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::rows::{BlobRow, text, unpack, write_blob};
use super::{RunStore, StoreError};
use crate::journal::digest;

/// What an artifact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ArtifactKind {
    /// Text: a reply that was one string, what a program wrote, what a script printed.
    Text,
    /// JSON: any other reply.
    Json,
}

impl ArtifactKind {
    /// The name in stores and messages: `text`, `json`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
        }
    }
}

/// A large output that is kept whole.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StoredArtifact {
    /// Its id: the SHA-256 of its bytes, in hexadecimal. The first digits of it will do where no other begins so.
    pub artifact: String,
    /// For whom the run ran; scripts of nobody else can read it.
    pub principal: String,
    /// The run that made it.
    pub run: String,
    /// The call that made it; nothing for what the script printed.
    pub call: Option<u32>,
    /// That call's tool, as `module.tool`; empty for what the script printed.
    pub tool: String,
    /// What it is.
    pub kind: ArtifactKind,
    /// Its length in bytes.
    pub size: u64,
}

/// The digits of an id that messages show: enough that no two artifacts of a store share them.
const SHOWN: usize = 16;

/// The least digits by which an artifact is found.
const LEAST: usize = 8;

/// The call number of what the script printed.
const NO_CALL: i64 = -1;

/// Keeps artifacts of one run.
#[derive(Clone)]
pub(crate) struct Keeper {
    pub(super) store: RunStore,
    pub(super) run: String,
    pub(super) principal: String,
    /// What the run takes in the store.
    pub(super) bytes: Arc<AtomicI64>,
    /// The longest that is kept.
    pub(super) most: u64,
}

impl Keeper {
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// Keeps bytes that a call of the run made, or that the run printed; gives the id as messages show it, or why they are not
    /// kept. When this returns, they are on the disk.
    pub(crate) async fn keep(
        &self,
        call: Option<u32>,
        tool: &str,
        kind: ArtifactKind,
        bytes: Vec<u8>,
    ) -> Result<String, String> {
        let size = bytes.len() as u64;
        if size > self.most {
            return Err(format!("at most {} bytes are kept (limit `artifact_bytes`)", self.most));
        }
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let artifact = digest(&bytes);
        let shown = artifact.get(..SHOWN).unwrap_or(&artifact).to_owned();
        let blob = BlobRow { run: self.run.clone(), digest: artifact.clone(), bytes };
        let (run, principal, tool) = (self.run.clone(), text(&self.principal), text(tool));
        let call = call.map_or(NO_CALL, i64::from);
        let kept = self.store.work(move |on| {
            Box::pin(async move {
                write_blob(&mut *on, &blob).await?;
                let sql = "INSERT INTO codemode_artifacts (artifact, principal, run, call, tool, kind, size)
                    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (principal, artifact, run) DO NOTHING";
                let row = sqlx::query(sql).bind(artifact).bind(principal).bind(run).bind(call).bind(tool);
                row.bind(kind.as_str()).bind(size).execute(on).await.map(drop)
            })
        });
        kept.await.map_err(|error| error.to_string())?;
        self.bytes.fetch_add(size, Ordering::Relaxed);
        Ok(shown)
    }
}

const COLUMNS: &str = "artifact, principal, run, call, tool, kind, size";

impl RunStore {
    /// The artifacts of a run, in the order of its calls.
    pub async fn artifacts(&self, run: &str) -> Result<Vec<StoredArtifact>, StoreError> {
        let run = run.to_owned();
        let rows = self.work(move |on| {
            Box::pin(async move {
                let sql = "SELECT artifact, principal, run, call, tool, kind, size FROM codemode_artifacts
                    WHERE run = $1 ORDER BY call, artifact";
                sqlx::query(sql).bind(run).fetch_all(on).await
            })
        });
        rows.await?.iter().map(|row| artifact_of(row).map_err(|reason| self.unreadable(reason))).collect()
    }

    /// One artifact with its bytes, by its id or the beginning of it: any, or only one of this principal.
    pub async fn artifact(&self, id: &str, principal: Option<&str>) -> Result<(StoredArtifact, Vec<u8>), StoreError> {
        let unknown = |near: &str| StoreError::UnknownArtifact { artifact: id.to_owned(), near: near.to_owned() };
        if id.len() < LEAST || id.len() > 64 || !id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(unknown("; an artifact's id, or its beginning, is 8 to 64 hexadecimal digits"));
        }
        let (wanted, principal) = (id.to_owned(), principal.map(text));
        let found = self.work(move |on| {
            Box::pin(async move {
                let rows = find(&mut *on, &wanted, principal).await?;
                let Some(first) = rows.first() else { return Ok((rows, None)) };
                let digest: String = first.try_get(0)?;
                let sql = "SELECT bytes FROM codemode_blobs WHERE digest = $1";
                let blob = sqlx::query(sql).bind(digest).fetch_optional(on).await?;
                let blob = blob.map(|row| row.try_get::<Vec<u8>, _>(0)).transpose()?;
                Ok((rows, blob))
            })
        });
        let (rows, blob) = found.await?;
        let read = |row| artifact_of(row).map_err(|reason| self.unreadable(reason));
        let artifacts = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = artifacts.first() else { return Err(unknown("")) };
        if artifacts.iter().any(|other| other.artifact != first.artifact) {
            return Err(unknown(": several begin so; write more of it"));
        }
        let packed = blob.ok_or_else(|| self.unreadable(format!("the bytes of the artifact {id} are gone")))?;
        let bytes = unpack(&packed).map_err(|reason| self.unreadable(reason))?;
        Ok((first.clone(), bytes.into_owned()))
    }
}

/// The rows of artifacts that begin so, few of them.
async fn find(on: &mut AnyConnection, id: &str, principal: Option<String>) -> Result<Vec<AnyRow>, sqlx::Error> {
    // Ids are hexadecimal, so `g` comes after all that begin alike.
    let sql = format!(
        "SELECT {COLUMNS} FROM codemode_artifacts
        WHERE artifact >= $1 AND artifact < $2 AND ($3 = '' OR principal = $4) ORDER BY artifact, run LIMIT 50"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(id.to_owned())
        .bind(format!("{id}g"))
        .bind(if principal.is_some() { "one" } else { "" })
        .bind(principal.unwrap_or_default())
        .fetch_all(on)
        .await
}

fn artifact_of(row: &AnyRow) -> Result<StoredArtifact, String> {
    let says = |e: sqlx::Error| e.to_string();
    let (call, size): (i64, i64) = (row.try_get(3).map_err(says)?, row.try_get(6).map_err(says)?);
    let kind: String = row.try_get(5).map_err(says)?;
    let kinds = [ArtifactKind::Text, ArtifactKind::Json];
    Ok(StoredArtifact {
        artifact: row.try_get(0).map_err(says)?,
        principal: row.try_get(1).map_err(says)?,
        run: row.try_get(2).map_err(says)?,
        call: u32::try_from(call).ok(),
        tool: row.try_get(4).map_err(says)?,
        kind: kinds
            .into_iter()
            .find(|known| known.as_str() == kind)
            .ok_or_else(|| format!("an artifact of the kind `{kind}`"))?,
        size: u64::try_from(size).unwrap_or(0),
    })
}
