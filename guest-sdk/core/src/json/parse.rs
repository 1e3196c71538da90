//! Reading JSON text into engine values.

use super::number::scan_number;
use super::text::{Broken, Text, scan_string};

/// Builds the values that [`parse`] reads.
pub trait Sink {
    /// A value of the engine.
    type Value;
    /// A property key of the engine.
    type Key;

    /// `null`
    fn null(&mut self) -> Self::Value;
    /// `true` or `false`
    fn boolean(&mut self, value: bool) -> Self::Value;
    /// A number, which may be infinite (`1e400`) or `-0`.
    fn number(&mut self, value: f64) -> Self::Value;
    /// A string.
    fn string(&mut self, text: Text<'_>) -> Self::Value;
    /// The name of a member.
    fn key(&mut self, text: Text<'_>) -> Self::Key;
    /// An array of these elements.
    fn array(&mut self, elements: std::vec::Drain<'_, Self::Value>) -> Self::Value;
    /// An object with these members, `__proto__` being one like any other; of equal keys the last counts.
    fn object(&mut self, keys: std::vec::Drain<'_, Self::Key>, values: std::vec::Drain<'_, Self::Value>)
    -> Self::Value;
}

/// Why a text is no JSON, or not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// The text ended too early.
    End,
    /// The byte at this offset may not be there.
    Unexpected(usize),
    /// Arrays and objects are nested deeper than was allowed.
    Nesting(usize),
}

impl ParseError {
    /// The message of the exception: with the character, its position and its line and column.
    pub fn message(self, text: &[u8]) -> String {
        let at = match self {
            Self::End => return "Unexpected end of JSON input".to_owned(),
            Self::Nesting(limit) => return format!("JSON is nested deeper than {limit} levels"),
            Self::Unexpected(at) => at,
        };
        let before = String::from_utf8_lossy(&text[..at]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let rest = String::from_utf8_lossy(&text[at..text.len().min(at + 4)]);
        let token = rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        let token = if token.is_control() { token.escape_default().to_string() } else { token.to_string() };
        let position = before.chars().map(char::len_utf16).sum::<usize>();
        format!("Unexpected token '{token}' in JSON at position {position} (line {line} column {column})")
    }
}

/// An array or object that is being read: where its elements begin on the stack of values, and its keys on theirs.
enum Open {
    Array { values: usize },
    Object { values: usize, keys: usize },
}

/// Reads a JSON text, WTF-8 as [`Text`] describes it. Refuses nesting deeper than `nesting`.
pub fn parse<S: Sink>(text: &[u8], nesting: usize, sink: &mut S) -> Result<S::Value, ParseError> {
    let mut reader = Reader { text, at: 0, scratch: Vec::new() };
    let mut open: Vec<Open> = Vec::new();
    let mut values: Vec<S::Value> = Vec::new();
    let mut keys: Vec<S::Key> = Vec::new();
    loop {
        // A value begins here.
        let value = match reader.peek()? {
            b'{' | b'[' if open.len() >= nesting => return Err(ParseError::Nesting(nesting)),
            b'{' => {
                reader.at += 1;
                if reader.peek()? == b'}' {
                    reader.at += 1;
                    let end = values.len();
                    sink.object(keys.drain(keys.len()..), values.drain(end..))
                } else {
                    open.push(Open::Object { values: values.len(), keys: keys.len() });
                    keys.push(reader.key(sink)?);
                    continue;
                }
            }
            b'[' => {
                reader.at += 1;
                if reader.peek()? == b']' {
                    reader.at += 1;
                    let end = values.len();
                    sink.array(values.drain(end..))
                } else {
                    open.push(Open::Array { values: values.len() });
                    continue;
                }
            }
            _ => reader.scalar(sink)?,
        };

        // It ends here, and with it perhaps what is open around it.
        let mut value = value;
        loop {
            let Some(innermost) = open.last() else {
                return match reader.peek() {
                    Err(_) => Ok(value),
                    Ok(_) => Err(ParseError::Unexpected(reader.at)),
                };
            };
            values.push(value);
            let next = reader.peek()?;
            reader.at += 1;
            value = match (innermost, next) {
                (Open::Array { .. }, b',') => break,
                (Open::Object { .. }, b',') => {
                    keys.push(reader.key(sink)?);
                    break;
                }
                (Open::Array { values: start }, b']') => sink.array(values.drain(*start..)),
                (Open::Object { values: start, keys: keys_start }, b'}') => {
                    sink.object(keys.drain(*keys_start..), values.drain(*start..))
                }
                _ => return Err(ParseError::Unexpected(reader.at - 1)),
            };
            open.pop();
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    scratch: Vec<u8>,
}

impl Reader<'_> {
    /// The next byte that is not white space, left in place.
    fn peek(&mut self) -> Result<u8, ParseError> {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                _ => return Ok(*byte),
            }
        }
        Err(ParseError::End)
    }

    /// A member's name and the colon behind it.
    fn key<S: Sink>(&mut self, sink: &mut S) -> Result<S::Key, ParseError> {
        if self.peek()? != b'"' {
            return Err(ParseError::Unexpected(self.at));
        }
        let (text, len) =
            scan_string(&self.text[self.at..], &mut self.scratch).map_err(|broken| at(self.at, broken))?;
        let key = sink.key(text);
        self.at += len;
        if self.peek()? != b':' {
            return Err(ParseError::Unexpected(self.at));
        }
        self.at += 1;
        Ok(key)
    }

    fn scalar<S: Sink>(&mut self, sink: &mut S) -> Result<S::Value, ParseError> {
        let rest = &self.text[self.at..];
        let (value, len) = match rest[0] {
            b'"' => {
                let (text, len) = scan_string(rest, &mut self.scratch).map_err(|broken| at(self.at, broken))?;
                (sink.string(text), len)
            }
            b'-' | b'0'..=b'9' => {
                let (number, len) = scan_number(rest).ok_or_else(|| self.broken_number())?;
                (sink.number(number), len)
            }
            b't' => (sink.boolean(true), self.word(b"true")?),
            b'f' => (sink.boolean(false), self.word(b"false")?),
            b'n' => (sink.null(), self.word(b"null")?),
            _ => return Err(ParseError::Unexpected(self.at)),
        };
        self.at += len;
        Ok(value)
    }

    fn word(&self, word: &[u8]) -> Result<usize, ParseError> {
        let rest = &self.text[self.at..];
        let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
        match same {
            _ if same == word.len() => Ok(same),
            _ if same == rest.len() => Err(ParseError::End),
            _ => Err(ParseError::Unexpected(self.at + same)),
        }
    }

    /// Where a number stopped being one.
    fn broken_number(&self) -> ParseError {
        let rest = &self.text[self.at..];
        // The longest beginning that is a number, or could become one with a digit more.
        let good = (1..=rest.len())
            .take_while(|len| {
                let mut grown = rest[..*len].to_vec();
                scan_number(&grown).is_some_and(|(_, read)| read == grown.len()) || {
                    grown.push(b'1');
                    scan_number(&grown).is_some_and(|(_, read)| read == grown.len())
                }
            })
            .count();
        if good == rest.len() { ParseError::End } else { ParseError::Unexpected(self.at + good) }
    }
}

fn at(start: usize, broken: Broken) -> ParseError {
    match broken {
        Broken::End => ParseError::End,
        Broken::At(offset) => ParseError::Unexpected(start + offset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes what was read back as text, in a form of its own.
    struct Print;

    impl Sink for Print {
        type Value = String;
        type Key = String;

        fn null(&mut self) -> String {
            "null".into()
        }
        fn boolean(&mut self, value: bool) -> String {
            value.to_string()
        }
        fn number(&mut self, value: f64) -> String {
            format!("{value:?}")
        }
        fn string(&mut self, text: Text<'_>) -> String {
            format!("'{}'", String::from_utf8_lossy(text.bytes))
        }
        fn key(&mut self, text: Text<'_>) -> String {
            String::from_utf8_lossy(text.bytes).into_owned()
        }
        fn array(&mut self, elements: std::vec::Drain<'_, String>) -> String {
            format!("[{}]", elements.collect::<Vec<_>>().join(" "))
        }
        fn object(&mut self, keys: std::vec::Drain<'_, String>, values: std::vec::Drain<'_, String>) -> String {
            format!("{{{}}}", keys.zip(values).map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(" "))
        }
    }

    fn read(text: &str) -> Result<String, String> {
        parse(text.as_bytes(), 500, &mut Print).map_err(|error| error.message(text.as_bytes()))
    }

    #[test]
    fn documents_are_read() {
        for (json, text) in [
            ("null", "null"),
            (" true ", "true"),
            ("-0", "-0.0"),
            ("[]", "[]"),
            ("[1, [2, []], {}]", "[1.0 [2.0 []] {}]"),
            ("{\"a\":{\"b\":[false]},\"__proto__\":null}", "{a={b=[false]} __proto__=null}"),
            ("\r\n\t[ \"x\" ]\n", "['x']"),
        ] {
            assert_eq!(read(json).as_deref(), Ok(text));
        }
    }

    #[test]
    fn broken_documents_say_where() {
        for (json, at) in [
            ("{'a':1}", 1),
            ("{\"a\":1,}", 7),
            ("[1,]", 3),
            ("[1 2]", 3),
            ("01", 1),
            ("-x", 1),
            ("1.x", 2),
            ("trux", 3),
            ("[1]]", 3),
            ("{\"a\" 1}", 5),
            ("\"\u{1}\"", 1),
            ("undefined", 0),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(&format!("at position {at} ")), "{json}: {error}");
        }
        for json in ["", " ", "[", "{\"a\"", "\"abc", "tru", "-", "1e", "[1,"] {
            assert_eq!(read(json).unwrap_err(), "Unexpected end of JSON input", "{json}");
        }
        assert_eq!(
            read("{\n  \"é\": x\n}").unwrap_err(),
            "Unexpected token 'x' in JSON at position 9 (line 2 column 8)"
        );
    }

    #[test]
    fn nesting_is_limited_and_costs_no_stack() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read(&nested(500)).is_ok());
        assert_eq!(read(&nested(501)).unwrap_err(), "JSON is nested deeper than 500 levels");
        assert!(parse(nested(100_000).as_bytes(), usize::MAX, &mut Count).is_ok());
    }

    struct Count;

    impl Sink for Count {
        type Value = ();
        type Key = ();

        fn null(&mut self) {}
        fn boolean(&mut self, _: bool) {}
        fn number(&mut self, _: f64) {}
        fn string(&mut self, _: Text<'_>) {}
        fn key(&mut self, _: Text<'_>) {}
        fn array(&mut self, _: std::vec::Drain<'_, ()>) {}
        fn object(&mut self, _: std::vec::Drain<'_, ()>, _: std::vec::Drain<'_, ()>) {}
    }
}
