//! The natives of `host`, the object that only the prelude sees. `guest-sdk/prelude/README.md` is their contract.

use codemode_guest_core::abi::Stream;
use codemode_guest_core::json::PARSE_NESTING;
use codemode_guest_core::{Zone, imports, native, stack};
use rquickjs::function::{Func, Opt};
use rquickjs::promise::PromiseState;
use rquickjs::{Array, Ctx, Exception, Function, Object, Result, TypedArray, Value, qjs};

use crate::text::{Utf8, string, to_text, utf8};
use crate::values::{Owned, context};
use crate::{captured, iterators, json_read, json_write, kinds, random, state, tools};

/// The object `host`.
pub(crate) fn host<'js>(ctx: &Ctx<'js>) -> Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    host.set_prototype(None)?;
    host.set("print", Func::from(print))?;
    host.set("now", Func::from(imports::now))?;
    host.set("random", Func::from(fill_random))?;
    host.set("sleep", Func::from(|millis: f64| state::with(|state| state.run.sleep(millis))))?;
    host.set("cancel", Func::from(|timer: u32| state::with(|state| state.run.cancel(timer))))?;
    host.set("submit", Func::from(tools::submit))?;
    host.set("toolFunction", Func::from(tools::tool_function))?;
    host.set("moduleNames", Func::from(module_names))?;
    host.set("moduleTools", Func::from(module_tools))?;
    host.set("unknownModule", Func::from(unknown_module))?;
    host.set("unknownExport", Func::from(unknown_export))?;
    host.set("hint", Func::from(hint))?;
    host.set("promiseState", Func::from(promise_state))?;
    host.set("proxyParts", Func::from(proxy_parts))?;
    host.set("previewIterator", Func::from(preview_iterator))?;
    host.set("className", Func::from(class_name))?;
    host.set("utf8Encode", Func::from(utf8_encode))?;
    host.set("utf8Decode", Func::from(utf8_decode))?;
    host.set("digest", Func::from(digest))?;
    host.set("urlParse", Func::from(url_parse))?;
    host.set("urlSet", Func::from(url_set))?;
    host.set("queueMicrotask", Func::from(queue_microtask))?;
    host.set("scriptFrames", Func::from(script_frames))?;
    host.set("setZone", Func::from(set_zone))?;
    host.set("zoneOffset", Func::from(zone_offset))?;
    host.set("localOffset", Func::from(local_offset))?;
    Ok(host)
}

/// Replaces what the engine does otherwise than a run needs. Called before the prelude is evaluated.
pub(crate) fn replace(ctx: &Ctx<'_>) -> Result<()> {
    let globals = ctx.globals();
    let math: Object<'_> = globals.get("Math")?;
    define(ctx, &math, "random", Function::new(ctx.clone(), random::number)?.with_name("random")?)?;
    let json: Object<'_> = globals.get("JSON")?;
    let parse = Function::new(ctx.clone(), json_parse)?.with_name("parse")?.with_length(2)?;
    define(ctx, &json, "parse", parse)?;
    let stringify = Function::new(ctx.clone(), json_write::stringify)?.with_name("stringify")?.with_length(3)?;
    define(ctx, &json, "stringify", stringify)
}

/// A property as built-ins have it: writable, configurable, not enumerable.
fn define<'js>(ctx: &Ctx<'js>, target: &Object<'js>, name: &str, value: Function<'js>) -> Result<()> {
    let object: Object<'js> = ctx.globals().get("Object")?;
    let define_property: Function<'js> = object.get("defineProperty")?;
    let descriptor = Object::new(ctx.clone())?;
    descriptor.set("value", value)?;
    descriptor.set("writable", true)?;
    descriptor.set("configurable", true)?;
    define_property.call((target.clone(), name, descriptor))
}

// ---- Small helpers ------------------------------------------------------------------------------------------------------

fn undefined<'js>(ctx: &Ctx<'js>) -> Value<'js> {
    Value::new_undefined(ctx.clone())
}

/// An array of these values.
fn array<'js>(ctx: &Ctx<'js>, values: impl IntoIterator<Item = Value<'js>>) -> Result<Value<'js>> {
    let list = Array::new(ctx.clone())?;
    for (index, value) in values.into_iter().enumerate() {
        // SAFETY: hands over a reference; a definition runs no setter of a script's.
        unsafe {
            let value = Owned::of(value.as_raw()).into_raw();
            let flags = qjs::JS_PROP_C_W_E as i32;
            qjs::JS_DefinePropertyValueUint32(context(), list.as_raw(), index as u32, value, flags);
        }
    }
    Ok(list.into_value())
}

fn strings<'a, 'js>(ctx: &Ctx<'js>, texts: impl IntoIterator<Item = &'a str>) -> Result<Value<'js>> {
    let values = texts.into_iter().map(|text| string(ctx, text)).collect::<Result<Vec<_>>>()?;
    array(ctx, values)
}

fn bytes_value<'js>(ctx: &Ctx<'js>, bytes: &[u8]) -> Result<Value<'js>> {
    TypedArray::<u8>::new_copy(ctx.clone(), bytes).map(TypedArray::into_value)
}

/// Looks at the bytes of a `Uint8Array`. `read` runs no script.
fn with_bytes<T>(array: &TypedArray<'_, u8>, read: impl FnOnce(&[u8]) -> T) -> T {
    match array.as_raw() {
        // SAFETY: the array is alive and no script runs meanwhile, so nothing moves or changes it.
        Some(bytes) => read(unsafe { bytes.as_ref() }),
        None => read(&[]), // detached
    }
}

// ---- Doors to the host ----------------------------------------------------------------------------------------------------

/// Printed bytes that are handed over at a time.
const PRINT_BYTES: usize = 64 << 10;

fn print(stream: i32, text: Value<'_>) -> Result<()> {
    let stream = if stream == 1 { Stream::Stderr } else { Stream::Stdout };
    let text = Utf8::of(text.as_raw()).ok_or(rquickjs::Error::Exception)?;
    let text = utf8(text.bytes());
    // Long text goes out in parts: the host stops a flood at its limit.
    let mut rest = &*text;
    while rest.len() > PRINT_BYTES {
        let (part, tail) = rest.split_at(rest.floor_char_boundary(PRINT_BYTES));
        imports::print(stream, part);
        rest = tail;
    }
    imports::print(stream, rest);
    Ok(())
}

fn fill_random(array: TypedArray<'_, u8>) {
    if let Some(mut bytes) = array.as_raw() {
        // SAFETY: the array is alive and no script runs meanwhile.
        random::fill(unsafe { bytes.as_mut() });
    }
}

/// The engine counts offsets in whole minutes, so all that dates are made of must.
fn set_zone(table: String) {
    let zone = Zone::parse(&table).unwrap_or_default();
    state::with(|state| state.zone = zone.in_minutes());
}

#[expect(clippy::cast_possible_truncation, reason = "a date has less than 2^53 milliseconds")]
fn zone_offset(time: f64) -> i32 {
    state::with(|state| state.zone.offset_at((time / 1000.0).floor() as i64)) * 1000
}

#[expect(clippy::cast_possible_truncation, reason = "a date has less than 2^53 milliseconds")]
fn local_offset(local: f64) -> i32 {
    state::with(|state| state.zone.offset_at_local((local / 1000.0).floor() as i64)) * 1000
}

/// Runs `f()` as a job; what it throws ends the run.
fn queue_microtask(callback: Function<'_>) -> Result<()> {
    callback.defer(())
}

// ---- Modules --------------------------------------------------------------------------------------------------------------

fn module_names(ctx: Ctx<'_>) -> Result<Value<'_>> {
    let names: Vec<String> = state::with(|state| state.run.manifest.tool_modules().map(str::to_owned).collect());
    strings(&ctx, names.iter().map(String::as_str))
}

fn module_tools<'js>(ctx: Ctx<'js>, name: String) -> Result<Value<'js>> {
    let exports: Option<Vec<(String, u32)>> = state::with(|state| {
        let tools = state.run.manifest.tools(&name)?;
        Some(tools.iter().map(|export| (export.name.clone(), export.tool)).collect())
    });
    let Some(exports) = exports else { return Ok(undefined(&ctx)) };
    let mut values = Vec::with_capacity(exports.len() * 2);
    for (name, tool) in exports {
        values.push(string(&ctx, &name)?);
        values.push(Value::new_number(ctx.clone(), f64::from(tool)));
    }
    array(&ctx, values)
}

fn unknown_module(specifier: String) -> String {
    state::with(|state| state.run.manifest.unknown_module(&specifier))
}

fn unknown_export(module: String, name: String) -> String {
    state::with(|state| state.run.manifest.unknown_export(&module, &name))
}

fn hint(specifier: String) -> Option<String> {
    state::with(|state| state.run.manifest.hint(&specifier).map(str::to_owned))
}

// ---- Looking into values --------------------------------------------------------------------------------------------------

fn promise_state<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Result<Value<'js>> {
    let Some(promise) = value.as_promise() else { return Ok(undefined(&ctx)) };
    let state = match promise.state() {
        PromiseState::Pending => 0,
        PromiseState::Resolved => 1,
        PromiseState::Rejected => 2,
    };
    let result = if state == 0 {
        undefined(&ctx)
    } else {
        // SAFETY: the promise is alive; the call gives a reference of its own.
        unsafe { Value::from_raw(ctx.clone(), qjs::JS_PromiseResult(context(), value.as_raw())) }
    };
    array(&ctx, [Value::new_int(ctx.clone(), state), result])
}

fn proxy_parts<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Result<Value<'js>> {
    let raw = value.as_raw();
    // SAFETY: the value is alive; the calls look at it, and give references of their own.
    let parts = unsafe {
        if !qjs::JS_IsProxy(raw) {
            return Ok(undefined(&ctx));
        }
        [qjs::JS_GetProxyTarget(context(), raw), qjs::JS_GetProxyHandler(context(), raw)]
    };
    let parts = parts.map(|part| match Owned::take(part) {
        // SAFETY: hands the reference over.
        Some(part) => unsafe { Value::from_raw(ctx.clone(), part.into_raw()) },
        None => {
            // It was revoked, and the engine threw.
            ctx.catch();
            Value::new_null(ctx.clone())
        }
    });
    array(&ctx, parts)
}

fn preview_iterator<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Result<Value<'js>> {
    let Some(preview) = iterators::preview(value.as_raw()) else { return Ok(undefined(&ctx)) };
    // SAFETY: hands the references over.
    let items = preview.items.into_iter().map(|item| unsafe { Value::from_raw(ctx.clone(), item.into_raw()) });
    let items = array(&ctx, items)?;
    array(&ctx, [items, Value::new_bool(ctx.clone(), preview.is_pairs)])
}

fn class_name(value: Value<'_>) -> &'static str {
    match kinds::kind_of(value.as_raw()) {
        "RawJSON" => "Object",
        kind => kind,
    }
}

/// The frames of the script in a stack of the engine, as lines that begin with a line end.
fn script_frames(engine: String) -> String {
    stack::script_lines(&engine)
}

// ---- Text, bytes, URLs ----------------------------------------------------------------------------------------------------

/// `JSON.parse`: by our reader, and once more by the engine where a reviver wants to see the parts.
fn json_parse<'js>(ctx: Ctx<'js>, text: Opt<Value<'js>>, reviver: Opt<Value<'js>>) -> Result<Value<'js>> {
    let text = text.0.unwrap_or_else(|| undefined(&ctx));
    let value = {
        let utf8 = Utf8::of(text.as_raw()).ok_or(rquickjs::Error::Exception)?;
        json_read::read(utf8.bytes(), PARSE_NESTING, &ctx)
            .map_err(|error| Exception::throw_syntax(&ctx, &error.message(utf8.bytes())))?
    };
    match reviver.0.and_then(Value::into_function) {
        Some(reviver) => captured::function(&ctx, |all| &all.json_parse).call((text, reviver)),
        None => Ok(value),
    }
}

fn utf8_encode<'js>(ctx: Ctx<'js>, text: Value<'js>) -> Result<Value<'js>> {
    let text = Utf8::of(text.as_raw()).ok_or(rquickjs::Error::Exception)?;
    bytes_value(&ctx, utf8(text.bytes()).as_bytes())
}

fn utf8_decode<'js>(ctx: Ctx<'js>, array: TypedArray<'js, u8>, fatal: bool) -> Result<Value<'js>> {
    match with_bytes(&array, |bytes| native::utf8_decode(bytes, fatal).map(std::borrow::Cow::into_owned)) {
        Some(text) => string(&ctx, &text),
        None => Ok(undefined(&ctx)),
    }
}

fn digest<'js>(ctx: Ctx<'js>, name: String, array: TypedArray<'js, u8>) -> Result<Value<'js>> {
    match with_bytes(&array, |bytes| native::digest(&name, bytes)) {
        Some(digest) => bytes_value(&ctx, &digest),
        None => Ok(undefined(&ctx)),
    }
}

fn url_parse<'js>(ctx: Ctx<'js>, url: Value<'js>, base: Opt<Value<'js>>) -> Result<Value<'js>> {
    let url = to_text(&url)?;
    let base = base.0.filter(|base| !base.is_undefined()).map(|base| to_text(&base)).transpose()?;
    parts(&ctx, native::url_parse(&url, base.as_deref()))
}

fn url_set<'js>(ctx: Ctx<'js>, href: Value<'js>, part: String, value: Value<'js>) -> Result<Value<'js>> {
    let (href, value) = (to_text(&href)?, to_text(&value)?);
    parts(&ctx, native::url_set(&href, &part, &value))
}

fn parts<'js>(ctx: &Ctx<'js>, parts: Option<native::UrlParts>) -> Result<Value<'js>> {
    match parts {
        Some(parts) => strings(ctx, parts.iter().map(String::as_str)),
        None => Ok(undefined(ctx)),
    }
}
