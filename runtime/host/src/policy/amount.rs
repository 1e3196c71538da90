//! Exact sums of the numbers that scripts pass.

use std::fmt;

use serde_json::Number;

/// A number that is not negative, as an exact decimal: a sum of these is what a person would get on paper. `0.1 + 0.2` is
/// `0.3`, which sums of floating-point numbers are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Amount(i128);

impl Amount {
    /// Digits after the point: a double below 1 has up to 17 that matter.
    const DIGITS: u32 = 18;
    const ONE: i128 = 10_i128.pow(Self::DIGITS);
    /// The largest number; sums of over a hundred of them still fit.
    const MOST: i128 = 1_000_000_000_000_000_000;

    /// Takes a number of JSON as it is written; says what is wrong with one that cannot be summed up.
    pub(crate) fn of(number: &Number) -> Result<Self, &'static str> {
        Self::parse(&number.to_string())
    }

    /// The same for a number of code or configuration.
    pub(crate) fn of_f64(number: f64) -> Result<Self, &'static str> {
        if !number.is_finite() {
            return Err("is not a number");
        }
        Self::parse(&number.to_string())
    }

    /// In units of 10^-18.
    pub(crate) const fn units(self) -> i128 {
        self.0
    }

    pub(crate) const fn of_units(units: i128) -> Self {
        Self(units)
    }

    fn parse(text: &str) -> Result<Self, &'static str> {
        let negative = text.starts_with('-');
        let text = text.trim_start_matches('-');
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().map_err(|_| "is not a number")?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err("is not a number");
        }
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Ok(Self(0));
        }
        if negative {
            return Err("is negative");
        }
        // The value is `digits` × 10^power in units of 10^-18.
        let dropped = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
        let power = exponent.saturating_sub(dropped).saturating_add(Self::DIGITS.cast_signed());
        let trimmed = digits.trim_end_matches('0');
        let zeros = i32::try_from(digits.len() - trimmed.len()).unwrap_or(i32::MAX);
        let power = power.saturating_add(zeros);
        if power < 0 {
            return Err("has more than 18 digits after the point");
        }
        let value = trimmed.parse::<i128>().ok();
        let factor = u32::try_from(power).ok().and_then(|power| 10_i128.checked_pow(power));
        let value = value.zip(factor).and_then(|(value, factor)| value.checked_mul(factor));
        value.filter(|&value| value <= Self::MOST * Self::ONE).map(Self).ok_or("is larger than 10^18")
    }

    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).max(0))
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0 / Self::ONE, self.0 % Self::ONE);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        let fraction = format!("{fraction:018}");
        write!(f, "{whole}.{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Result<String, &'static str> {
        Amount::parse(text).map(|amount| amount.to_string())
    }

    #[test]
    fn numbers_are_taken_as_they_are_written() {
        for (text, exact) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("12.50", "12.5"),
            ("1e3", "1000"),
            ("1.5e-7", "0.00000015"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("1e18", "1000000000000000000"),
        ] {
            assert_eq!(amount(text).as_deref(), Ok(exact), "{text}");
        }
        for text in ["-1", "1.1e18", "1e300", "5e-324", "NaN", "inf", "", ".", "1e99999999999"] {
            assert!(amount(text).is_err(), "{text}");
        }
        assert!(Amount::of_f64(f64::NAN).is_err() && Amount::of_f64(f64::INFINITY).is_err());
    }

    #[test]
    fn sums_are_exact() {
        let sum = (0..1_000).fold(Amount::default(), |sum, _| sum.plus(Amount::parse("0.1").unwrap()).unwrap());
        assert_eq!(sum, Amount::parse("100").unwrap());
    }
}
