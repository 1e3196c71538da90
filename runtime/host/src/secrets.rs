//! Values that must not be seen: they are taken out of replies, errors, journals and logs.
//!
//! A tool should not let its credentials out. This is for the day when one does: an error that repeats a header, a server
//! that echoes a request.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::Error;

/// What stands in a secret's place.
const INSTEAD: &str = "[redacted]";

/// The shortest secret, in bytes. Shorter ones occur by chance, and what replaces them would show where.
const LEAST: usize = 8;

/// Every way in which known secrets are likely to be written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets {
    forms: Vec<String>,
}

impl Secrets {
    pub(crate) fn new(values: &[String]) -> Result<Self, Error> {
        let mut forms = Vec::new();
        for value in values {
            if value.len() < LEAST {
                let reason =
                    format!("one has {} bytes; one of less than {LEAST} would be found everywhere", value.len());
                return Err(Error::Secret(reason));
            }
            forms.push(value.clone());
            forms.push(escaped(value));
            forms.push(percent_encoded(value, false));
            forms.push(percent_encoded(value, true));
            for before in 0..3 {
                let form = base64_inside(value, before);
                forms.push(form.replace('+', "-").replace('/', "_"));
                forms.push(form);
            }
            let hex = crate::journal::hex(value.as_bytes());
            forms.push(hex.to_uppercase());
            forms.push(hex);
        }
        // The longest first, so that a secret that is part of another leaves nothing of it.
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Ok(Self { forms })
    }

    /// The text without secrets; nothing where there are none in it.
    pub(crate) fn redacted(&self, text: &str) -> Option<String> {
        let mut out: Option<String> = None;
        for form in &self.forms {
            let current = out.as_deref().unwrap_or(text);
            if current.contains(form.as_str()) {
                out = Some(current.replace(form.as_str(), INSTEAD));
            }
        }
        out
    }

    /// Takes secrets out of a text.
    pub(crate) fn redact(&self, text: &mut String) {
        if let Some(redacted) = self.redacted(text) {
            *text = redacted;
        }
    }
}

/// As it stands in a string of JSON.
fn escaped(value: &str) -> String {
    let text = serde_json::Value::from(value).to_string();
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(&text).to_owned()
}

/// As it stands in a URL.
fn percent_encoded(value: &str, lower: bool) -> String {
    let mut text = String::with_capacity(value.len());
    for byte in value.bytes() {
        // Writing to a string cannot fail.
        let _ = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => write!(text, "{}", char::from(byte)),
            _ if lower => write!(text, "%{byte:02x}"),
            _ => write!(text, "%{byte:02X}"),
        };
    }
    text
}

/// The part of base64 that is the same whatever stands around the value, where `before` bytes (modulo 3) stand before it:
/// `user:secret` as a header has it.
fn base64_inside(value: &str, before: usize) -> String {
    let mut bytes = vec![0; before];
    bytes.extend_from_slice(value.as_bytes());
    let text = BASE64_STANDARD.encode(&bytes);
    // Six bits a character: those that hold a bit of what is before or after are left out.
    let (first, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
    text.get(first..end).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_however_it_is_written() {
        let secret = "p@ss/w\"ord+ü1";
        let secrets = Secrets::new(&[secret.to_owned()]).unwrap();
        let mut texts = vec![
            format!("token {secret}!"),
            serde_json::json!({ "t": secret }).to_string(),
            format!("https://user:{}@host/", percent_encoded(secret, false)),
            percent_encoded(secret, true),
            crate::journal::hex(secret.as_bytes()),
        ];
        for before in ["", "u", "us", "use", "user:"] {
            for after in ["", "x", "xy", "xyz"] {
                let text = BASE64_STANDARD.encode(format!("{before}{secret}{after}"));
                texts.push(format!("Basic {}", text.replace('+', "-").replace('/', "_")));
                texts.push(format!("Basic {text}"));
            }
        }
        for text in texts {
            let redacted = secrets.redacted(&text).unwrap_or_else(|| panic!("not found in {text}"));
            assert!(redacted.contains(INSTEAD) && !redacted.contains(secret), "{redacted}");
        }
        assert_eq!(secrets.redacted("nothing of it here"), None);
        assert!(Secrets::new(&["short".to_owned()]).is_err());
    }
}
