//! Starts the binary in a folder of its own.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use expect_test::Expect;
use tempfile::TempDir;

/// A call of the binary: its words, the files around it, and its standard input.
pub(crate) struct Codemode {
    folder: TempDir,
    words: Vec<String>,
    input: String,
}

/// The binary with these words, separated by spaces.
pub(crate) fn codemode(words: &str) -> Codemode {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = words.split_whitespace().map(str::to_owned).collect();
    Codemode { folder, words, input: String::new() }
}

/// `codemode run -` with these words, and this script on its standard input.
pub(crate) fn run(words: &str, script: &str) -> Codemode {
    codemode(&format!("run {words} -")).input(script)
}

impl Codemode {
    /// Puts a file into the folder in which it is started.
    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
        self
    }

    /// Sets its standard input.
    pub(crate) fn input(mut self, text: &str) -> Self {
        text.clone_into(&mut self.input);
        self
    }

    /// The folder in which it is started.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts it with all pipes open.
    pub(crate) fn start(&self) -> Child {
        Command::new(env!("CARGO_BIN_EXE_codemode"))
            .args(&self.words)
            .current_dir(self.folder.path())
            .env_remove("COLUMNS")
            // A test that wants an account names its place.
            .env("CODEMODE_STORE", "none")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts")
    }

    /// Runs it to its end.
    pub(crate) fn output(&self) -> Output {
        let mut child = self.start();
        let mut stdin = child.stdin.take().expect("it is piped");
        // It may end without reading.
        let _ = stdin.write_all(self.input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }

    /// Runs it to its end, and compares its exit code, stdout and stderr.
    pub(crate) fn check(self, expect: &Expect) {
        expect.assert_eq(&self.shown(&self.output()));
    }

    /// Exit code, stdout and stderr as one text; the folder has the same name everywhere.
    pub(crate) fn shown(&self, output: &Output) -> String {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).expect("it writes UTF-8");
            let text = text.replace(&self.folder.path().display().to_string(), "FOLDER");
            if text.is_empty() || text.ends_with('\n') { text } else { text + "⏎\n" }
        };
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        let code = output.status.code().map_or_else(|| output.status.to_string(), |code| code.to_string());
        let mut shown = format!("exit {code}\n");
        for (name, text) in [("stdout", stdout), ("stderr", stderr)] {
            if !text.is_empty() {
                shown.push_str(&format!("--- {name}\n{text}"));
            }
        }
        shown
    }
}
