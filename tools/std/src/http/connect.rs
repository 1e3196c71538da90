//! A connection to a server: the name looked up once, every address checked, and exactly those connected to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use url::{Host, Url};

use super::fault::Fault;
use super::hosts::{Entry, Granted};

/// How long one address is tried, so that others get their turn before the call's own time is over.
const ADDRESS_TIME: Duration = Duration::from_secs(5);

/// The most addresses that are tried.
const ADDRESSES: usize = 6;

/// A connection, encrypted or not.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Connects to the host of a URL. Sole place where a connection is made. It is used for one request, and closed with it.
pub(super) async fn connect(granted: &Granted, entry: &Entry, url: &Url) -> Result<Box<dyn Stream>, Fault> {
    let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
        return Err(Fault::invalid("the URL has no host"));
    };
    let addresses = checked_addresses(granted, entry, &host).await?;
    let stream = connect_to(granted, &addresses, &host, port).await?;
    // Requests are small and written at once.
    let _ = stream.set_nodelay(true);
    if url.scheme() != "https" {
        return Ok(Box::new(stream));
    }
    let name = match &host {
        Host::Domain(name) => ServerName::try_from((*name).to_owned())
            .map_err(|_| Fault::new("tls", format!("`{name}` is no name that a certificate can have")))?,
        Host::Ipv4(address) => ServerName::IpAddress(IpAddr::V4(*address).into()),
        Host::Ipv6(address) => ServerName::IpAddress(IpAddr::V6(*address).into()),
    };
    match TlsConnector::from(Arc::clone(&granted.tls)).connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(e) => Err(tls_fault(&host, &e)),
    }
}

/// The addresses of a host, each of them one that the host's entry lets it lead to.
async fn checked_addresses(granted: &Granted, entry: &Entry, host: &Host<&str>) -> Result<Vec<IpAddr>, Fault> {
    let addresses = match host {
        Host::Ipv4(address) => vec![IpAddr::V4(*address)],
        Host::Ipv6(address) => vec![IpAddr::V6(*address)],
        Host::Domain(name) => granted.network.resolve(name).await.map_err(|e| {
            let message = format!("the name `{name}` cannot be looked up: it does not exist, or nobody answers for it");
            Fault::new("connect", message).detail(e).passes()
        })?,
    };
    if addresses.is_empty() {
        return Err(Fault::new("connect", format!("the name `{host}` has no address")).passes());
    }
    // One bad address is enough: who answers with good ones and bad ones is not to be trusted with either.
    if let Some(address) = addresses.iter().find(|address| !entry.reach.permits(**address)) {
        return Err(Fault::new(
            "address_not_allowed",
            format!(
                "`{host}` leads to an address that may not be reached from here: one of this machine, of a private network, or a \
                 reserved one. Use another host; whether this one may is for the operator to say"
            ),
        )
        .detail(address));
    }
    Ok(addresses)
}

async fn connect_to(granted: &Granted, addresses: &[IpAddr], host: &Host<&str>, port: u16) -> Result<TcpStream, Fault> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses.iter().take(ADDRESSES) {
        let address = SocketAddr::new(*address, port);
        match timeout(ADDRESS_TIME, granted.network.connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(e)) => last = e,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    let message = format!("cannot connect to `{host}`, port {port}: {}. Nothing was sent to it", said(&last));
    Err(Fault::new("connect", message).detail(&last).passes())
}

fn tls_fault(host: &Host<&str>, error: &io::Error) -> Fault {
    // What rustls says of a certificate is short and about the other side.
    if let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref::<tokio_rustls::rustls::Error>()) {
        return Fault::new("tls", format!("no safe connection to `{host}`: {inner}. Nothing was sent to it"));
    }
    let message =
        format!("the connection to `{host}` was lost before it was safe: {}. Nothing was sent to it", said(error));
    Fault::new("connect", message).detail(error).passes()
}

/// What the system says, where that is more than a number.
fn said(error: &io::Error) -> String {
    use io::ErrorKind::{
        ConnectionRefused, ConnectionReset, HostUnreachable, NetworkUnreachable, TimedOut, UnexpectedEof,
    };
    match error.kind() {
        kind @ (ConnectionRefused | ConnectionReset | HostUnreachable | NetworkUnreachable | TimedOut
        | UnexpectedEof) => kind.to_string(),
        _ => "it does not work from here".into(),
    }
}
