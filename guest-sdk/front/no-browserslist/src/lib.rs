//! Stands in for `oxc-browserslist` in the guests' workspace.
//!
//! oxc's transformer can lower syntax for lists of browsers, which the checker never asks for: it only takes types off. The
//! crate with those lists reads the clock through `js-sys` on Wasm, and its bindings would become imports of the guest. This
//! one has the version type that the transformer's options are made of, and knows no browser.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// A browser's version: major, minor, patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16, pub u16);

impl Version {
    /// Reads up to three numbers with dots between them.
    pub fn parse(text: &str) -> Result<Self, ParseIntError> {
        let mut parts = text.split('.');
        let mut part = || parts.next().map_or(Ok(0), str::parse);
        Ok(Self(part()?, part()?, part()?))
    }
}

impl FromStr for Version {
    type Err = ParseIntError;

    /// Of a range such as `4.4.3-4.4.4`, the first.
    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        Self::parse(text.split('-').next().unwrap_or_default())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// How a query is meant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opts {
    /// Takes a desktop browser for an unknown mobile one.
    pub mobile_to_desktop: bool,
    /// Leaves unknown versions out.
    pub ignore_unknown_versions: bool,
}

/// A browser and a version. There are none.
#[derive(Clone, Copy, Debug)]
pub enum Distrib {}

impl Distrib {
    /// The browser.
    pub fn name(&self) -> &str {
        match *self {}
    }

    /// The version.
    pub fn version(&self) -> &str {
        match *self {}
    }
}

/// Why a query has no answer.
#[derive(Clone, Copy, Debug)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no browsers are known here")
    }
}

impl std::error::Error for Error {}

/// The browsers that a query names: always an error.
pub fn resolve<S>(_queries: &[S], _options: &Opts) -> Result<Vec<Distrib>, Error> {
    Err(Error)
}
