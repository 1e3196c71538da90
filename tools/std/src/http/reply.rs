//! What a script gets.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hyper::StatusCode;
use hyper::header::{HeaderMap, SET_COOKIE};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use url::Url;

use super::ask::Form;
use super::body::Body;
use super::credentials::Redaction;
use super::fault::Fault;

/// How much of a body that is not JSON is shown, in characters.
const SHOWN: usize = 200;

#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Reply {
    /// The status: 200, 404. One that is no success is no error.
    status: u16,
    /// Whether the status is one of success, 200 to 299.
    ok: bool,
    /// The address that answered, after redirects.
    url: String,
    /// Headers, with names in lower case; several of one name are joined by ", ". Set-Cookie is left out.
    headers: BTreeMap<String, String>,
    /// The body, written as `encoding` says.
    #[schemars(with = "Value")]
    body: Written,
    /// How the body is written: "text", "json" (a value) or "base64".
    encoding: Form,
    /// How many bytes of the body there are here, after decompression.
    bytes: u64,
    /// Whether there is more of the body than is here.
    truncated: bool,
    /// How many bytes the whole body has, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_bytes: Option<u64>,
    /// What is not as it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Json(Box<RawValue>),
}

/// What is said of a reply beside its body.
pub(super) struct Head<'a> {
    pub(super) status: StatusCode,
    pub(super) url: &'a Url,
    pub(super) headers: &'a HeaderMap,
}

/// Makes the reply of an answer: credentials taken out, at most `most` bytes, in the form that was asked for.
pub(super) fn reply(
    head: &Head<'_>,
    body: Body,
    form: Form,
    most: usize,
    redaction: &Redaction,
) -> Result<Reply, Fault> {
    let Body { bytes, cut, total, unknown_encoding } = body;
    let truncated = cut || bytes.len() > most;
    let mut bytes = redaction.bytes(bytes);
    // Where more would come, the end may be the beginning of a secret.
    let whole = if cut { bytes.len().saturating_sub(redaction.margin()) } else { bytes.len() };
    bytes.truncate(most.min(whole));
    let mut notices = Vec::new();
    if truncated {
        let of = total.map_or(String::new(), |total| format!(" of {total}"));
        notices.push(format!(
            "the body was cut after {}{of} bytes: ask for less, or for more with max_bytes up to the operator's limit",
            bytes.len()
        ));
    }
    if let Some(encoding) = &unknown_encoding {
        notices.push(format!(
            "the body is compressed in a way that is not known here (`{}`), and was left so",
            encoding.escape_debug()
        ));
    }
    let length = bytes.len() as u64;
    let (body, encoding) = match form {
        Form::Base64 => (Written::Text(BASE64_STANDARD.encode(&bytes)), Form::Base64),
        Form::Json => match json(&bytes, truncated) {
            Ok(value) => (Written::Json(value), Form::Json),
            // A page that says what went wrong is an answer.
            Err(_) if !head.status.is_success() => text(bytes, truncated, &mut notices),
            Err(reason) => return Err(not_json(head, &bytes, &reason)),
        },
        Form::Text => text(bytes, truncated, &mut notices),
    };
    Ok(Reply {
        status: head.status.as_u16(),
        ok: head.status.is_success(),
        url: redaction.text(head.url.to_string()),
        headers: headers(head.headers, redaction),
        body,
        encoding,
        bytes: length,
        truncated,
        total_bytes: total,
        notice: (!notices.is_empty()).then(|| notices.join("; ")),
    })
}

/// Text where it is UTF-8, else base64, so that nothing is lost.
fn text(mut bytes: Vec<u8>, truncated: bool, notices: &mut Vec<String>) -> (Written, Form) {
    if let Err(e) = std::str::from_utf8(&bytes)
        && truncated
        && e.error_len().is_none()
    {
        // The cut went through a character.
        bytes.truncate(e.valid_up_to());
    }
    let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    bytes.drain(..start);
    match String::from_utf8(bytes) {
        Ok(text) => (Written::Text(text), Form::Text),
        Err(e) => {
            notices.push("the body is not UTF-8 text, so it is in base64".into());
            (Written::Text(BASE64_STANDARD.encode(e.as_bytes())), Form::Base64)
        }
    }
}

/// The value as it was written, so that the script's own parser reads it. Nothing is null.
fn json(bytes: &[u8], truncated: bool) -> Result<Box<RawValue>, String> {
    if truncated {
        return Err("it is longer than what is returned, and was cut; use max_bytes, or ask for less".into());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?.trim();
    let text = if text.is_empty() { "null" } else { text };
    // The dispatcher reads replies as values; what it could not is told here, where there is more to say of it.
    serde_json::from_str::<Value>(text).and_then(|_| RawValue::from_string(text.to_owned())).map_err(|e| e.to_string())
}

fn not_json(head: &Head<'_>, bytes: &[u8], reason: &str) -> Fault {
    let kind = head.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("of no type");
    let beginning: String =
        String::from_utf8_lossy(bytes.get(..4 * SHOWN).unwrap_or(bytes)).chars().take(SHOWN).collect();
    Fault::new(
        "not_json",
        format!(
            "the server answered {}, but the body ({kind}) is not JSON: {reason}. It begins: {beginning:?}. response: \"text\" returns it as it is",
            head.status.as_u16()
        ),
    )
}

fn headers(all: &HeaderMap, redaction: &Redaction) -> BTreeMap<String, String> {
    let mut headers = BTreeMap::new();
    for name in all.keys().filter(|name| **name != SET_COOKIE) {
        let values: Vec<String> =
            all.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
        headers.insert(name.as_str().to_owned(), redaction.text(values.join(", ")));
    }
    headers
}
