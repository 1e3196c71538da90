//! Values without the safe interface's bookkeeping, for JSON: one reference each, freed when dropped.
//!
//! Invariant: there is one context, made before the snapshot and never freed.

use std::cell::Cell;
use std::ptr;

use rquickjs::{Ctx, qjs};

thread_local! {
    static CONTEXT: Cell<*mut qjs::JSContext> = const { Cell::new(ptr::null_mut()) };
}

/// Takes note of the context.
pub(crate) fn set_context(ctx: &Ctx<'_>) {
    CONTEXT.set(ctx.as_raw().as_ptr());
}

/// The context.
pub(crate) fn context() -> *mut qjs::JSContext {
    CONTEXT.get()
}

/// A value that the engine just made. It makes none only where memory is over, and then the host has ended the run.
pub(crate) fn check(value: qjs::JSValue) -> qjs::JSValue {
    // SAFETY: looks at the number alone.
    assert!(!unsafe { qjs::JS_IsException(value) }, "the engine has no memory for a value");
    value
}

/// One reference to a value.
pub(crate) struct Owned(qjs::JSValue);

impl Owned {
    /// Takes over a reference. `None` where it is an exception, which the context then holds.
    pub(crate) fn take(value: qjs::JSValue) -> Option<Self> {
        // SAFETY: looks at the number alone.
        if unsafe { qjs::JS_IsException(value) } { None } else { Some(Self(value)) }
    }

    /// A reference of its own to a value that somebody else has.
    pub(crate) fn of(value: qjs::JSValue) -> Self {
        // SAFETY: the value is alive, as the caller has it.
        Self(unsafe { qjs::JS_DupValue(context(), value) })
    }

    /// The value, still owned here.
    pub(crate) fn raw(&self) -> qjs::JSValue {
        self.0
    }

    /// Gives the reference away.
    pub(crate) fn into_raw(self) -> qjs::JSValue {
        let value = self.0;
        std::mem::forget(self);
        value
    }

    pub(crate) fn tag(&self) -> i32 {
        // SAFETY: looks at the number alone.
        unsafe { qjs::JS_VALUE_GET_NORM_TAG(self.0) }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: this is the one reference that is owned here.
        unsafe { qjs::JS_FreeValue(context(), self.0) }
    }
}

/// One reference to a property key.
pub(crate) struct Key(qjs::JSAtom);

impl Key {
    /// Takes over a reference.
    pub(crate) fn take(atom: qjs::JSAtom) -> Self {
        Self(atom)
    }

    pub(crate) fn raw(&self) -> qjs::JSAtom {
        self.0
    }
}

impl Clone for Key {
    fn clone(&self) -> Self {
        // SAFETY: the atom is alive.
        Self(unsafe { qjs::JS_DupAtom(context(), self.0) })
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: this is the one reference that is owned here.
        unsafe { qjs::JS_FreeAtom(context(), self.0) }
    }
}
