//! Calls that are taken back.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::Arc;

use codemode_std::fs::{Quota, Roots};
use codemode_tool::{RunContext, Tool, ToolError, Undo, Undone};
use serde_json::{Value, json};

use crate::{Case, call, context};

pub(crate) fn case(files: &[(&str, &str)]) -> Case {
    Case::writable(files, Quota::default())
}

pub(crate) fn tool<'a>(case: &'a Case, name: &str) -> &'a Arc<dyn Tool> {
    case.module.tools().iter().find(|tool| tool.spec().name == name).expect("the module has the tool")
}

/// Plans, as the dispatcher does before it writes an intent down.
pub(crate) async fn plan(case: &Case, name: &str, arguments: &Value) -> Result<Option<Undo>, ToolError> {
    tool(case, name).plan_undo(&context(), arguments).await
}

/// Plans and calls.
pub(crate) async fn done(case: &Case, name: &str, arguments: Value) -> Undo {
    let undo = plan(case, name, &arguments).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    case.reply(name, arguments).await;
    undo.expect("a call that changes something plans its undo")
}

/// Takes back, as a later process does: what was planned went through a store, and the context is another one.
pub(crate) async fn undo(case: &Case, name: &str, undo: &Undo) -> Result<Undone, ToolError> {
    let note = serde_json::from_str(&undo.note.to_string()).expect("a note is JSON");
    let stored = Undo { note, ..undo.clone() };
    tool(case, name).undo(&RunContext { run: "r2".into(), ..context() }, &stored).await
}

/// Everything below a folder: what it is, its permissions, its content.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, (u32, String)> {
    let mut found = BTreeMap::new();
    let mut rest = vec![folder.to_owned()];
    while let Some(folder_now) = rest.pop() {
        for entry in fs::read_dir(folder_now).expect("a folder") {
            let path = entry.expect("an entry").path();
            let metadata = path.symlink_metadata().expect("metadata");
            let content = if metadata.is_dir() {
                rest.push(path.clone());
                "a directory".to_owned()
            } else if metadata.is_symlink() {
                format!("a link to {}", fs::read_link(&path).expect("a link").display())
            } else {
                format!("{:?}", fs::read(&path).expect("a file"))
            };
            let name = path.strip_prefix(folder).expect("below").display().to_string();
            found.insert(name, (metadata.permissions().mode(), content));
        }
    }
    found
}

pub(crate) const PATCH: &str = "--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,4 @@
 one
-two
+2
+2.5
 three
--- /dev/null
+++ b/new/deep/b.txt
@@ -0,0 +1,1 @@
+fresh
--- /dev/null
+++ b/new/c.txt
@@ -0,0 +1,1 @@
+fresh
--- a/gone.sh
+++ /dev/null
@@ -1 +0,0 @@
-gone
";

/// Files with permissions of all kinds.
pub(crate) fn files() -> Case {
    let case = case(&[
        ("a.txt", "one\ntwo\nthree\n"),
        ("gone.sh", "gone\n"),
        ("d/x.txt", "x"),
        ("empty", ""),
        ("hollow/", ""),
    ]);
    fs::write(case.root().join("bytes"), [0, 159, 146, 150, 255]).unwrap();
    for (path, mode) in [("a.txt", 0o640), ("gone.sh", 0o751), ("bytes", 0o600), ("d/x.txt", 0o444)] {
        fs::set_permissions(case.root().join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    case
}

/// A call of each kind.
pub(crate) fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("write_file", json!({ "path": "a.txt", "text": "all new" })),
        ("write_file", json!({ "path": "n/e/w/file.txt", "text": "new" })),
        ("write_file", json!({ "path": "hollow/file.txt", "text": "" })),
        ("write_file", json!({ "path": "bytes", "text": "AAH/", "encoding": "base64" })),
        ("write_file", json!({ "path": "empty", "text": "full" })),
        ("write_file", json!({ "path": "d/x.txt", "text": "" })),
        ("edit_file", json!({ "path": "a.txt", "old_text": "two", "new_text": "2" })),
        ("edit_file", json!({ "path": "d/x.txt", "old_text": "x", "new_text": "" })),
        ("move_file", json!({ "from": "gone.sh", "to": "moved/to/gone.sh" })),
        ("move_file", json!({ "from": "d/x.txt", "to": "x.txt" })),
        ("move_file", json!({ "from": "empty", "to": "full" })),
        ("delete_file", json!({ "path": "gone.sh" })),
        ("delete_file", json!({ "path": "bytes" })),
        ("delete_file", json!({ "path": "d/x.txt" })),
        ("delete_file", json!({ "path": "empty" })),
        ("apply_patch", json!({ "patch": PATCH })),
    ]
}

#[tokio::test]
async fn each_call_can_be_taken_back_and_only_once() {
    for (name, arguments) in calls() {
        let case = files();
        let before = tree(&case.root());
        let planned = done(&case, name, arguments.clone()).await;
        assert_eq!(planned.impossible, None);
        let after = tree(&case.root());
        assert_ne!(after, before, "{name} {arguments}");
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::Restored, "{name} {arguments}");
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::AlreadyAsBefore, "{name} {arguments}");
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
        // The call can be made again, and taken back again with what was planned for the first.
        case.reply(name, arguments.clone()).await;
        assert_eq!(tree(&case.root()), after, "{name} {arguments}");
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::Restored, "{name} {arguments}");
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
    }
}

#[tokio::test]
async fn planning_changes_nothing_and_a_call_that_was_never_made_is_as_before() {
    for (name, arguments) in calls() {
        let case = files();
        let before = tree(&case.root());
        let planned = plan(&case, name, &arguments).await.unwrap().unwrap();
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::AlreadyAsBefore, "{name} {arguments}");
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
    }
}

#[tokio::test]
async fn originals_are_kept_once_and_only_where_they_are_needed() {
    let case = files();
    for (name, arguments, kept) in [
        ("edit_file", json!({ "path": "a.txt", "old_text": "two", "new_text": "2" }), vec!["one\ntwo\nthree\n"]),
        ("edit_file", json!({ "path": "a.txt", "old_text": "two", "new_text": "two" }), vec![]),
        ("write_file", json!({ "path": "new.txt", "text": "x" }), vec![]),
        ("write_file", json!({ "path": "d/x.txt", "text": "x" }), vec![]),
        ("move_file", json!({ "from": "a.txt", "to": "b.txt" }), vec![]),
        ("delete_file", json!({ "path": "empty" }), vec![""]),
        ("apply_patch", json!({ "patch": PATCH }), vec!["one\ntwo\nthree\n", "gone\n"]),
    ] {
        let undo = plan(&case, name, &arguments).await.unwrap().unwrap();
        let originals: Vec<&str> = undo.originals.iter().map(|bytes| std::str::from_utf8(bytes).unwrap()).collect();
        assert_eq!(originals, kept, "{name} {arguments}");
        let place = case.folder.path().to_str().unwrap();
        assert!(!undo.note.to_string().contains(place), "{}", undo.note);
    }
}

#[tokio::test]
async fn a_dry_run_and_a_read_plan_nothing() {
    let case = files();
    for (name, mut arguments) in calls() {
        arguments["dry_run"] = true.into();
        assert_eq!(tool(&case, name).effect(&arguments), codemode_tool::Effect::Read);
        assert_eq!(plan(&case, name, &arguments).await.unwrap(), None, "{name}");
    }
    assert_eq!(plan(&case, "read_file", &json!({ "path": "a.txt" })).await.unwrap(), None);
    let error = undo(&case, "read_file", &Undo::default()).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
}

#[tokio::test]
async fn a_call_that_would_fail_is_planned_with_the_same_failure() {
    let case = files();
    for (name, arguments) in [
        ("write_file", json!({ "path": "a.txt", "text": "x", "replace": false })),
        ("write_file", json!({ "path": "a.txt", "text": "x", "expected": "y" })),
        ("write_file", json!({ "path": "../a.txt", "text": "x" })),
        ("edit_file", json!({ "path": "a.txt", "old_text": "four", "new_text": "4" })),
        ("move_file", json!({ "from": "a.txt", "to": "bytes" })),
        ("move_file", json!({ "from": "nothing", "to": "x" })),
        ("delete_file", json!({ "path": "nothing" })),
        ("delete_file", json!({ "path": "d" })),
        ("apply_patch", json!({ "patch": "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-four\n+4\n" })),
    ] {
        let planned = plan(&case, name, &arguments).await.unwrap_err();
        let called = case.error(name, arguments.clone()).await;
        assert_eq!((planned.code(), planned.message()), (called.code(), called.message()), "{name} {arguments}");
    }
}

#[tokio::test]
async fn a_chain_of_calls_is_taken_back_from_its_end() {
    let case = files();
    let mut states = vec![tree(&case.root())];
    let mut chain = Vec::new();
    for (name, arguments) in [
        ("write_file", json!({ "path": "n/one.txt", "text": "one" })),
        ("write_file", json!({ "path": "n/two.txt", "text": "two" })),
        ("edit_file", json!({ "path": "n/one.txt", "old_text": "one", "new_text": "1" })),
        ("move_file", json!({ "from": "n/one.txt", "to": "n/m/one.txt" })),
        ("write_file", json!({ "path": "n/one.txt", "text": "again" })),
        ("apply_patch", json!({ "patch": PATCH })),
        ("delete_file", json!({ "path": "n/m/one.txt" })),
        ("edit_file", json!({ "path": "a.txt", "old_text": "2.5", "new_text": "2.75" })),
        ("move_file", json!({ "from": "new/c.txt", "to": "n/m/one.txt" })),
        ("delete_file", json!({ "path": "a.txt" })),
    ] {
        chain.push((name, done(&case, name, arguments).await));
        states.push(tree(&case.root()));
    }
    // Out of order, nothing happens that would lose what came later.
    let error = undo(&case, "write_file", &chain[0].1).await.unwrap_err();
    assert_eq!(error.code(), "changed_since", "{error}");
    assert_eq!(Some(&tree(&case.root())), states.last());
    for (name, planned) in chain.iter().rev() {
        assert_eq!(Some(tree(&case.root())), states.pop());
        assert_eq!(undo(&case, name, planned).await.unwrap(), Undone::Restored, "{name}");
    }
    assert_eq!(Some(tree(&case.root())), states.pop());
}

/// Many calls with little sense, some of which fail; what each of them changed is taken back.
#[tokio::test]
async fn whatever_calls_were_made_the_tree_is_restored() {
    const PATHS: [&str; 6] = ["a.txt", "d/x.txt", "n/a.txt", "n/m/a.txt", "gone.sh", "hollow/a.txt"];
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % below as u64).unwrap()
    };
    let mut made = 0;
    for _ in 0..40 {
        let case = files();
        let mut states = vec![tree(&case.root())];
        let mut chain = Vec::new();
        for round in 0..12 {
            let (path, other) = (PATHS[next(6)], PATHS[next(6)]);
            let (name, arguments) = match next(5) {
                0 => ("write_file", json!({ "path": path, "text": format!("text {}", next(3)) })),
                1 => ("edit_file", json!({ "path": path, "old_text": "t", "new_text": format!("t{round}") })),
                2 => ("move_file", json!({ "from": path, "to": other })),
                3 => ("delete_file", json!({ "path": path })),
                _ => {
                    let created = format!("--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+t\n--- /dev/null\n+++ {other}\n");
                    ("apply_patch", json!({ "patch": created }))
                }
            };
            let planned = plan(&case, name, &arguments).await;
            let called = call(&case.module, &context(), name, arguments.clone()).await;
            assert_eq!(planned.is_ok(), called.is_ok(), "{name} {arguments}: {planned:?} {called:?}");
            if let Ok(planned) = planned {
                chain.push((name, planned.unwrap()));
                states.push(tree(&case.root()));
                made += 1;
            }
        }
        for (name, planned) in chain.iter().rev() {
            let now = states.pop().unwrap();
            let expected = if states.last() == Some(&now) { Undone::AlreadyAsBefore } else { Undone::Restored };
            assert_eq!(undo(&case, name, planned).await.unwrap(), expected, "{name} {}", planned.note);
            assert_eq!(states.last(), Some(&tree(&case.root())), "{name} {}", planned.note);
        }
    }
    assert!(made > 150, "only {made} calls were made");
}

#[tokio::test]
async fn a_patch_that_was_interrupted_is_taken_back_as_far_as_it_came() {
    let case = files();
    let before = tree(&case.root());
    let planned = done(&case, "apply_patch", json!({ "patch": PATCH })).await;
    // As if the process had ended before the last file was removed, and while another was being written.
    fs::write(case.root().join("gone.sh"), "gone\n").unwrap();
    fs::set_permissions(case.root().join("gone.sh"), fs::Permissions::from_mode(0o751)).unwrap();
    fs::remove_file(case.root().join("new/deep/b.txt")).unwrap();
    fs::write(case.root().join("new/deep").join(half_written(&planned)), "fre").unwrap();
    assert_eq!(undo(&case, "apply_patch", &planned).await.unwrap(), Undone::Restored);
    assert_eq!(tree(&case.root()), before);
    assert_eq!(undo(&case, "apply_patch", &planned).await.unwrap(), Undone::AlreadyAsBefore);
}

#[tokio::test]
async fn a_patch_that_fails_on_its_way_puts_back_what_it_did() {
    let case = files();
    symlink("gone.sh", case.root().join("link")).unwrap();
    let before = tree(&case.root());
    // The second part is of the file that the first removes, which is seen only then.
    let patch = format!("{PATCH}--- link\n+++ link\n@@ -1 +1 @@\n-gone\n+here\n");
    let planned = plan(&case, "apply_patch", &json!({ "patch": patch })).await.unwrap().unwrap();
    assert_eq!(case.error("apply_patch", json!({ "patch": patch })).await.code(), "conflict");
    assert_eq!(fs::metadata(case.root().join("gone.sh")).unwrap().permissions().mode() & 0o777, 0o751);
    // Only the directories that it made are left.
    assert_eq!(undo(&case, "apply_patch", &planned).await.unwrap(), Undone::Restored);
    assert_eq!(tree(&case.root()), before);
    assert_eq!(undo(&case, "apply_patch", &planned).await.unwrap(), Undone::AlreadyAsBefore);
}

#[tokio::test]
async fn what_a_call_left_behind_before_it_wrote_is_removed() {
    let case = files();
    let before = tree(&case.root());
    let planned = plan(&case, "write_file", &json!({ "path": "n/m/a.txt", "text": "a" })).await.unwrap().unwrap();
    fs::create_dir_all(case.root().join("n/m")).unwrap();
    fs::write(case.root().join("n/m").join(half_written(&planned)), "").unwrap();
    // Of another call, whose business it is.
    fs::write(case.root().join("hollow/.codemode-0.tmp"), "").unwrap();
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::Restored);
    fs::remove_file(case.root().join("hollow/.codemode-0.tmp")).unwrap();
    assert_eq!(tree(&case.root()), before);
}

/// The name of a file that a call has not finished.
fn half_written(undo: &Undo) -> &str {
    undo.note["beside"].as_str().expect("a name")
}

#[tokio::test]
async fn a_directory_that_others_use_by_now_stays() {
    let case = files();
    let planned = done(&case, "write_file", json!({ "path": "n/m/a.txt", "text": "a" })).await;
    fs::write(case.root().join("n/theirs.txt"), "theirs").unwrap();
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::Restored);
    assert!(!case.root().join("n/m").exists());
    assert_eq!(fs::read_to_string(case.root().join("n/theirs.txt")).unwrap(), "theirs");
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::AlreadyAsBefore);
}

#[tokio::test]
async fn a_file_behind_a_link_inside_is_restored_and_the_link_stays() {
    let case = files();
    symlink("a.txt", case.root().join("link")).unwrap();
    symlink("d", case.root().join("dir")).unwrap();
    let before = tree(&case.root());
    for (name, arguments) in [
        ("write_file", json!({ "path": "link", "text": "changed" })),
        ("write_file", json!({ "path": "dir/new/file.txt", "text": "new" })),
        ("edit_file", json!({ "path": "dir/x.txt", "old_text": "x", "new_text": "y" })),
        ("move_file", json!({ "from": "dir/x.txt", "to": "hollow/../dir/y/x.txt" })),
        ("delete_file", json!({ "path": "dir/../a.txt" })),
    ] {
        let planned = done(&case, name, arguments.clone()).await;
        assert_ne!(tree(&case.root()), before, "{name} {arguments}");
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::Restored, "{name} {arguments}");
        assert_eq!(tree(&case.root()), before, "{name} {arguments}");
    }
}

#[tokio::test]
async fn of_several_directories_each_is_restored_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["data", "out"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("a.txt"), name).unwrap();
    }
    let roots = Roots::new::<&str>([]).writable(folder.path().join("data")).writable(folder.path().join("out"));
    let module = codemode_std::fs::module(roots).unwrap();
    let case = Case { folder, module };
    let before = tree(case.folder.path());
    for (name, arguments) in [
        ("move_file", json!({ "from": "data/a.txt", "to": "out/n/a.txt" })),
        ("delete_file", json!({ "path": "out/a.txt" })),
    ] {
        let planned = done(&case, name, arguments).await;
        assert_eq!(undo(&case, name, &planned).await.unwrap(), Undone::Restored);
        assert_eq!(tree(case.folder.path()), before);
    }
}
