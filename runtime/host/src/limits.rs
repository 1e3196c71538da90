//! Limits: every number that a script can push against, and what a run used of each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Error, Limit, LimitReached, Stop};

/// What one run may use. Every limit is on by default and finite; there is no "unlimited".
///
/// ```
/// let limits = codemode::Limits { calls: 5_000, ..codemode::Limits::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// CPU work, in units of fuel: one for each Wasm instruction, and one for each byte of a bulk copy. Default 10 billion,
    /// some seconds of work on one core. Stops loops, slow patterns and endless job chains the same way on every machine.
    /// Time spent waiting for tools costs no fuel; work that a tool does on the host is not counted.
    pub fuel: u64,
    /// Memory of the sandbox, in bytes: the engine, the script's values and its source. Default 128 MiB, enough for tens
    /// of megabytes of JSON. Stops strings, arrays and caches that only grow. Does not count replies that wait in the host:
    /// those are at most `concurrent_calls` × `reply_bytes`.
    pub memory_bytes: u64,
    /// Calls of functions inside one another. Default 10,000, what recursive scripts written for Node expect. On Boa it is exact, and
    /// the run ends with a stack limit beyond it. On QuickJS it stands for 384 bytes of the engine's stack a call: beyond them the
    /// script gets a `RangeError`, and the run a stack limit where nobody catches that. Recursion through built-ins (`map`,
    /// `sort`, getters) ends earlier, at some thousands.
    pub recursion: u32,
    /// Wall time of the whole run, waiting for tools included. Default 2 minutes. Stops sleepers and slow tools.
    #[serde(with = "millis", rename = "wall_time_ms")]
    pub wall_time: Duration,
    /// Length of the source, in bytes of UTF-8. Default 1 MiB; what models write is a few kilobytes.
    pub source_bytes: u64,
    /// Tool calls of the whole run. Default 1,000. Stops loops around a tool.
    pub calls: u32,
    /// Tool calls that run at the same time; more wait their turn. Default 64. Bounds what a run holds of the host and of
    /// the services behind its tools.
    pub concurrent_calls: u32,
    /// Repeats of calls, of all calls of the run together, where a tool fails in a way that may pass. Default 20. Bounds what
    /// a service that is down gets to see; a call's own bound is [`ToolSpec::attempts`](crate::ToolSpec::attempts).
    pub retries: u32,
    /// Length of the arguments of one call, in bytes of JSON. Default 1 MiB. A longer one refuses that call.
    pub argument_bytes: u64,
    /// Length of the reply of one call, in bytes of JSON. Default 16 MiB, so that a file of 8 MiB
    /// fits however much of it JSON must escape. A longer one fails that call, after its effect.
    pub reply_bytes: u64,
    /// The longest reply, output of a program or printed text that is kept whole as an artifact, in bytes. Default 64 MiB, four of
    /// the longest replies; beyond it, data belongs into a file. Bounds what one call can put into the store, and hold in memory
    /// until it is there. What is longer is not kept; 0 keeps nothing. Without a store nothing is kept either.
    pub artifact_bytes: u64,
    /// Printed text of the whole run, stdout and stderr together, in bytes of UTF-8 after control characters are escaped.
    /// Default 1 MiB. Stops floods; what was printed up to the limit is kept.
    pub printed_bytes: u64,
    /// Printed lines of the whole run. Default 20,000.
    pub printed_lines: u64,
    /// Nesting of arrays and objects in the arguments and in the reply of a call. Default 100; at most 120, since the
    /// host's JSON parser recurses. A deeper value refuses or fails that call.
    pub nesting: u32,
    /// Timers that are pending at the same time. Default 10,000.
    pub timers: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 10_000_000_000,
            memory_bytes: 128 << 20,
            recursion: 10_000,
            wall_time: Duration::from_mins(2),
            source_bytes: 1 << 20,
            calls: 1_000,
            concurrent_calls: 64,
            retries: 20,
            argument_bytes: 1 << 20,
            reply_bytes: 16 << 20,
            artifact_bytes: 64 << 20,
            printed_bytes: 1 << 20,
            printed_lines: 20_000,
            nesting: 100,
            timers: 10_000,
        }
    }
}

impl Limits {
    /// The least memory that an engine starts in.
    pub const LEAST_MEMORY_BYTES: u64 = 8 << 20;
    /// The most memory that a run can be given: a Wasm memory's address space.
    pub const MOST_MEMORY_BYTES: u64 = 4 << 30;
    /// The deepest nesting that can be allowed.
    pub const MOST_NESTING: u32 = 120;
    /// The deepest recursion that can be allowed: beyond it the engine's own stacks end first.
    pub const MOST_RECURSION: u32 = 100_000;

    /// Refuses a source that is too long.
    pub(crate) fn check_source(&self, source: &str) -> Result<(), Stop> {
        let (used, allowed) = (source.len() as u64, self.source_bytes);
        if used > allowed {
            return Err(Stop::Limit(LimitReached { limit: Limit::SourceBytes, allowed, used }));
        }
        Ok(())
    }

    /// Refuses values that cannot work.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let bounds: [(&'static str, u64, u64, u64); 15] = [
            ("fuel", self.fuel, 1, u64::MAX >> 1),
            ("memory_bytes", self.memory_bytes, Self::LEAST_MEMORY_BYTES, Self::MOST_MEMORY_BYTES),
            ("recursion", u64::from(self.recursion), 1, u64::from(Self::MOST_RECURSION)),
            ("wall_time_ms", u64::try_from(self.wall_time.as_millis()).unwrap_or(u64::MAX), 1, 366 * 86_400_000),
            ("source_bytes", self.source_bytes, 1, 64 << 20),
            ("calls", u64::from(self.calls), 0, u64::from(u32::MAX >> 1)),
            ("concurrent_calls", u64::from(self.concurrent_calls), 1, 1 << 16),
            ("retries", u64::from(self.retries), 0, 1 << 20),
            ("argument_bytes", self.argument_bytes, 2, 1 << 30),
            ("reply_bytes", self.reply_bytes, 4, 1 << 30),
            ("artifact_bytes", self.artifact_bytes, 0, 1 << 30),
            ("printed_bytes", self.printed_bytes, 0, 1 << 30),
            ("printed_lines", self.printed_lines, 0, 1 << 30),
            ("nesting", u64::from(self.nesting), 1, u64::from(Self::MOST_NESTING)),
            ("timers", u64::from(self.timers), 0, 1 << 20),
        ];
        for (limit, value, least, most) in bounds {
            if !(least..=most).contains(&value) {
                let reason = format!("{value} is outside of {least} to {most}");
                return Err(Error::Limit { limit, reason });
            }
        }
        Ok(())
    }
}

/// What a run used of its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Units of fuel.
    pub fuel: u64,
    /// The most memory the sandbox had, in bytes.
    pub memory_bytes: u64,
    /// From the start to the end.
    #[serde(with = "millis", rename = "wall_time_ms")]
    pub wall_time: Duration,
    /// Time in which the guest itself ran.
    #[serde(with = "millis", rename = "guest_time_ms")]
    pub guest_time: Duration,
    /// Tool calls asked for.
    pub calls: u32,
    /// The most calls that ran at the same time.
    pub concurrent_calls: u32,
    /// Printed text, in bytes.
    pub printed_bytes: u64,
    /// Printed lines.
    pub printed_lines: u64,
}

/// Durations as a whole number of milliseconds, as they stand in files and in JSON.
pub(crate) mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(duration.as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}
