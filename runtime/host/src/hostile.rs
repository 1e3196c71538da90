//! What a corrupted guest may try: a hand-written Wasm module that calls the imports in wrong order, with wild pointers,
//! unknown ids, a million calls and lengths of 4 GiB. Whatever it does, the run ends with an outcome that says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use codemode_tool::{Effect, FnTool, ToolModule, ToolSpec};

use crate::guest::Engine;
use crate::sandbox::Inner;
use crate::{CallEnding, Limit, LimitReached, Limits, Outcome, Policy, Sandbox, Script, Stop};

/// A guest whose functions have these bodies; `$start` and `$settle` give a state, `$alloc` a pointer.
fn module(start: &str, settle: &str, alloc: &str) -> String {
    format!(
        r#"(module
            (import "codemode" "print" (func $print (param i32 i32 i32)))
            (import "codemode" "submit" (func $submit (param i32 i32 i32 i32)))
            (import "codemode" "sleep" (func $sleep (param i32 f64)))
            (import "codemode" "now" (func $now (result f64)))
            (import "codemode" "random" (func $random (param i32 i32)))
            (memory (export "memory") 2)
            (data (i32.const 64) "{{}}\ff")
            (global $count (mut i32) (i32.const 0))
            (func (export "abi") (result i32) (i32.const 1))
            (func (export "alloc") (param i32) (result i32) {alloc})
            (func (export "start") (param i32 i32) (result i32) (local $i i32) {start})
            (func (export "settle") (param i32 i32 i32 i32) (result i32) (local $i i32) {settle})
            (func (export "report") (result i64) (i64.const 0xffffffff_ffffffff)))"#
    )
}

async fn run_with(limits: Limits, text: &str) -> (Outcome, u32) {
    let ran = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&ran);
    let tool = FnTool::new(ToolSpec::new("touch", Effect::Read), move |_context, _arguments| {
        counter.fetch_add(1, Ordering::Relaxed);
        async { Ok(1) }
    });
    let sandbox = Sandbox::builder()
        .module(ToolModule::new("t", ()).add(tool))
        .policy(Policy::allow_all())
        .limits(limits)
        .build()
        .unwrap();
    let guest = Engine::shared().unwrap().compile(text).unwrap();
    let inner = Inner { guest: Some(guest), ..sandbox.inner.copy() };
    let hostile = Sandbox { inner: Arc::new(inner) };
    let outcome = hostile.run(&Script::new("hostile.js", "")).await.unwrap();
    (outcome, ran.load(Ordering::Relaxed))
}

/// Runs a guest with such a `start`, whose `alloc` is honest.
async fn start(body: &str) -> Outcome {
    run_with(Limits::default(), &module(body, "(i32.const 0)", "(i32.const 1024)")).await.0
}

#[track_caller]
fn assert_fault(outcome: &Outcome, text: &str) {
    let Stop::EngineFault { reason } = &outcome.stop else { panic!("{:?}", outcome.stop) };
    assert!(reason.contains(text), "{reason:?} should contain {text:?}");
}

#[tokio::test]
async fn wild_pointers_and_lengths_are_faults() {
    for (ptr, len) in [(-1, 1), (0, -1), (131_072, 1), (131_071, 2), (-8, 16), (64, i32::MAX)] {
        for call in ["(call $print (i32.const 0)", "(call $submit (i32.const 0) (i32.const 0)", "(call $random"] {
            let body = format!("{call} (i32.const {ptr}) (i32.const {len})) (i32.const 0)");
            assert_fault(&start(&body).await, "it named bytes");
        }
    }
    // The last byte is still its own.
    let outcome = start("(call $random (i32.const 131071) (i32.const 1)) (i32.const 0)").await;
    assert!(outcome.finished(), "{:?}", outcome.stop);
}

#[tokio::test]
async fn numbers_that_mean_nothing_are_faults() {
    let state = |n: i32| format!("(i32.const {n})");
    assert_fault(&start(&state(9)).await, "the state 9");
    assert_fault(&start(&state(-1)).await, "the state -1");
    assert_fault(&start("(call $print (i32.const 7) (i32.const 0) (i32.const 1)) (i32.const 0)").await, "stream 7");
    assert_fault(
        &start("(call $submit (i32.const 5) (i32.const 0) (i32.const 64) (i32.const 2)) (i32.const 1)").await,
        "numbered a call 5",
    );
    assert_fault(
        &start("(call $submit (i32.const 0) (i32.const 1) (i32.const 64) (i32.const 2)) (i32.const 1)").await,
        "tool number 1 of 1",
    );
    assert_fault(
        &start("(call $submit (i32.const 0) (i32.const -1) (i32.const 64) (i32.const 2)) (i32.const 1)").await,
        "tool number 4294967295",
    );
    assert_fault(&start("(call $sleep (i32.const 3) (f64.const 1)) (i32.const 1)").await, "numbered a timer 3");
}

#[tokio::test]
async fn answers_that_make_no_sense_are_faults() {
    assert_fault(&start("(i32.const 1)").await, "it waits for nothing");
    let finished_early = "(call $submit (i32.const 0) (i32.const 0) (i32.const 64) (i32.const 2)) (i32.const 0)";
    assert_fault(&start(finished_early).await, "finished while calls are outstanding");
    // A report beyond the memory.
    assert_fault(&start("(i32.const 2)").await, "its report");
    assert_fault(&start("unreachable").await, "unreachable");
}

#[tokio::test]
async fn a_wild_buffer_is_a_fault() {
    let (outcome, _) = run_with(Limits::default(), &module("(i32.const 0)", "(i32.const 0)", "(i32.const -16)")).await;
    assert_fault(&outcome, "outside of its memory");
}

#[tokio::test]
async fn a_guest_that_goes_on_after_a_stop_gets_no_further() {
    // It cannot swallow the trap; and a call that it submitted just before is accounted for and never runs.
    let body = "(call $submit (i32.const 0) (i32.const 0) (i32.const 64) (i32.const 2))
                (call $submit (i32.const 0) (i32.const 0) (i32.const 64) (i32.const 2)) (i32.const 1)";
    let (outcome, ran) = run_with(Limits::default(), &module(body, "(i32.const 0)", "(i32.const 1024)")).await;
    assert_fault(&outcome, "numbered a call 0");
    assert_eq!((ran, outcome.journal.len()), (0, 1));
    assert_eq!(outcome.journal[0].ending, CallEnding::NotStarted);
}

#[tokio::test]
async fn a_million_pending_calls_end_at_the_limit() {
    let body = "(loop $again
            (call $submit (local.get $i) (i32.const 0) (i32.const 64) (i32.const 2))
            (br_if $again (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 1000000))))
        (i32.const 1)";
    let outcome = start(body).await;
    let reached = LimitReached { limit: Limit::Calls, allowed: 1_000, used: 1_001 };
    assert!(matches!(outcome.stop, Stop::Limit(stop) if stop == reached), "{:?}", outcome.stop);
    assert_eq!(outcome.usage.calls, 1_000);
    let timers = body.replace(
        "(call $submit (local.get $i) (i32.const 0) (i32.const 64) (i32.const 2))",
        "(call $sleep (local.get $i) (f64.const 1e9))",
    );
    let outcome = start(&timers).await;
    let reached = LimitReached { limit: Limit::Timers, allowed: 10_000, used: 10_001 };
    assert!(matches!(outcome.stop, Stop::Limit(stop) if stop == reached), "{:?}", outcome.stop);
}

#[tokio::test]
async fn arguments_that_are_no_json_are_refused_and_the_run_goes_on() {
    // Byte 66 is no UTF-8.
    let submit = "(call $submit (i32.const 0) (i32.const 0) (i32.const 65) (i32.const 2)) (i32.const 1)";
    let (outcome, ran) = run_with(Limits::default(), &module(submit, "(i32.const 0)", "(i32.const 1024)")).await;
    assert!(outcome.finished(), "{:?}", outcome.stop);
    assert_eq!(ran, 0);
    assert_eq!(
        (outcome.journal[0].ending, outcome.journal[0].code.as_deref()),
        (CallEnding::Refused, Some("invalid_arguments"))
    );
}

#[tokio::test]
async fn depth_is_checked_before_values_are_made() {
    // A million brackets: a parser that recursed would end the process.
    let body = "(memory.fill (i32.const 4096) (i32.const 91) (i32.const 120000))
        (call $submit (i32.const 0) (i32.const 0) (i32.const 4096) (i32.const 120000)) (i32.const 1)";
    let outcome = start(body).await;
    assert!(outcome.finished(), "{:?}", outcome.stop);
    assert_eq!(outcome.journal[0].code.as_deref(), Some("arguments_too_deep"));
}

#[tokio::test]
async fn arguments_over_the_limit_are_not_copied() {
    let body = "(memory.fill (i32.const 4096) (i32.const 32) (i32.const 100))
        (call $submit (i32.const 0) (i32.const 0) (i32.const 4096) (i32.const 100)) (i32.const 1)";
    let limits = Limits { argument_bytes: 99, ..Limits::default() };
    let (outcome, _) = run_with(limits, &module(body, "(i32.const 0)", "(i32.const 1024)")).await;
    assert_eq!(outcome.journal[0].code.as_deref(), Some("arguments_too_large"));
    let message = outcome.journal[0].message.as_deref().unwrap();
    assert!(message.contains("100 bytes of JSON; at most 99"), "{message}");
}

#[tokio::test]
async fn a_reply_is_delivered_once() {
    // It settles call 0 by submitting call 1 from `settle`, and finishes after the second.
    let submit = "(call $submit (global.get $count) (i32.const 0) (i32.const 64) (i32.const 2))
        (global.set $count (i32.add (global.get $count) (i32.const 1)))";
    let settle = format!(
        "(if (i32.lt_u (global.get $count) (i32.const 2)) (then {submit} (return (i32.const 1)))) (i32.const 0)"
    );
    let (outcome, ran) =
        run_with(Limits::default(), &module(&format!("{submit} (i32.const 1)"), &settle, "(i32.const 1024)")).await;
    assert!(outcome.finished(), "{:?}", outcome.stop);
    assert_eq!(ran, 2);
    assert!(outcome.journal.iter().all(|record| record.ending == CallEnding::Done));
}

#[tokio::test]
async fn stacks_memory_and_work_end_with_their_own_limits() {
    let deep = "(func $deep (param i32) (result i32) (i32.add (call $deep (local.get 0)) (i32.const 1)))";
    let text = module("(call $deep (i32.const 0))", "(i32.const 0)", "(i32.const 1024)");
    let text = text.replace("(func (export \"abi\")", &format!("{deep} (func (export \"abi\")"));
    let (outcome, _) = run_with(Limits::default(), &text).await;
    assert!(matches!(outcome.stop, Stop::Limit(LimitReached { limit: Limit::Stack, .. })), "{:?}", outcome.stop);

    let grow = "(drop (memory.grow (i32.const 40000))) (i32.const 0)";
    let outcome = start(grow).await;
    let reached = LimitReached { limit: Limit::Memory, allowed: 128 << 20, used: 40_002 * 65_536 };
    assert!(matches!(outcome.stop, Stop::Limit(stop) if stop == reached), "{:?}", outcome.stop);

    // A bulk fill costs its bytes.
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    let fill = "(memory.fill (i32.const 0) (i32.const 0) (i32.const 131072)) (i32.const 0)";
    let (outcome, _) = run_with(limits, &module(fill, "(i32.const 0)", "(i32.const 1024)")).await;
    assert!(matches!(outcome.stop, Stop::Limit(LimitReached { limit: Limit::Fuel, .. })), "{:?}", outcome.stop);
}
