//! What a run may import: the modules of its start frame, and what to say about everything else.

use codemode_abi::frame::{Export, Hint, Module};
use codemode_abi::{TOOLS, is_built_in, nearest, specifier};

/// The modules of a run, and the ones that are known but not granted.
#[derive(Debug, Default)]
pub struct Manifest {
    modules: Vec<Module>,
    hints: Vec<Hint>,
}

impl Manifest {
    /// The manifest of a start frame.
    pub fn new(modules: Vec<Module>, hints: Vec<Hint>) -> Self {
        Self { modules, hints }
    }

    /// The names of the tool modules, which are the members of the global `tools`, in the order of the start frame.
    pub fn tool_modules(&self) -> impl Iterator<Item = &str> {
        self.names().filter(|name| !is_built_in(name))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|module| module.name.as_str())
    }

    /// The tools of the module of this name.
    pub fn tools(&self, name: &str) -> Option<&[Export]> {
        self.modules.iter().find(|module| module.name == name).map(|module| module.tools.as_slice())
    }

    /// The sentence for a specifier that is known but not granted.
    pub fn hint(&self, specifier: &str) -> Option<&str> {
        self.hints.iter().find(|hint| hint.specifier == specifier).map(|hint| hint.text.as_str())
    }

    /// The error text for a specifier that names no module of this run.
    pub fn unknown_module(&self, written: &str) -> String {
        let shown = shorten(written);
        let mut text = format!("Cannot find module \"{shown}\"");
        if let Some(hint) = self.hint(written) {
            text.push_str(": ");
            text.push_str(hint);
            return text;
        }
        if let Some(closest) = self.closest(written) {
            text.push_str(&format!(". Did you mean \"{}\"?", specifier(closest)));
        } else if written.starts_with(TOOLS) || is_built_in(written) {
            text.push('.');
        } else {
            text.push_str(". Only tool modules can be imported: nothing is loaded from files, packages or URLs.");
        }
        let wanted = |name: &&str| is_built_in(name) == is_built_in(written);
        let there: Vec<String> = self.names().filter(wanted).map(|name| format!("\"{}\"", specifier(name))).collect();
        text.push_str(&match there.as_slice() {
            [] if is_built_in(written) => " This run has no such modules.".to_owned(),
            [] => " This run has no tools.".to_owned(),
            there => format!(" This run has {}.", list(there.iter().cloned())),
        });
        text
    }

    /// The module that a specifier was most likely meant to be. The kind of module may be what is wrong with it.
    fn closest(&self, written: &str) -> Option<&str> {
        let bare = |name: &str| name.rsplit(':').next().unwrap_or_default().to_owned();
        let wanted = bare(written.strip_prefix(TOOLS).unwrap_or(written));
        let same_kind = |name: &&str| is_built_in(name) == is_built_in(written);
        for kind in [true, false] {
            let names: Vec<&str> = self.names().filter(|name| same_kind(name) == kind).collect();
            let bares: Vec<String> = names.iter().map(|name| bare(name)).collect();
            if let Some(found) = nearest(&wanted, bares.iter().map(String::as_str)).first() {
                return names.into_iter().zip(&bares).find(|(_, bare)| bare == found).map(|(name, _)| name);
            }
        }
        None
    }

    /// The error text for a tool that the module of this name does not have.
    pub fn unknown_export(&self, module: &str, name: &str) -> String {
        let shown = shorten(name);
        let from = specifier(module);
        let what = if is_built_in(module) { "function" } else { "tool" };
        let mut text = format!("\"{from}\" has no {what} \"{shown}\".");
        let Some(tools) = self.tools(module) else { return text };
        if name == "default" {
            text.push_str(&format!(" It has no default export: write import {{ … }} from \"{from}\"."));
        }
        let close = nearest(name, tools.iter().map(|tool| tool.name.as_str()));
        if close.is_empty() {
            text.push_str(&format!(" It has {}.", list(tools.iter().map(|tool| tool.name.clone()))));
        } else {
            text.push_str(&format!(" Did you mean {}?", close.join(" or ")));
        }
        text
    }
}

/// The first names of a list, and how many more there are.
fn list(names: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 12;
    let names: Vec<String> = names.collect();
    let mut text = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}

/// A name of the script's as an error text shows it: at most 100 characters.
fn shorten(name: &str) -> String {
    const LONGEST: usize = 100;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let tool = |name: &str, tool| Export { name: name.into(), tool };
        Manifest::new(
            vec![
                Module { name: "crm".into(), tools: vec![tool("get_customer", 0), tool("list_customers", 1)] },
                Module { name: "mail".into(), tools: vec![tool("send", 2)] },
                Module { name: "codemode:result".into(), tools: vec![tool("submit", 3)] },
            ],
            vec![Hint { specifier: "tools/fs".into(), text: "run with --allow-read=DIR".into() }],
        )
    }

    #[test]
    fn an_unknown_module_names_its_nearest() {
        let text = manifest().unknown_module("tools/crn");
        assert!(text.starts_with("Cannot find module \"tools/crn\". Did you mean \"tools/crm\"?"), "{text}");
        let text = manifest().unknown_module("crm");
        assert!(text.contains("Did you mean \"tools/crm\"?"), "{text}");
    }

    #[test]
    fn a_known_module_that_is_not_granted_says_how_to_get_it() {
        assert_eq!(manifest().unknown_module("tools/fs"), "Cannot find module \"tools/fs\": run with --allow-read=DIR");
    }

    #[test]
    fn a_package_is_refused_with_the_modules_that_exist() {
        let text = manifest().unknown_module("node:fs");
        assert!(text.contains("Only tool modules can be imported"), "{text}");
        assert!(text.ends_with("This run has \"tools/crm\", \"tools/mail\"."), "{text}");
    }

    #[test]
    fn an_unknown_tool_names_its_nearest() {
        let text = manifest().unknown_export("crm", "getCustomer");
        assert!(text.contains("Did you mean get_customer"), "{text}");
        let text = manifest().unknown_export("mail", "default");
        assert!(text.contains("no default export"), "{text}");
    }

    #[test]
    fn the_hosts_own_modules_are_imported_by_their_name() {
        let manifest = manifest();
        assert_eq!(manifest.tool_modules().collect::<Vec<_>>(), ["crm", "mail"]);
        for wrong in ["codemode:resutl", "tools/result", "result", "tools/codemode:result"] {
            let text = manifest.unknown_module(wrong);
            assert!(text.contains("Did you mean \"codemode:result\"?"), "{text}");
        }
        assert_eq!(
            manifest.unknown_module("codemode:files"),
            "Cannot find module \"codemode:files\". This run has \"codemode:result\"."
        );
        assert!(manifest.unknown_module("codemode:crm").contains("Did you mean \"tools/crm\"?"));
        assert_eq!(
            manifest.unknown_export("codemode:result", "sumbit"),
            "\"codemode:result\" has no function \"sumbit\". Did you mean submit?"
        );
    }
}
