//! Places in a text: from byte offsets to lines and columns as JavaScript engines count them.

/// A line and a column, both from 1; columns count UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The lines of a text.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// The offset of each line's first byte.
    starts: Vec<u32>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let mut starts = vec![0];
        let mut rest = text.char_indices().peekable();
        while let Some((at, character)) = rest.next() {
            if !is_line_end(character) {
                continue;
            }
            let mut end = at + character.len_utf8();
            if character == '\r' && rest.next_if(|next| next.1 == '\n').is_some() {
                end += 1;
            }
            starts.push(end as u32);
        }
        Self { text, starts }
    }

    /// The text whose lines these are.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Where the byte `offset` is. An offset past the end is the end.
    pub(crate) fn place(&self, offset: u32) -> Place {
        let offset = self.text.floor_char_boundary(offset as usize);
        let line = self.starts.partition_point(|start| *start as usize <= offset);
        let before = &self.text[self.starts[line - 1] as usize..offset];
        Place { line: line as u32, column: before.encode_utf16().count() as u32 + 1 }
    }
}

/// Whether a line of JavaScript ends with this character.
pub(crate) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_what_engines_count() {
        let lines = Lines::new("a\r\nbé𝄞c\n\nd");
        let at = |offset| {
            let place = lines.place(offset);
            (place.line, place.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(10), (2, 5), "é is one unit, 𝄞 is two");
        assert_eq!(at(7), (2, 3), "the middle of a character is its start");
        assert_eq!(at(12), (3, 1));
        assert_eq!(at(13), (4, 1));
        assert_eq!(at(999), (4, 2));
    }
}
