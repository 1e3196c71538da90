//! Tool calls: the functions that scripts call, and what becomes of the replies.

use std::cell::RefCell;

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, NativeFunction, js_string};
use codemode_guest_core::abi::Failure;
use codemode_guest_core::texts::{no_argument, several_arguments, unreadable};
use codemode_guest_core::{Fault, Reply};

use crate::errors::{self, CallSite, Words};
use crate::json_read::read;
use crate::json_write::write_arguments;
use crate::state::{self, Pending};

thread_local! {
    /// `host.makeFailure(name, message, code, tool, stack)`: the exception of a call that failed or was refused.
    static MAKE_FAILURE: RefCell<Option<JsFunction>> = const { RefCell::new(None) };
}

/// Takes the prelude's function.
pub(crate) fn set_make_failure(function: Option<JsFunction>) {
    MAKE_FAILURE.set(function);
}

fn exception(failure: Failure, site: &CallSite, context: &mut Context) -> JsResult<JsValue> {
    let stack = site.stack(&failure.name, &failure.message);
    let make = MAKE_FAILURE.with_borrow(Clone::clone).expect("the prelude sets it");
    let texts = [failure.name, failure.message, failure.code, failure.tool, stack];
    let texts = texts.map(|text| JsValue::from(JsString::from(text)));
    make.call(&JsValue::undefined(), &texts, context)
}

/// `host.toolFunction(module, name, tool)`: the function that a tool module exports.
pub(crate) fn tool_function_native(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let module = args.get_or_undefined(0).to_string(context)?;
    let name = args.get_or_undefined(1).to_string(context)?;
    let tool = args.get_or_undefined(2).to_u32(context)?;
    let function = NativeFunction::from_copy_closure_with_captures(
        |_, args, (module, name, tool): &(JsString, JsString, u32), context| {
            if args.len() > 1 {
                let (module, name) = (module.to_std_string_lossy(), name.to_std_string_lossy());
                let failure = several_arguments(&module, &name, args.len());
                let error = exception(failure, &CallSite::here(context), context)?;
                return Ok(JsPromise::reject(JsError::from_opaque(error), context)?.into());
            }
            let nothing = no_argument(&module.to_std_string_lossy());
            submit(*tool, args.get_or_undefined(0).clone(), nothing, context)
        },
        (module, name.clone(), tool),
    );
    Ok(FunctionObjectBuilder::new(context.realm(), function).name(name).length(1).build().into())
}

/// `host.submit(tool, args)`
pub(crate) fn submit_native(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let tool = args.get_or_undefined(0).to_u32(context)?;
    submit(tool, args.get_or_undefined(1).clone(), no_argument(""), context)
}

/// Asks the host for a call and gives the promise of its reply. Arguments that cannot be sent reject it.
fn submit(tool: u32, arguments: JsValue, nothing: &[u8], context: &mut Context) -> JsResult<JsValue> {
    let written = if arguments.is_undefined() {
        Ok(nothing.to_vec())
    } else {
        let nesting = state::with(|state| state.run.nesting);
        write_arguments(arguments, nesting, context)
    };
    let written = match written {
        Ok(written) => written,
        // An engine limit is no exception of the script's.
        Err(error) if error.as_engine().is_some() => return Err(error),
        Err(error) if error.as_native().is_some() => {
            let error = placed(error, context)?;
            return Ok(JsPromise::reject(JsError::from_opaque(error), context)?.into());
        }
        Err(error) => return Ok(JsPromise::reject(error, context)?.into()),
    };
    let (promise, resolvers) = JsPromise::new_pending(context);
    let site = CallSite::here(context);
    state::with(|state| state.run.submit(tool, &written, Pending { resolvers, site }));
    Ok(promise.into())
}

/// An error of the engine's own with the stack of where the script is: the engine gives it none.
fn placed(error: JsError, context: &mut Context) -> JsResult<JsValue> {
    let message = error.as_native().map(|native| native.message().to_owned()).unwrap_or_default();
    let value = error.into_opaque(context)?;
    if let Some(object) = value.as_object() {
        let stack = JsString::from(CallSite::here(context).stack("TypeError", &message));
        let stack = PropertyDescriptor::builder().value(stack).writable(true).enumerable(false).configurable(true);
        object.define_property_or_throw(js_string!("stack"), stack, context)?;
    }
    Ok(value)
}

/// Settles the promise of a call.
pub(crate) fn settle(call: u32, reply: Reply<'_>, context: &mut Context) -> Result<(), Fault> {
    let Some(pending) = state::with(|state| state.run.replied(call)) else { return Ok(()) };
    let settled = match reply {
        Reply::Done(json) => {
            let nesting = state::with(|state| state.run.nesting);
            match read(json, nesting, context) {
                Ok(value) => pending.resolvers.resolve.call(&JsValue::undefined(), &[value], context),
                Err(error) => reject(&pending, unreadable(error, json), context),
            }
        }
        Reply::Failed(failure) => reject(&pending, failure, context),
    };
    settled.map(drop).map_err(|error| errors::report(error, &Words::default(), context))
}

fn reject(pending: &Pending, failure: Failure, context: &mut Context) -> JsResult<JsValue> {
    let error = exception(failure, &pending.site, context)?;
    pending.resolvers.reject.call(&JsValue::undefined(), &[error], context)
}
