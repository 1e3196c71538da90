//! The record of what each guest was built from, which a test of the artifacts crate compares with the sources.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use wasmtime::Result;

use crate::sources::{RECORD, digest, hex, line};

/// Replaces the guest's line.
pub(crate) fn record(sdk: &Path, name: &str, wasm: &[u8]) -> Result<()> {
    let path = sdk.join(RECORD);
    let old = fs::read_to_string(&path).unwrap_or_default();
    let mut lines: Vec<String> =
        old.lines().filter(|line| line.split(' ').next() != Some(name)).map(str::to_owned).collect();
    lines.push(line(name, &hex(&Sha256::digest(wasm)), &digest(sdk, name)?));
    lines.sort();
    fs::write(path, lines.join("\n") + "\n")?;
    Ok(())
}
