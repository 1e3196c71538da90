//! What takes calls back, as the store keeps it.

use codemode_tool::Undo;
use sqlx::Row as _;

use super::rows::unpack;
use super::{RunStore, StoreError};

/// The call can be taken back.
pub(super) const KEPT: &str = "kept";

/// The tool said that it cannot.
pub(super) const IMPOSSIBLE: &str = "impossible";

/// It was taken back.
const UNDONE: &str = "undone";

/// How a call is taken back.
pub(crate) struct StoredUndo {
    pub(crate) call: u32,
    pub(crate) undo: Undo,
}

impl RunStore {
    /// What would take back the calls of a run that were not taken back yet, the last first.
    pub(crate) async fn undos(&self, run: &str) -> Result<Vec<StoredUndo>, StoreError> {
        let run = run.to_owned();
        let found = self.work(move |on| {
            Box::pin(async move {
                let sql = "SELECT call, note, originals, reason FROM codemode_undos
                    WHERE run = $1 AND state <> $2 ORDER BY call DESC";
                let rows = sqlx::query(sql).bind(run).bind(UNDONE).fetch_all(&mut *on).await?;
                let mut undos = Vec::new();
                for row in rows {
                    let digests: String = row.try_get(2)?;
                    let digests: Vec<String> = serde_json::from_str(&digests).unwrap_or_default();
                    let mut originals = Vec::new();
                    for digest in digests {
                        let sql = "SELECT bytes FROM codemode_blobs WHERE digest = $1";
                        originals
                            .push(sqlx::query(sql).bind(digest).fetch_one(&mut *on).await?.try_get::<Vec<u8>, _>(0)?);
                    }
                    undos.push((row.try_get::<i64, _>(0)?, row.try_get::<String, _>(1)?, originals, row.try_get(3)?));
                }
                Ok(undos)
            })
        });
        let stored = |(call, note, originals, impossible): (i64, String, Vec<Vec<u8>>, Option<String>)| {
            let whole = |packed: &Vec<u8>| unpack(packed).map(std::borrow::Cow::into_owned);
            let originals = originals.iter().map(whole).collect::<Result<_, String>>();
            let note = serde_json::from_str(&note).map_err(|e| format!("the undo of call {call}: {e}"));
            let undo = Undo {
                note: note.map_err(|reason| self.unreadable(reason))?,
                originals: originals.map_err(|reason| self.unreadable(reason))?,
                impossible,
            };
            Ok(StoredUndo { call: u32::try_from(call).unwrap_or(u32::MAX), undo })
        };
        found.await?.into_iter().map(stored).collect()
    }

    /// Writes down that a call was taken back.
    pub(crate) async fn note_undone(&self, run: &str, call: u32) -> Result<(), StoreError> {
        let run = run.to_owned();
        let sql = "UPDATE codemode_undos SET state = $1 WHERE run = $2 AND call = $3";
        let noted = self.work(move |on| {
            Box::pin(async move { sqlx::query(sql).bind(UNDONE).bind(run).bind(i64::from(call)).execute(on).await })
        });
        noted.await.map(drop)
    }
}
