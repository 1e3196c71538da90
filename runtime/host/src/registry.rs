//! The registry: every tool of a sandbox, checked once, and named by its index from then on.

use std::sync::Arc;

use codemode_abi::RESERVED;
use codemode_abi::frame::{Export, Hint, Module};
use codemode_tool::{Callers, Tool, ToolModule, ToolSpec};

use crate::Error;
use crate::schema::Schema;

/// A tool as the dispatcher knows it.
pub(crate) struct Entry {
    /// `module.tool`.
    pub(crate) full_name: String,
    /// The JavaScript identifier under which its module exports it.
    pub(crate) export: String,
    pub(crate) tool: Arc<dyn Tool>,
    pub(crate) spec: ToolSpec,
    pub(crate) input: Schema,
    pub(crate) output: Option<Schema>,
}

/// A tool as an embedder may see it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct ToolInfo {
    /// The module, as in `import … from "tools/<module>"`.
    pub module: String,
    /// The JavaScript identifier under which the module exports it.
    pub export: String,
    /// Its declaration.
    #[serde(flatten)]
    pub spec: ToolSpec,
}

/// Every tool of a sandbox.
pub(crate) struct Registry {
    tools: Vec<Entry>,
    modules: Vec<Module>,
    about: Vec<String>,
    hints: Vec<Hint>,
}

impl Registry {
    /// The most bytes that a tool's description may have: it is text for a model, and models pay for each word.
    const DESCRIPTION_BYTES: usize = 16 << 10;

    /// Checks the modules and gives each tool its index.
    pub(crate) fn new(modules: &[ToolModule], hints: Vec<(String, String)>) -> Result<Self, Error> {
        let mut registry = Self { tools: Vec::new(), modules: Vec::new(), about: Vec::new(), hints: Vec::new() };
        for module in modules {
            registry.add(module).map_err(|reason| Error::Tool { module: module.name().to_owned(), reason })?;
        }
        let granted = |name: &str| registry.modules.iter().any(|module| module.name == name);
        let hints = hints.into_iter().filter(|(name, _)| !granted(name));
        registry.hints = hints.map(|(name, text)| Hint { specifier: format!("tools/{name}"), text }).collect();
        Ok(registry)
    }

    fn add(&mut self, module: &ToolModule) -> Result<(), String> {
        if let Some(fault) = module.faults().first() {
            return Err(fault.clone());
        }
        let name = module.name();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty()
            || name.len() > 64
            || !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !name.chars().all(plain)
        {
            return Err("a module's name is a letter and then at most 63 letters, digits, `_` or `-`".into());
        }
        if self.modules.iter().any(|other| other.name == name) {
            return Err("there are two modules of this name; rename one".into());
        }
        let mut exports: Vec<Export> = Vec::new();
        for tool in module.tools() {
            let spec = tool.spec().clone();
            let fault = |reason: String| format!("tool `{}`: {reason}", spec.name);
            let export = identifier(&spec.name).map_err(&fault)?;
            if let Some(other) = exports.iter().find(|other| other.name == export) {
                let other = self.tools.get(other.tool as usize).map_or("another", |entry| entry.spec.name.as_str());
                return Err(fault(format!("it and `{other}` would both be exported as `{export}`; rename one")));
            }
            if spec.description.len() > Self::DESCRIPTION_BYTES {
                return Err(fault(format!("its description has over {} bytes", Self::DESCRIPTION_BYTES)));
            }
            if spec.timeout.is_zero() {
                return Err(fault("its timeout is zero".into()));
            }
            let input = Schema::compile(&spec.input_schema).map_err(|e| fault(format!("its input schema {e}")))?;
            let output = spec.output_schema.as_ref().map(Schema::compile).transpose();
            let output = output.map_err(|e| fault(format!("its output schema {e}")))?;
            let index = u32::try_from(self.tools.len()).map_err(|_| fault("there are too many tools".into()))?;
            if spec.callers != Callers::Direct {
                exports.push(Export { name: export.clone(), tool: index });
            }
            let full_name = format!("{name}.{}", spec.name);
            self.tools.push(Entry { full_name, export, tool: Arc::clone(tool), spec, input, output });
        }
        self.modules.push(Module { name: name.to_owned(), tools: exports });
        self.about.push(module.about().to_owned());
        Ok(())
    }

    pub(crate) fn tools(&self) -> &[Entry] {
        &self.tools
    }

    pub(crate) fn modules(&self) -> &[Module] {
        &self.modules
    }

    pub(crate) fn hints(&self) -> &[Hint] {
        &self.hints
    }

    pub(crate) fn infos(&self) -> Vec<ToolInfo> {
        let of = |entry: &Entry| {
            let module = entry.full_name.strip_suffix(&format!(".{}", entry.spec.name)).unwrap_or_default();
            ToolInfo { module: module.to_owned(), export: entry.export.clone(), spec: entry.spec.clone() }
        };
        self.tools.iter().map(of).collect()
    }

    pub(crate) fn abouts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules.iter().map(|m| m.name.as_str()).zip(self.about.iter().map(String::as_str))
    }
}

/// The identifier under which a tool is exported: its own name where that is one, else every other character becomes `_`.
fn identifier(name: &str) -> Result<String, String> {
    if name.is_empty() || name.len() > 128 {
        return Err("a tool's name has 1 to 128 bytes".into());
    }
    if name.chars().any(char::is_control) {
        return Err("a tool's name has no control characters".into());
    }
    let mut export: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '$' { c } else { '_' }).collect();
    if export.starts_with(|c: char| c.is_ascii_digit()) {
        export.insert(0, '_');
    }
    if RESERVED.contains(&export.as_str()) || SPECIAL.contains(&export.as_str()) {
        return Err(format!(
            "`{export}` is a reserved word of JavaScript or would make the module act as a promise; rename it"
        ));
    }
    Ok(export)
}

/// Names that change how a module object behaves: `then` would make `await import(…)` call the tool.
const SPECIAL: &[&str] = &["then", "__proto__"];
