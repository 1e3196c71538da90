//! Programs: what starts, what does not, and what is left of them. The steps of the cases 118 and 130, and more.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use codemode_std::process::{Programs, module};
use codemode_tool::{Artifacts, BoxFuture, KeepArtifact, RunContext, ToolError, ToolModule};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{call, context};

/// A folder with the module over it.
fn granted(programs: &[&str]) -> (TempDir, ToolModule) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let granted = programs.iter().fold(Programs::new(folder.path()), |granted, program| granted.allow(*program));
    let module = module(granted).unwrap_or_else(|error| panic!("{error}"));
    (folder, module)
}

async fn run(module: &ToolModule, arguments: Value) -> Result<Value, ToolError> {
    call(module, &context(), "run", arguments).await
}

/// A program of the test's own.
fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be made a program");
    path.to_str().expect("Unicode").to_owned()
}

#[tokio::test]
async fn a_program_gets_its_arguments_as_they_are() {
    let (_folder, module) = granted(&["printf", "false"]);
    let args = json!(["[%s]", "a b", "$(id)", "`id`", "; id", "&& id", "a\nid", "*", ""]);
    let ended = run(&module, json!({ "program": "printf", "args": args })).await.unwrap();
    assert_eq!(ended["stdout"], "[a b][$(id)][`id`][; id][&& id][a\nid][*][]");
    assert_eq!((&ended["code"], &ended["stdout_bytes"]), (&json!(0), &json!(42)));
    assert_eq!(run(&module, json!({ "program": "false" })).await.unwrap()["code"], 1);
}

#[tokio::test]
async fn only_granted_programs_start_by_their_exact_names() {
    let (folder, module) = granted(&["ls"]);
    script(folder.path(), "ls", "echo planted");
    script(folder.path(), "id", "echo planted");
    for program in ["id", "./ls", "ls; id", "ls id", "ls\nid", "/bin/ls", "../ls", "LS", "", "ls "] {
        let error = run(&module, json!({ "program": program })).await.unwrap_err();
        assert_eq!(error.code(), "denied", "{program:?}");
        assert!(error.message().ends_with("there are: ls"), "{error}");
    }
    let ended = run(&module, json!({ "program": "ls" })).await.unwrap();
    assert_eq!(ended["stdout"], "id\nls\n");
}

#[tokio::test]
async fn arguments_that_start_other_programs_are_refused() {
    let (folder, module) = granted(&["find", "git"]);
    fs::write(folder.path().join("a.txt"), "").unwrap();
    for (program, args) in [
        ("find", vec![".", "-exec", "id", "{}", "+"]),
        ("find", vec![".", "-delete"]),
        ("find", vec![".", "-fprint", "x"]),
        ("git", vec!["-c", "core.pager=id", "log"]),
        ("git", vec!["-ccore.pager=id", "log"]),
        ("git", vec!["--upload-pack=id", "fetch", "x"]),
        ("git", vec!["fetch", "--upload-p", "id", "x"]),
        ("git", vec!["fetch", "ext::sh -c id"]),
        ("git", vec!["-C", "/", "status"]),
        ("git", vec!["grep", "-Oid", "x"]),
    ] {
        let error = run(&module, json!({ "program": program, "args": args })).await.unwrap_err();
        assert_eq!(error.code(), "denied", "{program} {args:?}");
    }
    assert!(folder.path().join("a.txt").exists());
    let ended = run(&module, json!({ "program": "find", "args": [".", "-name", "*.txt"] })).await.unwrap();
    assert_eq!(ended["stdout"], "./a.txt\n");
}

#[test]
fn programs_that_run_any_other_are_not_granted() {
    let folder = tempfile::tempdir().unwrap();
    let error = |program: &str| module(Programs::new(folder.path()).allow(program)).unwrap_err().to_string();
    for program in ["env", "sh", "xargs", "/usr/bin/env"] {
        assert!(error(program).contains("would grant every program"), "{program}: {}", error(program));
    }
    symlink("/usr/bin/env", folder.path().join("list")).unwrap();
    let link = folder.path().join("list").display().to_string();
    assert!(error(&link).contains("would grant every program"));
    assert_eq!(error("no-such-program"), "there is no program no-such-program");
    assert_eq!(module(Programs::new(folder.path())).unwrap_err().to_string(), "no program is given");
}

#[tokio::test]
async fn the_environment_is_clean_and_cannot_be_set() {
    let folder = tempfile::tempdir().unwrap();
    let show = script(folder.path(), "show", "/usr/bin/env | /usr/bin/sort | /bin/grep -vE '^(PWD|SHLVL|_|OLDPWD)='");
    let (_root, module) = granted(&[&show]);
    let ended = run(&module, json!({ "program": "show" })).await.unwrap();
    assert_eq!(ended["stdout"], "HOME=/nonexistent\nLANG=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin\nTZ=UTC\n");
    let schema = &module.tools()[0].spec().input_schema;
    assert_eq!(schema["additionalProperties"], false);
    assert!(schema["properties"].get("env").is_none());
}

#[tokio::test]
async fn the_working_directory_is_inside() {
    let (folder, module) = granted(&["pwd", "ls"]);
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/a.txt"), "").unwrap();
    symlink("/etc", folder.path().join("etc")).unwrap();
    let ended = run(&module, json!({ "program": "ls", "cwd": "src" })).await.unwrap();
    assert_eq!(ended["stdout"], "a.txt\n");
    let here = run(&module, json!({ "program": "pwd", "args": ["-P"] })).await.unwrap();
    assert_eq!(here["stdout"], format!("{}\n", folder.path().canonicalize().unwrap().display()));
    for (cwd, code) in [("..", "outside_root"), ("/etc", "outside_root"), ("etc", "outside_root"), ("no", "not_found")]
    {
        let error = run(&module, json!({ "program": "ls", "cwd": cwd })).await.unwrap_err();
        assert_eq!(error.code(), code, "{cwd}: {error}");
    }
}

#[tokio::test]
async fn standard_input_is_passed_and_long_output_is_cut_in_the_middle() {
    let (_folder, module) = granted(&["cat", "seq"]);
    let ended = run(&module, json!({ "program": "cat", "stdin": "hello" })).await.unwrap();
    assert_eq!(ended["stdout"], "hello");
    let ended = run(&module, json!({ "program": "cat" })).await.unwrap();
    assert_eq!(ended["stdout"], "");
    let ended = run(&module, json!({ "program": "seq", "args": ["100000"] })).await.unwrap();
    let text = ended["stdout"].as_str().unwrap();
    assert_eq!(ended["stdout_bytes"], 588_895);
    assert!(text.starts_with("[523359 of 588895 bytes are left out in the middle]\n1\n2\n"), "{}", &text[..200]);
    assert!(text.ends_with("99999\n100000\n") && text.contains("\n…\n") && text.len() < 66_000, "{}", text.len());
}

/// A place for outputs of up to a megabyte.
#[derive(Default)]
struct Place(Mutex<Vec<Vec<u8>>>);

impl KeepArtifact for Place {
    fn most(&self) -> u64 {
        1 << 20
    }

    fn keep(&self, text: Vec<u8>) -> BoxFuture<'_, Option<String>> {
        self.0.lock().unwrap().push(text);
        Box::pin(async { Some("0123456789abcdef".into()) })
    }
}

#[tokio::test]
async fn long_output_is_kept_whole_where_there_is_a_place() {
    let (_folder, module) = granted(&["seq"]);
    let place = Arc::new(Place::default());
    let context = RunContext { artifacts: Artifacts::new(Arc::clone(&place) as Arc<dyn KeepArtifact>), ..context() };
    let run =
        async |last: &str| call(&module, &context, "run", json!({ "program": "seq", "args": [last] })).await.unwrap();
    let ended = run("100000").await;
    assert_eq!((&ended["stdout_artifact"], ended.get("stderr_artifact")), (&json!("0123456789abcdef"), None));
    let notice = ended["stdout"].as_str().unwrap().lines().next().unwrap();
    assert!(notice.contains("left out in the middle; all of it is the artifact 0123456789abcdef"), "{notice}");
    assert_eq!(place.0.lock().unwrap().pop().map(|whole| whole.len()), Some(588_895));
    // What is short is all there, and what is over the place's bound is not kept.
    assert_eq!(run("5").await.get("stdout_artifact"), None);
    assert_eq!(run("1000000").await.get("stdout_artifact"), None);
    assert!(place.0.lock().unwrap().is_empty());
}

/// Whether a process is there and no zombie.
fn lives(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

async fn dies(pid: &str) {
    for _ in 0..400 {
        if !lives(pid) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("process {pid} is left");
}

#[tokio::test]
async fn a_program_that_hangs_is_killed_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let hang = script(folder.path(), "hang", "/bin/sleep 1000 & echo $$ $! > pids\nwait");
    let (root, module) = granted(&[&hang]);
    let started = Instant::now();
    let error = run(&module, json!({ "program": "hang", "timeout_ms": 300 })).await.unwrap_err();
    assert_eq!(error.code(), "timeout");
    assert!(error.message().starts_with("`hang` was killed after 300 ms"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(20));
    for pid in fs::read_to_string(root.path().join("pids")).unwrap().split_whitespace() {
        dies(pid).await;
    }
}

#[tokio::test]
async fn a_call_that_is_cut_off_or_dropped_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let hang = script(folder.path(), "hang", "/bin/sleep 1000 & echo $$ $! > pids.tmp; /bin/mv pids.tmp pids\nwait");
    let (root, module) = granted(&[&hang]);
    let pids = root.path().join("pids");
    let mut open = None;
    for round in 0..200 {
        let context = context();
        let cancelled = context.cancelled.clone();
        {
            let mut running = std::pin::pin!(call(&module, &context, "run", json!({ "program": "hang" })));
            while !pids.exists() {
                tokio::select! {
                    ended = &mut running => panic!("{ended:?}"),
                    () = tokio::time::sleep(Duration::from_millis(5)) => {}
                }
            }
            if round % 2 == 0 {
                cancelled.cancel();
                assert_eq!(running.await.unwrap_err().code(), "cancelled");
            }
        }
        for pid in fs::read_to_string(&pids).unwrap().split_whitespace() {
            dies(pid).await;
        }
        fs::remove_file(&pids).unwrap();
        if round == 20 {
            open = Some(held());
        }
    }
    let (open, now) = (open.unwrap(), held());
    // Other tests of this process open files meanwhile.
    assert!(now < open + 60, "{open} files and threads were held, now {now}");
}

/// Open files and threads of this process.
fn held() -> usize {
    ["/proc/self/fd", "/proc/self/task"]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .map(Iterator::count)
        .sum()
}

#[tokio::test]
async fn children_that_a_program_leaves_behind_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let leave = script(folder.path(), "leave", "/bin/sleep 1000 & echo $!");
    let (_root, module) = granted(&[&leave]);
    let started = Instant::now();
    let ended = run(&module, json!({ "program": "leave" })).await.unwrap();
    assert_eq!(ended["code"], 0);
    assert!(started.elapsed() < Duration::from_secs(20), "the child held the call");
    dies(ended["stdout"].as_str().unwrap().trim()).await;
}

#[tokio::test]
async fn a_signal_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let dies = script(folder.path(), "dies", "kill -9 $$");
    let (_root, module) = granted(&[&dies]);
    let ended = run(&module, json!({ "program": "dies" })).await.unwrap();
    assert_eq!((&ended["code"], &ended["signal"]), (&Value::Null, &json!(9)));
}
