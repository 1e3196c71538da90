//! Whether a module is a guest: what it imports and exports.

use codemode_abi::{IMPORT_MODULE, export, import};
use wasmtime::{ExternType, Module, Result, bail, ensure};

/// Refuses a module with any import beyond the interface's, or without one of its exports.
pub(crate) fn check(module: &Module) -> Result<()> {
    let known = [import::PRINT, import::SUBMIT, import::SLEEP, import::NOW, import::RANDOM];
    for import in module.imports() {
        let (from, name) = (import.module(), import.name());
        ensure!(from == IMPORT_MODULE && known.contains(&name), "the guest imports {from}.{name}");
    }
    let functions = [export::ABI, export::ALLOC, export::START, export::SETTLE, export::REPORT];
    for name in functions {
        match module.get_export(name) {
            Some(ExternType::Func(_)) => {}
            _ => bail!("the guest does not export the function {name}"),
        }
    }
    let memory = module.get_export(export::MEMORY);
    ensure!(matches!(memory, Some(ExternType::Memory(_))), "the guest does not export its memory");
    Ok(())
}
