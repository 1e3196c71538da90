//! The sandbox: tools, policy and limits, checked once, and then any number of runs.

use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use codemode_tool::{Callers, Label, ToolModule};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use crate::built_in::result::{ResultSchema, Wanted};
use crate::built_in::{artifacts, result};
use crate::check::Checks;
use crate::config::Config;
use crate::dispatch::{Asks, Dispatcher, Replays};
use crate::earlier::Earlier;
use crate::guest::{Engine, LoadedGuest};
use crate::journal::Journal;
use crate::policy::{Budgets, Compiled};
use crate::registry::{Registry, ToolInfo};
use crate::schedule::{Scheduler, World};
use crate::secrets::Secrets;
use crate::store::{Account, RunRow, RunStore, now_ms};
use crate::{Error, Event, Limits, Policy, Run, Script, ScriptEngine, TimeZone};

/// Runs scripts under one set of tools, one policy and one set of limits. Cheap to clone; clones are the same sandbox.
#[derive(Clone)]
pub struct Sandbox {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) engine: &'static Engine,
    pub(crate) script_engine: ScriptEngine,
    pub(crate) time_zone: TimeZone,
    /// A guest that runs every script, whatever the engine: for tests with hand-written ones.
    pub(crate) guest: Option<&'static LoadedGuest>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) policy: Arc<Compiled>,
    pub(crate) limits: Limits,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) world: World,
    pub(crate) checks: Checks,
    pub(crate) store: Option<RunStore>,
    /// The schema of the result of every run that sets none of its own.
    pub(crate) result_schema: Option<ResultSchema>,
    #[cfg(test)]
    pub(crate) without: Option<crate::dispatch::Gate>,
}

#[cfg(test)]
impl Inner {
    /// The same parts again, for tests that change one.
    pub(crate) fn copy(&self) -> Self {
        let Self { engine, script_engine, time_zone, guest, registry, policy, limits, .. } = self;
        let Self { secrets, world, checks: _, store, result_schema, without, .. } = self;
        let secrets = Arc::clone(secrets);
        let (registry, policy, world) = (Arc::clone(registry), Arc::clone(policy), Arc::clone(world));
        let (script_engine, time_zone, guest, without) = (*script_engine, *time_zone, *guest, *without);
        Self {
            engine,
            script_engine,
            time_zone,
            guest,
            registry,
            policy,
            limits: limits.clone(),
            secrets,
            world,
            checks: Checks::default(),
            store: store.clone(),
            result_schema: result_schema.clone(),
            without,
        }
    }
}

/// What a run, or a direct call, adds to its sandbox.
pub(crate) struct Setup {
    pub(crate) run: String,
    pub(crate) principal: String,
    pub(crate) caller: Callers,
    /// The script of the run; nothing for direct calls.
    pub(crate) script: Option<Script>,
    /// The run that it goes on from.
    pub(crate) earlier: Option<Earlier>,
    /// The run that it takes back.
    pub(crate) undoes: Option<String>,
    pub(crate) policies: Vec<Arc<Compiled>>,
    /// The schema of the result that it is asked for.
    pub(crate) result: Option<ResultSchema>,
    pub(crate) labels: Vec<Label>,
    pub(crate) limits: Limits,
    pub(crate) deadline: Instant,
    pub(crate) cancelled: CancellationToken,
    pub(crate) events: Option<UnboundedSender<Event>>,
}

impl Inner {
    /// The sandbox's policy, and one that narrows it.
    pub(crate) fn policies(&self, narrower: Option<&Policy>) -> Result<Vec<Arc<Compiled>>, Error> {
        let narrower = narrower.map(|policy| policy.compile(&self.registry)).transpose()?;
        Ok(std::iter::once(Arc::clone(&self.policy)).chain(narrower).collect())
    }

    /// A dispatcher for the calls of one run.
    pub(crate) fn dispatcher(&self, setup: Setup) -> Dispatcher {
        let journal = Journal::new(self.account(&setup));
        let (result, events) = (setup.result.clone().map(Wanted::new), setup.events.clone());
        let Setup {
            run,
            principal,
            caller,
            script: _,
            earlier,
            undoes: _,
            policies,
            labels,
            limits,
            deadline,
            cancelled,
            ..
        } = setup;
        Dispatcher {
            run,
            principal,
            caller,
            registry: Arc::clone(&self.registry),
            secrets: Arc::clone(&self.secrets),
            policies,
            budgets: Budgets::default(),
            labels: Mutex::new(labels),
            scheduler: Scheduler::new(Arc::clone(&self.world), limits.concurrent_calls),
            retries: AtomicU32::new(limits.retries),
            limits,
            journal,
            earlier,
            result,
            asks: Asks::default(),
            replays: Replays::new(),
            closing: AtomicBool::new(false),
            deadline,
            cancelled,
            events,
            #[cfg(test)]
            without: self.without,
        }
    }
}

impl Inner {
    /// Text without known secrets.
    pub(crate) fn redacted(&self, mut text: String) -> String {
        self.secrets.redact(&mut text);
        text
    }

    /// The account of a run in the store, where the sandbox has one.
    fn account(&self, setup: &Setup) -> Option<Account> {
        let store = self.store.clone()?;
        let script = setup.script.as_ref();
        let digests: Vec<&str> = setup.policies.iter().map(|policy| policy.digest()).collect();
        let head = RunRow {
            run: setup.run.clone(),
            parent: setup.earlier.as_ref().map(|earlier| earlier.run().to_owned()).or_else(|| setup.undoes.clone()),
            principal: setup.principal.clone(),
            caller: match script {
                Some(_) => "script",
                None if setup.undoes.is_some() => "undo",
                None => "direct",
            },
            script: script.map(|script| script.name.clone()).unwrap_or_default(),
            source: self.redacted(script.map(|script| script.source.clone()).unwrap_or_default()),
            args: self.redacted(script.map_or_else(|| "null".into(), |script| script.args.to_string())),
            engine: "",
            policy: digests.join(" "),
            started_ms: now_ms(),
            end: None,
        };
        Some(Account::new(store, head))
    }
}

impl Sandbox {
    /// A sandbox without tools, with the default limits, and with a policy that denies every call.
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::default()
    }

    /// Prepares a run of a script. Await it for the [`Outcome`](crate::Outcome), or call [`Run::events`] to see it happen.
    ///
    /// It must be awaited on a tokio runtime with timers enabled. Dropping the future cancels the run: its tools are
    /// cancelled, and the guest is stopped at its next tick.
    pub fn run<'a>(&'a self, script: &'a Script) -> Run<'a> {
        Run::new(self, script)
    }

    /// The tools of this sandbox, in the order of their registration. The host's own modules, whose names begin with `codemode:`,
    /// are not among them.
    pub fn tools(&self) -> Vec<ToolInfo> {
        self.inner.registry.infos()
    }

    /// The modules of this sandbox, each with what it is for.
    pub fn modules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inner.registry.abouts()
    }

    /// Where the account of runs is kept.
    pub fn store(&self) -> Option<&RunStore> {
        self.inner.store.as_ref()
    }

    /// The limits of every run that sets none of its own.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// The policy of every run. A run's own can only narrow it.
    pub fn policy(&self) -> &Policy {
        self.inner.policy.policy()
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("limits", &self.inner.limits).finish_non_exhaustive()
    }
}

/// What a sandbox is made of.
#[derive(Default)]
pub struct SandboxBuilder {
    modules: Vec<ToolModule>,
    hints: Vec<(String, String)>,
    policy: Policy,
    limits: Limits,
    engine: ScriptEngine,
    time_zone: TimeZone,
    secrets: Vec<String>,
    store: Option<RunStore>,
    result_schema: Option<Value>,
}

impl SandboxBuilder {
    /// Adds a module of tools. Whether a script may call them is for the policy to say.
    #[must_use]
    pub fn module(mut self, module: ToolModule) -> Self {
        self.modules.push(module);
        self
    }

    /// Sets the policy. Without one every call is denied.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the limits of every run.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the engine of every run; [`ScriptEngine::Auto`] without it.
    #[must_use]
    pub fn engine(mut self, engine: ScriptEngine) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the time zone of every run, in which a script's dates are local; [`TimeZone::UTC`] without it.
    #[must_use]
    pub fn time_zone(mut self, zone: TimeZone) -> Self {
        self.time_zone = zone;
        self
    }

    /// Takes the limits, the policy, the engine and the time zone of a configuration file. Its folders and programs are for the caller to
    /// mount.
    #[must_use]
    pub fn config(self, config: &Config) -> Self {
        self.limits(config.limits.clone())
            .policy(config.policy.clone())
            .engine(config.engine)
            .time_zone(config.time_zone)
    }

    /// Says what a script that imports `tools/<module>` should do while that module is not there, in one sentence.
    #[must_use]
    pub fn hint(mut self, module: impl Into<String>, text: impl Into<String>) -> Self {
        self.hints.push((module.into(), text.into()));
        self
    }

    /// Names a value that nobody may see, such as a token that a tool uses: it is taken out of replies before a script gets
    /// them, and out of errors, journals and logs, as it is and as base64, hexadecimal and URLs write it. Tools should not let
    /// it out in the first place.
    #[must_use]
    pub fn secret(mut self, value: impl Into<String>) -> Self {
        self.secrets.push(value.into());
        self
    }

    /// Keeps the account of every run in a store: what each call was, before it is made, and what became of it. Where the store
    /// cannot be written, calls that change something are refused. Without a store, an account is as long-lived as its
    /// [`Outcome`](crate::Outcome).
    #[must_use]
    pub fn store(mut self, store: RunStore) -> Self {
        self.store = Some(store);
        self
    }

    /// Asks every run for a result that fits this JSON Schema, see [`Run::result_schema`].
    #[must_use]
    pub fn result_schema(mut self, schema: Value) -> Self {
        self.result_schema = Some(schema);
        self
    }

    /// Checks everything, and starts the engine where this is the process's first sandbox.
    pub fn build(self) -> Result<Sandbox, Error> {
        self.limits.check()?;
        // The one that not every run has comes last.
        let built_in: Vec<ToolModule> = self.store.iter().map(artifacts::module).chain([result::module()]).collect();
        let registry = Registry::new(&self.modules, self.hints, &built_in)?;
        let result_schema = self.result_schema.as_ref().map(ResultSchema::compile).transpose()?;
        let policy = self.policy.compile(&registry)?;
        let engine = Engine::shared()?;
        let inner = Inner {
            engine,
            script_engine: self.engine,
            time_zone: self.time_zone,
            guest: None,
            registry: Arc::new(registry),
            policy,
            limits: self.limits,
            secrets: Arc::new(Secrets::new(&self.secrets)?),
            world: World::default(),
            checks: Checks::default(),
            store: self.store,
            result_schema,
            #[cfg(test)]
            without: None,
        };
        Ok(Sandbox { inner: Arc::new(inner) })
    }
}

impl std::fmt::Debug for SandboxBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SandboxBuilder").field("modules", &self.modules).finish_non_exhaustive()
    }
}
