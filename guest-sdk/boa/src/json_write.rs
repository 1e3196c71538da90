//! Writing Boa's values as JSON text.

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::value::JsVariant;
use boa_engine::{Context, JsBigInt, JsError, JsNativeError, JsResult, JsString, JsSymbol, JsValue, js_string};
use codemode_guest_core::json::{Node, Place, Refused, Source, Style, push_quoted, push_quoted_utf16, write};

use crate::kinds::{self, Kind};

/// Writes the argument of a tool call.
pub(crate) fn write_arguments(value: JsValue, nesting: usize, context: &mut Context) -> JsResult<Vec<u8>> {
    let mut out = Vec::with_capacity(256);
    let result = write(value, &Style::arguments(nesting), &mut Values { context }, &mut out);
    result.map(|_| out).map_err(|error| error.0)
}

struct Values<'a> {
    context: &'a mut Context,
}

/// Only to say that a refusal is a `TypeError`.
struct Thrown(JsError);

impl From<JsError> for Thrown {
    fn from(error: JsError) -> Self {
        Self(error)
    }
}

impl From<Refused> for Thrown {
    fn from(refused: Refused) -> Self {
        Self(JsNativeError::typ().with_message(refused.0).into())
    }
}

impl Source for Values<'_> {
    type Value = JsValue;
    type Key = PropertyKey;
    type Error = Thrown;

    fn read(
        &mut self,
        value: JsValue,
        _: Option<&JsValue>,
        place: Place<'_, PropertyKey>,
        out: &mut Vec<u8>,
    ) -> Result<Node<JsValue, PropertyKey>, Thrown> {
        let value = if value.is_object() || value.is_bigint() { self.to_json(value, place)? } else { value };
        Ok(match value.variant() {
            JsVariant::Null => Node::Null,
            JsVariant::Undefined | JsVariant::Symbol(_) => Node::Absent,
            JsVariant::Boolean(value) => Node::Boolean(value),
            JsVariant::Integer32(number) => Node::Number(f64::from(number)),
            JsVariant::Float64(number) => Node::Number(number),
            JsVariant::String(text) => {
                push_text(text.as_str(), out);
                Node::Written
            }
            JsVariant::BigInt(_) => Node::Unfit("a BigInt", "pass a string, or Number(value) where it is small enough"),
            JsVariant::Object(object) => self.object(&object, value.clone(), out)?,
        })
    }

    fn element(&mut self, array: &JsValue, index: u64) -> Result<JsValue, Thrown> {
        let array = array.as_object().expect("arrays are objects");
        Ok(array.get(PropertyKey::from(index), self.context)?)
    }

    fn member(&mut self, object: &JsValue, key: &PropertyKey) -> Result<JsValue, Thrown> {
        let object = object.as_object().expect("objects are objects");
        Ok(object.get(key.clone(), self.context)?)
    }

    fn address(&self, value: &JsValue) -> usize {
        let object = value.as_object().expect("arrays and objects are objects");
        std::ptr::from_ref(&*object.borrow()).cast::<()>().addr()
    }

    fn write_key(&self, key: &PropertyKey, out: &mut Vec<u8>) {
        match key {
            PropertyKey::String(text) => push_text(text.as_str(), out),
            PropertyKey::Index(index) => push_quoted(index.get().to_string().as_bytes(), out),
            PropertyKey::Symbol(_) => unreachable!("only string keys are listed"),
        }
    }
}

impl Values<'_> {
    /// The value that `toJSON` gives in its place.
    fn to_json(&mut self, value: JsValue, place: Place<'_, PropertyKey>) -> JsResult<JsValue> {
        let holder = value.to_object(self.context)?;
        let method = holder.get(js_string!("toJSON"), self.context)?;
        let Some(method) = method.as_callable() else { return Ok(value) };
        let key = match place {
            Place::Root => js_string!(),
            Place::Index(index) => JsString::from(index.to_string()),
            Place::Key(key) => JsValue::from(key).to_string(self.context)?,
        };
        method.call(&value, &[key.into()], self.context)
    }

    fn object(&mut self, object: &JsObject, value: JsValue, out: &mut Vec<u8>) -> JsResult<Node<JsValue, PropertyKey>> {
        if object.is_callable() {
            return Ok(Node::Absent);
        }
        // Boxed primitives are what they box.
        if object.is::<f64>() {
            return Ok(Node::Number(value.to_number(self.context)?));
        }
        if object.is::<JsString>() {
            push_text(value.to_string(self.context)?.as_str(), out);
            return Ok(Node::Written);
        }
        if let Some(boolean) = object.downcast_ref::<bool>() {
            return Ok(Node::Boolean(*boolean));
        }
        if object.is::<JsBigInt>() || object.is::<JsSymbol>() {
            return Ok(Node::Unfit("a boxed BigInt or Symbol", ""));
        }
        if object.is_array() || self.is_array_proxy(object)? {
            let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
            return Ok(Node::Array(value, length));
        }
        if let Some((what, instead)) = unfit(kinds::kind_of(object)) {
            return Ok(Node::Unfit(what, instead));
        }
        Ok(Node::Object(value, self.keys(object)?))
    }

    fn is_array_proxy(&mut self, object: &JsObject) -> JsResult<bool> {
        if !kinds::is_proxy(object) {
            return Ok(false);
        }
        kinds::is_array(&object.clone().into(), self.context)
    }

    /// The own enumerable string keys, read once: through the traps of a proxy.
    fn keys(&mut self, object: &JsObject) -> JsResult<Vec<PropertyKey>> {
        kinds::own_keys(object, self.context)
    }
}

/// What `JSON.stringify` would turn into `{}` or into an object of numbered bytes, and what to write instead.
fn unfit(kind: Kind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Kind::Map => ("a Map", "use Object.fromEntries(map)"),
        Kind::Set => ("a Set", "use [...set]"),
        Kind::WeakMap | Kind::WeakSet | Kind::WeakRef => ("a weak collection", ""),
        Kind::Promise => ("a Promise", "await it first"),
        Kind::RegExp => ("a RegExp", "use its source"),
        Kind::Error => ("an Error", "use its message"),
        Kind::TypedArray => ("a typed array", "use [...bytes], or btoa for base64"),
        Kind::ArrayBuffer | Kind::SharedArrayBuffer | Kind::DataView => ("a buffer of bytes", "use btoa for base64"),
        Kind::Generator | Kind::AsyncGenerator | Kind::MapIterator | Kind::SetIterator => {
            ("an iterator", "use [...iterator]")
        }
        _ => return None,
    })
}

/// Appends a string in quotes.
pub(crate) fn push_text(text: JsStr<'_>, out: &mut Vec<u8>) {
    match text.variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => push_quoted(bytes, out),
        JsStrVariant::Latin1(bytes) => {
            let utf8: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            push_quoted(utf8.as_bytes(), out);
        }
        JsStrVariant::Utf16(units) => push_quoted_utf16(units, out),
    }
}
