//! The way out: names are looked up and connections made here, and nowhere else in this module.

use std::io;
use std::net::{IpAddr, SocketAddr};

use codemode_tool::BoxFuture;
use tokio::net::TcpStream;

/// How names become addresses, and addresses connections. The default is the system's; an embedder can put its own in
/// place, such as a resolver of its own or a pinned list.
///
/// What [`resolve`](Self::resolve) answers is checked before [`connect`](Self::connect) is called with it, so an own
/// implementation does not have to, and must connect to the very address that it is given.
pub trait Network: Send + Sync + 'static {
    /// All addresses of a name.
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
    }

    /// A connection to one address.
    fn connect(&self, address: SocketAddr) -> BoxFuture<'_, io::Result<TcpStream>> {
        Box::pin(TcpStream::connect(address))
    }
}

/// The system's.
pub(super) struct System;

impl Network for System {}
