//! `search_files`.

use std::fs;

use serde_json::json;

use crate::{Case, call, context};

#[tokio::test]
async fn lines_are_found_with_their_numbers() {
    let case = Case::new(&[
        ("a.rs", "fn one() {}\r\n\r\nfn two(x: f(*)) {}\n"),
        ("sub/b.rs", "// f(*) here\nno\n"),
        ("c.txt", "F(*)"),
        (".hidden", "f(*)"),
    ]);
    let found = case.reply("search_files", json!({ "text": "f(*)" })).await;
    assert_eq!(
        found,
        json!([
            { "path": "a.rs", "line": 3, "text": "fn two(x: f(*)) {}" },
            { "path": "sub/b.rs", "line": 1, "text": "// f(*) here" },
        ])
    );
    let found = case.paths("search_files", json!({ "text": "f(*)", "case_sensitive": false })).await;
    assert_eq!(found, ["a.rs", "c.txt", "sub/b.rs"]);
    assert_eq!(case.paths("search_files", json!({ "text": "f(*)", "path": "sub" })).await, ["sub/b.rs"]);
    assert_eq!(case.paths("search_files", json!({ "text": "f(*)", "path": "sub/b.rs" })).await, ["sub/b.rs"]);
    let found =
        case.paths("search_files", json!({ "text": "f(*)", "pattern": "*.txt", "case_sensitive": false })).await;
    assert_eq!(found, ["c.txt"]);
    let found = case.paths("search_files", json!({ "text": "f(*)", "include_ignored": true })).await;
    assert_eq!(found, [".hidden", "a.rs", "sub/b.rs"]);
    assert_eq!(case.reply("search_files", json!({ "text": "nowhere" })).await, json!([]));
    assert_eq!(
        case.reply("search_files", json!({ "text": "ONE", "case_sensitive": false })).await[0]["text"],
        "fn one() {}"
    );
}

#[tokio::test]
async fn lines_around_are_returned_when_asked_for() {
    let case = Case::new(&[("f", "1\n2 x\n3\n4 x\n5\n6\n7\n8\n9 x\n")]);
    let found = case.reply("search_files", json!({ "text": "x", "context": 2 })).await;
    assert_eq!(
        found,
        json!([
            { "path": "f", "line": 2, "text": "2 x", "before": ["1"], "after": ["3", "4 x"] },
            { "path": "f", "line": 4, "text": "4 x", "before": ["2 x", "3"], "after": ["5", "6"] },
            { "path": "f", "line": 9, "text": "9 x", "before": ["7", "8"] },
        ])
    );
    // A gap between two matches is no context of either.
    let found = case.reply("search_files", json!({ "text": "x", "context": 1 })).await;
    assert_eq!(found[2], json!({ "path": "f", "line": 9, "text": "9 x", "before": ["8"] }));
    assert_eq!(found[1]["after"], json!(["5"]));
}

#[tokio::test]
async fn a_search_that_was_cut_says_so() {
    let case = Case::new(&[("a", "x1\nx2\n"), ("b", "x3\n"), ("c", "nothing")]);
    let found = case.reply("search_files", json!({ "text": "x", "limit": 2 })).await;
    assert_eq!(
        found,
        json!([{ "path": "a", "line": 1, "text": "x1" }, { "path": "a", "line": 2, "text": "x2", "more": true }])
    );
    let found = case.reply("search_files", json!({ "text": "x", "limit": 3 })).await;
    assert_eq!(found[2], json!({ "path": "b", "line": 1, "text": "x3" }), "there is no more");
}

#[tokio::test]
async fn long_lines_are_cut_around_the_text() {
    let line = format!("{}needle{}", "é".repeat(10_000), "ü".repeat(10_000));
    let case = Case::new(&[("min.js", &line), ("short", &format!("{}needle", "é".repeat(494)))]);
    let found = case.reply("search_files", json!({ "text": "needle" })).await;
    let text = found[0]["text"].as_str().unwrap();
    assert_eq!(text, format!("…{}needle{}…", "é".repeat(100), "ü".repeat(394)));
    assert_eq!(found[1]["text"].as_str().unwrap().chars().count(), 500, "not cut");
    let case = Case::new(&[
        ("start", &format!("needle{}", "x".repeat(1_000))),
        ("tail", &format!("{}needle", "x".repeat(1_000))),
    ]);
    let found = case.reply("search_files", json!({ "text": "needle" })).await;
    assert_eq!(found[0]["text"], format!("needle{}…", "x".repeat(494)));
    assert_eq!(found[1]["text"], format!("…{}needle", "x".repeat(494)));
}

#[tokio::test]
async fn a_reply_is_bounded_in_bytes() {
    let line = format!("needle {}\n", "y".repeat(490));
    let case = Case::new(&[("big", &line.repeat(10_000))]);
    let found = case.reply("search_files", json!({ "text": "needle", "context": 20, "limit": 10_000 })).await;
    let found = found.as_array().unwrap();
    let bytes = serde_json::to_string(found).unwrap().len();
    assert!((4 << 20..5 << 20).contains(&bytes), "{bytes}");
    assert_eq!(found.last().unwrap()["more"], true);
}

#[tokio::test]
async fn binary_files_are_passed_over_and_other_encodings_are_not() {
    let case = Case::new(&[("text", "needle")]);
    fs::write(case.root().join("binary"), b"needle\n\0\x01").unwrap();
    // The zero comes long after the match, in another buffer.
    let mut late = b"needle\n".to_vec();
    late.extend(std::iter::repeat_n(b"filler filler\n", 20_000).flatten());
    late.push(0);
    fs::write(case.root().join("late"), late).unwrap();
    fs::write(case.root().join("latin"), b"needle caf\xe9").unwrap();
    let utf16: Vec<u8> = "\u{feff}needle".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(case.root().join("utf16"), utf16).unwrap();
    let found = case.reply("search_files", json!({ "text": "needle" })).await;
    assert_eq!(
        found,
        json!([
            { "path": "latin", "line": 1, "text": "needle caf\u{fffd}" },
            { "path": "text", "line": 1, "text": "needle" },
            { "path": "utf16", "line": 1, "text": "needle" },
        ])
    );
    let error = case.error("search_files", json!({ "text": "needle", "path": "binary" })).await;
    assert_eq!((error.code(), error.message()), ("not_text", "`binary` is binary and cannot be searched"));
}

#[tokio::test]
async fn a_line_without_end_costs_no_memory_without_end() {
    let case = Case::new(&[("ok", "needle")]);
    fs::write(case.root().join("endless"), vec![b'x'; 9 << 20]).unwrap();
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["ok"]);
    let message = case.message("search_files", json!({ "text": "needle", "path": "endless" })).await;
    assert!(message.starts_with("`endless` cannot be searched: it has a line of more than 8388608 bytes"), "{message}");
}

#[tokio::test]
async fn text_that_cannot_be_within_a_line_is_refused() {
    let case = Case::new(&[("a", "x")]);
    let message = async |text: &str| case.message("search_files", json!({ "text": text })).await;
    assert_eq!(message("").await, "there is no text to search for");
    assert!(message("a\nb").await.starts_with("the text must be within one line"));
    assert_eq!(message(&"x".repeat(1001)).await, "the text has 1001 bytes, more than 1000");
    assert_eq!(case.reply("search_files", json!({ "text": "x".repeat(1000) })).await, json!([]));
    let message = case.message("search_files", json!({ "text": "x", "path": "b/c" })).await;
    assert!(message.starts_with("No such file: `b/c`."), "{message}");
}

#[tokio::test]
async fn a_search_that_is_cut_off_in_the_middle_of_a_file_stops() {
    let case = Case::new(&[]);
    fs::write(case.root().join("big"), "some line of text\n".repeat(4 << 20)).unwrap();
    let context = context();
    let cancelled = context.cancelled.clone();
    let search = call(&case.module, &context, "search_files", json!({ "text": "nowhere", "path": "big" }));
    let (result, ()) = tokio::join!(search, async move {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        cancelled.cancel();
    });
    assert_eq!(result.unwrap_err().code(), "cancelled");
}
