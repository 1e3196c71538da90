//! The store: the account of runs that outlives them, in SQLite (one file, the default) or Postgres (many machines).
//!
//! A store has one thread of its own, with its own tokio runtime, so that it works from any runtime and outlives each run.
//! What runs write down goes there through a bounded queue and is written in groups: many records share one transaction.
//! Only what must be safe before something happens waits for its commit, and only such a commit is forced to the disk.
//!
//! Both databases get the same statements through sqlx's `Any` driver; [`place::Dialect`] has the few words that differ.
//!
//! Invariant: an effect's intent is committed, and on the disk, before the tool is called.

mod account;
mod artifacts;
mod connection;
mod keep;
mod paused;
mod place;
mod read;
mod rows;
mod schema;
mod undo;
mod values;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};

pub(crate) use account::{Account, now_ms};
pub(crate) use artifacts::Keeper;
pub use artifacts::{ArtifactKind, StoredArtifact};
pub use keep::Keep;
pub(crate) use paused::PausedRow;
pub use place::StorePlace;
pub use read::{RunFilter, RunState, StoredCall, StoredRun};
pub(crate) use rows::{CallRow, RunEnd, RunRow};
pub(crate) use undo::StoredUndo;

use connection::Connection;
use rows::Row;
use writer::{Message, Work, Writer};

/// The account of runs, in a database. Cheap to clone; clones are the same store.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use codemode::{RunStore, Sandbox};
///
/// let store = RunStore::open("sqlite:runs.db").await?;
/// let sandbox = Sandbox::builder().store(store.clone()).build()?;
/// // … after some runs:
/// for run in store.runs(&codemode::RunFilter::default()).await? {
///     println!("{} {}", run.run, run.script);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RunStore {
    shared: Arc<Shared>,
}

struct Shared {
    place: StorePlace,
    queue: mpsc::Sender<Message>,
    /// What came when the queue was full, from those who cannot wait.
    late: Late,
    keep: Keep,
}

/// Rows beside the queue.
type Late = Arc<Mutex<Vec<Row>>>;

/// What somebody hears whom the store's thread does not answer.
const GONE: &str = "its thread has ended";

/// Why the store could not be used.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The place is none: neither a file nor the address of a database.
    #[error("`{place}` is no place for a store: {reason}")]
    Place {
        /// What was given.
        place: String,
        /// What would be right.
        reason: String,
    },
    /// The database cannot be reached or used.
    #[error("the store {place}: {reason}")]
    Database {
        /// The place, without a password.
        place: String,
        /// What the database says, and what to try.
        reason: String,
    },
    /// There is no such run, or not for this principal.
    #[error("there is no run `{run}` in the store{near}")]
    UnknownRun {
        /// What was asked for.
        run: String,
        /// Runs that were perhaps meant.
        near: String,
    },
    /// There is no such call of unknown outcome.
    #[error("the run `{run}` has no call {call} of unknown outcome; `codemode runs show` lists its calls")]
    NotUnknown {
        /// The run.
        run: String,
        /// The call.
        call: u32,
    },
    /// There is no such artifact, or not for this principal.
    #[error("there is no artifact `{artifact}`{near}")]
    UnknownArtifact {
        /// What was asked for.
        artifact: String,
        /// What would be right.
        near: String,
    },
    /// There is no such approval, or not for this principal.
    #[error("there is no approval `{id}`; `codemode approvals list` shows those that wait")]
    UnknownApproval {
        /// What was asked for.
        id: String,
    },
    /// It was decided before, or nobody decided it in time.
    #[error("the approval {id} is {state} already")]
    Decided {
        /// The approval.
        id: String,
        /// What became of it.
        state: String,
    },
    /// The run does not wait, or somebody is already going on with it.
    #[error("the run `{run}` is not paused: it has ended, or is already being processed")]
    NotPaused {
        /// The run.
        run: String,
    },
    /// The run waits for a person.
    #[error("the run `{run}` is paused: let it go on (`codemode runs resume`), or end it (`codemode runs cancel`)")]
    Paused {
        /// The run.
        run: String,
    },
    /// The run has not ended.
    #[error(
        "the run `{run}` is still running: wait for its end, or cancel it. One whose process was killed counts as cut off \
         half a minute after its last sign of life"
    )]
    StillRunning {
        /// The run.
        run: String,
    },
    /// What is stored is not what this version can read.
    #[error("the store {place} holds something that cannot be read: {reason}")]
    Content {
        /// The place, without a password.
        place: String,
        /// What it is.
        reason: String,
    },
}

impl RunStore {
    /// Opens a store, and makes or updates its tables: `sqlite:PATH`, `postgres://USER:PASSWORD@HOST/DATABASE`, or the path of
    /// an SQLite file. Files and their folders are made where they are missing, for this user alone.
    pub async fn open(place: &str) -> Result<Self, StoreError> {
        let store = Self::at(StorePlace::parse(place)?)?;
        store.check().await?;
        Ok(store)
    }

    /// A store that is opened when it is first needed. Where that fails, calls that change something are refused, and
    /// whatever else fails says why.
    pub fn at(place: StorePlace) -> Result<Self, StoreError> {
        Self::with(place, Keep::default())
    }

    /// Likewise, with a rule for how long runs are kept.
    pub fn with(place: StorePlace, keep: Keep) -> Result<Self, StoreError> {
        let (queue, inbox) = mpsc::channel(writer::QUEUE);
        let connection = Connection::new(place.clone());
        let late = Late::default();
        let writer = Writer::new(connection, inbox, Arc::clone(&late), keep.clone());
        let run = move || {
            // Without it the queue is closed, and whoever hands something in hears of that.
            if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
                runtime.block_on(writer.run());
            }
        };
        let cannot = |reason: String| StoreError::Database { place: place.to_string(), reason };
        std::thread::Builder::new()
            .name("codemode-store".into())
            .spawn(run)
            .map_err(|e| cannot(format!("its thread cannot start: {e}")))?;
        Ok(Self { shared: Arc::new(Shared { place, queue, late, keep }) })
    }

    /// An SQLite store in a file, opened when it is first needed.
    pub fn sqlite(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::at(StorePlace::file(path))
    }

    /// Where it is.
    pub fn place(&self) -> &StorePlace {
        &self.shared.place
    }

    /// Whether the database can be reached and its tables used.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.work(|_| Box::pin(async { Ok(()) })).await
    }

    /// Waits until everything that was handed in before is written.
    pub async fn flush(&self) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        self.send(Message::commit(false, done)).await?;
        written.await.unwrap_or_else(|_| Err(GONE.into())).map_err(|reason| self.fault_of(&reason))
    }

    /// Does work on the writing connection, in a transaction that is on the disk when this returns.
    async fn work<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send + 'static,
    {
        let (done, result) = oneshot::channel();
        self.send(Message::Work(Box::new(Task { work: Some(work), value: None, done }))).await?;
        result.await.unwrap_or_else(|_| Err(GONE.into())).map_err(|reason| self.fault_of(&reason))
    }

    async fn send(&self, message: Message) -> Result<(), StoreError> {
        let sent = self.shared.queue.send(message).await;
        sent.map_err(|_| self.fault_of(GONE))
    }

    pub(crate) fn fault_of(&self, reason: &str) -> StoreError {
        StoreError::Database { place: self.shared.place.to_string(), reason: reason.to_owned() }
    }
}

/// Work with its result, until the commit says that it holds.
struct Task<T, F> {
    work: Option<F>,
    value: Option<T>,
    done: oneshot::Sender<Result<T, String>>,
}

impl<T, F> Work for Task<T, F>
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
{
    fn run<'c>(&'c mut self, connection: &'c mut AnyConnection) -> BoxFuture<'c, Result<(), sqlx::Error>> {
        Box::pin(async move {
            if let Some(work) = self.work.take() {
                self.value = Some(work(connection).await?);
            }
            Ok(())
        })
    }

    fn end(self: Box<Self>, result: Result<(), String>) {
        let Self { value, done, .. } = *self;
        let result = result.and_then(|()| value.ok_or_else(|| "it came to nothing".into()));
        // Whoever asked may be gone.
        let _ = done.send(result);
    }
}

impl std::fmt::Debug for RunStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunStore").field("place", &self.shared.place.to_string()).finish_non_exhaustive()
    }
}
