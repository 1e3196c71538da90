//! The JavaScript that every engine evaluates once, before the snapshot is taken.

use std::cell::UnsafeCell;

/// A file of the prelude.
#[derive(Clone, Copy)]
pub struct File {
    /// Its path as stacks show it; frames of such paths are the guest's own and are left out of reports.
    pub path: &'static str,
    text: &'static Erasable<[u8]>,
}

/// Text that is no part of the snapshot.
struct Erasable<T: ?Sized>(UnsafeCell<T>);

// SAFETY: a guest has one thread.
unsafe impl<T: ?Sized> Sync for Erasable<T> {}

impl File {
    /// A function expression of `(host, p)`; see `guest-sdk/prelude/README.md`.
    pub fn source(&self) -> &str {
        // SAFETY: nobody writes to it while it is borrowed, says `erase`.
        let text = unsafe { &*self.text.0.get() };
        std::str::from_utf8(text).expect("the prelude is UTF-8")
    }

    /// Overwrites the text with zeros, which cost the snapshot nothing.
    ///
    /// # Safety
    ///
    /// What [`source`](Self::source) gave is not used any more.
    pub unsafe fn erase(&self) {
        // SAFETY: the caller says that nobody else looks at it.
        unsafe { &mut *self.text.0.get() }.fill(0);
    }
}

/// Global names that scripts use most, for messages.
pub const GLOBALS: &[&str] = &[
    "AbortController",
    "Array",
    "BigInt",
    "Boolean",
    "Date",
    "Error",
    "Infinity",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "URL",
    "URLSearchParams",
    "Uint8Array",
    "WeakMap",
    "args",
    "atob",
    "btoa",
    "clearInterval",
    "clearTimeout",
    "console",
    "crypto",
    "decodeURIComponent",
    "encodeURIComponent",
    "globalThis",
    "isNaN",
    "parseFloat",
    "parseInt",
    "performance",
    "print",
    "queueMicrotask",
    "setInterval",
    "setTimeout",
    "structuredClone",
    "tools",
    "undefined",
];

/// What the paths of the prelude begin with.
pub const FOLDER: &str = "prelude/";

macro_rules! files {
    ($($(#[$condition:meta])? $name:literal),+ $(,)?) => {
        &[$($(#[$condition])? File {
            path: concat!("prelude/", $name),
            text: {
                const LEN: usize = include_bytes!(concat!("../../prelude/", $name)).len();
                static TEXT: Erasable<[u8; LEN]> =
                    Erasable(UnsafeCell::new(*include_bytes!(concat!("../../prelude/", $name))));
                &TEXT
            },
        }),+]
    };
}

/// The files in the order in which they are evaluated: each uses what earlier ones left in `p`.
pub const ORDER: &[File] = files![
    "primordials.js",
    "strings.js",
    "number-radix.js",
    "number-digits.js",
    "sort.js",
    "inspect-text.js",
    "inspect-layout.js",
    "inspect-names.js",
    "inspect-errors.js",
    "inspect-properties.js",
    "inspect-shapes.js",
    "inspect.js",
    "format.js",
    "console-table.js",
    "console.js",
    "webidl.js",
    "dom-exception.js",
    "es-fill.js",
    "date-parse.js",
    "date.js",
    "locale-en.js",
    "locale-compare.js",
    #[cfg(feature = "intl")]
    "intl/intl.js",
    #[cfg(feature = "intl")]
    "intl/temporal.js",
    "time-zone.js",
    "timers.js",
    "events.js",
    "abort.js",
    "encoding.js",
    "base64.js",
    "blob.js",
    "url-search-params.js",
    "url.js",
    "crypto.js",
    "structured-clone.js",
    "tools.js",
    "missing.js",
    "error-stack.js",
];
