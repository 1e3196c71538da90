//! Building Boa's values from JSON text.

use std::vec::Drain;

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::string::JsStr;
use boa_engine::{Context, JsString, JsValue};
use codemode_guest_core::json::{Keys, ParseError, Sink, Text, parse};

/// Reads JSON text (WTF-8).
pub(crate) fn read(text: &[u8], nesting: usize, context: &mut Context) -> Result<JsValue, ParseError> {
    let prototype = context.intrinsics().constructors().object().prototype();
    let mut values = Values { context, prototype, keys: Keys::default(), wide: Wide::default() };
    parse(text, nesting, &mut values)
}

struct Values<'a> {
    context: &'a mut Context,
    prototype: JsObject,
    keys: Keys<PropertyKey>,
    wide: Wide,
}

/// Makes strings.
#[derive(Default)]
struct Wide(Vec<u16>);

impl Wide {
    fn text(&mut self, text: Text<'_>) -> JsString {
        if text.ascii {
            return JsString::from(JsStr::latin1(text.bytes));
        }
        self.0.clear();
        text.push_utf16(&mut self.0);
        JsString::from(self.0.as_slice())
    }
}

impl Sink for Values<'_> {
    type Value = JsValue;
    type Key = PropertyKey;

    fn null(&mut self) -> JsValue {
        JsValue::null()
    }

    fn boolean(&mut self, value: bool) -> JsValue {
        JsValue::new(value)
    }

    fn number(&mut self, value: f64) -> JsValue {
        JsValue::new(value)
    }

    fn string(&mut self, text: Text<'_>) -> JsValue {
        JsValue::new(self.wide.text(text))
    }

    fn key(&mut self, text: Text<'_>) -> PropertyKey {
        self.keys.get(text, |text| PropertyKey::from(self.wide.text(text)))
    }

    fn array(&mut self, elements: Drain<'_, JsValue>) -> JsValue {
        JsArray::from_iter(elements, self.context).into()
    }

    fn object(&mut self, keys: Drain<'_, PropertyKey>, values: Drain<'_, JsValue>) -> JsValue {
        let object = JsObject::new(self.context.root_shape(), self.prototype.clone(), OrdinaryObject).upcast();
        for (key, value) in keys.zip(values) {
            let property =
                PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
            object.insert_property(key, property);
        }
        object.into()
    }
}

/// A JavaScript string as WTF-8.
pub(crate) fn wtf8(text: &JsString) -> Vec<u8> {
    use boa_engine::string::JsStrVariant;

    match text.as_str().variant() {
        JsStrVariant::Latin1(bytes) if bytes.is_ascii() => bytes.to_vec(),
        JsStrVariant::Latin1(bytes) => bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes(),
        JsStrVariant::Utf16(units) => {
            let mut out = Vec::with_capacity(units.len());
            for unit in char::decode_utf16(units.iter().copied()) {
                match unit {
                    Ok(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                    Err(lone) => {
                        let unit = lone.unpaired_surrogate();
                        let tail = |shift: u32| 0x80 | (unit >> shift & 0x3F) as u8;
                        out.extend_from_slice(&[0xE0 | (unit >> 12) as u8, tail(6), tail(0)]);
                    }
                }
            }
            out
        }
    }
}
