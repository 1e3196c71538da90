//! Samples, and the table made of them.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// One line of the table.
pub(crate) struct Row {
    what: String,
    figure: String,
    /// What it is compared with, and the ratio.
    against: Option<(String, f64)>,
}

impl Row {
    pub(crate) fn new(what: impl Into<String>, figure: impl Into<String>) -> Self {
        Self { what: what.into(), figure: figure.into(), against: None }
    }

    /// Compares the figure's time with another one that was measured beside it.
    pub(crate) fn against(mut self, name: &str, ours: Duration, theirs: Option<Duration>) -> Self {
        self.against =
            theirs.map(|theirs| (format!("{name} {}", time(theirs)), ours.as_secs_f64() / theirs.as_secs_f64()));
        self
    }
}

/// The rows as a Markdown table.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = String::from("| what | codemode | compared with | ratio |\n| --- | --: | --: | --: |\n");
    for Row { what, figure, against } in rows {
        let (name, ratio) = match against {
            Some((name, ratio)) => (name.as_str(), format!("{ratio:.2}×")),
            None => ("", String::new()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {figure} | {name} | {ratio} |");
    }
    text
}

/// Times of the same thing.
pub(crate) struct Samples(Vec<Duration>);

impl Samples {
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that `percent` of the samples do not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let at = (self.0.len() * percent).div_ceil(100).clamp(1, self.0.len().max(1)) - 1;
        self.0.get(at).copied().unwrap_or_default()
    }

    pub(crate) fn median(&self) -> Duration {
        self.percentile(50)
    }
}

/// What a piece of work took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

/// A time with three digits and the unit that fits.
pub(crate) fn time(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    let (value, unit) = match micros {
        ..1e3 => (micros, "µs"),
        ..1e6 => (micros / 1e3, "ms"),
        _ => (micros / 1e6, "s"),
    };
    let digits = match value {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

/// What the system says of this process; nothing where there is no Linux `/proc`.
pub(crate) mod process {
    use std::fs;

    /// The part of memory that is this process's own, in bytes: shared pages count in parts.
    pub(crate) fn proportional_set_size() -> Option<u64> {
        kilobytes("/proc/self/smaps_rollup", "Pss:")
    }

    /// Memory in RAM, in bytes.
    pub(crate) fn resident_set_size() -> Option<u64> {
        kilobytes("/proc/self/status", "VmRSS:")
    }

    pub(crate) fn threads() -> Option<usize> {
        Some(fs::read_dir("/proc/self/task").ok()?.count())
    }

    /// Open files, sockets and the like.
    pub(crate) fn open_files() -> Option<usize> {
        Some(fs::read_dir("/proc/self/fd").ok()?.count())
    }

    fn kilobytes(file: &str, key: &str) -> Option<u64> {
        let text = fs::read_to_string(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
    }
}

/// Bytes as megabytes (of 1,000,000) with a sign.
pub(crate) fn growth(before: Option<u64>, after: Option<u64>) -> String {
    let (Some(before), Some(after)) = (before, after) else { return "not known here".into() };
    #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
    let megabytes = (after as f64 - before as f64) / 1e6;
    format!("{megabytes:+.1} MB")
}
