//! One connection to the database, made when it is needed and again after it broke.

use std::path::Path;
use std::str::FromStr as _;
use std::sync::Once;
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions as _, Connection as _};
use tokio::time::timeout;

use super::place::{Dialect, StorePlace};
use super::schema::migrate;

/// How long connecting may take: longer, and whoever waits for it should hear of it.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Connection {
    place: StorePlace,
    open: Option<AnyConnection>,
    /// Which file it is, where it is one.
    file: Option<FileId>,
    /// How often it was made.
    made: u32,
    /// Whether commits are forced to the disk just now.
    forced: bool,
}

impl Connection {
    pub(super) fn new(place: StorePlace) -> Self {
        Self { place, open: None, file: None, made: 0, forced: true }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.place.dialect()
    }

    pub(super) fn place(&self) -> &StorePlace {
        &self.place
    }

    /// The open connection, with its tables there.
    pub(super) async fn get(&mut self) -> Result<&mut AnyConnection, String> {
        if self.open.is_none() {
            let connecting = connect(&self.place);
            let late = |_| format!("it did not answer within {} s", PATIENCE.as_secs());
            self.open = Some(timeout(PATIENCE, connecting).await.map_err(late).flatten()?);
            self.file = self.place.as_file().and_then(file_id);
            self.made += 1;
            self.forced = true;
        }
        self.open.as_mut().ok_or_else(|| "there is no connection".into())
    }

    /// How often the connection was made: whoever sees another number than before may see another database.
    pub(super) fn made(&self) -> u32 {
        self.made
    }

    /// Forgets a connection that failed.
    pub(super) fn forget(&mut self) {
        self.open = None;
    }

    /// Says farewell, so that an SQLite file stands alone again.
    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.open.take() {
            let _ = timeout(PATIENCE, connection.close()).await;
        }
    }

    /// Begins a transaction whose commit is forced to the disk, or only handed to the system: that outlives the process,
    /// but not a power failure.
    pub(super) async fn begin(&mut self, forced: bool) -> Result<&mut AnyConnection, String> {
        // SQLite would go on writing to a file that nobody can open any more.
        if self.file.is_some() && self.place.as_file().and_then(file_id) != self.file {
            self.forget();
        }
        let (dialect, was) = (self.dialect(), self.forced);
        let connection = self.get().await?;
        let run = async {
            if dialect == Dialect::Sqlite && was != forced {
                let setting = if forced { "PRAGMA synchronous = FULL" } else { "PRAGMA synchronous = NORMAL" };
                sqlx::query(setting).execute(&mut *connection).await?;
            }
            sqlx::query(dialect.begin()).execute(&mut *connection).await?;
            if dialect == Dialect::Postgres && !forced {
                sqlx::query("SET LOCAL synchronous_commit TO off").execute(&mut *connection).await?;
            }
            Ok(())
        };
        run.await.map_err(|e: sqlx::Error| e.to_string())?;
        self.forced = forced;
        self.open.as_mut().ok_or_else(|| "there is no connection".into())
    }
}

/// Connects, and sees to the tables.
pub(super) async fn connect(place: &StorePlace) -> Result<AnyConnection, String> {
    static DRIVERS: Once = Once::new();
    // An embedder that uses sqlx may have done so already, with these drivers or more.
    DRIVERS.call_once(|| drop(sqlx::any::install_drivers(&[sqlx::sqlite::any::DRIVER, sqlx::postgres::any::DRIVER])));
    if let Some(path) = place.as_file() {
        make_file(path).map_err(|e| format!("cannot make the file: {e}"))?;
    }
    let options = AnyConnectOptions::from_str(&place.url()?).map_err(|e| e.to_string())?;
    let mut connection = options.disable_statement_logging().connect().await.map_err(|e| e.to_string())?;
    if place.dialect() == Dialect::Sqlite {
        // Several processes share the file: one that writes is waited for.
        for setting in ["PRAGMA busy_timeout = 5000", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
            sqlx::query(setting).execute(&mut connection).await.map_err(|e| e.to_string())?;
        }
    }
    migrate(&mut connection, place.dialect()).await?;
    Ok(connection)
}

/// What a file is known by, whatever its name.
type FileId = (u64, u64);

/// Which file a path leads to now.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the operator names the file, not a script")]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;

    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}

/// Makes the file and its folder, for this user alone: it has arguments and replies in it.
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "the operator names the file, not a script")]
fn make_file(path: &Path) -> std::io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut folders = std::fs::DirBuilder::new();
    let mut file = std::fs::OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        folders.mode(0o700);
        file.mode(0o600);
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        folders.recursive(true).create(folder)?;
    }
    // Another process may make it at the same time.
    file.append(true).create(true).open(path).map(drop)
}
