//! `list_files`, and the rules of ignore files that it shares with `search_files`.

use std::fs;

use serde_json::json;

use crate::{Case, call, context};

#[tokio::test]
async fn entries_are_sorted_and_say_what_they_are() {
    let case = Case::new(&[("b.txt", "12345"), ("a/c.txt", "1"), ("a.txt", ""), ("e/", "")]);
    assert_eq!(
        case.reply("list_files", json!({})).await,
        json!([
            { "path": "a", "size": 0, "kind": "directory" },
            { "path": "a.txt", "size": 0, "kind": "file" },
            { "path": "b.txt", "size": 5, "kind": "file" },
            { "path": "e", "size": 0, "kind": "directory" },
        ])
    );
    let all = ["a", "a/c.txt", "a.txt", "b.txt", "e"];
    assert_eq!(case.paths("list_files", json!({ "recursive": true })).await, all);
    assert_eq!(case.paths("list_files", json!({ "path": "a" })).await, ["a/c.txt"]);
    assert_eq!(case.paths("list_files", json!({ "path": "./e/../a/" })).await, ["a/c.txt"]);
    assert_eq!(case.paths("list_files", json!({ "path": "a/..", "recursive": true })).await, all);
}

#[tokio::test]
async fn a_list_that_was_cut_says_so() {
    let case = Case::new(&[("a", ""), ("b", ""), ("c", "")]);
    let entry = |path: &str| json!({ "path": path, "size": 0, "kind": "file" });
    assert_eq!(case.reply("list_files", json!({ "limit": 3 })).await, json!([entry("a"), entry("b"), entry("c")]));
    let mut last = entry("b");
    last["more"] = true.into();
    assert_eq!(case.reply("list_files", json!({ "limit": 2 })).await, json!([entry("a"), last]));
}

#[tokio::test]
async fn a_reply_is_bounded_in_bytes() {
    let case = Case::new(&[]);
    let mut folder = case.root();
    for _ in 0..12 {
        folder.push("d".repeat(200));
    }
    fs::create_dir_all(&folder).unwrap();
    for number in 0..2_000 {
        fs::write(folder.join(format!("{number:04}")), "").unwrap();
    }
    let listed = case.reply("list_files", json!({ "recursive": true })).await;
    let listed = listed.as_array().unwrap();
    assert!(listed.len() > 1_500 && listed.len() < 2_012, "{}", listed.len());
    assert_eq!(listed.last().unwrap()["more"], true);
}

#[tokio::test]
async fn patterns_match_names_or_paths() {
    let case = Case::new(&[("src/a.rs", ""), ("src/deep/b.rs", ""), ("src/b.ts", ""), ("c.rs", ""), ("rs/", "")]);
    let list = async |arguments| case.paths("list_files", arguments).await;
    assert_eq!(list(json!({ "pattern": "*.rs" })).await, ["c.rs", "src/a.rs", "src/deep/b.rs"]);
    assert_eq!(list(json!({ "pattern": "*.rs", "recursive": false })).await, ["c.rs"]);
    assert_eq!(list(json!({ "pattern": "src/*.rs" })).await, ["src/a.rs"]);
    assert_eq!(list(json!({ "pattern": "./src/*.rs" })).await, ["src/a.rs"]);
    assert_eq!(list(json!({ "pattern": "src/**/*.rs" })).await, ["src/a.rs", "src/deep/b.rs"]);
    assert_eq!(list(json!({ "pattern": "*.{rs,ts}", "path": "src" })).await, ["src/a.rs", "src/b.ts", "src/deep/b.rs"]);
    assert_eq!(list(json!({ "pattern": "deep/*", "path": "src" })).await, ["src/deep/b.rs"]);
    assert_eq!(list(json!({ "pattern": "/*.rs" })).await, ["c.rs"]);
    assert_eq!(list(json!({ "pattern": "*/" })).await, ["rs", "src", "src/deep"]);
    assert_eq!(list(json!({ "pattern": "B.rs" })).await, [""; 0]);
}

#[tokio::test]
async fn a_wrong_pattern_says_what_is_wrong() {
    let case = Case::new(&[]);
    let message = async |pattern: &str| case.message("list_files", json!({ "pattern": pattern })).await;
    assert_eq!(message("[a").await, "the pattern \"[a\" is not a glob: unclosed character class; missing ']'");
    assert!(message("{a").await.starts_with("the pattern \"{a\" is not a glob: "), "{}", message("{a").await);
    assert_eq!(message(" ").await, "the pattern \" \" is empty; leave it out to match everything");
    assert!(message("!*.rs").await.contains("excludes; say what to include"));
    assert_eq!(message(&"x".repeat(1001)).await, "the pattern has more than 1000 bytes");
    assert_eq!(case.reply("list_files", json!({ "pattern": "x".repeat(1000) })).await, json!([]));
}

#[tokio::test]
async fn hidden_and_ignored_files_are_left_out_unless_asked_for() {
    let case = Case::new(&[
        (".gitignore", "*.log\n/build\n!keep.log\n"),
        (".hidden/x", ""),
        ("a.log", ""),
        ("keep.log", ""),
        ("build/out", ""),
        ("src/build/in", ""),
    ]);
    let shown = ["keep.log", "src", "src/build", "src/build/in"];
    assert_eq!(case.paths("list_files", json!({ "recursive": true })).await, shown);
    let all = case.paths("list_files", json!({ "recursive": true, "include_ignored": true })).await;
    assert_eq!(all.len(), 10, "{all:?}");
    // What is asked for by name is not left out.
    assert_eq!(case.paths("list_files", json!({ "path": "build" })).await, ["build/out"]);
    assert_eq!(case.paths("list_files", json!({ "path": ".hidden" })).await, [".hidden/x"]);
}

#[tokio::test]
async fn the_nearest_rule_counts() {
    let case = Case::new(&[
        (".gitignore", "*.tmp\n*.out\ndocs/*.md\n"),
        (".ignore", "!see.out\nsecret\n"),
        (".git/info/exclude", "excluded\n!b.tmp\n"),
        ("b.tmp", ""),
        ("see.out", ""),
        ("secret", ""),
        ("excluded", ""),
        ("docs/a.md", ""),
        ("docs/sub/b.md", ""),
        ("docs/sub/far/e.tmp", ""),
        ("docs/sub/far/f.out", ""),
        ("docs/sub/far/g", ""),
        ("sub/.gitignore", "!*.tmp\n/only-here\n"),
        ("sub/c.tmp", ""),
        ("sub/only-here", ""),
        ("sub/deep/only-here", ""),
        ("sub/deep/d.tmp", ""),
    ]);
    let files = case.paths("list_files", json!({ "pattern": "*.*" })).await;
    assert_eq!(files, ["docs/sub/b.md", "see.out", "sub/c.tmp", "sub/deep/d.tmp"]);
    let files = case.paths("list_files", json!({ "recursive": true })).await;
    assert!(!files.iter().any(|path| path == "sub/only-here" || path == "secret" || path == "excluded"), "{files:?}");
    assert!(files.iter().any(|path| path == "sub/deep/only-here"), "{files:?}");
    // A walk that begins further down is under the same rules, from however far above.
    assert_eq!(
        case.paths("list_files", json!({ "path": "docs/sub/far", "recursive": true })).await,
        ["docs/sub/far/g"]
    );
    assert_eq!(
        case.paths("list_files", json!({ "path": "docs", "recursive": true })).await,
        ["docs/sub", "docs/sub/b.md", "docs/sub/far", "docs/sub/far/g"]
    );
    assert_eq!(case.paths("list_files", json!({ "path": "sub/deep" })).await, ["sub/deep/d.tmp", "sub/deep/only-here"]);
}

#[tokio::test]
async fn the_rules_of_git_end_at_a_repository() {
    let case = Case::new(&[
        (".gitignore", "*.txt\n"),
        (".ignore", "*.md\n"),
        ("inner/.git/HEAD", ""),
        ("inner/a.txt", ""),
        ("inner/b.md", ""),
        ("outer.txt", ""),
    ]);
    assert_eq!(case.paths("list_files", json!({ "recursive": true })).await, ["inner", "inner/a.txt"]);
}

#[tokio::test]
async fn a_file_is_no_directory() {
    let case = Case::new(&[("a.txt", ""), ("src/", "")]);
    let message = case.message("list_files", json!({ "path": "a.txt" })).await;
    assert_eq!(message, "`a.txt` is a file, not a directory; read_file reads it");
    let message = case.message("list_files", json!({ "path": "scr" })).await;
    assert_eq!(message, "No such file: `scr`. Similar: src");
    let message = case.message("list_files", json!({ "path": "scr/.." })).await;
    assert!(message.starts_with("No such file: `scr/..`."), "{message}");
}

#[cfg(target_os = "linux")] // others refuse such names
#[tokio::test]
async fn names_that_are_not_unicode_are_shown_as_far_as_they_are() {
    use std::os::unix::ffi::OsStrExt;
    let case = Case::new(&[("ok", "")]);
    fs::write(case.root().join(std::ffi::OsStr::from_bytes(b"caf\xe9")), "").unwrap();
    assert_eq!(case.paths("list_files", json!({})).await, ["caf\u{fffd}", "ok"]);
}

#[tokio::test]
async fn a_walk_stops_when_its_call_is_cut_off() {
    let case = Case::new(&[("a/b/c", "text")]);
    let context = context();
    context.cancelled.cancel();
    for (tool, arguments) in [("list_files", json!({ "recursive": true })), ("search_files", json!({ "text": "text" }))]
    {
        let error = call(&case.module, &context, tool, arguments).await.unwrap_err();
        assert_eq!(error.code(), "cancelled");
    }
}

#[tokio::test]
async fn a_directory_of_too_many_entries_is_refused_rather_than_cut() {
    let case = Case::new(&[("full/.gitignore", "*\n"), ("other", "needle")]);
    let full = case.root().join("full");
    for number in 1..100_000 {
        fs::write(full.join(number.to_string()), "").unwrap();
    }
    assert_eq!(case.reply("list_files", json!({ "path": "full" })).await, json!([]));
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["other"]);
    fs::write(full.join("0"), "").unwrap();
    let message = "`full` has more than 100000 entries, too many to go through; name a directory beside or below it";
    assert_eq!(case.message("list_files", json!({ "path": "full" })).await, message);
    assert_eq!(case.message("search_files", json!({ "text": "needle" })).await, message);
}

#[tokio::test]
async fn a_file_of_rules_is_read_up_to_a_length() {
    let filler = "#".repeat((256 << 10) - "\n*.txt".len());
    let case = Case::new(&[(".gitignore", &format!("{filler}\n*.txt")), ("a.txt", "")]);
    assert_eq!(case.reply("list_files", json!({})).await, json!([]));
    fs::write(case.root().join(".gitignore"), format!("{filler}#\n*.txt")).unwrap();
    assert_eq!(case.paths("list_files", json!({})).await, ["a.txt"], "the last rule is cut to *.tx");
}
