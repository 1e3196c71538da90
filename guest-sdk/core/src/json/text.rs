//! Strings in JSON text.
//!
//! Text is WTF-8: UTF-8 in which a lone surrogate may stand as its own three bytes. JavaScript strings may hold such, and
//! `JSON.parse` must give them back; what goes to the host is escaped, so that it is always UTF-8.

/// A string that was read, its escapes resolved.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// WTF-8.
    pub bytes: &'a [u8],
    /// Whether every byte is ASCII.
    pub ascii: bool,
}

impl Text<'_> {
    /// The UTF-16 code units, appended.
    pub fn push_utf16(&self, out: &mut Vec<u16>) {
        let mut rest = self.bytes;
        while let [first, ..] = *rest {
            let len = match first {
                0..0x80 => 1,
                0xC0..0xE0 => 2,
                0xE0..0xF0 => 3,
                _ => 4,
            };
            // Checked when it was read; a cut sequence cannot be here.
            let (unit, tail) = rest.split_at(len.min(rest.len()));
            rest = tail;
            let bits = |byte: u8| u32::from(byte & 0x3F);
            match *unit {
                [a] => out.push(u16::from(a)),
                [a, b] => out.push((u32::from(a & 0x1F) << 6 | bits(b)) as u16),
                [a, b, c] => out.push((u32::from(a & 0x0F) << 12 | bits(b) << 6 | bits(c)) as u16),
                [a, b, c, d] => {
                    let point = u32::from(a & 0x07) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d);
                    let point = char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
                    out.extend_from_slice(point.encode_utf16(&mut [0; 2]));
                }
                _ => {}
            }
        }
    }
}

/// What stands in the way of a string being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The text ended inside the string.
    End,
    /// The byte at this offset from the string's first quote may not be there.
    At(usize),
}

/// Reads the string whose opening quote is `bytes[0]`. Gives its text and its length with both quotes. Strings without
/// escapes are borrowed; others are resolved into `scratch`.
pub(super) fn scan_string<'a>(bytes: &'a [u8], scratch: &'a mut Vec<u8>) -> Result<(Text<'a>, usize), Broken> {
    let mut ascii = true;
    let mut at = 1;
    loop {
        at += plain_run(&bytes[at..], &mut ascii);
        match bytes.get(at) {
            Some(b'"') => return Ok((Text { bytes: &bytes[1..at], ascii }, at + 1)),
            Some(b'\\') => break,
            Some(_) => return Err(Broken::At(at)),
            None => return Err(Broken::End),
        }
    }

    scratch.clear();
    scratch.extend_from_slice(&bytes[1..at]);
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok((Text { bytes: scratch, ascii }, at + 1)),
            Some(b'\\') => at += resolve_escape(bytes, at, scratch, &mut ascii)?,
            Some(0..0x20) => return Err(Broken::At(at)),
            Some(_) => {
                let run = plain_run(&bytes[at..], &mut ascii);
                scratch.extend_from_slice(&bytes[at..at + run]);
                at += run;
            }
            None => return Err(Broken::End),
        }
    }
}

/// The length of the run of bytes that stand for themselves.
fn plain_run(bytes: &[u8], ascii: &mut bool) -> usize {
    let mut high = 0;
    let mut len = 0;
    // Eight bytes at a time: stops at the first word with a quote, a backslash or a control character in it.
    while let Some(word) = bytes.get(len..len + 8) {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        if has_special(word) {
            break;
        }
        high |= word;
        len += 8;
    }
    for byte in &bytes[len..] {
        if matches!(byte, b'"' | b'\\' | 0..0x20) {
            break;
        }
        high |= u64::from(*byte);
        len += 1;
    }
    *ascii &= high & HIGH == 0;
    len
}

const HIGH: u64 = 0x8080_8080_8080_8080;
const ONES: u64 = 0x0101_0101_0101_0101;

/// Whether a byte of the word is `"`, `\` or below 0x20.
fn has_special(word: u64) -> bool {
    let zero_in = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
    let below_space = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
    zero_in(word ^ (ONES * 0x22)) | zero_in(word ^ (ONES * 0x5C)) | below_space != 0
}

/// Resolves the escape whose backslash is at `at`; gives its length. An escaped pair of surrogates becomes one character.
fn resolve_escape(bytes: &[u8], at: usize, out: &mut Vec<u8>, ascii: &mut bool) -> Result<usize, Broken> {
    let plain = match bytes.get(at + 1) {
        Some(b'"') => b'"',
        Some(b'\\') => b'\\',
        Some(b'/') => b'/',
        Some(b'b') => 8,
        Some(b'f') => 12,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'u') => {
            let first = hex4(bytes, at + 2)?;
            *ascii &= first < 0x80;
            if (0xD800..0xDC00).contains(&first)
                && bytes.get(at + 6..at + 8) == Some(b"\\u")
                && let Ok(second @ 0xDC00..0xE000) = hex4(bytes, at + 8)
            {
                push_wtf8(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), out);
                return Ok(12);
            }
            push_wtf8(first, out);
            return Ok(6);
        }
        Some(_) => return Err(Broken::At(at + 1)),
        None => return Err(Broken::End),
    };
    out.push(plain);
    Ok(2)
}

fn hex4(bytes: &[u8], at: usize) -> Result<u32, Broken> {
    let mut value = 0;
    for i in at..at + 4 {
        let digit = bytes.get(i).ok_or(Broken::End)?;
        let digit = char::from(*digit).to_digit(16).ok_or(Broken::At(i))?;
        value = value << 4 | digit;
    }
    Ok(value)
}

fn push_wtf8(point: u32, out: &mut Vec<u8>) {
    let tail = |shift: u32| 0x80 | (point >> shift & 0x3F) as u8;
    match point {
        0..0x80 => out.push(point as u8),
        0x80..0x800 => out.extend_from_slice(&[0xC0 | (point >> 6) as u8, tail(0)]),
        0x800..0x10000 => out.extend_from_slice(&[0xE0 | (point >> 12) as u8, tail(6), tail(0)]),
        _ => out.extend_from_slice(&[0xF0 | (point >> 18) as u8, tail(12), tail(6), tail(0)]),
    }
}

/// Appends a string in quotes, from UTF-8.
pub fn push_quoted(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut start = 0;
    let mut ascii = true;
    loop {
        let end = start + plain_run(&text[start..], &mut ascii);
        out.extend_from_slice(&text[start..end]);
        let Some(byte) = text.get(end) else { break };
        push_escaped(*byte, out);
        start = end + 1;
    }
    out.push(b'"');
}

/// Appends a string in quotes, from UTF-16. A lone surrogate becomes `\udXXX`, as `JSON.stringify` writes it.
pub fn push_quoted_utf16(text: &[u16], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok(c @ ('"' | '\\' | '\0'..='\x1f')) => push_escaped(c as u8, out),
            Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(lone) => out.extend_from_slice(format!("\\u{:04x}", lone.unpaired_surrogate()).as_bytes()),
        }
    }
    out.push(b'"');
}

fn push_escaped(byte: u8, out: &mut Vec<u8>) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        8 => b'b',
        12 => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<(Vec<u16>, bool, usize), Broken> {
        let mut scratch = Vec::new();
        let (text, len) = scan_string(json.as_bytes(), &mut scratch)?;
        let mut units = Vec::new();
        text.push_utf16(&mut units);
        Ok((units, text.ascii, len))
    }

    #[test]
    fn strings_are_read_with_their_escapes() {
        let utf16 = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        assert_eq!(read("\"plain text over eight\" rest"), Ok((utf16("plain text over eight"), true, 23)));
        assert_eq!(read(r#""a\n\"\u0041""#), Ok((utf16("a\n\"A"), true, 13)));
        assert_eq!(read(r#""é\ud83d\ude00""#), Ok((utf16("é😀"), false, 16)));
        assert_eq!(read(r#""\ud83d!""#), Ok((vec![0xD83D, 0x21], false, 9)));
        assert_eq!(read("\"𠮷\u{2028}\""), Ok((utf16("𠮷\u{2028}"), false, 9)));
    }

    #[test]
    fn broken_strings_say_where() {
        assert_eq!(read("\"abc"), Err(Broken::End));
        assert_eq!(read("\"a\nb\""), Err(Broken::At(2)));
        assert_eq!(read("\"12345678\u{1}\""), Err(Broken::At(9)));
        assert_eq!(read(r#""\x41""#), Err(Broken::At(2)));
        assert_eq!(read(r#""\u00g0""#), Err(Broken::At(5)));
    }

    #[test]
    fn strings_are_written_with_escapes() {
        let mut out = Vec::new();
        push_quoted("tab\t \"q\" é \u{7}".as_bytes(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"tab\\t \\\"q\\\" é \\u0007\"");
        let mut out = Vec::new();
        push_quoted_utf16(&[0x61, 0xDC00, 0xD83D, 0xDE00, 0xD83D], &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "\"a\\udc00😀\\ud83d\"");
    }
}
