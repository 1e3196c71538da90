//! The status line of a run: how long it takes, and what it waits for.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use codemode::{Event, printable};

use crate::terminal::Terminal;

/// What is shown of a run that goes on. Most runs end before anything is shown.
pub(crate) struct Status {
    started: Instant,
    running: BTreeMap<u32, String>,
    stopping: bool,
}

impl Status {
    /// How long a run goes on without a word.
    const QUIET: Duration = Duration::from_secs(1);

    /// Different tools that are named; a line has little room.
    const NAMED: usize = 3;

    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), running: BTreeMap::new(), stopping: false }
    }

    /// Takes note of a call that starts or ends.
    pub(crate) fn note(&mut self, event: &Event) {
        match event {
            Event::CallStarted { call, tool, .. } => _ = self.running.insert(*call, printable(tool)),
            Event::CallEnded { call, .. } => _ = self.running.remove(call),
            _ => {}
        }
    }

    /// The run is being cancelled.
    pub(crate) fn stopping(&mut self) {
        self.stopping = true;
    }

    /// When the line has to be written next: at the end of the quiet time, and then with each new second.
    pub(crate) fn next(&self) -> Duration {
        let elapsed = self.started.elapsed();
        match Self::QUIET.checked_sub(elapsed) {
            Some(left) if !left.is_zero() => left,
            _ => Duration::from_nanos(u64::from(1_000_000_000 - elapsed.subsec_nanos())),
        }
    }

    /// Writes the line, if it is time for one.
    pub(crate) fn show(&self, terminal: &mut Terminal) {
        let elapsed = self.started.elapsed();
        if elapsed >= Self::QUIET {
            terminal.status(&self.line(elapsed.as_secs()));
        }
    }

    fn line(&self, seconds: u64) -> String {
        let mut line =
            if seconds < 60 { format!("{seconds} s") } else { format!("{} min {} s", seconds / 60, seconds % 60) };
        if self.stopping {
            line.push_str(": stopping; Ctrl-C again ends it at once");
            return line;
        }
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for tool in self.running.values() {
            match counts.iter_mut().find(|(name, _)| name == tool) {
                Some((_, count)) => *count += 1,
                None => counts.push((tool, 1)),
            }
        }
        if counts.is_empty() {
            line.push_str(": running");
            return line;
        }
        line.push_str(": waiting for ");
        for (i, (name, count)) in counts.iter().take(Self::NAMED).enumerate() {
            line.push_str(if i > 0 { ", " } else { "" });
            line.push_str(name);
            if *count > 1 {
                // Writing to a string cannot fail.
                let _ = write!(line, " ×{count}");
            }
        }
        if counts.len() > Self::NAMED {
            let _ = write!(line, " and {} more", counts.len() - Self::NAMED);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use codemode::{CallEnding, Effect};

    use super::*;

    #[test]
    fn it_says_what_the_run_waits_for() {
        let mut status = Status::start();
        assert_eq!(status.line(3), "3 s: running");
        for (call, tool) in ["fs.read_file", "crm.find", "fs.read_file", "a.b", "c.d"].into_iter().enumerate() {
            let call = u32::try_from(call).expect("few");
            status.note(&Event::CallStarted { call, tool: tool.into(), effect: Effect::Read });
        }
        assert_eq!(status.line(61), "1 min 1 s: waiting for fs.read_file ×2, crm.find, a.b and 1 more");
        let latency = Duration::ZERO;
        for call in [0, 1, 3, 4] {
            status.note(&Event::CallEnded { call, tool: String::new(), ending: CallEnding::Done, latency });
        }
        assert_eq!(status.line(62), "1 min 2 s: waiting for fs.read_file");
        status.stopping();
        assert_eq!(status.line(63), "1 min 3 s: stopping; Ctrl-C again ends it at once");
    }
}
