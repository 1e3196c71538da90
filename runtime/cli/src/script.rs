//! Reads scripts, from a file or from standard input, and the schemas of their results.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use codemode::Script;
use serde_json::Value;

/// Reads the script, from standard input where its name is `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Script> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let input = std::io::stdin().lock().take(Script::MOST_READ_BYTES).read_to_end(&mut bytes);
        input.context("cannot read the script from standard input")?;
        let text = String::from_utf8(bytes).context("the script on standard input is not UTF-8 text")?;
        return Ok(Script::new("stdin.js", text.strip_prefix('\u{feff}').unwrap_or(&text)));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let supported = "write it as a module in JavaScript or TypeScript: .js, .mjs, .ts or .mts, or - for standard input";
    match ending.as_deref() {
        // Without an ending: a script that is started by its first line, `#!/usr/bin/env -S codemode run`.
        None | Some("js" | "mjs" | "ts" | "mts") => Ok(Script::from_file(path)?),
        Some("wasm") => bail!("{}: WebAssembly programs are not supported yet; {supported}", path.display()),
        Some(_) => bail!("{}: codemode does not run such files; {supported}", path.display()),
    }
}

/// Reads the schema of a result.
pub(crate) fn schema(path: &Path) -> anyhow::Result<Value> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("--result-schema: cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("--result-schema: {} is not JSON", path.display()))
}
