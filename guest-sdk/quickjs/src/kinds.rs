//! What kind of object a value is, by its class in the engine: nothing here asks the object itself.

use std::cell::RefCell;

use rquickjs::qjs;

use crate::values::context;

thread_local! {
    /// The names by the engine's number of the class.
    static NAMES: RefCell<Vec<Option<&'static str>>> = const { RefCell::new(Vec::new()) };
}

/// The classes that `host.className` tells apart: the engine's name, and ours.
const KNOWN: &[(&str, &str)] = &[
    ("Map", "Map"),
    ("Set", "Set"),
    ("WeakMap", "WeakMap"),
    ("WeakSet", "WeakSet"),
    ("WeakRef", "WeakRef"),
    ("Date", "Date"),
    ("RegExp", "RegExp"),
    ("Error", "Error"),
    ("Promise", "Promise"),
    ("ArrayBuffer", "ArrayBuffer"),
    ("SharedArrayBuffer", "SharedArrayBuffer"),
    ("DataView", "DataView"),
    ("Arguments", "Arguments"),
    ("Generator", "Generator"),
    ("AsyncGenerator", "AsyncGenerator"),
    ("Map Iterator", "MapIterator"),
    ("Set Iterator", "SetIterator"),
    ("Module", "Module"),
    ("Boolean", "Boolean"),
    ("Number", "Number"),
    ("String", "String"),
    ("Symbol", "Symbol"),
    ("BigInt", "BigInt"),
    ("RawJSON", "RawJSON"),
];

/// The brand of an object; `Object` for values that are none.
pub(crate) fn kind_of(value: qjs::JSValue) -> &'static str {
    // SAFETY: the value is alive, as the caller has it; the calls look at it and run no script.
    unsafe {
        // The engine's name of this class is `Object`.
        if qjs::JS_IsProxy(value) {
            return "Proxy";
        }
        if qjs::JS_IsFunction(context(), value) {
            return "Function";
        }
        let class = qjs::JS_GetClassID(value);
        let known = NAMES.with_borrow(|names| names.get(class as usize).copied().flatten());
        known.unwrap_or_else(|| name(class))
    }
}

/// Looks the name of a class up, once for each.
unsafe fn name(class: qjs::JSClassID) -> &'static str {
    // SAFETY: the context is alive; the engine gives the null atom for a number that is no class.
    let atom = unsafe { qjs::JS_GetClassName(qjs::JS_GetRuntime(context()), class) };
    let key = crate::values::Key::take(atom);
    let found = crate::text::atom_text(&key);
    let name = KNOWN.iter().find(|(engine, _)| *engine == found).map_or("Object", |(_, ours)| ours);
    NAMES.with_borrow_mut(|names| {
        let class = class as usize;
        if names.len() <= class {
            names.resize(class + 1, None);
        }
        names[class] = Some(name);
    });
    name
}

/// Whether the value is an array, also one behind proxies. `None` where such a proxy was revoked.
pub(crate) fn is_array(value: qjs::JSValue) -> Option<bool> {
    let mut target = crate::values::Owned::of(value);
    // SAFETY: `target` is alive; the calls look at it and run no script.
    unsafe {
        while qjs::JS_IsProxy(target.raw()) {
            target = crate::values::Owned::take(qjs::JS_GetProxyTarget(context(), target.raw()))?;
        }
        Some(qjs::JS_IsArray(target.raw()))
    }
}
