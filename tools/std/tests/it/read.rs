//! `read_file`.

use std::fs;

use codemode_std::fs::Roots;
use serde_json::json;

use crate::{Case, call, context};

#[tokio::test]
async fn the_reply_is_the_text() {
    let case = Case::new(&[("src/main.rs", "fn main() {}\r\n\u{2028}é\n"), ("empty", "")]);
    assert_eq!(case.reply("read_file", json!({ "path": "src/main.rs" })).await, "fn main() {}\r\n\u{2028}é\n");
    assert_eq!(
        case.reply("read_file", json!({ "path": "./src/../src//./main.rs" })).await,
        "fn main() {}\r\n\u{2028}é\n"
    );
    assert_eq!(case.reply("read_file", json!({ "path": "empty" })).await, "");
}

#[tokio::test]
async fn parts_put_together_are_the_file() {
    let text = "one\ntwo\r\n\nfour";
    let case = Case::new(&[("f", text)]);
    let part = async |start: u64, lines: u64| {
        case.reply("read_file", json!({ "path": "f", "start_line": start, "max_lines": lines })).await
    };
    assert_eq!(part(1, 1).await, "one\n");
    assert_eq!(part(2, 2).await, "two\r\n\n");
    assert_eq!(part(4, 100).await, "four");
    assert_eq!(part(5, 1).await, "", "past the end");
    assert_eq!(case.reply("read_file", json!({ "path": "f", "start_line": 3 })).await, "\nfour");
    let mut all = String::new();
    for start in 1.. {
        match part(start, 1).await.as_str().unwrap() {
            "" => break,
            line => all.push_str(line),
        }
    }
    assert_eq!(all, text);
}

#[tokio::test]
async fn parts_are_right_across_buffers() {
    let lines: Vec<String> = (0..20_000).map(|number| format!("{number:<20}|\n")).collect();
    let case = Case::new(&[("long", &lines.concat())]);
    let part = case.reply("read_file", json!({ "path": "long", "start_line": 2_970, "max_lines": 12_000 })).await;
    assert_eq!(part, lines[2_969..14_969].concat());
}

#[tokio::test]
async fn a_byte_order_mark_is_no_text() {
    let case = Case::new(&[("f", "\u{feff}{}\n\u{feff}"), ("g", "\u{feff}")]);
    assert_eq!(case.reply("read_file", json!({ "path": "f" })).await, "{}\n\u{feff}");
    assert_eq!(case.reply("read_file", json!({ "path": "f", "start_line": 2 })).await, "\u{feff}");
    assert_eq!(case.reply("read_file", json!({ "path": "g" })).await, "");
}

#[tokio::test]
async fn what_is_not_text_says_so_and_can_be_read_as_base64() {
    let case = Case::new(&[("zero", "ab\0c")]);
    fs::write(case.root().join("latin"), b"caf\xe9").unwrap();
    let error = case.error("read_file", json!({ "path": "latin" })).await;
    assert_eq!(
        error.message(),
        "`latin` is not UTF-8 text (an invalid byte after 3 bytes); it has 4 bytes. Read it with encoding: \"base64\" if its \
         bytes are wanted"
    );
    assert_eq!(error.code(), "not_text");
    let message = case.message("read_file", json!({ "path": "zero" })).await;
    assert!(message.contains("(a zero byte after 2 bytes); it has 4 bytes"), "{message}");
    assert_eq!(case.reply("read_file", json!({ "path": "latin", "encoding": "base64" })).await, "Y2Fm6Q==");
    let message = case.message("read_file", json!({ "path": "latin", "encoding": "base64", "max_lines": 1 })).await;
    assert_eq!(message, "base64 is of the whole file: leave out start_line and max_lines");
}

#[tokio::test]
async fn a_read_has_a_limit_that_parts_stay_below() {
    let case = Case::new(&[("ten", "12345\n789\n"), ("eleven", "12345\n7890\n")]);
    let module = codemode_std::fs::module(Roots::new([case.root()]).read_bytes(10)).unwrap();
    let read = async |arguments| call(&module, &context(), "read_file", arguments).await;
    assert_eq!(read(json!({ "path": "ten" })).await.unwrap(), "12345\n789\n");
    let error = read(json!({ "path": "eleven" })).await.unwrap_err();
    assert_eq!(
        error.message(),
        "`eleven` has 11 bytes, more than the 10 that one read returns; read a part of it with start_line and max_lines, or \
         search it with search_files"
    );
    assert_eq!(error.code(), "too_long");
    assert_eq!(read(json!({ "path": "eleven", "start_line": 2 })).await.unwrap(), "7890\n");
    let error = read(json!({ "path": "eleven", "max_lines": 2 })).await.unwrap_err();
    assert_eq!(
        error.message(),
        "these lines of `eleven` are more than 10 bytes, the most that one read returns; ask for fewer lines"
    );
    let error = read(json!({ "path": "eleven", "encoding": "base64" })).await.unwrap_err();
    assert!(error.message().ends_with("more than the 10 that one read returns; it cannot be read whole"), "{error}");
}

#[tokio::test]
async fn the_limit_by_default_is_eight_mebibytes() {
    let case = Case::new(&[]);
    fs::write(case.root().join("fits"), vec![b'x'; 8 << 20]).unwrap();
    fs::write(case.root().join("over"), vec![b'x'; (8 << 20) + 1]).unwrap();
    assert_eq!(case.reply("read_file", json!({ "path": "fits" })).await.as_str().unwrap().len(), 8 << 20);
    let message = case.message("read_file", json!({ "path": "over" })).await;
    assert!(message.starts_with("`over` has 8388609 bytes, more than the 8388608 "), "{message}");
}

#[tokio::test]
async fn a_wrong_name_gets_the_ones_that_were_meant() {
    let case = Case::new(&[
        ("src/config.rs", ""),
        ("src/confirm.rs", ""),
        ("src/main.rs", ""),
        ("docs/guide/setup.md", ""),
        ("target/setup.md", ""),
        (".gitignore", "/target\n"),
    ]);
    let message = case.message("read_file", json!({ "path": "src/confg.rs" })).await;
    assert_eq!(message, "No such file: `src/confg.rs`. Similar: src/config.rs, src/confirm.rs");
    let message = case.message("read_file", json!({ "path": "scr/main.rs" })).await;
    assert_eq!(message, "No such file: `scr/main.rs`. Similar: src/main.rs");
    let message = case.message("read_file", json!({ "path": "SETUP.md" })).await;
    assert_eq!(message, "No such file: `SETUP.md`. Similar: docs/guide/setup.md");
    let message = case.message("read_file", json!({ "path": "docs/nothing-like-it" })).await;
    assert_eq!(message, "No such file: `docs/nothing-like-it`.");
    let message = case.message("read_file", json!({ "path": "src/main.rs/x" })).await;
    assert_eq!(
        message,
        "No such file: `src/main.rs/x`. A part of the path before the last is a file, not a directory."
    );
    assert_eq!(case.error("read_file", json!({ "path": "nope" })).await.code(), "not_found");
}

#[tokio::test]
async fn a_directory_is_no_file() {
    let case = Case::new(&[("src/", "")]);
    let message = case.message("read_file", json!({ "path": "src" })).await;
    assert_eq!(message, "`src` is a directory; list_files lists it");
    let message = case.message("read_file", json!({ "path": "." })).await;
    assert_eq!(message, "`.` is a directory; list_files lists it");
}

#[tokio::test]
async fn a_call_that_was_cut_off_stops() {
    let case = Case::new(&[("f", "text")]);
    let context = context();
    context.cancelled.cancel();
    let error = call(&case.module, &context, "read_file", json!({ "path": "f" })).await.unwrap_err();
    assert_eq!(error.code(), "cancelled");
}
