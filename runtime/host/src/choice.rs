//! Which engine runs a script, and why.

use codemode_abi::check::Checked;
use serde::{Deserialize, Serialize};

use crate::TimeZone;

/// The JavaScript engine that runs a script.
///
/// Both run the same scripts and print the same. QuickJS computes several times faster and starts sooner, so it is the one to
/// take; Boa is written in Rust throughout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptEngine {
    /// QuickJS, unless the script uses what only Boa gets right. The outcome says which one it was, and why.
    #[default]
    Auto,
    /// QuickJS-ng.
    QuickJs,
    /// Boa.
    Boa,
}

impl ScriptEngine {
    /// The name that configuration files, flags and outcomes use: `auto`, `quickjs`, `boa`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::QuickJs => QUICKJS,
            Self::Boa => BOA,
        }
    }

    /// The guest that runs this script, its engine, and why it is that one.
    pub(crate) fn choose(self, checked: &Checked, zone: TimeZone) -> Choice {
        // The data of time zones is with that of locales.
        let locale = match (checked.locale.first(), zone) {
            (Some(use_), _) => Some(format!("the script uses {use_}")),
            (None, TimeZone::UTC) => None,
            (None, zone) => Some(format!("the run's time zone is {zone}")),
        };
        let (engine, mut reason) = match (self, checked.boa.first()) {
            (Self::QuickJs, _) => (QUICKJS, "it was asked for".to_owned()),
            (Self::Boa, _) => (BOA, "it was asked for".to_owned()),
            (Self::Auto, Some(use_)) => (BOA, format!("the script uses {use_}")),
            (Self::Auto, None) => (QUICKJS, "the script uses nothing that takes another engine".to_owned()),
        };
        if let Some(why) = &locale {
            reason = format!("{reason}; with the data of all locales, since {why}");
        }
        let guest = match (engine, &locale) {
            (QUICKJS, None) => QUICKJS,
            (QUICKJS, Some(_)) => "quickjs-intl",
            (_, None) => BOA,
            (_, Some(_)) => "boa-intl",
        };
        Choice { guest, engine, reason }
    }
}

/// What runs a script.
pub(crate) struct Choice {
    /// The guest's name.
    pub(crate) guest: &'static str,
    /// The engine in it.
    pub(crate) engine: &'static str,
    /// Why it is this one.
    pub(crate) reason: String,
}

impl std::fmt::Display for ScriptEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for ScriptEngine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            QUICKJS => Ok(Self::QuickJs),
            BOA => Ok(Self::Boa),
            other => Err(format!("there is no engine {other:?}; there are auto, {QUICKJS} and {BOA}")),
        }
    }
}

const QUICKJS: &str = "quickjs";
const BOA: &str = "boa";
