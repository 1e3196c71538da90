//! What is run: a name, a source, and what the script sees as `args`.

use std::io::Read as _;
use std::path::Path;

use serde_json::Value;

use crate::Error;

/// A script, as a model wrote it.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) args: Value,
}

impl Script {
    /// The most bytes that are read of a script: more than any limit allows, so that the limit is what speaks.
    pub const MOST_READ_BYTES: u64 = 65 << 20;

    /// A script with the name that errors and stacks show, such as `report.js`.
    pub fn new(name: impl Into<String>, source: impl Into<String>) -> Self {
        Self { name: name.into(), source: source.into(), args: Value::Array(Vec::new()) }
    }

    /// Reads a script; its name is the file's name. A byte order mark is dropped; text that is not UTF-8 is an error.
    #[expect(clippy::disallowed_types, reason = "the embedder names the file, not a script")]
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let fault = |reason: String| Error::Script { path: path.display().to_string(), reason };
        // Not whole where it is longer than any limit allows: it may have no end.
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(|e| fault(e.to_string()))?;
        file.take(Self::MOST_READ_BYTES).read_to_end(&mut bytes).map_err(|e| fault(e.to_string()))?;
        let text = String::from_utf8(bytes)
            .map_err(|e| fault(format!("it is not UTF-8 text (byte {})", e.utf8_error().valid_up_to())))?;
        let name = path.file_name().map_or_else(|| "script.js".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text)))
    }

    /// Sets what the script sees as the global `args`: any JSON value; an empty array where nothing is set.
    #[must_use]
    pub fn args(mut self, args: impl Into<Value>) -> Self {
        self.args = args.into();
        self
    }

    /// The name that errors and stacks show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The source.
    pub fn source(&self) -> &str {
        &self.source
    }
}
