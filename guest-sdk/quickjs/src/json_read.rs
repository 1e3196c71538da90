//! Building the engine's values from JSON text.

use std::vec::Drain;

use codemode_guest_core::json::{Keys, ParseError, Sink, Text, parse};
use rquickjs::{Ctx, Value, qjs};

use crate::text::from_json;
use crate::values::{Key, Owned, check, context};

/// Reads JSON text (WTF-8).
pub(crate) fn read<'js>(text: &[u8], nesting: usize, ctx: &Ctx<'js>) -> Result<Value<'js>, ParseError> {
    let value = parse(text, nesting, &mut Values::default())?;
    // SAFETY: hands over the one reference that there is.
    Ok(unsafe { Value::from_raw(ctx.clone(), value.into_raw()) })
}

#[derive(Default)]
struct Values {
    keys: Keys<Key>,
    raw: Vec<qjs::JSValue>,
}

impl Sink for Values {
    type Value = Owned;
    type Key = Key;

    fn null(&mut self) -> Owned {
        owned(qjs::JS_NULL)
    }

    fn boolean(&mut self, value: bool) -> Owned {
        owned(if value { qjs::JS_TRUE } else { qjs::JS_FALSE })
    }

    fn number(&mut self, value: f64) -> Owned {
        #[expect(clippy::cast_possible_truncation, reason = "compared right after")]
        let whole = value as i32;
        // `-0` is no integer to the engine.
        if f64::from(whole).to_bits() == value.to_bits() {
            return owned(qjs::JS_MKVAL(qjs::JS_TAG_INT, whole));
        }
        owned(qjs::JS_NewFloat64(value))
    }

    fn string(&mut self, text: Text<'_>) -> Owned {
        owned(from_json(text))
    }

    fn key(&mut self, text: Text<'_>) -> Key {
        self.keys.get(text, |text| {
            let name = owned(from_json(text));
            // SAFETY: a string is alive, and made a key without running script.
            Key::take(unsafe { qjs::JS_ValueToAtom(context(), name.raw()) })
        })
    }

    fn array(&mut self, elements: Drain<'_, Owned>) -> Owned {
        self.raw.clear();
        self.raw.extend(elements.map(Owned::into_raw));
        // SAFETY: hands over the references of the elements.
        owned(unsafe { qjs::JS_NewArrayFrom(context(), self.raw.len() as _, self.raw.as_ptr()) })
    }

    fn object(&mut self, keys: Drain<'_, Key>, values: Drain<'_, Owned>) -> Owned {
        // SAFETY: hands over the references of the values. A new object takes every property, and has no setter.
        unsafe {
            let object = owned(qjs::JS_NewObject(context()));
            for (key, value) in keys.zip(values) {
                let flags = qjs::JS_PROP_C_W_E as i32;
                qjs::JS_DefinePropertyValue(context(), object.raw(), key.raw(), value.into_raw(), flags);
            }
            object
        }
    }
}

fn owned(value: qjs::JSValue) -> Owned {
    Owned::take(check(value)).expect("checked")
}
