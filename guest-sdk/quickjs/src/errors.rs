//! Errors: call sites, and the report of an ending. `stack` as scripts see it is the prelude's (`error-stack.js`).

use std::cell::RefCell;

use codemode_guest_core::abi::frame::Position;
use codemode_guest_core::abi::{Ending, Report};
use codemode_guest_core::texts::{Cause, Errors, causes, header, too_deep};
use codemode_guest_core::{Fault, explain, hint_at_nearest, stack};
use rquickjs::function::This;
use rquickjs::{Ctx, Error, Function, Object, Persistent, Value};

use crate::text::to_text;
use crate::{captured, kinds, state};

/// What the prelude says of errors.
#[derive(Default)]
pub(crate) struct Words {
    /// The text of a value, for thrown ones that are no errors.
    pub(crate) inspect: Option<Persistent<Function<'static>>>,
    /// What to use instead of a global that does not exist.
    pub(crate) missing_hint: Option<Persistent<Function<'static>>>,
}

thread_local! {
    static WORDS: RefCell<Words> = RefCell::default();
}

/// Takes the prelude's functions.
pub(crate) fn set_words(words: Words) {
    WORDS.set(words);
}

/// Where the script is now: frames as the engine writes them.
pub(crate) fn call_site(ctx: &Ctx<'_>) -> String {
    type_error(ctx, "").ok().and_then(|error| frames_of(&error)).unwrap_or_default()
}

/// A `TypeError` of where the script is now. What a native throws has its frames only after it returned.
pub(crate) fn type_error<'js>(ctx: &Ctx<'js>, message: &str) -> rquickjs::Result<Value<'js>> {
    let class = captured::function(ctx, |all| &all.type_error);
    let class = class.as_constructor().ok_or(Error::Unknown)?;
    class.construct((message,))
}

/// The engine's own text of an error's frames.
fn frames_of(error: &Value<'_>) -> Option<String> {
    let getter = captured::function(error.ctx(), |all| &all.error_stack);
    let frames: Value<'_> = getter.call((This(error.clone()),)).ok()?;
    frames.is_string().then(|| to_text(&frames).ok())?
}

/// The stack of an error that belongs to a call site.
pub(crate) fn stack_of(name: &str, message: &str, site: &str) -> String {
    header(name, message) + &stack::script_lines(site)
}

/// The report of what the engine threw.
pub(crate) fn report_error(error: Error, ctx: &Ctx<'_>) -> Fault {
    match error {
        Error::Exception => report(&ctx.catch()),
        error => Box::new(Report { ending: Ending::Engine as u32, message: error.to_string(), ..Report::default() }),
    }
}

/// The report of an uncaught value.
pub(crate) fn report(value: &Value<'_>) -> Box<Report> {
    let mut report = Report { ending: Ending::Threw as u32, ..Report::default() };
    let Some(error) = value.as_object().filter(|object| kinds::kind_of(object.as_raw()) == "Error") else {
        report.message = say(|words| words.inspect.as_ref(), value).unwrap_or_default();
        return Box::new(report);
    };
    report.name = text(error, "name");
    report.message = text(error, "message");
    report.stack = stack::positions(&text(error, "stack"));
    if report.stack.is_empty() {
        report.stack = stack::positions(&frames_of(value).unwrap_or_default());
    }
    state::with(|state| report.stack.iter_mut().for_each(|at| count_characters(&state.source, at)));
    if report.name == "RangeError" && report.message == STACK_OVERFLOW {
        return too_deep(state::with(|state| state.recursion), report.stack);
    }
    report.causes = causes(&mut Seen(std::marker::PhantomData), error.clone());
    if let Some(at) = report.stack.first() {
        let better = state::with(|state| explain(&report.message, &state.source, at));
        report.message = better.unwrap_or(report.message);
    }
    if report.name == "ReferenceError"
        && let Some(missing) = report.message.strip_suffix(" is not defined")
        && let Ok(missing) = crate::text::string(value.ctx(), missing)
    {
        report.hint = say(|words| words.missing_hint.as_ref(), &missing).unwrap_or_default();
        if report.hint.is_empty() {
            report.hint = state::with(|state| hint_at_nearest(&to_text(&missing).unwrap_or_default(), &state.source));
        }
    }
    Box::new(report)
}

/// The engine counts columns in bytes of UTF-8; everybody else counts characters.
fn count_characters(source: &str, at: &mut Position) {
    let line = at.line.checked_sub(1).and_then(|line| source.lines().nth(line as usize));
    let (Some(line), Some(bytes)) = (line, at.column.checked_sub(1)) else { return };
    let before = line.bytes().take(bytes as usize);
    // Bytes that continue a character do not begin one.
    at.column = before.filter(|byte| byte & 0xC0 != 0x80).count() as u32 + 1;
}

/// The engine's message where functions are nested too deep.
const STACK_OVERFLOW: &str = "Maximum call stack size exceeded";

/// The text that a function of the prelude gives for a value.
fn say(choose: impl FnOnce(&Words) -> Option<&Persistent<Function<'static>>>, value: &Value<'_>) -> Option<String> {
    let function = WORDS.with_borrow(|words| choose(words).cloned())?.restore(value.ctx()).ok()?;
    let said: Option<Value<'_>> = function.call((value.clone(),)).ok();
    if said.is_none() {
        value.ctx().catch();
    }
    to_text(&said.filter(Value::is_string)?).ok()
}

/// Errors as the core looks at them.
struct Seen<'js>(std::marker::PhantomData<&'js ()>);

impl<'js> Errors for Seen<'js> {
    type Error = Object<'js>;

    fn text(&mut self, error: &Object<'js>, key: &str) -> String {
        text(error, key)
    }

    fn errors(&mut self, error: &Object<'js>, most: usize) -> Vec<Object<'js>> {
        let Some(errors) = get(error, "errors").and_then(Value::into_array) else { return Vec::new() };
        errors.iter::<Value<'_>>().take(most).map_while(|error| error.ok()?.into_object()).collect()
    }

    fn cause(&mut self, error: &Object<'js>) -> Option<Cause<Object<'js>>> {
        let cause = get(error, "cause")?;
        match cause.as_object() {
            Some(cause) => Some(Cause::Error(cause.clone())),
            None => cause.is_string().then(|| Cause::Text(to_text(&cause).unwrap_or_default())),
        }
    }
}

/// A property. What its getter throws is dropped.
fn get<'js>(object: &Object<'js>, key: &str) -> Option<Value<'js>> {
    let value = object.get(key).ok();
    if value.is_none() {
        object.ctx().catch();
    }
    value
}

/// A property that should be text.
fn text(object: &Object<'_>, key: &str) -> String {
    get(object, key).filter(Value::is_string).and_then(|value| to_text(&value).ok()).unwrap_or_default()
}
