//! Precompiles the guests for the machine that the crate is built for, so that no program compiles Wasm at run time.

#[expect(unreachable_pub, reason = "public in the library, which shares the file")]
#[path = "src/config.rs"]
mod config;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};
use wasmtime::Engine;

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    // The folder itself counts as changed when a guest is added or replaced in it.
    for file in ["src/config.rs", "built"] {
        println!("cargo::rerun-if-changed={file}");
    }

    let mut guests = guests(&folder.join("built"));
    guests.sort();
    let engine = engine();
    let mut list = String::from("&[\n");
    for guest in &guests {
        list.push_str(&compile(&engine, guest, &out));
    }
    list.push(']');
    fs::write(out.join("guests.rs"), list).expect("the output folder is writable");
}

/// The compressed guests.
fn guests(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .expect("the crate's folder is readable")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".wasm.zst"))
        .collect()
}

/// An engine for the target that cargo builds for. Naming the target keeps the features of the building machine's CPU
/// out, so that a program can be copied to another machine.
fn engine() -> Engine {
    let target = env::var("TARGET").expect("cargo sets it");
    let mut config = config::engine_config();
    config.target(&target).unwrap_or_else(|error| panic!("wasmtime does not compile for {target}: {error}"));
    Engine::new(&config).expect("the settings are consistent")
}

/// Compiles one guest and gives the source text of its `Guest`.
fn compile(engine: &Engine, packed: &Path, out: &Path) -> String {
    let name = packed.file_name().and_then(|name| name.to_str()).expect("guests have plain names");
    let name = name.trim_end_matches(".wasm.zst");
    let bytes = fs::read(packed).expect("cargo found it");
    let wasm = zstd::decode_all(bytes.as_slice()).unwrap_or_else(|error| panic!("{name} cannot be unpacked: {error}"));
    let code = engine.precompile_module(&wasm).unwrap_or_else(|error| panic!("{name} cannot be compiled: {error:?}"));
    let path = out.join(format!("{name}.cwasm"));
    fs::write(&path, code).expect("the output folder is writable");

    let digest = Sha256::digest(&wasm).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    // As literals of Rust.
    let path = path.to_string_lossy();
    format!("    Guest {{ name: {name:?}, digest: {digest:?}, wasm_bytes: {}, code: page!({path:?}) }},\n", wasm.len())
}
