//! What was found to be wrong: bounded in number and in length, whatever the script holds.

use codemode_abi::check::Problem;

use crate::lines::{Lines, Place};

/// Problems that are reported of one script. More would not be read.
const MOST: usize = 20;

/// Characters of a message or hint. They hold names from the script, which can be of any length.
const LONGEST: usize = 400;

/// Characters of a name from the script.
const LONGEST_NAME: usize = 64;

/// Collects problems.
#[derive(Debug)]
pub(crate) struct Problems<'t> {
    pub(crate) lines: Lines<'t>,
    certain: Vec<Problem>,
    guessed: Vec<Problem>,
}

impl<'t> Problems<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { lines: Lines::new(text), certain: Vec::new(), guessed: Vec::new() }
    }

    /// Whether something is wrong for certain, so that the script will not be run.
    pub(crate) fn any_certain(&self) -> bool {
        !self.certain.is_empty()
    }

    /// Whether one more error would be kept. Finding the words for one takes work, which is then not done.
    pub(crate) fn takes_errors(&self) -> bool {
        self.certain.len() < MOST
    }

    /// Whether one more warning would be kept.
    pub(crate) fn takes_warnings(&self) -> bool {
        self.guessed.len() < MOST
    }

    /// Something that is wrong for certain.
    pub(crate) fn error(&mut self, name: &str, offset: u32, message: String, hint: String) {
        let place = self.lines.place(offset);
        push(&mut self.certain, 1, name, place, message, hint);
    }

    /// Something that may be wrong.
    pub(crate) fn warn(&mut self, name: &str, offset: u32, message: String, hint: String) {
        let place = self.lines.place(offset);
        push(&mut self.guessed, 0, name, place, message, hint);
    }

    /// All of them in the order of the text; where there are too many, the certain ones come first.
    pub(crate) fn finish(self) -> Vec<Problem> {
        let mut all = self.certain;
        all.extend(self.guessed);
        all.truncate(MOST);
        all.sort_by_key(|problem| (problem.line, problem.column));
        all
    }
}

fn push(list: &mut Vec<Problem>, certain: u32, name: &str, place: Place, message: String, hint: String) {
    if list.len() == MOST {
        return;
    }
    let problem = Problem {
        certain,
        name: name.to_owned(),
        message: clip(message, LONGEST),
        hint: clip(hint, LONGEST),
        line: place.line,
        column: place.column,
    };
    if !list.contains(&problem) {
        list.push(problem);
    }
}

/// A name of the script's as a message shows it: short, and without characters that would change how the message is read.
pub(crate) fn shown(name: &str) -> String {
    let end = name.char_indices().nth(LONGEST_NAME + 1).map_or(name.len(), |(end, _)| end);
    clip(plain(&name[..end]), LONGEST_NAME)
}

/// A text without the characters that would change how it is read.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if hides(character) {
            plain.extend(character.escape_unicode());
        } else {
            plain.push(character);
        }
    }
    plain
}

/// Control characters, and those that turn the direction of text or have no width.
fn hides(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn clip(mut text: String, longest: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(longest) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// `a`, `a and b`, `a, b and c`; of many, the first and how many more there are.
pub(crate) fn list(names: impl IntoIterator<Item = String>, word: &str) -> String {
    const SHOWN: usize = 8;
    let mut names: Vec<String> = names.into_iter().collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 {
        names.truncate(SHOWN);
        names.push(format!("{more} more"));
    }
    match names.pop() {
        None => String::new(),
        Some(only) if names.is_empty() => only,
        Some(last) => format!("{} {} {last}", names.join(", "), if more > 0 { "and" } else { word }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_never_too_many_and_certain_ones_come_before_guesses() {
        let text = "\n".repeat(100);
        let mut problems = Problems::new(&text);
        for offset in 0..50 {
            problems.warn("Warning", offset, format!("w{offset}"), String::new());
        }
        problems.error("SyntaxError", 60, "x".repeat(10_000), String::new());
        let all = problems.finish();
        assert_eq!(all.len(), MOST);
        assert_eq!(all.last().unwrap().certain, 1);
        assert_eq!(all.last().unwrap().message.chars().count(), LONGEST + 1);
    }

    #[test]
    fn names_cannot_change_the_message_around_them() {
        assert_eq!(shown("a\u{1b}[2J\u{202e}b"), "a\\u{1b}[2J\\u{202e}b");
        assert_eq!(shown(&"é".repeat(100)).chars().count(), LONGEST_NAME + 1);
    }

    #[test]
    fn a_list_reads_as_one() {
        let names = |count: usize| (0..count).map(|i| format!("n{i}"));
        assert_eq!(list(names(1), "or"), "n0");
        assert_eq!(list(names(3), "or"), "n0, n1 or n2");
        assert_eq!(list(names(10), "or"), "n0, n1, n2, n3, n4, n5, n6, n7 and 2 more");
    }
}
