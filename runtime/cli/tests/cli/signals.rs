//! Signals and closed pipes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Output};

use expect_test::expect;

use crate::support::run;

/// Starts a script that prints `ready` and goes on, and sends a signal once it has.
fn interrupted(signal: &str, script: &str) -> String {
    let call = run("", script);
    let mut child = call.start();
    child.stdin.take().expect("it is piped").write_all(script.as_bytes()).expect("it reads its script");
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("it prints");
    assert_eq!(line, "ready\n");
    send(signal, &child);
    call.shown(&Output { stdout: line.into(), ..child.wait_with_output().expect("it ends") })
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
}

#[test]
fn the_first_interrupt_cancels_a_run_that_computes() {
    expect![[r#"
        exit 130
        --- stdout
        ready
        --- stderr
        error: the run was cancelled
    "#]]
    .assert_eq(&interrupted("-INT", "console.log('ready'); for (;;) {}"));
}

#[test]
fn the_first_interrupt_cancels_a_run_that_waits() {
    let script = "console.log('ready'); await new Promise(resolve => setTimeout(resolve, 3_600_000));";
    expect![[r#"
        exit 130
        --- stdout
        ready
        --- stderr
        error: the run was cancelled
    "#]]
    .assert_eq(&interrupted("-INT", script));
    expect![[r#"
        exit 143
        --- stdout
        ready
        --- stderr
        error: the run was cancelled
    "#]]
    .assert_eq(&interrupted("-TERM", script));
}

#[test]
fn a_closed_pipe_ends_the_run_without_a_word() {
    let call = run("", "");
    let mut child = call.start();
    drop(child.stdout.take());
    let script = "for (;;) console.log('a line');";
    child.stdin.take().expect("it is piped").write_all(script.as_bytes()).expect("it reads its script");
    expect![[r#"
        exit 141
    "#]]
    .assert_eq(&call.shown(&child.wait_with_output().expect("it ends")));
}

#[test]
fn help_for_nobody_is_no_failure() {
    let call = crate::support::codemode("run --help");
    let mut child = call.start();
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
}
