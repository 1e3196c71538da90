//! How a run ended, and what is left of it.

use std::fmt;

use serde::Serialize;

use crate::built_in::result::missing;
use crate::{Approval, Continued, Printed, Record, Usage, Warning, printable};

/// What is left of a run: what it printed, how it ended, what it used, and an account of its calls.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The run's id: 128 random bits in hexadecimal.
    pub run: String,
    /// The script's name.
    pub script: String,
    /// The engine that ran it: `quickjs` or `boa`; empty where nothing ran.
    pub engine: &'static str,
    /// Why it was that engine.
    pub engine_reason: String,
    /// How it ended.
    pub stop: Stop,
    /// What the contract check found that is probably wrong.
    pub warnings: Vec<Warning>,
    /// What it printed; kept however it ended.
    pub printed: Printed,
    /// What it submitted, where it was asked for a result ([`Run::result_schema`](crate::Run::result_schema)); kept however it
    /// ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<serde_json::Value>,
    /// The artifact that has all of the printed text, where that is longer than [`for_model`](Self::for_model) shows and the
    /// sandbox has a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_artifact: Option<String>,
    /// What it used of its limits.
    pub usage: Usage,
    /// Every call that it asked for, in the order of the asking.
    pub journal: Vec<Record>,
    /// What it took over from an earlier run, where it went on from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub continued: Option<Continued>,
    /// Why the account in the store is not complete, where it is not; [`journal`](Self::journal) is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_fault: Option<String>,
}

impl Outcome {
    /// Whether the script ran to its end.
    pub const fn finished(&self) -> bool {
        matches!(self.stop, Stop::Finished)
    }
}

/// How a run ended. Everything but [`Finished`](Self::Finished) displays as a text that says what happened and what to try.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[non_exhaustive]
pub enum Stop {
    /// The script ran to its end.
    Finished,
    /// The source does not parse, or an import does not exist; nothing ran.
    Rejected(Box<ScriptError>),
    /// The script ran to its end without submitting the result that was required.
    NoResult,
    /// The script threw, or did not handle a rejected promise.
    Threw(Box<ScriptError>),
    /// The script waits for a promise that nothing can settle.
    Stalled(Box<ScriptError>),
    /// A limit stopped the run. The script cannot catch this.
    Limit(LimitReached),
    /// A call of a tool that ends its run when it times out ([`OnTimeout::Stop`](crate::OnTimeout::Stop)) timed out.
    ToolTimeout(TimedOut),
    /// Calls wait for a person, and the run rests in the store until they are decided.
    Paused(Paused),
    /// The embedder cancelled the run.
    Cancelled,
    /// The engine in the sandbox failed. The sandbox held; the script may be fine. Please report it with the script.
    EngineFault {
        /// What is known of it.
        reason: String,
    },
}

impl Stop {
    /// The name in journals: `finished`, `rejected`, `no_result`, `threw`, `stalled`, `limit`, `tool_timeout`, `cancelled`, `engine_fault`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Rejected(_) => "rejected",
            Self::NoResult => "no_result",
            Self::Threw(_) => "threw",
            Self::Stalled(_) => "stalled",
            Self::Limit(_) => "limit",
            Self::ToolTimeout(_) => "tool_timeout",
            Self::Paused(_) => "paused",
            Self::Cancelled => "cancelled",
            Self::EngineFault { .. } => "engine_fault",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished => f.write_str("finished"),
            Self::Rejected(error) | Self::Threw(error) | Self::Stalled(error) => error.fmt(f),
            Self::NoResult => missing().fmt(f),
            Self::Limit(reached) => reached.fmt(f),
            Self::ToolTimeout(timed_out) => f.write_str(&timed_out.message),
            Self::Paused(paused) => paused.fmt(f),
            Self::Cancelled => f.write_str("the run was cancelled"),
            Self::EngineFault { reason } => {
                write!(
                    f,
                    "the engine in the sandbox failed: {reason}. This is not the script's doing; please report it"
                )
            }
        }
    }
}

/// What a run at rest waits for. Decide each with [`RunStore::decide`](crate::RunStore::decide), then go on with
/// [`Sandbox::resume`](crate::Sandbox::resume).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paused {
    /// The run.
    pub run: String,
    /// The calls, in the order of the asking.
    pub approvals: Vec<Approval>,
}

impl fmt::Display for Paused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.approvals.len();
        write!(
            f,
            "the run waits for a person to decide {}",
            if count == 1 { "a call".into() } else { format!("{count} calls") }
        )?;
        for approval in &self.approvals {
            let Approval { id, tool, arguments, rule, .. } = approval;
            write!(f, "\n  {id}  {} {} (rule {})", printable(tool), printable(arguments), printable(rule))?;
        }
        Ok(())
    }
}

/// A call whose timeout ended the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimedOut {
    /// The call's number in its run.
    pub call: u32,
    /// The tool, as `module.tool`.
    pub tool: String,
    /// What happened and what to do.
    pub message: String,
}

/// A failure of the script, with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScriptError {
    /// The script's name.
    pub script: String,
    /// The error's name, such as `TypeError`; empty where something else than an error was thrown.
    pub name: String,
    /// The error's message, or the thrown value as `console.log` prints it.
    pub message: String,
    /// The script's own functions, innermost first.
    pub stack: Vec<Position>,
    /// The line of the source at the innermost place, without its line end; at most 200 characters around the place.
    pub excerpt: Option<Excerpt>,
    /// The chain of causes, as `Name: message`.
    pub causes: Vec<String>,
    /// What to try, where that is known.
    pub hint: Option<String>,
    /// What else is wrong, a line each, where the script was refused before it ran.
    pub also: Vec<String>,
}

/// A place in the script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The function; empty at the top level.
    pub function: String,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    /// The column, from 1; 0 where it is not known.
    pub column: u32,
}

/// A line of the source, cut to what is worth showing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The text.
    pub text: String,
    /// Where in `text` the place is, in characters from 0.
    pub caret: usize,
}

impl ScriptError {
    /// The message in one line: `TypeError: …`, or `threw …`.
    pub fn headline(&self) -> String {
        match (self.name.as_str(), self.message.as_str()) {
            ("", message) => format!("threw {message}"),
            (name, "") => name.to_owned(),
            (name, message) => format!("{name}: {message}"),
        }
    }
}

/// The headline, the line with a caret, the stack, the causes and the hint, each on lines of its own.
impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        if let (Some(place), Some(excerpt)) = (self.stack.first(), &self.excerpt) {
            let number = place.line.to_string();
            let margin = " ".repeat(number.len());
            let indent = " ".repeat(excerpt.caret);
            write!(f, "\n{margin}--> {}:{}:{}", self.script, place.line, place.column.max(1))?;
            write!(f, "\n{number} | {}\n{margin} | {indent}^", excerpt.text)?;
        }
        for Position { function, line, column } in self.stack.iter().take(10) {
            let function = if function.is_empty() { "top level" } else { function };
            write!(f, "\n    at {function} ({}:{line}:{column})", self.script)?;
        }
        if self.stack.len() > 10 {
            write!(f, "\n    … {} more", self.stack.len() - 10)?;
        }
        for cause in &self.causes {
            write!(f, "\ncaused by {cause}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\nhint: {hint}")?;
        }
        for also in &self.also {
            write!(f, "\nalso: {also}")?;
        }
        Ok(())
    }
}

/// A limit that a run can end at; see the field of [`Limits`](crate::Limits) of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Limit {
    /// `fuel`, in units.
    Fuel,
    /// `memory_bytes`.
    Memory,
    /// `recursion`, or the engine's own stack.
    Stack,
    /// `wall_time`, in milliseconds.
    WallTime,
    /// `source_bytes`.
    SourceBytes,
    /// `calls`.
    Calls,
    /// `printed_bytes`.
    PrintedBytes,
    /// `printed_lines`.
    PrintedLines,
    /// `timers`.
    Timers,
}

/// A limit that stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LimitReached {
    /// Which one.
    pub limit: Limit,
    /// What was allowed, in the limit's unit.
    pub allowed: u64,
    /// What was used or asked for, in the same unit.
    pub used: u64,
}

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, unit, advice) = match self.limit {
            Limit::Fuel => ("fuel", "units", "Do less work in one run: look for an endless loop or a slow pattern"),
            Limit::Memory => ("memory", "bytes", "Keep less at once: filter early, and work page by page"),
            Limit::Stack => ("stack", "nested calls", "Look for recursion without an end, or use a loop with a list"),
            Limit::WallTime => {
                ("wall time", "ms", "Wait less, call slower tools together with Promise.all, or split the job")
            }
            Limit::SourceBytes => ("source", "bytes", "Write a shorter script; pass data through tools or arguments"),
            Limit::Calls => {
                ("calls", "tool calls", "Call fewer tools: ask for more in one call, or filter in the tool")
            }
            Limit::PrintedBytes => ("printed text", "bytes", "Print a summary instead of the data"),
            Limit::PrintedLines => ("printed lines", "lines", "Print a summary instead of the data"),
            Limit::Timers => ("timers", "pending timers", "Wait for timers before starting more"),
        };
        let (used, allowed) = (grouped(self.used), grouped(self.allowed));
        write!(f, "{name} limit reached: used {used} of {allowed} {unit}. {advice}")
    }
}

/// A number with its digits in groups of three: `4,000,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
