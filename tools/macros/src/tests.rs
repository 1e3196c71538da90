//! Golden expansions: each `golden/NAME.rs` becomes `golden/NAME.expanded.rs`. `UPDATE_GOLDEN=1` writes them anew.

use std::path::Path;
use std::{env, fs};

use quote::ToTokens;
use syn::{Attribute, File, Item};

use crate::expand::expand;

#[test]
fn expansions_are_as_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    let mut checked = 0;
    for entry in fs::read_dir(&folder).expect("the golden files") {
        let path = entry.expect("a golden file").path();
        if path.to_string_lossy().ends_with(".expanded.rs") {
            continue;
        }
        let written = expanded(&fs::read_to_string(&path).expect("text"));
        let golden = path.with_extension("expanded.rs");
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&golden, &written).expect("the golden file can be written");
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(written, expected, "{}: run with UPDATE_GOLDEN=1 if this is meant", path.display());
        checked += 1;
    }
    assert_eq!(checked, 4, "a golden file is missing");
}

#[test]
fn nothing_is_lost_when_the_item_cannot_be_read() {
    let errors = expand("effect = Nope".parse().unwrap(), "struct Not;".parse().unwrap()).to_string();
    assert!(errors.contains("expected `effect = Read`"), "{errors}");
    assert!(errors.contains("makes a tool of a function"), "{errors}");
}

/// Expands each function that `#[tool]` marks, and lays the file out.
fn expanded(source: &str) -> String {
    let mut file: File = syn::parse_str(source).expect("Rust");
    let items = std::mem::take(&mut file.items);
    for item in items {
        let Item::Fn(mut function) = item else {
            file.items.push(item);
            continue;
        };
        let at = function.attrs.iter().position(|attribute| attribute.path().is_ident("tool")).expect("a tool");
        let options = options(&function.attrs.remove(at));
        let expansion: File = syn::parse2(expand(options, function.into_token_stream())).expect("an expansion is Rust");
        file.items.extend(expansion.items);
    }
    prettyplease::unparse(&file)
}

fn options(attribute: &Attribute) -> proc_macro2::TokenStream {
    attribute.meta.require_list().expect("options").tokens.clone()
}
