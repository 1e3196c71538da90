//! Where a store is, and the few words in which the two databases differ.

use std::fmt;
use std::path::{Path, PathBuf};

use super::StoreError;

/// Where a store is. It displays without a password.
#[derive(Clone, PartialEq, Eq)]
pub struct StorePlace(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    File(PathBuf),
    Postgres(String),
}

impl StorePlace {
    /// Reads `sqlite:PATH`, `postgres://…`, `postgresql://…`, or the path of an SQLite file.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        let wrong = |reason: &str| StoreError::Place { place: without_password(text), reason: reason.into() };
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self(Kind::Postgres(text.to_owned())));
        }
        let path = match text.strip_prefix("sqlite:") {
            Some(path) => path.strip_prefix("//").unwrap_or(path),
            None if text.contains("://") => {
                return Err(wrong("write sqlite:PATH, postgres://USER@HOST/DATABASE, or the path of a file"));
            }
            None => text,
        };
        if path.is_empty() || path == ":memory:" {
            return Err(wrong("name a file, such as sqlite:runs.db: an account in memory ends with its process"));
        }
        Ok(Self(Kind::File(path.into())))
    }

    /// An SQLite file.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self(Kind::File(path.as_ref().to_owned()))
    }

    /// The file of an SQLite store.
    pub fn as_file(&self) -> Option<&Path> {
        match &self.0 {
            Kind::File(path) => Some(path),
            Kind::Postgres(_) => None,
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        match &self.0 {
            Kind::File(_) => Dialect::Sqlite,
            Kind::Postgres(_) => Dialect::Postgres,
        }
    }

    /// The address that sqlx connects to.
    pub(super) fn url(&self) -> Result<String, String> {
        let path = match &self.0 {
            Kind::Postgres(url) => return Ok(url.clone()),
            Kind::File(path) => path,
        };
        // A relative one would be taken for a host's name.
        let path = std::path::absolute(path).map_err(|e| format!("its path cannot be made absolute: {e}"))?;
        let path = path.to_str().ok_or("its path is not UTF-8 text")?;
        let mut url = String::from("sqlite://");
        for byte in path.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => url.push(char::from(byte)),
                _ => url.push_str(&format!("%{byte:02X}")),
            }
        }
        url.push_str("?mode=rwc");
        Ok(url)
    }
}

impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::File(path) => write!(f, "sqlite:{}", path.display()),
            Kind::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StorePlace({self})")
    }
}

impl std::str::FromStr for StorePlace {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        Self::parse(text)
    }
}

/// `postgres://user:secret@host/db?password=x` without what nobody should read.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let rest = rest.split('?').next().unwrap_or(rest);
    let (login, address) = rest.rsplit_once('@').map_or(("", rest), |(login, address)| (login, address));
    match login.split(':').next().unwrap_or_default() {
        "" => format!("{scheme}://{address}"),
        user => format!("{scheme}://{user}@{address}"),
    }
}

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The type of a column of bytes.
    pub(super) const fn bytes(self) -> &'static str {
        match self {
            Self::Sqlite => "BLOB",
            Self::Postgres => "BYTEA",
        }
    }

    /// The database's clock, in milliseconds since 1970.
    pub(super) const fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Self::Postgres => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Begins a transaction that writes.
    pub(super) const fn begin(self) -> &'static str {
        match self {
            // Takes the lock at once: a transaction that reads first and writes then can fail in between.
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (given, shown) in [
            ("postgres://me:secret@db.example/runs", "postgres://me@db.example/runs"),
            ("postgres://me:se@cret@db.example:5432/runs?password=x", "postgres://me@db.example:5432/runs"),
            ("postgresql://db.example/runs", "postgresql://db.example/runs"),
            ("sqlite:///var/lib/runs.db", "sqlite:/var/lib/runs.db"),
            ("sqlite:runs.db", "sqlite:runs.db"),
            ("a b/runs.db", "sqlite:a b/runs.db"),
        ] {
            assert_eq!(StorePlace::parse(given).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for given in ["", "sqlite:", "sqlite::memory:", "mysql://me:secret@host/db"] {
            let error = StorePlace::parse(given).unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("sqlite:"), "{error}");
        }
    }
}
