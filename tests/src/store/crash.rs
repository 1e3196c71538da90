//! The process is killed, at every kind of moment. Afterwards nothing has happened that the account does not know, nothing has
//! happened twice, and whoever goes on from there does the rest.
//!
//! The effects are lines of a file: the key of the call and its `id`. `CODEMODE_TEST_CRASHES` sets how many processes are
//! killed at random moments on each database, instead of a few.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use codemode::{
    CallEnding, Effect, FnTool, Policy, RunFilter, RunState, RunStore, Sandbox, ToolModule, ToolSpec, Undo, Undone,
};
use serde_json::{Value, json};

use super::place::Place;
use super::world::{script, spec};
use crate::support::block_on;

on_both! {
    a_process_that_dies_at_a_known_point
    a_process_that_dies_at_any_point
}

/// What a run does: effects one after the other and side by side, with reads between them.
const SOURCE: &str = "for (let i = 0; i < 8; i++) {
        await tools.t.append({ id: i });
        await tools.t.look({ id: i });
        if (i % 3 === 1) await Promise.all(['a', 'b', 'c'].map(side => tools.t.append({ id: i + side, thing: side })));
        if (i % 4 === 2) await new Promise(done => setTimeout(done, 12));
        await tools.t.look({ id: i + 'late' });
    }
    print('all');";

const EFFECTS: usize = 8 + 3 * 3;

/// Where a process ends itself.
const POINTS: &[&str] = &["plan", "before", "half", "after", "look"];

/// The effect's file, and the tools that write it.
#[derive(Clone)]
struct Lines {
    file: PathBuf,
    /// Whether the tool knows by its key a call that it has done.
    idempotent: bool,
    /// The `id` and the point at which the process ends.
    die: Option<(Value, String)>,
}

impl Lines {
    fn here(&self, id: &Value, point: &str) -> bool {
        self.die.as_ref().is_some_and(|(at, name)| at == id && name == point)
    }

    fn append(&self, key: &str, id: &Value) {
        if self.here(id, "before") {
            std::process::abort();
        }
        if self.idempotent && read(&self.file).iter().any(|(other, _)| other == key) {
            return;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file).unwrap();
        let line = format!("{key} {id}");
        if self.here(id, "half") {
            file.write_all(line.as_bytes()).unwrap();
            std::process::abort();
        }
        file.write_all((line + "\n").as_bytes()).unwrap();
        if self.here(id, "after") {
            std::process::abort();
        }
    }

    fn sandbox(&self, store: &RunStore) -> Sandbox {
        let (lines, plans, looks) = (self.clone(), self.clone(), self.clone());
        let append = ToolSpec { idempotent: self.idempotent, ..spec("append", Effect::Write) };
        let append = FnTool::new(append, move |context, arguments: Value| {
            lines.append(context.idempotency_key(), &arguments["id"]);
            async move { Ok(json!({ "did": arguments["id"] })) }
        })
        .resource_by(|arguments| Some(format!("thing:{}", arguments["thing"])))
        .undo_by(
            move |_, arguments: Value| {
                if plans.here(&arguments["id"], "plan") {
                    std::process::abort();
                }
                async { Ok(Some(Undo::new(json!(1)).keep(vec![7; 3000]))) }
            },
            |_, _| async { Ok(Undone::AlreadyAsBefore) },
        );
        let look = FnTool::new(spec("look", Effect::Read), move |_, arguments: Value| {
            if looks.here(&arguments["id"], "look") {
                std::process::abort();
            }
            async { Ok(1) }
        });
        let module = ToolModule::new("t", ()).add(append).add(look);
        Sandbox::builder().module(module).policy(Policy::allow_all()).store(store.clone()).build().unwrap()
    }
}

/// Key and `id` of each effect. The last line may be one that was cut off.
fn read(file: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let line = |line: &str| line.split_once(' ').map(|(key, id)| (key.to_owned(), id.to_owned())).unwrap();
    text.lines().map(line).collect()
}

#[test]
#[ignore = "the tests below start it in processes of their own"]
fn child() {
    let Ok(plan) = std::env::var("CODEMODE_TEST_CRASH") else { return };
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let text = |name: &str| plan[name].as_str().map(str::to_owned);
    let die = text("point").map(|point| (plan["id"].clone(), point));
    let lines = Lines { file: text("file").unwrap().into(), idempotent: plan["idempotent"] == true, die };
    block_on(async {
        let store = RunStore::at(text("store").unwrap().parse().unwrap()).unwrap();
        let (sandbox, script) = (lines.sandbox(&store), script(SOURCE));
        let run = text("from").into_iter().fold(sandbox.run(&script), codemode::Run::continue_from);
        let outcome = run.await.unwrap();
        assert!(outcome.finished(), "{}", outcome.stop);
    });
}

/// One script, run by processes that are killed, until one is not.
struct Story<'a> {
    at: &'a Place,
    store: RunStore,
    lines: Lines,
    /// The last run that there is an account of.
    from: Option<String>,
}

impl<'a> Story<'a> {
    fn new(at: &'a Place, store: &RunStore, name: &str, idempotent: bool) -> Self {
        let lines = Lines { file: at.folder().join(name), idempotent, die: None };
        Self { at, store: store.clone(), lines, from: None }
    }

    fn start(&self, die: Option<(&Value, &str)>) -> Child {
        let (id, point) = die.unzip();
        let plan = json!({
            "store": self.at.address(), "file": self.lines.file, "idempotent": self.lines.idempotent, "id": id, "point": point,
            "from": self.from,
        });
        let mut command = Command::new(std::env::current_exe().expect("it runs"));
        command.args(["store::crash::child", "--exact", "--ignored"]).env("CODEMODE_TEST_CRASH", plan.to_string());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
    }

    /// Looks at what a process has left, and finds out what was in doubt, as a person would.
    async fn look(&mut self) {
        if std::fs::read(&self.lines.file).is_ok_and(|text| !text.ends_with(b"\n")) {
            OpenOptions::new().append(true).open(&self.lines.file).unwrap().write_all(b"\n").unwrap();
        }
        self.at.a_minute_later().await;
        let effects = read(&self.lines.file);
        let keys: HashSet<&str> = effects.iter().map(|(key, _)| key.as_str()).collect();
        let ids: HashSet<&str> = effects.iter().map(|(_, id)| id.as_str()).collect();
        assert_eq!((keys.len(), ids.len()), (effects.len(), effects.len()), "twice: {effects:?}");
        // The runs of this story: each goes on from one before, or begins it.
        let mut filter = RunFilter::default();
        filter.most = 10_000;
        let mut known = HashSet::new();
        let runs = self.store.runs(&filter).await.unwrap();
        for run in &runs {
            let calls = self.store.calls(&run.run).await.unwrap();
            for call in calls.iter().filter(|call| call.record.tool == "t.append") {
                let record = &call.record;
                let key = record.repeats.clone().unwrap_or_else(|| format!("{}:{}", run.run, record.call));
                if record.answered_by.is_some() {
                    assert_eq!(record.ending, CallEnding::Done);
                    continue;
                }
                match record.ending {
                    CallEnding::Done => {
                        assert!(record.code.is_some() || keys.contains(key.as_str()), "{key} has no line");
                    }
                    CallEnding::Unknown => {}
                    CallEnding::Failed => assert_eq!(record.code.as_deref(), Some("settled"), "{record:?}"),
                    _ => panic!("{record:?}"),
                }
                if record.ending == CallEnding::Unknown && !self.lines.idempotent {
                    let (done, reply) = (keys.contains(key.as_str()), json!({ "did": "settled" }));
                    self.store.settle(&run.run, record.call, done, Some(&reply)).await.unwrap();
                }
                known.insert(key);
            }
        }
        for key in keys {
            assert!(known.contains(key), "{key} has no record");
        }
        // The newest run is the one that goes on from the last, where it got as far as to be one.
        let next = runs.iter().find(|run| run.parent == self.from && Some(&run.run) != self.from.as_ref());
        if let Some(next) = next {
            assert_ne!(next.state, RunState::Running);
            self.from = Some(next.run.clone());
        }
    }

    /// The last process does the rest, and each effect has happened once.
    async fn end(mut self) {
        self.look().await;
        let script = script(SOURCE);
        let sandbox = self.lines.sandbox(&self.store);
        let run = self.from.iter().fold(sandbox.run(&script), codemode::Run::continue_from);
        let outcome = run.await.unwrap();
        assert_eq!(outcome.printed.text(), "all\n", "{} {:?}", outcome.stop, outcome.journal);
        let effects = read(&self.lines.file);
        let ids: HashSet<&str> = effects.iter().map(|(_, id)| id.as_str()).collect();
        assert_eq!((effects.len(), ids.len()), (EFFECTS, EFFECTS), "{effects:?}");
        // The next story begins with an empty account.
        for table in ["runs", "calls", "undos"] {
            self.at.sql(&format!("DELETE FROM codemode_{table}")).await;
        }
        std::fs::remove_file(&self.lines.file).unwrap();
    }
}

async fn a_process_that_dies_at_a_known_point(at: &Place) {
    let store = at.store();
    store.check().await.unwrap();
    for (number, point) in (0..).zip(POINTS) {
        for idempotent in [false, true] {
            let mut tale = Story::new(at, &store, point, idempotent);
            // Alone, and beside others.
            for id in [json!(number), json!("4b")] {
                let id = if *point == "look" { json!(format!("{number}late")) } else { id };
                let status = tale.start(Some((&id, point))).wait().unwrap();
                if !status.success() {
                    tale.look().await;
                }
            }
            tale.end().await;
        }
    }
}

async fn a_process_that_dies_at_any_point(at: &Place) {
    let given = std::env::var("CODEMODE_TEST_CRASHES").ok().and_then(|count| count.parse().ok());
    let (store, mut kills) = (at.store(), given.unwrap_or(10_u32));
    store.check().await.unwrap();
    let mut random = 1_u64;
    while kills > 0 {
        let mut tale = Story::new(at, &store, "random", kills % 2 == 0);
        for _ in 0..2 {
            // A linear congruence is random enough.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (wait, lines) = ((random >> 33) % 6_000, (random >> 50) % 14);
            let mut child = tale.start(None);
            let before = read(&tale.lines.file).len() as u64;
            // So many effects later, or where it has ended.
            while (read_length(&tale.lines.file) < before + lines) && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_micros(200));
            }
            let until = Instant::now() + Duration::from_micros(wait);
            while Instant::now() < until {
                std::hint::spin_loop();
            }
            let _ = child.kill();
            child.wait().unwrap();
            tale.look().await;
            kills = kills.saturating_sub(1);
        }
        tale.end().await;
    }
}

fn read_length(file: &Path) -> u64 {
    std::fs::read_to_string(file).unwrap_or_default().matches('\n').count() as u64
}
