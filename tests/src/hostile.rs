//! Hostile scripts, a thousand of them in one process: each ends as it should, and leaves nothing behind.

use std::process::Command;
use std::time::Duration;

use codemode::{Limit, Limits, Script, Stop};

use crate::support::sandbox;

/// Scripts that mean harm, each with how it ends.
const HOSTILE: &[(&str, &str)] = &[
    ("limit", "for (;;) {}"),
    ("limit", "const again = () => Promise.resolve().then(again); await again(); await new Promise(() => {});"),
    ("limit", "let s = 'x'; for (;;) { s += s; s.charCodeAt(s.length - 1); }"),
    ("limit", "const kept = []; for (;;) kept.push(new Uint8Array(65536).fill(1));"),
    ("limit", "const down = () => down() + 1; down();"),
    ("limit", "for (;;) console.log('flood');"),
    ("limit", "for (;;) setTimeout(() => {}, 1e9);"),
    ("limit", "import { echo } from 'tools/t'; for (;;) { try { await echo({}); } catch {} }"),
    ("limit", "import { echo } from 'tools/t'; for (;;) echo({}).catch(() => {});"),
    ("limit", "/^(a+)+$/.test('a'.repeat(40) + 'b');"),
    ("late", "await new Promise(done => setTimeout(done, 1e9));"),
    ("stalled", "await new Promise(() => {});"),
    ("threw", "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } });"),
    ("threw", "Promise.reject(new Error('nobody listens'));"),
    ("threw", "Object.defineProperty(Array.prototype, '0', { get() { throw new Error('poisoned'); } }); throw [1];"),
    ("rejected", "const = 1;"),
    ("rejected", "import fs from 'node:fs';"),
];

#[test]
fn a_thousand_hostile_runs_leave_nothing_behind() {
    // In a process of its own, in which nothing else opens files or takes memory.
    let this = std::env::current_exe().expect("it runs");
    let inner = "hostile::runs_in_a_process_of_its_own";
    let output = Command::new(this).args([inner, "--exact", "--ignored", "--nocapture"]).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
#[ignore = "the test above starts it in a process of its own"]
fn runs_in_a_process_of_its_own() {
    let limits = Limits {
        fuel: 20_000_000,
        memory_bytes: 16 << 20,
        calls: 20,
        printed_lines: 20,
        timers: 20,
        recursion: 200,
        ..Limits::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("threads can be started").block_on(async {
        let sandbox = sandbox(limits.clone());
        let scripts: Vec<_> =
            HOSTILE.iter().map(|&(ending, source)| (ending, Script::new("hostile.js", source))).collect();
        let mut before = None;
        for round in 0..70 {
            let runs: Vec<_> = scripts
                .iter()
                .map(|(ending, script)| {
                    // All others end by themselves, however slow the machine.
                    let wall_time = Duration::from_millis(if *ending == "late" { 20 } else { 60_000 });
                    let run = sandbox.run(script).limits(Limits { wall_time, ..limits.clone() });
                    tokio::spawn(IntoFuture::into_future(run))
                })
                .collect();
            for (run, &(ending, source)) in runs.into_iter().zip(HOSTILE) {
                let outcome = run.await.expect("no run panics").expect("the machine runs sandboxes");
                let fits = match &outcome.stop {
                    Stop::Limit(reached) if reached.limit == Limit::WallTime => ending == "late",
                    Stop::Limit(_) => ending == "limit",
                    Stop::Stalled(_) => ending == "stalled",
                    Stop::Threw(_) => ending == "threw",
                    Stop::Rejected(_) => ending == "rejected",
                    _ => false,
                };
                assert!(fits, "{source}\n{}", outcome.stop);
            }
            // The first rounds fill caches and pools.
            if round == 10 {
                before = Some(held());
            }
        }
        let (files, memory) = before.expect("there were more rounds");
        let (files_now, memory_now) = held();
        assert_eq!(files_now, files, "open files");
        assert!(memory_now < memory + (8 << 20), "resident memory grew from {memory} to {memory_now} bytes");
    });
}

/// Open files and resident memory in bytes, where the system tells.
fn held() -> (usize, u64) {
    let files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    (files, resident.unwrap_or_default() * 1024)
}
