//! A run that is about to start: what it may be told beyond its script.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use codemode_tool::Label;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_util::sync::CancellationToken;

use crate::plan::Plan;
use crate::{Error, Event, Limits, Outcome, Policy, RunEvents, Sandbox, Script, ScriptEngine, TimeZone};

/// A run that is about to start. Await it for its outcome.
#[must_use = "a run does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Run<'a> {
    sandbox: &'a Sandbox,
    script: &'a Script,
    principal: String,
    limits: Option<Limits>,
    policy: Option<Policy>,
    labels: Vec<Label>,
    seed: Option<[u8; 32]>,
    engine: Option<ScriptEngine>,
    earlier: Option<String>,
    result_schema: Option<Value>,
    result_required: bool,
    time_zone: Option<TimeZone>,
    cancelled: CancellationToken,
}

impl<'a> Run<'a> {
    pub(crate) fn new(sandbox: &'a Sandbox, script: &'a Script) -> Self {
        let cancelled = CancellationToken::new();
        let (limits, policy, labels, seed, engine) = (None, None, Vec::new(), None, None);
        let (principal, time_zone, earlier) = (String::new(), None, None);
        let (result_schema, result_required) = (None, false);
        Self {
            sandbox,
            script,
            principal,
            limits,
            policy,
            labels,
            seed,
            engine,
            earlier,
            result_schema,
            result_required,
            time_zone,
            cancelled,
        }
    }

    /// Says for whom the script runs; tools see it as [`RunContext::principal`](crate::RunContext::principal).
    pub fn principal(mut self, principal: impl Into<String>) -> Self {
        self.principal = principal.into();
        self
    }

    /// Sets limits for this run instead of the sandbox's.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Narrows what this run may do: a call must be allowed by this policy and by the sandbox's. Rules that can never apply
    /// are an error, as in the sandbox's.
    pub fn policy(mut self, narrower: Policy) -> Self {
        self.policy = Some(narrower);
        self
    }

    /// Says what the script or its arguments were made from, for rules with `after`: a script that a model wrote after it
    /// read a mail is [`Label::Untrusted`] from its start.
    pub fn labels(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.labels = labels.into_iter().collect();
        self
    }

    /// Sets the seed of the script's randomness, for runs that must be alike. Without one it is random.
    pub const fn seed(mut self, seed: [u8; 32]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets the engine of this run instead of the sandbox's.
    pub const fn engine(mut self, engine: ScriptEngine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Goes on from an earlier run of the same principal, by its id in the sandbox's store. Calls that are equal to one that it
    /// finished, in tool and arguments, get the reply of then and do not happen again; the second such call gets the second
    /// such reply. A call of then whose outcome is unknown is not repeated: the script gets an exception with the code
    /// `unknown_outcome`, unless the tool is [idempotent](crate::ToolSpec::idempotent). Everything else is new, and
    /// [`Event::CallDiffers`] says so before it happens.
    pub fn continue_from(mut self, run: impl Into<String>) -> Self {
        self.earlier = Some(run.into());
        self
    }

    /// Asks the run for a result that fits this JSON Schema (`true` takes any value), beside what it prints. The script gives it
    /// with `import { submit } from "codemode:result"`, once; it is [`Outcome::result`]. A value that does not fit is an exception
    /// that says what is wrong and where, which the script can catch and repair. Its length is bounded by
    /// [`Limits::argument_bytes`]. In runs that are not asked for a result, the module does not exist.
    ///
    /// That a script finishes without submitting is a warning in the outcome, unless it is
    /// [required](Self::result_required).
    pub fn result_schema(mut self, schema: Value) -> Self {
        self.result_schema = Some(schema);
        self
    }

    /// Makes it a failure, [`Stop::NoResult`](crate::Stop::NoResult), that a script finishes without submitting the result that it was asked for.
    pub const fn result_required(mut self) -> Self {
        self.result_required = true;
        self
    }

    /// Sets the time zone of this run instead of the sandbox's.
    pub const fn time_zone(mut self, zone: TimeZone) -> Self {
        self.time_zone = Some(zone);
        self
    }

    /// Ends the run, with [`Stop::Cancelled`](crate::Stop::Cancelled) and what was printed until then, when the token is cancelled.
    pub fn cancel_with(mut self, token: CancellationToken) -> Self {
        self.cancelled = token;
        self
    }

    /// Starts the run as a stream of events; the last one carries the outcome.
    pub fn events(self) -> RunEvents {
        let (sender, events) = unbounded_channel();
        RunEvents::new(self.into_plan(Some(sender)).drive_boxed(), events)
    }

    fn into_plan(self, events: Option<UnboundedSender<Event>>) -> Plan {
        Plan {
            sandbox: self.sandbox.clone(),
            script: self.script.clone(),
            principal: self.principal,
            limits: self.limits.unwrap_or_else(|| self.sandbox.limits().clone()),
            policy: self.policy,
            labels: self.labels,
            seed: self.seed,
            engine: self.engine,
            earlier: self.earlier,
            result_schema: self.result_schema,
            result_required: self.result_required,
            resumed: None,
            time_zone: self.time_zone.unwrap_or(self.sandbox.inner.time_zone),
            cancelled: self.cancelled,
            events,
        }
    }
}

pub(crate) type OutcomeFuture = Pin<Box<dyn Future<Output = Result<Outcome, Error>> + Send>>;

impl IntoFuture for Run<'_> {
    type Output = Result<Outcome, Error>;
    type IntoFuture = OutcomeFuture;

    fn into_future(self) -> OutcomeFuture {
        self.into_plan(None).drive_boxed()
    }
}
