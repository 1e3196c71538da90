//! Numbers in JSON text.

/// Appends a finite number as JavaScript prints it.
pub fn format_number(number: f64, out: &mut Vec<u8>) {
    if number == 0.0 {
        // `-0` prints as `0`.
        out.push(b'0');
    } else if number.trunc() == number && number.abs() < 1e15 {
        #[expect(clippy::cast_possible_truncation, reason = "an integer below 2^53")]
        push_integer(number as i64, out);
    } else {
        out.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
    }
}

fn push_integer(number: i64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[start..]);
}

/// Reads the number at the start of `bytes`: its value and its length, or `None` where JSON has no such number.
pub(super) fn scan_number(bytes: &[u8]) -> Option<(f64, usize)> {
    let negative = bytes.first() == Some(&b'-');
    let start = usize::from(negative);
    let mut at = start;
    // Up to 15 digits are exact in an f64; longer and fractional numbers go to the general reader.
    let mut whole: u64 = 0;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    let digits = at - start;
    if digits == 0 || (digits > 1 && bytes[start] == b'0') {
        return None;
    }
    let fraction = bytes.get(at) == Some(&b'.');
    if fraction {
        at = skip_digits(bytes, at + 1)?;
    }
    let exponent = matches!(bytes.get(at), Some(b'e' | b'E'));
    if exponent {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        at = skip_digits(bytes, at + 1 + sign)?;
    }
    if fraction || exponent || digits > 15 {
        let text = std::str::from_utf8(&bytes[..at]).ok()?;
        return Some((text.parse().ok()?, at));
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 15 digits")]
    let value = whole as f64;
    Some((if negative { -value } else { value }, at))
}

/// The end of the digits at `at`, at least one.
fn skip_digits(bytes: &[u8], at: usize) -> Option<usize> {
    let count = bytes[at.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then_some(at + count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(number: f64) -> String {
        let mut out = Vec::new();
        format_number(number, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_print_as_in_javascript() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-17.0, "-17"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1e-7, "1e-7"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (999_999_999_999_999.0, "999999999999999"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(printed(number), text);
        }
    }

    #[test]
    fn numbers_are_read_as_javascript_reads_them() {
        for (text, number) in [
            ("0", 0.0),
            ("-0", -0.0),
            ("1e400", f64::INFINITY),
            ("-1e400", f64::NEG_INFINITY),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("1.5E-3,", 0.0015),
            ("123456789012345678901234567890", 1.234_567_890_123_456_8e29),
        ] {
            let (read, _) = scan_number(text.as_bytes()).unwrap();
            assert_eq!(read.to_bits(), number.to_bits(), "{text}");
        }
        for text in ["", "-", "01", "-01", ".5", "1.", "1.e3", "1e", "1e+", "+1"] {
            assert!(scan_number(text.as_bytes()).is_none(), "{text}");
        }
    }
}
