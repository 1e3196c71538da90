//! Whether a checked-in guest is what its sources say. Shared by the test below and by `codemode-pack`, which records.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha2::{Digest, Sha256};

/// The file beside the guests that says what each was built from.
pub(crate) const RECORD: &str = "artifacts/built/sources.txt";

/// What every guest is made of, seen from `guest-sdk`: folders stand for all files in them.
const SHARED: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "build",
    "abi/Cargo.toml",
    "abi/src",
    "pack/Cargo.toml",
    "pack/Cargo.lock",
    "pack/src",
];

/// What the guests with an engine are made of besides their own folder and the prelude.
const CORE: &[&str] = &["core/Cargo.toml", "core/src"];

/// What the guests with locale data have of the prelude besides.
const INTL: &[&str] = &["prelude/intl/intl.js", "prelude/intl/temporal.js"];

/// What the checker is made of, which has no engine.
const FRONT: &[&str] = &["front/Cargo.toml", "front/build.rs", "front/no-browserslist", "front/src"];

/// SHA-256 over the names and contents of everything that the guest `name` is made of. `sdk` is the folder `guest-sdk`.
pub(crate) fn digest(sdk: &Path, name: &str) -> io::Result<String> {
    let mut files = Vec::new();
    let own = if name == "front" { FRONT } else { CORE };
    for part in SHARED.iter().chain(own) {
        collect(&sdk.join(part), &mut files)?;
    }
    if name != "front" {
        let (engine, has_intl) = match name.strip_suffix("-intl") {
            Some(engine) => (engine, true),
            None => (name, false),
        };
        collect(&sdk.join(engine), &mut files)?;
        if has_intl {
            files.extend(INTL.iter().map(|part| sdk.join(part)));
        }
        for entry in fs::read_dir(sdk.join("prelude"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "js") {
                files.push(path);
            }
        }
    }

    let mut all = Sha256::new();
    let mut named: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in files {
        let relative = path.strip_prefix(sdk).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        named.insert(relative, path);
    }
    for (relative, path) in named {
        // A checkout may have turned the ends of lines.
        let text = String::from_utf8_lossy(&fs::read(path)?).replace("\r\n", "\n");
        all.update(format!("{relative}\0{}\0{text}", text.len()));
    }
    Ok(hex(&all.finalize()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}

/// A guest's line of the record.
pub(crate) fn line(name: &str, wasm: &str, sources: &str) -> String {
    format!("{name} wasm={wasm} sources={sources}")
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GUESTS;

    #[test]
    fn the_guests_are_built_from_these_sources() {
        let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("artifacts is in guest-sdk");
        let record = fs::read_to_string(sdk.join(RECORD)).expect("the guests are recorded");
        for guest in GUESTS {
            let sources = digest(sdk, guest.name).expect("the sources are readable");
            let expected = line(guest.name, guest.digest, &sources);
            assert!(record.lines().any(|line| line == expected), "{} is stale: run guest-sdk/build", guest.name);
        }
    }
}
