//! HTTP: what is reached, what is not, and what is left of it. The steps of the cases 116 and 117, and more.
//!
//! Nothing leaves this machine: names and public addresses lead to servers of the tests.

mod bounds;
mod credentials;
mod guard;
mod redirects;
mod replies;
mod script;
mod server;
mod setup;

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use codemode_std::http::{Hosts, Network, module};
use codemode_tool::{BoxFuture, ToolError, ToolModule};
use serde_json::Value;
use tokio::net::TcpStream;

use crate::{call, context};

/// A public address, which leads to a server of the test.
const PUBLIC: &str = "93.184.216.34";

/// A network in which names have the addresses that a test says, and public addresses lead to its servers. Everything that
/// is asked of it is written down.
#[derive(Clone, Default)]
struct Net(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// What a name leads to, one answer for each time it is asked; the last one stays.
    names: HashMap<String, VecDeque<Vec<IpAddr>>>,
    routes: HashMap<SocketAddr, SocketAddr>,
    asked: Vec<String>,
    connected: Vec<SocketAddr>,
}

impl Net {
    fn new() -> Self {
        Self::default()
    }

    /// Adds an answer for a name.
    fn name(self, name: &str, addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|address| address.parse().expect("an address")).collect();
        self.state(|state| state.names.entry(name.to_owned()).or_default().push_back(addresses));
        self
    }

    /// Leads an address to a server.
    fn route(self, address: &str, to: u16) -> Self {
        let address = address.parse().expect("an address with a port");
        self.state(|state| state.routes.insert(address, SocketAddr::from(([127, 0, 0, 1], to))));
        self
    }

    fn asked(&self) -> Vec<String> {
        self.state(|state| state.asked.clone())
    }

    fn connected(&self) -> Vec<String> {
        self.state(|state| state.connected.iter().map(ToString::to_string).collect())
    }

    fn state<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().expect("no test panics while it holds this"))
    }
}

impl Network for Net {
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let answer = self.state(|state| {
            state.asked.push(name.to_owned());
            let answers = state.names.get_mut(name)?;
            if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() }
        });
        Box::pin(async move { answer.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> BoxFuture<'_, io::Result<TcpStream>> {
        let to = self.state(|state| {
            state.connected.push(address);
            // An address of this machine is itself, so that a hole would show as a connection.
            state.routes.get(&address).copied().or_else(|| address.ip().is_loopback().then_some(address))
        });
        Box::pin(async move {
            match to {
                Some(to) => TcpStream::connect(to).await,
                None => Err(io::ErrorKind::ConnectionRefused.into()),
            }
        })
    }
}

/// The module for some hosts.
fn granted(hosts: Hosts) -> ToolModule {
    module(hosts).unwrap_or_else(|error| panic!("{error}"))
}

async fn ask(module: &ToolModule, arguments: Value) -> Result<Value, ToolError> {
    call(module, &context(), "request", arguments).await
}

/// The error's code and message.
async fn refused(module: &ToolModule, arguments: Value) -> (&'static str, String) {
    match ask(module, arguments.clone()).await {
        Ok(reply) => panic!("{arguments}: {reply}"),
        Err(error) => (error.code(), error.message().to_owned()),
    }
}
