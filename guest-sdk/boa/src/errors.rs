//! Errors: what scripts see of them (`stack`), what replies become, and the report of an ending.

use std::cell::RefCell;

use boa_engine::builtins::error::Error;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::vm::{CallFrame, SourcePath};
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsString, JsValue, NativeFunction, js_string};
use codemode_guest_core::abi::frame::Position;
use codemode_guest_core::abi::{Ending, Report};
use codemode_guest_core::{explain, hint_at_nearest, stack};

use crate::state;

thread_local! {
    /// The engine's own getter of `Error.prototype.stack`: frames alone.
    static FRAMES: RefCell<Option<JsFunction>> = const { RefCell::new(None) };
}

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
        let mut text = format!("{name}: {message}");
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

/// Makes `stack` what scripts know: the error, then its frames, without those of the guest itself. Called after the prelude
/// took the engine's getter.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let lookup = context.intrinsics().constructors().object().constructor();
    let lookup = lookup.get(js_string!("getOwnPropertyDescriptor"), context)?.as_function().expect("a function");
    let own = lookup.call(&JsValue::undefined(), &[prototype.clone().into(), js_string!("stack").into()], context)?;
    let own = own.as_object().expect("the engine has the accessor");
    let setter = own.get(js_string!("set"), context)?;
    FRAMES.set(own.get(js_string!("get"), context)?.as_function());

    let getter = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(get_stack))
        .name(js_string!("get stack"))
        .build();
    let accessor = PropertyDescriptor::builder().get(getter).set(setter).enumerable(false).configurable(true);
    prototype.define_property_or_throw(js_string!("stack"), accessor, context)?;

    let capture = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(capture_stack_trace))
        .name(js_string!("captureStackTrace"))
        .length(2)
        .build();
    let hidden = PropertyDescriptor::builder().value(capture).writable(true).enumerable(false).configurable(true);
    let constructor = context.intrinsics().constructors().error().constructor();
    constructor.define_property_or_throw(js_string!("captureStackTrace"), hidden, context)?;
    Ok(())
}

fn get_stack(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(error) = this.as_object().filter(JsObject::is::<Error>) else { return Ok(JsValue::undefined()) };
    let mut text = header(&error, context)?;
    text.push_str(&stack::script_lines(&frames_of(&error, context)?));
    Ok(JsString::from(text).into())
}

/// `Error.captureStackTrace(object, constructor)`, which classes of older code call.
fn capture_stack_trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = args.get_or_undefined(0).as_object() else {
        return Err(JsNativeError::typ().with_message("Error.captureStackTrace needs an object").into());
    };
    let mut text = header(&object, context)?;
    let mut site = CallSite::here(context);
    site.leave(args.get_or_undefined(1), context)?;
    site.push_lines(&mut text);
    let stack =
        PropertyDescriptor::builder().value(JsString::from(text)).writable(true).enumerable(false).configurable(true);
    object.define_property_or_throw(js_string!("stack"), stack, context)?;
    Ok(JsValue::undefined())
}

/// `Name: message`, as `Error.prototype.toString` gives it.
fn header(error: &JsObject, context: &mut Context) -> JsResult<String> {
    let name = error.get(js_string!("name"), context)?;
    let name = if name.is_undefined() { js_string!("Error") } else { name.to_string(context)? };
    let message = error.get(js_string!("message"), context)?;
    let message = if message.is_undefined() { js_string!() } else { message.to_string(context)? };
    let (name, message) = (name.to_std_string_lossy(), message.to_std_string_lossy());
    Ok(match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (false, true) => name,
        (false, false) => format!("{name}: {message}"),
    })
}

/// The engine's text of an error's frames.
fn frames_of(error: &JsObject, context: &mut Context) -> JsResult<String> {
    let getter = FRAMES.with_borrow(Clone::clone);
    let Some(getter) = getter else { return Ok(String::new()) };
    let frames = getter.call(&error.clone().into(), &[], context)?;
    Ok(frames.as_string().map(|text| text.to_std_string_lossy()).unwrap_or_default())
}

/// How many causes a report tells.
const CAUSES: usize = 8;

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
        return Box::new(engine_report(engine, &error.to_string()));
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
            push_causes(&error, &mut report.causes, context);
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
fn engine_report(error: &EngineError, trace: &str) -> Report {
    let stack = stack::positions(trace);
    match error {
        EngineError::RuntimeLimit(RuntimeLimitError::Recursion | RuntimeLimitError::StackSize) => Report {
            ending: Ending::Stack as u32,
            name: "RangeError".to_owned(),
            message: format!(
                "Maximum call stack size exceeded: functions call each other more than {} deep",
                state::with(|state| state.recursion)
            ),
            stack,
            ..Report::default()
        },
        other => Report { ending: Ending::Engine as u32, message: other.to_string(), stack, ..Report::default() },
    }
}

fn push_causes(error: &JsObject, causes: &mut Vec<String>, context: &mut Context) {
    let mut next = Some(error.clone());
    while let Some(error) = next.take() {
        if causes.len() >= CAUSES {
            return;
        }
        if let Ok(errors) = error.get(js_string!("errors"), context)
            && let Some(errors) = errors.as_object().filter(JsObject::is_array)
        {
            for index in 0..CAUSES - causes.len() {
                match errors.get(index, context).ok().and_then(|value| value.as_object()) {
                    Some(error) => causes.push(header(&error, context).unwrap_or_default()),
                    None => break,
                }
            }
        }
        let cause = error.get(js_string!("cause"), context).unwrap_or_default();
        if let Some(cause) = cause.as_object() {
            causes.push(header(&cause, context).unwrap_or_default());
            next = Some(cause);
        } else if let Some(cause) = cause.as_string() {
            causes.push(cause.to_std_string_lossy());
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
