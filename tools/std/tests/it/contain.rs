//! Nothing outside the roots is read, by whatever path. The steps of the cases 114 and 115, and more.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use codemode_std::fs::{Quota, Roots};
use serde_json::{Value, json};

use crate::{Case, call, context, write};

const SECRET: &str = "the secret of the sibling";

#[tokio::test]
async fn a_sibling_with_the_same_prefix_is_outside() {
    let case = Case::new(&[("in.txt", "inside")]);
    // The root is `root`; its sibling's name begins with the same letters.
    let sibling = case.folder.path().join("root-secret");
    write(&sibling.join("k.txt"), SECRET);
    let absolute = sibling.join("k.txt");
    for (tool, arguments) in [
        ("read_file", json!({ "path": "../root-secret/k.txt" })),
        ("read_file", json!({ "path": "x/../../root-secret/k.txt" })),
        ("list_files", json!({ "path": "../root-secret" })),
        ("search_files", json!({ "path": "../root-secret", "text": "secret" })),
        ("read_file", json!({ "path": ".." })),
        ("list_files", json!({ "path": "../root" })),
    ] {
        let error = case.error(tool, arguments).await;
        assert_eq!(error.code(), "outside_root", "{error}");
        assert!(!error.message().contains(SECRET));
    }
    for tool in ["read_file", "list_files"] {
        let error = call(&case.module, &context(), tool, json!({ "path": absolute })).await.unwrap_err();
        assert!(error.message().contains("is absolute; write paths relative to the root directory"), "{error}");
        assert!(!error.message().contains(SECRET));
    }
    let inside = case.root().join("in.txt");
    let error = call(&case.module, &context(), "read_file", json!({ "path": inside })).await.unwrap_err();
    assert_eq!(error.code(), "invalid_arguments", "absolute paths inside the root are refused as well");
}

#[tokio::test]
async fn links_lead_out_of_nothing() {
    let case = Case::new(&[("data/a.txt", "needle inside")]);
    let (root, outside) = (case.root(), case.folder.path().join("outside"));
    write(&outside.join("x.txt"), "needle outside");
    symlink("/etc/hostname", root.join("f")).unwrap();
    symlink(&outside, root.join("d")).unwrap();
    symlink("../outside", root.join("relative")).unwrap();
    symlink(outside.join("new.txt"), root.join("w")).unwrap();
    symlink("../outside/new.txt", root.join("v")).unwrap();
    for path in ["f", "d/x.txt", "relative/x.txt", "w", "v", "d", "data/../d/x.txt"] {
        let error = case.error("read_file", json!({ "path": path })).await;
        assert_eq!(error.code(), "outside_root", "{path}: {error}");
    }
    for path in ["d", "relative"] {
        assert_eq!(case.error("list_files", json!({ "path": path })).await.code(), "outside_root");
        assert_eq!(case.error("search_files", json!({ "path": path, "text": "needle" })).await.code(), "outside_root");
    }
    // Walking passes them by: they are listed as what they are, and nothing is found through them.
    let listed = case.reply("list_files", json!({ "recursive": true })).await;
    let kinds: Vec<(&str, &str)> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["path"].as_str().unwrap(), entry["kind"].as_str().unwrap()))
        .collect();
    let link = "symlink";
    assert_eq!(
        kinds,
        [
            ("d", link),
            ("data", "directory"),
            ("data/a.txt", "file"),
            ("f", link),
            ("relative", link),
            ("v", link),
            ("w", link)
        ]
    );
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["data/a.txt"]);
    // An ignore file that is a link to the outside has no rules, and is not read.
    write(&outside.join("rules"), "*.txt\n");
    symlink(outside.join("rules"), root.join(".gitignore")).unwrap();
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["data/a.txt"]);
}

#[tokio::test]
async fn links_inside_the_root_are_followed_by_name() {
    let case = Case::new(&[("data/a.txt", "needle"), ("deep/er/b.txt", "b")]);
    symlink("data", case.root().join("link")).unwrap();
    symlink("../../data/a.txt", case.root().join("deep/er/up")).unwrap();
    symlink("loop", case.root().join("loop")).unwrap();
    symlink("nowhere", case.root().join("dangling")).unwrap();
    assert_eq!(case.reply("read_file", json!({ "path": "link/a.txt" })).await, "needle");
    assert_eq!(case.reply("read_file", json!({ "path": "deep/er/up" })).await, "needle");
    assert_eq!(case.reply("read_file", json!({ "path": "link/../deep/er/b.txt" })).await, "b");
    assert_eq!(case.paths("list_files", json!({ "path": "link" })).await, ["link/a.txt"]);
    assert_eq!(case.paths("search_files", json!({ "path": "link", "text": "needle" })).await, ["link/a.txt"]);
    let message = case.message("read_file", json!({ "path": "dangling" })).await;
    assert_eq!(message, "`dangling` is a symbolic link to something that does not exist");
    let message = case.message("read_file", json!({ "path": "loop" })).await;
    assert!(message.starts_with("cannot read `loop`: "), "{message}");
}

/// Case 115: a directory is swapped for a link to the outside while a file in it is read.
#[tokio::test]
async fn ten_thousand_reads_during_a_swap_loop_stay_inside() {
    let case = Case::new(&[("dir/x.txt", "inside"), ("dir/.gitignore", "nothing\n")]);
    let (root, outside) = (case.root(), case.folder.path().join("outside"));
    write(&outside.join("x.txt"), SECRET);
    let stop = Arc::new(AtomicBool::new(false));
    let swapping = {
        let (root, stop) = (root.clone(), Arc::clone(&stop));
        std::thread::spawn(move || {
            symlink(&outside, root.join("link")).unwrap();
            while !stop.load(Ordering::Relaxed) {
                swap(&root);
            }
        })
    };
    let (mut inside, mut refused, mut missing) = (0, 0, 0);
    let context = context();
    for round in 0..10_000 {
        match call(&case.module, &context, "read_file", json!({ "path": "dir/x.txt" })).await {
            Ok(text) => {
                assert_eq!(text, "inside");
                inside += 1;
            }
            Err(error) => {
                assert!(!error.message().contains(SECRET));
                assert!(error.message().contains("`dir/x.txt`"), "{error}");
                match error.code() {
                    "outside_root" => refused += 1,
                    "not_found" => missing += 1,
                    other => panic!("{other}: {error} {:?}", error.detail()),
                }
            }
        }
        if round % 50 == 0 {
            let found = call(&case.module, &context, "search_files", json!({ "text": "the" })).await.unwrap();
            assert_eq!(found, json!([]), "only the outside has it");
            if let Ok(listed) = call(&case.module, &context, "list_files", json!({ "path": "dir" })).await {
                assert!(listed.as_array().unwrap().iter().all(|entry| entry["size"] != SECRET.len()), "{listed}");
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
    // Without both, nothing was raced.
    assert!(inside > 100 && refused > 100, "{inside} inside, {refused} refused, {missing} missing");
}

/// One swap there and back: the directory away, the link in its place, and again.
fn swap(root: &Path) {
    let (dir, link, aside) = (root.join("dir"), root.join("link"), root.join("aside"));
    fs::rename(&dir, &aside).unwrap();
    fs::rename(&link, &dir).unwrap();
    std::thread::yield_now();
    fs::rename(&dir, &link).unwrap();
    fs::rename(&aside, &dir).unwrap();
    std::thread::yield_now();
}

#[tokio::test]
async fn pipes_sockets_and_devices_are_refused_without_waiting() {
    let case = Case::new(&[("a.txt", "needle")]);
    let pipe = case.root().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    let _socket = UnixListener::bind(case.root().join("socket")).unwrap();
    symlink("pipe", case.root().join("to-pipe")).unwrap();
    let message = case.message("read_file", json!({ "path": "pipe" })).await;
    assert_eq!(message, "`pipe` is a named pipe; only files and directories can be read");
    let message = case.message("read_file", json!({ "path": "to-pipe" })).await;
    assert_eq!(message, "`to-pipe` is a named pipe; only files and directories can be read");
    let message = case.message("read_file", json!({ "path": "socket" })).await;
    assert_eq!(message, "`socket` is a socket; only files and directories can be read");
    let message = case.message("search_files", json!({ "path": "pipe", "text": "x" })).await;
    assert_eq!(message, "`pipe` is a named pipe; only files and directories can be read");
    let message = case.message("list_files", json!({ "path": "pipe" })).await;
    assert_eq!(message, "`pipe` is a named pipe; only files and directories can be read");
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["a.txt"]);
    // An ignore file that is a pipe would hang the walk.
    fs::rename(&pipe, case.root().join(".gitignore")).unwrap();
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["a.txt"]);
    let devices = codemode_std::fs::module(Roots::new(["/dev"])).unwrap();
    let error = call(&devices, &context(), "read_file", json!({ "path": "zero" })).await.unwrap_err();
    assert_eq!(error.message(), "`zero` is a device; only files and directories can be read");
}

#[tokio::test]
async fn paths_that_are_no_paths_are_refused() {
    let case = Case::new(&[("a", "")]);
    let message = async |path: Value| case.message("read_file", json!({ "path": path })).await;
    assert_eq!(message(json!("")).await, "the path is empty; the root directory is \".\"");
    assert_eq!(message(json!("a\0b")).await, "the path has a control character, U+0000: a\\0b");
    assert_eq!(message(json!("a\u{1b}[2J")).await, "the path has a control character, U+001B: a\\u{1b}[2J");
    assert_eq!(message(json!("x/".repeat(3000))).await, "the path has 6000 bytes, more than 4096");
    assert!(message(json!("x".repeat(300))).await.starts_with("cannot read `xxx"));
    assert_eq!(
        message(json!("/etc/passwd")).await,
        "`/etc/passwd` is absolute; write paths relative to the root directory, such as \"src/main.rs\""
    );
}

#[tokio::test]
async fn a_file_that_may_not_be_read_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new(&[("closed", "needle"), ("open", "needle"), ("shut/x", "needle")]);
    for path in ["closed", "shut"] {
        fs::set_permissions(case.root().join(path), fs::Permissions::from_mode(0o000)).unwrap();
    }
    if fs::read(case.root().join("closed")).is_ok() {
        return; // the superuser reads everything
    }
    let error = case.error("read_file", json!({ "path": "closed" })).await;
    assert_eq!((error.code(), error.message()), ("unreadable", "the system does not allow reading `closed`"));
    assert_eq!(case.paths("search_files", json!({ "text": "needle" })).await, ["open"]);
    fs::set_permissions(case.root().join("shut"), fs::Permissions::from_mode(0o700)).unwrap();
}

#[tokio::test]
async fn nothing_outside_is_changed_through_links() {
    let case = Case::writable(&[("a.txt", "a"), ("real.txt", "old"), ("data/b.txt", "b")], Quota::default());
    let (root, outside) = (case.root(), case.folder.path().join("outside"));
    write(&outside.join("x.txt"), "outside");
    symlink(outside.join("x.txt"), root.join("f")).unwrap();
    symlink(&outside, root.join("d")).unwrap();
    symlink(outside.join("new.txt"), root.join("w")).unwrap();
    symlink("real.txt", root.join("inner")).unwrap();
    let text = |path: &str| json!({ "path": path, "text": "changed" });
    for (tool, arguments) in [
        ("write_file", text("d/x.txt")),
        ("write_file", text("d/sub/y.txt")),
        ("write_file", text("w")),
        ("write_file", text("f")),
        ("write_file", text("../outside/x.txt")),
        ("edit_file", json!({ "path": "f", "old_text": "outside", "new_text": "changed" })),
        ("move_file", json!({ "from": "a.txt", "to": "d/b.txt" })),
        ("move_file", json!({ "from": "d/x.txt", "to": "b.txt" })),
        ("move_file", json!({ "from": "f", "to": "g" })),
        ("delete_file", json!({ "path": "d/x.txt" })),
        ("delete_file", json!({ "path": "f" })),
        ("apply_patch", json!({ "patch": "--- a/d/x.txt\n+++ b/d/x.txt\n@@ -1 +1 @@\n-outside\n+changed\n" })),
        ("apply_patch", json!({ "patch": "--- /dev/null\n+++ b/d/new.txt\n@@ -0,0 +1 @@\n+changed\n" })),
    ] {
        // `error` also checks that the host's paths are not in it.
        case.error(tool, arguments).await;
    }
    assert_eq!(fs::read_to_string(outside.join("x.txt")).unwrap(), "outside");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(root.join("a.txt")).unwrap(), "a");
    // A link inside is followed, and stays.
    case.reply("write_file", text("inner")).await;
    assert_eq!(fs::read_to_string(root.join("real.txt")).unwrap(), "changed");
    assert!(root.join("inner").is_symlink());
}

#[tokio::test]
async fn nothing_outside_is_changed_while_a_directory_is_swapped_for_a_link() {
    let case =
        Case::writable(&[("dir/x.txt", "inside"), ("kept/", "")], Quota { changes: u64::MAX, ..Quota::default() });
    let (root, outside) = (case.root(), case.folder.path().join("outside"));
    write(&outside.join("x.txt"), "outside");
    let stop = Arc::new(AtomicBool::new(false));
    let swapper = std::thread::spawn({
        let (stop, root, outside) = (Arc::clone(&stop), root.clone(), outside.clone());
        move || {
            while !stop.load(Ordering::Relaxed) {
                let _ = fs::rename(root.join("dir"), root.join("kept/dir"));
                let _ = symlink(&outside, root.join("dir"));
                let _ = fs::remove_file(root.join("dir"));
                let _ = fs::rename(root.join("kept/dir"), root.join("dir"));
                // Time for a call to get through, or none would on a busy machine.
                std::thread::sleep(Duration::from_micros(300));
            }
        }
    });
    let mut written = 0;
    for round in 0..600 {
        let arguments = match round % 3 {
            0 => ("write_file", json!({ "path": "dir/x.txt", "text": format!("round {round}") })),
            1 => ("write_file", json!({ "path": format!("dir/new-{round}.txt"), "text": "new" })),
            _ => ("delete_file", json!({ "path": format!("dir/new-{}.txt", round - 1) })),
        };
        written += u32::from(call(&case.module, &context(), arguments.0, arguments.1).await.is_ok());
    }
    stop.store(true, Ordering::Relaxed);
    swapper.join().unwrap();
    assert!(written > 0, "nothing was ever written");
    assert_eq!(fs::read_to_string(outside.join("x.txt")).unwrap(), "outside");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1, "something was created outside");
}
