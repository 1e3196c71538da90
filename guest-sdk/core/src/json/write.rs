//! Writing engine values as JSON text, once, as the arguments of a tool call.
//!
//! The rules are those of `JSON.stringify` (own enumerable string keys, `toJSON`, members without a JSON form left out),
//! except that what it would lose in silence is refused with the path of the value: `NaN`, a `Map`, a `Promise`, bytes.

use super::number::format_number;

/// What a value is to JSON. `V` is a value of the engine.
#[derive(Debug)]
pub enum Node<V, K> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string, already appended in quotes by [`Source::read`].
    Written,
    /// `undefined`, a function or a symbol: left out of objects, `null` in arrays.
    Absent,
    /// An array and its length.
    Array(V, u64),
    /// An object and its own enumerable string keys, in their order.
    Object(V, Vec<K>),
    /// Something that JSON would lose or garble: what it is ("a Map") and what to do instead (may be empty).
    Unfit(&'static str, &'static str),
}

/// Reads the values that [`write`] writes.
pub trait Source {
    /// A value of the engine.
    type Value;
    /// A property key of the engine.
    type Key;
    /// What the engine throws.
    type Error: From<Refused>;

    /// What a value is: after its `toJSON` if it has one (called with its key or index), boxed primitives unwrapped. A
    /// string is appended to `out`.
    fn read(
        &mut self,
        value: Self::Value,
        place: Place<'_, Self::Key>,
        out: &mut Vec<u8>,
    ) -> Result<Node<Self::Value, Self::Key>, Self::Error>;
    /// An element of an array. Runs the getter if there is one.
    fn element(&mut self, array: &Self::Value, index: u64) -> Result<Self::Value, Self::Error>;
    /// A member of an object. Runs the getter if there is one.
    fn member(&mut self, object: &Self::Value, key: &Self::Key) -> Result<Self::Value, Self::Error>;
    /// Whether both are the same object.
    fn same(&self, a: &Self::Value, b: &Self::Value) -> bool;
    /// Appends a key in quotes.
    fn write_key(&self, key: &Self::Key, out: &mut Vec<u8>);
}

/// Where a value was found.
#[derive(Debug)]
pub enum Place<'a, K> {
    /// It is the argument itself.
    Root,
    /// The element of an array.
    Index(u64),
    /// The member of an object.
    Key(&'a K),
}

/// A value that JSON cannot carry: the message of the `TypeError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// An array or object that is being written.
struct Open<V, K> {
    value: V,
    /// `None` in an array.
    keys: Option<Vec<K>>,
    len: u64,
    /// The element or member that comes next.
    next: u64,
    /// Whether nothing was written into it so far.
    empty: bool,
}

/// Writes `value` as JSON text. `root` names it in messages (`args`). Nothing is read twice.
pub fn write<S: Source>(
    value: S::Value,
    root: &str,
    nesting: usize,
    source: &mut S,
    out: &mut Vec<u8>,
) -> Result<(), S::Error> {
    let mut open: Vec<Open<S::Value, S::Key>> = Vec::new();
    let node = source.read(value, Place::Root, out)?;
    enter(node, root, nesting, source, &mut open, out)?;
    while let Some(innermost) = open.last_mut() {
        if innermost.next == innermost.len {
            out.push(if innermost.keys.is_some() { b'}' } else { b']' });
            open.pop();
            continue;
        }
        let index = innermost.next;
        innermost.next += 1;
        let before = out.len();
        if !innermost.empty {
            out.push(b',');
        }
        let node = match &innermost.keys {
            None => {
                let element = source.element(&innermost.value, index)?;
                match source.read(element, Place::Index(index), out)? {
                    Node::Absent => Node::Null,
                    node => node,
                }
            }
            Some(keys) => {
                let key = &keys[index as usize];
                source.write_key(key, out);
                out.push(b':');
                let member = source.member(&innermost.value, key)?;
                source.read(member, Place::Key(key), out)?
            }
        };
        if matches!(node, Node::Absent) {
            out.truncate(before);
            continue;
        }
        innermost.empty = false;
        enter(node, root, nesting, source, &mut open, out)?;
    }
    Ok(())
}

/// Writes a scalar, or opens an array or object.
fn enter<S: Source>(
    node: Node<S::Value, S::Key>,
    root: &str,
    nesting: usize,
    source: &S,
    open: &mut Vec<Open<S::Value, S::Key>>,
    out: &mut Vec<u8>,
) -> Result<(), S::Error> {
    let refuse = |open: &[_], text: &str| Err(Refused(format!("{} {text}", path(root, open, source))).into());
    let (value, keys, len) = match node {
        Node::Null => {
            out.extend_from_slice(b"null");
            return Ok(());
        }
        Node::Boolean(value) => {
            out.extend_from_slice(if value { b"true" } else { b"false" });
            return Ok(());
        }
        Node::Number(number) if number.is_finite() => {
            format_number(number, out);
            return Ok(());
        }
        Node::Number(number) => {
            let shown = match () {
                () if number.is_nan() => "NaN",
                () if number > 0.0 => "Infinity",
                () => "-Infinity",
            };
            return refuse(open, &format!("is {shown}, which JSON cannot carry"));
        }
        Node::Written => return Ok(()),
        Node::Absent => return refuse(open, "is undefined, a function or a symbol, which JSON cannot carry"),
        Node::Unfit(what, instead) => {
            let advice = if instead.is_empty() { String::new() } else { format!(": {instead}") };
            return refuse(open, &format!("is {what}, which JSON cannot carry{advice}"));
        }
        Node::Array(value, len) => (value, None, len),
        Node::Object(value, keys) => {
            let len = keys.len() as u64;
            (value, Some(keys), len)
        }
    };
    if let Some(at) = open.iter().position(|outer| source.same(&outer.value, &value)) {
        let outer = path(root, &open[..at], source);
        return refuse(open, &format!("refers back to {outer}: a cycle, which JSON cannot carry"));
    }
    if open.len() >= nesting {
        return refuse(open, &format!("is nested deeper than {nesting} levels"));
    }
    out.push(if keys.is_some() { b'{' } else { b'[' });
    open.push(Open { value, keys, len, next: 0, empty: true });
    Ok(())
}

/// The path of the value that is being written: `args.items[3].price`. A long one keeps its beginning and its end.
fn path<S: Source>(root: &str, open: &[Open<S::Value, S::Key>], source: &S) -> String {
    const SHOWN: usize = 8;
    let mut text = root.to_owned();
    for (depth, outer) in open.iter().enumerate() {
        if open.len() > 2 * SHOWN && depth == SHOWN {
            text.push('…');
        }
        if open.len() > 2 * SHOWN && (SHOWN..open.len() - SHOWN).contains(&depth) {
            continue;
        }
        let index = outer.next.saturating_sub(1);
        match &outer.keys {
            None => text.push_str(&format!("[{index}]")),
            Some(keys) => {
                let mut key = Vec::new();
                source.write_key(&keys[index as usize], &mut key);
                let quoted = String::from_utf8_lossy(&key);
                let plain = &quoted[1..quoted.len() - 1];
                if is_identifier(plain) {
                    text.push('.');
                    text.push_str(plain);
                } else {
                    text.push_str(&format!("[{}]", shorten(&quoted)));
                }
            }
        }
    }
    text
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn is_identifier(text: &str) -> bool {
    text.len() <= 60
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
}

#[cfg(test)]
mod tests;
