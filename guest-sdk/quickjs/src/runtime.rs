//! The engine: made before the snapshot, run once.

use std::cell::RefCell;
use std::ffi::CString;
use std::rc::Rc;

use codemode_guest_core::abi::{Report, Start};
use codemode_guest_core::texts::{stalled, unusable};
use codemode_guest_core::{Engine, Fault, Main, Manifest, Reply, Run, UTC, fail, only_await, prelude};
use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Error, Function, Object, Persistent, Promise, Result, Runtime, Value, qjs};

use crate::errors::Words;
use crate::json_read::read;
use crate::modules::{AsWritten, Names, ToolModules};
use crate::{captured, errors, memory, modules, natives, random, script, state, tools, values};

type Held<T> = Persistent<T>;

/// QuickJS and what the prelude left for the core.
pub(crate) struct QuickJs {
    runtime: Runtime,
    context: Context,
    loaded: Names,
    /// Promises that were rejected and have no handler so far, in the order of their rejection.
    rejected: Rc<RefCell<Vec<Held<Value<'static>>>>>,
    /// Runs a due timer.
    fire: Option<Held<Function<'static>>>,
    /// Counts the script's own timers.
    active_timers: Option<Held<Function<'static>>>,
    /// Makes a time zone the run's.
    use_time_zone: Option<Held<Function<'static>>>,
    /// The script's own promise.
    main: Option<Held<Promise<'static>>>,
}

/// The heap grows by at least so much before cycles are looked for: a small script ends before, and so changes none of the
/// pages that the snapshot shares among runs.
const COLLECT_AFTER: usize = 16 << 20;

impl Engine for QuickJs {
    fn new() -> Self {
        let runtime = Runtime::new().expect("there is memory for an engine");
        runtime.set_gc_threshold(usize::MAX);
        let context = Context::full(&runtime).expect("there is memory for a context");
        let loaded = Names::default();
        runtime.set_loader(AsWritten, ToolModules { names: Rc::clone(&loaded) });
        let rejected = Rc::default();
        track_rejections(&runtime, &rejected);
        let (fire, active_timers, use_time_zone) = (None, None, None);
        let mut engine = Self { runtime, context, loaded, rejected, fire, active_timers, use_time_zone, main: None };
        engine.prepare();
        // What is garbage now would be garbage in every run.
        engine.runtime.run_gc();
        let used = usize::try_from(engine.runtime.memory_usage().malloc_size).unwrap_or(0);
        engine.runtime.set_gc_threshold(used + COLLECT_AFTER);
        memory::fill_holes();
        engine
    }

    fn begin(&mut self, start: Start) -> std::result::Result<(), Fault> {
        random::begin();
        state::with(|state| {
            state.run = Run::new(Manifest::new(start.modules, start.hints), start.nesting);
            state.recursion = start.recursion;
            state.source.clone_from(&start.source);
        });
        self.runtime.set_max_stack_size(stack_bytes(start.recursion));
        let loaded = &self.loaded;
        let use_time_zone = self.use_time_zone.clone().filter(|_| start.time_zone != UTC);
        let begun = self.context.with(|ctx| -> std::result::Result<_, Fault> {
            if let Some(hook) = use_time_zone {
                let known = hook.restore(&ctx).and_then(|hook| hook.call::<_, bool>((start.time_zone.as_str(),)));
                if !known.map_err(|error| errors::report_error(error, &ctx))? {
                    return Err(unusable(format!("the time zone {:?} is not known to this guest", start.time_zone)));
                }
            }
            let args = read(start.args.as_bytes(), start.nesting as usize, &ctx)
                .map_err(|error| unusable(format!("args: {}", error.message(start.args.as_bytes()))))?;
            ctx.globals().set("args", args).map_err(|error| errors::report_error(error, &ctx))?;
            Ok(Persistent::save(&ctx, script::begin(&start.name, &start.source, loaded, &ctx)?))
        });
        self.main = Some(begun?);
        Ok(())
    }

    fn settle(&mut self, call: u32, reply: Reply<'_>) -> std::result::Result<(), Fault> {
        self.context.with(|ctx| tools::settle(call, reply, &ctx))
    }

    fn fire(&mut self, timer: u32) -> std::result::Result<(), Fault> {
        if !state::with(|state| state.run.due(timer)) {
            return Ok(());
        }
        let Some(fire) = self.fire.clone() else { return Ok(()) };
        self.context.with(|ctx| {
            let fired = fire.restore(&ctx).and_then(|fire| fire.call::<_, ()>((timer,)));
            fired.map_err(|error| errors::report_error(error, &ctx))
        })
    }

    fn run_jobs(&mut self) -> std::result::Result<(), Fault> {
        loop {
            match self.runtime.execute_pending_job() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(_) => return Err(self.context.with(|ctx| errors::report(&ctx.catch()))),
            }
        }
    }

    fn main(&mut self) -> Main {
        let Some(main) = &self.main else { return Main::Pending };
        self.context.with(|ctx| {
            let Ok(main) = main.clone().restore(&ctx) else { return Main::Pending };
            match main.state() {
                PromiseState::Pending => Main::Pending,
                PromiseState::Resolved => Main::Done,
                PromiseState::Rejected => Main::Threw(reason(&main)),
            }
        })
    }

    fn has_calls(&self) -> bool {
        state::with(|state| state.run.has_calls())
    }

    fn has_timers(&self) -> bool {
        state::with(|state| state.run.has_timers())
    }

    fn has_active_timers(&mut self) -> bool {
        let Some(count) = self.active_timers.clone() else { return true };
        self.context.with(|ctx| {
            let count = count.restore(&ctx).and_then(|count| count.call::<_, u32>(()));
            count.is_ok_and(|count| count > 0)
        })
    }

    fn unhandled(&mut self) -> Option<Fault> {
        let first = self.rejected.borrow().first().cloned()?;
        self.context.with(|ctx| first.restore(&ctx).ok()?.as_promise().map(reason))
    }

    fn stalled(&mut self) -> Fault {
        // The engine does not tell where a module waits.
        let place = state::with(|state| only_await(&state.source));
        stalled(place.into_iter().collect())
    }
}

impl QuickJs {
    /// Puts everything in place that a run needs.
    fn prepare(&mut self) {
        let hooks = self.context.with(|ctx| {
            values::set_context(&ctx);
            prepare(&ctx)
                .unwrap_or_else(|error| fail(&format!("the prelude: {error}: {:?}", errors::report(&ctx.catch()))))
        });
        [self.fire, self.active_timers, self.use_time_zone] = hooks;
        self.run_jobs().unwrap_or_else(|fault| fail(&format!("the prelude: {fault:?}")));
    }
}

fn prepare(ctx: &Ctx<'_>) -> Result<[Option<Held<Function<'static>>>; 3]> {
    captured::capture(ctx)?;
    natives::replace(ctx)?;
    let host = natives::host(ctx)?;
    evaluate_prelude(&host)?;
    let hook = |name: &str| -> Result<Option<Held<Function<'static>>>> {
        let hook: Option<Function<'_>> = host.get(name)?;
        Ok(hook.map(|hook| Persistent::save(ctx, hook)))
    };
    errors::set_words(Words { inspect: hook("inspect")?, missing_hint: hook("missingHint")? });
    tools::set_make_failure(hook("makeFailure")?);
    modules::set_tool_module(hook("toolModule")?);
    Ok([hook("fire")?, hook("activeTimers")?, hook("useTimeZone")?])
}

/// Each file is a function of `host` and of an object that the files share.
fn evaluate_prelude(host: &Object<'_>) -> Result<()> {
    let ctx = host.ctx();
    let shared = Object::new(ctx.clone())?;
    shared.set_prototype(None)?;
    for file in prelude::ORDER {
        let function = evaluate(ctx, file)?;
        function.call::<_, ()>((host.clone(), shared.clone()))?;
    }
    Ok(())
}

/// Evaluates a file under its path, so that stacks show whose it is. Its functions keep no source: it would be in every snapshot,
/// and built-in functions show none.
fn evaluate<'js>(ctx: &Ctx<'js>, file: &prelude::File) -> Result<Function<'js>> {
    /// Files of this size are tables, which writing and reading would have in memory thrice.
    const LARGE: usize = 1 << 20;

    let mut source = CString::new(file.source()).expect("a prelude file has no NUL").into_bytes_with_nul();
    // SAFETY: what it gave was copied.
    unsafe { file.erase() };
    let path = CString::new(file.path).expect("a path has no NUL");
    let flags = (qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_STRICT | qjs::JS_EVAL_FLAG_COMPILE_ONLY) as i32;
    let context = values::context();
    // SAFETY: both texts end with NUL, and the engine copies what it needs. What is read back was written here.
    let value = unsafe {
        let compiled = qjs::JS_Eval(context, source.as_ptr().cast(), (source.len() - 1) as _, path.as_ptr(), flags);
        source.fill(0);
        let mut compiled = values::Owned::take(compiled).ok_or(Error::Exception)?;
        if source.len() < LARGE {
            let mut len = 0;
            let flags = (qjs::JS_WRITE_OBJ_BYTECODE | qjs::JS_WRITE_OBJ_STRIP_SOURCE) as i32;
            let code = qjs::JS_WriteObject(context, &raw mut len, compiled.raw(), flags);
            let read = qjs::JS_ReadObject(context, code, len, qjs::JS_READ_OBJ_BYTECODE as i32);
            qjs::js_free(context, code.cast());
            compiled = values::Owned::take(read).ok_or(Error::Exception)?;
        }
        values::Owned::take(qjs::JS_EvalFunction(context, compiled.into_raw())).ok_or(Error::Exception)?
    };
    // SAFETY: hands the reference over.
    let value = unsafe { Value::from_raw(ctx.clone(), value.into_raw()) };
    Ok(value.into_function().expect("a prelude file is a function"))
}

fn track_rejections(runtime: &Runtime, rejected: &Rc<RefCell<Vec<Held<Value<'static>>>>>) {
    let rejected = Rc::clone(rejected);
    runtime.set_host_promise_rejection_tracker(Some(Box::new(move |ctx, promise, _, is_handled| {
        let mut rejected = rejected.borrow_mut();
        let promise = Persistent::save(&ctx, promise);
        if is_handled {
            rejected.retain(|other| *other != promise);
        } else {
            rejected.push(promise);
        }
    })));
}

/// The report of a rejected promise.
fn reason(promise: &Promise<'_>) -> Box<Report> {
    match promise.result::<Value<'_>>() {
        Some(Err(error)) => errors::report_error(error, promise.ctx()),
        _ => Box::default(),
    }
}

/// Bytes of the guest's stack for so many nested calls of ordinary functions. The engine counts bytes, not calls.
fn stack_bytes(recursion: u32) -> usize {
    /// What a call of a function with a few parameters and locals takes.
    const BYTES_A_CALL: usize = 384;
    /// What the engine's own functions may need at any depth limit.
    const LEAST: usize = 128 << 10;

    LEAST + recursion as usize * BYTES_A_CALL
}
