//! Functions of the engine, taken before any script could replace them.

use std::cell::RefCell;

use rquickjs::{Ctx, Function, Object, Persistent, Result};

/// The functions.
pub(crate) struct Captured {
    pub(crate) boolean_value_of: Persistent<Function<'static>>,
    pub(crate) json_parse: Persistent<Function<'static>>,
    pub(crate) type_error: Persistent<Function<'static>>,
    /// The getter of `Error.prototype.stack`: frames alone.
    pub(crate) error_stack: Persistent<Function<'static>>,
}

thread_local! {
    static CAPTURED: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// Takes the functions. Called before the prelude is evaluated.
pub(crate) fn capture(ctx: &Ctx<'_>) -> Result<()> {
    let globals = ctx.globals();
    let boolean: Object<'_> = globals.get("Boolean")?;
    let error: Object<'_> = globals.get("Error")?;
    let own_property: Function<'_> = globals.get::<_, Object<'_>>("Object")?.get("getOwnPropertyDescriptor")?;
    let stack: Object<'_> = own_property.call((error.get::<_, Object<'_>>("prototype")?, "stack"))?;
    let captured = Captured {
        boolean_value_of: take(&boolean.get("prototype")?, "valueOf")?,
        json_parse: take(&globals.get("JSON")?, "parse")?,
        type_error: take(&globals, "TypeError")?,
        error_stack: take(&stack, "get")?,
    };
    CAPTURED.set(Some(captured));
    Ok(())
}

fn take(holder: &Object<'_>, name: &str) -> Result<Persistent<Function<'static>>> {
    let function: Function<'_> = holder.get(name)?;
    Ok(Persistent::save(holder.ctx(), function))
}

/// One of them.
pub(crate) fn function<'js>(
    ctx: &Ctx<'js>,
    choose: impl FnOnce(&Captured) -> &Persistent<Function<'static>>,
) -> Function<'js> {
    let function = CAPTURED.with_borrow(|all| choose(all.as_ref().expect("captured first")).clone());
    function.restore(ctx).expect("there is one runtime")
}
