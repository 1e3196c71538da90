//! Writing the engine's values as JSON text.

use codemode_guest_core::json::{Node, Place, Refused, Source, Text, push_quoted, push_quoted_utf16, write};
use rquickjs::function::This;
use rquickjs::{Ctx, Error, Exception, Value, qjs};

use crate::{captured, kinds};
use crate::text::{Utf8, with_atom};
use crate::values::{Key, Owned, context};

/// Writes the argument of a tool call.
pub(crate) fn write_arguments(value: &Value<'_>, nesting: usize) -> rquickjs::Result<Vec<u8>> {
    let mut out = Vec::with_capacity(256);
    let mut values = Values { ctx: value.ctx() };
    let result = write(Owned::of(value.as_raw()), "args", nesting, &mut values, &mut out);
    match result {
        Ok(()) => Ok(out),
        Err(Failed::Threw) => Err(Error::Exception),
        Err(Failed::Refused(message)) => Err(Exception::throw_type(value.ctx(), &message)),
    }
}

struct Values<'a, 'js> {
    ctx: &'a Ctx<'js>,
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

impl Source for Values<'_, '_> {
    type Value = Owned;
    type Key = Key;
    type Error = Failed;

    fn read(&mut self, value: Owned, place: Place<'_, Key>, out: &mut Vec<u8>) -> Result<Node<Owned, Key>, Failed> {
        let is_object = |value: &Owned| value.tag() == qjs::JS_TAG_OBJECT;
        let value = if is_object(&value) || is_bigint(&value) { self.to_json(value, place)? } else { value };
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
            _ if is_bigint(&value) => {
                Node::Unfit("a BigInt", "pass a string, or Number(value) where it is small enough")
            }
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

    fn same(&self, a: &Owned, b: &Owned) -> bool {
        // Both are objects, and the same one has the same address.
        a.raw() == b.raw()
    }

    fn write_key(&self, key: &Key, out: &mut Vec<u8>) {
        with_atom(key, |bytes| push_wtf8(bytes, out));
    }
}

impl Values<'_, '_> {
    /// The value that `toJSON` gives in its place.
    fn to_json(&mut self, value: Owned, place: Place<'_, Key>) -> Result<Owned, Failed> {
        let ctx = self.ctx;
        let object = value_of(ctx, &value);
        let method: Value<'_> = property(ctx, &value, "toJSON")?;
        let Some(method) = method.into_function() else { return Ok(value) };
        let key = match place {
            Place::Root => String::new(),
            Place::Index(index) => index.to_string(),
            Place::Key(key) => crate::text::atom_text(key),
        };
        let json: Value<'_> = method.call((This(object), key))?;
        Ok(Owned::of(json.as_raw()))
    }

    fn object(&self, value: Owned, out: &mut Vec<u8>) -> Result<Node<Owned, Key>, Failed> {
        let kind = kinds::kind_of(value.raw());
        if kind == "Object" && !is_array_like(&value) {
            let keys = own_keys(&value)?;
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
            "BigInt" | "Symbol" => return Ok(Node::Unfit("a boxed BigInt or Symbol", "")),
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
        if let Some((what, instead)) = unfit(kind, &value) {
            return Ok(Node::Unfit(what, instead));
        }
        let keys = own_keys(&value)?;
        Ok(Node::Object(value, keys))
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
