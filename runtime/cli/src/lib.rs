//! The command line of codemode: `run`, `check`, `tools`, `runs`, `approvals` and `test`, one file for each.
//!
//! Start with `main`, then `args` for what can be written on the command line, then the file of a command. What a
//! command writes goes through `terminal`, what it reads of the environment through `environment`, and what it exits
//! with is an `exit::Exit`. [`cases`] is a library of its own: scripts, canned tools, and what must come out.
//!
//! The interface is the binary's; the only part meant for other crates is [`cases`].

mod approvals;
mod args;
pub mod cases;
mod check;
mod environment;
mod exit;
mod net;
mod run;
mod runs;
mod sandbox;
mod schema;
mod script;
mod status;
mod store;
mod terminal;
mod test;
mod tools;
mod units;

use std::num::NonZeroU32;
use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::terminal::Terminal;

/// Runs that a command has alive at the same time; those of a case that runs more often at once wait.
const LIVE_RUNS: NonZeroU32 = NonZeroU32::new(64).expect("not zero");

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(environment::arguments()) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too. Whoever closed the pipe does not want them.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage.into() } else { Exit::Finished.into() };
        }
    };
    // A command starts few runs, and should start soon.
    codemode::set_live_runs(LIVE_RUNS);
    let mut terminal = Terminal::of_process();
    let result = match &cli.command {
        Command::Run(args) => run::run(args, &mut terminal),
        Command::Check(args) => check::run(args, &mut terminal),
        Command::Tools(args) => tools::run(args, &mut terminal),
        Command::Runs(args) => runs::run(args, &mut terminal),
        Command::Approvals(args) => approvals::run(args, &mut terminal),
        Command::Test(args) => test::run(args, &mut terminal),
    };
    let exit = result.unwrap_or_else(|error| {
        let exit = exit::of_error(&error);
        if exit != Exit::ClosedPipe {
            terminal.error(&format!("{error:#}"));
        }
        exit
    });
    exit.into()
}
