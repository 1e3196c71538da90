//! Positions from the text of an engine's stack.

use codemode_abi::frame::Position;

use crate::prelude;

/// How many frames a report keeps, innermost first.
const KEPT: usize = 20;

/// One frame of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The function's name; empty at the top level and in functions without one.
    pub function: &'a str,
    /// The script's name.
    pub path: &'a str,
    /// From 1; 0 where it is not known.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
}

/// The frames of a stack with lines such as `    at name (path:1:2)` and `    at path:1:2`. Frames of native functions and
/// of the prelude are left out.
pub fn frames(stack: &str) -> impl Iterator<Item = Frame<'_>> {
    stack.lines().filter_map(frame)
}

fn frame(line: &str) -> Option<Frame<'_>> {
    let text = line.trim_start().strip_prefix("at ")?;
    let (function, place) = match text.strip_suffix(')').and_then(|text| text.split_once(" (")) {
        Some((function, place)) => (function, place),
        None => ("", text),
    };
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?;
    let line = parts.next()?;
    let path = parts.next()?;
    if path.starts_with(prelude::FOLDER) || path.starts_with("native at") {
        return None;
    }
    let function = if matches!(function, "<main>" | "<anonymous>" | "<eval>") { "" } else { function };
    Some(Frame { function, path, line: line.parse().unwrap_or(0), column: column.parse().unwrap_or(0) })
}

/// The frames of the script as V8 writes them, each on a line that begins with a line end.
pub fn script_lines(stack: &str) -> String {
    let mut lines = String::new();
    for frame in frames(stack) {
        push_line(frame.function, frame.path, frame.line, frame.column, &mut lines);
    }
    lines
}

/// A line as V8 writes it: without brackets where the function has no name.
pub fn push_line(function: &str, path: &str, line: u32, column: u32, out: &mut String) {
    use std::fmt::Write as _;

    let place = format_args!("{path}:{line}:{column}");
    let written = match function {
        "" | "<main>" => write!(out, "\n    at {place}"),
        name => write!(out, "\n    at {name} ({place})"),
    };
    written.expect("a string takes text");
}

/// The positions of a report.
pub fn positions(stack: &str) -> Vec<Position> {
    frames(stack)
        .take(KEPT)
        .map(|frame| Position { function: frame.function.to_owned(), line: frame.line, column: frame.column })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frames_of_the_script_are_kept() {
        let stack = "TypeError: no\n    at <anonymous> (native)\n    at load user (a (1).js:2:13)\n    at inspect \
                     (prelude/inspect.js:9:9)\n    at <main> (a (1).js:6:9)\n    at b.js:7:1\n";
        let position = |function: &str, line, column| Position { function: function.into(), line, column };
        assert_eq!(positions(stack), [position("load user", 2, 13), position("", 6, 9), position("", 7, 1)]);
    }
}
