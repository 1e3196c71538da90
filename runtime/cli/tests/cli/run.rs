//! `codemode run`.

use expect_test::expect;
use serde_json::Value;

use crate::support::{codemode, run};

#[test]
fn stdout_is_exactly_what_the_script_printed() {
    run("", "console.log(6 * 7);").check(&expect![[r#"
        exit 0
        --- stdout
        42
    "#]]);
    run("", "console.log('answer'); console.error('note'); console.log('');").check(&expect![[r#"
        exit 0
        --- stdout
        answer

        --- stderr
        note
    "#]]);
    run("", "").check(&expect![[r#"
        exit 0
    "#]]);
}

#[test]
fn a_script_gets_the_words_after_its_name() {
    codemode("run args.mjs one --two -3 -- four").file("args.mjs", "console.log(JSON.stringify(args));").check(
        &expect![[r#"
            exit 0
            --- stdout
            ["one","--two","-3","--","four"]
        "#]],
    );
}

#[test]
fn a_flag_behind_the_script_is_the_scripts_with_a_warning() {
    codemode("run args.js --allow-read=.").file("args.js", "console.log(args[0]);").check(&expect![[r#"
        exit 0
        --- stdout
        --allow-read=.
        --- stderr
        warning: --allow-read=. stands after the script, so the script gets it; flags of codemode stand before
    "#]]);
}

#[test]
fn an_error_shows_its_line() {
    codemode("run broken.js")
        .file(
            "broken.js",
            "console.log('before');\nfunction check(n) {\n  if (n > 2) throw new RangeError('too many');\n}\ncheck(3);\n",
        )
        .check(&expect![[r#"
            exit 1
            --- stdout
            before
            --- stderr
            error: RangeError: too many
             --> broken.js:3:24
            3 |   if (n > 2) throw new RangeError('too many');
              |                        ^
                at check (broken.js:3:24)
                at top level (broken.js:5:1)
        "#]]);
}

#[test]
fn a_script_that_does_not_parse_does_not_run() {
    let output = codemode("run syntax.js").file("syntax.js", "console.log('never');\nconst = 1;\n").output();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{stderr}");
    // What follows is the engine's own text.
    assert!(stderr.starts_with("error: SyntaxError: ") && stderr.contains("--> syntax.js:2:7"), "{stderr}");
}

#[test]
fn a_script_that_waits_for_nothing_is_told_so() {
    run("", "await new Promise(() => {});").check(&expect![[r#"
        exit 1
        --- stderr
        error: Stalled: the script waits for a promise that nothing can settle any more
         --> stdin.js:1:1
        1 | await new Promise(() => {});
          | ^
            at top level (stdin.js:1:1)
        hint: a promise is settled by a tool call, a timer, or a resolve or reject that the script itself calls
    "#]]);
}

#[test]
fn files_are_there_only_when_a_folder_is_granted() {
    let script = "import { read_file } from 'tools/fs';\nconsole.log(await read_file({ path: 'a.txt' }));\n";
    run("", script).file("data/a.txt", "hello\n").check(&expect![[r#"
        exit 1
        --- stderr
        error: ImportError: Cannot find module "tools/fs"
         --> stdin.js:1:27
        1 | import { read_file } from 'tools/fs';
          |                           ^
            at top level (stdin.js:1:27)
        hint: run with --allow-read=DIR to let the script read the files below DIR, or with --allow-write=DIR to let it change them as well
    "#]]);
    run("--allow-read=data", script).file("data/a.txt", "hello\n").check(&expect![[r#"
        exit 0
        --- stdout
        hello

    "#]]);
}

#[test]
fn the_flag_overrules_the_file() {
    let script = "import { read_file } from 'tools/fs';\nconsole.log(await read_file({ path: 'a.txt' }));\n";
    let rules = "[[rule]]\ntools = [\"fs.*\"]\nverdict = \"deny\"\nreason = \"not today\"\n";
    let settings = format!("[fs]\nread = [\"data\"]\n\n{rules}");
    run("--config=codemode.toml", script)
        .file("data/a.txt", "hello\n")
        .file("codemode.toml", &settings)
        .check(&expect![[r#"
            exit 1
            --- stderr
            error: Refusal: fs.read_file is denied by policy (rule 1 (codemode.toml:4)): not today. Do not try again; do without it, or say what is needed
             --> stdin.js:2:19
            2 | console.log(await read_file({ path: 'a.txt' }));
              |                   ^
                at top level (stdin.js:2:19)
        "#]]);
    run("--config=codemode.toml --allow-read=data", script)
        .file("data/a.txt", "hello\n")
        .file("codemode.toml", &settings)
        .check(&expect![[r#"
            exit 0
            --- stdout
            hello

        "#]]);
}

#[test]
fn a_limit_ends_the_run_with_its_own_code() {
    run("--fuel=50M", "console.log('before'); for (;;) {}").check(&expect![[r#"
        exit 3
        --- stdout
        before
        --- stderr
        error: fuel limit reached: used 50,000,000 of 50,000,000 units. Do less work in one run: look for an endless loop or a slow pattern
    "#]]);
    run("--printed-lines=2", "for (let i = 0; i < 9; i++) console.log(i);").check(&expect![[r#"
        exit 3
        --- stdout
        0
        1
        2⏎
        --- stderr
        error: printed lines limit reached: used 3 of 2 lines. Print a summary instead of the data
    "#]]);
}

#[test]
fn a_limit_of_the_flags_wins_over_the_file() {
    let settings = "[limits]\nprinted_lines = 1\n";
    let script = "console.log(1); console.log(2);";
    run("--config=codemode.toml", script).file("codemode.toml", settings).check(&expect![[r#"
        exit 3
        --- stdout
        1
        2⏎
        --- stderr
        error: printed lines limit reached: used 2 of 1 lines. Print a summary instead of the data
    "#]]);
    run("--config=codemode.toml --printed-lines=2", script).file("codemode.toml", settings).check(&expect![[r#"
        exit 0
        --- stdout
        1
        2
    "#]]);
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
