//! JSON between engine values and bytes, without recursion: nesting costs memory of the heap, never of the stack.
//!
//! [`parse`] drives a [`Sink`] that builds values; [`write()`] is driven by a [`Source`] that reads them. Both are
//! engine-neutral: an engine implements the two traits.

mod keys;
mod number;
mod parse;
mod text;
mod write;

pub use keys::Keys;
pub use number::format_number;
pub use parse::{ParseError, Sink, parse};
pub use text::{Text, push_quoted, push_quoted_utf16};
pub use write::{Node, Place, Refused, Source, Style, write};

/// How deep a document for `JSON.parse` and `JSON.stringify` may be nested. Only memory is at stake, so it is far beyond any real document.
pub const PARSE_NESTING: usize = 1_000_000;
