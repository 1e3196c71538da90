//! What a script writes to import a module, and the name that frames have for it.
//!
//! There are two kinds: modules of tools, which an embedder adds (`tools/<name>`), and the host's own, whose name is the
//! specifier itself (`codemode:<name>`). A tool module's name has no colon, so the two never meet.

use std::borrow::Cow;

/// What specifiers of tool modules begin with.
pub const TOOLS: &str = "tools/";

/// What names, and so specifiers, of the host's own modules begin with.
pub const BUILT_IN: &str = "codemode:";

/// Whether a module of this name is the host's own. Such a one is no member of the global `tools`, and its functions take any
/// value.
pub fn is_built_in(module: &str) -> bool {
    module.starts_with(BUILT_IN)
}

/// What a script writes to import the module of this name.
pub fn specifier(module: &str) -> Cow<'_, str> {
    if is_built_in(module) { Cow::Borrowed(module) } else { Cow::Owned(format!("{TOOLS}{module}")) }
}

/// The name of the module that a specifier means; `None` where no module could have it.
pub fn module_name(specifier: &str) -> Option<&str> {
    if is_built_in(specifier) {
        return Some(specifier);
    }
    specifier.strip_prefix(TOOLS).filter(|name| !is_built_in(name))
}

#[cfg(test)]
mod tests {
    use super::{module_name, specifier};

    #[test]
    fn names_and_specifiers_are_the_same_both_ways() {
        for (name, written) in [("crm", "tools/crm"), ("codemode:result", "codemode:result")] {
            assert_eq!(specifier(name), written);
            assert_eq!(module_name(written), Some(name));
        }
        for nothing in ["crm", "tools/codemode:result", "node:fs"] {
            assert_eq!(module_name(nothing), None, "{nothing}");
        }
    }
}
