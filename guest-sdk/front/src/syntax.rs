//! The parse: JavaScript first, TypeScript where that fails, and what to say where both do.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::{Diagnostics, OxcDiagnostic};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use crate::problems::{Problems, shown};

/// Syntax errors that are reported. Later ones mostly follow from the first.
const MOST: usize = 3;

/// A text that parses.
pub(crate) struct Parsed<'a> {
    pub(crate) program: Program<'a>,
    pub(crate) typescript: bool,
}

/// Parses a text: as TypeScript where that is known, else as whichever of the two it is.
pub(crate) fn parse<'a>(arena: &'a Allocator, text: &'a str, typescript: bool) -> Result<Parsed<'a>, Diagnostics> {
    if typescript {
        return parse_as(arena, text, SourceType::ts());
    }
    if is_generic(text)
        && let Ok(parsed) = parse_as(arena, text, SourceType::ts())
    {
        return Ok(parsed);
    }
    let as_script = match parse_as(arena, text, SourceType::mjs()) {
        Ok(parsed) => return Ok(parsed),
        Err(diagnostics) => diagnostics,
    };
    let as_typescript = match parse_as(arena, text, SourceType::ts()) {
        Ok(parsed) => return Ok(parsed),
        Err(diagnostics) => diagnostics,
    };
    // The language that understands more of the text is the one it was meant to be.
    let (script, typescript) = (first(&as_script), first(&as_typescript));
    let further = typescript > script || typescript == script && as_typescript.len() < as_script.len();
    Err(if further && !is_markup(text, script) { as_typescript } else { as_script })
}

fn parse_as<'a>(arena: &'a Allocator, text: &'a str, kind: SourceType) -> Result<Parsed<'a>, Diagnostics> {
    let options = ParseOptions { preserve_parens: false, ..ParseOptions::default() };
    let parsed = Parser::new(arena, text, kind).with_options(options).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return Err(parsed.diagnostics);
    }
    Ok(Parsed { program: parsed.program, typescript: kind.is_typescript() })
}

/// Whether a text has what is TypeScript and JavaScript too, but not the same: `rows.reduce<number>(add, 0)` compares.
fn is_generic(text: &str) -> bool {
    const TYPES: &[&str] = &["<string", "<number", "<boolean", "<any", "<unknown"];
    TYPES.iter().any(|start| text.contains(start)) && text.contains(">(")
}

/// Where the first error is.
fn first(diagnostics: &Diagnostics) -> u32 {
    diagnostics.iter().map(offset).min().unwrap_or(u32::MAX)
}

/// Whether a tag begins here. TypeScript takes it for a type, and fails at its end.
fn is_markup(text: &str, offset: u32) -> bool {
    let rest = &text[text.floor_char_boundary(offset as usize)..];
    rest.strip_prefix('<').is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '>'))
        && (rest.contains("</") || rest.contains("/>"))
}

/// The place that an error is shown at: of a pair, the one that is wrong rather than the one that explains it.
fn offset(diagnostic: &OxcDiagnostic) -> u32 {
    let labels = &diagnostic.labels;
    let primary = labels.iter().find(|label| label.primary());
    let redeclared = diagnostic.message.contains("already been declared");
    let label = primary.or(if redeclared { labels.last() } else { labels.first() });
    label.map_or(0, oxc_span::LabeledSpan::offset)
}

/// Reports syntax errors.
pub(crate) fn report<'d>(errors: impl Iterator<Item = &'d OxcDiagnostic>, problems: &mut Problems<'_>) {
    let mut errors: Vec<&OxcDiagnostic> = errors.collect();
    errors.sort_by_key(|error| offset(error));
    for error in errors.into_iter().take(MOST) {
        let at = offset(error);
        let (message, hint) = explain(error, at, problems);
        problems.error("SyntaxError", at, message, hint);
    }
}

/// What an error says, and what to write instead.
fn explain(error: &OxcDiagnostic, at: u32, problems: &Problems<'_>) -> (String, String) {
    let text = problems.lines.text();
    let (before, rest) = text.split_at(text.floor_char_boundary(at as usize));
    if let Some((message, hint)) = known_mistake(&error.message, before, rest) {
        return (message.to_owned(), hint.to_owned());
    }
    let found = token(rest.trim_start());
    let message = match &*error.message {
        "Unexpected token" => match found {
            Some(token) => format!("Unexpected `{token}`"),
            None => "The script ends too early: something is not complete".to_owned(),
        },
        "Expected a semicolon or an implicit semicolon after a statement, but found none" => match found {
            Some(token) => format!("Expected `;` or a new line before `{token}`"),
            None => "Expected `;` or a new line".to_owned(),
        },
        // The parser names the kind of what it found, such as `Identifier`.
        other => match (other.split_once(" but found "), found) {
            (Some((expected, _)), Some(token)) => format!("{} but found `{token}`", shortened(expected)),
            (Some((expected, _)), None) => format!("{} but the script ends", shortened(expected)),
            (None, _) => shortened(other),
        },
    };
    (message, explanation(error, at, problems))
}

/// The second half of an error: the other place that it is about, or the parser's advice.
fn explanation(error: &OxcDiagnostic, at: u32, problems: &Problems<'_>) -> String {
    let other = error.labels.iter().find(|label| label.offset() != at && label.label().is_some());
    if let Some(other) = other {
        let line = problems.lines.place(other.offset()).line;
        let text = other.label().unwrap_or_default();
        return match text {
            "Opened here" => format!("The bracket was opened in line {line}."),
            text if text.contains("already been declared") => {
                format!("It is declared in line {line}: assign to it without a declaration, or use another name.")
            }
            text => format!("Line {line}: {text}."),
        };
    }
    match error.help.as_deref() {
        Some("Try inserting a semicolon here") | None => String::new(),
        Some(help) => sentence(help),
    }
}

/// Mistakes that models make often, with an explanation of our own.
fn known_mistake(message: &str, before: &str, rest: &str) -> Option<(&'static str, &'static str)> {
    if rest.starts_with("return") && message.contains("'return'") {
        return Some((
            "`return` outside of a function: a script is a module",
            "Let the script reach its end, put what follows in `else`, or wrap the code: async function main() { … } await main();",
        ));
    }
    if message.contains("JSX") || is_markup(rest, 0) {
        return Some(("JSX is not part of JavaScript", "Build the text with template literals."));
    }
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = [&before[line_start..], rest.lines().next().unwrap_or_default()].concat();
    if ["&lt;", "&gt;", "&amp;"].iter().any(|entity| line.contains(entity)) {
        return Some(("The script has HTML entities in it", "Write <, >, & and \" themselves."));
    }
    if message.starts_with("Unterminated string") {
        return Some(if rest.starts_with('`') {
            ("The template literal has no end", "Close it with a backtick.")
        } else {
            ("The string has no end in its line", "Close it, write line ends as \\n, or use backticks.")
        });
    }
    if message.starts_with("Invalid Character") {
        let hint = match rest.chars().next()? {
            '“' | '”' | '„' | '‘' | '’' | '«' | '»' => "Write plain quotes: \" or '.",
            '–' | '—' | '−' => "Write a plain minus: -.",
            '…' => "Write the code that `…` stands for.",
            _ => return None,
        };
        return Some(("A character that is not part of JavaScript outside of strings", hint));
    }
    if message.starts_with("`await` is only allowed") {
        return Some((
            "`await` in a function that is not async",
            "Write `async` before the function that uses `await`.",
        ));
    }
    if message.starts_with("Namespaces exporting non-const") {
        return Some(("A namespace can export no variable that changes", "Export it as const, or use an object."));
    }
    if rest.starts_with("...") && message.starts_with("Unexpected token") {
        return Some(("Unexpected `...`", "Write the code that `...` stands for."));
    }
    None
}

/// The word or sign that the text begins with.
fn token(rest: &str) -> Option<String> {
    let first = rest.chars().next()?;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let word: String = rest.chars().take_while(|c| is_word(*c)).take(65).collect();
    Some(shown(if word.is_empty() { rest.split_at(first.len_utf8()).0 } else { &word }))
}

/// A message of the parser's as one line that holds no names of any length.
fn shortened(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    crate::problems::plain(line.trim_end_matches('.'))
}

/// A sentence of the parser's, with its full stop.
fn sentence(help: &str) -> String {
    let text = shortened(help);
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), characters.as_str()),
        None => text,
    }
}
