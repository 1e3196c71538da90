//! The contract check: what can be said of a script before anything happens.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use codemode_abi::check::{Arguments, Checked, Problem, Source};
use codemode_tool::Effect;
use serde::Serialize;

use crate::journal::digest;
use crate::registry::Registry;
use crate::report::{excerpt, text};
use crate::sandbox::Inner;
use crate::{Limit, LimitReached, Position, Sandbox, Script, ScriptError, Stop};

/// What a script could do, and what is wrong with it; nothing was run.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// Why it would not run at all.
    pub error: Option<Stop>,
    /// What is probably wrong.
    pub warnings: Vec<Warning>,
    /// The tools that it names, as `module.tool`, each with the most that a call may do.
    pub tools: Vec<(String, Effect)>,
    /// Whether it can reach tools that it does not name, through computed names.
    pub dynamic: bool,
}

/// Something about a script that its author should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What is probably wrong.
    pub message: String,
    /// What to write instead, where that is known.
    pub hint: Option<String>,
    /// Where.
    pub place: Position,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.place.line, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl Sandbox {
    /// Checks a script as every run does first: its syntax, its imports, and its calls where their arguments are literal.
    pub async fn check(&self, script: &Script) -> Check {
        let nothing = |error| Check { error: Some(error), warnings: Vec::new(), tools: Vec::new(), dynamic: false };
        if let Err(stop) = self.inner.limits.check_source(script.source()) {
            return nothing(stop);
        }
        let checked = match self.inner.checked(script).await {
            Ok(checked) => checked,
            Err(stop) => return nothing(stop),
        };
        let tools = self.inner.registry.tools();
        let named = checked.tools.iter().filter_map(|&index| tools.get(index as usize));
        Check {
            error: rejection(&checked, script),
            warnings: warnings(&checked),
            tools: named.map(|entry| (entry.full_name.clone(), entry.spec.effect)).collect(),
            dynamic: checked.dynamic != 0,
        }
    }
}

impl Inner {
    /// What the checker says of a script; remembered for scripts that are run again and again.
    pub(crate) async fn checked(&self, script: &Script) -> Result<Arc<Checked>, Stop> {
        let key = digest(format!("{}\0{}", script.name, script.source).as_bytes());
        if let Some(checked) = self.checks.get(&key) {
            return Ok(checked);
        }
        let source = Source {
            name: script.name.clone(),
            text: script.source.clone(),
            modules: self.registry.modules().to_vec(),
            hints: self.registry.hints().to_vec(),
            arguments: arguments(&self.registry),
        };
        let checked = self.engine.checker.check(self.engine, source, self.limits.recursion).await;
        let checked = Arc::new(checked.map_err(|stop| match stop {
            // The checker runs nothing of the script, so what was nested is its text.
            Stop::Limit(LimitReached { limit: Limit::Stack, .. }) => nested_too_deep(script),
            stop => stop,
        })?);
        self.checks.put(key, &checked);
        Ok(checked)
    }
}

fn arguments(registry: &Registry) -> Vec<Arguments> {
    registry.tools().iter().map(|entry| entry.input.arguments()).collect()
}

/// The end of a script whose text is nested deeper than the checker can follow.
fn nested_too_deep(script: &Script) -> Stop {
    let place = deepest(&script.source);
    Stop::Rejected(Box::new(ScriptError {
        script: script.name.clone(),
        name: "SyntaxError".into(),
        message: "the script is nested too deeply to be read".into(),
        excerpt: place.as_ref().and_then(|place| excerpt(&script.source, place)),
        stack: place.into_iter().collect(),
        causes: Vec::new(),
        hint: Some("Build deep structures in a loop, and write long chains of else if as a table.".into()),
        also: Vec::new(),
    }))
}

/// Where most brackets are open; `None` where they are not what is nested. Brackets in texts and comments count as well: what
/// they do to the place is worth no parser.
fn deepest(source: &str) -> Option<Position> {
    /// Fewer open brackets are no reason.
    const DEEP: u32 = 100;
    let (mut open, mut most, mut found) = (0_u32, DEEP, None);
    for (line, text) in (1..).zip(source.lines()) {
        for (column, c) in (1..).zip(text.chars()) {
            match c {
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' => open = open.saturating_sub(1),
                _ => {}
            }
            if open > most {
                most = open;
                found = Some(Position { function: String::new(), line, column });
            }
        }
    }
    found
}

/// The end of a script that is certain to fail before it does anything.
pub(crate) fn rejection(checked: &Checked, script: &Script) -> Option<Stop> {
    let mut certain = checked.problems.iter().filter(|problem| problem.certain != 0);
    let first = certain.next()?;
    let place = place(first);
    let error = ScriptError {
        script: script.name.clone(),
        name: text(&first.name),
        message: text(&first.message),
        excerpt: excerpt(&script.source, &place),
        stack: vec![place],
        causes: Vec::new(),
        hint: Some(text(&first.hint)).filter(|hint| !hint.is_empty()),
        also: certain
            .map(|problem| format!("line {}: {}: {}", problem.line, text(&problem.name), text(&problem.message)))
            .collect(),
    };
    Some(Stop::Rejected(Box::new(error)))
}

/// What is probably wrong.
pub(crate) fn warnings(checked: &Checked) -> Vec<Warning> {
    let warning = |problem: &Problem| Warning {
        message: text(&problem.message),
        hint: Some(text(&problem.hint)).filter(|hint| !hint.is_empty()),
        place: place(problem),
    };
    checked.problems.iter().filter(|problem| problem.certain == 0).map(warning).collect()
}

fn place(problem: &Problem) -> Position {
    Position { function: String::new(), line: problem.line, column: problem.column }
}

/// Where a place of the code that runs is in the text that the model wrote.
pub(crate) fn original(checked: &Checked, position: &mut Position) {
    if checked.places.is_empty() || position.line == 0 {
        return;
    }
    let places = checked.places.as_chunks::<4>().0;
    let after = places.partition_point(|&[line, column, ..]| (line, column) <= (position.line, position.column.max(1)));
    // The nearest mapped place before it, on the same line; else the line is all that is known.
    let found = after.checked_sub(1).and_then(|at| places.get(at)).or_else(|| places.first());
    if let Some(&[line, column, source_line, source_column]) = found {
        let ahead = if line == position.line { position.column.saturating_sub(column) } else { 0 };
        position.line = source_line;
        position.column = source_column.saturating_add(ahead);
    }
}

/// The last checks of a sandbox.
#[derive(Default)]
pub(crate) struct Checks(Mutex<VecDeque<(String, Arc<Checked>)>>);

impl Checks {
    /// How many are remembered: scripts are small, and few are in use at a time.
    const MOST: usize = 32;

    fn get(&self, key: &str) -> Option<Arc<Checked>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(other, _)| other == key)?;
        // The one that was used last goes to the front.
        let found = known.remove(at)?;
        let checked = Arc::clone(&found.1);
        known.push_front(found);
        Some(checked)
    }

    fn put(&self, key: String, checked: &Arc<Checked>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(Self::MOST - 1);
        known.push_front((key, Arc::clone(checked)));
    }
}
