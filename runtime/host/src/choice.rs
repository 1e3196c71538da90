//! Which engine runs a script, and why.

use codemode_abi::check::Checked;
use serde::{Deserialize, Serialize};

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
    pub(crate) fn choose(self, checked: &Checked) -> Choice {
        let species = checked.locale.iter().find(|use_| use_.starts_with(SPECIES));
        let locale = checked.locale.iter().find(|use_| !use_.starts_with(SPECIES));
        let (engine, mut reason) = match (self, species) {
            (Self::QuickJs, _) => (QUICKJS, "it was asked for".to_owned()),
            (Self::Boa, _) => (BOA, "it was asked for".to_owned()),
            (Self::Auto, Some(use_)) => (BOA, format!("the script uses {use_}")),
            (Self::Auto, None) => (QUICKJS, "the script uses nothing that takes another engine".to_owned()),
        };
        if let Some(use_) = locale {
            reason = format!("{reason}; with the data of all locales, since the script uses {use_}");
        }
        let guest = match (engine, locale) {
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

/// QuickJS asks the class of promises that a script put there where a module first waits, and waits for ever.
const SPECIES: &str = "Symbol.species";
