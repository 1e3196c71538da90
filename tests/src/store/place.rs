//! Databases for tests, and what happens to databases: they go away, they come back, time passes.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use codemode::{Keep, RunStore, StorePlace};
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use tempfile::TempDir;

use crate::support::block_on;

/// An empty database of a test's own.
pub(crate) struct Place {
    folder: TempDir,
    postgres: Option<Postgres>,
}

struct Postgres {
    /// The server's own address, for what is done to the database from outside.
    server: String,
    database: String,
}

/// Runs a test on an SQLite file.
pub(crate) fn on_sqlite(test: impl AsyncFnOnce(&Place)) {
    let place = Place { folder: tempfile::tempdir().expect("a temporary folder"), postgres: None };
    block_on(test(&place));
}

/// Runs a test on a fresh database of a Postgres server, where there is one. What it says goes past the test harness, which
/// keeps what a test prints.
pub(crate) fn on_postgres(name: &str, test: impl AsyncFnOnce(&Place)) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let mut stderr = std::io::stderr();
    let Some(server) = server() else {
        let _ = writeln!(stderr, "skipped on Postgres: {name}: CODEMODE_TEST_POSTGRES is not set");
        return;
    };
    let _ = writeln!(stderr, "ran on Postgres: {name}");
    let database = format!("codemode_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    block_on(execute(&server, &format!("CREATE DATABASE {database}")));
    let postgres = Some(Postgres { server, database });
    let place = Place { folder: tempfile::tempdir().expect("a temporary folder"), postgres };
    block_on(test(&place));
}

/// The address of the server that tests may use.
fn server() -> Option<String> {
    std::env::var("CODEMODE_TEST_POSTGRES").ok().filter(|url| !url.is_empty())
}

impl Place {
    /// What [`RunStore::open`] takes.
    pub(crate) fn address(&self) -> String {
        match &self.postgres {
            None => format!("sqlite:{}", self.file().display()),
            Some(Postgres { server, database }) => {
                let (address, options) = server.split_once('?').map_or((server.as_str(), ""), |(a, o)| (a, o));
                let (host, _) = address.rsplit_once('/').expect("the address names a database");
                let mark = if options.is_empty() { "" } else { "?" };
                format!("{host}/{database}{mark}{options}")
            }
        }
    }

    pub(crate) fn store(&self) -> RunStore {
        self.store_with(Keep::default())
    }

    pub(crate) fn store_with(&self, keep: Keep) -> RunStore {
        RunStore::with(StorePlace::parse(&self.address()).expect("it is a place"), keep).expect("it starts")
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// The file of the database; where it is Postgres, one that is not there.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("runs.db")
    }

    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Does something to the database, from outside.
    pub(crate) async fn sql(&self, sql: &str) {
        execute(&self.address(), sql).await;
    }

    /// A number that the database knows.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        let mut connection = connect(&self.address()).await;
        let row = sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await.expect("it is SQL");
        connection.close().await.expect("it closes");
        row.get(0)
    }

    /// As if the processes that said that they are alive had said nothing for a minute.
    pub(crate) async fn a_minute_later(&self) {
        self.sql("UPDATE codemode_runs SET alive_ms = alive_ms - 60000").await;
    }

    /// Takes the database away, as a server that stops or a disk that is gone.
    pub(crate) async fn away(&self) {
        let Some(Postgres { server, database }) = &self.postgres else {
            if self.file().exists() {
                std::fs::rename(self.file(), self.folder().join("away.db")).expect("it can be moved");
            }
            // Nothing can be made in its place.
            std::fs::create_dir(self.file()).expect("a folder can be made");
            return;
        };
        execute(server, &format!("ALTER DATABASE {database} WITH ALLOW_CONNECTIONS false")).await;
        execute(
            server,
            &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"),
        )
        .await;
    }

    /// Brings it back.
    pub(crate) async fn back(&self) {
        let Some(Postgres { server, database }) = &self.postgres else {
            std::fs::remove_dir(self.file()).expect("it is empty");
            let away = self.folder().join("away.db");
            if away.exists() {
                std::fs::rename(away, self.file()).expect("it can be moved");
            }
            return;
        };
        execute(server, &format!("ALTER DATABASE {database} WITH ALLOW_CONNECTIONS true")).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(Postgres { server, database }) = &self.postgres {
            block_on(execute(server, &format!("DROP DATABASE {database} WITH (FORCE)")));
        }
    }
}

async fn execute(address: &str, sql: &str) {
    let mut connection = connect(address).await;
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect("it is SQL");
    connection.close().await.expect("it closes");
}

async fn connect(address: &str) -> AnyConnection {
    static DRIVERS: Once = Once::new();
    // The store may have done so already.
    DRIVERS.call_once(|| drop(sqlx::any::install_drivers(&[sqlx::sqlite::any::DRIVER, sqlx::postgres::any::DRIVER])));
    let address = address.replacen("sqlite:/", "sqlite:///", 1);
    AnyConnection::connect(&address).await.expect("the database can be reached")
}
