//! The help pages, each as a file: whoever changes one sees the page change.

use expect_test::{ExpectFile, expect_file};

use crate::support::codemode;

fn page(words: &str, expect: &ExpectFile) {
    let output = codemode(words).output();
    assert_eq!(output.status.code(), Some(0), "{words}");
    assert!(output.stderr.is_empty(), "{words}");
    expect.assert_eq(&String::from_utf8(output.stdout).expect("it is UTF-8"));
}

#[test]
fn every_command_has_a_help_page() {
    page("--help", &expect_file!["help/codemode.txt"]);
    page("run --help", &expect_file!["help/run.txt"]);
    page("tools --help", &expect_file!["help/tools.txt"]);
    page("test --help", &expect_file!["help/test.txt"]);
}

#[test]
fn the_version_is_a_line() {
    let output = codemode("--version").output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("codemode {}\n", env!("CARGO_PKG_VERSION")));
}
