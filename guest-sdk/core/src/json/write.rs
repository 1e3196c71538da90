//! Writing engine values as JSON text: the arguments of a tool call, and what `JSON.stringify` gives a script.
//!
//! The rules are those of `JSON.stringify` (own enumerable string keys, `toJSON`, members without a JSON form left out). For
//! arguments, what it would lose in silence is refused with the path of the value: `NaN`, a `Map`, a `Promise`, bytes.

use std::collections::HashSet;

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

    /// What a value is: after its `toJSON` if it has one (called with its key or index), boxed primitives unwrapped. `holder`
    /// is the array or object that it was found in. A string is appended to `out`.
    fn read(
        &mut self,
        value: Self::Value,
        holder: Option<&Self::Value>,
        place: Place<'_, Self::Key>,
        out: &mut Vec<u8>,
    ) -> Result<Node<Self::Value, Self::Key>, Self::Error>;
    /// An element of an array. Runs the getter if there is one.
    fn element(&mut self, array: &Self::Value, index: u64) -> Result<Self::Value, Self::Error>;
    /// A member of an object. Runs the getter if there is one.
    fn member(&mut self, object: &Self::Value, key: &Self::Key) -> Result<Self::Value, Self::Error>;
    /// What tells an array or object from all others that are alive.
    fn address(&self, value: &Self::Value) -> usize;
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

/// How values are written.
#[derive(Clone, Copy, Debug)]
pub struct Style<'a> {
    /// Where values that JSON cannot carry are refused: what messages call the whole value, such as `args`.
    strict: Option<&'a str>,
    /// The nesting that is allowed.
    nesting: usize,
    /// What each level is indented by; empty for text without spaces.
    indent: &'a [u8],
}

impl<'a> Style<'a> {
    /// The arguments of a tool call.
    pub const fn arguments(nesting: usize) -> Self {
        Self { strict: Some("args"), nesting, indent: &[] }
    }

    /// As `JSON.stringify` writes.
    pub const fn stringify(indent: &'a [u8]) -> Self {
        Self { strict: None, nesting: super::PARSE_NESTING, indent }
    }

    fn root(&self) -> &'a str {
        self.strict.unwrap_or("value")
    }

    /// Starts a line `depth` levels deep, where there are lines.
    fn line(&self, depth: usize, out: &mut Vec<u8>) {
        if !self.indent.is_empty() {
            out.push(b'\n');
            for _ in 0..depth {
                out.extend_from_slice(self.indent);
            }
        }
    }
}

/// An array or object that is being written.
struct Open<V, K> {
    value: V,
    address: usize,
    /// `None` in an array.
    keys: Option<Vec<K>>,
    len: u64,
    /// The element or member that comes next.
    next: u64,
    /// Whether nothing was written into it so far.
    empty: bool,
}

/// What is open, outermost first.
struct Nest<V, K> {
    open: Vec<Open<V, K>>,
    /// The addresses of what is open, where looking through the list would take long.
    addresses: HashSet<usize>,
}

impl<V, K> Nest<V, K> {
    /// From so many levels on the addresses are in a set.
    const MANY: usize = 32;

    fn push(&mut self, open: Open<V, K>) {
        if self.open.len() == Self::MANY {
            self.addresses = self.open.iter().map(|open| open.address).collect();
        }
        if self.open.len() >= Self::MANY {
            self.addresses.insert(open.address);
        }
        self.open.push(open);
    }

    fn pop(&mut self) {
        if let Some(open) = self.open.pop()
            && self.open.len() >= Self::MANY
        {
            self.addresses.remove(&open.address);
        }
    }

    /// The level at which an array or object is open already.
    fn level(&self, address: usize) -> Option<usize> {
        if self.open.len() > Self::MANY && !self.addresses.contains(&address) {
            return None;
        }
        self.open.iter().position(|outer| outer.address == address)
    }
}

/// Writes `value` as JSON text. `false` where it has no JSON form and `style` lets that pass. Nothing is read twice.
pub fn write<S: Source>(
    value: S::Value,
    style: &Style<'_>,
    source: &mut S,
    out: &mut Vec<u8>,
) -> Result<bool, S::Error> {
    let mut nest = Nest { open: Vec::new(), addresses: HashSet::new() };
    let node = source.read(value, None, Place::Root, out)?;
    if matches!(node, Node::Absent) && style.strict.is_none() {
        return Ok(false);
    }
    enter(node, style, source, &mut nest, out)?;
    loop {
        let depth = nest.open.len();
        let Some(innermost) = nest.open.last_mut() else { return Ok(true) };
        if innermost.next == innermost.len {
            if !innermost.empty {
                style.line(depth - 1, out);
            }
            out.push(if innermost.keys.is_some() { b'}' } else { b']' });
            nest.pop();
            continue;
        }
        let index = innermost.next;
        innermost.next += 1;
        let before = out.len();
        if !innermost.empty {
            out.push(b',');
        }
        style.line(depth, out);
        let holder = &innermost.value;
        let node = match &innermost.keys {
            None => {
                let element = source.element(holder, index)?;
                match source.read(element, Some(holder), Place::Index(index), out)? {
                    Node::Absent => Node::Null,
                    node => node,
                }
            }
            Some(keys) => {
                let key = &keys[index as usize];
                source.write_key(key, out);
                out.push(b':');
                if !style.indent.is_empty() {
                    out.push(b' ');
                }
                let member = source.member(holder, key)?;
                source.read(member, Some(holder), Place::Key(key), out)?
            }
        };
        if matches!(node, Node::Absent) {
            out.truncate(before);
            continue;
        }
        innermost.empty = false;
        enter(node, style, source, &mut nest, out)?;
    }
}

/// Writes a scalar, or opens an array or object.
fn enter<S: Source>(
    node: Node<S::Value, S::Key>,
    style: &Style<'_>,
    source: &S,
    nest: &mut Nest<S::Value, S::Key>,
    out: &mut Vec<u8>,
) -> Result<(), S::Error> {
    let open = &nest.open;
    let refuse = |text: &str| Err(Refused(format!("{} {text}", path(style.root(), open, source))).into());
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
        Node::Number(_) if style.strict.is_none() => {
            out.extend_from_slice(b"null");
            return Ok(());
        }
        Node::Number(number) => {
            let shown = match () {
                () if number.is_nan() => "NaN",
                () if number > 0.0 => "Infinity",
                () => "-Infinity",
            };
            return refuse(&format!("is {shown}, which JSON cannot carry"));
        }
        Node::Written => return Ok(()),
        Node::Absent => return refuse("is undefined, a function or a symbol, which JSON cannot carry"),
        Node::Unfit(what, instead) => {
            let advice = if instead.is_empty() { String::new() } else { format!(": {instead}") };
            return refuse(&format!("is {what}, which JSON cannot carry{advice}"));
        }
        Node::Array(value, len) => (value, None, len),
        Node::Object(value, keys) => {
            let len = keys.len() as u64;
            (value, Some(keys), len)
        }
    };
    let address = source.address(&value);
    if let Some(at) = nest.level(address) {
        let (here, outer) = (path(style.root(), open, source), path(style.root(), &open[..at], source));
        return Err(Refused(match style.strict {
            Some(_) => format!("{here} refers back to {outer}: a cycle, which JSON cannot carry"),
            None => format!("Converting circular structure to JSON: {here} refers back to {outer}"),
        })
        .into());
    }
    if open.len() >= style.nesting {
        return refuse(&format!("is nested deeper than {} levels", style.nesting));
    }
    out.push(if keys.is_some() { b'{' } else { b'[' });
    nest.push(Open { value, address, keys, len, next: 0, empty: true });
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
