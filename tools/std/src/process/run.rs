//! `run`: starts a program and sees to its end.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use codemode_tool::{Artifacts, RunContext, ToolError, tool};
use serde::Serialize;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::guard::forbidden;
use super::output::Output;
use super::programs::Granted;

/// How long a program may run where the script does not say.
const DEFAULT_MILLIS: u64 = 60_000;

/// How long a stream is read on after the program has ended and its group was killed: only a child that left the group still
/// holds it.
const GRACE: Duration = Duration::from_millis(500);

/// The most arguments, and the most bytes of them: half of what Linux takes.
const ARGUMENTS: usize = 4_096;
const ARGUMENT_BYTES: usize = 1 << 20;

#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Ended {
    /// The exit code; null where a signal ended it.
    code: Option<i32>,
    /// The signal that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    /// What it wrote to standard output. Of what is long, head and tail, after a line on what is left out.
    stdout: String,
    /// What it wrote to standard error, likewise.
    stderr: String,
    /// How many bytes it wrote to standard output.
    stdout_bytes: u64,
    /// How many bytes it wrote to standard error.
    stderr_bytes: u64,
    /// The artifact that has all of standard output, where it was too long and the host keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    stdout_artifact: Option<String>,
    /// The same of standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    stderr_artifact: Option<String>,
}

/// Waits before each further attempt to start a program that somebody is just writing: another thread that forks holds its file
/// open for a moment, too.
const BUSY: [Duration; 3] = [Duration::from_millis(5), Duration::from_millis(20), Duration::from_millis(100)];

async fn start(command: &mut Command) -> std::io::Result<Child> {
    for wait in BUSY {
        match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => tokio::time::sleep(wait).await,
            result => return result,
        }
    }
    command.spawn()
}

/// Runs a program and waits for its end. There is no shell: args are passed as they are.
///
/// ```js
/// const { code, stdout } = await run({ program: "git", args: ["log", "--oneline", "-5"] });
/// ```
///
/// A code other than 0 is no error: look at it. Output that is long is cut in the middle, and kept whole
/// where the host has a place for it.
#[tool(effect = External, timeout = "10m", attempts = 1)]
pub(super) async fn run(
    granted: &Granted,
    context: &RunContext,
    /// The program's name, one of those that the module has.
    program: String,
    /// Its arguments, one string for each.
    #[serde(default)]
    args: Vec<String>,
    /// The working directory, relative to the root directory: "src".
    cwd: Option<String>,
    /// What it reads from standard input; nothing where it is not given.
    stdin: Option<String>,
    /// After how many milliseconds it is killed; 60000 where it is not given.
    #[schemars(range(min = 1, max = 600_000))]
    timeout_ms: Option<u64>,
) -> Result<Ended, ToolError> {
    let Some((name, file)) = granted.programs.iter().find(|(name, _)| *name == program) else {
        let names = granted.names();
        return Err(ToolError::new(format!("`{program}` is not a program that may be run; there are: {names}"))
            .with_code("denied"));
    };
    check(name, &args)?;
    // Held open until the program runs: the path in `place` leads through it.
    let (directory, place) = working_directory(granted, cwd.as_deref().unwrap_or("."))?;
    let mut command = Command::new(file);
    command.args(&args).current_dir(place).env_clear().envs(environment(name));
    command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let child = start(&mut command)
        .await
        .map_err(|e| ToolError::new(format!("`{name}` cannot be started: {}", e.kind())).with_detail(&e))?;
    drop(directory);
    let millis = timeout_ms.unwrap_or(DEFAULT_MILLIS);
    let mut running = Running { group: Group(child.id()), child };
    tokio::select! {
        ended = running.until_it_ends(stdin, granted.output_bytes, &context.artifacts) => ended,
        () = tokio::time::sleep(Duration::from_millis(millis)) => {
            running.kill().await;
            Err(ToolError::new(format!(
                "`{name}` was killed after {millis} ms, with its children; what it did until then stays"
            ))
            .with_code("timeout")
            .unclear())
        }
        () = context.cancelled.cancelled() => {
            running.kill().await;
            Err(ToolError::new("the call was cut off").with_code("cancelled").unclear())
        }
    }
}

fn check(name: &str, args: &[String]) -> Result<(), ToolError> {
    let bytes: usize = args.iter().map(|argument| argument.len() + 1).sum();
    if args.len() > ARGUMENTS || bytes > ARGUMENT_BYTES {
        return Err(ToolError::invalid(format!(
            "{} arguments with {bytes} bytes; at most {ARGUMENTS} with {ARGUMENT_BYTES}",
            args.len()
        )));
    }
    if args.iter().any(|argument| argument.contains('\0')) {
        return Err(ToolError::invalid("an argument has a zero byte"));
    }
    if let Some(argument) = forbidden(name, args) {
        return Err(ToolError::new(format!(
            "`{name}` may not be run with `{argument}`: it would start another program, or change what it should read"
        ))
        .with_code("denied"));
    }
    Ok(())
}

/// The working directory, opened beneath the root, and a path to what was opened.
fn working_directory(granted: &Granted, cwd: &str) -> Result<(cap_std::fs::Dir, PathBuf), ToolError> {
    let directory = granted.folder.open_dir(cwd).map_err(|e| {
        let outside = e.kind() == std::io::ErrorKind::PermissionDenied && e.raw_os_error().is_none();
        let (what, code) = if outside {
            ("leads out of the root directory", "outside_root")
        } else {
            ("is no directory", "not_found")
        };
        ToolError::new(format!("cwd: `{cwd}` {what}")).with_code(code)
    })?;
    #[cfg(target_os = "linux")]
    let place = {
        use std::os::fd::AsRawFd as _;
        PathBuf::from(format!("/proc/self/fd/{}", directory.as_raw_fd()))
    };
    // Elsewhere the path is all there is; who can write there can swap it.
    #[cfg(not(target_os = "linux"))]
    let place = granted.path.join(cwd);
    let _ = &granted.path;
    Ok((directory, place))
}

/// Everything that is in a program's environment.
fn environment(program: &str) -> Vec<(&'static str, &'static str)> {
    let mut all =
        vec![("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("TZ", "UTC"), ("HOME", "/nonexistent")];
    if program == "git" {
        all.extend([
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_PAGER", "cat"),
            ("GIT_EDITOR", "false"),
            ("GIT_ALLOW_PROTOCOL", "https"),
            // What the repository's own configuration would run.
            ("GIT_CONFIG_COUNT", "3"),
            ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
            ("GIT_CONFIG_VALUE_0", "false"),
            ("GIT_CONFIG_KEY_1", "core.hooksPath"),
            ("GIT_CONFIG_VALUE_1", "/dev/null"),
            ("GIT_CONFIG_KEY_2", "core.sshCommand"),
            ("GIT_CONFIG_VALUE_2", "false"),
        ]);
    }
    all
}

/// A program that was started. Dropping it kills it and its children.
struct Running {
    // Dropped first: the group is killed while the child, not reaped yet, still keeps its number from being used again.
    group: Group,
    child: Child,
}

impl Running {
    async fn until_it_ends(
        &mut self,
        stdin: Option<String>,
        output_bytes: usize,
        artifacts: &Artifacts,
    ) -> Result<Ended, ToolError> {
        let output = || Output::new(output_bytes, artifacts.most());
        let (mut out, mut err) = (output(), output());
        let status = {
            let streams = (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take());
            let write = async {
                if let Some((mut pipe, text)) = streams.0.zip(stdin) {
                    // A program need not read what it gets.
                    let _ = pipe.write_all(text.as_bytes()).await;
                }
            };
            let read_out = async {
                if let Some(stream) = streams.1 {
                    out.read(stream).await;
                }
            };
            let read_err = async {
                if let Some(stream) = streams.2 {
                    err.read(stream).await;
                }
            };
            let io = async { tokio::join!(write, read_out, read_err) };
            let mut io = std::pin::pin!(io);
            let mut io_done = false;
            let status = loop {
                tokio::select! {
                    status = self.child.wait() => break status,
                    _ = &mut io, if !io_done => io_done = true,
                }
            };
            // Children that are left hold the streams open.
            self.group.kill();
            if !io_done {
                let _ = timeout(GRACE, io).await;
            }
            status
        };
        let status = status.map_err(ToolError::internal)?;
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        let (stdout_bytes, stderr_bytes) = (out.total, err.total);
        let (stdout, stdout_artifact) = out.text(artifacts).await;
        let (stderr, stderr_artifact) = err.text(artifacts).await;
        let code = status.code();
        Ok(Ended { code, signal, stdout, stderr, stdout_bytes, stderr_bytes, stdout_artifact, stderr_artifact })
    }

    async fn kill(&mut self) {
        self.group.kill();
        let _ = self.child.kill().await;
    }
}

/// A process group, by the number of its first process.
struct Group(Option<u32>);

impl Group {
    /// Ends every process of it, once.
    fn kill(&mut self) {
        let Some(number) = self.0.take() else { return };
        #[cfg(unix)]
        if let Some(group) = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw) {
            // There may be none left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        let _ = number;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
