//! Shows a text that was expected as a part of another beside the place where it fits best.

/// Lines of the text in which a place is looked for; what a person compares is rarely longer.
const LINES: usize = 2_000;

/// The expected lines against the lines of `text` that come closest: `-` is expected, `+` is what stands there, and lines
/// without a sign are the same. Only the expected lines where nothing in the text is like them.
pub fn diff(expected: &str, text: &str) -> String {
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = text.lines().take(LINES).collect();
    let place = (0..actual.len())
        .map(|start| {
            let likeness: usize = expected.iter().zip(actual.iter().skip(start)).map(|(a, b)| likeness(a, b)).sum();
            (likeness, start)
        })
        // Of places that fit as well, the first.
        .max_by_key(|&(likeness, start)| (likeness, std::cmp::Reverse(start)))
        .filter(|&(likeness, _)| likeness > 0);
    let mut lines = Vec::new();
    for (at, wanted) in expected.iter().enumerate() {
        let found = place.and_then(|(_, start)| actual.get(start + at));
        match found {
            Some(line) if line == wanted => lines.push(format!("  {line}")),
            Some(line) => lines.extend([format!("- {wanted}"), format!("+ {line}")]),
            None => lines.push(format!("- {wanted}")),
        }
    }
    lines.join("\n")
}

/// How much two lines have in common, in percent: what they begin and end with, where that is more than chance.
fn likeness(a: &str, b: &str) -> usize {
    let (longer, shorter) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    if a == b {
        return 100;
    }
    if !shorter.is_empty() && longer.contains(shorter) {
        return 50 + 50 * shorter.len() / longer.len();
    }
    let start = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let rest = shorter.chars().count() - start;
    let end = a.chars().rev().zip(b.chars().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let percent = 100 * (start + end) / longer.chars().count().max(1);
    if percent < 20 { 0 } else { percent }
}

#[cfg(test)]
mod tests {
    use super::diff;

    #[test]
    fn the_closest_lines_stand_beside_what_was_expected() {
        let text = "start\nAnn | 135.5\nBo | 20\nend\n";
        assert_eq!(diff("Ann | 135.50\nBo | 20", text), "- Ann | 135.50\n+ Ann | 135.5\n  Bo | 20");
        assert_eq!(diff("Ann | 135.50", "nothing like it\n"), "- Ann | 135.50");
        assert_eq!(diff("a", ""), "- a");
    }
}
