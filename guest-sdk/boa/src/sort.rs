//! Sorting by a function of the script's.
//!
//! The engine sorts with the standard library, which panics where the function contradicts itself
//! (`() => Math.random() - 0.5`). This merges: whatever the function says, it ends, and what the language promises holds.
//! What is around it (holes, `undefined`, writing back) is the prelude's (`sort.js`).

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};

/// `host.mergeSort(list, compare)`: a sorted copy of a list; what is equal keeps its order.
pub(crate) fn merge_sort_native(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let missing = || JsNativeError::typ().with_message("a list and a function are needed");
    let list = JsArray::from_object(args.get_or_undefined(0).as_object().ok_or_else(missing)?)?;
    let compare = args.get_or_undefined(1).as_callable().ok_or_else(missing)?;
    let length = list.length(context)?;
    let mut items = Vec::new();
    for index in 0..length {
        items.push(list.get(index, context)?);
    }
    merge_sort(&mut items, &compare, context)?;
    Ok(JsArray::from_iter(items, context).into())
}

/// Merges runs of 1, 2, 4, … items.
fn merge_sort(items: &mut Vec<JsValue>, compare: &JsObject, context: &mut Context) -> JsResult<()> {
    let mut merged = Vec::with_capacity(items.len());
    let mut width = 1;
    while width < items.len() {
        merged.clear();
        for both in items.chunks(width * 2) {
            let (left, right) = both.split_at(width.min(both.len()));
            merge(left, right, &mut merged, compare, context)?;
        }
        std::mem::swap(items, &mut merged);
        width *= 2;
    }
    Ok(())
}

fn merge(
    mut left: &[JsValue],
    mut right: &[JsValue],
    out: &mut Vec<JsValue>,
    compare: &JsObject,
    context: &mut Context,
) -> JsResult<()> {
    while let (Some((first, left_rest)), Some((second, right_rest))) = (left.split_first(), right.split_first()) {
        let order =
            compare.call(&JsValue::undefined(), &[first.clone(), second.clone()], context)?.to_number(context)?;
        if order > 0.0 {
            out.push(second.clone());
            right = right_rest;
        } else {
            out.push(first.clone());
            left = left_rest;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
    Ok(())
}
