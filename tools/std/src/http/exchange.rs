//! One request and its reply, on a connection of their own.

use std::error::Error as _;

use bytes::Bytes;
use codemode_tool::BoxFuture;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{HOST, HeaderMap, HeaderValue};
use hyper::{Request, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use url::{Position, Url};

use super::ask::Outgoing;
use super::connect::Stream;
use super::fault::Fault;

/// The most headers of a reply, and the most bytes of its head: more than any honest server sends. Stops floods; of the
/// body it says nothing.
const HEADERS: usize = 200;
const HEAD_BYTES: usize = 64 << 10;

/// A reply whose body is still to come.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    body: Incoming,
    connection: Connection,
}

/// What moves bytes. It is polled beside whatever waits for them, so that nothing outlives the call: a dropped one is a
/// closed connection.
struct Connection {
    work: BoxFuture<'static, hyper::Result<()>>,
    open: bool,
}

impl Connection {
    /// Works until `wanted` is there.
    async fn until<T>(&mut self, wanted: impl Future<Output = T>) -> T {
        let mut wanted = std::pin::pin!(wanted);
        loop {
            tokio::select! {
                biased;
                value = &mut wanted => return value,
                // How it ended shows in what is waited for.
                _ = &mut self.work, if self.open => self.open = false,
            }
        }
    }
}

/// Sends a request and waits for the head of the reply.
pub(super) async fn exchange(
    stream: Box<dyn Stream>,
    outgoing: &Outgoing,
    headers: HeaderMap,
) -> Result<Answer, Fault> {
    let request = request(outgoing, headers)?;
    let mut settings = http1::Builder::new();
    settings.max_headers(HEADERS).max_buf_size(HEAD_BYTES);
    let (mut sender, work) = settings.handshake(TokioIo::new(stream)).await.map_err(|e| fault(&e))?;
    let mut connection = Connection { work: Box::pin(work), open: true };
    let reply = connection.until(sender.send_request(request)).await.map_err(|e| fault(&e))?;
    let (head, body) = reply.into_parts();
    Ok(Answer { status: head.status, headers: head.headers, body, connection })
}

impl Answer {
    /// The next piece of the body; nothing at its end.
    pub(super) async fn piece(&mut self) -> Result<Option<Bytes>, Fault> {
        loop {
            match self.connection.until(self.body.frame()).await {
                None => return Ok(None),
                Some(Err(e)) => return Err(fault(&e)),
                // Trailers are not looked at.
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(piece) if piece.is_empty() => {}
                    Ok(piece) => return Ok(Some(piece)),
                    Err(_) => {}
                },
            }
        }
    }
}

fn request(outgoing: &Outgoing, mut headers: HeaderMap) -> Result<Request<Full<Bytes>>, Fault> {
    let url = &outgoing.url;
    // Both are what the parser made of the URL, percent-encoded: neither can have a line end in it.
    let target = &url[Position::BeforePath..Position::AfterQuery];
    let target = Uri::try_from(target).map_err(|e| Fault::invalid(format!("the URL cannot be sent: {e}")))?;
    headers.insert(HOST, host_header(url)?);
    let mut request = Request::new(Full::new(outgoing.body.clone()));
    *request.method_mut() = outgoing.method.clone();
    *request.uri_mut() = target;
    *request.headers_mut() = headers;
    Ok(request)
}

fn host_header(url: &Url) -> Result<HeaderValue, Fault> {
    HeaderValue::try_from(&url[Position::BeforeHost..Position::AfterPort])
        .map_err(|e| Fault::invalid(format!("the host cannot be sent: {e}")))
}

fn fault(error: &hyper::Error) -> Fault {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    let detail = format!("{error}{cause}");
    if error.is_parse_too_large() {
        let message =
            format!("the head of the reply has more than {HEADERS} headers or {HEAD_BYTES} bytes, and is refused");
        return Fault::new("headers_too_large", message).detail(detail);
    }
    if error.is_parse() {
        return Fault::new("bad_reply", "the server's reply is not HTTP/1.1").detail(detail);
    }
    if error.is_user() {
        return Fault::new("internal", "internal error in the tool; trying again is unlikely to help").detail(detail);
    }
    Fault::new("connection_lost", "the connection was lost before the reply was complete").detail(detail).passes()
}
