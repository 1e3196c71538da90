//! What is wrong with a command line or a configuration: exit code 2, and a text that says what would be right.

use expect_test::expect;

use crate::support::{codemode, run};

#[test]
fn a_command_is_needed() {
    assert_eq!(codemode("").output().status.code(), Some(2));
    assert_eq!(codemode("tools").output().status.code(), Some(2));
}

#[test]
fn an_unknown_flag_names_the_nearest() {
    run("--memry=1GiB", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: unexpected argument '--memry' found

          tip: a similar argument exists: '--memory'
          tip: to pass '--memry' as a value, use '-- --memry'

        Usage: codemode run [OPTIONS] <SCRIPT> [ARGS]...

        For more information, try '--help'.
    "#]]);
}

#[test]
fn a_limit_without_a_unit_says_which_there_are() {
    run("--wall-time=30", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: invalid value '30' for '--wall-time <TIME>': the unit is missing; write 500ms, 30s or 2m

        For more information, try '--help'.
    "#]]);
    run("--memory=lots", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: invalid value 'lots' for '--memory <SIZE>': a size is a whole number with a unit: 65536, 64k, 64KiB, 128MiB or 1GiB

        For more information, try '--help'.
    "#]]);
}

#[test]
fn a_time_zone_that_does_not_exist_has_near_ones() {
    run("--time-zone=Europe/Berln", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: invalid value 'Europe/Berln' for '--time-zone <ZONE>': there is no such zone; did you mean Europe/Berlin or Europe/Dublin or Europe/Jersey?

        For more information, try '--help'.
    "#]]);
}

#[test]
fn a_limit_that_cannot_work_names_the_flag() {
    run("--memory=1k", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: --memory: 1000 is outside of 8388608 to 4294967296
    "#]]);
    run("--wall-time=0s", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: --wall-time: 0 is outside of 1 to 31622400000
    "#]]);
}

#[test]
fn a_script_that_is_not_there_is_named() {
    codemode("run nowhere.js").check(&expect![[r#"
        exit 2
        --- stderr
        error: cannot read the script nowhere.js: No such file or directory (os error 2)
    "#]]);
}

#[test]
fn a_script_in_another_language_is_refused() {
    codemode("run program.wasm").file("program.wasm", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: program.wasm: WebAssembly programs are not supported yet; write it as a module in JavaScript or TypeScript: .js, .mjs, .ts or .mts, or - for standard input
    "#]]);
    codemode("run notes.txt").file("notes.txt", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: notes.txt: codemode does not run such files; write it as a module in JavaScript or TypeScript: .js, .mjs, .ts or .mts, or - for standard input
    "#]]);
}

#[test]
fn a_script_that_is_no_text_is_refused() {
    let call = codemode("run latin1.js");
    std::fs::write(call.folder().join("latin1.js"), b"// caf\xe9\n").expect("it can be written");
    call.check(&expect![[r#"
        exit 2
        --- stderr
        error: cannot read the script latin1.js: it is not UTF-8 text (byte 6)
    "#]]);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    run("--allow-read=nowhere", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: --allow-read: cannot open the directory nowhere: No such file or directory (os error 2)
    "#]]);
}

#[test]
fn folders_of_the_same_name_cannot_be_told_apart() {
    run("--allow-read=a/data --allow-read=b/data", "")
        .file("a/data/x.txt", "")
        .file("b/data/x.txt", "")
        .check(&expect![[r#"
            exit 2
            --- stderr
            error: --allow-read: two folders are called "data", and scripts tell them apart by name; give a folder that has both in it
        "#]]);
}

#[test]
fn a_configuration_error_has_its_line() {
    run("--config=codemode.toml", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: codemode.toml: cannot read it: No such file or directory (os error 2)
    "#]]);
    run("--config=codemode.toml", "").file("codemode.toml", "[limits]\ncalls = 10\nfule = 5\n").check(&expect![[r#"
        exit 2
        --- stderr
        error: codemode.toml:3:1: unknown field `fule`, expected one of `fuel`, `memory_bytes`, `recursion`, `wall_time_ms`, `source_bytes`, `calls`, `concurrent_calls`, `retries`, `argument_bytes`, `reply_bytes`, `artifact_bytes`, `printed_bytes`, `printed_lines`, `nesting`, `timers`
    "#]]);
    run("--config=codemode.toml", "").file("codemode.toml", "[limits]\nmemory_bytes = 1\n").check(&expect![[r#"
        exit 2
        --- stderr
        error: codemode.toml:1:1: limit `memory_bytes`: 1 is outside of 8388608 to 4294967296
    "#]]);
    run("--config=codemode.toml", "")
        .file("codemode.toml", "[fs]\nread = [\".\"]\n\n[[rule]]\ntools = [\"sf.*\"]\nverdict = \"allow\"\n")
        .check(&expect![[r#"
            exit 2
            --- stderr
            error: policy rule 1 (codemode.toml:4): `sf.*` matches no tool
        "#]]);
}
