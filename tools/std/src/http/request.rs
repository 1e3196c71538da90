//! `request`: one request, with the redirects that follow from it.

use std::time::Duration;

use codemode_tool::{RunContext, ToolError, tool};
use hyper::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderMap, LOCATION, RANGE, USER_AGENT};
use hyper::{Method, StatusCode};
use url::Url;

use super::ask::{Ask, Outgoing, check, effect_of, origin_of, shown};
use super::fault::Fault;
use super::hosts::Granted;
use super::reply::{Head, Reply, reply};
use super::{body, connect, credentials, exchange};

/// How long a request may take where the script does not say.
const DEFAULT_MILLIS: u64 = 30_000;

/// The most redirects that are followed.
const REDIRECTS: usize = 5;

/// Makes an HTTP request and returns the reply.
///
/// ```js
/// const { ok, status, body } = await request({ url: "https://api.example.com/items", query: { page: 2 }, response: "json" });
/// await request({ method: "POST", url: "https://api.example.com/items", json: { name: "x" } });
/// ```
///
/// A status such as 404 is no error: look at ok or status. A body that is too long is cut, and truncated is true.
#[tool(effect = effect_of, resource = origin_of, timeout = "2m", labels = [Untrusted])]
pub(super) async fn request(granted: &Granted, context: &RunContext, mut ask: Ask) -> Result<Reply, ToolError> {
    let redact = |text| granted.redaction.text(text);
    let outgoing = ask.outgoing(context.idempotency_key()).map_err(|fault| fault.into_error(true, false, redact))?;
    let read = outgoing.reads();
    let millis = ask.timeout_ms.unwrap_or(DEFAULT_MILLIS);
    let mut sent = false;
    let result = tokio::select! {
        result = follow(granted, &ask, outgoing, &mut sent) => result,
        () = tokio::time::sleep(Duration::from_millis(millis)) => {
            Err(Fault::new("timeout", format!("the reply was not complete after {millis} ms; the connection was closed")))
        }
        () = context.cancelled.cancelled() => Err(Fault::new("cancelled", "the call was cut off")),
    };
    result.map_err(|fault| fault.into_error(read, sent, redact))
}

/// Sends a request, and what redirects make of it. Each hop is checked as the first was.
async fn follow(granted: &Granted, ask: &Ask, mut outgoing: Outgoing, sent: &mut bool) -> Result<Reply, Fault> {
    let origin = outgoing.url.origin();
    // Credentials are for the server that was asked. What it sends the request to gets none, not even on the way back.
    let mut own = true;
    let mut place = None;
    for _ in 0..=REDIRECTS {
        let within = |fault: Fault| place.iter().fold(fault, |fault, place: &String| fault.within(place));
        let entry = granted.entry(&outgoing.url, &outgoing.method).map_err(within)?;
        let mut headers = outgoing.headers.clone();
        if own {
            refuse_same(&headers, &entry.credentials)?;
            credentials::add(&mut headers, &entry.credentials);
        }
        let stream = connect::connect(granted, entry, &outgoing.url).await.map_err(within)?;
        *sent = true;
        let mut answer = exchange::exchange(stream, &outgoing, headers).await.map_err(within)?;
        let target = if ask.follow_redirects { location(&answer, &outgoing.url)? } else { None };
        let Some(target) = target else {
            let most = ask.max_bytes.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
            let most = most.min(granted.body_bytes);
            let body = body::read(&mut answer, most.saturating_add(granted.redaction.margin())).await?;
            let head = Head { status: answer.status, url: &outgoing.url, headers: &answer.headers };
            return reply(&head, body, ask.response, most, &granted.redaction);
        };
        place = Some(format!("the redirect from {} to {}", shown(&outgoing.url), shown(&target)));
        if outgoing.url.scheme() == "https" && target.scheme() == "http" {
            let fault = Fault::new(
                "redirect",
                "it leads from https to http, where others can read and change it; it is not followed",
            );
            return Err(place.iter().fold(fault, |fault, place| fault.within(place)));
        }
        if target.origin() != origin {
            own = false;
            keep_harmless(&mut outgoing.headers);
        }
        rewrite(&mut outgoing, answer.status);
        outgoing.url = target;
    }
    Err(Fault::new(
        "too_many_redirects",
        format!(
            "there were more than {REDIRECTS} redirects, the last to {}; follow_redirects: false returns the first",
            shown(&outgoing.url)
        ),
    ))
}

/// A header of the script's must not stand in for one of the operator's.
fn refuse_same(
    headers: &HeaderMap,
    credentials: &[(hyper::header::HeaderName, hyper::header::HeaderValue)],
) -> Result<(), Fault> {
    match credentials.iter().find(|(name, _)| headers.contains_key(name)) {
        Some((name, _)) => {
            Err(Fault::invalid(format!("the header `{name}` is set by the operator for this host; leave it out")))
        }
        None => Ok(()),
    }
}

/// Where an answer redirects to, if it does.
fn location(answer: &exchange::Answer, from: &Url) -> Result<Option<Url>, Fault> {
    if !matches!(answer.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = answer.headers.get(LOCATION) else { return Ok(None) };
    let location = String::from_utf8_lossy(location.as_bytes());
    let bad = |fault: Fault| fault.within(&format!("the redirect from {}", shown(from)));
    let url = from.join(&location).map_err(|e| {
        bad(Fault::new("redirect", format!("its Location is no URL: {e}; follow_redirects: false returns the reply")))
    })?;
    check(&url).map_err(bad)?;
    Ok(Some(url))
}

/// Makes of a request what the redirect makes of it, as browsers do.
fn rewrite(outgoing: &mut Outgoing, status: StatusCode) {
    let to_get = match status.as_u16() {
        301 | 302 => outgoing.method == Method::POST,
        303 => outgoing.method != Method::GET && outgoing.method != Method::HEAD,
        _ => false,
    };
    if to_get {
        outgoing.method = Method::GET;
        outgoing.body = bytes::Bytes::new();
        for name in ["content-type", "content-encoding", "content-language", "content-location", "idempotency-key"] {
            outgoing.headers.remove(name);
        }
    }
}

/// What goes along to another server: nothing that may be a credential, by whatever name.
fn keep_harmless(headers: &mut HeaderMap) {
    let mut kept = HeaderMap::new();
    for name in [ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_TYPE, RANGE, USER_AGENT] {
        if let Some(value) = headers.remove(&name) {
            kept.insert(name, value);
        }
    }
    *headers = kept;
}
