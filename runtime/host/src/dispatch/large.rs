//! Replies and outputs that are too long: kept whole as artifacts where there is a store, and cut for who reads them.
//!
//! A reply over its limit is an exception, never a shorter value in the reply's place: a script that counts, joins or sums up would
//! go on with it and be wrong without a word. The exception shows a part, and says how to get the rest.

use std::sync::Arc;

use codemode_tool::{Artifacts, BoxFuture, Json, KeepArtifact};

use super::{Dispatcher, Fault, redact};
use crate::built_in::{Role, artifacts};
use crate::earlier::TOO_LARGE;
use crate::journal::digest;
use crate::registry::Entry;
use crate::secrets::Secrets;
use crate::store::Keeper;
use crate::{ArtifactKind, CallEnding, cut};

/// What to do where nothing can be kept.
const LESS: &str = "Ask for less: filter, or page by page";

/// Bytes of a long reply that the exception shows: enough to see what it is made of.
const SHOWN: usize = 2 << 10;

/// Keeps a reply that is over its limit, and says so.
pub(super) async fn keep(on: &Dispatcher, id: u32, entry: &Entry, reply: Json) -> Fault {
    let tool = &entry.full_name;
    let reply = match redact(on, tool, reply) {
        Ok(reply) => reply.into_string(),
        Err(fault) => return fault,
    };
    let (size, most) = (reply.len() as u64, on.limits.reply_bytes);
    on.journal.note(id, |record| {
        // It is, whatever becomes of the keeping.
        record.ending = CallEnding::Done;
        record.reply_bytes = size;
        record.reply_digest = Some(digest(reply.as_bytes()));
    });
    let done = |rest: String| {
        let message =
            format!("{tool} was done, but its reply has {size} bytes; at most {most} (limit `reply_bytes`). {rest}");
        Fault::after(CallEnding::Done, TOO_LARGE, message)
    };
    if entry.role != Role::Granted {
        return done("Take a smaller part, with slice({ artifact, start, end })".into());
    }
    let Some(keeper) = on.journal.keeper(on.limits.artifact_bytes) else { return done(LESS.into()) };
    let (kind, content) = match serde_json::from_str::<String>(&reply) {
        Ok(text) => (ArtifactKind::Text, text),
        Err(_) => (ArtifactKind::Json, reply),
    };
    let shown = match kind {
        ArtifactKind::Text => cut::text(&content, SHOWN, ""),
        ArtifactKind::Json => cut::json(&content, SHOWN, ""),
    };
    match keeper.keep(Some(id), tool, kind, content.into_bytes()).await {
        Ok(artifact) => {
            let module = artifacts::MODULE;
            let counted = if kind == ArtifactKind::Text { "characters, or lines with by: \"lines\"" } else { "items" };
            done(format!(
                "All of it is kept as the artifact \"{artifact}\": import {{ slice }} from \"{module}\" and take parts of it, \
                 slice({{ artifact: \"{artifact}\", start: 0, end: 1000 }}), in {counted}. In short:\n{shown}"
            ))
        }
        Err(reason) => {
            tracing::warn!(run = %on.run, call = id, %reason, "a long reply is not kept");
            done(format!("It is not kept: {reason}. {LESS}. In short:\n{shown}"))
        }
    }
}

/// Where a call can keep what it cuts itself.
pub(super) fn place(on: &Dispatcher, call: u32, tool: &str) -> Artifacts {
    match on.journal.keeper(on.limits.artifact_bytes) {
        None => Artifacts::default(),
        Some(keeper) => {
            let (tool, secrets) = (tool.to_owned(), Arc::clone(&on.secrets));
            Artifacts::new(Arc::new(Place { keeper, call, tool, secrets }))
        }
    }
}

struct Place {
    keeper: Keeper,
    call: u32,
    tool: String,
    secrets: Arc<Secrets>,
}

impl KeepArtifact for Place {
    fn most(&self) -> u64 {
        self.keeper.most()
    }

    fn keep(&self, text: Vec<u8>) -> BoxFuture<'_, Option<String>> {
        Box::pin(async move {
            let redacted = self.secrets.redacted(&String::from_utf8_lossy(&text));
            let text = redacted.map_or(text, String::into_bytes);
            let kept = self.keeper.keep(Some(self.call), &self.tool, ArtifactKind::Text, text).await;
            kept.inspect_err(|reason| tracing::warn!(%reason, "a long output is not kept")).ok()
        })
    }
}
