//! Writing the engine's values as JSON text: tool arguments, and `JSON.stringify`.

use std::cell::RefCell;

use codemode_guest_core::json::{Node, Place, Refused, Source, Style, Text, push_quoted, push_quoted_utf16, write};
use rquickjs::function::{Opt, This};
use rquickjs::{Ctx, Error, Function, Object, Value, qjs};

use crate::text::{Utf8, string, with_atom};
use crate::values::{Key, Owned, context};
use crate::{captured, errors, kinds};

/// Writes the argument of a tool call.
pub(crate) fn write_arguments(value: &Value<'_>, nesting: usize) -> rquickjs::Result<Vec<u8>> {
    let values = Values::new(value.ctx());
    Ok(values.write(value, &Style::arguments(nesting))?.expect("arguments have a JSON form"))
}

/// `JSON.stringify`
pub(crate) fn stringify<'js>(
    ctx: Ctx<'js>,
    value: Opt<Value<'js>>,
    replacer: Opt<Value<'js>>,
    space: Opt<Value<'js>>,
) -> rquickjs::Result<Value<'js>> {
    let undefined = || Value::new_undefined(ctx.clone());
    let value = value.0.unwrap_or_else(undefined);
    let replacer = replacer.0.unwrap_or_else(undefined);
    let names = match replacer.as_object() {
        Some(list) if kinds::is_array(list.as_raw()).ok_or(Error::Exception)? => Some(names_of(list)?),
        _ => None,
    };
    let indent = indent_of(&space.0.unwrap_or_else(undefined))?;
    let values = Values { strict: false, replacer: replacer.into_function(), names, ..Values::new(&ctx) };
    match values.write(&value, &Style::stringify(indent.as_bytes()))? {
        Some(text) => string(&ctx, &String::from_utf8_lossy(&text)),
        None => Ok(Value::new_undefined(ctx.clone())),
    }
}

/// The names in a list that `JSON.stringify` was given, each once.
fn names_of(list: &Object<'_>) -> rquickjs::Result<Vec<Key>> {
    let mut names: Vec<Key> = Vec::new();
    let length: f64 = list.get("length")?;
    let mut index = 0.0;
    while index < length {
        let item: Value<'_> = list.get(index.to_string())?;
        let boxed = matches!(kinds::kind_of(item.as_raw()), "String" | "Number");
        if item.is_string() || item.is_number() || boxed {
            let text = crate::text::to_text(&item)?;
            // SAFETY: passes a text and its length.
            let key = Key::take(unsafe { qjs::JS_NewAtomLen(context(), text.as_ptr().cast(), text.len() as _) });
            if names.iter().all(|name| name.raw() != key.raw()) {
                names.push(key);
            }
        }
        index += 1.0;
    }
    Ok(names)
}

/// What `JSON.stringify` indents by: at most ten characters.
fn indent_of(space: &Value<'_>) -> rquickjs::Result<String> {
    const MOST: usize = 10;
    let kind = kinds::kind_of(space.as_raw());
    if space.is_number() || kind == "Number" {
        let mut count = 0.0;
        // SAFETY: the value is alive; it may run `valueOf`, as the language has it.
        if unsafe { qjs::JS_ToFloat64(context(), &raw mut count, space.as_raw()) } < 0 {
            return Err(Error::Exception);
        }
        #[expect(clippy::cast_sign_loss, reason = "from 0 to 10")]
        let count = if count >= 1.0 { count.min(MOST as f64) as usize } else { 0 };
        return Ok(" ".repeat(count));
    }
    if space.is_string() || kind == "String" {
        return Ok(crate::text::to_text(space)?.chars().take(MOST).collect());
    }
    Ok(String::new())
}

struct Values<'a, 'js> {
    ctx: &'a Ctx<'js>,
    /// Whether what JSON loses is refused.
    strict: bool,
    replacer: Option<Function<'js>>,
    /// The members that are written; all where it is not set.
    names: Option<Vec<Key>>,
    /// `toJSON`
    to_json: Key,
    /// Keys in quotes, by the key's number: rows of a table have the same few again and again.
    quoted: RefCell<Vec<Option<(Key, Box<[u8]>)>>>,
}

/// How many keys are remembered.
const KEYS: usize = 64;

impl<'a, 'js> Values<'a, 'js> {
    fn new(ctx: &'a Ctx<'js>) -> Self {
        const TO_JSON: &str = "toJSON";
        // SAFETY: passes a text and its length.
        let to_json = Key::take(unsafe { qjs::JS_NewAtomLen(context(), TO_JSON.as_ptr().cast(), TO_JSON.len() as _) });
        Self { ctx, strict: true, replacer: None, names: None, to_json, quoted: RefCell::new(vec![None; KEYS]) }
    }

    fn write(mut self, value: &Value<'_>, style: &Style<'_>) -> rquickjs::Result<Option<Vec<u8>>> {
        let mut out = Vec::with_capacity(256);
        match write(Owned::of(value.as_raw()), style, &mut self, &mut out) {
            Ok(true) => Ok(Some(out)),
            Ok(false) => Ok(None),
            Err(Failed::Threw) => Err(Error::Exception),
            Err(Failed::Refused(message)) => Err(self.ctx.throw(errors::type_error(self.ctx, &message)?)),
        }
    }
}

enum Failed {
    /// The context holds the exception.
    Threw,
    Refused(String),
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused.0)
    }
}

impl From<Error> for Failed {
    fn from(_: Error) -> Self {
        Self::Threw
    }
}

impl<'js> Source for Values<'_, 'js> {
    type Value = Owned;
    type Key = Key;
    type Error = Failed;

    fn read(
        &mut self,
        value: Owned,
        holder: Option<&Owned>,
        place: Place<'_, Key>,
        out: &mut Vec<u8>,
    ) -> Result<Node<Owned, Key>, Failed> {
        let is_object = |value: &Owned| value.tag() == qjs::JS_TAG_OBJECT;
        let mut value = value;
        if is_object(&value) || is_bigint(&value) {
            value = self.to_json(value, &place)?;
        }
        if let Some(replacer) = &self.replacer {
            value = self.replaced(replacer, value, holder, &place)?;
        }
        Ok(match value.tag() {
            qjs::JS_TAG_NULL => Node::Null,
            // SAFETY: the tags say what the value is.
            qjs::JS_TAG_BOOL => Node::Boolean(unsafe { qjs::JS_VALUE_GET_BOOL(value.raw()) }),
            // SAFETY: as above.
            qjs::JS_TAG_INT => Node::Number(f64::from(unsafe { qjs::JS_VALUE_GET_INT(value.raw()) })),
            // SAFETY: as above.
            qjs::JS_TAG_FLOAT64 => Node::Number(unsafe { qjs::JS_VALUE_GET_FLOAT64(value.raw()) }),
            qjs::JS_TAG_STRING | qjs::JS_TAG_STRING_ROPE => {
                push_text(&value, out)?;
                Node::Written
            }
            qjs::JS_TAG_OBJECT => self.object(value, out)?,
            _ if is_bigint(&value) && self.strict => {
                Node::Unfit("a BigInt", "pass a string, or Number(value) where it is small enough")
            }
            _ if is_bigint(&value) => return Err(Failed::Refused("Do not know how to serialize a BigInt".into())),
            _ => Node::Absent,
        })
    }

    fn element(&mut self, array: &Owned, index: u64) -> Result<Owned, Failed> {
        // SAFETY: the array is alive.
        let element = unsafe { qjs::JS_GetPropertyInt64(context(), array.raw(), index.cast_signed()) };
        Owned::take(element).ok_or(Failed::Threw)
    }

    fn member(&mut self, object: &Owned, key: &Key) -> Result<Owned, Failed> {
        // SAFETY: the object and the key are alive.
        let member = unsafe { qjs::JS_GetProperty(context(), object.raw(), key.raw()) };
        Owned::take(member).ok_or(Failed::Threw)
    }

    fn address(&self, value: &Owned) -> usize {
        // SAFETY: an array or object is a pointer.
        unsafe { qjs::JS_VALUE_GET_PTR(value.raw()) }.addr()
    }

    fn write_key(&self, key: &Key, out: &mut Vec<u8>) {
        let slot = key.raw() as usize % KEYS;
        if let Some((known, text)) = &self.quoted.borrow()[slot]
            && known.raw() == key.raw()
        {
            return out.extend_from_slice(text);
        }
        let start = out.len();
        with_atom(key, |bytes| push_wtf8(bytes, out));
        self.quoted.borrow_mut()[slot] = Some((key.clone(), out[start..].into()));
    }
}

impl<'js> Values<'_, 'js> {
    /// The value that `toJSON` gives in its place.
    fn to_json(&self, value: Owned, place: &Place<'_, Key>) -> Result<Owned, Failed> {
        let ctx = self.ctx;
        // SAFETY: the value and the key are alive.
        let method = unsafe { qjs::JS_GetProperty(context(), value.raw(), self.to_json.raw()) };
        let method = Owned::take(method).ok_or(Failed::Threw)?;
        if method.tag() != qjs::JS_TAG_OBJECT {
            return Ok(value);
        }
        let Some(method) = value_of(ctx, &method).into_function() else { return Ok(value) };
        let object = value_of(ctx, &value);
        let json: Value<'_> = method.call((This(object), name_of(place)))?;
        Ok(Owned::of(json.as_raw()))
    }

    /// The value that the script's function gives in its place.
    fn replaced(
        &self,
        replacer: &Function<'js>,
        value: Owned,
        holder: Option<&Owned>,
        place: &Place<'_, Key>,
    ) -> Result<Owned, Failed> {
        let ctx = self.ctx;
        let value = value_of(ctx, &value);
        let holder = match holder {
            Some(holder) => value_of(ctx, holder),
            None => {
                let wrapper = Object::new(ctx.clone())?;
                wrapper.set("", value.clone())?;
                wrapper.into_value()
            }
        };
        let replaced: Value<'_> = replacer.call((This(holder), name_of(place), value))?;
        Ok(Owned::of(replaced.as_raw()))
    }

    fn object(&self, value: Owned, out: &mut Vec<u8>) -> Result<Node<Owned, Key>, Failed> {
        let kind = kinds::kind_of(value.raw());
        if kind == "Object" && !is_array_like(&value) {
            let keys = self.keys(&value)?;
            return Ok(Node::Object(value, keys));
        }
        match kind {
            "Function" => return Ok(Node::Absent),
            // Boxed primitives are what they box.
            "Number" => {
                let mut number = 0.0;
                // SAFETY: the object is alive; it may run `valueOf`, as the language has it.
                if unsafe { qjs::JS_ToFloat64(context(), &raw mut number, value.raw()) } < 0 {
                    return Err(Failed::Threw);
                }
                return Ok(Node::Number(number));
            }
            "String" => {
                push_text(&value, out)?;
                return Ok(Node::Written);
            }
            "Boolean" => {
                let boxed = value_of(self.ctx, &value);
                let value_of = captured::function(self.ctx, |all| &all.boolean_value_of);
                return Ok(Node::Boolean(value_of.call((This(boxed),))?));
            }
            "BigInt" | "Symbol" if self.strict => return Ok(Node::Unfit("a boxed BigInt or Symbol", "")),
            "BigInt" => return Err(Failed::Refused("Do not know how to serialize a BigInt".into())),
            "RawJSON" => {
                let text: Value<'_> = property(self.ctx, &value, "rawJSON")?;
                out.extend_from_slice(Utf8::of(text.as_raw()).ok_or(Failed::Threw)?.bytes());
                return Ok(Node::Written);
            }
            _ => {}
        }
        if kinds::is_array(value.raw()).ok_or(Failed::Threw)? {
            let mut length = 0;
            // SAFETY: the object is alive.
            if unsafe { qjs::JS_GetLength(context(), value.raw(), &raw mut length) } < 0 {
                return Err(Failed::Threw);
            }
            return Ok(Node::Array(value, length.max(0).cast_unsigned()));
        }
        if self.strict
            && let Some((what, instead)) = unfit(kind, &value)
        {
            return Ok(Node::Unfit(what, instead));
        }
        let keys = self.keys(&value)?;
        Ok(Node::Object(value, keys))
    }

    fn keys(&self, object: &Owned) -> Result<Vec<Key>, Failed> {
        match &self.names {
            Some(names) => Ok(names.clone()),
            None => own_keys(object),
        }
    }
}

/// The key under which a value was found, as `toJSON` and the script's function get it.
fn name_of(place: &Place<'_, Key>) -> String {
    match place {
        Place::Root => String::new(),
        Place::Index(index) => index.to_string(),
        Place::Key(key) => crate::text::atom_text(key),
    }
}

fn is_array_like(value: &Owned) -> bool {
    // SAFETY: the value is alive.
    unsafe { qjs::JS_IsArray(value.raw()) || qjs::JS_GetTypedArrayType(value.raw()) >= 0 }
}

fn is_bigint(value: &Owned) -> bool {
    matches!(value.tag(), qjs::JS_TAG_BIG_INT | qjs::JS_TAG_SHORT_BIG_INT)
}

fn value_of<'js>(ctx: &Ctx<'js>, value: &Owned) -> Value<'js> {
    // SAFETY: hands over a reference of its own.
    unsafe { Value::from_raw(ctx.clone(), Owned::of(value.raw()).into_raw()) }
}

/// A property of any value, as an expression reads it.
fn property<'js>(ctx: &Ctx<'js>, value: &Owned, name: &str) -> Result<Value<'js>, Failed> {
    // SAFETY: the value is alive, and the name's length is passed.
    unsafe {
        let key = Key::take(qjs::JS_NewAtomLen(context(), name.as_ptr().cast(), name.len() as _));
        let found = Owned::take(qjs::JS_GetProperty(context(), value.raw(), key.raw())).ok_or(Failed::Threw)?;
        Ok(Value::from_raw(ctx.clone(), found.into_raw()))
    }
}

/// The own enumerable string keys, read once: through the traps of a proxy.
fn own_keys(object: &Owned) -> Result<Vec<Key>, Failed> {
    let mut list: *mut qjs::JSPropertyEnum = std::ptr::null_mut();
    let mut len = 0;
    let flags = (qjs::JS_GPN_STRING_MASK | qjs::JS_GPN_ENUM_ONLY) as i32;
    // SAFETY: the object is alive; the list is the engine's, has `len` entries, and its keys are taken over.
    unsafe {
        if qjs::JS_GetOwnPropertyNames(context(), &raw mut list, &raw mut len, object.raw(), flags) < 0 {
            return Err(Failed::Threw);
        }
        let keys = (0..len as usize).map(|index| Key::take((*list.add(index)).atom)).collect();
        qjs::js_free(context(), list.cast());
        Ok(keys)
    }
}

/// What `JSON.stringify` would turn into `{}` or into an object of numbered bytes, and what to write instead.
fn unfit(kind: &str, value: &Owned) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "Map" => ("a Map", "use Object.fromEntries(map)"),
        "Set" => ("a Set", "use [...set]"),
        "WeakMap" | "WeakSet" | "WeakRef" => ("a weak collection", ""),
        "Promise" => ("a Promise", "await it first"),
        "RegExp" => ("a RegExp", "use its source"),
        "Error" => ("an Error", "use its message"),
        "ArrayBuffer" | "SharedArrayBuffer" | "DataView" => ("a buffer of bytes", "use btoa for base64"),
        "Generator" | "AsyncGenerator" | "MapIterator" | "SetIterator" => ("an iterator", "use [...iterator]"),
        // SAFETY: the value is alive.
        _ if unsafe { qjs::JS_GetTypedArrayType(value.raw()) } >= 0 => {
            ("a typed array", "use [...bytes], or btoa for base64")
        }
        _ => return None,
    })
}

/// Appends a string in quotes.
fn push_text(value: &Owned, out: &mut Vec<u8>) -> Result<(), Failed> {
    let text = Utf8::of(value.raw()).ok_or(Failed::Threw)?;
    push_wtf8(text.bytes(), out);
    Ok(())
}

fn push_wtf8(bytes: &[u8], out: &mut Vec<u8>) {
    if std::str::from_utf8(bytes).is_ok() {
        return push_quoted(bytes, out);
    }
    let mut units = Vec::with_capacity(bytes.len());
    Text { bytes, ascii: false }.push_utf16(&mut units);
    push_quoted_utf16(&units, out);
}
