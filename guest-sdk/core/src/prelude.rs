//! The JavaScript that every engine evaluates once, before the snapshot is taken.

/// A file of the prelude.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path as stacks show it; frames of such paths are the guest's own and are left out of reports.
    pub path: &'static str,
    /// A function expression of `(host, p)`; see `guest-sdk/prelude/README.md`.
    pub source: &'static str,
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
    ($($name:literal),+ $(,)?) => {
        &[$(File {
            path: concat!("prelude/", $name),
            source: include_str!(concat!("../../prelude/", $name)),
        }),+]
    };
}

/// The files in the order in which they are evaluated: each uses what earlier ones left in `p`.
pub const ORDER: &[File] = files![
    "primordials.js",
    "strings.js",
    "number-radix.js",
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
