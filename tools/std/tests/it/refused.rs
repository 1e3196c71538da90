//! Calls that are not taken back: what was changed since is left alone, and nothing outside of the root is touched.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use codemode_std::fs::{Quota, Roots};
use codemode_tool::{Undo, Undone};
use serde_json::{Value, json};

use crate::undo::{PATCH, calls, case, done, files, plan, tree, undo};
use crate::{Case, write};

/// What comes to be where each call has written, or has taken something away.
fn places(name: &str, arguments: &Value) -> Vec<String> {
    let path = |key: &str| arguments[key].as_str().unwrap().to_owned();
    match name {
        "move_file" => vec![path("from"), path("to")],
        "apply_patch" => ["a.txt", "new/deep/b.txt", "new/c.txt", "gone.sh"].map(str::to_owned).to_vec(),
        _ => vec![path("path")],
    }
}

#[tokio::test]
async fn what_was_changed_since_is_left_alone() {
    for (name, arguments) in calls() {
        for place in places(name, &arguments) {
            let case = files();
            let planned = done(&case, name, arguments.clone()).await;
            let file = case.root().join(&place);
            let _ = fs::remove_file(&file);
            fs::write(&file, "theirs").unwrap();
            let changed = tree(&case.root());
            let error = undo(&case, name, &planned).await.unwrap_err();
            assert_eq!(error.code(), "changed_since", "{name} {arguments}: {error}");
            assert!(error.message().contains(&format!("`{place}`")), "{error}");
            assert_eq!(tree(&case.root()), changed, "{name} {arguments}");
        }
    }
}

#[tokio::test]
async fn the_refusal_says_what_was_changed_and_how() {
    let case = files();
    let planned = done(&case, "apply_patch", json!({ "patch": PATCH })).await;
    fs::write(case.root().join("a.txt"), "theirs").unwrap();
    fs::remove_file(case.root().join("new/c.txt")).unwrap();
    fs::create_dir(case.root().join("new/c.txt")).unwrap();
    fs::write(case.root().join("gone.sh"), "theirs").unwrap();
    let error = undo(&case, "apply_patch", &planned).await.unwrap_err();
    assert_eq!(
        error.message(),
        "the call cannot be undone, since this was changed after it: `a.txt` has another content, `new/c.txt` is a directory; \
         list_files lists it, `gone.sh` is there again. Nothing was restored; undo later calls first, or put the files back by \
         hand"
    );
    let planned = done(&case, "write_file", json!({ "path": "z.txt", "text": "z" })).await;
    fs::remove_file(case.root().join("z.txt")).unwrap();
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::AlreadyAsBefore);
    let planned = done(&case, "move_file", json!({ "from": "bytes", "to": "z.txt" })).await;
    fs::remove_file(case.root().join("z.txt")).unwrap();
    let error = undo(&case, "move_file", &planned).await.unwrap_err();
    assert!(error.message().contains("`z.txt` is gone. Nothing was restored"), "{error}");
}

#[tokio::test]
async fn changed_permissions_are_a_change() {
    let case = files();
    let planned = done(&case, "edit_file", json!({ "path": "a.txt", "old_text": "two", "new_text": "2" })).await;
    fs::set_permissions(case.root().join("a.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    let error = undo(&case, "edit_file", &planned).await.unwrap_err();
    assert!(error.message().contains("`a.txt` has other permissions"), "{error}");
    assert_eq!(fs::metadata(case.root().join("a.txt")).unwrap().permissions().mode() & 0o777, 0o600);
    // Those of a file that the call made were the system's choice, and go with it.
    let planned = done(&case, "write_file", json!({ "path": "z.txt", "text": "z" })).await;
    fs::set_permissions(case.root().join("z.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::Restored);
}

#[tokio::test]
async fn a_file_that_is_put_in_place_of_another_gives_no_rights() {
    let case = files();
    fs::set_permissions(case.root().join("gone.sh"), fs::Permissions::from_mode(0o6755)).unwrap();
    let mode = || fs::metadata(case.root().join("gone.sh")).unwrap().permissions().mode() & 0o7777;
    let planned = done(&case, "write_file", json!({ "path": "gone.sh", "text": "new" })).await;
    assert_eq!(mode(), 0o755);
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::Restored);
    assert_eq!(mode(), 0o755);
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::AlreadyAsBefore);
}

#[tokio::test]
async fn a_directory_that_is_gone_is_a_change() {
    let case = case(&[("d/x.txt", "x")]);
    let planned = done(&case, "delete_file", json!({ "path": "d/x.txt" })).await;
    fs::remove_dir(case.root().join("d")).unwrap();
    let error = undo(&case, "delete_file", &planned).await.unwrap_err();
    assert_eq!(error.code(), "changed_since");
    assert!(error.message().contains("`d/x.txt` has no directory any more"), "{error}");
    assert!(!case.root().join("d").exists());
}

#[tokio::test]
async fn links_that_came_between_lead_nowhere() {
    for (name, arguments) in [
        ("write_file", json!({ "path": "d/new.txt", "text": "x" })),
        ("write_file", json!({ "path": "d/x.txt", "text": "changed" })),
        ("edit_file", json!({ "path": "d/x.txt", "old_text": "x", "new_text": "changed" })),
        ("move_file", json!({ "from": "d/x.txt", "to": "d/y.txt" })),
        ("delete_file", json!({ "path": "d/x.txt" })),
        ("apply_patch", json!({ "patch": "--- d/x.txt\n+++ d/x.txt\n@@ -1 +1 @@\n-x\n+changed\n" })),
    ] {
        // Outside, and elsewhere inside, files are just as the call left them.
        for inside in [false, true] {
            let case = case(&[("d/x.txt", "x"), ("other/kept.txt", "kept")]);
            let planned = done(&case, name, arguments.clone()).await;
            let away = if inside { case.root().join("elsewhere") } else { case.folder.path().join("outside") };
            fs::rename(case.root().join("d"), &away).unwrap();
            symlink(if inside { "elsewhere" } else { "../outside" }, case.root().join("d")).unwrap();
            let before = tree(case.folder.path());
            let error = undo(&case, name, &planned).await.unwrap_err();
            assert_eq!(error.code(), "changed_since", "{name}: {error}");
            assert!(!error.message().contains(case.folder.path().to_str().unwrap()), "{error}");
            assert_eq!(tree(case.folder.path()), before, "{name}");
        }
    }
}

#[tokio::test]
async fn a_file_that_became_a_link_is_left_alone() {
    let case = case(&[("a.txt", "a")]);
    let outside = case.folder.path().join("outside.txt");
    let planned = done(&case, "write_file", json!({ "path": "a.txt", "text": "changed" })).await;
    write(&outside, "changed");
    fs::remove_file(case.root().join("a.txt")).unwrap();
    for target in ["../outside.txt", "b.txt"] {
        write(&case.root().join("b.txt"), "changed");
        symlink(target, case.root().join("a.txt")).unwrap();
        let before = tree(case.folder.path());
        let error = undo(&case, "write_file", &planned).await.unwrap_err();
        assert!(error.message().contains("`a.txt` is a symbolic link now"), "{error}");
        assert_eq!(tree(case.folder.path()), before);
        fs::remove_file(case.root().join("a.txt")).unwrap();
    }
}

#[tokio::test]
async fn directories_that_became_links_are_not_removed() {
    let case = case(&[("a.txt", "a")]);
    let planned = done(&case, "write_file", json!({ "path": "n/m/b.txt", "text": "b" })).await;
    fs::remove_dir_all(case.root().join("n")).unwrap();
    fs::create_dir_all(case.folder.path().join("outside/m")).unwrap();
    symlink("../outside", case.root().join("n")).unwrap();
    let before = tree(case.folder.path());
    let error = undo(&case, "write_file", &planned).await.unwrap_err();
    assert_eq!(error.code(), "changed_since", "{error}");
    assert_eq!(tree(case.folder.path()), before);
    // The same inside the root, where a link can be followed.
    fs::remove_file(case.root().join("n")).unwrap();
    fs::create_dir_all(case.root().join("other/m")).unwrap();
    symlink("other", case.root().join("n")).unwrap();
    let before = tree(case.folder.path());
    let error = undo(&case, "write_file", &planned).await.unwrap_err();
    assert_eq!(error.code(), "changed_since", "{error}");
    assert_eq!(tree(case.folder.path()), before);
}

#[tokio::test]
async fn nothing_outside_is_touched_while_a_directory_is_swapped_for_a_link() {
    let case =
        Case::writable(&[("dir/x.txt", "inside"), ("kept/", "")], Quota { changes: u64::MAX, ..Quota::default() });
    let (root, outside) = (case.root(), case.folder.path().join("outside"));
    // Just what the calls leave behind, so that only the place tells the difference.
    write(&outside.join("x.txt"), "changed");
    write(&outside.join("new.txt"), "new");
    let before = tree(&outside);
    let stop = Arc::new(AtomicBool::new(false));
    let swapper = std::thread::spawn({
        let (stop, root, outside) = (Arc::clone(&stop), root.clone(), outside.clone());
        move || {
            while !stop.load(Ordering::Relaxed) {
                let _ = fs::rename(root.join("dir"), root.join("kept/dir"));
                let _ = symlink(&outside, root.join("dir"));
                let _ = fs::remove_file(root.join("dir"));
                let _ = fs::rename(root.join("kept/dir"), root.join("dir"));
                // Time for a call or two to get through.
                std::thread::sleep(Duration::from_micros(300));
            }
        }
    });
    let (mut restored, begin) = (0, Instant::now());
    for round in 0.. {
        if (round >= 600 && restored > 20) || begin.elapsed() > Duration::from_secs(30) {
            break;
        }
        let (name, arguments) = match round % 3 {
            0 => ("write_file", json!({ "path": "dir/x.txt", "text": "changed" })),
            1 => ("write_file", json!({ "path": "dir/new.txt", "text": "new" })),
            _ => ("move_file", json!({ "from": "dir/x.txt", "to": "dir/y.txt" })),
        };
        let Ok(Some(planned)) = plan(&case, name, &arguments).await else { continue };
        let _ = crate::call(&case.module, &crate::context(), name, arguments).await;
        for _ in 0..3 {
            match undo(&case, name, &planned).await {
                Ok(Undone::Restored) => restored += 1,
                Ok(Undone::AlreadyAsBefore) => break,
                Err(error) => assert_ne!(error.code(), "internal", "{error} {:?}", error.detail()),
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    swapper.join().unwrap();
    assert!(restored > 0, "nothing was ever restored");
    assert_eq!(tree(&outside), before);
}

#[tokio::test]
async fn what_is_too_large_to_keep_says_so() {
    let case = Case::with(&[("a.txt", "0123456789"), ("b.txt", "0123456789")], |root| {
        Roots::new::<&str>([]).writable(root).undo_bytes(15)
    });
    let both =
        "--- a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-0123456789\n--- b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-0123456789\n";
    let undo_both = done(&case, "apply_patch", json!({ "patch": both })).await;
    assert_eq!(
        undo_both.impossible.as_deref(),
        Some("it replaces or deletes 20 bytes; at most 15 are kept of one call")
    );
    assert_eq!((undo_both.note.clone(), undo_both.bytes()), (Value::Null, 0));
    let error = undo(&case, "apply_patch", &undo_both).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
    assert_eq!(
        error.message(),
        "the call cannot be undone: it replaces or deletes 20 bytes; at most 15 are kept of one call"
    );
    fs::write(case.root().join("long.txt"), "x".repeat(16)).unwrap();
    for (name, arguments, possible) in [
        ("delete_file", json!({ "path": "long.txt" }), false),
        ("write_file", json!({ "path": "long.txt", "text": "" }), false),
        // Nothing needs to be kept of these.
        ("write_file", json!({ "path": "long.txt", "text": "x".repeat(16) }), true),
        ("write_file", json!({ "path": "new.txt", "text": "x".repeat(16) }), true),
        ("move_file", json!({ "from": "long.txt", "to": "other.txt" }), true),
    ] {
        let planned = plan(&case, name, &arguments).await.unwrap().unwrap();
        assert_eq!(planned.impossible.is_none(), possible, "{name} {arguments}");
    }
    // A file that is too long to be edited can be deleted, and then cannot be restored.
    let file = fs::File::create(case.root().join("huge")).unwrap();
    file.set_len(Roots::READ_BYTES + 1).unwrap();
    let planned = done(&case, "delete_file", json!({ "path": "huge" })).await;
    assert!(planned.impossible.is_some());
    let file = fs::File::create(case.root().join("huge")).unwrap();
    file.set_len((256 << 20) + 1).unwrap();
    let planned = done(&case, "move_file", json!({ "from": "huge", "to": "moved" })).await;
    assert_eq!(planned.impossible.as_deref(), Some("the file is too large to tell later whether it is still the same"));
}

#[tokio::test]
async fn an_undo_that_was_cut_off_restores_nothing() {
    let case = files();
    let planned = done(&case, "apply_patch", json!({ "patch": PATCH })).await;
    let after = tree(&case.root());
    let late = crate::context();
    late.cancelled.cancel();
    let error = crate::undo::tool(&case, "apply_patch").undo(&late, &planned).await.unwrap_err();
    assert_eq!(error.code(), "cancelled");
    assert_eq!(tree(&case.root()), after);
}

#[tokio::test]
async fn a_directory_that_is_read_only_by_now_is_named() {
    let case = files();
    let planned = done(&case, "delete_file", json!({ "path": "a.txt" })).await;
    let other = case.folder.path().join("other");
    fs::create_dir(&other).unwrap();
    let module = codemode_std::fs::module(Roots::new([case.root()]).writable(other)).unwrap();
    let case = Case { folder: case.folder, module };
    let error = undo(&case, "delete_file", &planned).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
    assert!(error.message().contains("no root directory is called `a.txt`"), "{error}");
}

#[tokio::test]
async fn a_call_is_taken_back_in_its_own_directory_only() {
    let case = files();
    let planned = done(&case, "write_file", json!({ "path": "a.txt", "text": "changed" })).await;
    let elsewhere = files();
    fs::write(elsewhere.root().join("a.txt"), "changed").unwrap();
    let before = tree(&elsewhere.root());
    let error = undo(&elsewhere, "write_file", &planned).await.unwrap_err();
    assert_eq!(error.code(), "cannot_undo");
    assert_eq!(
        error.message(),
        "the call cannot be undone here: `a.txt` is in another directory than the call had. Grant the directory that it had, \
         to be changed"
    );
    assert_eq!(tree(&elsewhere.root()), before);
    // The same directory by another path is the same.
    symlink(case.root(), case.folder.path().join("by-link")).unwrap();
    let module = codemode_std::fs::module(Roots::new::<&str>([]).writable(case.folder.path().join("by-link"))).unwrap();
    let case = Case { folder: case.folder, module };
    assert_eq!(undo(&case, "write_file", &planned).await.unwrap(), Undone::Restored);
}

#[tokio::test]
async fn what_a_store_lost_or_a_later_version_wrote_restores_nothing() {
    let case = files();
    let planned = done(&case, "apply_patch", json!({ "patch": PATCH })).await;
    let after = tree(&case.root());
    let swapped = planned.originals.iter().rev().cloned().collect();
    let mut later = planned.note.clone();
    later["form"] = 2.into();
    for (broken, code) in [
        (Undo { originals: Vec::new(), ..planned.clone() }, "internal"),
        (Undo { originals: swapped, ..planned.clone() }, "internal"),
        (Undo { note: Value::Null, ..planned.clone() }, "cannot_undo"),
        (Undo { note: later, ..planned.clone() }, "cannot_undo"),
        (Undo { note: json!({ "form": 1 }), ..planned.clone() }, "internal"),
    ] {
        let error = undo(&case, "apply_patch", &broken).await.unwrap_err();
        assert_eq!(error.code(), code, "{error} {:?}", error.detail());
        assert_eq!(tree(&case.root()), after);
    }
    assert_eq!(undo(&case, "apply_patch", &planned).await.unwrap(), Undone::Restored);
}
