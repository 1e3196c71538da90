//! "Did you mean": the known names that a wrong one was most likely meant to be.

/// The names of `known` that are closest to `wrong`, best first, at most three.
///
/// Close means: equal but for case and separators, a prefix or part of each other, or few edits apart for their length
/// (about a third). The cost is bounded: names over 64 bytes are compared by their first 64.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let plain_wrong = plain(wrong);
    let mut close: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| {
            let plain_name = plain(name);
            let edits = edits(&plain_wrong, &plain_name);
            let longest = plain_wrong.len().max(plain_name.len());
            let contained = plain_wrong.len() >= 3
                && plain_name.len() >= 3
                && (plain_name.windows(plain_wrong.len()).any(|part| part == plain_wrong)
                    || plain_wrong.windows(plain_name.len()).any(|part| part == plain_name));
            let allowed = (longest / 3).max(1);
            (edits <= allowed || contained).then_some((edits, name))
        })
        .collect();
    close.sort_unstable();
    close.dedup_by(|a, b| a.1 == b.1);
    close.truncate(3);
    close.into_iter().map(|(_, name)| name).collect()
}

/// Lower case without separators, at most 64 bytes: `readFile` and `read_file` are the same word.
fn plain(name: &str) -> Vec<u8> {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b'.' | b' ')).map(|b| b.to_ascii_lowercase()).take(64).collect()
}

/// The edit distance in which swapping two neighbours counts once.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let width = b.len() + 1;
    let mut table = vec![0; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (table[(i - 1) * width + j] + 1)
                    .min(table[i * width + j - 1] + 1)
                    .min(table[(i - 1) * width + j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[(i - 2) * width + j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len() * width + b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name() {
        let known = ["read_file", "list_files", "search_files"];
        assert_eq!(nearest("serach_files", known), ["search_files"]);
        assert_eq!(nearest("readFile", known), ["read_file"]);
        assert_eq!(nearest("search", known), ["search_files"]);
        assert!(nearest("delete_user", known).is_empty());
    }
}
