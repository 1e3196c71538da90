//! Schemas from servers that nobody trusts: nothing is fetched for one, and none takes long. The steps of the cases 119 and
//! 120.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use codemode::{Effect, FnTool, Limits, Policy, Sandbox, Script, ToolModule, ToolSpec};
use serde_json::{Value, json};

use crate::support::block_on;

/// A sandbox with one tool that declares this, or why there is none.
fn with(input_schema: &Value) -> Result<Sandbox, String> {
    let spec = ToolSpec { input_schema: input_schema.clone(), ..ToolSpec::new("go", Effect::Read) };
    let module = ToolModule::new("t", ()).add(FnTool::new(spec, |_, _| async { Ok(1) }));
    Sandbox::builder().module(module).policy(Policy::allow_all()).build().map_err(|error| error.to_string())
}

#[test]
fn a_schema_that_refers_to_elsewhere_is_refused_and_nothing_is_fetched() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let at = format!("http://{}/s.json", listener.local_addr().unwrap());
    for schema in [
        json!({ "$ref": at }),
        json!({ "$ref": "file:///etc/hostname" }),
        json!({ "$dynamicRef": at }),
        json!({ "$schema": at, "type": "object" }),
        json!({ "properties": { "a": { "items": { "$ref": at } } } }),
        json!({ "$id": at, "properties": { "a": { "$ref": "other.json" } } }),
    ] {
        // Inside of a runtime, where a client that blocks would fail in a way of its own.
        match block_on(async { with(&schema) }) {
            Err(error) => {
                assert!(error.starts_with("tool module `t`: tool `go`: its input schema "), "{schema}: {error}");
                assert!(error.len() < 1_000, "{error}");
            }
            Ok(sandbox) => {
                let called = block_on(async { sandbox.call("t.go", json!({})).await.unwrap() });
                panic!("{schema} was accepted: {:?}", called.reply);
            }
        }
    }
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock, "somebody connected");
}

/// A schema, and arguments that make it work hard.
fn bombs() -> Vec<(&'static str, Value, Value)> {
    let text = "a".repeat(50) + "!";
    let pattern = |pattern: &str| json!({ "properties": { "s": { "pattern": pattern } } });
    // As deep as a JSON parser lets through (128), and more; at 10,000 it is the parser that says no.
    let nested = (0..400).fold(json!({}), |inner, _| json!({ "allOf": [inner] }));
    let node = json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } });
    let numbers: Vec<u32> = (0..140_000).collect();
    let objects: Vec<Value> = (0..60_000).map(|i| json!({ "i": i })).collect();
    vec![
        ("nested quantifiers", pattern("^(a+)+$"), json!({ "s": text })),
        ("backtracking", pattern("(?=a*)(a|aa)+\\1$"), json!({ "s": text })),
        ("a repeated repetition", pattern("(x{1000}){1000}"), json!({ "s": text })),
        ("nested allOf", nested, json!({})),
        ("a loop of references", node, json!({})),
        ("unique numbers", json!({ "properties": { "a": { "uniqueItems": true } } }), json!({ "a": numbers })),
        ("unique objects", json!({ "properties": { "a": { "uniqueItems": true } } }), json!({ "a": objects })),
        ("five megabytes", json!({ "description": "x".repeat(5 << 20) }), json!({})),
        (
            "many branches",
            json!({ "anyOf": (0..2_000).map(|i| json!({ "properties": { "s": { "const": i } } })).collect::<Vec<_>>() }),
            json!({ "s": text }),
        ),
    ]
}

#[test]
fn no_schema_takes_long() {
    for (name, schema, arguments) in bombs() {
        let started = Instant::now();
        let called = with(&schema).map(|sandbox| block_on(async { sandbox.call("t.go", arguments).await.unwrap() }));
        let took = started.elapsed();
        // Five times what the case allows, since tests run side by side on slow machines.
        assert!(took < Duration::from_secs(5), "{name} took {took:?}");
        // However it ended, there is a short word on it.
        let said = match called {
            Err(error) => error,
            Ok(called) => called.reply.map_or_else(|error| error.message, |reply| reply.as_str().to_owned()),
        };
        assert!(said.len() < 2_000, "{name}: {} bytes", said.len());
        eprintln_for_people(name, took, &said);
    }
}

/// Shows with `--nocapture` what each took.
#[expect(clippy::print_stderr, reason = "for whoever runs the test by hand")]
fn eprintln_for_people(name: &str, took: Duration, said: &str) {
    eprintln!("{name}: {took:?}: {}", said.chars().take(120).collect::<String>());
}

#[test]
fn other_runs_are_not_held_up() {
    let (_, schema, arguments) = bombs().into_iter().find(|(name, ..)| *name == "unique objects").unwrap();
    let sandbox = with(&schema).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let bomb = tokio::spawn({
            let (sandbox, arguments) = (sandbox.clone(), arguments.clone());
            async move {
                for _ in 0..5 {
                    sandbox.call("t.go", arguments.clone()).await.unwrap();
                }
            }
        });
        let script = Script::new("quick.js", "console.log(1 + 1);");
        let mut slowest = Duration::ZERO;
        while !bomb.is_finished() {
            let started = Instant::now();
            let outcome = sandbox.run(&script).limits(Limits::default()).await.unwrap();
            assert_eq!(outcome.printed.text(), "2\n");
            slowest = slowest.max(started.elapsed());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(slowest < Duration::from_secs(1), "a run took {slowest:?}");
    });
}
