//! Tool calls: the functions that scripts call, and what becomes of the replies.

use std::cell::RefCell;

use codemode_guest_core::abi::Failure;
use codemode_guest_core::texts::{no_argument, several_arguments, unreadable};
use codemode_guest_core::{Fault, Reply};
use rquickjs::function::Rest;
use rquickjs::{Ctx, Error, Function, Persistent, Promise, Result, Value};

use crate::errors;
use crate::json_read::read;
use crate::json_write::write_arguments;
use crate::state::{self, Pending};

thread_local! {
    /// `host.makeFailure(name, message, code, tool, stack)`: the exception of a call that failed or was refused.
    static MAKE_FAILURE: RefCell<Option<Persistent<Function<'static>>>> = const { RefCell::new(None) };
}

/// Takes the prelude's function.
pub(crate) fn set_make_failure(function: Option<Persistent<Function<'static>>>) {
    MAKE_FAILURE.set(function);
}

fn exception<'js>(failure: Failure, site: &str, ctx: &Ctx<'js>) -> Result<Value<'js>> {
    let stack = errors::stack_of(&failure.name, &failure.message, site);
    let make = MAKE_FAILURE.with_borrow(Clone::clone).expect("the prelude sets it").restore(ctx)?;
    make.call((failure.name, failure.message, failure.code, failure.tool, stack))
}

/// `host.toolFunction(module, name, tool)`: the function that a tool module exports.
pub(crate) fn tool_function<'js>(ctx: Ctx<'js>, module: String, name: String, tool: u32) -> Result<Function<'js>> {
    let own_name = name.clone();
    let function = Function::new(ctx, move |ctx: Ctx<'js>, args: Rest<Value<'js>>| {
        if args.len() > 1 {
            let failure = several_arguments(&module, &own_name, args.len());
            let error = exception(failure, &errors::call_site(&ctx), &ctx)?;
            return rejected(&ctx, error);
        }
        let arguments = args.0.into_iter().next().unwrap_or_else(|| Value::new_undefined(ctx.clone()));
        ask(ctx, tool, arguments, no_argument(&module))
    })?;
    function.with_name(&name)?.with_length(1)
}

fn rejected<'js>(ctx: &Ctx<'js>, error: Value<'js>) -> Result<Value<'js>> {
    let (promise, _, reject) = Promise::new(ctx)?;
    reject.call::<_, ()>((error,))?;
    Ok(promise.into_value())
}

/// `host.submit(tool, args)`
pub(crate) fn submit<'js>(ctx: Ctx<'js>, tool: u32, arguments: Value<'js>) -> Result<Value<'js>> {
    ask(ctx, tool, arguments, no_argument(""))
}

/// Asks the host for a call and gives the promise of its reply. Arguments that cannot be sent reject it.
fn ask<'js>(ctx: Ctx<'js>, tool: u32, arguments: Value<'js>, nothing: &[u8]) -> Result<Value<'js>> {
    let written = if arguments.is_undefined() {
        Ok(nothing.to_vec())
    } else {
        let nesting = state::with(|state| state.run.nesting);
        write_arguments(&arguments, nesting)
    };
    let written = match written {
        Ok(written) => written,
        Err(Error::Exception) => return rejected(&ctx, ctx.catch()),
        Err(error) => return Err(error),
    };
    let (promise, resolve, reject) = Promise::new(&ctx)?;
    let pending = Pending {
        resolve: Persistent::save(&ctx, resolve),
        reject: Persistent::save(&ctx, reject),
        site: errors::call_site(&ctx),
    };
    state::with(|state| state.run.submit(tool, &written, pending));
    Ok(promise.into_value())
}

/// Settles the promise of a call.
pub(crate) fn settle(call: u32, reply: Reply<'_>, ctx: &Ctx<'_>) -> std::result::Result<(), Fault> {
    let Some(pending) = state::with(|state| state.run.replied(call)) else { return Ok(()) };
    let settled = match reply {
        Reply::Done(json) => {
            let nesting = state::with(|state| state.run.nesting);
            match read(json, nesting, ctx) {
                Ok(value) => pending.resolve.restore(ctx).and_then(|resolve| resolve.call::<_, ()>((value,))),
                Err(error) => reject(pending, unreadable(error, json), ctx),
            }
        }
        Reply::Failed(failure) => reject(pending, failure, ctx),
    };
    settled.map_err(|error| errors::report_error(error, ctx))
}

fn reject(pending: Pending, failure: Failure, ctx: &Ctx<'_>) -> Result<()> {
    let error = exception(failure, &pending.site, ctx)?;
    pending.reject.restore(ctx)?.call((error,))
}
