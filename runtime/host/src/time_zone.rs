//! The time zone of a run.

use std::fmt;
use std::str::FromStr;

use codemode_abi::nearest;
use codemode_guests::TIME_ZONES;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Error;

/// The time zone in which a script's dates are local: an IANA name, such as `Europe/Berlin`. UTC without one.
///
/// It comes from the embedder, never from the machine: a script should do the same wherever it runs.
///
/// ```
/// # fn main() -> Result<(), codemode::Error> {
/// let zone: codemode::TimeZone = "Europe/Berlin".parse()?;
/// let sandbox = codemode::Sandbox::builder().time_zone(zone).build()?;
/// # let _ = sandbox;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeZone(&'static str);

impl TimeZone {
    /// Coordinated universal time.
    pub const UTC: Self = Self(UTC);

    /// Its IANA name.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl Default for TimeZone {
    fn default() -> Self {
        Self::UTC
    }
}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for TimeZone {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if OF_UTC.contains(&text) {
            return Ok(Self::UTC);
        }
        match TIME_ZONES.lines().find(|name| *name == text) {
            Some(name) => Ok(Self(name)),
            None => Err(Error::TimeZone { name: text.to_owned(), reason: advice(text) }),
        }
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

const UTC: &str = "UTC";

/// Names of UTC: a run in one of them is a run without a zone.
const OF_UTC: &[&str] = &[
    UTC,
    "Etc/GMT",
    "Etc/GMT+0",
    "Etc/GMT-0",
    "Etc/GMT0",
    "Etc/Greenwich",
    "Etc/UCT",
    "Etc/UTC",
    "Etc/Universal",
    "Etc/Zulu",
    "GMT",
    "GMT+0",
    "GMT-0",
    "GMT0",
    "Greenwich",
    "UCT",
    "Universal",
    "Zulu",
];

/// What was most likely meant by a name that is none.
fn advice(wrong: &str) -> String {
    let wrong = wrong.replace(' ', "_");
    let city = |name: &'static str| name.rsplit('/').next().unwrap_or(name);
    // A city alone is what people write.
    let by_city = TIME_ZONES.lines().find(|name| city(name).eq_ignore_ascii_case(&wrong));
    let close = match by_city {
        Some(name) => vec![name],
        None => nearest(&wrong, TIME_ZONES.lines()),
    };
    if close.is_empty() {
        "there is no such zone; zones have IANA names, such as Europe/Berlin".to_owned()
    } else {
        format!("there is no such zone; did you mean {}?", close.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::TimeZone;

    #[test]
    fn a_name_that_is_none_is_an_error_with_the_nearest() {
        let reason = |name: &str| name.parse::<TimeZone>().expect_err(name).to_string();
        assert_eq!(
            reason("Europe/Berln"),
            "time zone \"Europe/Berln\": there is no such zone; did you mean Europe/Berlin or Europe/Dublin or Europe/Jersey?"
        );
        assert!(reason("berlin").ends_with("did you mean Europe/Berlin?"), "{}", reason("berlin"));
        assert!(reason("New York").ends_with("did you mean America/New_York?"), "{}", reason("New York"));
        assert!(reason("europe/berlin").contains("did you mean Europe/Berlin"), "{}", reason("europe/berlin"));
        assert!(reason("").ends_with("such as Europe/Berlin"));
    }

    #[test]
    fn utc_has_many_names() {
        for name in ["UTC", "Etc/UTC", "GMT", "Zulu"] {
            assert_eq!(name.parse::<TimeZone>().expect(name), TimeZone::UTC);
        }
        assert_eq!("Asia/Kolkata".parse::<TimeZone>().expect("a zone").name(), "Asia/Kolkata");
    }
}
