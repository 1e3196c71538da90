//! What a test says of itself, in the comment at its start.

use anyhow::{Context as _, Result, bail};

/// The parts that decide how a test is run.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrontMatter {
    pub(crate) includes: Vec<String>,
    flags: Vec<String>,
    pub(crate) negative: Option<Negative>,
}

/// The error that a test must end with.
#[derive(Clone, Debug)]
pub(crate) struct Negative {
    pub(crate) phase: Phase,
    pub(crate) error: String,
}

/// When it must be thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Before the test runs.
    Early,
    /// While it runs.
    Runtime,
}

impl FrontMatter {
    /// Reads the comment `/*--- … ---*/`, which holds YAML of a few fixed forms.
    pub(crate) fn read(text: &str) -> Result<Self> {
        let start = text.find("/*---").context("it has no front matter")?;
        let end = text.find("---*/").context("its front matter has no end")?;
        let yaml = text.get(start + 5..end).context("its front matter has no end")?;
        let mut lines = yaml.lines().peekable();
        let (mut front, mut phase, mut error) = (Self::default(), None, None);
        while let Some(line) = lines.next() {
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            let mut list = || -> Vec<String> {
                if let Some(inner) = value.strip_prefix('[') {
                    let inner = inner.trim_end_matches(']');
                    return inner
                        .split(',')
                        .map(|item| item.trim().to_owned())
                        .filter(|item| !item.is_empty())
                        .collect();
                }
                let mut items = Vec::new();
                while let Some(item) = lines.peek().and_then(|line| line.trim().strip_prefix("- ")) {
                    items.push(item.trim().to_owned());
                    lines.next();
                }
                items
            };
            match key {
                "includes" => front.includes = list(),
                "flags" => front.flags = list(),
                "  phase" => phase = Some(value.to_owned()),
                "  type" => error = Some(value.to_owned()),
                _ => {}
            }
        }
        front.negative = match (phase.as_deref(), error) {
            (None, None) => None,
            (Some("runtime"), Some(error)) => Some(Negative { phase: Phase::Runtime, error }),
            (Some("parse" | "early" | "resolution"), Some(error)) => Some(Negative { phase: Phase::Early, error }),
            other => bail!("its `negative` cannot be read: {other:?}"),
        };
        Ok(front)
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }

    /// Whether it is about several realms or agents, or imports other files.
    pub(crate) fn needs_other_realms(&self, text: &str) -> bool {
        const HOST: &[&str] = &["$262.createRealm", "$262.agent", "$262.IsHTMLDDA", "_FIXTURE"];
        self.has("CanBlockIsFalse")
            || self.includes.iter().any(|include| include == "atomicsHelper.js")
            || HOST.iter().any(|name| text.contains(name))
    }
}
