//! Modules: tools under the name that scripts import.

use std::any::{Any, type_name};
use std::sync::Arc;

use serde_json::Value;

use crate::{BoxFuture, Effect, Json, RunContext, Tool, ToolError, ToolSpec, Undo, Undone, schema, undo};

/// What `#[tool]` makes of a function: a declaration and a way to call it with the module's state.
pub trait ToolFunction: Send + Sync + 'static {
    /// The state that the function's first parameter borrows; `()` where it takes none.
    type State: Send + Sync + 'static;

    /// The declaration.
    fn spec(&self) -> ToolSpec;

    /// What a call may do; the spec's effect is the most, whatever is returned.
    fn effect(&self, arguments: &Value) -> Effect {
        let _ = arguments;
        Effect::External
    }

    /// What a call touches, see [`Tool::resource`].
    fn resource(&self, arguments: &Value) -> Option<String> {
        let _ = arguments;
        None
    }

    /// Says how a call could be taken back, see [`Tool::plan_undo`].
    fn plan_undo<'a>(
        &'a self,
        state: &'a Arc<Self::State>,
        context: &'a RunContext,
        arguments: &'a Value,
    ) -> BoxFuture<'a, Result<Option<Undo>, ToolError>> {
        let _ = (state, context, arguments);
        Box::pin(async { Ok(None) })
    }

    /// Takes a call back, see [`Tool::undo`].
    fn undo<'a>(
        &'a self,
        state: &'a Arc<Self::State>,
        context: &'a RunContext,
        undo: &'a Undo,
    ) -> BoxFuture<'a, Result<Undone, ToolError>> {
        let _ = (state, context, undo);
        Box::pin(async { Err(undo::none(&self.spec().name)) })
    }

    /// Does it. Arguments that serde refuses, although they fit the schema, are an `invalid_arguments` error.
    fn call<'a>(
        &'a self,
        state: &'a Arc<Self::State>,
        context: &'a RunContext,
        arguments: Value,
    ) -> BoxFuture<'a, Result<Json, ToolError>>;
}

/// What [`ToolModule::tool`] takes: the name of a function marked with `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool function",
    label = "not a tool function",
    note = "mark the function with `#[tool(effect = …)]`; a value that implements `Tool` is added with `ToolModule::add`"
)]
pub trait IntoToolFunction {
    /// What the attribute made.
    type Function: ToolFunction;

    /// Makes it.
    fn into_tool_function(self) -> Self::Function;
}

#[diagnostic::do_not_recommend]
impl<F: FnOnce() -> T, T: ToolFunction> IntoToolFunction for F {
    type Function = T;

    fn into_tool_function(self) -> T {
        self()
    }
}

/// Tools under one name: scripts write `import { find_invoices } from "tools/ledger"`.
#[derive(Clone)]
pub struct ToolModule {
    name: String,
    description: String,
    state: Arc<dyn Any + Send + Sync>,
    state_type: &'static str,
    tools: Vec<Arc<dyn Tool>>,
    faults: Vec<String>,
}

impl ToolModule {
    /// An empty module whose tools share `state`; use `()` where they need none.
    pub fn new<S: Send + Sync + 'static>(name: impl Into<String>, state: S) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            state: Arc::new(state),
            state_type: type_name::<S>(),
            tools: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Says what the module is for, in a sentence, for the model that writes scripts.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Adds a function marked with `#[tool]`. A function that wants another state than the module's, or whose one parameter
    /// is not an object in JSON, is reported when the sandbox is built.
    #[must_use]
    pub fn tool<F: IntoToolFunction>(self, function: F) -> Self {
        self.bind(function.into_tool_function())
    }

    fn bind<F: ToolFunction>(mut self, function: F) -> Self {
        let spec = function.spec();
        if !schema::is_object(&spec.input_schema) {
            self.faults.push(format!(
                "the one parameter of tool `{}` is the argument object, but its type is no object in JSON: make it a struct \
                 with named fields, or wrap it in one",
                spec.name,
            ));
        }
        // Functions without state fit every module.
        let state: Result<Arc<F::State>, _> = (Arc::new(()) as Arc<dyn Any + Send + Sync>)
            .downcast::<F::State>()
            .or_else(|_| Arc::clone(&self.state).downcast::<F::State>());
        match state {
            Ok(state) => self.tools.push(Arc::new(Bound { spec, function, state })),
            Err(_) => self.faults.push(format!(
                "tool `{}` takes its state as `&{}`, but module `{}` was made with a `{}`",
                spec.name,
                type_name::<F::State>(),
                self.name,
                self.state_type,
            )),
        }
        self
    }

    /// Adds a tool that is not a `#[tool]` function.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "adds to a list; nobody takes a module for a number")]
    pub fn add(mut self, tool: impl Tool) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }

    /// The name after `tools/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the module is for.
    pub fn about(&self) -> &str {
        &self.description
    }

    /// The tools in the order in which they were added.
    pub fn tools(&self) -> &[Arc<dyn Tool>] {
        &self.tools
    }

    /// Mistakes made while the module was put together; building a sandbox reports them.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }
}

impl std::fmt::Debug for ToolModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tools: Vec<&str> = self.tools.iter().map(|tool| tool.spec().name.as_str()).collect();
        f.debug_struct("ToolModule").field("name", &self.name).field("tools", &tools).finish_non_exhaustive()
    }
}

/// A `#[tool]` function with its module's state.
struct Bound<F: ToolFunction> {
    spec: ToolSpec,
    function: F,
    state: Arc<F::State>,
}

impl<F: ToolFunction> Tool for Bound<F> {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self, arguments: &Value) -> Effect {
        self.function.effect(arguments).min(self.spec.effect)
    }

    fn resource(&self, arguments: &Value) -> Option<String> {
        self.function.resource(arguments)
    }

    fn plan_undo<'a>(
        &'a self,
        context: &'a RunContext,
        arguments: &'a Value,
    ) -> BoxFuture<'a, Result<Option<Undo>, ToolError>> {
        if self.effect(arguments) == Effect::Read {
            return Box::pin(async { Ok(None) }); // a dry run, say
        }
        self.function.plan_undo(&self.state, context, arguments)
    }

    fn undo<'a>(&'a self, context: &'a RunContext, undo: &'a Undo) -> BoxFuture<'a, Result<Undone, ToolError>> {
        match undo.possible() {
            Ok(()) => self.function.undo(&self.state, context, undo),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }

    fn call<'a>(&'a self, context: &'a RunContext, arguments: Value) -> BoxFuture<'a, Result<Json, ToolError>> {
        self.function.call(&self.state, context, arguments)
    }
}
