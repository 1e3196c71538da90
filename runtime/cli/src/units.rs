//! Numbers as people write them on a command line: `128MiB`, `30s`, `5k`.

use std::time::Duration;

const SIZES: &[(&str, u64)] = &[
    ("", 1),
    ("B", 1),
    ("k", 1_000),
    ("kB", 1_000),
    ("M", 1_000_000),
    ("MB", 1_000_000),
    ("G", 1_000_000_000),
    ("GB", 1_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
];

const COUNTS: &[(&str, u64)] = &[("", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];

const MILLISECONDS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// A size in bytes.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    scaled(text, SIZES).map_err(|fault| fault.says("a size", "65536, 64k, 64KiB, 128MiB or 1GiB"))
}

/// A number of things.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    scaled(text, COUNTS).map_err(|fault| fault.says("a number", "200, 5k or 4G"))
}

/// A number of things of which there are never very many.
pub(crate) fn small_count(text: &str) -> Result<u32, String> {
    u32::try_from(count(text)?).map_err(|_| Fault::TooLarge.says("a number", "200, 5k or 1M"))
}

/// A time. A unit is needed: seconds and milliseconds are confused too easily.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let milliseconds = scaled(text, MILLISECONDS).map_err(|fault| fault.says("a time", "500ms, 30s or 2m"))?;
    Ok(Duration::from_millis(milliseconds))
}

enum Fault {
    NoNumber,
    NoSuchUnit(String),
    TooLarge,
}

impl Fault {
    fn says(self, what: &str, examples: &str) -> String {
        match self {
            Self::NoNumber => format!("{what} is a whole number with a unit: {examples}"),
            Self::NoSuchUnit(unit) if unit.is_empty() => format!("the unit is missing; write {examples}"),
            Self::NoSuchUnit(unit) => format!("`{unit}` is no unit of {what}; write {examples}"),
            Self::TooLarge => format!("the number is too large; write {examples}"),
        }
    }
}

/// A whole number and its unit. Capital or small letters make no difference, `_` may group digits.
fn scaled(text: &str, units: &[(&str, u64)]) -> Result<u64, Fault> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let digits = digits.replace('_', "");
    if digits.is_empty() || unit.starts_with(['.', ',']) {
        return Err(Fault::NoNumber);
    }
    let number: u64 = digits.parse().map_err(|_| Fault::TooLarge)?;
    let unit = unit.trim();
    let known = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let &(_, factor) = known.ok_or_else(|| Fault::NoSuchUnit(unit.to_owned()))?;
    number.checked_mul(factor).ok_or(Fault::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_decimal_and_binary_units() {
        assert_eq!(size("65_536"), Ok(65_536));
        assert_eq!(size("64k"), Ok(64_000));
        assert_eq!(size("64 KiB"), Ok(65_536));
        assert_eq!(size("128mib"), Ok(128 << 20));
        assert_eq!(size("2G"), Ok(2_000_000_000));
    }

    #[test]
    fn times_need_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_mins(2)));
        assert_eq!(duration("30"), Err("the unit is missing; write 500ms, 30s or 2m".into()));
    }

    #[test]
    fn what_is_no_number_says_what_would_be_one() {
        assert_eq!(size("lots"), Err("a size is a whole number with a unit: 65536, 64k, 64KiB, 128MiB or 1GiB".into()));
        assert_eq!(size("-1"), size("lots"));
        assert_eq!(size("1.5G"), size("lots"));
        assert_eq!(
            size("5 parsecs"),
            Err("`parsecs` is no unit of a size; write 65536, 64k, 64KiB, 128MiB or 1GiB".into())
        );
        assert_eq!(
            size("99999999999999999999"),
            Err("the number is too large; write 65536, 64k, 64KiB, 128MiB or 1GiB".into())
        );
        assert_eq!(small_count("5G"), Err("the number is too large; write 200, 5k or 1M".into()));
    }
}
