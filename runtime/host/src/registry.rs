//! The registry: every tool of a sandbox, checked once, and named by its index from then on.

use std::sync::Arc;

use codemode_abi::frame::{Export, Hint, Module};
use codemode_abi::{BUILT_IN, RESERVED, is_built_in};
use codemode_tool::{Callers, Tool, ToolModule, ToolSpec};

use crate::Error;
use crate::built_in::{Role, artifacts, result};
use crate::schema::Schema;

/// A tool as the dispatcher knows it.
pub(crate) struct Entry {
    /// `module.tool`.
    pub(crate) full_name: String,
    pub(crate) role: Role,
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
#[derive(Default)]
pub(crate) struct Registry {
    tools: Vec<Entry>,
    modules: Vec<Module>,
    /// How many of each are the embedder's; the host's own come last.
    granted_tools: usize,
    granted_modules: usize,
    about: Vec<String>,
    hints: Vec<Hint>,
}

/// What to say of the host's own modules to a script of a run that does not have them.
const MODULES: &[(&str, &str)] = &[(artifacts::MODULE, artifacts::HINT), (result::MODULE, result::HINT)];

impl Registry {
    /// The most bytes that a tool's description may have: it is text for a model, and models pay for each word.
    const DESCRIPTION_BYTES: usize = 16 << 10;

    /// Checks the modules and gives each tool its index. The last of the host's own is the one that not every run has.
    pub(crate) fn new(
        modules: &[ToolModule],
        hints: Vec<(String, String)>,
        built_in: &[ToolModule],
    ) -> Result<Self, Error> {
        let (granted_tools, granted_modules) = (modules.iter().map(|module| module.tools().len()).sum(), modules.len());
        let mut registry = Self { granted_tools, granted_modules, ..Self::default() };
        for module in modules {
            let fault = |reason| Error::Tool { module: module.name().to_owned(), reason };
            name(module.name()).and_then(|()| registry.add(module)).map_err(fault)?;
        }
        for module in built_in {
            registry.add(module).map_err(|reason| Error::Tool { module: module.name().to_owned(), reason })?;
        }
        let granted = |name: &str| registry.modules.iter().any(|module| module.name == name);
        let hints = hints.into_iter().filter(|(name, _)| !granted(name));
        let of_tools = hints.map(|(name, text)| Hint { specifier: format!("tools/{name}"), text });
        let of_host =
            MODULES.iter().map(|(specifier, text)| Hint { specifier: (*specifier).into(), text: (*text).into() });
        registry.hints = of_tools.chain(of_host).collect();
        Ok(registry)
    }

    fn add(&mut self, module: &ToolModule) -> Result<(), String> {
        if let Some(fault) = module.faults().first() {
            return Err(fault.clone());
        }
        let name = module.name();
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
            let role = Role::of(&full_name);
            self.tools.push(Entry { full_name, role, export, tool: Arc::clone(tool), spec, input, output });
        }
        self.modules.push(Module { name: name.to_owned(), tools: exports });
        self.about.push(module.about().to_owned());
        Ok(())
    }

    /// All tools, by their index.
    pub(crate) fn tools(&self) -> &[Entry] {
        &self.tools
    }

    /// The embedder's tools: those about which the policy decides.
    pub(crate) fn granted(&self) -> &[Entry] {
        self.tools.get(..self.granted_tools).unwrap_or_default()
    }

    /// How many tools a run has, from the first: the last takes a result, which not every run is asked for.
    pub(crate) fn tools_of_run(&self, result: bool) -> u32 {
        let count = self.tools.len() - usize::from(!result);
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The modules that a run has.
    pub(crate) fn modules_of_run(&self, result: bool) -> Vec<Module> {
        let count = self.modules.len() - usize::from(!result);
        self.modules.iter().take(count).cloned().collect()
    }

    pub(crate) fn hints(&self) -> &[Hint] {
        &self.hints
    }

    pub(crate) fn infos(&self) -> Vec<ToolInfo> {
        let of = |entry: &Entry| {
            let module = entry.full_name.strip_suffix(&format!(".{}", entry.spec.name)).unwrap_or_default();
            ToolInfo { module: module.to_owned(), export: entry.export.clone(), spec: entry.spec.clone() }
        };
        self.granted().iter().map(of).collect()
    }

    pub(crate) fn abouts(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.modules.iter().map(|m| m.name.as_str()).take(self.granted_modules);
        names.zip(self.about.iter().map(String::as_str))
    }
}

/// Refuses names that no script could import, and those of the host's own modules.
fn name(name: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if is_built_in(name) {
        return Err(format!("names that begin with `{BUILT_IN}` are those of the host's own modules; rename it"));
    }
    if name.is_empty()
        || name.len() > 64
        || !name.starts_with(|c: char| c.is_ascii_alphabetic())
        || !name.chars().all(plain)
    {
        return Err("a module's name is a letter and then at most 63 letters, digits, `_` or `-`".into());
    }
    Ok(())
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
