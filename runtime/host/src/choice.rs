//! Which engine runs a script, and why.

use codemode_abi::check::Checked;
use serde::{Deserialize, Serialize};

/// The JavaScript engine that runs a script.
///
/// QuickJS computes several times faster and starts sooner. Boa is the one with `Intl`, `Temporal` and locales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptEngine {
    /// QuickJS, unless the script uses what only Boa has. The outcome says which one it was, and why.
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

    /// The guest that runs this script, and why it is that one.
    pub(crate) fn choose(self, checked: &Checked) -> (&'static str, String) {
        match (self, checked.locale.first()) {
            (Self::QuickJs, _) => (QUICKJS, "it was asked for".into()),
            (Self::Boa, _) => (BOA, "it was asked for".into()),
            (Self::Auto, None) => (QUICKJS, "the script uses nothing that only boa has".into()),
            (Self::Auto, Some(use_)) => (BOA, format!("the script uses {use_}")),
        }
    }
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
