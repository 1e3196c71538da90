//! The trait that the dispatcher calls, and the plain way to make one.

use std::borrow::Cow;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::{Effect, RunContext, ToolError, ToolSpec, Undo, Undone, undo};

/// A future that the dispatcher can hold: boxed, and free to move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A reply: well-formed JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// Serialises a value. Values that JSON cannot carry (maps with keys that are no strings) are an internal error.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, ToolError> {
        serde_json::to_string(value).map(Self).map_err(|e| ToolError::internal(format!("the reply is not JSON: {e}")))
    }

    /// Takes text that must be JSON; anything else is an internal error of the tool.
    pub fn from_text(text: String) -> Result<Self, ToolError> {
        match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
            Ok(_) => Ok(Self(text)),
            Err(e) => Err(ToolError::internal(format!("the reply is not JSON: {e}"))),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, without copying it.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl JsonSchema for Json {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into() // any value
    }
}

/// A value that can be a reply: everything that serde can serialise, and [`Json`] as it is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's reply",
    note = "derive `serde::Serialize` for it, and `schemars::JsonSchema` for a `#[tool]` function; or return `serde_json::Value`"
)]
pub trait IntoJson {
    /// The reply's text.
    fn into_json(self) -> Result<Json, ToolError>;
}

impl<T: Serialize> IntoJson for T {
    fn into_json(self) -> Result<Json, ToolError> {
        Json::of(&self)
    }
}

impl IntoJson for Json {
    fn into_json(self) -> Result<Json, ToolError> {
        Ok(self)
    }
}

/// A function that a script may call.
///
/// The dispatcher calls [`call`](Self::call) only with arguments that fit the schema, after policy allowed it, under the
/// tool's timeout. It catches panics; dropping the future cancels the call.
pub trait Tool: Send + Sync + 'static {
    /// The declaration. It must not change.
    fn spec(&self) -> &ToolSpec;

    /// What this very call may do; at most the spec's effect, whatever is returned. The default is the spec's effect. The
    /// arguments fit the schema; what they do not tell is [`Effect::External`].
    fn effect(&self, arguments: &Value) -> Effect {
        let _ = arguments;
        self.spec().effect
    }

    /// What this very call touches, as a name that is the same for the same thing: a path, a table, an account. Calls of a
    /// sandbox that touch different things run side by side; those that touch the same one wait for each other, unless they
    /// all read. Nothing, the default, stands for everything: such a call waits for all others.
    ///
    /// Names are compared across all tools of a sandbox, so begin them with what they are: `file:a.txt`.
    fn resource(&self, arguments: &Value) -> Option<String> {
        let _ = arguments;
        None
    }

    /// Says how this very call could be taken back, before it changes anything. Nothing, the default, where the tool has no
    /// undo for it; [`Undo::impossible`] where it has one that does not work for this call.
    ///
    /// The dispatcher asks in the call's turn, with the call's context, right before it writes down that the call is about to
    /// be made, and keeps the answer in the same commit. So it changes nothing, and says what the call *will* leave behind,
    /// since nobody is asked again afterwards: work it out with the code that the call itself uses. A call that only reads,
    /// a dry run say, has nothing to plan.
    ///
    /// An error is one of the call, which is then not made: fail as the call would.
    fn plan_undo<'a>(
        &'a self,
        context: &'a RunContext,
        arguments: &'a Value,
    ) -> BoxFuture<'a, Result<Option<Undo>, ToolError>> {
        let _ = (context, arguments);
        Box::pin(async { Ok(None) })
    }

    /// Takes a call back, given what was planned for it. The context is of the undoing, not of the call.
    ///
    /// It looks before it touches anything. What is as before the call stays, so that undoing twice, or undoing a call that
    /// was never made, is [`Undone::AlreadyAsBefore`]; what is as the call left it is restored; where anything is neither,
    /// nothing is touched, and the error has the code `changed_since` and names it ([`ToolError::changed_since`]). That
    /// makes it right for a call whose outcome is unknown, too. Calls are undone in the reverse of their order.
    fn undo<'a>(&'a self, context: &'a RunContext, undo: &'a Undo) -> BoxFuture<'a, Result<Undone, ToolError>> {
        let _ = (context, undo);
        Box::pin(async { Err(undo::none(&self.spec().name)) })
    }

    /// Does it.
    fn call<'a>(&'a self, context: &'a RunContext, arguments: Value) -> BoxFuture<'a, Result<Json, ToolError>>;
}

type Handler = dyn Fn(RunContext, Value) -> BoxFuture<'static, Result<Json, ToolError>> + Send + Sync;
type EffectBy = dyn Fn(&Value) -> Effect + Send + Sync;
type ResourceBy = dyn Fn(&Value) -> Option<String> + Send + Sync;
type PlanBy = dyn Fn(RunContext, Value) -> BoxFuture<'static, Result<Option<Undo>, ToolError>> + Send + Sync;
type RestoreBy = dyn Fn(RunContext, Undo) -> BoxFuture<'static, Result<Undone, ToolError>> + Send + Sync;

/// A tool from a spec and a closure, for tools that are known only at run time.
///
/// ```
/// use codemode_tool::{Effect, FnTool, ToolModule, ToolSpec};
///
/// let spec = ToolSpec { description: "Says hello.".into(), ..ToolSpec::new("hello", Effect::Read) };
/// let hello = FnTool::new(spec, |_context, _arguments| async { Ok("hello") });
/// let module = ToolModule::new("greetings", ()).add(hello);
/// ```
#[derive(Clone)]
pub struct FnTool {
    spec: ToolSpec,
    handler: Arc<Handler>,
    effect_by: Option<Arc<EffectBy>>,
    resource_by: Option<Arc<ResourceBy>>,
    undo_by: Option<(Arc<PlanBy>, Arc<RestoreBy>)>,
}

impl FnTool {
    /// A tool that runs `handler` with the run's context and the validated arguments.
    pub fn new<F, Fut, T>(spec: ToolSpec, handler: F) -> Self
    where
        F: Fn(RunContext, Value) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, ToolError>> + Send + 'static,
        T: IntoJson,
    {
        let handler = Arc::new(handler);
        let boxed = move |context: RunContext, arguments: Value| {
            let handler = Arc::clone(&handler);
            Box::pin(async move { handler(context, arguments).await.and_then(IntoJson::into_json) })
                as BoxFuture<'static, Result<Json, ToolError>>
        };
        Self { spec, handler: Arc::new(boxed), effect_by: None, resource_by: None, undo_by: None }
    }

    /// Says what a call may do from its arguments; at most the spec's effect.
    #[must_use]
    pub fn effect_by(mut self, effect: impl Fn(&Value) -> Effect + Send + Sync + 'static) -> Self {
        self.effect_by = Some(Arc::new(effect));
        self
    }

    /// Says what a call touches from its arguments, see [`Tool::resource`].
    #[must_use]
    pub fn resource_by(mut self, resource: impl Fn(&Value) -> Option<String> + Send + Sync + 'static) -> Self {
        self.resource_by = Some(Arc::new(resource));
        self
    }

    /// Says how calls are taken back: `plan` before a call, from its arguments, see [`Tool::plan_undo`], and `restore` when
    /// it is to be undone, see [`Tool::undo`]. Neither is asked for a call that only reads, nor for one that cannot be undone.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use codemode_tool::{Effect, FnTool, ToolError, ToolSpec, Undo, Undone};
    /// use serde_json::json;
    ///
    /// let greeting = Arc::new(Mutex::new("good morning".to_owned()));
    /// let (now, plan, restore) = (Arc::clone(&greeting), Arc::clone(&greeting), greeting);
    /// let spec = ToolSpec { description: "Greets briefly from now on.".into(), ..ToolSpec::new("brief", Effect::Write) };
    /// let brief = FnTool::new(spec, move |_, _| {
    ///     "hello".clone_into(&mut now.lock().expect("nobody panicked"));
    ///     async { Ok(()) }
    /// })
    /// .undo_by(
    ///     move |_context, _arguments| {
    ///         let before = plan.lock().expect("nobody panicked").clone();
    ///         async move { Ok(Some(Undo::new(json!({ "before": before, "left": "hello" })))) }
    ///     },
    ///     move |_context, undo| {
    ///         let mut now = restore.lock().expect("nobody panicked");
    ///         let (before, left) = (&undo.note["before"], &undo.note["left"]);
    ///         let undone = if before == now.as_str() {
    ///             Ok(Undone::AlreadyAsBefore)
    ///         } else if left == now.as_str() {
    ///             before.as_str().unwrap_or_default().clone_into(&mut now);
    ///             Ok(Undone::Restored)
    ///         } else {
    ///             Err(ToolError::changed_since(format!("the greeting is now {now:?}; nothing was restored")))
    ///         };
    ///         async { undone }
    ///     },
    /// );
    /// ```
    #[must_use]
    pub fn undo_by<P, PFut, R, RFut>(mut self, plan: P, restore: R) -> Self
    where
        P: Fn(RunContext, Value) -> PFut + Send + Sync + 'static,
        PFut: Future<Output = Result<Option<Undo>, ToolError>> + Send + 'static,
        R: Fn(RunContext, Undo) -> RFut + Send + Sync + 'static,
        RFut: Future<Output = Result<Undone, ToolError>> + Send + 'static,
    {
        // Called inside the future, so that a panic in it is one of the future.
        let (plan, restore) = (Arc::new(plan), Arc::new(restore));
        let plan = move |context: RunContext, arguments: Value| {
            let plan = Arc::clone(&plan);
            Box::pin(async move { plan(context, arguments).await }) as BoxFuture<'static, _>
        };
        let restore = move |context: RunContext, undo: Undo| {
            let restore = Arc::clone(&restore);
            Box::pin(async move { restore(context, undo).await }) as BoxFuture<'static, _>
        };
        self.undo_by = Some((Arc::new(plan), Arc::new(restore)));
        self
    }
}

impl std::fmt::Debug for FnTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FnTool").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Tool for FnTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self, arguments: &Value) -> Effect {
        self.effect_by.as_ref().map_or(self.spec.effect, |effect| effect(arguments))
    }

    fn resource(&self, arguments: &Value) -> Option<String> {
        self.resource_by.as_ref().and_then(|resource| resource(arguments))
    }

    fn plan_undo<'a>(
        &'a self,
        context: &'a RunContext,
        arguments: &'a Value,
    ) -> BoxFuture<'a, Result<Option<Undo>, ToolError>> {
        match &self.undo_by {
            Some((plan, _)) if self.effect(arguments) > Effect::Read => plan(context.clone(), arguments.clone()),
            _ => Box::pin(async { Ok(None) }),
        }
    }

    fn undo<'a>(&'a self, context: &'a RunContext, undo: &'a Undo) -> BoxFuture<'a, Result<Undone, ToolError>> {
        let Some((_, restore)) = &self.undo_by else {
            return Box::pin(async { Err(undo::none(&self.spec.name)) });
        };
        match undo.possible() {
            Ok(()) => restore(context.clone(), undo.clone()),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }

    fn call<'a>(&'a self, context: &'a RunContext, arguments: Value) -> BoxFuture<'a, Result<Json, ToolError>> {
        (self.handler)(context.clone(), arguments)
    }
}
