//! Examples: programs in `src/bin`, scripts in `scripts`, real input in `data` and `patch`, benchmarks in `bench`.
//!
//! The code blocks of the project's README are compiled and run as tests of this crate, and its table of limits and
//! the places that it names are compared with what there is.

/// The README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

#[cfg(test)]
mod tests {
    use codemode::Limits;

    /// A number of bytes or milliseconds as a person writes it.
    fn written(limit: &str, value: u64) -> String {
        const MEBIBYTE: u64 = 1 << 20;
        if limit.ends_with("_bytes") {
            return format!("{} MiB", value / MEBIBYTE);
        }
        if limit == "wall_time_ms" {
            return format!("{} minutes", value / 60_000);
        }
        let digits = value.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("digits")).collect();
        groups.join(",")
    }

    #[test]
    fn the_places_that_the_pages_name_exist() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let pages = [include_str!("../../README.md"), include_str!("../../ARCHITECTURE.md")];
        for row in pages.iter().flat_map(|page| page.lines()).filter(|line| line.starts_with("| `")) {
            let place = row.split('`').nth(1).expect("it begins with a name");
            if place.contains('/') && !place.contains(' ') {
                assert!(root.join(place).exists(), "there is no {place}");
            }
        }
    }

    #[test]
    fn the_readmes_rules_are_rules() {
        let mut rules = 0;
        for block in include_str!("../../README.md").split("```toml\n").skip(1) {
            let (text, _) = block.split_once("```").expect("the block ends");
            let config = codemode::Config::from_toml("README.md", text).expect("it can be read");
            rules += config.policy.rules().len();
        }
        assert!(rules >= 3, "it shows some");
    }

    #[test]
    fn the_readme_gives_the_limits_as_they_are() {
        let rows: Vec<&str> = include_str!("../../README.md").lines().filter(|line| line.starts_with("| `")).collect();
        let limits = serde_json::to_value(Limits::default()).expect("limits are JSON");
        for (limit, value) in limits.as_object().expect("limits have names") {
            let name = format!("`{}`", limit.trim_end_matches("_ms"));
            let value = written(limit, value.as_u64().expect("limits are numbers"));
            let right = rows.iter().any(|row| row.contains(&name) && row.contains(&value));
            assert!(right, "the README has no row with {name} and {value}");
        }
    }
}
