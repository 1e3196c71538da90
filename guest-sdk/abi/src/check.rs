//! The frames of the checker: the guest that reads a script before it is run.
//!
//! It parses once, takes TypeScript off, checks the script against the tools that it may import, and says which engine
//! features it uses. It runs in the sandbox too, since the source is text that a model wrote: a parser's recursion then ends
//! in a trap, not in the host's stack.

use crate::frame::{Frame, FrameError, Hint, Module, Reader};

/// What the checker is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The script's name. `.ts` and `.mts` are TypeScript; anything else is JavaScript that may turn out to be TypeScript.
    pub name: String,
    /// The text as the model wrote it, code fences included.
    pub text: String,
    /// The modules that the script may import.
    pub modules: Vec<Module>,
    /// Modules that are known but not granted.
    pub hints: Vec<Hint>,
    /// For each tool, by its index: what its arguments may be.
    pub arguments: Vec<Arguments>,
}

/// What is known of a tool's arguments without its schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The names that it takes.
    pub known: Vec<String>,
    /// The names that it must be given.
    pub required: Vec<String>,
    /// 1 where it takes other names too.
    pub open: u32,
}

/// What the checker found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The JavaScript to run; empty where the text can run as it is.
    pub code: String,
    /// Where each part of `code` comes from: groups of four numbers (line and column in `code`, line and column in the
    /// text), all from 1, ordered by the first two. Empty where the text runs as it is.
    pub places: Vec<u32>,
    /// What is wrong, or may be.
    pub problems: Vec<Problem>,
    /// Why the script needs the engine with full locale support, such as `Intl.DateTimeFormat (line 3)`; empty where it does not.
    pub locale: Vec<String>,
    /// Why the script needs Boa, in the same form: it uses what QuickJS gets wrong. Empty where it does not.
    pub boa: Vec<String>,
    /// The indexes of the tools that the script names.
    pub tools: Vec<u32>,
    /// 1 where the script can reach tools that it does not name (a computed import, `tools[name]`).
    pub dynamic: u32,
}

/// Something about the script that the model should change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// 1 where it is certain, and nothing is run; 0 where it is a guess, and only warned about.
    pub certain: u32,
    /// The kind of error that the engine would report: `SyntaxError`, or `ImportError`, `ArgumentError`, `Warning`.
    pub name: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead; empty where that is not known.
    pub hint: String,
    /// The line in the text, from 1.
    pub line: u32,
    /// The column in the text, from 1, in UTF-16 code units.
    pub column: u32,
}

crate::frame::frame!(Source { name, text, modules, hints, arguments });
crate::frame::frame!(Arguments { known, required, open });
crate::frame::frame!(Checked { code, places, problems, locale, boa, tools, dynamic });
crate::frame::frame!(Problem { certain, name, message, hint, line, column });
