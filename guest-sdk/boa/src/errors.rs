//! Errors: call sites, and the report of an ending. `stack` as scripts see it is the prelude's (`error-stack.js`).

use boa_engine::builtins::error::Error;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::vm::{CallFrame, SourcePath};
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, NativeFunction, js_string};
use codemode_guest_core::abi::frame::Position;
use codemode_guest_core::abi::{Ending, Report};
use codemode_guest_core::texts::{Cause, Errors, causes, header, too_deep};
use codemode_guest_core::{explain, hint_at_nearest, stack};

use crate::state;

/// Where a script made a call: frames of the script, innermost first.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallSite(Vec<SiteFrame>);

#[derive(Clone, Debug)]
struct SiteFrame {
    function: JsString,
    path: SourcePath,
    line: u32,
    column: u32,
}

impl SiteFrame {
    fn of(frame: &CallFrame) -> Self {
        let at = frame.position();
        let (line, column) = at.position.map_or((0, 0), |at| (at.line_number(), at.column_number()));
        Self { function: at.function_name, path: at.path, line, column }
    }
}

/// How many frames a call site keeps.
const SITE_FRAMES: usize = 10;

impl CallSite {
    /// Where the script is now.
    pub(crate) fn here(context: &Context) -> Self {
        let own = |frame: &SiteFrame| matches!(&frame.path, SourcePath::Path(path) if path.starts_with("prelude"));
        let frames = context.stack_trace().map(SiteFrame::of).filter(|frame| !own(frame));
        Self(frames.take(SITE_FRAMES).collect())
    }

    /// Where the script is now, if that is its top level.
    pub(crate) fn of_top_level(context: &Context) -> Option<Self> {
        let frame = SiteFrame::of(context.stack_trace().next()?);
        let name = frame.function.to_std_string_lossy();
        matches!(name.as_str(), "" | "<main>").then(|| Self(vec![frame]))
    }

    /// Leaves out the frames down to that of `function`, as a constructor that captures a stack wants it.
    fn leave(&mut self, function: &JsValue, context: &mut Context) -> JsResult<()> {
        let Some(function) = function.as_callable() else { return Ok(()) };
        let name = function.get(js_string!("name"), context)?;
        let frame = self.0.iter().position(|frame| name.as_string().is_some_and(|name| name == frame.function));
        self.0.drain(..frame.map_or(0, |frame| frame + 1));
        Ok(())
    }

    fn push_lines(&self, out: &mut String) {
        for SiteFrame { function, path, line, column } in &self.0 {
            stack::push_line(&function.to_std_string_lossy(), &path.to_string(), *line, *column, out);
        }
    }

    /// The stack of an error that belongs here.
    pub(crate) fn stack(&self, name: &str, message: &str) -> String {
        let mut text = header(name, message);
        self.push_lines(&mut text);
        text
    }

    /// The positions of a report.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut lines = String::new();
        self.push_lines(&mut lines);
        stack::positions(&lines)
    }
}

/// Gives the prelude what it makes stacks of (`error-stack.js`): the engine's own `stack` is frames alone already, and here is a
/// `captureStackTrace` that gives the same. Called before the prelude is evaluated.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let capture = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(capture_stack_trace))
        .name(js_string!("captureStackTrace"))
        .length(2)
        .build();
    let hidden = PropertyDescriptor::builder().value(capture).writable(true).enumerable(false).configurable(true);
    let constructor = context.intrinsics().constructors().error().constructor();
    constructor.define_property_or_throw(js_string!("captureStackTrace"), hidden, context)?;
    Ok(())
}

/// `Error.captureStackTrace(object, constructor)`: the frames alone.
fn capture_stack_trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = args.get_or_undefined(0).as_object() else { return Ok(JsValue::undefined()) };
    let mut site = CallSite::here(context);
    site.leave(args.get_or_undefined(1), context)?;
    let mut text = String::new();
    site.push_lines(&mut text);
    let stack =
        PropertyDescriptor::builder().value(JsString::from(text)).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(js_string!("stack"), stack, context)?;
    Ok(JsValue::undefined())
}

/// `host.scriptFrames(stack)`: the frames of the script in a stack of the engine, each on a line that begins with a line end.
pub(crate) fn script_frames(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let stack = args.get_or_undefined(0).to_string(context)?.to_std_string_lossy();
    Ok(JsString::from(stack::script_lines(&stack)).into())
}

/// What the prelude says of errors.
#[derive(Default)]
pub(crate) struct Words {
    /// The text of a value, for thrown ones that are no errors.
    pub(crate) inspect: Option<JsFunction>,
    /// What to use instead of a global that does not exist.
    pub(crate) missing_hint: Option<JsFunction>,
}

/// The report of an error that ends the run.
pub(crate) fn report(error: JsError, words: &Words, context: &mut Context) -> Box<Report> {
    if let Some(engine) = error.as_engine() {
        return engine_report(engine, &error.to_string());
    }
    let trace = error.to_string();
    let value = match error.into_opaque(context) {
        Ok(value) => value,
        Err(error) => return report(error, words, context),
    };
    let mut report = Report { ending: Ending::Threw as u32, ..Report::default() };
    match value.as_object().filter(JsObject::is::<Error>) {
        Some(error) => {
            report.name = text(&error, js_string!("name"), context);
            report.message = text(&error, js_string!("message"), context);
            let stack = text(&error, js_string!("stack"), context);
            report.stack = stack::positions(&stack);
            report.causes = causes(&mut Seen(context), error);
        }
        None => report.message = shown(&value, words, context),
    }
    if report.stack.is_empty() {
        report.stack = stack::positions(&trace);
    }
    if let Some(at) = report.stack.first() {
        let better = state::with(|state| explain(&report.message, &state.source, at));
        report.message = better.unwrap_or(report.message);
    }
    if report.name == "ReferenceError"
        && let Some(missing) = report.message.strip_suffix(" is not defined")
    {
        report.hint = say(words.missing_hint.as_ref(), JsString::from(missing).into(), context).unwrap_or_default();
        if report.hint.is_empty() {
            report.hint = state::with(|state| hint_at_nearest(missing, &state.source));
        }
    }
    Box::new(report)
}

/// The text that a function of the prelude gives for a value.
fn say(function: Option<&JsFunction>, value: JsValue, context: &mut Context) -> Option<String> {
    let said = function?.call(&JsValue::undefined(), &[value], context).ok()?;
    Some(said.as_string()?.to_std_string_lossy())
}

/// A fault of the engine: a limit, or an invariant that broke.
fn engine_report(error: &EngineError, trace: &str) -> Box<Report> {
    let stack = stack::positions(trace);
    if is_recursion(error) {
        return too_deep(state::with(|state| state.recursion), stack);
    }
    Box::new(Report { ending: Ending::Engine as u32, message: error.to_string(), stack, ..Report::default() })
}

/// Whether the limit of recursion was reached, which may have broken something that the engine took for granted.
fn is_recursion(error: &EngineError) -> bool {
    use std::error::Error as _;

    match error {
        EngineError::RuntimeLimit(limit) => {
            matches!(limit, RuntimeLimitError::Recursion | RuntimeLimitError::StackSize)
        }
        EngineError::Panic(panic) => panic
            .source()
            .and_then(|cause| cause.downcast_ref::<JsError>().or(cause.downcast_ref::<Box<JsError>>().map(|it| &**it)))
            .and_then(JsError::as_engine)
            .is_some_and(is_recursion),
    }
}

/// Errors as the core looks at them.
struct Seen<'a>(&'a mut Context);

impl Errors for Seen<'_> {
    type Error = JsObject;

    fn text(&mut self, error: &JsObject, key: &str) -> String {
        text(error, JsString::from(key), self.0)
    }

    fn errors(&mut self, error: &JsObject, most: usize) -> Vec<JsObject> {
        let errors = error.get(js_string!("errors"), self.0).unwrap_or_default();
        let Some(errors) = errors.as_object().filter(JsObject::is_array) else { return Vec::new() };
        (0..most).map_while(|index| errors.get(index, self.0).ok()?.as_object()).collect()
    }

    fn cause(&mut self, error: &JsObject) -> Option<Cause<JsObject>> {
        let cause = error.get(js_string!("cause"), self.0).unwrap_or_default();
        match cause.as_object() {
            Some(cause) => Some(Cause::Error(cause)),
            None => cause.as_string().map(|text| Cause::Text(text.to_std_string_lossy())),
        }
    }
}

/// A property that should be text.
fn text(object: &JsObject, key: JsString, context: &mut Context) -> String {
    let value = object.get(key, context).unwrap_or_default();
    value.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default()
}

/// A thrown value that is no error, as `console.log` would print it.
fn shown(value: &JsValue, words: &Words, context: &mut Context) -> String {
    say(words.inspect.as_ref(), value.clone(), context).unwrap_or_else(|| value.display().to_string())
}
