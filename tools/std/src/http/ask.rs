//! What a script asks for, and the request that is made of it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use codemode_tool::Effect;
use hyper::Method;
use hyper::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::{Position, Url};

use super::fault::Fault;

/// The longest URL, in bytes: as much as servers take.
const URL_BYTES: usize = 16 << 10;

/// The most headers that a script may set, and the most bytes of them: half of what servers take.
const HEADERS: usize = 64;
const HEADER_BYTES: usize = 16 << 10;

/// The methods by which a request changes nothing, as far as HTTP promises that.
const READS: [&str; 3] = ["GET", "HEAD", "OPTIONS"];

/// Headers that belong to the connection, or that would make the request another one than it looks.
const RESERVED: &[&str] = &[
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "forwarded",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-url",
    "x-real-ip",
    "x-rewrite-url",
];

// No doc comments on types and variants: the description of the parameter says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Verb {
    #[default]
    Get,
    Head,
    Options,
    Post,
    Put,
    Patch,
    Delete,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Form {
    #[default]
    Text,
    Json,
    Base64,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Parameter {
    One(Scalar),
    Many(Vec<Scalar>),
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Number(#[schemars(with = "f64")] serde_json::Number),
    Truth(bool),
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    /// The address: `https://api.example.com/v1/items`.
    url: String,
    /// GET where it is not given. GET, HEAD and OPTIONS only read; any other changes something.
    #[serde(default)]
    method: Verb,
    /// Parameters to add to the URL: { q: "rust", page: 2 }. A list gives a name several times.
    #[serde(default)]
    query: BTreeMap<String, Parameter>,
    /// Headers: { "Accept": "text/csv" }. Credentials of a host are added where the operator gave some.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// The body, as text.
    body: Option<String>,
    /// The body, as a value that is sent as JSON, instead of `body`.
    json: Option<Value>,
    /// The body, as bytes in base64, instead of `body`.
    body_base64: Option<String>,
    /// How the body of the reply is returned: "text", "json" (parsed) or "base64". "text" where it is not given; a body that is
    /// not UTF-8 is base64 then, and `encoding` of the reply says so.
    #[serde(default)]
    pub(super) response: Form,
    /// Whether redirects are followed, at most 5 of them, to allowed hosts only; true where it is not given.
    #[serde(default = "yes")]
    pub(super) follow_redirects: bool,
    /// After how many milliseconds it is given up, the body's arrival included; 30000 where it is not given.
    #[schemars(range(min = 1, max = 120_000))]
    pub(super) timeout_ms: Option<u64>,
    /// The most bytes of the body to return; what is longer is cut, and `truncated` of the reply says so.
    #[schemars(range(min = 1))]
    pub(super) max_bytes: Option<u64>,
}

const fn yes() -> bool {
    true
}

/// What a call does, told from its arguments.
pub(super) fn effect_of(arguments: &Value) -> Effect {
    match arguments.get("method").map(Value::as_str) {
        None => Effect::Read,
        Some(Some(method)) if READS.contains(&method) => Effect::Read,
        Some(_) => Effect::External,
    }
}

/// What a call touches: the server. Redirects may lead to others.
pub(super) fn origin_of(arguments: &Value) -> Option<String> {
    let url = Url::parse(arguments.get("url")?.as_str()?).ok()?;
    Some(format!("origin:{}", url.origin().ascii_serialization()))
}

/// A request that can be sent, but for what the host's entry adds.
pub(super) struct Outgoing {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Outgoing {
    /// Whether it changes nothing.
    pub(super) fn reads(&self) -> bool {
        READS.contains(&self.method.as_str())
    }
}

impl Ask {
    /// The request. `key` is that of the call, under which a server may recognise it.
    pub(super) fn outgoing(&mut self, key: &str) -> Result<Outgoing, Fault> {
        let method = match self.method {
            Verb::Get => Method::GET,
            Verb::Head => Method::HEAD,
            Verb::Options => Method::OPTIONS,
            Verb::Post => Method::POST,
            Verb::Put => Method::PUT,
            Verb::Patch => Method::PATCH,
            Verb::Delete => Method::DELETE,
        };
        let mut url = address(&self.url)?;
        self.add_query(&mut url)?;
        let mut headers = self.headers()?;
        let body = self.body(&mut headers)?;
        let outgoing = Outgoing { method, url, headers, body: body.unwrap_or_default() };
        Ok(outgoing.with_usual_headers(key))
    }

    fn add_query(&self, url: &mut Url) -> Result<(), Fault> {
        if !self.query.is_empty() {
            let mut pairs = url.query_pairs_mut();
            for (name, parameter) in &self.query {
                let values = match parameter {
                    Parameter::One(value) => std::slice::from_ref(value),
                    Parameter::Many(values) => values.as_slice(),
                };
                for value in values {
                    let _ = match value {
                        Scalar::Text(text) => pairs.append_pair(name, text),
                        Scalar::Number(number) => pairs.append_pair(name, &number.to_string()),
                        Scalar::Truth(truth) => pairs.append_pair(name, if *truth { "true" } else { "false" }),
                    };
                }
            }
        }
        if url.as_str().len() > URL_BYTES {
            return Err(Fault::invalid(format!(
                "the URL has {} bytes with its query; at most {URL_BYTES}. Send what is long in the body",
                url.as_str().len()
            )));
        }
        Ok(())
    }

    fn headers(&self) -> Result<HeaderMap, Fault> {
        let bytes: usize = self.headers.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
        if self.headers.len() > HEADERS || bytes > HEADER_BYTES {
            return Err(Fault::invalid(format!(
                "{} headers with {bytes} bytes; at most {HEADERS} with {HEADER_BYTES}",
                self.headers.len()
            )));
        }
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            let shown = name.escape_debug();
            let parsed = HeaderName::try_from(name.as_str()).map_err(|_| {
                Fault::invalid(format!("`{shown}` is no header name: it may have letters, digits and dashes"))
            })?;
            if RESERVED.contains(&parsed.as_str())
                || ["proxy-", "sec-", "x-forwarded-"].iter().any(|start| parsed.as_str().starts_with(start))
            {
                return Err(Fault::invalid(format!(
                    "the header `{shown}` cannot be set: it is the connection's own, or would disguise the request. Leave it out"
                )));
            }
            let value = header_value(value).map_err(|what| {
                Fault::invalid(format!(
                    "the header `{shown}` has {what} in its value; a header is one line of visible ASCII"
                ))
            })?;
            if headers.insert(parsed, value).is_some() {
                return Err(Fault::invalid(format!("the header `{shown}` is given twice, in upper and lower case")));
            }
        }
        Ok(headers)
    }

    fn body(&mut self, headers: &mut HeaderMap) -> Result<Option<Bytes>, Fault> {
        let given = [self.body.is_some(), self.json.is_some(), self.body_base64.is_some()];
        if given.iter().filter(|given| **given).count() > 1 {
            return Err(Fault::invalid("give one of body, json and body_base64, not several"));
        }
        if given.contains(&true) && matches!(self.method, Verb::Get | Verb::Head | Verb::Options) {
            return Err(Fault::invalid(
                "a request that only reads has no body: give a method, such as POST, or use query",
            ));
        }
        let (body, kind): (Vec<u8>, _) = if let Some(text) = self.body.take() {
            (text.into_bytes(), Some("text/plain;charset=UTF-8"))
        } else if let Some(value) = self.json.take() {
            (value.to_string().into_bytes(), Some("application/json"))
        } else if let Some(coded) = self.body_base64.take() {
            let bytes =
                BASE64_STANDARD.decode(coded).map_err(|e| Fault::invalid(format!("body_base64 is not base64: {e}")))?;
            (bytes, None)
        } else {
            return Ok(None);
        };
        if let Some(kind) = kind {
            headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static(kind));
        }
        Ok(Some(body.into()))
    }
}

impl Outgoing {
    fn with_usual_headers(mut self, key: &str) -> Self {
        let headers = &mut self.headers;
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static("*/*"));
        headers.entry(USER_AGENT).or_insert(HeaderValue::from_static(concat!("codemode/", env!("CARGO_PKG_VERSION"))));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br, zstd"));
        if !self.reads()
            && let Ok(key) = HeaderValue::try_from(key)
        {
            self.headers.entry("idempotency-key").or_insert(key);
        }
        self
    }
}

/// The value of a header; what it has in it that it must not, as an error. Bytes beyond ASCII, which the type would take, mean
/// something else to every server.
fn header_value(text: &str) -> Result<HeaderValue, &'static str> {
    if text.contains(['\r', '\n']) {
        return Err("a line end");
    }
    let value = HeaderValue::try_from(text).ok().filter(|_| text.is_ascii());
    value.ok_or("characters that are not visible ASCII")
}

/// Reads an address. The one time that one is parsed: what is checked is what is connected to.
pub(super) fn address(text: &str) -> Result<Url, Fault> {
    let shown = || text.chars().take(200).collect::<String>().escape_debug().to_string();
    let url = Url::parse(text).map_err(|e| {
        Fault::invalid(format!(
            "`{}` is no URL: {e}. Write it whole, such as https://api.example.com/v1/items",
            shown()
        ))
    })?;
    check(&url)?;
    Ok(url)
}

/// What every address must be, that of a redirect too.
pub(super) fn check(url: &Url) -> Result<(), Fault> {
    if !matches!(url.scheme(), "https" | "http") {
        return Err(Fault::invalid(format!("the scheme `{}` is not reached; only https and http are", url.scheme())));
    }
    if !url.username().is_empty() || url.password().is_some() {
        // Not repeated: it may be a password.
        return Err(Fault::invalid(
            "the URL has a user or password before the host, which is refused: write the host first. Credentials are the operator's to give",
        ));
    }
    Ok(())
}

/// The most characters of a URL that an error shows.
const SHOWN: usize = 200;

/// A URL in an error: without its query, which may have something private in it.
pub(super) fn shown(url: &Url) -> String {
    let text = &url[..Position::AfterPath];
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
