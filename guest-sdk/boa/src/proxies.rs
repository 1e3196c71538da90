//! What is inside a proxy. The engine does not say, so the `Proxy` constructor is wrapped and remembers.

use std::cell::RefCell;

use boa_engine::object::builtins::{JsFunction, JsWeakMap};
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction, js_string};

use crate::natives::array;

thread_local! {
    /// proxy → `[target, handler]`
    static PARTS: RefCell<Option<JsWeakMap>> = const { RefCell::new(None) };
}

/// `[target, handler]` of a proxy, `[null, null]` of one that was revoked.
pub(crate) fn parts(proxy: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let known = PARTS.with_borrow(Clone::clone).expect("installed");
    match known.get(proxy, context)? {
        parts if parts.is_undefined() => Ok(array([JsValue::null(), JsValue::null()], context)),
        parts => Ok(parts),
    }
}

/// Puts the wrapped constructor in place. Called before the prelude is evaluated.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    PARTS.set(Some(JsWeakMap::new(context)));
    let original = context.intrinsics().constructors().proxy().constructor();
    let construct = NativeFunction::from_copy_closure_with_captures(
        |new_target, args, original: &JsObject, context| {
            if new_target.is_undefined() {
                return Err(JsNativeError::typ().with_message("Constructor Proxy requires 'new'").into());
            }
            let proxy = original.construct(args, None, context)?;
            remember(&proxy, [args.get_or_undefined(0).clone(), args.get_or_undefined(1).clone()], context)?;
            Ok(proxy.into())
        },
        original.clone(),
    );
    let constructor = FunctionObjectBuilder::new(context.realm(), construct)
        .name(js_string!("Proxy"))
        .length(2)
        .constructor(true)
        .build();

    let revocable = original.get(js_string!("revocable"), context)?.as_function().expect("the engine has it");
    let revocable = NativeFunction::from_copy_closure_with_captures(make_revocable, revocable);
    let revocable =
        FunctionObjectBuilder::new(context.realm(), revocable).name(js_string!("revocable")).length(2).build();
    let hidden = |value: JsFunction| {
        PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true)
    };
    constructor.define_property_or_throw(js_string!("revocable"), hidden(revocable), context)?;
    context.global_object().define_property_or_throw(js_string!("Proxy"), hidden(constructor), context)?;
    Ok(())
}

/// `Proxy.revocable(target, handler)`
fn make_revocable(this: &JsValue, args: &[JsValue], original: &JsFunction, context: &mut Context) -> JsResult<JsValue> {
    let made = original.call(this, args, context)?;
    let result = made.as_object().expect("an object with `proxy` and `revoke`");
    let proxy = result.get(js_string!("proxy"), context)?.as_object().expect("a proxy");
    let revoke = result.get(js_string!("revoke"), context)?.as_function().expect("a function");
    remember(&proxy, [args.get_or_undefined(0).clone(), args.get_or_undefined(1).clone()], context)?;
    let forgetting = NativeFunction::from_copy_closure_with_captures(
        |this, args, (proxy, revoke): &(JsObject, JsFunction), context| {
            remember(proxy, [JsValue::null(), JsValue::null()], context)?;
            revoke.call(this, args, context)
        },
        (proxy, revoke),
    );
    let forgetting = FunctionObjectBuilder::new(context.realm(), forgetting).build();
    result.create_data_property_or_throw(js_string!("revoke"), forgetting, context)?;
    Ok(made)
}

fn remember(proxy: &JsObject, parts: [JsValue; 2], context: &mut Context) -> JsResult<()> {
    let known = PARTS.with_borrow(Clone::clone).expect("installed");
    let parts = array(parts, context);
    known.set(proxy, parts, context)?;
    Ok(())
}
