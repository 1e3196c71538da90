//! Code fences: a model often wraps the script in ```` ```ts ```` and ```` ``` ````, with prose around it.
//!
//! Fences cannot be left to the parser: a fenced text without other backticks *is* JavaScript, two tagged templates that fail
//! only when they are run, and `Script:` before it is a label. A line of a script cannot begin with three backticks, except
//! in a comment.

use crate::lines::is_line_end;

/// The fenced blocks of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fences {
    /// How many blocks there are.
    pub(crate) count: usize,
    /// The first of them.
    pub(crate) first: Block,
}

/// What is between two fences.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    start: usize,
    end: usize,
    /// Whether its fence says that it is TypeScript.
    pub(crate) typescript: bool,
}

impl Fences {
    /// The blocks of `text`, if it has any.
    pub(crate) fn of(text: &str) -> Option<Self> {
        if !text.contains("```") {
            return None;
        }
        let mut found: Option<Self> = None;
        let mut open: Option<(usize, bool)> = None;
        let mut at = 0;
        let mut close = |block: Block| match &mut found {
            Some(fences) => fences.count += 1,
            none => *none = Some(Self { count: 1, first: block }),
        };
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let Some(info) = fence(line) else { continue };
            match open.take() {
                None if in_comment(&text[..start]) => {}
                None => open = Some((at, is_typescript(info))),
                Some((begin, typescript)) if info.is_empty() => close(Block { start: begin, end: start, typescript }),
                still => open = still,
            }
        }
        // A block that is not closed reaches to the end.
        if let Some((begin, typescript)) = open {
            close(Block { start: begin, end: text.len(), typescript });
        }
        found
    }
}

impl Block {
    /// The block alone, in the lines that it has in `text`.
    pub(crate) fn alone(&self, text: &str) -> String {
        let mut alone: String = text[..self.start].chars().filter(|character| is_line_end(*character)).collect();
        alone.push_str(&text[self.start..self.end]);
        alone
    }
}

/// What follows the backticks, where the line is a fence.
fn fence(line: &str) -> Option<&str> {
    let info = line.trim().strip_prefix("```")?.trim_start_matches('`').trim();
    (!info.contains('`')).then_some(info)
}

/// Whether a text ends in a comment.
fn in_comment(before: &str) -> bool {
    before.rfind("/*").is_some_and(|open| !before[open..].contains("*/"))
}

fn is_typescript(info: &str) -> bool {
    let language = info.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    ["ts", "typescript", "mts", "tsx"].iter().any(|name| language.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_its_lines() {
        let text = "Here it is:\r\n\n```typescript\nlet a: number\n```\nDone.";
        let fences = Fences::of(text).unwrap();
        assert!(fences.count == 1 && fences.first.typescript);
        assert_eq!(fences.first.alone(text), "\r\n\n\nlet a: number\n");
    }

    #[test]
    fn an_open_block_reaches_to_the_end() {
        let fences = Fences::of("  ```js\n1\n2").unwrap();
        assert!(!fences.first.typescript);
        assert_eq!(fences.first.alone("  ```js\n1\n2"), "\n1\n2");
    }

    #[test]
    fn blocks_are_counted() {
        assert_eq!(Fences::of("```\na\n```\n```\nb\n```").unwrap().count, 2);
        assert_eq!(Fences::of("let a = `x`"), None);
        assert_eq!(Fences::of("/*\n```\nf()\n```\n*/"), None);
        assert_eq!(Fences::of("let a = `\\`\\`\\` ``` `"), None);
    }
}
