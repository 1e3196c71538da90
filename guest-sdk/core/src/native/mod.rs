//! Natives that need no engine: they work on text and bytes.

mod digest;
mod url;
mod utf8;

pub use digest::digest;
pub use url::{UrlParts, url_parse, url_set};
pub use utf8::utf8_decode;
