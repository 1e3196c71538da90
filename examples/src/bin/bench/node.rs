//! The same scripts in Node.js, where it is installed.

use std::collections::HashMap;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

/// Node's version, or nothing where it is not installed.
pub(crate) fn version() -> Option<String> {
    let output = Command::new("node").arg("--version").output().ok()?;
    Some(format!("Node.js {}", String::from_utf8_lossy(&output.stdout).trim()))
}

/// The median time of each workload, in a fresh context of `node:vm` each time, in one Node process. Empty without Node.
pub(crate) fn medians(scripts: &[&str], times: usize) -> Result<HashMap<String, Duration>> {
    if version().is_none() {
        return Ok(HashMap::new());
    }
    let folder = super::workloads();
    let output = Command::new("node").arg(folder.join("node-vm.mjs")).arg(times.to_string()).args(scripts).output()?;
    if !output.status.success() {
        bail!("node-vm.mjs failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let millis: HashMap<String, f64> = serde_json::from_slice(&output.stdout).context("what node-vm.mjs printed")?;
    Ok(millis.into_iter().map(|(name, millis)| (name, Duration::from_secs_f64(millis / 1e3))).collect())
}
