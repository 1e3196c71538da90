//! Policy: which calls are allowed, refused, or asked about.
//!
//! Rules are read in order and the first that matches decides. What no rule matches is denied. A rule that can never
//! apply is an error when the sandbox is built, so that a policy means what it says.

mod amount;
mod args;
mod budget;
mod check;
mod rule;

use std::fmt;
use std::path::Path;

use codemode_abi::is_built_in;
use codemode_tool::{Callers, Effect, Label};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Error;
use crate::built_in::RULE;
use crate::config::Config;
use crate::schema::Schema;

use amount::Amount;
pub(crate) use budget::{Budgets, SavedSpent};
use rule::any_fits;
pub use rule::{Rule, Total};

/// What a rule says of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The call may run.
    Allow,
    /// A person decides: the call waits, and its run rests in the store until then. Without a store the call is refused.
    Ask,
    /// The call is refused.
    Deny,
}

impl Verdict {
    /// The name in policies and journals: `allow`, `ask`, `deny`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Ordered rules. The default has none and so denies every call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

    /// What can be said of a script's calls of a tool with this effect, before they are made: the rules that may decide, in
    /// order. All but the last depend on more than that: on arguments, on who calls, on what was called before.
    pub fn outlook(&self, tool: &str, effect: Effect) -> Vec<Possible> {
        if is_built_in(tool) {
            return vec![Possible { verdict: Verdict::Allow, rule: RULE.into() }];
        }
        let mut possible = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            if rule.concerns(tool, effect) && rule.callers.include(Callers::Script) {
                possible.push(Possible { verdict: rule.verdict, rule: self.label(at) });
                if !rule.is_conditional() {
                    return possible;
                }
            }
        }
        possible.push(Possible { verdict: Verdict::Deny, rule: NO_RULE.into() });
        possible
    }

    fn label(&self, at: usize) -> String {
        let place = self.rules.get(at).and_then(|rule| rule.place.as_deref());
        match place {
            Some(place) => format!("{} ({place})", at + 1),
            None => (at + 1).to_string(),
        }
    }
}

/// The rule that denies what no rule matches.
const NO_RULE: &str = "no rule matches";

/// A rule that may decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Possible {
    /// What it says.
    pub verdict: Verdict,
    /// Its number and where it stands.
    pub rule: String,
}

/// A call, as rules see it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) tool: &'a str,
    pub(crate) effect: Effect,
    pub(crate) arguments: &'a Value,
    pub(crate) caller: Callers,
    pub(crate) principal: &'a str,
    /// Labels of what the run has called so far.
    pub(crate) labels: &'a [Label],
}

/// A policy that was checked, ready to decide.
pub(crate) struct Compiled {
    policy: Policy,
    rules: Vec<CompiledRule>,
    digest: String,
}

/// What a rule is compared with.
struct CompiledRule {
    args: Option<Schema>,
    most: Option<Amount>,
}

/// What a policy says of one call.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) verdict: Verdict,
    pub(crate) rule: String,
    pub(crate) reason: Option<String>,
    /// Which rule it was; none where no rule matches.
    at: Option<usize>,
}

impl Compiled {
    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    /// SHA-256 of the policy, in hexadecimal.
    pub(crate) fn digest(&self) -> &str {
        &self.digest
    }

    /// What is said of a call, and by which rule.
    pub(crate) fn decide(&self, asked: &Asked<'_>) -> Decision {
        let mut rules = self.policy.rules.iter().zip(&self.rules).enumerate();
        match rules.find(|(_, (rule, compiled))| matches(rule, compiled, asked)) {
            Some((at, (rule, _))) => Decision {
                verdict: rule.verdict,
                rule: self.policy.label(at),
                reason: rule.reason.clone(),
                at: Some(at),
            },
            None => Decision { verdict: Verdict::Deny, rule: NO_RULE.into(), reason: None, at: None },
        }
    }
}

impl Decision {
    /// The rule, as a refusal names it.
    pub(crate) fn by(&self) -> String {
        if self.at.is_none() { "no rule allows it".into() } else { format!("rule {}", self.rule) }
    }
}

fn matches(rule: &Rule, compiled: &CompiledRule, asked: &Asked<'_>) -> bool {
    rule.concerns(asked.tool, asked.effect)
        && rule.callers.include(asked.caller)
        && (rule.principals.is_empty() || any_fits(&rule.principals, asked.principal))
        && (rule.after.is_empty() || rule.after.iter().any(|label| asked.labels.contains(label)))
        && compiled.args.as_ref().is_none_or(|schema| schema.fits(asked.arguments))
}
