//! What every engine says in the same words: refusals of calls, endings, and the chain of causes behind an error.

use codemode_abi::frame::Position;
use codemode_abi::{Ending, Failure, Report, is_built_in};

use crate::json::ParseError;

/// Positional arguments would have to be guessed; the host never sees them.
pub fn several_arguments(module: &str, name: &str, count: usize) -> Failure {
    let message = if is_built_in(module) {
        format!("{name} takes one value, not {count}: put them into one array or object")
    } else {
        format!(
            "{name} takes one object, not {count} arguments: pass one object, e.g. {name}({{ id: … }}), with a member for each"
        )
    };
    Failure {
        name: "Refusal".to_owned(),
        code: "invalid_arguments".to_owned(),
        message,
        tool: format!("{module}.{name}"),
    }
}

/// What a call without an argument sends: tools take an object, the host's own functions any value.
pub fn no_argument(module: &str) -> &'static [u8] {
    if is_built_in(module) { b"null" } else { b"{}" }
}

/// A reply that the guest does not read. The host checks replies, so this is the deep ones only.
pub fn unreadable(error: ParseError, json: &[u8]) -> Failure {
    Failure {
        name: "ToolError".to_owned(),
        code: "invalid_result".to_owned(),
        message: format!("the tool's result cannot be read: {}", error.message(json)),
        tool: String::new(),
    }
}

/// A start frame that an engine cannot run.
pub fn unusable(message: String) -> Box<Report> {
    Box::new(Report { ending: Ending::Rejected as u32, message, ..Report::default() })
}

/// A script that waits for what cannot come, and where it does, as far as that is known.
pub fn stalled(stack: Vec<Position>) -> Box<Report> {
    Box::new(Report {
        ending: Ending::Stalled as u32,
        stack,
        message: "the script waits for a promise that nothing can settle any more".to_owned(),
        hint: "a promise is settled by a tool call, a timer, or a resolve or reject that the script itself calls"
            .to_owned(),
        ..Report::default()
    })
}

/// Functions that call each other deeper than the run allows.
pub fn too_deep(recursion: u32, stack: Vec<Position>) -> Box<Report> {
    Box::new(Report {
        ending: Ending::Stack as u32,
        name: "RangeError".to_owned(),
        message: format!("Maximum call stack size exceeded: functions call each other more than {recursion} deep"),
        stack,
        ..Report::default()
    })
}

/// `Name: message`, as `Error.prototype.toString` gives it.
pub fn header(name: &str, message: &str) -> String {
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message.to_owned(),
        (false, true) => name.to_owned(),
        (false, false) => format!("{name}: {message}"),
    }
}

/// How many causes a report tells.
const CAUSES: usize = 8;

/// Errors as an engine has them. What their getters throw is dropped.
pub trait Errors {
    /// An error, or another object that was given as a cause.
    type Error;

    /// A property that should be text.
    fn text(&mut self, error: &Self::Error, key: &str) -> String;
    /// The first errors of an `AggregateError`, at most so many.
    fn errors(&mut self, error: &Self::Error, most: usize) -> Vec<Self::Error>;
    /// The property `cause`.
    fn cause(&mut self, error: &Self::Error) -> Option<Cause<Self::Error>>;
}

/// The cause of an error.
#[derive(Debug)]
pub enum Cause<E> {
    /// An object.
    Error(E),
    /// A string.
    Text(String),
}

/// The messages of the causes of an error, outermost first.
pub fn causes<E: Errors>(engine: &mut E, error: E::Error) -> Vec<String> {
    let mut texts = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next.take() {
        if texts.len() >= CAUSES {
            break;
        }
        for error in engine.errors(&error, CAUSES - texts.len()) {
            texts.push(header_of(engine, &error));
        }
        match engine.cause(&error) {
            Some(Cause::Error(cause)) => {
                texts.push(header_of(engine, &cause));
                next = Some(cause);
            }
            Some(Cause::Text(text)) => texts.push(text),
            None => {}
        }
    }
    texts
}

fn header_of<E: Errors>(engine: &mut E, error: &E::Error) -> String {
    let (name, message) = (engine.text(error, "name"), engine.text(error, "message"));
    header(&name, &message)
}

#[cfg(test)]
mod tests {
    use super::several_arguments;

    #[test]
    fn the_hosts_own_functions_take_any_value() {
        let failure = several_arguments("codemode:result", "submit", 2);
        assert_eq!(failure.message, "submit takes one value, not 2: put them into one array or object");
        assert_eq!(failure.tool, "codemode:result.submit");
        assert!(several_arguments("crm", "find", 2).message.starts_with("find takes one object, not 2 arguments"));
    }
}
