//! `JSON.parse` by our reader: Boa's own evaluates the text as a script, refuses nesting beyond 127 levels and `1e400`, and
//! loses lone surrogates.

use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use codemode_guest_core::json::PARSE_NESTING;

use crate::json_read::{read, wtf8};
use crate::kinds;

/// Replaces the engine's function. Called before the prelude is evaluated.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(json_parse))
        .name(js_string!("parse"))
        .length(2)
        .build();
    let property = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    let json = context.global_object().get(js_string!("JSON"), context)?;
    json.as_object().expect("the engine has it").define_property_or_throw(js_string!("parse"), property, context)?;
    Ok(())
}

fn json_parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = wtf8(&args.get_or_undefined(0).to_string(context)?);
    let value = read(&text, PARSE_NESTING, context)
        .map_err(|error| JsNativeError::syntax().with_message(error.message(&text)))?;
    let Some(reviver) = args.get_or_undefined(1).as_function() else { return Ok(value) };
    let holder = JsObject::with_object_proto(context.intrinsics());
    holder.create_data_property_or_throw(js_string!(), value, context)?;
    revive(&holder, js_string!().into(), &reviver, 0, context)
}

/// How deep a reviver follows a document. Its calls nest on the engine's stack, as the language has it.
const REVIVER_NESTING: usize = 1000;

/// `InternalizeJSONProperty`: children first, each replaced by what the reviver gives for it.
fn revive(
    holder: &JsObject,
    key: PropertyKey,
    reviver: &JsFunction,
    depth: usize,
    context: &mut Context,
) -> JsResult<JsValue> {
    if depth > REVIVER_NESTING {
        let message = format!("JSON.parse with a reviver follows at most {REVIVER_NESTING} levels");
        return Err(JsNativeError::range().with_message(message).into());
    }
    let value = holder.get(key.clone(), context)?;
    if let Some(object) = value.as_object() {
        if kinds::is_array(&value, context)? {
            let length = object.get(js_string!("length"), context)?.to_length(context)?;
            for index in 0..length {
                replace(&object, index.into(), reviver, depth, context)?;
            }
        } else {
            for key in kinds::own_keys(&object, context)? {
                replace(&object, key, reviver, depth, context)?;
            }
        }
    }
    let name: JsString = JsValue::from(key).to_string(context)?;
    reviver.call(&holder.clone().into(), &[name.into(), value], context)
}

fn replace(
    object: &JsObject,
    key: PropertyKey,
    reviver: &JsFunction,
    depth: usize,
    context: &mut Context,
) -> JsResult<()> {
    let value = revive(object, key.clone(), reviver, depth + 1, context)?;
    if value.is_undefined() {
        // A property that cannot be deleted or defined stays, without an error: so the standard.
        let delete = context.intrinsics().objects().reflect();
        let delete = delete.get(js_string!("deleteProperty"), context)?;
        if let Some(delete) = delete.as_callable() {
            delete.call(&JsValue::undefined(), &[object.clone().into(), key.into()], context)?;
        }
    } else {
        object.create_data_property(key, value, context)?;
    }
    Ok(())
}
