//! The store's thread: takes what runs hand in, and writes it in groups.
//!
//! A group is what came while the last one was written, and, where nobody waits for it, what comes in the next moment. So a
//! run of many reads costs few transactions, and an effect never waits for more than the commit it needs.

use std::collections::{HashMap, HashSet};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use sqlx::{AnyConnection, AssertSqlSafe};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{interval, sleep, timeout, timeout_at};

use super::Late;
use super::connection::Connection;
use super::keep::{EVERY, Keep, sweep};
use super::rows::{Group, Row, RunRow};

/// Messages that may wait; whoever hands in more waits.
pub(super) const QUEUE: usize = 256;

/// Rows of one transaction, more or less.
const MOST_ROWS: usize = 1024;

/// How long a group waits for more where nobody waits for it.
const LINGER: Duration = Duration::from_millis(5);

/// Waits before each attempt to write a group.
const ATTEMPTS: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(250), Duration::from_secs(1)];

/// For so long after a failure there is one attempt only: everybody would wait for the same.
const GRACE: Duration = Duration::from_secs(5);

/// Rows that are kept for a database that cannot be written; of more, the account says that they are lost.
const MOST_KEPT: usize = 50_000;

/// How long a transaction may take: longer, and the database is taken for one that cannot be reached.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a process says that its runs are alive.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(10);

/// What a store is asked.
pub(super) enum Message {
    /// To write rows, and perhaps to say when they are.
    Rows { rows: Vec<Row>, commit: Option<Commit> },
    /// To do something else, in a transaction of its own.
    Work(Box<dyn Work>),
}

/// Somebody who waits for a commit.
pub(super) struct Commit {
    /// Whether it must be on the disk.
    forced: bool,
    done: oneshot::Sender<Result<(), String>>,
    /// The run that waits for the last of its account.
    ends: Option<String>,
}

impl Message {
    pub(super) fn commit(forced: bool, done: oneshot::Sender<Result<(), String>>) -> Self {
        Self::rows(Vec::new(), Some((forced, done)))
    }

    pub(super) fn rows(rows: Vec<Row>, commit: Option<(bool, oneshot::Sender<Result<(), String>>)>) -> Self {
        let end = |row: &Row| match row {
            Row::Run(run) if run.end.is_some() => Some(run.run.clone()),
            _ => None,
        };
        let ends = rows.iter().find_map(end);
        Self::Rows { rows, commit: commit.map(|(forced, done)| Commit { forced, done, ends }) }
    }
}

/// Work with a result that its asker gets after the commit.
pub(super) trait Work: Send {
    fn run<'c>(&'c mut self, connection: &'c mut AnyConnection) -> BoxFuture<'c, Result<(), sqlx::Error>>;
    fn end(self: Box<Self>, result: Result<(), String>);
}

pub(super) struct Writer {
    connection: Connection,
    inbox: mpsc::Receiver<Message>,
    late: Late,
    keep: Keep,
    owner: String,
    /// What is not written yet.
    group: Group,
    /// Runs of this process that have not ended.
    alive: HashMap<String, RunRow>,
    /// How often the connection had been made when they were last written.
    written_on: u32,
    failed: Option<Instant>,
    /// Runs of which records are lost.
    incomplete: HashSet<String>,
    swept: Option<Instant>,
}

impl Writer {
    pub(super) fn new(connection: Connection, inbox: mpsc::Receiver<Message>, late: Late, keep: Keep) -> Self {
        let mut random = [0; 8];
        // Without randomness the process's number has to do.
        let _ = getrandom::fill(&mut random);
        let owner = format!("{}-{}", std::process::id(), crate::journal::hex(&random));
        Self {
            connection,
            inbox,
            late,
            keep,
            owner,
            group: Group::default(),
            alive: HashMap::new(),
            written_on: 0,
            failed: None,
            incomplete: HashSet::new(),
            swept: None,
        }
    }

    /// Works until nobody can ask any more.
    pub(super) async fn run(mut self) {
        let mut beat = interval(HEARTBEAT);
        loop {
            let first = tokio::select! {
                message = self.inbox.recv() => message,
                _ = beat.tick() => {
                    // What could not be written, or came when the queue was full, would wait for the next message.
                    self.take_late();
                    let _ = self.write(&[]).await;
                    self.say_alive().await;
                    if self.connection.made() > 0 {
                        self.sweep_sometimes().await;
                    }
                    continue;
                }
            };
            let Some(first) = first else { break };
            let (commits, work) = self.gather(first).await;
            let result = self.write(&commits).await;
            for commit in commits {
                let lost = commit.ends.is_some_and(|run| self.incomplete.remove(&run));
                let lost = lost.then(|| Err("records of this run were lost while it could not be written".into()));
                // Whoever waited may be gone.
                let _ = commit.done.send(result.clone().and(lost.unwrap_or(Ok(()))));
            }
            if let Some(work) = work {
                self.work(work).await;
            }
            // Where something always waits, the next beat is the time.
            if self.inbox.is_empty() {
                self.sweep_sometimes().await;
            }
        }
        self.take_late();
        let _ = self.write(&[]).await;
        self.connection.close().await;
    }

    /// Takes what there is, and waits a moment for more where nobody is waiting.
    async fn gather(&mut self, first: Message) -> (Vec<Commit>, Option<Box<dyn Work>>) {
        let mut commits = Vec::new();
        self.take_late();
        let until = tokio::time::Instant::now() + LINGER;
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                Message::Work(work) => return (commits, Some(work)),
                Message::Rows { rows, commit } => {
                    for row in rows {
                        self.take(row);
                    }
                    commits.extend(commit);
                }
            }
            next = match self.inbox.try_recv() {
                _ if self.group.len() >= MOST_ROWS => None,
                Ok(message) => Some(message),
                Err(_) if !commits.is_empty() => None,
                Err(_) => timeout_at(until, self.inbox.recv()).await.ok().flatten(),
            };
        }
        (commits, None)
    }

    fn take(&mut self, row: Row) {
        if let Row::Run(run) = &row {
            if run.end.is_some() {
                self.alive.remove(&run.run);
            } else {
                self.alive.insert(run.run.clone(), RunRow::clone(run));
            }
        }
        self.group.add(row);
    }

    fn take_late(&mut self) {
        let rows = std::mem::take(&mut *self.late.lock().unwrap_or_else(PoisonError::into_inner));
        for row in rows {
            self.take(row);
        }
    }

    /// Writes the group; what cannot be written is kept for the next time.
    async fn write(&mut self, commits: &[Commit]) -> Result<(), String> {
        if self.group.len() == 0 && self.failed.is_none() && !commits.iter().any(|commit| commit.forced) {
            return Ok(());
        }
        let forced = commits.iter().any(|commit| commit.forced);
        let recently = self.failed.is_some_and(|at| at.elapsed() < GRACE);
        if recently && commits.is_empty() {
            // Reads go on at their own speed, whatever the database does.
            self.let_go();
            return Ok(());
        }
        let attempts = if recently { &ATTEMPTS[..1] } else { &ATTEMPTS[..] };
        let mut result = Ok(());
        for wait in attempts {
            sleep(*wait).await;
            let late = |_| Err(format!("it did not answer within {} s", PATIENCE.as_secs()));
            result = timeout(PATIENCE, self.write_once(forced)).await.unwrap_or_else(late);
            if result.is_ok() {
                self.group = Group::default();
                self.failed = None;
                return Ok(());
            }
            self.connection.forget();
        }
        self.failed = Some(Instant::now());
        self.let_go();
        if let Err(reason) = &result {
            tracing::error!(store = %self.connection.place(), %reason, "the store cannot be written");
        }
        result
    }

    /// Memory has an end, even where the database is gone for long.
    fn let_go(&mut self) {
        if self.group.len() > MOST_KEPT {
            let group = std::mem::take(&mut self.group);
            tracing::error!(store = %self.connection.place(), records = group.len(), "records are lost");
            self.incomplete.extend(group.into_runs());
        }
    }

    async fn write_once(&mut self, forced: bool) -> Result<(), String> {
        let dialect = self.connection.dialect();
        self.connection.begin(forced).await?;
        if self.connection.made() != self.written_on {
            // It may be another database, or one that was put back: it must know the runs that its calls belong to.
            self.alive.values().for_each(|run| self.group.add_run(run));
        }
        let made = self.connection.made();
        let connection = self.connection.get().await?;
        self.group.write(connection, dialect, &self.owner).await.map_err(|e| says(&e))?;
        sqlx::query("COMMIT").execute(connection).await.map_err(|e| says(&e))?;
        self.written_on = made;
        Ok(())
    }

    /// Does work in a transaction of its own, once: it may not be such that it can be done twice.
    async fn work(&mut self, mut work: Box<dyn Work>) {
        let working = async {
            let connection = self.connection.begin(true).await?;
            let result = work.run(connection).await.map_err(|e| says(&e));
            let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
            let ended = sqlx::query(end).execute(connection).await.map_err(|e| says(&e));
            result.and(ended.map(drop))
        };
        let late = |_| Err(format!("it did not answer within {} s", PATIENCE.as_secs()));
        let result = timeout(PATIENCE, working).await.unwrap_or_else(late);
        if result.is_err() {
            self.connection.forget();
        }
        work.end(result);
    }

    async fn say_alive(&mut self) {
        if self.alive.is_empty() {
            return;
        }
        let now = self.connection.dialect().now();
        let sql = format!("UPDATE codemode_runs SET alive_ms = {now} WHERE owner = $1 AND stop IS NULL");
        let Ok(connection) = self.connection.get().await else { return };
        if sqlx::query(AssertSqlSafe(sql)).bind(self.owner.clone()).execute(connection).await.is_err() {
            self.connection.forget();
        }
    }

    /// Lets go of old runs, once in a while.
    async fn sweep_sometimes(&mut self) {
        if self.swept.is_some_and(|at| at.elapsed() < EVERY) || self.failed.is_some() {
            return;
        }
        self.swept = Some(Instant::now());
        let (dialect, keep) = (self.connection.dialect(), self.keep.clone());
        let swept = async {
            let connection = self.connection.begin(false).await?;
            let result = sweep(connection, dialect, &keep).await.map_err(|e| says(&e));
            let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
            let ended = sqlx::query(end).execute(connection).await.map_err(|e| says(&e));
            result.and(ended.map(drop))
        };
        if let Err(reason) = swept.await {
            tracing::warn!(store = %self.connection.place(), %reason, "old runs cannot be removed");
            self.connection.forget();
        }
    }
}

/// What a database error says, in a line.
fn says(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        error => error.to_string(),
    }
}
