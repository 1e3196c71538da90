//! `wasm-opt` of Binaryen.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::process::{Command, id};

use wasmtime::error::Context as _;
use wasmtime::{Result, bail, ensure};

/// What guests are compiled with, and how hard to try.
const FLAGS: &[&str] = &[
    "-O3",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// The module made faster. `WASM_OPT` names another program, or with `off` skips this, which makes a slower guest.
pub(crate) fn optimize(wasm: &[u8]) -> Result<Vec<u8>> {
    let program = env::var_os("WASM_OPT").unwrap_or_else(|| OsString::from("wasm-opt"));
    if program == "off" {
        return Ok(wasm.to_vec());
    }
    let folder = env::temp_dir();
    let (before, after) =
        (folder.join(format!("guest-{}-before.wasm", id())), folder.join(format!("guest-{}-after.wasm", id())));
    fs::write(&before, wasm)?;
    let status = Command::new(&program).args(FLAGS).arg(&before).arg("-o").arg(&after).status();
    let status = match status {
        Ok(status) => status,
        Err(error) => bail!("{} cannot be run ({error}): install Binaryen", program.display()),
    };
    ensure!(status.success(), "wasm-opt failed");
    let optimized = fs::read(&after).context("wasm-opt wrote its result")?;
    fs::remove_file(&before)?;
    fs::remove_file(&after)?;
    Ok(optimized)
}
