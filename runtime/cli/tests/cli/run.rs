//! `codemode run`.

use expect_test::expect;
use serde_json::Value;

use crate::support::{codemode, run};

#[test]
fn stdout_is_exactly_what_the_script_printed() {
    run("", "console.log(6 * 7);").check(&expect![[""]]);
    run("", "console.log('answer'); console.error('note'); console.log('');").check(&expect![[""]]);
    run("", "").check(&expect![[""]]);
}

#[test]
fn a_script_gets_the_words_after_its_name() {
    codemode("run args.mjs one --two -3 -- four")
        .file("args.mjs", "console.log(JSON.stringify(args));")
        .check(&expect![[""]]);
}

#[test]
fn a_flag_behind_the_script_is_the_scripts_with_a_warning() {
    codemode("run args.js --allow-read=.").file("args.js", "console.log(args[0]);").check(&expect![[""]]);
}

#[test]
fn an_error_shows_its_line() {
    codemode("run broken.js")
        .file("broken.js", "console.log('before');\nfunction fail(x) {\n  return x.missing.name;\n}\nfail({});\n")
        .check(&expect![[""]]);
    codemode("run syntax.js").file("syntax.js", "console.log('never');\nconst = 1;\n").check(&expect![[""]]);
}

#[test]
fn a_script_that_waits_for_nothing_is_told_so() {
    run("", "await new Promise(() => {});").check(&expect![[""]]);
}

#[test]
fn files_are_there_only_when_a_folder_is_granted() {
    let script = "import { read_file } from 'tools/fs';\nconsole.log((await read_file({ path: 'a.txt' })).text);\n";
    run("", script).file("data/a.txt", "hello\n").check(&expect![[""]]);
    run("--allow-read=data", script).file("data/a.txt", "hello\n").check(&expect![[""]]);
}

#[test]
fn the_flag_overrules_the_file() {
    let script = "import { read_file } from 'tools/fs';\nconsole.log((await read_file({ path: 'a.txt' })).text);\n";
    let rules = "[[rule]]\ntools = [\"fs.*\"]\nverdict = \"deny\"\nreason = \"not today\"\n";
    let settings = format!("[fs]\nread = [\"data\"]\n\n{rules}");
    run("--config=codemode.toml", script)
        .file("data/a.txt", "hello\n")
        .file("codemode.toml", &settings)
        .check(&expect![[""]]);
    run("--config=codemode.toml --allow-read=data", script)
        .file("data/a.txt", "hello\n")
        .file("codemode.toml", &settings)
        .check(&expect![[""]]);
}

#[test]
fn a_limit_ends_the_run_with_its_own_code() {
    run("--fuel=50M", "console.log('before'); for (;;) {}").check(&expect![[""]]);
    run("--printed-lines=2", "for (let i = 0; i < 9; i++) console.log(i);").check(&expect![[""]]);
}

#[test]
fn a_limit_of_the_flags_wins_over_the_file() {
    let settings = "[limits]\nprinted_lines = 1\n";
    let script = "console.log(1); console.log(2);";
    run("--config=codemode.toml", script).file("codemode.toml", settings).check(&expect![[""]]);
    run("--config=codemode.toml --printed-lines=2", script).file("codemode.toml", settings).check(&expect![[""]]);
}

#[test]
fn json_is_the_whole_outcome_and_nothing_else() {
    let output = run("--json", "console.log('a'); console.error('b'); throw new TypeError('no');").output();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let outcome: Value = serde_json::from_slice(&output.stdout).expect("it is one JSON document");
    assert_eq!(outcome["printed"]["text"], "a\nb\n");
    assert_eq!(outcome["stop"]["kind"], "threw");
    assert_eq!(outcome["stop"]["name"], "TypeError");
    assert_eq!(outcome["usage"]["printed_lines"], 2);
}
