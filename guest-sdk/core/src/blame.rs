//! Where in a script's text an import is, for errors of which the engine gives no place.

use codemode_abi::frame::Position;
use codemode_abi::specifier;

use crate::manifest::Manifest;

/// The message and the place of an import of a tool that no imported module has. `loaded` are the modules that the script
/// imports, by their names.
pub fn missing_export<'a>(
    source: &str,
    name: &str,
    loaded: impl IntoIterator<Item = &'a str>,
    manifest: &Manifest,
) -> (Option<String>, Option<Position>) {
    let position = import_position(source, Some(name));
    let lacking =
        |module: &&str| manifest.tools(module).is_some_and(|tools| tools.iter().all(|tool| tool.name != name));
    // Of several modules without it, the one whose specifier comes next after the name in the source.
    let rest = position.as_ref().and_then(|at| offset(source, at)).map_or(source, |start| &source[start..]);
    let module =
        loaded.into_iter().filter(lacking).min_by_key(|module| rest.find(&*specifier(module)).unwrap_or(usize::MAX));
    (module.map(|module| manifest.unknown_export(module, name)), position)
}

/// Where an import mentions `what`.
pub fn import_position(source: &str, what: Option<&str>) -> Option<Position> {
    let what = what?;
    let import = source.find("import").or_else(|| source.find("export"))?;
    let start = import + source[import..].find(what)?;
    let before = &source[..start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    Some(Position { function: String::new(), line: line as u32, column: column as u32 })
}

/// What a message has in its first quotes.
pub fn quoted(message: &str) -> Option<&str> {
    message.split('"').nth(1)
}

fn offset(source: &str, at: &Position) -> Option<usize> {
    let line = source.split_inclusive('\n').take(at.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let column =
        source.get(line..)?.chars().take(at.column.saturating_sub(1) as usize).map(char::len_utf8).sum::<usize>();
    Some(line + column)
}
