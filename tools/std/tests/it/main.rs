//! The stock modules, called as the dispatcher calls them.

mod change;
#[cfg(unix)] // links, pipes and sockets as unix has them
mod contain;
mod http;
mod list;
#[cfg(unix)]
mod process;
mod read;
#[cfg(unix)] // permissions and links as unix has them
mod refused;
mod roots;
mod search;
#[cfg(unix)]
mod undo;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use codemode_std::fs::{Quota, Roots};
use codemode_tool::{RunContext, ToolError, ToolModule};
use serde_json::Value;
use tempfile::TempDir;

/// A folder `root` with the module over it, inside a folder of its own.
struct Case {
    folder: TempDir,
    module: ToolModule,
}

impl Case {
    /// Files by path; a path that ends in a slash is a directory. They can be read.
    fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, |root| Roots::new([root]))
    }

    /// The same; they can be changed, too.
    fn writable(files: &[(&str, &str)], quota: Quota) -> Self {
        Self::with(files, |root| Roots::new::<PathBuf>([]).writable(root).quota(quota))
    }

    fn with(files: &[(&str, &str)], roots: impl FnOnce(&Path) -> Roots) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("root");
        fs::create_dir(&root).expect("a root");
        for (path, text) in files {
            write(&root.join(path), text);
        }
        let module = codemode_std::fs::module(roots(&root)).expect("the root can be opened");
        Self { folder, module }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    /// Calls a tool and returns its reply.
    async fn reply(&self, tool: &str, arguments: Value) -> Value {
        call(&self.module, &context(), tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    /// Calls a tool and returns its error, in which the root's place on the host must not occur.
    async fn error(&self, tool: &str, arguments: Value) -> ToolError {
        match call(&self.module, &context(), tool, arguments).await {
            Ok(reply) => panic!("{tool} replied {reply}"),
            Err(error) => {
                let place = self.folder.path().to_str().expect("Unicode");
                let told = format!("{} {}", error.message(), error.detail().unwrap_or_default());
                assert!(!told.contains(place), "{told}");
                error
            }
        }
    }

    /// The message of an error.
    async fn message(&self, tool: &str, arguments: Value) -> String {
        self.error(tool, arguments).await.message().to_owned()
    }

    /// The paths of a reply.
    async fn paths(&self, tool: &str, arguments: Value) -> Vec<String> {
        let reply = self.reply(tool, arguments).await;
        let entries = reply.as_array().expect("a list").iter();
        entries.map(|entry| entry["path"].as_str().expect("a path").to_owned()).collect()
    }
}

async fn call(module: &ToolModule, context: &RunContext, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    let tool = module.tools().iter().find(|candidate| candidate.spec().name == tool).expect("the module has the tool");
    let reply = tool.call(context, arguments).await?;
    Ok(serde_json::from_str(reply.as_str()).expect("a reply is JSON"))
}

fn context() -> RunContext {
    RunContext {
        principal: String::new(),
        run: "r1".into(),
        call: 0,
        key: "r1:0".into(),
        deadline: Instant::now() + Duration::from_mins(1),
        cancelled: tokio_util::sync::CancellationToken::new(),
        artifacts: codemode_tool::Artifacts::default(),
    }
}

fn write(path: &Path, text: &str) {
    if path.to_string_lossy().ends_with('/') {
        return fs::create_dir_all(path).expect("a directory");
    }
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    fs::write(path, text).expect("a file");
}
