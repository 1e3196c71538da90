//! The collection of cases in `tests/cases`: each passes, or stands in `waiting.txt` with what it waits for.

use std::path::Path;
use std::process::Command;

#[test]
fn the_collection_passes_on_quickjs() {
    passes("quickjs");
}

#[test]
fn the_collection_passes_on_boa() {
    passes("boa");
}

#[test]
fn the_collection_passes_on_the_engine_that_is_chosen() {
    passes("auto");
}

#[track_caller]
fn passes(engine: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let output = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .arg("test")
        .arg(&folder)
        .args(["--engine", engine])
        .arg("--waiting")
        .arg(folder.join("waiting.txt"))
        .output()
        .expect("the binary starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
}
