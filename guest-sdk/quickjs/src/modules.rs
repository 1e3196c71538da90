//! Module loading: `tools/<name>`, the host's own modules, and nothing else.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_int};
use std::rc::Rc;

use codemode_guest_core::abi::module_name;
use rquickjs::loader::{ImportAttributes, Loader, Resolver};
use rquickjs::module::Declared;
use rquickjs::{Ctx, Exception, Function, Module, Object, Persistent, Result, qjs};

use crate::state;
use crate::values::{Key, Owned, context};

thread_local! {
    /// `host.toolModule(name)`: the frozen object of a module's functions.
    static TOOL_MODULE: RefCell<Option<Persistent<Function<'static>>>> = const { RefCell::new(None) };
}

/// Takes the prelude's function.
pub(crate) fn set_tool_module(function: Option<Persistent<Function<'static>>>) {
    TOOL_MODULE.set(function);
}

/// The names of the modules that were loaded so far, for messages.
pub(crate) type Names = Rc<RefCell<BTreeSet<String>>>;

/// Specifiers are absolute.
pub(crate) struct AsWritten;

impl Resolver for AsWritten {
    fn resolve<'js>(
        &mut self,
        _: &Ctx<'js>,
        _: &str,
        specifier: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<String> {
        Ok(specifier.to_owned())
    }
}

/// Makes the tool modules of a run; the engine asks once for each.
pub(crate) struct ToolModules {
    pub(crate) names: Names,
}

impl Loader for ToolModules {
    fn load<'js>(
        &mut self,
        ctx: &Ctx<'js>,
        specifier: &str,
        _: Option<ImportAttributes<'js>>,
    ) -> Result<Module<'js, Declared>> {
        let name = module_name(specifier);
        let known = name.filter(|name| state::with(|state| state.run.manifest.tools(name).is_some()));
        let Some(name) = known else {
            let message = state::with(|state| state.run.manifest.unknown_module(specifier));
            return Err(Exception::throw_type(ctx, &message));
        };
        self.names.borrow_mut().insert(name.to_owned());
        // SAFETY: `declare` makes a module of this context.
        unsafe { Module::from_load_fn(ctx.clone(), specifier, declare) }
    }
}

/// Makes a module and names its exports.
unsafe extern "C" fn declare(ctx: *mut qjs::JSContext, specifier: *const qjs::c_char) -> *mut qjs::JSModuleDef {
    // SAFETY: the context is the engine's, and the specifier a C string.
    let (module, specifier) =
        unsafe { (qjs::JS_NewCModule(ctx, specifier, Some(fill)), CStr::from_ptr(specifier).to_string_lossy()) };
    let name = module_name(&specifier).unwrap_or_default();
    state::with(|state| {
        for export in state.run.manifest.tools(name).unwrap_or_default() {
            let export = CString::new(export.name.as_str()).expect("identifiers have no NUL");
            // SAFETY: the module was just made, and the engine copies the name.
            unsafe { qjs::JS_AddModuleExport(ctx, module, export.as_ptr()) };
        }
    });
    module
}

/// Gives a module its exports; the engine calls it before the first script that imports the module.
unsafe extern "C" fn fill(ctx: *mut qjs::JSContext, module: *mut qjs::JSModuleDef) -> c_int {
    // SAFETY: the engine passes its context and the module that it links.
    let (ctx, specifier) = unsafe {
        let ctx = Ctx::from_raw(std::ptr::NonNull::new_unchecked(ctx));
        (ctx, crate::text::atom_text(&Key::take(qjs::JS_GetModuleName(context(), module))))
    };
    match fill_from(&ctx, &specifier, module) {
        Ok(()) => 0,
        Err(_) => -1,
    }
}

fn fill_from(ctx: &Ctx<'_>, specifier: &str, module: *mut qjs::JSModuleDef) -> Result<()> {
    let name = module_name(specifier).unwrap_or_default();
    let tool_module = TOOL_MODULE.with_borrow(Clone::clone).expect("the prelude sets it").restore(ctx)?;
    let functions: Object<'_> = tool_module.call((name,))?;
    for key in functions.keys::<String>() {
        let key = key?;
        let function: Function<'_> = functions.get(key.as_str())?;
        let export = CString::new(key).expect("identifiers have no NUL");
        let function = Owned::of(function.as_raw()).into_raw();
        // SAFETY: the module has this export, and takes over the reference.
        unsafe { qjs::JS_SetModuleExport(context(), module, export.as_ptr(), function) };
    }
    Ok(())
}
