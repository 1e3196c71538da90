//! Policy: which calls are allowed, refused, or asked about.
//!
//! Rules are read in order and the first that matches decides. What no rule matches is denied. A rule that can never
//! apply is an error when the sandbox is built, so that a policy means what it says.

use std::fmt;
use std::path::Path;

use codemode_tool::Effect;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::config::Config;
use crate::registry::Registry;

/// What a rule says of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The call may run.
    Allow,
    /// A person decides. This version refuses such calls with a message that says so.
    Ask,
    /// The call is refused.
    Deny,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        })
    }
}

/// One rule: which calls it is about, and what it says of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Tools as `module.tool`; `*` stands for any text: `fs.*`, `*.list_*`, `*`.
    pub tools: Vec<String>,
    /// Effects of the call; all where the list is empty.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What is said of matching calls.
    pub verdict: Verdict,
    /// Why, in a sentence that a refused script reads.
    #[serde(default)]
    pub reason: Option<String>,
    /// Where the rule stands, such as `codemode.toml:12`; its number where it comes from code.
    #[serde(skip)]
    pub(crate) place: Option<String>,
    /// Whether it was put before a policy by [`Policy::overruled_by`].
    #[serde(skip)]
    pub(crate) overrules: bool,
}

impl Rule {
    /// A rule for all effects of the given tools.
    pub fn new(verdict: Verdict, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let tools = tools.into_iter().map(Into::into).collect();
        Self { tools, effects: Vec::new(), verdict, reason: None, place: None, overrules: false }
    }

    /// A rule that allows calls of the given tools.
    pub fn allow(tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(Verdict::Allow, tools)
    }

    /// A rule that denies calls of the given tools.
    pub fn deny(tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(Verdict::Deny, tools)
    }

    /// Narrows the rule to calls with these effects.
    #[must_use]
    pub fn effects(mut self, effects: impl IntoIterator<Item = Effect>) -> Self {
        self.effects = effects.into_iter().collect();
        self
    }

    /// Says why, in a sentence that a refused script reads.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Says where the rule stands, such as the flag of a command line; errors and journals name it.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    fn matches(&self, tool: &str, effect: Effect) -> bool {
        (self.effects.is_empty() || self.effects.contains(&effect)) && self.names(tool)
    }

    fn names(&self, tool: &str) -> bool {
        self.tools.iter().any(|pattern| fits(pattern.as_bytes(), tool.as_bytes()))
    }
}

/// Whether a name fits a pattern in which `*` stands for any text. Linear in practice: only the last `*` is tried again.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(wanted) if name.get(n) == Some(wanted) => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((star_p, star_n)) = star else { return false };
                star = Some((star_p, star_n + 1));
                p = star_p + 1;
                n = star_n + 1;
            }
        }
    }
    pattern.get(p..).is_some_and(|rest| rest.iter().all(|&b| b == b'*'))
}

/// Ordered rules. The default has none and so denies every call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    rules: Vec<Rule>,
}

impl Policy {
    /// A policy of these rules, in this order.
    pub fn new(rules: impl IntoIterator<Item = Rule>) -> Self {
        Self { rules: rules.into_iter().collect() }
    }

    /// Allows every call of every tool: for tools that are harmless, and for tests.
    pub fn allow_all() -> Self {
        Self::new([Rule::allow(["*"])])
    }

    /// Allows calls that only read, and denies the rest.
    pub fn allow_reads() -> Self {
        Self::new([Rule::allow(["*"]).effects([Effect::Read])])
    }

    /// The `[[rule]]` tables of a configuration file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        Ok(Config::from_file(path)?.policy)
    }

    /// Adds a rule after the others.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Puts a rule before all others, from a place that has the last word, such as a command line over a file. The others
    /// were not written with it in mind: that it leaves them nothing to decide is no mistake.
    #[must_use]
    pub fn overruled_by(mut self, rule: Rule) -> Self {
        self.rules.insert(0, Rule { overrules: true, ..rule });
        self
    }

    /// The rules in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Refuses rules that match no tool, or only calls that earlier rules decide.
    pub(crate) fn check(&self, registry: &Registry) -> Result<(), Error> {
        // A policy without a tool to guard (a file shared by several set-ups, `*`) is no mistake.
        if registry.tools().is_empty() {
            return Ok(());
        }
        for (at, rule) in self.rules.iter().enumerate() {
            let fault = |reason: String| Err(Error::Policy { rule: self.label(at), reason });
            if rule.tools.is_empty() {
                return fault("it names no tools; write tools = [\"module.tool\"], or [\"*\"] for all".into());
            }
            let names = registry.tools().iter().map(|tool| tool.full_name.as_str());
            for pattern in &rule.tools {
                if pattern != "*" && !names.clone().any(|name| fits(pattern.as_bytes(), name.as_bytes())) {
                    let near = codemode_abi::nearest(pattern, names);
                    let near =
                        if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
                    return fault(format!("`{pattern}` matches no tool{near}"));
                }
            }
            let mut possible = registry
                .tools()
                .iter()
                .flat_map(|tool| {
                    let effects = [Effect::Read, Effect::Write, Effect::External];
                    effects
                        .into_iter()
                        .filter(|&effect| effect <= tool.spec.effect)
                        .map(|e| (tool.full_name.as_str(), e))
                })
                .filter(|&(name, effect)| rule.matches(name, effect))
                .peekable();
            if possible.peek().is_none() && rule.tools.iter().any(|pattern| pattern != "*") {
                return fault("none of its tools has one of its effects".into());
            }
            let earlier = self.rules.get(..at).unwrap_or_default();
            let decided = |name, effect| earlier.iter().any(|rule| !rule.overrules && rule.matches(name, effect));
            if possible.peek().is_some() && possible.all(|(name, effect)| decided(name, effect)) {
                return fault("it can never apply: earlier rules decide all its calls; move it up or remove it".into());
            }
        }
        Ok(())
    }

    /// What is said of a call that has this effect.
    pub fn verdict(&self, tool: &str, effect: Effect) -> Verdict {
        self.decide(tool, effect).verdict
    }

    /// What is said of a call, and by which rule.
    pub(crate) fn decide(&self, tool: &str, effect: Effect) -> Decision {
        match self.rules.iter().enumerate().find(|(_, rule)| rule.matches(tool, effect)) {
            Some((at, rule)) => Decision { verdict: rule.verdict, rule: self.label(at), reason: rule.reason.clone() },
            None => Decision { verdict: Verdict::Deny, rule: "no rule matches".into(), reason: None },
        }
    }

    fn label(&self, at: usize) -> String {
        let place = self.rules.get(at).and_then(|rule| rule.place.as_deref());
        match place {
            Some(place) => format!("{} ({place})", at + 1),
            None => (at + 1).to_string(),
        }
    }
}

/// What a policy says of one call.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) verdict: Verdict,
    pub(crate) rule: String,
    pub(crate) reason: Option<String>,
}
