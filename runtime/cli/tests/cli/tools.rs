//! `codemode tools`.

use expect_test::expect;
use serde_json::Value;

use crate::support::codemode;

#[test]
fn without_flags_there_are_no_tools() {
    codemode("tools list").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
    codemode("tools show fs.read_file").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
}

#[test]
fn a_folder_gives_the_file_tools() {
    codemode("tools --allow-read=. list").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
}

#[test]
fn the_folders_of_the_configuration_do_too() {
    let output = codemode("tools --config=settings/codemode.toml list")
        .file("settings/codemode.toml", "[fs]\nread = [\"../data\"]\n")
        .file("data/a.txt", "")
        .output();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("fs.read_file"));
}

#[test]
fn one_tool_is_shown_with_all_that_is_known_of_it() {
    codemode("tools --allow-read=. show fs.read_file").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
}

#[test]
fn a_wrong_name_finds_the_right_one() {
    codemode("tools --allow-read=. show fs.readfile").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
    codemode("tools --allow-read=. show teleport").check(&expect![[r#"
        exit 70
        --- stderr
        error: the sandbox engine cannot start: this build carries no guest
    "#]]);
}

#[test]
fn a_machine_gets_the_declarations() {
    let output = codemode("tools --allow-read=. list --json").output();
    let document: Value = serde_json::from_slice(&output.stdout).expect("it is one JSON document");
    assert_eq!(document["modules"][0]["name"], "fs");
    let tool = &document["tools"][0];
    assert_eq!((&tool["module"], &tool["effect"]), (&"fs".into(), &"read".into()));
    assert_eq!(tool["input_schema"]["type"], "object");

    let output = codemode("tools --allow-read=. show read_file --json").output();
    let shown: Value = serde_json::from_slice(&output.stdout).expect("it is one JSON document");
    assert_eq!(shown["name"], "read_file");
}
