//! Says what an engine message leaves out: which value was `undefined`, what is not a function.
//!
//! The engines' own messages for the most frequent mistakes name no expression ("not a callable function"). Where such an
//! error ends a run, the script's text at its position does.

use codemode_abi::frame::Position;
use codemode_abi::{CONTEXTUAL, RESERVED, nearest};

/// A better message, if the text at the position of the error gives one.
pub fn explain(message: &str, source: &str, at: &Position) -> Option<String> {
    let line = source.lines().nth(at.line.checked_sub(1)? as usize)?;
    let start = line.char_indices().nth(at.column.checked_sub(1)? as usize)?.0;
    let (before, here) = line.split_at(start);
    if let Some(better) = explain_quickjs(message, here) {
        return Some(better);
    }
    match message {
        "cannot convert 'null' or 'undefined' to object" => {
            let (object, key) = property(before, here)?;
            Some(format!("Cannot read {key} of {object}, which is undefined or null"))
        }
        // The second is QuickJS's.
        "not a callable function" | "not a function" => {
            Some(format!("{} is not a function", expression_before(before)?))
        }
        "not a constructor" => {
            let class = here.strip_prefix("new").unwrap_or(here).trim_start();
            let end = class.find(|c: char| !is_name(c) && c != '.').unwrap_or(class.len());
            (end > 0).then(|| format!("{} is not a constructor", &class[..end]))
        }
        "access of uninitialized binding" => Some(format!("Cannot access '{}' before initialization", name_at(here)?)),
        _ => None,
    }
}

/// QuickJS names the property but not the object, and places the error where the whole expression begins.
fn explain_quickjs(message: &str, here: &str) -> Option<String> {
    if let Some(name) = message.strip_suffix(" is not initialized") {
        return Some(format!("Cannot access '{name}' before initialization"));
    }
    if let Some(name) = message.strip_suffix(" is read-only") {
        return Some(format!("Assignment to constant variable {name}"));
    }
    if message == "empty array" {
        return Some("Reduce of empty array with no initial value".to_owned());
    }
    let (verb, rest) = match message.strip_prefix("cannot read property '") {
        Some(rest) => ("read", rest),
        None => ("set", message.strip_prefix("cannot set property '")?),
    };
    let (key, nothing) = rest.rsplit_once("' of ")?;
    if key == "Symbol.iterator" {
        return Some(format!("{nothing} is not iterable"));
    }
    let object = object_of(here, key).filter(|object| *object != nothing);
    Some(match object {
        Some(object) => format!("Cannot {verb} property '{key}' of {object}, which is {nothing}"),
        None => format!("Cannot {verb} property '{key}' of {nothing}"),
    })
}

/// The expression at the start of `here` whose property `key` is used.
fn object_of<'a>(here: &'a str, key: &str) -> Option<&'a str> {
    here.match_indices(key).find_map(|(at, _)| {
        let after = here[at + key.len()..].chars().next();
        if after.is_some_and(is_name) {
            return None;
        }
        let before = here[..at].trim_end();
        let before = match before.strip_suffix('.') {
            Some(object) => object.strip_suffix('?').unwrap_or(object),
            None => before.trim_end_matches(['"', '\'']).strip_suffix('[')?,
        };
        expression_before(before)
    })
}

/// The hint for a name that does not exist; empty where none is close.
pub fn hint_at_nearest(missing: &str, source: &str) -> String {
    let nearest = nearest_name(missing, source, crate::prelude::GLOBALS.iter().copied());
    nearest.map_or_else(String::new, |name| format!("did you mean {name}?"))
}

/// The name that one which does not exist was most likely meant to be: of those that the script writes, and of `globals`.
fn nearest_name<'a>(missing: &str, source: &'a str, globals: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let words =
        source.split(|c| !is_name(c)).filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit()));
    let known = words.filter(|word| *word != missing && !is_keyword(word)).chain(globals);
    nearest(missing, known).into_iter().next()
}

fn is_keyword(word: &str) -> bool {
    RESERVED.contains(&word) || CONTEXTUAL.contains(&word)
}

/// Where a script that awaits only once does so.
pub fn only_await(source: &str) -> Option<Position> {
    let mut places = source.match_indices("await").filter(|(at, word)| {
        let around = |c: Option<char>| c.is_none_or(|c| !is_name(c));
        around(source[..*at].chars().next_back()) && around(source[at + word.len()..].chars().next())
    });
    let (at, _) = places.next()?;
    if places.next().is_some() {
        return None;
    }
    let before = &source[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    Some(Position { function: String::new(), line: line as u32, column: column as u32 })
}

/// The object and the key of the property access whose key begins at `here`.
fn property<'a>(before: &'a str, here: &'a str) -> Option<(&'a str, String)> {
    let before = before.trim_end();
    if let Some(object) = before.strip_suffix('.') {
        let object = expression_before(object.strip_suffix('?').unwrap_or(object))?;
        return Some((object, format!("property '{}'", name_at(here)?)));
    }
    let object = expression_before(before.strip_suffix('[')?)?;
    let key = here.split(']').next()?;
    (key.len() <= 40).then(|| (object, format!("element [{key}]")))
}

/// The name at the start of a text.
fn name_at(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !is_name(c)).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The expression that ends a text: names, member accesses, calls and indices, without operators.
fn expression_before(text: &str) -> Option<&str> {
    const LONGEST: usize = 60;
    let text = text.trim_end();
    let mut open = Vec::new();
    let mut start = text.len();
    for (index, c) in text.char_indices().rev() {
        match c {
            ')' => open.push('('),
            ']' => open.push('['),
            '(' | '[' if open.last() == Some(&c) => {
                open.pop();
            }
            '(' | '[' if open.is_empty() => break,
            _ if !open.is_empty() || is_name(c) || matches!(c, '.' | '?' | '!') => {}
            _ => break,
        }
        start = index;
    }
    let expression = text[start..].trim_start_matches(['.', '?', '!']);
    (!expression.is_empty() && expression.len() <= LONGEST && open.is_empty()).then_some(expression)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(message: &str, source: &str, column: u32) -> Option<String> {
        explain(message, source, &Position { function: String::new(), line: 1, column })
    }

    #[test]
    fn the_expression_is_named() {
        const NULL: &str = "cannot convert 'null' or 'undefined' to object";
        const CALL: &str = "not a callable function";
        for (message, source, column, text) in [
            (
                NULL,
                "return u.profile.email;",
                18,
                "Cannot read property 'email' of u.profile, which is undefined or null",
            ),
            (
                NULL,
                "x = -rows[0]?.cells[i + 1].id",
                28,
                "Cannot read property 'id' of rows[0]?.cells[i + 1], which is undefined or null",
            ),
            (NULL, "print(u.list[0])", 14, "Cannot read element [0] of u.list, which is undefined or null"),
            (CALL, "const y = await crm.find({})", 25, "crm.find is not a function"),
            (CALL, "f(1)(2)", 5, "f(1) is not a function"),
            ("not a constructor", "new u.Foo()", 1, "u.Foo is not a constructor"),
            ("access of uninitialized binding", "x; let x = 1", 1, "Cannot access 'x' before initialization"),
        ] {
            assert_eq!(explained(message, source, column).as_deref(), Some(text), "{source}");
        }
    }

    #[test]
    fn the_words_of_quickjs_are_completed() {
        for (message, source, column, text) in [
            (
                "cannot read property 'email' of undefined",
                "console.log(u.profile.email)",
                13,
                "Cannot read property 'email' of u.profile, which is undefined",
            ),
            ("cannot set property 'y' of null", "x.y = 5", 1, "Cannot set property 'y' of x, which is null"),
            (
                "cannot read property 'foo' of undefined",
                "undefined.foo()",
                1,
                "Cannot read property 'foo' of undefined",
            ),
            ("cannot read property '0' of null", "a.b[0]", 1, "Cannot read property '0' of a.b, which is null"),
            ("cannot read property 'Symbol.iterator' of null", "const [p] = q", 1, "null is not iterable"),
            ("not a function", "rows.foreach(r => r)", 13, "rows.foreach is not a function"),
            ("x is not initialized", "x; let x = 1", 1, "Cannot access 'x' before initialization"),
            ("'a' is read-only", "a = 2", 1, "Assignment to constant variable 'a'"),
        ] {
            assert_eq!(explained(message, source, column).as_deref(), Some(text), "{source}");
        }
    }

    #[test]
    fn a_slip_in_a_name_finds_the_name() {
        assert_eq!(nearest_name("customerz", "const customers = []; print(customerz)", ["console"]), Some("customers"));
        assert_eq!(nearest_name("consol", "consol.log(1)", ["console", "JSON"]), Some("console"));
        assert_eq!(nearest_name("nothing_like_it", "const a1 = 1", ["console"]), None);
    }

    #[test]
    fn one_await_is_found() {
        let place = |line, column| Some(Position { function: String::new(), line, column });
        assert_eq!(only_await("let awaited;\n  await f()"), place(2, 3));
        assert_eq!(only_await("await a; await b"), None);
        assert_eq!(only_await("print(1)"), None);
    }

    #[test]
    fn what_the_text_does_not_say_is_left_alone() {
        assert_eq!(explained("something else", "f()", 1), None);
        assert_eq!(explained("not a callable function", "(1 + 2)(3)", 99), None);
        assert_eq!(explained("not a callable function", "", 1), None);
        assert_eq!(explained("cannot convert 'null' or 'undefined' to object", "é.ü", 1), None);
    }
}
