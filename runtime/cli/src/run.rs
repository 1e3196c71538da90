//! `codemode run`: one script from its file to its exit code.
//!
//! The run happens on the threads of a tokio runtime. This thread only writes: what was printed goes out as it comes, and a
//! reader that is slow holds up nobody but itself.

use std::ffi::OsString;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use anyhow::{Context as _, bail};
use clap::Args as _;
use codemode::{CancellationToken, Continued, Error, Event, Outcome, Paused, PrintTarget, RunEvents, Stop, printable};
use tokio::runtime::Runtime;

use crate::args::RunArgs;
use crate::exit::{self, Exit, Unwritable};
use crate::status::Status;
use crate::terminal::Terminal;
use crate::{environment, runs, sandbox, script};

/// What the threads of the run tell this one.
enum Message {
    Event(Result<Event, Error>),
    /// A signal asked for the run's end.
    Signal(u8),
}

pub(crate) fn run(args: &RunArgs, terminal: &mut Terminal) -> anyhow::Result<Exit> {
    let Some((script, words)) = args.words.split_first() else { bail!("a script is needed") };
    let words = words.iter().map(text_of).collect::<anyhow::Result<Vec<String>>>()?;
    if let Some(flag) = misplaced_flag(&words) {
        terminal
            .warning(&format!("{flag} stands after the script, so the script gets it; flags of codemode stand before"));
    }

    let script = script::read(script.as_ref())?.args(words);
    let sandbox = sandbox::build_with_store(&args.sandbox, &args.limits, &args.store, &args.result)?;

    let stored = sandbox.store().is_some();
    let start = |cancelled| {
        let run = sandbox.run(&script).cancel_with(cancelled);
        args.continue_from.iter().fold(run, codemode::Run::continue_from).events()
    };
    follow_run(runtime()?, start, args.json, stored, terminal)
}

/// Runs to the end what `start` begins, and writes what it prints.
pub(crate) fn follow_run(
    runtime: Runtime,
    start: impl FnOnce(CancellationToken) -> RunEvents,
    json: bool,
    stored: bool,
    terminal: &mut Terminal,
) -> anyhow::Result<Exit> {
    let cancelled = CancellationToken::new();
    let (sender, messages) = channel();
    watch_signals(&runtime, &cancelled, &sender).context("cannot listen for signals")?;
    let mut events = start(cancelled.clone());
    runtime.spawn(async move {
        while let Some(event) = events.next().await {
            // The receiver waits for the last event.
            let _ = sender.send(Message::Event(event));
        }
    });
    let result = follow(&messages, &cancelled, Told { json, stored }, terminal);
    // A tool's thread that does not see that its call was cut off must not keep the process.
    runtime.shutdown_background();
    result
}

/// The runtime that runs and their tools use.
pub(crate) fn runtime() -> anyhow::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start threads")
}

/// What is told of a run.
#[derive(Clone, Copy)]
struct Told {
    /// The whole outcome, as JSON, instead of text.
    json: bool,
    /// Whether its account outlives it.
    stored: bool,
}

/// Writes what the run prints, until it has ended.
fn follow(
    messages: &Receiver<Message>,
    cancelled: &CancellationToken,
    told: Told,
    terminal: &mut Terminal,
) -> anyhow::Result<Exit> {
    let mut status = Status::start();
    let mut signal = None;
    let mut unwritable: Option<Unwritable> = None;
    loop {
        let message = if terminal.is_live() {
            match messages.recv_timeout(status.next()) {
                Err(RecvTimeoutError::Timeout) => {
                    status.show(terminal);
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => None,
                Ok(message) => Some(message),
            }
        } else {
            messages.recv().ok()
        };
        match message {
            Some(Message::Signal(number)) => {
                signal = Some(number);
                status.stopping();
                status.show(terminal);
            }
            Some(Message::Event(Ok(Event::Printed { stream, text }))) if !told.json => match stream {
                PrintTarget::Stderr => terminal.err(&text),
                PrintTarget::Stdout if unwritable.is_some() => {}
                PrintTarget::Stdout => {
                    if let Err(error) = terminal.out(&text) {
                        // Nobody reads any more, so the run ends; what it did until then is still told.
                        unwritable = Some(error);
                        cancelled.cancel();
                    }
                }
            },
            Some(Message::Event(Ok(Event::Ended(outcome)))) => {
                let exit = conclude(&outcome, signal, told, unwritable.is_some(), terminal)?;
                return unwritable.map_or(Ok(exit), |error| Err(error.into()));
            }
            Some(Message::Event(Ok(Event::CallDiffers { tool, arguments, instead_of, .. }))) => {
                terminal.line(&difference(&tool, &arguments, instead_of.as_ref()));
            }
            Some(Message::Event(Ok(event))) => {
                status.note(&event);
                status.show(terminal);
            }
            Some(Message::Event(Err(error))) => return Err(error.into()),
            None => bail!(Error::Engine("the run ended without an outcome".into())),
        }
    }
}

/// Says how the run ended.
fn conclude(
    outcome: &Outcome,
    signal: Option<u8>,
    told: Told,
    nobody_reads: bool,
    terminal: &mut Terminal,
) -> anyhow::Result<Exit> {
    let exit = Exit::of_stop(&outcome.stop, signal);
    if told.json {
        let mut text = serde_json::to_string_pretty(outcome)?;
        text.push('\n');
        terminal.out(&text)?;
        return Ok(exit);
    }
    for warning in &outcome.warnings {
        terminal.warning(&warning.to_string());
    }
    if let Some(continued) = &outcome.continued {
        terminal.line(&taken_over(continued));
    }
    if let Some(fault) = &outcome.store_fault {
        terminal.warning(&format!("the account of this run is not kept: {fault}"));
    }
    if exit != Exit::Finished {
        let quiet = nobody_reads && matches!(outcome.stop, Stop::Cancelled);
        if !quiet {
            match &outcome.stop {
                Stop::Paused(paused) => terminal.line(&how_to_go_on(paused)),
                stop => terminal.error(&stop.to_string()),
            }
        }
        let ledger = outcome.ledger();
        if exit != Exit::Paused && !ledger.is_empty() {
            terminal.line(&ledger.to_string());
            if told.stored {
                terminal.line(&format!("`codemode run --continue {} …` goes on from there", runs::short(&outcome.run)));
            }
        }
    }
    Ok(exit)
}

/// What waits for a person, and how the run goes on.
fn how_to_go_on(paused: &Paused) -> String {
    let mut text = format!("paused: {paused}");
    if let Some(first) = paused.approvals.first() {
        text += &format!("\ndecide: codemode approvals approve {}   (or deny)", runs::short(&first.id));
    }
    text + &format!("\nthen:   codemode runs resume {}   (with the flags of this run)", runs::short(&paused.run))
}

/// A call that the earlier run did not make.
fn difference(tool: &str, arguments: &str, instead_of: Option<&(String, String)>) -> String {
    let mut text = format!("new: {} {}", printable(tool), printable(arguments));
    if let Some((call, arguments)) = instead_of {
        text += &format!("\n     where {call} was {}", printable(arguments));
    }
    text
}

/// What a run took over from an earlier one.
fn taken_over(continued: &Continued) -> String {
    let run = runs::short(&continued.run);
    let mut text = format!("{} calls were answered from the account of {run}", continued.answered);
    for record in &continued.not_repeated {
        text += &format!(
            "\ndone by {run} and not asked for now: {} {}",
            printable(&record.tool),
            printable(&record.arguments)
        );
    }
    text
}

/// A word for the script: a JavaScript string, so it is text.
fn text_of(word: &OsString) -> anyhow::Result<String> {
    word.to_str().map(str::to_owned).with_context(|| format!("the argument {} is not UTF-8 text", word.display()))
}

/// A word of the script's that is a flag of `codemode run`. After `--` nobody means one.
fn misplaced_flag(words: &[String]) -> Option<&str> {
    if environment::arguments().any(|word| word == "--") {
        return None;
    }
    let command = RunArgs::augment_args(clap::Command::new("run"));
    let names: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    let is_flag = |word: &&str| {
        word.strip_prefix("--").is_some_and(|word| names.contains(&word.split('=').next().unwrap_or(word)))
    };
    words.iter().map(String::as_str).find(is_flag)
}

/// Cancels the run at the first signal that asks for its end, and ends the process at the second.
fn watch_signals(runtime: &Runtime, cancelled: &CancellationToken, sender: &Sender<Message>) -> std::io::Result<()> {
    let _inside = runtime.enter();
    for (number, mut signals) in end_signals()? {
        let (cancelled, sender) = (cancelled.clone(), sender.clone());
        runtime.spawn(async move {
            while signals.recv().await.is_some() {
                if cancelled.is_cancelled() {
                    std::process::exit(Exit::Signal(number).code().into());
                }
                cancelled.cancel();
                // The receiver is gone where the run has just ended.
                let _ = sender.send(Message::Signal(number));
            }
        });
    }
    Ok(())
}

#[cfg(unix)]
fn end_signals() -> std::io::Result<Vec<(u8, tokio::signal::unix::Signal)>> {
    use tokio::signal::unix::{SignalKind, signal};

    const SIGTERM: u8 = 15;
    Ok(vec![(exit::SIGINT, signal(SignalKind::interrupt())?), (SIGTERM, signal(SignalKind::terminate())?)])
}

#[cfg(windows)]
fn end_signals() -> std::io::Result<Vec<(u8, tokio::signal::windows::CtrlC)>> {
    Ok(vec![(exit::SIGINT, tokio::signal::windows::ctrl_c()?)])
}
