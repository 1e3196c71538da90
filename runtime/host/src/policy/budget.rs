//! What the rules' `calls` and `total` have left, for one run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::amount::Amount;
use super::{Compiled, Decision, Rule, Total};

/// What was let through so far, by rule.
#[derive(Debug, Default)]
pub(crate) struct Budgets {
    spent: Mutex<HashMap<Place, Spent>>,
}

/// The policy's place among those that hold for the run, and the rule's in it.
type Place = (usize, usize);

#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    calls: u32,
    total: Amount,
}

/// What a rule let through, as it is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedSpent {
    layer: usize,
    rule: usize,
    calls: u32,
    /// The exact sum, in units of 10^-18.
    total: String,
}

impl Budgets {
    /// What goes with a run that is saved.
    pub(crate) fn saved(&self) -> Vec<SavedSpent> {
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let saved = |(&(layer, rule), spent): (&Place, &Spent)| SavedSpent {
            layer,
            rule,
            calls: spent.calls,
            total: spent.total.units().to_string(),
        };
        spent.iter().map(saved).collect()
    }

    /// What a saved run had spent.
    pub(crate) fn restored(saved: &[SavedSpent]) -> Result<Self, String> {
        let mut spent = HashMap::new();
        for SavedSpent { layer, rule, calls, total } in saved {
            let units = total.parse().map_err(|_| format!("a sum is `{total}`"))?;
            spent.insert((*layer, *rule), Spent { calls: *calls, total: Amount::of_units(units) });
        }
        Ok(Self { spent: Mutex::new(spent) })
    }

    /// Takes a call out of the budgets of the rules that let it through: out of all of them, or, where one has too little
    /// left, out of none. The error says which, and what is left.
    pub(crate) fn spend(
        &self,
        policies: &[Arc<Compiled>],
        decisions: &[Decision],
        arguments: &Value,
    ) -> Result<(), String> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut after = Vec::new();
        for (layer, (policy, decision)) in policies.iter().zip(decisions).enumerate() {
            let Some(at) = decision.at else { continue };
            let Some((rule, compiled)) = policy.policy.rules.get(at).zip(policy.rules.get(at)) else { continue };
            if rule.calls.is_none() && rule.total.is_none() {
                continue;
            }
            let before = spent.get(&(layer, at)).copied().unwrap_or_default();
            let rest = add(before, rule, compiled.most, arguments);
            let rest = rest.map_err(|reason| format!("{reason} (rule {})", decision.rule))?;
            after.push(((layer, at), rest));
        }
        spent.extend(after);
        Ok(())
    }
}

fn add(mut spent: Spent, rule: &Rule, most: Option<Amount>, arguments: &Value) -> Result<Spent, String> {
    if let Some(most) = rule.calls {
        if spent.calls >= most {
            return Err(format!("all {most} calls that the policy allows in one run were made"));
        }
        spent.calls += 1;
    }
    if let Some((Total { field, .. }, most)) = rule.total.as_ref().zip(most) {
        let amount = match arguments.get(field) {
            Some(Value::Number(number)) => Amount::of(number).map_err(|e| format!("`{field}` {e}"))?,
            Some(_) => return Err(format!("`{field}` must be a number: the policy adds it up")),
            None => return Err(format!("`{field}` is missing: the policy adds it up")),
        };
        let sum = spent.total.plus(amount).filter(|&sum| sum <= most);
        spent.total = sum.ok_or_else(|| {
            let left = most.minus(spent.total);
            format!("`{field}` would add up to more than the {most} that the policy allows in one run; {left} is left")
        })?;
    }
    Ok(spent)
}
