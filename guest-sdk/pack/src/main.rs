//! Turns the Wasm module that cargo built into the guest that is checked in: `codemode-pack pack NAME RAW.wasm`.
//!
//! 1. The module may import the five functions of the interface and nothing else, and must export the rest of it.
//! 2. It is initialised: its engine is made and its prelude runs. The memory that results becomes part of the module.
//! 3. `wasm-opt` makes it faster, where the program is at hand.
//! 4. A script runs in it.
//! 5. It is compressed into `guest-sdk/artifacts/built`, and what it was built from is recorded beside it.
//!
//! `codemode-pack run NAME SCRIPT…` runs scripts in a built guest, with the tools of [`drive`], for whoever changes one.

mod bench;
mod check;
#[expect(unreachable_pub, reason = "public in the library, which shares the file")]
#[path = "../../artifacts/src/config.rs"]
mod config;
mod drive;
mod front;
mod optimize;
mod record;
mod smoke;
mod snapshot;
#[path = "../../artifacts/src/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};
use std::{env, fs};

use wasmtime::error::Context as _;
use wasmtime::{Module, Result, bail};

/// The guest that is no engine.
const FRONT: &str = "front";

/// The stack of the thread that guests run on: the host gives them one of their own.
const THREAD_STACK: usize = drive::WASM_STACK + (8 << 20);

fn main() -> Result<()> {
    let thread = std::thread::Builder::new().stack_size(THREAD_STACK).spawn(command)?;
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn command() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("pack is in guest-sdk")?;
    match arguments.as_slice() {
        ["pack", name, raw] => pack(sdk, name, Path::new(raw)),
        ["run", name, scripts @ ..] => drive::run_files(&unpacked(sdk, name)?, scripts),
        ["bench", FRONT] => front::measure(&unpacked(sdk, FRONT)?),
        ["bench", name] => bench::bench(&unpacked(sdk, name)?),
        _ => bail!("use: codemode-pack pack NAME RAW.wasm | run NAME SCRIPT… | bench NAME"),
    }
}

/// Where the guest `name` is checked in.
fn built(sdk: &Path, name: &str) -> PathBuf {
    sdk.join(format!("artifacts/built/{name}.wasm.zst"))
}

fn unpacked(sdk: &Path, name: &str) -> Result<Module> {
    let packed = fs::read(built(sdk, name)).context("the guest is not built")?;
    compiled(&zstd::decode_all(packed.as_slice())?)
}

fn compiled(wasm: &[u8]) -> Result<Module> {
    Ok(Module::new(&drive::engine()?, wasm)?)
}

fn pack(sdk: &Path, name: &str, raw: &Path) -> Result<()> {
    let wasm = fs::read(raw).with_context(|| format!("{} cannot be read", raw.display()))?;
    // The checker has no state to keep, and another interface.
    let wasm = if name == FRONT { wasm } else { snapshot::snapshot(&wasm)? };
    let wasm = optimize::optimize(&wasm)?;
    let module = compiled(&wasm)?;
    if name == FRONT {
        front::check(&module)?;
        front::smoke(&module)?;
    } else {
        check::check(&module)?;
        smoke::smoke(&module)?;
    }
    let packed = zstd::encode_all(wasm.as_slice(), 19)?;
    fs::write(built(sdk, name), &packed)?;
    record::record(sdk, name, &wasm)?;
    report(&format!("{name}: {} bytes of Wasm, {} compressed", wasm.len(), packed.len()));
    Ok(())
}

#[expect(clippy::print_stderr, reason = "a build tool says what it did")]
fn report(text: &str) {
    eprintln!("{text}");
}
