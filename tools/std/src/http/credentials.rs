//! What the operator gives a host to be known by. Scripts never see it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use memchr::memmem;

/// What stands in a secret's place.
const INSTEAD: &[u8] = b"[redacted]";

/// The shortest secret, in bytes. Shorter ones occur by chance, and what replaces them would show where.
const LEAST: usize = 8;

/// A header that is sent to one host.
#[derive(Clone)]
pub(super) struct Credential {
    name: String,
    value: String,
    /// The part of it that is secret.
    secret: String,
}

impl Credential {
    pub(super) fn header(name: String, value: String) -> Self {
        Self { name, secret: value.clone(), value }
    }

    pub(super) fn bearer(token: String) -> Self {
        Self { name: AUTHORIZATION.as_str().into(), value: format!("Bearer {token}"), secret: token }
    }

    pub(super) fn basic(user: &str, password: String) -> Self {
        let value = format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}")));
        Self { name: AUTHORIZATION.as_str().into(), value, secret: password }
    }

    /// The header. The error says what is wrong, without the value.
    pub(super) fn build(&self) -> Result<(HeaderName, HeaderValue), String> {
        let name = HeaderName::try_from(self.name.as_str())
            .map_err(|_| format!("`{}` is no header name", self.name.escape_debug()))?;
        if self.secret.len() < LEAST {
            return Err(format!(
                "the secret for `{name}` has {} bytes; one of less than {LEAST} would be found everywhere, and could not be kept out of replies",
                self.secret.len()
            ));
        }
        let mut value = HeaderValue::try_from(self.value.as_str())
            .map_err(|_| format!("the secret for `{name}` has characters that a header cannot carry (a line end?)"))?;
        value.set_sensitive(true);
        Ok((name, value))
    }
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credential").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Takes the credentials of all hosts out of what a script gets.
#[derive(Default)]
pub(super) struct Redaction {
    /// The longest first, so that a secret that is part of another leaves nothing of it.
    forms: Vec<Vec<u8>>,
}

impl Redaction {
    pub(super) fn new<'a>(credentials: impl Iterator<Item = &'a Credential>) -> Self {
        let mut forms = Vec::new();
        for credential in credentials {
            let coded = credential.value.rsplit(' ').next().unwrap_or_default();
            for text in [credential.secret.as_str(), coded] {
                forms.push(BASE64_STANDARD.encode(text).into_bytes());
                let json = serde_json::Value::from(text).to_string();
                forms.push(json.trim_matches('"').as_bytes().to_vec());
                forms.push(text.as_bytes().to_vec());
            }
        }
        forms.retain(|form| form.len() >= LEAST);
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Self { forms }
    }

    /// How many bytes more than are wanted must be read, and are not shown, so that no secret that is cut in two is seen in
    /// part: as many as the longest has, twice, since what stands in the place of a short one within is a little longer.
    pub(super) fn margin(&self) -> usize {
        2 * self.forms.first().map_or(0, Vec::len)
    }

    /// The bytes without credentials.
    pub(super) fn bytes(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for form in &self.forms {
            if memmem::find(&bytes, form).is_none() {
                continue;
            }
            let mut out = Vec::with_capacity(bytes.len());
            let mut from = 0;
            for at in memmem::find_iter(&bytes, form) {
                out.extend_from_slice(bytes.get(from..at).unwrap_or_default());
                out.extend_from_slice(INSTEAD);
                from = at + form.len();
            }
            out.extend_from_slice(bytes.get(from..).unwrap_or_default());
            bytes = out;
        }
        bytes
    }

    /// A text without credentials.
    pub(super) fn text(&self, text: String) -> String {
        String::from_utf8_lossy(&self.bytes(text.into_bytes())).into_owned()
    }
}

/// Puts the operator's headers in.
pub(super) fn add(headers: &mut HeaderMap, credentials: &[(HeaderName, HeaderValue)]) {
    for (name, value) in credentials {
        headers.insert(name, value.clone());
    }
}
