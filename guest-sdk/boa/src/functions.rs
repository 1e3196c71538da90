//! `Function.prototype.toString` for classes: the engine keeps no source text of theirs.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction, js_string};

/// What the engine's function gives for code without a source.
const NATIVE: &str = "() { [native code] }";

/// Puts the function in place. Called before the prelude is evaluated, which tells classes by their text.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().function().prototype();
    let original = prototype.get(js_string!("toString"), context)?.as_function().expect("the engine has it");
    let function = NativeFunction::from_copy_closure_with_captures(to_string, original);
    let function = FunctionObjectBuilder::new(context.realm(), function).name(js_string!("toString")).build();
    let hidden = PropertyDescriptor::builder().value(function).writable(true).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("toString"), hidden, context)?;
    Ok(())
}

fn to_string(this: &JsValue, args: &[JsValue], original: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let text = original.call(this, args, context)?;
    // A function of the script's that has no source is a class.
    if !this.as_object().is_some_and(|object: JsObject| object.is::<OrdinaryFunction>()) {
        return Ok(text);
    }
    let written = text.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default();
    let name = written.strip_prefix("function ").and_then(|rest| rest.strip_suffix(NATIVE));
    Ok(match name {
        Some("") => js_string!("class { }").into(),
        Some(name) => JsString::from(format!("class {name} {{ }}")).into(),
        None => text,
    })
}
