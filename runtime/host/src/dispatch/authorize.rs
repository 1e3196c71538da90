//! Whether a call may run: its own effect, who may call the tool, the policies of sandbox and run, their budgets.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;

use codemode_tool::{Effect, Label};
use serde_json::Value;

use super::{AllowedCall, Ask, Dispatcher, Fault, Gate, ValidCall};
use crate::Verdict;
use crate::built_in::{RULE, Role};
use crate::policy::{Asked, Decision};
use crate::registry::Entry;

pub(super) fn authorize<'a>(on: &Dispatcher, call: ValidCall<'a>) -> Result<AllowedCall<'a>, Fault> {
    let ValidCall { id, entry, arguments } = call;
    let effect = effect(entry, &arguments);
    on.journal.note(id, |record| record.effect = effect);
    let mut ask = None;
    if !on.without(Gate::Authorize) {
        callers(on, entry)?;
        if entry.role == Role::Granted {
            let decisions = decide(on, id, entry, effect, &arguments);
            ask = verdict(on, entry, &decisions)?;
            // One that waited was taken out of the budgets before.
            if !on.asks.was_asked(id) {
                on.budgets.spend(&on.policies, &decisions, &arguments).map_err(|reason| {
                    let message = format!("{} is refused: {reason}. Do without further calls", entry.full_name);
                    Fault::refusal("budget", message)
                })?;
            }
        } else {
            built_in(on, id, entry)?;
        }
    }
    // From here on what the script does may follow from what this tool says.
    on.taint(&entry.spec.labels);
    Ok(AllowedCall { id, entry, arguments, effect, ask, repeats: None })
}

/// What this very call may do. A tool may say that a call does less than the tool can do, never more; what it cannot tell
/// leaves the machine.
fn effect(entry: &Entry, arguments: &Value) -> Effect {
    let told = catch_unwind(AssertUnwindSafe(|| entry.tool.effect(arguments)));
    told.unwrap_or(Effect::External).min(entry.spec.effect)
}

fn callers(on: &Dispatcher, entry: &Entry) -> Result<(), Fault> {
    if entry.spec.callers.include(on.caller) {
        return Ok(());
    }
    let who = match on.caller {
        codemode_tool::Callers::Script => "it is not for scripts",
        _ => "it is for scripts only",
    };
    Err(Fault::refusal("denied", format!("{} cannot be called like this: {who}", entry.full_name)))
}

/// The host's own functions change nothing outside of the run, so no rule decides about them. A result is submitted once.
fn built_in(on: &Dispatcher, id: u32, entry: &Entry) -> Result<(), Fault> {
    on.journal.note(id, |record| {
        record.verdict = Some(Verdict::Allow);
        record.rule = Some(RULE.into());
    });
    let claimed = match &on.result {
        Some(wanted) if entry.role == Role::Submit => wanted.claim(id),
        _ => Ok(()),
    };
    claimed.map_err(|first| {
        let message =
            format!("a result was submitted already, by call {first}, and it stays: submit once, when all is known");
        Fault::refusal("already_submitted", message)
    })
}

/// What each policy says, the sandbox's first; all of it is written down.
fn decide(on: &Dispatcher, id: u32, entry: &Entry, effect: Effect, arguments: &Value) -> Vec<Decision> {
    let labels = on.labels();
    let asked = Asked {
        tool: &entry.full_name,
        effect,
        arguments,
        caller: on.caller,
        principal: &on.principal,
        labels: &labels,
    };
    let decisions: Vec<Decision> = on.policies.iter().map(|policy| policy.decide(&asked)).collect();
    on.journal.note(id, |record| {
        record.verdict = decisions.iter().map(|decision| decision.verdict).max();
        let mut rules = decisions.iter().map(|decision| decision.rule.as_str());
        // The run's own policy, which can only narrow, comes second.
        record.rule =
            rules.next().map(|first| rules.fold(first.to_owned(), |text, rule| text + "; of the run: " + rule));
    });
    decisions
}

/// All policies must allow the call, or want a person to.
fn verdict(on: &Dispatcher, entry: &Entry, decisions: &[Decision]) -> Result<Option<Ask>, Fault> {
    let tool = &entry.full_name;
    // Of several that say the same, the first.
    let strictest = decisions.iter().rev().max_by_key(|decision| decision.verdict);
    let Some(decision) = strictest else {
        return Err(Fault::refusal("denied", format!("{tool} is denied: there is no policy")));
    };
    let because = decision.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    let by = decision.by();
    let advice = "Do not try again; do without it, or say what is needed";
    match decision.verdict {
        Verdict::Allow => Ok(None),
        Verdict::Deny => Err(Fault::refusal("denied", format!("{tool} is denied by policy ({by}){because}. {advice}"))),
        Verdict::Ask if on.asks.can_wait => {
            Ok(Some(Ask { rule: decision.rule.clone(), reason: decision.reason.clone() }))
        }
        Verdict::Ask => Err(Fault::refusal(
            "approval_unavailable",
            format!(
                "{tool} needs a person's approval by policy ({by}){because}, and there is no store in which the run could wait for it. {advice}"
            ),
        )),
    }
}

impl Dispatcher {
    /// What the run's calls have brought into it.
    fn labels(&self) -> Vec<Label> {
        self.labels.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn taint(&self, labels: &[Label]) {
        if labels.is_empty() {
            return;
        }
        let mut known = self.labels.lock().unwrap_or_else(PoisonError::into_inner);
        for label in labels {
            if !known.contains(label) {
                known.push(*label);
            }
        }
    }
}
