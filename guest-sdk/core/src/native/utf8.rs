//! `TextDecoder`.

use std::borrow::Cow;

/// The text, broken sequences replaced by U+FFFD as the Encoding standard says; `None` where `fatal` forbids them.
pub fn utf8_decode(bytes: &[u8], fatal: bool) -> Option<Cow<'_, str>> {
    if fatal { std::str::from_utf8(bytes).ok().map(Cow::Borrowed) } else { Some(String::from_utf8_lossy(bytes)) }
}
