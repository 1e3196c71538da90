//! The sandbox: tools, policy and limits, checked once, and then any number of runs.

use std::sync::Arc;

use codemode_tool::ToolModule;

use crate::check::Checks;
use crate::config::Config;
use crate::guest::{Engine, LoadedGuest};
use crate::registry::{Registry, ToolInfo};
use crate::schedule::World;
use crate::{Error, Limits, Policy, Run, Script, ScriptEngine};

/// Runs scripts under one set of tools, one policy and one set of limits. Cheap to clone; clones are the same sandbox.
#[derive(Clone)]
pub struct Sandbox {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) engine: &'static Engine,
    pub(crate) script_engine: ScriptEngine,
    /// A guest that runs every script, whatever the engine: for tests with hand-written ones.
    pub(crate) guest: Option<&'static LoadedGuest>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) policy: Arc<Policy>,
    pub(crate) limits: Limits,
    pub(crate) world: World,
    pub(crate) checks: Checks,
}

#[cfg(test)]
impl Inner {
    /// The same parts again, for tests that change one.
    pub(crate) fn copy(&self) -> Self {
        let Self { engine, script_engine, guest, registry, policy, limits, world, checks: _ } = self;
        let (script_engine, guest) = (*script_engine, *guest);
        let (registry, policy, world) = (Arc::clone(registry), Arc::clone(policy), Arc::clone(world));
        Self {
            engine,
            script_engine,
            guest,
            registry,
            policy,
            limits: limits.clone(),
            world,
            checks: Checks::default(),
        }
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

    /// The tools of this sandbox, in the order of their registration.
    pub fn tools(&self) -> Vec<ToolInfo> {
        self.inner.registry.infos()
    }

    /// The modules of this sandbox, each with what it is for.
    pub fn modules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.inner.registry.abouts()
    }

    /// The limits of every run that sets none of its own.
    pub fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// The policy of every run.
    pub fn policy(&self) -> &Policy {
        &self.inner.policy
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

    /// Takes the limits, the policy and the engine of a configuration file. Its `[fs]` folders are for the caller to mount.
    #[must_use]
    pub fn config(self, config: &Config) -> Self {
        self.limits(config.limits.clone()).policy(config.policy.clone()).engine(config.engine)
    }

    /// Says what a script that imports `tools/<module>` should do while that module is not there, in one sentence.
    #[must_use]
    pub fn hint(mut self, module: impl Into<String>, text: impl Into<String>) -> Self {
        self.hints.push((module.into(), text.into()));
        self
    }

    /// Checks everything, and starts the engine where this is the process's first sandbox.
    pub fn build(self) -> Result<Sandbox, Error> {
        self.limits.check()?;
        let registry = Registry::new(&self.modules, self.hints)?;
        self.policy.check(&registry)?;
        let engine = Engine::shared()?;
        let inner = Inner {
            engine,
            script_engine: self.engine,
            guest: None,
            registry: Arc::new(registry),
            policy: Arc::new(self.policy),
            limits: self.limits,
            world: World::default(),
            checks: Checks::default(),
        };
        Ok(Sandbox { inner: Arc::new(inner) })
    }
}

impl std::fmt::Debug for SandboxBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SandboxBuilder").field("modules", &self.modules).finish_non_exhaustive()
    }
}
