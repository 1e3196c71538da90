//! What a name that does not exist was meant to be.

use std::path::Path;

use codemode_abi::nearest;
use tokio_util::sync::CancellationToken;

use super::open::open_directory;
use super::path::At;
use super::roots::Files;
use super::walk::{Manner, Walk};

/// How many names of the same directory are looked at. A misspelt path must not cost more than a right one by far.
const SIBLINGS: usize = 10_000;

/// How many entries of the tree are looked at, in the order of their paths.
const VISITS: usize = 5_000;

/// A sentence for the end of "No such file", or nothing: the nearest names from the same directory, else files of that
/// name from the whole tree, else the nearest names from there.
pub(super) fn similar(files: &Files, at: &At<'_>) -> String {
    let Some(name) = at.path.file_name().and_then(|name| name.to_str()) else { return String::new() };
    let mut found = siblings(at, name);
    if found.is_empty() {
        found = elsewhere(files, at, name);
    }
    if found.is_empty() { String::new() } else { format!(" Similar: {}", found.join(", ")) }
}

fn siblings(at: &At<'_>, name: &str) -> Vec<String> {
    let parent = at.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = open_directory(at.root, parent).and_then(|dir| Ok(dir.entries()?)) else { return Vec::new() };
    let names: Vec<String> =
        entries.flatten().take(SIBLINGS).filter_map(|entry| entry.file_name().into_string().ok()).collect();
    nearest(name, names.iter().map(String::as_str)).into_iter().map(|near| at.root.shown(&parent.join(near))).collect()
}

fn elsewhere(files: &Files, at: &At<'_>, name: &str) -> Vec<String> {
    // Bounded by the number of visits, so there is no need to look at the call's own token.
    let cancelled = CancellationToken::new();
    let manner = Manner { recursive: true, everything: false, cancelled: &cancelled };
    // The root that was named, then the others, where the first part of the path may have been wrong.
    let others = files.roots.iter().filter(|root| !std::ptr::eq(*root, at.root));
    let walks = std::iter::once(at.root)
        .chain(others)
        .filter_map(|root| Some((root, Walk::new(root, Path::new("."), manner).ok()?)));
    let entries = walks.flat_map(|(root, walk)| walk.flatten().map(move |entry| (root, entry)));
    let seen: Vec<(String, String)> = entries
        .take(VISITS)
        .filter_map(|(root, entry)| {
            let name = entry.path.file_name()?.to_str()?.to_owned();
            Some((name, root.shown(&entry.path)))
        })
        .collect();
    let mut found: Vec<String> = seen
        .iter()
        .filter(|(found, _)| found.eq_ignore_ascii_case(name))
        .map(|(_, path)| path.clone())
        .take(3)
        .collect();
    if found.is_empty() {
        let near = nearest(name, seen.iter().map(|(name, _)| name.as_str()));
        found = near
            .into_iter()
            .filter_map(|near| seen.iter().find(|(name, _)| name == near))
            .map(|(_, path)| path.clone())
            .collect();
    }
    found
}
