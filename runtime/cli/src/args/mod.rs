//! What can be written on the command line, and the help pages.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use codemode::{Error, ScriptEngine, TimeZone};

mod approvals;
mod runs;

pub(crate) use approvals::{ApprovalsArgs, ApprovalsCommand, Decide};
pub(crate) use runs::{ResumeArgs, RunsArgs, RunsCommand, StoreArgs};

use crate::{environment, units};

/// Run a script a model wrote, let it call your functions, get back only what it printed.
///
/// A script runs in a WebAssembly sandbox with limits on work, memory, time and output. It can compute and print. What else
/// it can do are tools, and each has to be allowed.
#[derive(Debug, Parser)]
#[command(name = "codemode", version, after_help = ROOT_EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const ROOT_EXAMPLES: &str = "\
Examples:
  echo 'console.log(6 * 7)' | codemode run -
  codemode run --allow-read=data report.js
  codemode tools --allow-read=data list

`codemode COMMAND --help` explains a command, with its exit codes.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunArgs),
    Check(CheckArgs),
    Tools(ToolsArgs),
    Runs(RunsArgs),
    Approvals(ApprovalsArgs),
    Test(TestArgs),
}

/// Runs a script
///
/// Runs a JavaScript or TypeScript module in the sandbox. Standard output is exactly what it prints with console.log; what it prints with
/// console.error, and the error that ends it, go to standard error.
///
/// The script reads and changes nothing but through the tools it imports, such as `import { read_file } from "tools/fs"`;
/// `codemode tools list` shows them. It sees the words after its name as the global `args`, an array of strings.
#[derive(Args, Debug)]
#[command(after_help = RUN_EXAMPLES, override_usage = "codemode run [OPTIONS] <SCRIPT> [ARGS]...")]
pub(crate) struct RunArgs {
    /// The script: a .js, .mjs, .ts or .mts file, or - for standard input. What follows is for the script, flags too: it sees it as `args`
    // One list, because a flag behind a positional of its own would be taken for one of codemode's.
    #[arg(required = true, trailing_var_arg = true, value_names = ["SCRIPT", "ARGS"])]
    pub(crate) words: Vec<OsString>,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Goes on from an earlier run: calls equal to those it finished are answered from its account and do not happen again;
    /// what is new is shown on standard error before it happens
    #[arg(long = "continue", value_name = "RUN")]
    pub(crate) continue_from: Option<String>,

    #[command(flatten)]
    pub(crate) result: ResultArgs,

    /// Prints the whole outcome as one JSON document instead: how the run ended, what it printed, what it used, its calls
    #[arg(long)]
    pub(crate) json: bool,

    // Last, since its heading holds for all that follows.
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

const RUN_EXAMPLES: &str = "\
Examples:
  codemode run report.js 2026-09
  codemode run --allow-read=data --wall-time 10s report.js
  codemode run --allow-write=src --allow-run=git rename_symbol.js
  codemode run --config codemode.toml --json report.js | jq .usage
  curl -s https://example.com/script.js | codemode run -
  codemode run --continue 3f2a --allow-write=src fixed.js

Exit codes:
    0  the script finished
    1  it threw, does not parse, imports what is not there, or waits for what cannot come
    2  the command line or the configuration is wrong; nothing ran
    3  a limit stopped it
    4  it waits for a person; `codemode approvals list` shows for what
   70  the engine or the machine failed; this is not the script's doing
  130  Ctrl-C cancelled it (143: SIGTERM did); a second Ctrl-C ends the process at once
  141  whoever read standard output closed it

Where a run ends badly after calls that may have changed something, standard error says which of
them were done, and of which that is not known.";

/// Says what a script could do, without running it
///
/// Reads the script as every run does first: its syntax, its imports, and the arguments of its calls where they stand in it.
/// Lists the tools that it names, each with the most that a call may do and with what the policy says of that.
#[derive(Args, Debug)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// The script: a .js, .mjs, .ts or .mts file, or - for standard input
    pub(crate) script: PathBuf,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) result: ResultArgs,

    /// Prints one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  codemode check --allow-read=data report.js
  codemode check --config codemode.toml --json report.js

Exit codes:
    0  it would run
    1  it does not parse, or imports or calls what is not there
    2  the command line or the configuration is wrong
    3  it is longer than a limit allows";

/// What a run is asked for beside what it prints.
#[derive(Args, Debug, Default)]
pub(crate) struct ResultArgs {
    /// Asks the script for a result that fits the JSON Schema in FILE, which it gives with submit from codemode:result; it
    /// stands in the document of --json
    #[arg(long, value_name = "FILE")]
    pub(crate) result_schema: Option<PathBuf>,
}

/// What a sandbox is made of; the same for every command.
#[derive(Args, Debug)]
pub(crate) struct SandboxArgs {
    /// Lets scripts read the files below DIR, through the module tools/fs. Can be given more than once. Replaces the folders
    /// of the configuration file
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_read: Vec<PathBuf>,

    /// Lets scripts read and change the files below DIR, through the module tools/fs. Can be given more than once. Replaces the
    /// folders for writing of the configuration file
    #[arg(long, value_name = "DIR")]
    pub(crate) allow_write: Vec<PathBuf>,

    /// Lets scripts run the program CMD, by its name in PATH or by its path, in or below the current folder, through the
    /// module tools/process. It runs with all rights of yours. Can be given more than once. Replaces the programs of the
    /// configuration file
    #[arg(long, value_name = "CMD")]
    pub(crate) allow_run: Vec<String>,

    /// Lets scripts keep small values that later runs find again, through the module tools/store. They stand in the store of
    /// the account
    #[arg(long)]
    pub(crate) allow_store: bool,

    /// Lets scripts make HTTP requests to HOST, through the module tools/http: api.example.com, *.example.com,
    /// localhost:8080. It is https, unless HOST begins with http:// or is this machine. Can be given more than once. Replaces
    /// the hosts of the configuration file
    #[arg(long, value_name = "HOST[:PORT]")]
    pub(crate) allow_net: Vec<String>,

    /// Reads limits, folders, programs, hosts and rules from a file. No file is read unless it is named here
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The JavaScript engine: auto is quickjs, unless the script uses what only boa gets right [default: auto]
    #[arg(long, value_name = "auto|quickjs|boa")]
    pub(crate) engine: Option<ScriptEngine>,

    /// The time zone of the script's dates, an IANA name such as Europe/Berlin [default: UTC]
    #[arg(long, value_name = "ZONE", value_parser = time_zone)]
    pub(crate) time_zone: Option<TimeZone>,
}

/// The error that clap shows names the value already.
fn time_zone(text: &str) -> Result<TimeZone, String> {
    text.parse().map_err(|error| match error {
        Error::TimeZone { reason, .. } => reason,
        error => error.to_string(),
    })
}

/// The flags of [`codemode::Limits`]. They win over the configuration file.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Limits (each is on by default; sizes: 64k, 128MiB; times: 500ms, 30s, 2m)")]
pub(crate) struct LimitArgs {
    /// CPU work, in Wasm instructions [default: 10G]
    #[arg(long, value_name = "UNITS", value_parser = units::count)]
    pub(crate) fuel: Option<u64>,

    /// Memory of the sandbox [default: 128MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) memory: Option<u64>,

    /// Time from start to end, waiting for tools included [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub(crate) wall_time: Option<Duration>,

    /// Tool calls of the run [default: 1000]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) calls: Option<u32>,

    /// Tool calls at the same time; more wait their turn [default: 64]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) concurrent_calls: Option<u32>,

    /// Repeats of tool calls that fail in a way that may pass, of all calls together [default: 20]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) retries: Option<u32>,

    /// Function calls inside one another [default: 10000]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) recursion: Option<u32>,

    /// Arguments of one tool call, as JSON [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) argument_bytes: Option<u64>,

    /// Reply of one tool call, as JSON [default: 16MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) reply_bytes: Option<u64>,

    /// Longest reply, output or printed text that is kept whole in the store [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) artifact_bytes: Option<u64>,

    /// Printed text [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) printed_bytes: Option<u64>,

    /// Printed lines [default: 20000]
    #[arg(long, value_name = "COUNT", value_parser = units::count)]
    pub(crate) printed_lines: Option<u64>,

    /// Nesting of arrays and objects in arguments and replies [default: 100]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) nesting: Option<u32>,

    /// The script's own length [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub(crate) source_bytes: Option<u64>,

    /// Timers that are pending at the same time [default: 10000]
    #[arg(long, value_name = "COUNT", value_parser = units::small_count)]
    pub(crate) timers: Option<u32>,
}

/// Shows the tools that scripts can import
///
/// The flags that grant tools are those of `codemode run`: what is shown is what a script would see.
#[derive(Args, Debug)]
#[command(after_help = TOOLS_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct ToolsArgs {
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    /// Prints one JSON document instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: ToolsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolsCommand {
    /// Lists modules and tools, each with its effect and a line on what it does
    List,
    /// Shows one tool: what it does, its arguments and reply, its effect, its timeout
    Show {
        /// The tool, such as fs.read_file
        name: String,
    },
}

const TOOLS_EXAMPLES: &str = "\
Examples:
  codemode tools --allow-read=. list
  codemode tools --allow-read=. show fs.read_file
  codemode tools --config codemode.toml --json list

Exit codes:
    0  shown
    2  the command line or the configuration is wrong, or there is no such tool";

/// Runs cases: scripts with canned tools, and what must come out
///
/// A case is a folder with a case.json and a script. Every folder below DIR that has a case.json is one. Cases run in the
/// same sandbox as `codemode run`, with tools that answer what the case says, so a script can be tested without its services.
///
/// `codemode test --help` describes the format.
#[derive(Args, Debug)]
#[command(after_help = TEST_EXAMPLES, after_long_help = concat!(include_str!("../cases/format.txt"), "\n", include_str!("../test_examples.txt")))]
pub(crate) struct TestArgs {
    /// Folders that are cases or contain them
    #[arg(required = true, value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,

    /// Runs only the cases whose name contains TEXT
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,

    /// Cases that are known to fail, one a line, as `name: what it waits for`, or `name [boa]: …` where one engine alone fails;
    /// # begins a comment. Such a case is reported as
    /// waiting, and fails the test when it passes, so that the list stays true
    #[arg(long, value_name = "FILE")]
    pub(crate) waiting: Option<PathBuf>,

    /// The engine that runs the scripts [default: auto]
    #[arg(long, value_name = "auto|quickjs|boa")]
    pub(crate) engine: Option<ScriptEngine>,

    /// Cases that run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), default_value_t = default_jobs(), hide_default_value = true)]
    pub(crate) jobs: u16,

    /// Prints one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

fn default_jobs() -> u16 {
    u16::try_from(environment::cores()).unwrap_or(u16::MAX)
}

const TEST_EXAMPLES: &str = include_str!("../test_examples.txt");

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};
    use codemode::Limits;

    use super::{Cli, Command};

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_defaults_that_help_names_are_the_defaults() {
        let command = Cli::command();
        let run = command.find_subcommand("run").expect("there is one");
        let mut words = vec!["codemode".to_owned(), "run".to_owned()];
        for flag in run.get_arguments() {
            let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
            if let Some((_, default)) = help.split_once("[default: ") {
                words.push(format!(
                    "--{}={}",
                    flag.get_long().expect("limits are flags"),
                    default.trim_end_matches(']')
                ));
            }
        }
        words.push("script.js".to_owned());
        let Command::Run(args) = Cli::parse_from(words).command else { panic!("it is `run`") };
        // Every limit is set by its flag, so that what is beneath does not show.
        let beneath = Limits { fuel: 1, memory_bytes: 1, recursion: 1, source_bytes: 1, calls: 1, ..Limits::default() };
        assert_eq!(args.limits.over(&beneath), Limits::default());
    }
}
