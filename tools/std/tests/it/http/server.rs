//! A server that answers what a test says, byte for byte.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// A connection, as the server has it.
pub(super) trait Line: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Line for S {}

/// What a server does after it read a request.
pub(super) enum Then {
    /// Answers with these bytes.
    Reply(Vec<u8>),
    /// Writes these bytes, and then again and again what follows, until nobody reads them.
    Forever(Vec<u8>, Vec<u8>),
    /// Writes these bytes, and then nothing until the other side closes.
    Hang(Vec<u8>),
}

/// A server of one test.
pub(super) struct Server {
    pub(super) port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    /// Each connection that the other side closed before the server was done, with the number of bytes that were written.
    left: UnboundedReceiver<u64>,
    task: JoinHandle<()>,
}

impl Server {
    /// A server without TLS.
    pub(super) async fn start(answer: impl Fn(&str) -> Then + Send + Sync + 'static) -> Self {
        Self::with(None, answer).await
    }

    /// A server that answers every request with the same text.
    pub(super) async fn saying(text: &'static str) -> Self {
        Self::start(move |_| reply("200 OK", "Content-Type: text/plain\r\n", text)).await
    }

    /// A server with TLS, if an acceptor is given.
    pub(super) async fn with(tls: Option<TlsAcceptor>, answer: impl Fn(&str) -> Then + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let seen = Arc::<Mutex<Vec<String>>>::default();
        let (tell, left) = unbounded_channel();
        let (answer, requests) = (Arc::new(answer), Arc::clone(&seen));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, requests, tell, tls) =
                    (Arc::clone(&answer), Arc::clone(&requests), tell.clone(), tls.clone());
                tokio::spawn(async move {
                    let mut line: Box<dyn Line> = match tls {
                        None => Box::new(stream),
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => Box::new(stream),
                            Err(_) => return,
                        },
                    };
                    let Ok(request) = read(&mut *line).await else { return };
                    requests.lock().expect("no panics").push(request.clone());
                    let mut written = 0;
                    if serve(&mut *line, answer(&request), &mut written).await.is_err() {
                        let _ = tell.send(written);
                    }
                });
            }
        });
        Self { port, seen, left, task }
    }

    /// Every request so far, as it came.
    pub(super) fn seen(&self) -> Vec<String> {
        self.seen.lock().expect("no panics").clone()
    }

    /// The one request that there was.
    pub(super) fn only(&self) -> String {
        let seen = self.seen();
        assert_eq!(seen.len(), 1, "{seen:?}");
        seen[0].clone()
    }

    /// Waits until the other side has closed a connection, and says how many bytes were written to it.
    pub(super) async fn closed(&mut self) -> u64 {
        self.left.recv().await.expect("the server runs")
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// How it is granted.
    pub(super) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Reads a request: the head, and as much of a body as it says.
async fn read(line: &mut dyn Line) -> io::Result<String> {
    let mut text = Vec::new();
    loop {
        let head = String::from_utf8_lossy(&text).into_owned();
        if let Some((head, body)) = head.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
            if body.len() >= length.unwrap_or(0) {
                return Ok(format!("{head}\r\n\r\n{body}"));
            }
        }
        let mut chunk = [0; 4_096];
        match line.read(&mut chunk).await? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => text.extend_from_slice(&chunk[..length]),
        }
    }
}

fn serve<'a>(
    line: &'a mut dyn Line,
    then: Then,
    written: &'a mut u64,
) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send + 'a>> {
    Box::pin(async move {
        match then {
            Then::Reply(bytes) => {
                line.write_all(&bytes).await?;
                line.flush().await?;
                // TLS wants to say goodbye.
                let _ = line.shutdown().await;
                Ok(())
            }
            Then::Forever(first, again) => {
                line.write_all(&first).await?;
                *written += first.len() as u64;
                loop {
                    line.write_all(&again).await?;
                    *written += again.len() as u64;
                }
            }
            Then::Hang(bytes) => {
                line.write_all(&bytes).await?;
                line.flush().await?;
                *written += bytes.len() as u64;
                let mut rest = [0; 64];
                while line.read(&mut rest).await? > 0 {}
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        }
    })
}

/// A whole reply; `headers` are lines, each with its end.
pub(super) fn reply(status: &str, headers: &str, body: impl AsRef<[u8]>) -> Then {
    let body = body.as_ref();
    let mut bytes = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    Then::Reply(bytes)
}

/// A redirect.
pub(super) fn redirect(status: &str, to: &str) -> Then {
    reply(status, &format!("Location: {to}\r\n"), "moved")
}

/// An acceptor with a certificate for some names, and the certificate as PEM.
pub(super) fn tls(names: &[&str]) -> (TlsAcceptor, String) {
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let made = rcgen::generate_simple_self_signed(names).expect("a certificate");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("the key is the certificate's");
    (TlsAcceptor::from(Arc::new(config)), made.cert.pem())
}
