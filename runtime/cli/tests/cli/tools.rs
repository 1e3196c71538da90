//! `codemode tools`.

use expect_test::expect;
use serde_json::Value;

use crate::support::codemode;

#[test]
fn without_flags_there_are_no_tools() {
    codemode("tools list").check(&expect![[r#"
        exit 0
        --- stderr
        There are no tools. Flags grant some, for example: codemode tools --allow-read=DIR list
    "#]]);
    codemode("tools show fs.read_file").check(&expect![[r#"
        exit 2
        --- stderr
        error: there are no tools; flags grant some, for example --allow-read=DIR
    "#]]);
}

#[test]
fn a_folder_gives_the_file_tools() {
    codemode("tools --allow-read=. list").check(&expect![[r#"
        exit 0
        --- stdout
        tools/fs
          Reads, lists and searches files. Paths are relative to the root directory: "src/main.rs".
          fs.read_file     read      Reads a file and returns its text
          fs.list_files    read      Lists a directory, sorted by path
          fs.search_files  read      Finds the lines that contain a text, sorted by path and line
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
        exit 0
        --- stdout
        fs.read_file: read, at most 30 s a call
          import { read_file } from "tools/fs";

        Reads a file and returns its text. Lines keep their ends, so parts put together are the file.

        ```js
        const text = await read_file({ path: "src/main.rs" });
        ```

        A file that is too long for one read is an error that gives its size: read it in parts with start_line and max_lines,
        until a part is empty. A file that is not text is an error unless encoding is "base64".

        Arguments
          path: string, required
              The file, relative to the root directory: "src/main.rs".
          start_line: integer (at least 1), default 1
              The first line to return, from 1. Past the end of the file, the text is empty.
          max_lines: integer | null (at least 1)
              The most lines to return; all where it is not given.
          encoding: "utf8" | "base64", default "utf8"
              "utf8" for text, "base64" for any other file, which is then read whole.

        Reply
          string
    "#]]);
}

#[test]
fn a_wrong_name_finds_the_right_one() {
    codemode("tools --allow-read=. show fs.readfile").check(&expect![[r#"
        exit 2
        --- stderr
        error: there is no tool fs.readfile; did you mean fs.read_file?
    "#]]);
    codemode("tools --allow-read=. show teleport").check(&expect![[r#"
        exit 2
        --- stderr
        error: there is no tool teleport; `codemode tools list` shows them
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
