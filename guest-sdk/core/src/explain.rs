//! Says what an engine message leaves out: which value was `undefined`, what is not a function.
//!
//! Boa's own messages for the most frequent mistakes name no expression ("not a callable function"). Where such an error ends
//! a run, the script's text at its position does.

use codemode_abi::frame::Position;

/// A better message, if the text at the position of the error gives one.
pub fn explain(message: &str, source: &str, at: &Position) -> Option<String> {
    let line = source.lines().nth(at.line.checked_sub(1)? as usize)?;
    let start = line.char_indices().nth(at.column.checked_sub(1)? as usize)?.0;
    let (before, here) = line.split_at(start);
    match message {
        "cannot convert 'null' or 'undefined' to object" => {
            let (object, key) = property(before, here)?;
            Some(format!("Cannot read {key} of {object}, which is undefined or null"))
        }
        "not a callable function" => Some(format!("{} is not a function", expression_before(before)?)),
        "not a constructor" => {
            let class = here.strip_prefix("new")?.trim_start();
            let end = class.find(|c: char| !is_name(c) && c != '.').unwrap_or(class.len());
            (end > 0).then(|| format!("{} is not a constructor", &class[..end]))
        }
        "access of uninitialized binding" => Some(format!("Cannot access '{}' before initialization", name_at(here)?)),
        _ => None,
    }
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
    fn what_the_text_does_not_say_is_left_alone() {
        assert_eq!(explained("something else", "f()", 1), None);
        assert_eq!(explained("not a callable function", "(1 + 2)(3)", 99), None);
        assert_eq!(explained("not a callable function", "", 1), None);
        assert_eq!(explained("cannot convert 'null' or 'undefined' to object", "é.ü", 1), None);
    }
}
