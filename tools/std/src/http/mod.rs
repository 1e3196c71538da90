//! HTTP: `import { request } from "tools/http"`.
//!
//! ```
//! use codemode_std::http::{self, Host, Hosts};
//!
//! let hosts = Hosts::new()
//!     .allow("*.example.com")
//!     .host(Host::new("api.example.org").methods(["GET", "POST"]).bearer("a-token-that-no-script-sees"));
//! let module = http::module(hosts)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The walk of one call: `ask` makes a request of the arguments, [`hosts`](Hosts) knows the `entry` that lets it through and
//! adds the host's `credentials`, `connect` looks the name up, has each `address` checked and connects, `exchange` sends it,
//! `request` follows redirects by the same way, `body` unpacks, `reply` is what the script gets. `network` is the sole place where
//! names are looked up and connections made.
//!
//! # What it guarantees
//!
//! - **Allowed hosts only**, by scheme, name, port and method, for the first request and for every redirect. A URL is
//!   parsed once, and what was checked is what is connected to. A user or password in it is refused.
//! - **Public addresses only**, unless the entry says otherwise: a name is looked up once for each connection, all its
//!   addresses are checked, in whatever spelling and through whatever mapping, and only those are connected to. Link-local
//!   addresses and metadata services of clouds are never reached.
//! - **Redirects** are followed here, at most 5, never from https to http. Only harmless headers go to another origin.
//! - **Credentials of the operator** go to the host of their entry and nowhere else. They are taken out of replies and
//!   errors, as they are, in base64 and as JSON writes them. Give them to `SandboxBuilder::secret` as well, which knows more
//!   forms, and takes them out of whatever other tools return.
//! - **Bounds**: on the URL, on headers of both directions, on the body after decompression (cut, and the reply says so), on
//!   how far it may unpack, on the time from the beginning of the call to the end of the body.
//! - **Nothing is left behind**: a connection is for one request, and closed with its call. No cookies, no cache, no proxy from
//!   the environment.
//!
//! GET, HEAD and OPTIONS are of the effect `read`, anything else is `external` and has the header `Idempotency-Key`, which
//! is that of the call. Calls of one origin keep their order, as for every tool.
//!
//! # Errors
//!
//! `error.code` is one of: `invalid_arguments`, `host_not_allowed`, `method_not_allowed`, `address_not_allowed`, `connect`, `tls`,
//! `connection_lost`, `redirect`, `too_many_redirects`, `headers_too_large`, `bad_reply`, `compression`, `not_json`, `timeout`,
//! `cancelled`. Reads that failed with `connect` or `connection_lost` are tried again by the dispatcher.
//!
//! # What it does not protect from
//!
//! - **What an allowed host does with what it gets.** A GET carries data out in its URL: its effect is `read` because it changes
//!   nothing, not because nothing leaves. Keep the list of hosts short; a host to which anybody can upload is every host.
//! - **Servers that change something on GET.** The effect is what HTTP promises.
//! - **Text that gives orders.** Replies are what somebody else wrote. They carry the label `untrusted`, which a policy can have
//!   rules for.
//! - **A host that repeats credentials in another form.** What it was sent, it can send back: reversed, in pieces, compressed by
//!   hand. Give credentials to hosts that are trusted with them.
//! - **A policy's `args` at redirects.** They see the URL of the call; redirects are held to the list of hosts.
//! - **A resolver that waits.** Looking up a name is a thread of the system's, which goes on when the call is cut off.
//! - **The network below TLS.** With `http://` whoever is on the way reads and changes everything, credentials too.

mod address;
mod ask;
mod body;
mod connect;
mod credentials;
mod entry;
mod exchange;
mod fault;
mod hosts;
mod network;
mod reply;
mod request;

use codemode_tool::ToolModule;

pub use hosts::{Host, Hosts, HostsError};
pub use network::Network;

/// The module `http` for some hosts.
pub fn module(hosts: Hosts) -> Result<ToolModule, HostsError> {
    let granted = hosts.build()?;
    let description = granted.describe();
    Ok(ToolModule::new("http", granted).description(description).tool(request::request))
}
