//! How much one run may write.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use codemode_tool::ToolError;

/// How much one run may write. Stops a script from filling the disk; it does not count what it deletes.
///
/// ```
/// let quota = codemode_std::fs::Quota { changes: 10, ..Default::default() };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of one file. Default 8 MiB, what one read returns.
    pub file_bytes: u64,
    /// Bytes of all files that the run writes. Default 256 MiB.
    pub total_bytes: u64,
    /// Files that the run writes, moves or deletes, each as often as it does. Default 10,000.
    pub changes: u64,
}

impl Default for Quota {
    fn default() -> Self {
        Self { file_bytes: 8 << 20, total_bytes: 256 << 20, changes: 10_000 }
    }
}

/// What runs wrote so far.
pub(super) struct Spent {
    quota: Quota,
    runs: Mutex<VecDeque<Run>>,
}

struct Run {
    id: String,
    bytes: u64,
    changes: u64,
}

/// Runs that are remembered: more than can be alive in a process.
const RUNS: usize = 4_096;

impl Spent {
    pub(super) const fn new(quota: Quota) -> Self {
        Self { quota, runs: Mutex::new(VecDeque::new()) }
    }

    /// Refuses a file that is too long.
    pub(super) fn fits(&self, shown: &str, bytes: u64) -> Result<(), ToolError> {
        let most = self.quota.file_bytes;
        if bytes > most {
            return Err(over(format!("`{shown}` would have {bytes} bytes; a file has at most {most}")));
        }
        Ok(())
    }

    /// Takes changes out of a run's quota, before they are made.
    pub(super) fn take(&self, run: &str, bytes: u64, changes: u64) -> Result<(), ToolError> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let at = runs.iter().position(|known| known.id == run).unwrap_or_else(|| {
            runs.truncate(RUNS - 1);
            runs.push_front(Run { id: run.to_owned(), bytes: 0, changes: 0 });
            0
        });
        let Some(known) = runs.get_mut(at) else { return Ok(()) };
        let (all_bytes, all_changes) = (known.bytes.saturating_add(bytes), known.changes.saturating_add(changes));
        let Quota { total_bytes, changes: most, .. } = self.quota;
        if all_bytes > total_bytes {
            return Err(over(format!(
                "one run writes at most {total_bytes} bytes; {} are left",
                total_bytes - known.bytes
            )));
        }
        if all_changes > most {
            return Err(over(format!("one run changes at most {most} files; {} are left", most - known.changes)));
        }
        (known.bytes, known.changes) = (all_bytes, all_changes);
        Ok(())
    }
}

fn over(message: String) -> ToolError {
    ToolError::new(message).with_code("quota")
}
