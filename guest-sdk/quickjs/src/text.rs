//! Strings of the engine as Rust's, and back. The engine's UTF-8 has lone surrogates as three bytes of their own (WTF-8).

use std::borrow::Cow;

use codemode_guest_core::json::Text;
use rquickjs::{Ctx, Result, String as JsString, Value, qjs};

use crate::values::{Key, check, context};

/// The bytes of a string while the engine keeps them, as WTF-8.
pub(crate) struct Utf8 {
    start: *const u8,
    len: usize,
}

impl Utf8 {
    /// The text of a string; of other values it is what `String(value)` gives, which may run script code and throw.
    pub(crate) fn of(value: qjs::JSValue) -> Option<Self> {
        let mut len = 0;
        // SAFETY: `value` is alive, as the caller has it.
        let start = unsafe { qjs::JS_ToCStringLen(context(), &raw mut len, value) };
        if start.is_null() { None } else { Some(Self { start: start.cast(), len }) }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: the engine keeps the bytes until `JS_FreeCString`.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

impl Drop for Utf8 {
    fn drop(&mut self) {
        // SAFETY: came from `JS_ToCStringLen`, freed once.
        unsafe { qjs::JS_FreeCString(context(), self.start.cast()) }
    }
}

/// WTF-8 as UTF-8: a lone surrogate becomes U+FFFD.
pub(crate) fn utf8(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut units = Vec::with_capacity(bytes.len());
    Text { bytes, ascii: false }.push_utf16(&mut units);
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// `String(value)`.
pub(crate) fn to_text(value: &Value<'_>) -> Result<String> {
    match Utf8::of(value.as_raw()) {
        Some(text) => Ok(utf8(text.bytes()).into_owned()),
        None => Err(rquickjs::Error::Exception),
    }
}

/// A string of the engine.
pub(crate) fn string<'js>(ctx: &Ctx<'js>, text: &str) -> Result<Value<'js>> {
    JsString::from_str(ctx.clone(), text).map(JsString::into_value)
}

/// A string of the engine from a text of JSON.
pub(crate) fn from_json(text: Text<'_>) -> qjs::JSValue {
    let bytes = text.bytes;
    // SAFETY: passes a buffer and its length.
    unsafe {
        if text.ascii || std::str::from_utf8(bytes).is_ok() {
            return check(qjs::JS_NewStringLen(context(), bytes.as_ptr().cast(), bytes.len() as _));
        }
        let mut units = Vec::with_capacity(bytes.len());
        text.push_utf16(&mut units);
        check(qjs::JS_NewStringUTF16(context(), units.as_ptr(), units.len() as _))
    }
}

/// The text of a property key.
pub(crate) fn atom_text(key: &Key) -> String {
    with_atom(key, |bytes| utf8(bytes).into_owned())
}

/// The bytes of a property key, as WTF-8.
pub(crate) fn with_atom<T>(key: &Key, read: impl FnOnce(&[u8]) -> T) -> T {
    let mut len: qjs::size_t = 0;
    // SAFETY: the atom is alive; the bytes stay until they are freed below.
    unsafe {
        let start = qjs::JS_AtomToCStringLen(context(), &raw mut len, key.raw());
        if start.is_null() {
            return read(&[]);
        }
        let result = read(std::slice::from_raw_parts(start.cast(), len as usize));
        qjs::JS_FreeCString(context(), start);
        result
    }
}
