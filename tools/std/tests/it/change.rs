//! Files that are written, edited, moved, deleted and patched.

use std::fs;

use codemode_std::fs::{Quota, Roots};
use codemode_tool::{Effect, RunContext};
use serde_json::{Value, json};

use crate::{Case, call, context};

fn case(files: &[(&str, &str)]) -> Case {
    Case::writable(files, Quota::default())
}

fn text(case: &Case, path: &str) -> String {
    fs::read_to_string(case.root().join(path)).unwrap_or_else(|e| format!("({:?})", e.kind()))
}

/// Every file of the root with its text, hidden ones too.
fn all(case: &Case) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = vec![case.root()];
    while let Some(folder) = rest.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rest.push(path);
            } else {
                let name = path.strip_prefix(case.root()).unwrap().display().to_string();
                found.push((name, fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn a_read_only_directory_has_no_tools_that_write() {
    let case = Case::new(&[]);
    let names: Vec<&str> = case.module.tools().iter().map(|tool| tool.spec().name.as_str()).collect();
    assert_eq!(names, ["read_file", "list_files", "search_files"]);
}

#[tokio::test]
async fn files_are_written_with_their_directories() {
    let case = case(&[]);
    let reply = case.reply("write_file", json!({ "path": "a/b/c.txt", "text": "one" })).await;
    assert_eq!(reply, json!({ "path": "a/b/c.txt", "action": "created", "bytes": 3, "dry_run": false }));
    let reply = case.reply("write_file", json!({ "path": "a/b/c.txt", "text": "two!" })).await;
    assert_eq!((&reply["action"], &reply["bytes"]), (&json!("replaced"), &json!(4)));
    let reply = case.reply("write_file", json!({ "path": "a/b/c.txt", "text": "two!" })).await;
    assert_eq!(reply["action"], "unchanged");
    case.reply("write_file", json!({ "path": "bytes", "text": "AAH/", "encoding": "base64" })).await;
    assert_eq!(fs::read(case.root().join("bytes")).unwrap(), [0, 1, 255]);
    // Nothing is left beside them.
    let names: Vec<String> = all(&case).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a/b/c.txt", "bytes"]);
}

#[tokio::test]
async fn a_file_that_is_there_can_be_kept_or_compared() {
    let case = case(&[("a.txt", "one")]);
    let error = case.error("write_file", json!({ "path": "a.txt", "text": "x", "replace": false })).await;
    assert_eq!((error.code(), text(&case, "a.txt")), ("exists", "one".into()));
    let error = case.error("write_file", json!({ "path": "a.txt", "text": "x", "expected": "other" })).await;
    assert_eq!((error.code(), text(&case, "a.txt")), ("conflict", "one".into()));
    case.reply("write_file", json!({ "path": "a.txt", "text": "two", "expected": "one" })).await;
    assert_eq!(text(&case, "a.txt"), "two");
    let error = case.error("write_file", json!({ "path": "b.txt", "text": "x", "expected": "one" })).await;
    assert_eq!(error.code(), "not_found");
    assert!(case.message("write_file", json!({ "path": ".", "text": "x" })).await.contains("is the root directory"));
    assert!(case.message("write_file", json!({ "path": "a.txt/b", "text": "x" })).await.contains("a.txt/b"));
}

#[tokio::test]
async fn an_edit_replaces_text_that_is_there_exactly_once() {
    let case = case(&[("a.txt", "one\ntwo\nthree\ntwo\n  four  five\n")]);
    let edit = |old: &str, new: &str| json!({ "path": "a.txt", "old_text": old, "new_text": new });
    let reply = case.reply("edit_file", edit("three\n", "3\n")).await;
    assert_eq!((&reply["action"], &reply["line"]), (&json!("edited"), &json!(3)));
    assert_eq!(text(&case, "a.txt"), "one\ntwo\n3\ntwo\n  four  five\n");
    assert_eq!(
        case.message("edit_file", edit("two", "2")).await,
        "old_text occurs 2 times in `a.txt`, in lines 2, 4; add lines around it until it occurs once"
    );
    assert_eq!(
        case.message("edit_file", edit("four five", "4 5")).await,
        "old_text is not in `a.txt`, but line 5 is its first line with other blanks, or the lines after that differ; read \
         the file and copy the text as it is"
    );
    assert_eq!(
        case.message("edit_file", edit("nothing like it", "")).await,
        "old_text is not in `a.txt`; read the file and copy the text as it is"
    );
    assert_eq!(
        case.error("edit_file", json!({ "path": "b.txt", "old_text": "x", "new_text": "" })).await.code(),
        "not_found"
    );
}

#[tokio::test]
async fn files_are_moved_and_deleted_and_nothing_is_overwritten() {
    let case = case(&[("a.txt", "a"), ("b.txt", "b"), ("d/x.txt", "x")]);
    let reply = case.reply("move_file", json!({ "from": "a.txt", "to": "new/a.txt" })).await;
    assert_eq!(reply, json!({ "path": "new/a.txt", "action": "moved", "bytes": 1, "dry_run": false }));
    let error = case.error("move_file", json!({ "from": "new/a.txt", "to": "b.txt" })).await;
    assert_eq!((error.code(), text(&case, "b.txt")), ("exists", "b".into()));
    assert_eq!(case.error("move_file", json!({ "from": "a.txt", "to": "c.txt" })).await.code(), "not_found");
    assert!(case.message("delete_file", json!({ "path": "d" })).await.contains("is a directory"));
    case.reply("delete_file", json!({ "path": "b.txt" })).await;
    assert_eq!(case.error("delete_file", json!({ "path": "b.txt" })).await.code(), "not_found");
    let names: Vec<String> = all(&case).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["d/x.txt", "new/a.txt"]);
}

const PATCH: &str = "diff --git a/a.txt b/a.txt
index 1..2 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,4 @@
 one
-two
+2
+2.5
 three
--- /dev/null
+++ b/new/b.txt
@@ -0,0 +1,1 @@
+fresh

--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
";

#[tokio::test]
async fn a_patch_changes_creates_and_deletes() {
    let case = case(&[("a.txt", "one\ntwo\nthree\n"), ("gone.txt", "gone\n")]);
    let reply = case.reply("apply_patch", json!({ "patch": PATCH })).await;
    let actions: Vec<_> =
        reply.as_array().unwrap().iter().map(|one| (one["path"].as_str(), one["action"].as_str())).collect();
    assert_eq!(
        actions,
        [(Some("a.txt"), Some("edited")), (Some("new/b.txt"), Some("created")), (Some("gone.txt"), Some("deleted"))]
    );
    let files = [("a.txt", "one\n2\n2.5\nthree\n"), ("new/b.txt", "fresh\n")];
    assert_eq!(all(&case), files.map(|(name, text)| (name.to_owned(), text.to_owned())));
}

#[tokio::test]
async fn a_patch_that_does_not_fit_changes_nothing() {
    let files = [("a.txt", "one\nTWO\nthree\n"), ("gone.txt", "gone\n")];
    let case = case(&files);
    let message = case.message("apply_patch", json!({ "patch": PATCH })).await;
    assert_eq!(
        message,
        "change 1 of `a.txt` does not fit: line 2 should be \"two\", but is \"TWO\"; no file was changed"
    );
    assert_eq!(all(&case), files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for (patch, says) in [
        ("hello", "names no file"),
        ("@@ -1 +1 @@\n-a\n+b\n", "line 1 of the patch begins a change before it was said of which file"),
        ("--- a/a.txt\n+++ b/a.txt\n", "no change follows"),
        ("--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n", "the patch creates `a.txt`, which exists"),
        ("--- a/a.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one\n", "but not all of its lines"),
        ("rename from a.txt\nrename to b.txt\n", "move_file renames"),
        ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", "leads out of the root"),
    ] {
        let message = case.message("apply_patch", json!({ "patch": patch })).await;
        assert!(message.contains(says), "{patch}: {message}");
    }
}

#[tokio::test]
async fn a_patch_finds_lines_that_moved_if_they_are_there_once() {
    let case = case(&[("a.txt", "0\n1\none\ntwo\nthree\nend")]);
    let patch = "--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    case.reply("apply_patch", json!({ "patch": patch })).await;
    // What ended without a line end still does.
    assert_eq!(text(&case, "a.txt"), "0\n1\none\n2\nthree\nend");
    fs::write(case.root().join("b.txt"), "x\ny\nx\ny\n").unwrap();
    let twice = "--- b.txt\n+++ b.txt\n@@ -9 +9 @@\n-x\n+z\n";
    let message = case.message("apply_patch", json!({ "patch": twice })).await;
    assert!(message.contains("fits at line 1 and at line 3"), "{message}");
    let end = "--- a.txt\n+++ a.txt\n@@ -6 +6 @@\n-end\n\\ No newline at end of file\n+END\n";
    case.reply("apply_patch", json!({ "patch": end })).await;
    assert!(text(&case, "a.txt").ends_with("three\nEND\n"));
}

#[tokio::test]
async fn a_dry_run_says_what_would_happen_and_only_reads() {
    let files = [("a.txt", "one\ntwo\nthree\n"), ("gone.txt", "gone\n")];
    let case = case(&files);
    for (tool, arguments, action) in [
        ("write_file", json!({ "path": "n/new.txt", "text": "x" }), "created"),
        ("edit_file", json!({ "path": "a.txt", "old_text": "two", "new_text": "2" }), "edited"),
        ("move_file", json!({ "from": "a.txt", "to": "b.txt" }), "moved"),
        ("delete_file", json!({ "path": "gone.txt" }), "deleted"),
        ("apply_patch", json!({ "patch": PATCH }), "edited"),
    ] {
        let tool_row = case.module.tools().iter().find(|one| one.spec().name == tool).unwrap();
        assert_ne!(tool_row.effect(&arguments), Effect::Read, "{tool}");
        let mut dry = arguments;
        dry["dry_run"] = true.into();
        assert_eq!(tool_row.effect(&dry), Effect::Read, "{tool}");
        let reply = case.reply(tool, dry).await;
        let first = reply.get(0).unwrap_or(&reply);
        assert_eq!((first["action"].as_str(), &first["dry_run"]), (Some(action), &json!(true)), "{tool}");
    }
    assert_eq!(all(&case), files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let delete = case.module.tools().iter().find(|one| one.spec().name == "delete_file").unwrap();
    assert_eq!(delete.effect(&json!({ "path": "a.txt" })), Effect::External);
}

#[tokio::test]
async fn calls_say_which_file_they_touch() {
    let case = case(&[]);
    let touches = |tool: &str, arguments: Value| {
        case.module.tools().iter().find(|one| one.spec().name == tool).unwrap().resource(&arguments)
    };
    assert_eq!(touches("write_file", json!({ "path": "./a//b.txt" })).as_deref(), Some("file:a/b.txt"));
    assert_eq!(touches("read_file", json!({ "path": "a/b.txt" })).as_deref(), Some("file:a/b.txt"));
    assert_eq!(touches("edit_file", json!({ "path": "a/../b.txt" })), None);
    assert_eq!(touches("move_file", json!({ "from": "a", "to": "b" })), None);
}

#[tokio::test]
async fn a_run_writes_within_its_quota() {
    let case = Case::writable(&[("a.txt", "a")], Quota { file_bytes: 10, total_bytes: 15, changes: 4 });
    let write = |path: &str, length: usize| json!({ "path": path, "text": "x".repeat(length) });
    let error = case.error("write_file", write("b.txt", 11)).await;
    assert_eq!((error.code(), text(&case, "b.txt")), ("quota", "(NotFound)".into()));
    case.reply("write_file", write("b.txt", 10)).await;
    assert_eq!(case.message("write_file", write("c.txt", 6)).await, "one run writes at most 15 bytes; 5 are left");
    case.reply("write_file", write("c.txt", 5)).await;
    case.reply("delete_file", json!({ "path": "c.txt" })).await;
    case.reply("move_file", json!({ "from": "b.txt", "to": "c.txt" })).await;
    assert_eq!(
        case.message("delete_file", json!({ "path": "c.txt" })).await,
        "one run changes at most 4 files; 0 are left"
    );
    // Another run has its own.
    let other = RunContext { run: "r2".into(), ..context() };
    call(&case.module, &other, "delete_file", json!({ "path": "c.txt" })).await.unwrap();
}

#[tokio::test]
async fn a_call_that_was_cut_off_changes_nothing_later() {
    let case = case(&[("a.txt", "one")]);
    let late = context();
    late.cancelled.cancel();
    for (tool, arguments) in [
        ("write_file", json!({ "path": "a.txt", "text": "two" })),
        ("edit_file", json!({ "path": "a.txt", "old_text": "one", "new_text": "two" })),
        ("delete_file", json!({ "path": "a.txt" })),
        ("move_file", json!({ "from": "a.txt", "to": "b.txt" })),
    ] {
        let error = call(&case.module, &late, tool, arguments).await.unwrap_err();
        assert_eq!(error.code(), "cancelled", "{tool}");
    }
    assert_eq!(all(&case), [("a.txt".to_owned(), "one".to_owned())]);
}

#[tokio::test]
async fn of_several_directories_only_the_writable_ones_change() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["data", "out"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let roots = Roots::new([folder.path().join("data")]).writable(folder.path().join("out"));
    let module = codemode_std::fs::module(roots).unwrap();
    assert!(module.about().ends_with("one of: data, out. Only what is in out can be changed."), "{}", module.about());
    call(&module, &context(), "write_file", json!({ "path": "out/a.txt", "text": "x" })).await.unwrap();
    let error =
        call(&module, &context(), "write_file", json!({ "path": "data/a.txt", "text": "x" })).await.unwrap_err();
    assert_eq!(error.code(), "read_only");
    let error = call(&module, &context(), "move_file", json!({ "from": "out/a.txt", "to": "data/a.txt" })).await;
    assert_eq!(error.unwrap_err().code(), "read_only");
}

#[cfg(unix)]
#[tokio::test]
async fn a_changed_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let case = case(&[("a.sh", "one")]);
    fs::set_permissions(case.root().join("a.sh"), fs::Permissions::from_mode(0o750)).unwrap();
    case.reply("edit_file", json!({ "path": "a.sh", "old_text": "one", "new_text": "two" })).await;
    let mode = fs::metadata(case.root().join("a.sh")).unwrap().permissions().mode();
    assert_eq!((mode & 0o777, text(&case, "a.sh").as_str()), (0o750, "two"));
}
