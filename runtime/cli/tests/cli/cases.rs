//! The collection of cases in `tests/cases`: each passes, or stands in `waiting.txt` with what it waits for.

use std::path::Path;
use std::process::Command;

#[test]
fn the_collection_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let output = Command::new(env!("CARGO_BIN_EXE_codemode"))
        .arg("test")
        .arg(&folder)
        .arg("--waiting")
        .arg(folder.join("waiting.txt"))
        .output()
        .expect("the binary starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
}
