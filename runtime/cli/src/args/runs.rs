//! `codemode runs`, and where the account of runs is.

use clap::{Args, Subcommand};

use super::SandboxArgs;

/// Where the account of runs is kept; the same for every command.
#[derive(Args, Debug, Default)]
pub(crate) struct StoreArgs {
    /// Keeps the account of runs there: the path of an SQLite file, postgres://USER@HOST/DATABASE, or none
    /// [default: CODEMODE_STORE, else codemode/runs.db in the user's state folder]
    #[arg(long, value_name = "PLACE")]
    pub(crate) store: Option<String>,
}

/// Shows what runs did, and settles what is not known
///
/// Every run leaves an account in the store: its script, each call with its arguments, the verdict and the rule that gave it, and
/// what became of it. What a run is about to change is written down before it does, so that nothing is hidden by a crash.
#[derive(Args, Debug)]
#[command(after_help = RUNS_EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct RunsArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Reads the store's place from a configuration file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<std::path::PathBuf>,

    /// Prints JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: RunsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// Lists runs, newest first
    List {
        /// Only runs of this principal
        #[arg(long, value_name = "NAME")]
        principal: Option<String>,
        /// Only runs with calls of which it is not known whether they took effect
        #[arg(long)]
        unknown: bool,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 20)]
        most: u32,
    },
    /// Shows one run: its script, its end, and each call
    Show {
        /// The run's id, or its beginning
        run: String,
        /// Shows the script's source as well
        #[arg(long)]
        source: bool,
    },
    /// Writes runs and their calls as JSON lines: one for each run, followed by one for each of its calls
    Export {
        /// The run; without one, all of them, newest first
        run: Option<String>,
    },
    /// Lists the large outputs that were kept whole of a run
    Artifacts {
        /// The run's id, or its beginning
        run: String,
    },
    /// Writes one large output that was kept whole to standard output
    Artifact {
        /// The artifact's id, or its beginning
        artifact: String,
    },
    /// Goes on with a run that waited for a person
    ///
    /// Needs the tools of the run, so the flags or the configuration file that granted them. Standard output is what the run
    /// prints from now on.
    Resume(ResumeArgs),
    /// Ends a run that waits for a person; what it had done stays
    Cancel {
        /// The run's id, or its beginning
        run: String,
    },
    /// Takes back what a run changed, as far as that is possible: its last change first
    ///
    /// Needs the tools that made the changes, so the flags or the configuration file that granted them. Stops at the first
    /// change that something else was built upon since; what is left stays, and can be undone later.
    Undo {
        /// The run's id, or its beginning
        run: String,
        /// For whom it ran, where that was said
        #[arg(long, value_name = "NAME", default_value = "")]
        principal: String,
        #[command(flatten)]
        sandbox: SandboxArgs,
    },
    /// Writes down what became of a call of unknown outcome, once a person has found out
    Settle {
        /// The run's id, or its beginning
        run: String,
        /// The call's number, as `codemode runs show` gives it
        call: u32,
        /// It took effect
        #[arg(long, conflicts_with = "not_done", required_unless_present = "not_done")]
        done: bool,
        /// It did not
        #[arg(long)]
        not_done: bool,
        /// What it would have replied, as JSON, for a run that goes on from this one
        #[arg(long, value_name = "JSON", requires = "done")]
        reply: Option<String>,
    },
}

/// Which run goes on, and with what.
#[derive(Args, Debug)]
pub(crate) struct ResumeArgs {
    /// The run's id, or its beginning
    pub(crate) run: String,
    /// For whom it runs, where that was said
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) principal: String,
    /// Prints everything that the run printed, not only what is new
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,
}

const RUNS_EXAMPLES: &str = "\
Examples:
  codemode runs list
  codemode runs show 3f2a
  codemode runs --store postgres://me@db.example/runs list --unknown
  codemode runs export > runs.jsonl
  codemode runs settle 3f2a 4 --not-done
  codemode runs undo 3f2a --allow-write=src
  codemode runs artifacts 3f2a
  codemode runs artifact 9b74c989 > whole.json
  codemode runs resume 3f2a --config codemode.toml

Exit codes:
    0  shown, or all of it taken back
    1  a change was not taken back
    4  the run that went on waits again; otherwise as `codemode run`
    2  the command line is wrong, or there is no such run
   70  the store cannot be used";
