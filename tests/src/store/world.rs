//! What the tools of these tests change, and the tools.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use codemode::{
    Effect, FnTool, Label, Limits, Outcome, Policy, Rule, RunStore, Sandbox, SandboxBuilder, Script, ToolError,
    ToolModule, ToolSpec, Undo, Undone,
};
use serde_json::{Value, json};

/// What stands in replies and errors of tools, and must not stand in an account.
pub(crate) const SECRET: &str = "hunter2-and-more";

#[derive(Clone, Default)]
pub(crate) struct World {
    /// Effects in their order: the tool, its argument `id`, and the key of the call.
    pub(crate) effects: Arc<Mutex<Vec<(String, Value, String)>>>,
    /// What `set` sets.
    pub(crate) values: Arc<Mutex<BTreeMap<String, String>>>,
    /// Whether calls take effect and then fail on their way back.
    pub(crate) breaks: Arc<AtomicBool>,
}

pub(crate) fn spec(name: &str, effect: Effect) -> ToolSpec {
    ToolSpec { input_schema: json!({ "type": "object" }), ..ToolSpec::new(name, effect) }
}

pub(crate) fn script(source: &str) -> Script {
    Script::new("test.js", source)
}

impl World {
    /// A sandbox with these tools and this store.
    pub(crate) fn sandbox(&self, store: &RunStore) -> Sandbox {
        self.builder(store).build().expect("the sandbox is consistent")
    }

    pub(crate) fn builder(&self, store: &RunStore) -> SandboxBuilder {
        let policy = Policy::allow_all().overruled_by(Rule::deny(["t.denied"]));
        let limits = Limits { calls: 5_000, ..Limits::default() };
        Sandbox::builder().module(self.module()).policy(policy).limits(limits).secret(SECRET).store(store.clone())
    }

    /// Runs a script on a sandbox of its own.
    pub(crate) async fn run(&self, store: &RunStore, source: &str) -> Outcome {
        self.sandbox(store).run(&script(source)).await.expect("the machine runs sandboxes")
    }

    /// Tool and `id` of each effect.
    pub(crate) fn done(&self) -> String {
        let effects = self.effects.lock().unwrap();
        effects.iter().map(|(tool, id, _)| format!("{tool} {id}")).collect::<Vec<_>>().join(", ")
    }

    /// The keys of the effects, in their order.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.effects.lock().unwrap().iter().map(|(.., key)| key.clone()).collect()
    }

    /// A tool that takes effect, and then replies or breaks.
    fn effect(&self, spec: ToolSpec) -> FnTool {
        let (world, name) = (self.clone(), spec.name.clone());
        FnTool::new(spec, move |context, arguments: Value| {
            let id = arguments["id"].clone();
            let effect = (name.clone(), id.clone(), context.idempotency_key().to_owned());
            world.effects.lock().unwrap().push(effect);
            let breaks = world.breaks.load(Ordering::Relaxed);
            async move {
                if breaks {
                    return Err(ToolError::new(format!("reset, with {SECRET}")).transient());
                }
                Ok(json!({ "did": id, "token": SECRET }))
            }
        })
    }

    fn module(&self) -> ToolModule {
        let read = FnTool::new(
            ToolSpec { labels: vec![Label::Untrusted], ..spec("read", Effect::Read) },
            |_, arguments: Value| async move { Ok(json!({ "read": arguments["id"] })) },
        );
        let long = FnTool::new(spec("long", Effect::Read), |_, arguments: Value| async move {
            Ok("x".repeat(usize::try_from(arguments["length"].as_u64().unwrap_or(0)).unwrap_or(0)))
        });
        let hang = FnTool::new(spec("hang", Effect::Write), |_, _| async {
            std::future::pending::<()>().await;
            Ok(())
        });
        let fail = FnTool::new(spec("fail", Effect::Write), |_, _| async {
            Err::<(), _>(ToolError::not_found("there is no such account").with_detail(format!("sent {SECRET}")))
        });
        let pay = ToolSpec { idempotent: true, attempts: 1, ..spec("pay", Effect::External) };
        ToolModule::new("t", ())
            .add(read)
            .add(long)
            .add(hang)
            .add(fail)
            .add(self.set())
            .add(self.effect(spec("write", Effect::Write)))
            .add(self.effect(spec("mail", Effect::External)))
            .add(self.effect(spec("denied", Effect::Write)))
            .add(self.effect(pay))
    }

    /// Sets a value, and can take that back.
    fn set(&self) -> FnTool {
        let (now, plan, restore) = (Arc::clone(&self.values), Arc::clone(&self.values), Arc::clone(&self.values));
        let breaks = Arc::clone(&self.breaks);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        FnTool::new(spec("set", Effect::Write), move |_, arguments: Value| {
            let (key, value) = (text(&arguments["key"]), text(&arguments["value"]));
            now.lock().unwrap().insert(key, value);
            let breaks = breaks.load(Ordering::Relaxed);
            async move { if breaks { Err(ToolError::new("reset").transient()) } else { Ok(()) } }
        })
        .undo_by(
            move |_, arguments: Value| {
                let key = text(&arguments["key"]);
                let before = plan.lock().unwrap().get(&key).cloned();
                let note = json!({ "key": key, "kept": before.is_some(), "left": arguments["value"] });
                let undo = Undo::new(note).keep(before.unwrap_or_default().into_bytes());
                async move { Ok(Some(undo)) }
            },
            move |_, undo: Undo| {
                let mut values = restore.lock().unwrap();
                let key = text(&undo.note["key"]);
                let kept = undo.note["kept"] == true;
                let before = kept.then(|| String::from_utf8(undo.originals[0].clone()).unwrap());
                let undone = match values.get(&key).cloned() {
                    is if is == before => Ok(Undone::AlreadyAsBefore),
                    Some(is) if undo.note["left"] == is => {
                        match before {
                            Some(before) => _ = values.insert(key, before),
                            None => _ = values.remove(&key),
                        }
                        Ok(Undone::Restored)
                    }
                    is => Err(ToolError::changed_since(format!("{key} is {is:?} now"))),
                };
                async { undone }
            },
        )
    }

    pub(crate) fn value(&self, key: &str) -> Option<String> {
        self.values.lock().unwrap().get(key).cloned()
    }

    pub(crate) fn break_down(&self, breaks: bool) {
        self.breaks.store(breaks, Ordering::Relaxed);
    }
}
