//! Module loading: `tools/<name>`, the host's own modules, and nothing else.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::module::{ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer};
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, Module};
use codemode_guest_core::abi::module_name;

use crate::state;

/// Makes each module once, so that every way of importing it gives the same functions.
#[derive(Default)]
pub(crate) struct Loader {
    /// `host.toolModule(name)`: the frozen object of a module's functions.
    tool_module: RefCell<Option<JsFunction>>,
    loaded: RefCell<BTreeMap<String, Module>>,
}

impl ModuleLoader for Loader {
    fn load_imported_module(
        self: Rc<Self>,
        _: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> impl Future<Output = JsResult<Module>> {
        let specifier = request.specifier().to_std_string_lossy();
        let module = self.load(&specifier, &mut context.borrow_mut());
        async { module }
    }
}

impl Loader {
    /// Takes the prelude's function.
    pub(crate) fn set_tool_module(&self, function: Option<JsFunction>) {
        *self.tool_module.borrow_mut() = function;
    }

    fn load(&self, specifier: &str, context: &mut Context) -> JsResult<Module> {
        if let Some(module) = self.loaded.borrow().get(specifier) {
            return Ok(module.clone());
        }
        let name = module_name(specifier);
        let exports: Option<Vec<JsString>> = name.and_then(|name| {
            state::with(|state| {
                let tools = state.run.manifest.tools(name)?;
                Some(tools.iter().map(|export| JsString::from(export.name.as_str())).collect())
            })
        });
        let (Some(name), Some(exports)) = (name, exports) else {
            let message = state::with(|state| state.run.manifest.unknown_module(specifier));
            return Err(JsNativeError::typ().with_message(message).into());
        };
        let functions = self.functions(name, context)?;
        let steps = SyntheticModuleInitializer::from_copy_closure_with_captures(
            |module, (exports, functions): &(Vec<JsString>, JsObject), context| {
                for export in exports {
                    let function = functions.get(export.clone(), context)?;
                    module.set_export(export, function)?;
                }
                Ok(())
            },
            (exports.clone(), functions),
        );
        let module = Module::synthetic(&exports, steps, None, None, context);
        self.loaded.borrow_mut().insert(specifier.to_owned(), module.clone());
        Ok(module)
    }

    fn functions(&self, name: &str, context: &mut Context) -> JsResult<JsObject> {
        let tool_module = self.tool_module.borrow().clone().expect("the prelude sets it");
        let object = tool_module.call(&JsValue::undefined(), &[JsString::from(name).into()], context)?;
        Ok(object.as_object().expect("the manifest has the module"))
    }

    /// The modules that were loaded so far, for messages.
    pub(crate) fn names(&self) -> Vec<String> {
        let loaded = self.loaded.borrow();
        loaded.keys().filter_map(|specifier| module_name(specifier)).map(str::to_owned).collect()
    }
}
