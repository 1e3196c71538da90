//! What is shown of text and JSON that is too long: text as its head and its tail, JSON without some of its items, with the
//! counts. Never in silence: a notice stands first.

use std::fmt::Write as _;

use serde_json::Value;

/// A short view of a long text, with a notice first: what is missing, and `whole`, which says where the rest is.
pub(crate) fn text(text: &str, most: usize, whole: &str) -> String {
    let half = most / 2;
    if text.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (text.floor_char_boundary(half), text.ceil_char_boundary(text.len() - half));
    let missing = tail.saturating_sub(head);
    let (head, tail) = (text.get(..head).unwrap_or_default(), text.get(tail..).unwrap_or_default());
    format!("[{missing} of {} bytes are left out in the middle{whole}]\n{head}\n…\n{tail}", text.len())
}

/// A short view of long JSON that is still JSON, with a notice first: which arrays, objects and strings lack how much.
pub(crate) fn json(json: &str, most: usize, whole: &str) -> String {
    let mut cut = Cut { missing: Vec::new(), unlisted: 0 };
    let shown = cut.value(json.trim(), most, "", 0);
    let mut notice = String::from("[left out: ");
    notice.push_str(&cut.missing.join("; "));
    if cut.unlisted > 0 {
        // Writing to a string cannot fail.
        let _ = write!(notice, "; and {} more", cut.unlisted);
    }
    format!("{notice}{whole}]\n{shown}")
}

/// The items of an array or the members of an object, as JSON text has them: `1`, or `"a":1`. The text must be well-formed.
pub(crate) struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    /// Those of an array.
    pub(crate) fn of_array(json: &'a str) -> Option<Self> {
        Some(Self { rest: json.trim().strip_prefix('[')?.strip_suffix(']')? })
    }

    /// Those of an object.
    pub(crate) fn of_object(json: &'a str) -> Option<Self> {
        Some(Self { rest: json.trim().strip_prefix('{')?.strip_suffix('}')? })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.trim_start().is_empty() {
            return None;
        }
        let end = first_outside(self.rest, b',').unwrap_or(self.rest.len());
        let (part, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest.get(1..).unwrap_or_default();
        Some(part.trim())
    }
}

/// Where the first such byte is that stands in no string, array or object.
fn first_outside(json: &str, wanted: u8) -> Option<usize> {
    let mut depth = 0_u32;
    let mut bytes = json.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            _ if byte == wanted && depth == 0 => return Some(at),
            b'[' | b'{' => depth = depth.saturating_add(1),
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some((_, byte)) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// What was left out so far.
struct Cut {
    missing: Vec<String>,
    unlisted: usize,
}

impl Cut {
    /// Places that the notice lists.
    const LISTED: usize = 5;
    /// Deeper values are left out as a whole: what is cut recurses.
    const DEPTH: u32 = 64;
    /// Bytes that are worth showing of a value.
    const LEAST: usize = 32;

    /// The value in at most so many bytes, roughly.
    fn value(&mut self, json: &str, most: usize, path: &str, depth: u32) -> String {
        if json.len() <= most {
            return json.to_owned();
        }
        if depth >= Self::DEPTH {
            self.note(path, "a value that is nested deep");
            return "null".into();
        }
        match json.as_bytes().first() {
            Some(b'[') => self.array(json, most, path, depth),
            Some(b'{') => self.object(json, most, path, depth),
            Some(b'"') => self.string(json, most, path),
            // A number of so many digits.
            _ => {
                self.note(path, "a number");
                "null".into()
            }
        }
    }

    fn array(&mut self, json: &str, most: usize, path: &str, depth: u32) -> String {
        let mut out = String::from("[");
        let (mut kept, mut total) = (0_usize, 0_usize);
        let mut full = false;
        for item in Parts::of_array(json).into_iter().flatten() {
            let room = most.saturating_sub(out.len() + 2);
            full |= item.len() > room && (total > 0 || room < Self::LEAST);
            if !full {
                out.push_str(if kept > 0 { "," } else { "" });
                let part = self.value(item, room, &format!("{path}[{total}]"), depth + 1);
                out.push_str(&part);
                kept += 1;
            }
            total += 1;
        }
        if kept < total {
            self.note(path, &format!("{} of {total} items", total - kept));
        }
        out.push(']');
        out
    }

    fn object(&mut self, json: &str, most: usize, path: &str, depth: u32) -> String {
        let members = || Parts::of_object(json).into_iter().flatten();
        // What is small is shown whole, and what is large shares the rest.
        let small = most / 8;
        let (mut taken, mut large) = (2, 0_usize);
        for member in members() {
            if member.len() <= small { taken += member.len() + 1 } else { large += 1 }
        }
        let share = most.saturating_sub(taken) / large.max(1);
        let mut out = String::from("{");
        let (mut kept, mut total) = (0_usize, 0_usize);
        for member in members() {
            total += 1;
            let room = most.saturating_sub(out.len() + 2);
            let (name, value) = member.split_at_checked(first_outside(member, b':').unwrap_or(0)).unwrap_or_default();
            let value = value.get(1..).unwrap_or_default().trim();
            let most = if member.len() <= small { member.len() } else { share.saturating_sub(name.len() + 2) };
            if name.len() + 1 + most.min(value.len()) > room || most < value.len().min(Self::LEAST) {
                continue;
            }
            let unquoted = name.trim().trim_matches('"');
            let inner = if path.is_empty() { unquoted.to_owned() } else { format!("{path}.{unquoted}") };
            let part = self.value(value, most, &inner, depth + 1);
            let _ = write!(out, "{}{}:{part}", if kept > 0 { "," } else { "" }, name.trim());
            kept += 1;
        }
        if kept < total {
            self.note(path, &format!("{} of {total} members", total - kept));
        }
        out.push('}');
        out
    }

    fn string(&mut self, json: &str, most: usize, path: &str) -> String {
        let whole: String = serde_json::from_str(json).unwrap_or_default();
        // Escapes are at most six bytes for one.
        let mut end = whole.floor_char_boundary(most.saturating_sub(5));
        loop {
            let head = whole.get(..end).unwrap_or_default();
            let shown = Value::from(format!("{head}…")).to_string();
            if shown.len() <= most || end == 0 {
                self.note(path, &format!("{} of {} bytes", whole.len() - end, whole.len()));
                return shown;
            }
            end = whole.floor_char_boundary(end / 2);
        }
    }

    fn note(&mut self, path: &str, what: &str) {
        if self.missing.len() >= Self::LISTED {
            self.unlisted += 1;
            return;
        }
        let path = path.get(..path.floor_char_boundary(100)).unwrap_or_default();
        self.missing.push(if path.is_empty() { what.to_owned() } else { format!("{what} of `{path}`") });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_keeps_head_and_tail_and_says_so_first() {
        let long = format!("begin {} end", "ä".repeat(1_000));
        let shown = text(&long, 100, "; see x");
        assert!(shown.starts_with("[1910 of 2010 bytes are left out in the middle; see x]\nbegin ä"), "{shown}");
        assert!(shown.ends_with("ä end"), "{shown}");
    }

    /// The notice, and the JSON behind it.
    fn cut(value: &Value, most: usize) -> (String, Value) {
        let shown = super::json(&value.to_string(), most, "");
        let (notice, rest) = shown.split_once('\n').unwrap();
        assert!(rest.len() <= most + 8, "{} bytes of {most}", rest.len());
        (notice.to_owned(), serde_json::from_str(rest).unwrap())
    }

    #[test]
    fn json_loses_whole_items_and_stays_json() {
        let rows: Vec<Value> = (0..1_000).map(|id| json!({ "id": id, "name": "a, b]" })).collect();
        let (notice, shown) = cut(&json!(rows), 200);
        assert_eq!(shown[0], rows[0]);
        let kept = shown.as_array().unwrap().len();
        assert_eq!(notice, format!("[left out: {} of 1000 items]", 1_000 - kept));

        let (notice, shown) = cut(&json!({ "total": 1_000, "rows": rows, "text": "x".repeat(9_000) }), 400);
        assert_eq!(shown["total"], 1_000);
        assert!(shown["rows"].as_array().unwrap().len() > 1, "{shown}");
        assert!(notice.contains("items of `rows`") && notice.contains("bytes of `text`"), "{notice}");
    }

    #[test]
    fn odd_json_stays_json() {
        let deep = (0..100).fold(json!("x".repeat(500)), |inner, _| json!([inner]));
        for value in [
            deep,
            json!("\u{1}".repeat(1_000)),
            json!({ "a".repeat(1_000): 1, "b": [[], {}, "\\\"" ] }),
            json!([vec![0; 1_000], vec![1; 1_000]]),
            json!((0..2_000).map(|n| (n.to_string(), json!(n))).collect::<serde_json::Map<_, _>>()),
        ] {
            cut(&value, 120);
        }
    }

    #[test]
    fn parts_are_those_of_the_text() {
        let parts: Vec<&str> = Parts::of_array(r#"[1, "a,]\"", {"b": [2, 3]} , []]"#).unwrap().collect();
        assert_eq!(parts, ["1", r#""a,]\"""#, r#"{"b": [2, 3]}"#, "[]"]);
        assert_eq!(Parts::of_array("[ ]").unwrap().count(), 0);
        let members: Vec<&str> = Parts::of_object(r#"{"a:,": 1, "b": {"c": 2}}"#).unwrap().collect();
        assert_eq!(members, [r#""a:,": 1"#, r#""b": {"c": 2}"#]);
    }
}
