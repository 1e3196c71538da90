//! Each limit: just enough passes, just too little stops with a message of its own.

use std::time::Duration;

use codemode::{Limit, Limits, Outcome, ScriptEngine, Stop};
use expect_test::{Expect, expect};

use crate::support::{on_each_engine, run};

fn finishes(limits: Limits, source: &str) -> Outcome {
    let outcome = run(limits, source);
    assert!(outcome.finished(), "{}\n{}", outcome.stop, outcome.printed);
    outcome
}

#[track_caller]
fn stops(limits: Limits, source: &str, limit: Limit, says: &Expect) -> Outcome {
    let outcome = run(limits, source);
    let Stop::Limit(reached) = &outcome.stop else { panic!("{}\n{}", outcome.stop, outcome.printed) };
    assert_eq!(reached.limit, limit);
    says.assert_eq(&reached.to_string());
    outcome
}

/// A script that prints the code of the error that a call ends with, or `done`.
fn call(call: &str) -> String {
    format!(
        "import * as t from 'tools/t';\ntry {{ await {call}; console.log('done'); }} catch (e) {{ console.log(e.code); }}"
    )
}

#[track_caller]
fn prints(limits: Limits, source: &str, text: &str) {
    assert_eq!(finishes(limits, source).printed.text(), text);
}

#[test]
fn fuel_is_the_same_in_every_run_and_enough_is_enough() {
    on_each_engine(|_| {
        let work = "let n = 0; for (let i = 0; i < 2_000; i++) n += i; console.log(n);";
        let fuel = finishes(Limits::default(), work).usage.fuel;
        assert_eq!(finishes(Limits { fuel, ..Limits::default() }, work).usage.fuel, fuel);
        // The engine looks at the fuel at every loop and call, not at every instruction, so the last few are not missed.
        let outcome = run(Limits { fuel: fuel - fuel / 100, ..Limits::default() }, work);
        assert!(matches!(&outcome.stop, Stop::Limit(reached) if reached.limit == Limit::Fuel), "{}", outcome.stop);
    });
}

#[test]
fn fuel_ends_a_loop_without_an_end() {
    on_each_engine(|_| {
        let limits = Limits { fuel: 50_000_000, ..Limits::default() };
        let text = expect![[
            "fuel limit reached: used 50,000,000 of 50,000,000 units. Do less work in one run: look for an endless loop or a slow pattern"
        ]];
        stops(limits, "for (;;) {}", Limit::Fuel, &text);
    });
}

#[test]
fn memory_that_a_run_had_is_memory_that_it_needs() {
    on_each_engine(|_| {
        let work = "const kept = []; for (let i = 0; i < 64; i++) kept.push(new Uint8Array(256 * 1024)); console.log(kept.length);";
        let memory_bytes = finishes(Limits::default(), work).usage.memory_bytes;
        finishes(Limits { memory_bytes, ..Limits::default() }, work);
        let less = Limits { memory_bytes: memory_bytes - memory_bytes / 10, ..Limits::default() };
        let outcome = run(less, work);
        assert!(matches!(&outcome.stop, Stop::Limit(reached) if reached.limit == Limit::Memory), "{}", outcome.stop);
    });
}

#[test]
fn memory_ends_a_run_that_only_grows() {
    on_each_engine(|_| {
        let grows = "const kept = []; for (;;) kept.push(new Uint8Array(1024 * 1024));";
        let outcome = run(Limits { memory_bytes: 32 << 20, ..Limits::default() }, grows);
        let Stop::Limit(reached) = &outcome.stop else { panic!("{}", outcome.stop) };
        assert_eq!((reached.limit, reached.allowed), (Limit::Memory, 32 << 20));
        assert!(reached.used > reached.allowed, "{reached}");
    });
}

#[test]
fn recursion_is_limited() {
    on_each_engine(|engine| {
        let nested = |depth: u32| format!("const down = n => n > 1 ? down(n - 1) : 1; console.log(down({depth}));");
        let limits = Limits { recursion: 500, ..Limits::default() };
        finishes(limits.clone(), &nested(490));
        stops(
            limits,
            // QuickJS counts bytes of stack, and an ordinary call may take more than this one.
            &nested(if engine == ScriptEngine::Boa { 501 } else { 5_000 }),
            Limit::Stack,
            &expect![
                "stack limit reached: used 500 of 500 nested calls. Look for recursion without an end, or use a loop with a list"
            ],
        );
        finishes(Limits::default(), &nested(9_900));
    });
}

#[test]
fn wall_time_counts_waiting() {
    on_each_engine(|_| {
        let waits = |ms: u32| format!("await new Promise(done => setTimeout(done, {ms})); console.log('done');");
        finishes(Limits { wall_time: Duration::from_mins(10), ..Limits::default() }, &waits(1));
        let outcome = run(Limits { wall_time: Duration::from_millis(50), ..Limits::default() }, &waits(3_600_000));
        let Stop::Limit(reached) = &outcome.stop else { panic!("{}", outcome.stop) };
        assert_eq!((reached.limit, reached.allowed), (Limit::WallTime, 50));
    });
}

#[test]
fn a_source_has_a_length() {
    on_each_engine(|_| {
        let source = "console.log(1);";
        let source_bytes = source.len() as u64;
        finishes(Limits { source_bytes, ..Limits::default() }, source);
        stops(
            Limits { source_bytes: source_bytes - 1, ..Limits::default() },
            source,
            Limit::SourceBytes,
            &expect![
                "source limit reached: used 15 of 14 bytes. Write a shorter script; pass data through tools or arguments"
            ],
        );
    });
}

#[test]
fn calls_are_counted_and_the_stop_cannot_be_caught() {
    on_each_engine(|_| {
        let source = "import { echo } from 'tools/t';
            try { for (let i = 0; i < 3; i++) { await echo({}); console.log(i); } } catch { console.log('caught'); }";
        finishes(Limits { calls: 3, ..Limits::default() }, source);
        let outcome = stops(
            Limits { calls: 2, ..Limits::default() },
            source,
            Limit::Calls,
            &expect![
                "calls limit reached: used 3 of 2 tool calls. Call fewer tools: ask for more in one call, or filter in the tool"
            ],
        );
        assert_eq!(outcome.printed.text(), "0\n1\n");
        assert_eq!(outcome.journal.len(), 2);
    });
}

#[test]
fn calls_beyond_the_concurrent_ones_wait_their_turn() {
    on_each_engine(|_| {
        let source =
            "import { echo } from 'tools/t'; await Promise.all(Array.from({ length: 9 }, (_, i) => echo({ i })));";
        let most = finishes(Limits { concurrent_calls: 2, ..Limits::default() }, source).usage;
        assert_eq!((most.calls, most.concurrent_calls), (9, 2));
    });
}

#[test]
fn arguments_have_a_length() {
    on_each_engine(|_| {
        // {"s":"…"} is eight bytes longer than its text.
        let limits = Limits { argument_bytes: 100, ..Limits::default() };
        prints(limits.clone(), &call("t.echo({ s: 'x'.repeat(92) })"), "done\n");
        prints(limits, &call("t.echo({ s: 'x'.repeat(93) })"), "arguments_too_large\n");
    });
}

#[test]
fn replies_have_a_length() {
    on_each_engine(|_| {
        // The quotes count.
        let limits = Limits { reply_bytes: 100, ..Limits::default() };
        prints(limits.clone(), &call("t.text({ length: 98 })"), "done\n");
        prints(limits, &call("t.text({ length: 99 })"), "reply_too_large\n");
    });
}

#[test]
fn arguments_and_replies_have_a_depth() {
    on_each_engine(|_| {
        let limits = Limits { nesting: 5, ..Limits::default() };
        prints(limits.clone(), &call("t.echo({ a: [[[[0]]]] })"), "done\n");
        let too_deep = "import { echo } from 'tools/t'; await echo({ a: [[[[[0]]]]] });";
        // The engines differ in the column.
        let text = run(limits.clone(), too_deep).stop.to_string();
        expect!["TypeError: args.a[0][0][0][0] is nested deeper than 5 levels\n --> test.js:1:"]
            .assert_eq(text.get(..text.find(":1:").map_or(0, |at| at + 3)).unwrap_or_default());
        prints(limits.clone(), &call("t.deep({ depth: 5 })"), "done\n");
        prints(limits, &call("t.deep({ depth: 6 })"), "reply_too_deep\n");
    });
}

#[test]
fn printed_text_has_a_length_and_what_fits_is_kept() {
    on_each_engine(|_| {
        let source = "console.log('1234'); console.log('5678');";
        finishes(Limits { printed_bytes: 10, ..Limits::default() }, source);
        let limits = Limits { printed_bytes: 9, ..Limits::default() };
        let outcome = stops(
            limits,
            source,
            Limit::PrintedBytes,
            &expect!["printed text limit reached: used 10 of 9 bytes. Print a summary instead of the data"],
        );
        assert_eq!(outcome.printed.text(), "1234\n5678");
    });
}

#[test]
fn printed_lines_are_counted() {
    on_each_engine(|_| {
        let source = "console.log('a'); console.log('b');";
        finishes(Limits { printed_lines: 2, ..Limits::default() }, source);
        let limits = Limits { printed_lines: 1, ..Limits::default() };
        stops(
            limits,
            source,
            Limit::PrintedLines,
            &expect!["printed lines limit reached: used 2 of 1 lines. Print a summary instead of the data"],
        );
    });
}

#[test]
fn pending_timers_are_counted() {
    on_each_engine(|_| {
        let source = "for (let i = 0; i < 3; i++) setTimeout(() => console.log(i), 1);";
        finishes(Limits { timers: 3, ..Limits::default() }, source);
        stops(
            Limits { timers: 2, ..Limits::default() },
            source,
            Limit::Timers,
            &expect!["timers limit reached: used 3 of 2 pending timers. Wait for timers before starting more"],
        );
        let one_by_one = "for (let i = 0; i < 9; i++) await new Promise(done => setTimeout(done, 1));";
        finishes(Limits { timers: 1, ..Limits::default() }, one_by_one);
    });
}

#[test]
fn a_source_that_is_nested_too_deep_says_where() {
    on_each_engine(|_| {
        let source = format!("const fine = 1;\nconst deep = {}0{};", "[".repeat(2_000), "]".repeat(2_000));
        let Stop::Rejected(error) = run(Limits::default(), &source).stop else { panic!("it cannot be read") };
        assert_eq!(
            (error.name.as_str(), error.message.as_str()),
            ("SyntaxError", "the script is nested too deeply to be read")
        );
        assert_eq!(error.stack.first().map(|place| place.line), Some(2));
    });
}
