//! `codemode approvals`.

use clap::{Args, Subcommand};

use super::StoreArgs;

/// Shows and decides what waits for a person
///
/// Where a rule of the policy says `ask`, a run that comes there rests in the store until a person has decided each call. An
/// approval is for one call, with the arguments that are shown, and expires. The run goes on with `codemode runs resume`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct ApprovalsArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Reads the store's place from a configuration file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<std::path::PathBuf>,

    /// Prints JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: ApprovalsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ApprovalsCommand {
    /// Lists what waits, oldest first
    List {
        /// Only for this principal
        #[arg(long, value_name = "NAME")]
        principal: Option<String>,
    },
    /// Shows one call that waits, or waited
    Show {
        /// Its id, or the beginning of it
        id: String,
    },
    /// Approves calls: each may be made once, as it is shown
    Approve(Decide),
    /// Refuses calls: the script gets an exception with what is said here
    Deny(Decide),
}

/// What is decided, and by whom.
#[derive(Args, Debug)]
pub(crate) struct Decide {
    /// Their ids, or the beginnings of them
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    /// Who decides [default: the user's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Why, in a sentence; the script reads it where the call is refused
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  codemode approvals list
  codemode approvals show 9c1e
  codemode approvals approve 9c1e
  codemode approvals deny 9c1e --reason 'the customer has been refunded already'
  codemode runs resume 3f2a --config codemode.toml

Exit codes:
    0  shown, or decided
    2  the command line is wrong, or there is no such approval, or it was decided before
   70  the store cannot be used";
