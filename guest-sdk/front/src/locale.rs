//! Which features of a script need a guest with the data of all locales, and which need Boa.

/// Reasons that are reported: more would say nothing new.
const MOST: usize = 16;

/// Collects reasons, each once.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    seen: Vec<String>,
    reasons: Vec<String>,
}

impl Reasons {
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

/// Globals that only a guest with that data has.
pub(crate) fn is_locale_global(name: &str) -> bool {
    matches!(name, "Intl" | "Temporal")
}

/// Methods that format by a locale. Every guest knows the plain forms of American English.
pub(crate) fn is_locale_method(name: &str) -> bool {
    matches!(name, "toLocaleString" | "toLocaleDateString" | "toLocaleTimeString")
}

/// Methods that every guest has, but that take a locale, as the argument at this index, only where its data is.
pub(crate) fn locale_argument(method: &str) -> Option<usize> {
    match method {
        "toLocaleUpperCase" | "toLocaleLowerCase" => Some(0),
        "localeCompare" => Some(1),
        _ => None,
    }
}
