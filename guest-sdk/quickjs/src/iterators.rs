//! Looking at what an iterator of a Map or Set has still to give, without advancing it.
//!
//! The engine has no function for it, so this reads its structures, which are declared here again as QuickJS-ng 0.14 has them
//! (`quickjs.c`: `JSMapIteratorData`, `JSMapState`, `JSMapRecord`). The release is pinned in `Cargo.lock`; whoever changes it
//! compares them. `tests/cases` prints iterators in each state.

use std::ffi::c_int;
use std::ptr::NonNull;

use rquickjs::qjs;

use crate::kinds;
use crate::values::Owned;

#[repr(C)]
struct IteratorData {
    /// The Map or Set; undefined when the iterator is at its end.
    object: qjs::JSValue,
    kind: c_int,
    /// What it gave last; null at its beginning.
    last: *const Record,
}

#[repr(C)]
struct Record {
    references: c_int,
    /// It was deleted.
    empty: bool,
    map: *const State,
    link: Link,
    hash_link: Link,
    key: qjs::JSValue,
    value: qjs::JSValue,
}

#[repr(C)]
struct State {
    is_weak: bool,
    /// The head of the ring of records.
    records: Link,
}

#[repr(C)]
struct Link {
    previous: *const Link,
    next: *const Link,
}

/// The engine's numbers for what an iterator gives: keys, values, or both.
const KEYS: c_int = 0;
const PAIRS: c_int = 2;

/// What an iterator has still to give.
pub(crate) struct Preview {
    /// Of pairs the key and the value, one after the other.
    pub(crate) items: Vec<Owned>,
    pub(crate) is_pairs: bool,
}

/// Looks at an iterator of a Map or Set; `None` for all other values.
pub(crate) fn preview(value: qjs::JSValue) -> Option<Preview> {
    let is_set = match kinds::kind_of(value) {
        "MapIterator" => false,
        "SetIterator" => true,
        _ => return None,
    };
    let mut class = 0;
    // SAFETY: an object of this class has this structure, or none yet; it is alive as long as the value, which the caller has.
    let data = unsafe { NonNull::new(qjs::JS_GetAnyOpaque(value, &raw mut class))?.cast::<IteratorData>().as_ref() };
    let mut preview = Preview { items: Vec::new(), is_pairs: data.kind == PAIRS };
    // SAFETY: looks at the number alone.
    if unsafe { qjs::JS_IsUndefined(data.object) } {
        return Some(preview);
    }
    // SAFETY: the iterator's object is a Map or Set, which has this structure while it is alive, and the iterator keeps it alive.
    let state = unsafe { NonNull::new(qjs::JS_GetAnyOpaque(data.object, &raw mut class))?.cast::<State>().as_ref() };
    let head = &raw const state.records;
    // SAFETY: the iterator keeps the record that it gave last alive, also a deleted one, and that is still in the ring.
    let mut link = unsafe { data.last.as_ref() }.map_or(state.records.next, |last| last.link.next);
    while !std::ptr::eq(link, head) {
        // SAFETY: every link of the ring but the head is in a record. No script runs here, so none is freed.
        let record = unsafe { &*link.byte_sub(std::mem::offset_of!(Record, link)).cast::<Record>() };
        link = record.link.next;
        if record.empty {
            continue;
        }
        let second = if is_set { record.key } else { record.value };
        if data.kind == KEYS || preview.is_pairs {
            preview.items.push(Owned::of(record.key));
        }
        if data.kind != KEYS {
            preview.items.push(Owned::of(second));
        }
    }
    Some(preview)
}
