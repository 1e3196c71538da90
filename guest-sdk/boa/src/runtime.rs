//! The engine: made before the snapshot, run once.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::job::JobCallback;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsFunction, JsPromise};
use boa_engine::vm::RuntimeLimits;
use boa_engine::{Context, JsError, JsResult, JsString, JsValue, Script, Source, js_string};
use codemode_guest_core::abi::Start;
use codemode_guest_core::texts::{stalled, unusable};
use codemode_guest_core::{Engine, Fault, Main, Manifest, Reply, Run, UTC, fail, prelude};

use crate::clock::HostClock;
use crate::errors::{CallSite, Words};
use crate::jobs::Jobs;
use crate::json_read::read;
use crate::modules::Loader;
use crate::{errors, functions, json_parse, kinds, natives, proxies, random, script, state, tools};

/// Boa and what the prelude left for the core.
pub(crate) struct Boa {
    context: Context,
    loader: Rc<Loader>,
    hooks: Rc<Hooks>,
    /// Runs a due timer.
    fire: Option<JsFunction>,
    /// Counts the script's own timers.
    active_timers: Option<JsFunction>,
    /// Makes a time zone the run's.
    use_time_zone: Option<JsFunction>,
    /// What the prelude says of errors.
    words: Words,
    /// The script's own promise.
    main: Option<JsPromise>,
}

impl Engine for Boa {
    fn new() -> Self {
        let loader = Rc::new(Loader::default());
        let hooks = Rc::new(Hooks::default());
        let context = ContextBuilder::new()
            .host_hooks(hooks.clone())
            .clock(Rc::new(HostClock))
            .job_executor(Rc::new(Jobs::default()))
            .module_loader(loader.clone())
            .can_block(false)
            .build()
            .expect("a context without options can be built");
        let (fire, active_timers, use_time_zone, words) = (None, None, None, Words::default());
        let mut engine = Self { context, loader, hooks, fire, active_timers, use_time_zone, words, main: None };
        engine.prepare().unwrap_or_else(|error| fail(&format!("the prelude: {error}")));
        // What is garbage now would be garbage in every run.
        boa_engine::gc::force_collect();
        engine
    }

    fn begin(&mut self, start: Start) -> Result<(), Fault> {
        let context = &mut self.context;
        random::begin();
        state::with(|state| {
            state.run = Run::new(Manifest::new(start.modules, start.hints), start.nesting);
            state.recursion = start.recursion;
            state.source.clone_from(&start.source);
        });
        if start.time_zone != UTC
            && let Some(hook) = &self.use_time_zone
        {
            let known = hook.call(&JsValue::undefined(), &[JsString::from(start.time_zone.as_str()).into()], context);
            if !known.map_err(|error| errors::report(error, &Words::default(), context))?.to_boolean() {
                return Err(unusable(format!("the time zone {:?} is not known to this guest", start.time_zone)));
            }
        }
        context.set_runtime_limits(limits(start.recursion));
        let args = read(start.args.as_bytes(), start.nesting as usize, context)
            .map_err(|error| unusable(format!("args: {}", error.message(start.args.as_bytes()))))?;
        natives::set_global(js_string!("args"), args, context)
            .map_err(|error| errors::report(error, &Words::default(), context))?;
        self.main = Some(script::begin(&start.name, &start.source, &self.loader, context)?);
        Ok(())
    }

    fn settle(&mut self, call: u32, reply: Reply<'_>) -> Result<(), Fault> {
        tools::settle(call, reply, &mut self.context)
    }

    fn fire(&mut self, timer: u32) -> Result<(), Fault> {
        if !state::with(|state| state.run.due(timer)) {
            return Ok(());
        }
        let Some(fire) = self.fire.clone() else { return Ok(()) };
        let fired = fire.call(&JsValue::undefined(), &[timer.into()], &mut self.context);
        fired.map(drop).map_err(|error| self.report(error))
    }

    fn run_jobs(&mut self) -> Result<(), Fault> {
        self.context.run_jobs().map_err(|error| self.report(error))
    }

    fn main(&mut self) -> Main {
        match self.main.as_ref().map(JsPromise::state) {
            None | Some(PromiseState::Pending) => Main::Pending,
            Some(PromiseState::Fulfilled(_)) => Main::Done,
            Some(PromiseState::Rejected(reason)) => Main::Threw(self.report(JsError::from_opaque(reason))),
        }
    }

    fn has_calls(&self) -> bool {
        state::with(|state| state.run.has_calls())
    }

    fn has_timers(&self) -> bool {
        state::with(|state| state.run.has_timers())
    }

    fn has_active_timers(&mut self) -> bool {
        let Some(count) = self.active_timers.clone() else { return true };
        count.call(&JsValue::undefined(), &[], &mut self.context).is_ok_and(|count| count.to_boolean())
    }

    fn unhandled(&mut self) -> Option<Fault> {
        let promise = self.hooks.rejected.borrow().first().cloned()?;
        let promise = JsPromise::from_object(promise.upcast()).ok()?;
        match promise.state() {
            PromiseState::Rejected(reason) => Some(self.report(JsError::from_opaque(reason))),
            _ => None,
        }
    }

    fn stalled(&mut self) -> Fault {
        let stack = self.hooks.waiting.borrow().positions();
        stalled(stack)
    }
}

impl Boa {
    /// Puts everything in place that a run needs.
    fn prepare(&mut self) -> JsResult<()> {
        let context = &mut self.context;
        kinds::capture(context)?;
        proxies::install(context)?;
        functions::install(context)?;
        json_parse::install(context)?;
        remove_wait_async(context)?;
        errors::install(context)?;
        let host = natives::host(context)?;
        evaluate_prelude(&host, context)?;
        self.fire = natives::hook(&host, "fire", context)?;
        self.active_timers = natives::hook(&host, "activeTimers", context)?;
        self.use_time_zone = natives::hook(&host, "useTimeZone", context)?;
        self.words.inspect = natives::hook(&host, "inspect", context)?;
        self.words.missing_hint = natives::hook(&host, "missingHint", context)?;
        tools::set_make_failure(natives::hook(&host, "makeFailure", context)?);
        self.loader.set_tool_module(natives::hook(&host, "toolModule", context)?);
        context.run_jobs()
    }

    fn report(&mut self, error: JsError) -> Fault {
        errors::report(error, &self.words, &mut self.context)
    }
}

/// Each file is a function of `host` and of an object that the files share.
fn evaluate_prelude(host: &JsObject, context: &mut Context) -> JsResult<()> {
    let shared = JsObject::with_null_proto();
    for file in prelude::ORDER {
        let source = Source::from_bytes(file.source()).with_path(Path::new(file.path));
        let function = Script::parse(source, None, context)?.evaluate(context)?;
        // SAFETY: the engine has its own copy of what it needs.
        unsafe { file.erase() };
        let function = function.as_callable().expect("a prelude file is a function");
        function.call(&JsValue::undefined(), &[host.clone().into(), shared.clone().into()], context)?;
    }
    Ok(())
}

/// `Atomics.waitAsync` would leave a job that nothing can wake: there is only one agent.
fn remove_wait_async(context: &mut Context) -> JsResult<()> {
    let atomics = context.global_object().get(js_string!("Atomics"), context)?;
    if let Some(atomics) = atomics.as_object() {
        atomics.delete_property_or_throw(js_string!("waitAsync"), context)?;
    }
    Ok(())
}

/// Calls are limited by their depth; loops by fuel, which the host counts.
fn limits(recursion: u32) -> RuntimeLimits {
    /// Values that a call may put on the engine's stack, on average: parameters, locals and intermediate results.
    const VALUES_A_CALL: usize = 100;
    /// A call may spread a list of this length into its arguments at any depth limit.
    const LEAST: usize = 250_000;
    /// Frames that an error keeps.
    const BACKTRACE: usize = 30;

    let mut limits = RuntimeLimits::default();
    limits.set_recursion_limit(recursion as usize);
    limits.set_stack_size_limit((recursion as usize * VALUES_A_CALL).max(LEAST));
    limits.set_backtrace_limit(BACKTRACE);
    limits.disable_loop_iteration_limit();
    limits
}

/// What the engine asks and tells its host.
#[derive(Default)]
struct Hooks {
    /// Promises that were rejected and have no handler so far, in the order of their rejection.
    rejected: RefCell<Vec<JsObject<Promise>>>,
    /// Where the script's top level last began to wait.
    waiting: RefCell<CallSite>,
}

impl HostHooks for Hooks {
    fn promise_rejection_tracker(&self, promise: &JsObject<Promise>, operation: OperationType, _: &mut Context) {
        let mut rejected = self.rejected.borrow_mut();
        match operation {
            OperationType::Reject => rejected.push(promise.clone()),
            OperationType::Handle => rejected.retain(|other| !JsObject::equals(other, promise)),
        }
    }

    /// Called for each `await`, while the function that awaits is the innermost one.
    fn make_job_callback(&self, callback: JsFunction, context: &mut Context) -> JobCallback {
        CallSite::of_top_level(context).map(|site| self.waiting.replace(site));
        JobCallback::new(callback, ())
    }

    fn local_timezone_offset_seconds(&self, moment: i64) -> i32 {
        state::with(|state| state.zone.offset_at(moment))
    }
}
