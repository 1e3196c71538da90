//! Which features of a script need the engine with full locale support.

/// Reasons that are reported: more would say nothing new.
const MOST: usize = 16;

/// Collects the reasons, each once.
#[derive(Debug, Default)]
pub(crate) struct Locale {
    seen: Vec<String>,
    reasons: Vec<String>,
}

impl Locale {
    /// Adds a reason and its first line.
    pub(crate) fn add(&mut self, reason: &str, line: impl FnOnce() -> u32) {
        if self.reasons.len() == MOST || self.seen.iter().any(|seen| seen == reason) {
            return;
        }
        self.seen.push(reason.to_owned());
        self.reasons.push(format!("{} (line {})", crate::problems::shown(reason), line()));
    }

    pub(crate) fn finish(self) -> Vec<String> {
        self.reasons
    }
}

/// Globals that only that engine has.
pub(crate) fn is_locale_global(name: &str) -> bool {
    matches!(name, "Intl" | "Temporal")
}

/// Methods that format by a locale, the script's or the host's: only that engine does.
pub(crate) fn is_locale_method(name: &str) -> bool {
    matches!(name, "toLocaleString" | "toLocaleDateString" | "toLocaleTimeString")
}

/// Methods that every engine has, but only that one with a locale as the argument at this index.
pub(crate) fn locale_argument(method: &str) -> Option<usize> {
    match method {
        "toLocaleUpperCase" | "toLocaleLowerCase" => Some(0),
        "localeCompare" => Some(1),
        _ => None,
    }
}
