//! The natives of `host`, the object that only the prelude sees. `guest-sdk/prelude/README.md` is their contract.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::job::PromiseJob;
use boa_engine::object::builtins::{JsArray, JsFunction, JsPromise, JsUint8Array};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use codemode_guest_core::abi::Stream;
use codemode_guest_core::{Zone, imports, native};

use crate::json_read::wtf8;
use crate::{errors, kinds, proxies, random, sort, state, tools};

type Native = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// Name, number of parameters, function.
const NATIVES: &[(&str, usize, Native)] = &[
    ("print", 2, print),
    ("now", 0, now),
    ("random", 1, fill_random),
    ("sleep", 1, sleep),
    ("cancel", 1, cancel),
    ("submit", 2, tools::submit_native),
    ("toolFunction", 3, tools::tool_function_native),
    ("moduleNames", 0, module_names),
    ("moduleTools", 1, module_tools),
    ("unknownModule", 1, unknown_module),
    ("unknownExport", 2, unknown_export),
    ("hint", 1, hint),
    ("promiseState", 1, promise_state),
    ("proxyParts", 1, proxy_parts),
    ("previewIterator", 1, preview_iterator),
    ("className", 1, class_name),
    ("utf8Encode", 1, utf8_encode),
    ("utf8Decode", 2, utf8_decode),
    ("digest", 2, digest),
    ("urlParse", 2, url_parse),
    ("urlSet", 3, url_set),
    ("queueMicrotask", 1, queue_microtask),
    ("scriptFrames", 1, errors::script_frames),
    ("detach", 1, detach),
    ("mergeSort", 2, sort::merge_sort_native),
    ("setZone", 1, set_zone),
    ("zoneOffset", 1, zone_offset),
    ("localOffset", 1, local_offset),
];

/// The object `host`.
pub(crate) fn host(context: &mut Context) -> JsResult<JsObject> {
    let host = JsObject::with_null_proto();
    for (name, length, function) in NATIVES {
        let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(*function))
            .name(JsString::from(*name))
            .length(*length)
            .build();
        host.create_data_property_or_throw(JsString::from(*name), function, context)?;
    }
    Ok(host)
}

// ---- Small helpers ------------------------------------------------------------------------------------------------------

/// An array of these values.
pub(crate) fn array(values: impl IntoIterator<Item = JsValue>, context: &mut Context) -> JsValue {
    JsArray::from_iter(values, context).into()
}

/// A string as Rust text, lone surrogates replaced.
fn text(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value.to_string(context)?.to_std_string_lossy())
}

fn string(text: &str) -> JsValue {
    JsString::from(text).into()
}

fn strings<'a>(texts: impl IntoIterator<Item = &'a String>, context: &mut Context) -> JsValue {
    array(texts.into_iter().map(|text| string(text)), context)
}

/// The bytes of a `Uint8Array`.
fn bytes(value: &JsValue, context: &mut Context) -> JsResult<Vec<u8>> {
    let object = value.as_object().ok_or_else(|| JsNativeError::typ().with_message("a Uint8Array is needed"))?;
    JsUint8Array::from_object(object)?.to_vec(context)
}

fn bytes_value(bytes: Vec<u8>, context: &mut Context) -> JsResult<JsValue> {
    Ok(JsUint8Array::from_iter(bytes, context)?.into())
}

// ---- Doors to the host ----------------------------------------------------------------------------------------------------

/// Printed text that is encoded at a time, in code units or bytes.
const PRINT_UNITS: usize = 64 << 10;

fn print(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let stream = if args.get_or_undefined(0).to_i32(context)? == 1 { Stream::Stderr } else { Stream::Stdout };
    let text = args.get_or_undefined(1).to_string(context)?;
    if text.len() <= PRINT_UNITS {
        imports::print(stream, &text.to_std_string_lossy());
        return Ok(JsValue::undefined());
    }
    // Long text goes out in parts: the host stops a flood at its limit before the rest is even encoded.
    let mut part = String::with_capacity(PRINT_UNITS + 4);
    for point in text.code_points() {
        part.push(point.as_char().unwrap_or(char::REPLACEMENT_CHARACTER));
        if part.len() >= PRINT_UNITS {
            imports::print(stream, &part);
            part.clear();
        }
    }
    imports::print(stream, &part);
    Ok(JsValue::undefined())
}

fn now(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(imports::now().into())
}

fn fill_random(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).to_object(context)?;
    let array = JsUint8Array::from_object(object)?;
    let (start, len) = (array.byte_offset(context)?, array.byte_length(context)?);
    let buffer = array.buffer(context)?.to_object(context)?;
    let buffer = boa_engine::object::builtins::JsArrayBuffer::from_object(buffer)?;
    if let Some(mut data) = buffer.data_mut()
        && let Some(bytes) = data.get_mut(start..start + len)
    {
        random::fill(bytes);
    }
    Ok(JsValue::undefined())
}

fn sleep(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let millis = args.get_or_undefined(0).to_number(context)?;
    Ok(state::with(|state| state.run.sleep(millis)).into())
}

fn cancel(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timer = args.get_or_undefined(0).to_u32(context)?;
    state::with(|state| state.run.cancel(timer));
    Ok(JsValue::undefined())
}

fn set_zone(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let zone = Zone::parse(&text(args.get_or_undefined(0), context)?).unwrap_or_default();
    state::with(|state| state.zone = zone);
    Ok(JsValue::undefined())
}

fn zone_offset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let seconds = seconds(args, context)?;
    Ok((state::with(|state| state.zone.offset_at(seconds)) * 1000).into())
}

fn local_offset(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let seconds = seconds(args, context)?;
    Ok((state::with(|state| state.zone.offset_at_local(seconds)) * 1000).into())
}

fn seconds(args: &[JsValue], context: &mut Context) -> JsResult<i64> {
    Ok((args.get_or_undefined(0).to_number(context)? / 1000.0).floor() as i64)
}

/// Runs `f()` as a job; what it throws ends the run, see [`crate::jobs`].
fn queue_microtask(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let callback = args.get_or_undefined(0).as_function();
    let callback = callback.ok_or_else(|| JsNativeError::typ().with_message("a function is needed"))?;
    let realm = context.realm().clone();
    let job = PromiseJob::with_realm(move |context| callback.call(&JsValue::undefined(), &[], context), realm);
    context.enqueue_job(job.into());
    Ok(JsValue::undefined())
}

// ---- Modules --------------------------------------------------------------------------------------------------------------

fn module_names(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names: Vec<JsValue> = state::with(|state| state.run.manifest.tool_modules().map(string).collect());
    Ok(array(names, context))
}

fn module_tools(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = text(args.get_or_undefined(0), context)?;
    let exports: Option<Vec<JsValue>> = state::with(|state| {
        let tools = state.run.manifest.tools(&name)?;
        Some(tools.iter().flat_map(|export| [string(&export.name), export.tool.into()]).collect())
    });
    Ok(exports.map_or_else(JsValue::undefined, |exports| array(exports, context)))
}

fn unknown_module(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let specifier = text(args.get_or_undefined(0), context)?;
    Ok(string(&state::with(|state| state.run.manifest.unknown_module(&specifier))))
}

fn unknown_export(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let module = text(args.get_or_undefined(0), context)?;
    let name = text(args.get_or_undefined(1), context)?;
    Ok(string(&state::with(|state| state.run.manifest.unknown_export(&module, &name))))
}

fn hint(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let specifier = text(args.get_or_undefined(0), context)?;
    Ok(state::with(|state| state.run.manifest.hint(&specifier).map_or_else(JsValue::undefined, string)))
}

// ---- Looking into values --------------------------------------------------------------------------------------------------

fn promise_state(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let promise = args.get_or_undefined(0).as_object().and_then(|object| JsPromise::from_object(object).ok());
    let Some(promise) = promise else { return Ok(JsValue::undefined()) };
    let (state, value) = match promise.state() {
        PromiseState::Pending => (0, JsValue::undefined()),
        PromiseState::Fulfilled(value) => (1, value),
        PromiseState::Rejected(reason) => (2, reason),
    };
    Ok(array([state.into(), value], context))
}

fn proxy_parts(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    match args.get_or_undefined(0).as_object() {
        Some(object) if kinds::is_proxy(&object) => proxies::parts(&object, context),
        _ => Ok(JsValue::undefined()),
    }
}

/// Boa does not let a Map or Set iterator be looked at without advancing it.
fn preview_iterator(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Ok(JsValue::undefined())
}

fn class_name(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = args.get_or_undefined(0).as_object() else { return Ok(js_string!("Object").into()) };
    Ok(string(kinds::exact_kind_of(&object, context).name()))
}

// ---- Text, bytes, URLs ----------------------------------------------------------------------------------------------------

fn utf8_encode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = args.get_or_undefined(0).to_string(context)?;
    let utf8 = match String::from_utf8(wtf8(&text)) {
        Ok(text) => text.into_bytes(),
        Err(_) => text.to_std_string_lossy().into_bytes(),
    };
    bytes_value(utf8, context)
}

fn utf8_decode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let fatal = args.get_or_undefined(1).to_boolean();
    let bytes = bytes(args.get_or_undefined(0), context)?;
    Ok(native::utf8_decode(&bytes, fatal).map_or_else(JsValue::undefined, |text| string(&text)))
}

fn digest(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = text(args.get_or_undefined(0), context)?;
    let bytes = bytes(args.get_or_undefined(1), context)?;
    match native::digest(&name, &bytes) {
        Some(digest) => bytes_value(digest, context),
        None => Ok(JsValue::undefined()),
    }
}

fn detach(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let buffer = args.get_or_undefined(0).to_object(context)?;
    boa_engine::object::builtins::JsArrayBuffer::from_object(buffer)?.detach(&JsValue::undefined())?;
    Ok(JsValue::undefined())
}

fn url_parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let url = text(args.get_or_undefined(0), context)?;
    let base = args.get_or_undefined(1);
    let base = if base.is_undefined() { None } else { Some(text(base, context)?) };
    match native::url_parse(&url, base.as_deref()) {
        Some(parts) => Ok(strings(&parts, context)),
        None => Ok(JsValue::undefined()),
    }
}

fn url_set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let href = text(args.get_or_undefined(0), context)?;
    let part = text(args.get_or_undefined(1), context)?;
    let value = text(args.get_or_undefined(2), context)?;
    match native::url_set(&href, &part, &value) {
        Some(parts) => Ok(strings(&parts, context)),
        None => Ok(JsValue::undefined()),
    }
}

/// Defines a property of the global object, as scripts' own globals are.
pub(crate) fn set_global(name: JsString, value: JsValue, context: &mut Context) -> JsResult<()> {
    context.register_global_property(name, value, Attribute::all())
}

/// A function that the prelude left on `host` for the core.
pub(crate) fn hook(host: &JsObject, name: &str, context: &mut Context) -> JsResult<Option<JsFunction>> {
    Ok(host.get(JsString::from(name), context)?.as_function())
}
