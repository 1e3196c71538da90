//! One rule: which calls it is about, and what it says of them.

use codemode_tool::{Callers, Effect, Label};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Verdict;

/// One rule: which calls it is about, and what it says of them. A call is one of its calls where everything that the rule
/// names fits; what is left out fits every call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Tools as `module.tool`; `*` stands for any text: `fs.*`, `*.list_*`, `*`.
    pub tools: Vec<String>,
    /// Effects of the call; all where the list is empty.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// A JSON Schema that the arguments fit: `{ properties = { amount = { maximum = 1000 } } }`. It says nothing of values
    /// that the call leaves out, so a rule that allows or asks wants each property that it names to be there, unless the
    /// schema has a `required` of its own beside `properties`.
    #[serde(default)]
    pub args: Option<Value>,
    /// Who calls: `script`, `direct` (also written `model`: without a script) or `both`.
    #[serde(default)]
    pub callers: Callers,
    /// For whom, as [`Run::principal`](crate::Run::principal) says; `*` stands for any text. Everybody where the list is empty.
    #[serde(default)]
    pub principals: Vec<String>,
    /// Only after the run called a tool that has one of these labels, and that was allowed. Labels that the run began with
    /// ([`Run::labels`](crate::Run::labels)) count, too.
    #[serde(default)]
    pub after: Vec<Label>,
    /// What is said of matching calls.
    pub verdict: Verdict,
    /// How many calls of one run the rule lets through. Further ones are refused; they do not go on to later rules.
    #[serde(default)]
    pub calls: Option<u32>,
    /// A sum over the calls of one run that the rule lets through. A call beyond it is refused.
    #[serde(default)]
    pub total: Option<Total>,
    /// Why, in a sentence that a refused script reads.
    #[serde(default)]
    pub reason: Option<String>,
    /// Where the rule stands, such as `codemode.toml:12`; its number where it comes from code.
    #[serde(skip)]
    pub(crate) place: Option<String>,
    /// Whether it was put before a policy by [`Policy::overruled_by`](super::Policy::overruled_by).
    #[serde(skip)]
    pub(crate) overrules: bool,
}

/// A bound on the sum of one numeric argument over the calls of a run. Sums are exact decimals. A call whose argument is
/// missing, no number, negative or beyond 10^18 is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// The argument's name.
    pub field: String,
    /// The most that it may add up to.
    pub max: f64,
}

impl Rule {
    /// A rule for all calls of the given tools.
    pub fn new(verdict: Verdict, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            tools: tools.into_iter().map(Into::into).collect(),
            effects: Vec::new(),
            args: None,
            callers: Callers::Both,
            principals: Vec::new(),
            after: Vec::new(),
            verdict,
            calls: None,
            total: None,
            reason: None,
            place: None,
            overrules: false,
        }
    }

    /// A rule that allows calls of the given tools.
    pub fn allow(tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(Verdict::Allow, tools)
    }

    /// A rule that has a person asked about calls of the given tools.
    pub fn ask(tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(Verdict::Ask, tools)
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

    /// Narrows the rule to calls whose arguments fit a JSON Schema, see [`Rule::args`].
    #[must_use]
    pub fn args(mut self, schema: Value) -> Self {
        self.args = Some(schema);
        self
    }

    /// Narrows the rule to calls of scripts, or to direct calls.
    #[must_use]
    pub fn callers(mut self, callers: Callers) -> Self {
        self.callers = callers;
        self
    }

    /// Narrows the rule to runs for these principals.
    #[must_use]
    pub fn principals(mut self, principals: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.principals = principals.into_iter().map(Into::into).collect();
        self
    }

    /// Narrows the rule to calls that come after a call of a tool with one of these labels.
    #[must_use]
    pub fn after(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.after = labels.into_iter().collect();
        self
    }

    /// Lets at most so many calls of one run through.
    #[must_use]
    pub fn calls(mut self, most: u32) -> Self {
        self.calls = Some(most);
        self
    }

    /// Lets calls of one run through until an argument adds up to `max`.
    #[must_use]
    pub fn total(mut self, field: impl Into<String>, max: f64) -> Self {
        self.total = Some(Total { field: field.into(), max });
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

    /// Whether the rule is about calls of this tool and effect, as far as that can be told without the call.
    pub(super) fn concerns(&self, tool: &str, effect: Effect) -> bool {
        (self.effects.is_empty() || self.effects.contains(&effect)) && any_fits(&self.tools, tool)
    }

    /// Whether more than tool, effect and caller decide.
    pub(super) fn is_conditional(&self) -> bool {
        self.args.is_some() || !self.principals.is_empty() || !self.after.is_empty()
    }
}

/// Whether a name fits one of the patterns.
pub(super) fn any_fits(patterns: &[String], name: &str) -> bool {
    patterns.iter().any(|pattern| fits(pattern.as_bytes(), name.as_bytes()))
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
