//! The hosts that scripts may reach.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use hyper::Method;
use hyper::header::{HeaderName, HeaderValue};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};
use url::Url;

use super::address::Reach;
use super::ask::shown;
use super::credentials::{Credential, Redaction};
use super::entry::Pattern;
use super::fault::Fault;
use super::network::{Network, System};

/// Every method that there is.
const METHODS: [&str; 7] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/// A host that scripts may reach, and on what terms.
#[derive(Clone, Debug)]
pub struct Host {
    pattern: String,
    methods: Vec<String>,
    private: bool,
    credentials: Vec<Credential>,
}

impl Host {
    /// A host as it is written: `api.example.com`, `*.example.com` (names below it, not itself), with a port where it is not
    /// the scheme's own (`api.example.com:8443`), and with a scheme where it is not https (`http://printer.example.com`).
    /// `localhost` and addresses of this machine are for https and http.
    ///
    /// A name leads to public addresses only, `localhost` to this machine, and an address (`10.0.0.7`, `[fd00::7]`) to itself.
    pub fn new(pattern: impl Into<String>) -> Self {
        Self { pattern: pattern.into(), methods: Vec::new(), private: false, credentials: Vec::new() }
    }

    /// Sets the methods that may be used, such as `["GET", "HEAD"]`; all where it is not given.
    #[must_use]
    pub fn methods<M: Into<String>>(mut self, methods: impl IntoIterator<Item = M>) -> Self {
        self.methods = methods.into_iter().map(Into::into).collect();
        self
    }

    /// Lets the name lead to addresses of private networks and of this machine. Link-local addresses and metadata services
    /// of clouds stay closed.
    #[must_use]
    pub const fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// Sends `Authorization: Bearer TOKEN` to it.
    #[must_use]
    pub fn bearer(mut self, token: impl Into<String>) -> Self {
        self.credentials.push(Credential::bearer(token.into()));
        self
    }

    /// Sends `Authorization: Basic …` to it.
    #[must_use]
    pub fn basic(mut self, user: impl AsRef<str>, password: impl Into<String>) -> Self {
        self.credentials.push(Credential::basic(user.as_ref(), password.into()));
        self
    }

    /// Sends a header to it whose value is secret, such as `X-Api-Key`.
    #[must_use]
    pub fn secret_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.credentials.push(Credential::header(name.into(), value.into()));
        self
    }
}

/// The hosts that scripts may reach, and how.
#[derive(Clone)]
pub struct Hosts {
    list: Vec<Host>,
    certificates: Vec<PathBuf>,
    body_bytes: usize,
    network: Arc<dyn Network>,
}

impl Hosts {
    /// How many bytes of a reply's body are returned where nothing else is said, after decompression: a quarter of what a
    /// dispatcher lets through by default, since JSON and base64 add to them. What is longer is cut, and the reply says so.
    pub const BODY_BYTES: usize = 4 << 20;

    /// No hosts yet.
    pub fn new() -> Self {
        Self { list: Vec::new(), certificates: Vec::new(), body_bytes: Self::BODY_BYTES, network: Arc::new(System) }
    }

    /// Adds a host for all methods, written as for [`Host::new`].
    #[must_use]
    pub fn allow(self, pattern: impl Into<String>) -> Self {
        self.host(Host::new(pattern))
    }

    /// Adds a host. The first entry that a URL fits is the one that counts.
    #[must_use]
    pub fn host(mut self, host: Host) -> Self {
        self.list.push(host);
        self
    }

    /// Trusts the certificates in a PEM file as authorities, besides the public ones.
    #[must_use]
    pub fn root_certificates(mut self, file: impl Into<PathBuf>) -> Self {
        self.certificates.push(file.into());
        self
    }

    /// Sets how many bytes of a reply's body are returned at most.
    #[must_use]
    pub const fn body_bytes(mut self, bytes: usize) -> Self {
        self.body_bytes = bytes;
        self
    }

    /// Puts another way to look names up and to connect in the place of the system's.
    #[must_use]
    pub fn network(mut self, network: impl Network) -> Self {
        self.network = Arc::new(network);
        self
    }

    /// Checks everything that can be checked before a request is made.
    pub(super) fn build(self) -> Result<Granted, HostsError> {
        if self.list.is_empty() {
            return Err(HostsError::None);
        }
        let redaction = Redaction::new(self.list.iter().flat_map(|host| &host.credentials));
        let mut entries: Vec<Entry> = Vec::new();
        for host in self.list {
            let bad = |reason: String| HostsError::Host { host: host.pattern.clone(), reason };
            let pattern = Pattern::parse(&host.pattern).map_err(bad)?;
            if let Some(before) = entries.iter().find(|entry| entry.pattern.covers(&pattern)) {
                return Err(bad(format!("`{}`, which stands before it, decides all that it is for", before.pattern)));
            }
            if let Some(method) = host.methods.iter().find(|method| !METHODS.contains(&method.as_str())) {
                let all = METHODS.join(", ");
                return Err(bad(format!("`{}` is no method; there are {all}", method.escape_debug())));
            }
            let credentials =
                host.credentials.iter().map(Credential::build).collect::<Result<Vec<_>, _>>().map_err(bad)?;
            let reach = match pattern.reach() {
                Reach::Public | Reach::Loopback if host.private => Reach::Private,
                reach => reach,
            };
            entries.push(Entry { pattern, methods: host.methods, reach, credentials });
        }
        let tls = Arc::new(tls(&self.certificates)?);
        Ok(Granted { entries, tls, redaction, body_bytes: self.body_bytes.max(1), network: self.network })
    }
}

impl Default for Hosts {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Hosts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hosts")
            .field("hosts", &self.list)
            .field("certificates", &self.certificates)
            .finish_non_exhaustive()
    }
}

/// Why the hosts cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// There is none.
    #[error("no host is given")]
    None,
    /// An entry is wrong.
    #[error("the host `{}`: {reason}", host.escape_debug())]
    Host {
        /// The host as it was given.
        host: String,
        /// What is wrong.
        reason: String,
    },
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
    /// A file of certificates cannot be read, or has none.
    #[error("the certificates {}: {source}", path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: io::Error,
    },
}

/// TLS as every connection has it: the public authorities and the operator's, HTTP/1.1, TLS 1.2 or later.
fn tls(certificates: &[PathBuf]) -> Result<ClientConfig, HostsError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for path in certificates {
        let bad = |e: String| HostsError::Certificates { path: path.clone(), source: io::Error::other(e) };
        let mut any = false;
        for certificate in CertificateDer::pem_file_iter(path).map_err(|e| bad(e.to_string()))? {
            roots.add(certificate.map_err(|e| bad(e.to_string()))?).map_err(|e| bad(e.to_string()))?;
            any = true;
        }
        if !any {
            return Err(bad("there is no certificate in the file".into()));
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| HostsError::Tls(e.to_string()))?;
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// What was granted: the state of the module.
pub(crate) struct Granted {
    entries: Vec<Entry>,
    pub(super) tls: Arc<ClientConfig>,
    pub(super) redaction: Redaction,
    pub(super) body_bytes: usize,
    pub(super) network: Arc<dyn Network>,
}

/// One host.
pub(super) struct Entry {
    pattern: Pattern,
    /// All where it is empty.
    methods: Vec<String>,
    pub(super) reach: Reach,
    pub(super) credentials: Vec<(HeaderName, HeaderValue)>,
}

impl Granted {
    /// The entry that lets a request through. Sole place where that is decided; it is asked for every hop.
    pub(super) fn entry(&self, url: &Url, method: &Method) -> Result<&Entry, Fault> {
        let Some(entry) = self.entries.iter().find(|entry| entry.pattern.fits(url)) else {
            let mut origin = url.clone();
            origin.set_path("");
            return Err(Fault::new(
                "host_not_allowed",
                format!(
                    "`{}` is not a host that may be reached; there are: {}",
                    shown(&origin).trim_end_matches('/'),
                    self.names()
                ),
            ));
        };
        if !entry.methods.is_empty() && !entry.methods.iter().any(|allowed| allowed == method.as_str()) {
            return Err(Fault::new(
                "method_not_allowed",
                format!("`{}` may be used with {} only, not with {method}", entry.pattern, entry.methods.join(", ")),
            ));
        }
        Ok(entry)
    }

    fn names(&self) -> String {
        let names: Vec<String> = self.entries.iter().map(|entry| entry.pattern.to_string()).collect();
        names.join(", ")
    }

    /// What the module is for, in a sentence for the model.
    pub(super) fn describe(&self) -> String {
        let hosts = self.entries.iter().map(|entry| {
            let methods =
                if entry.methods.is_empty() { String::new() } else { format!(" ({})", entry.methods.join(", ")) };
            format!("{}{methods}", entry.pattern)
        });
        format!("Makes HTTP requests to: {}.", hosts.collect::<Vec<_>>().join(", "))
    }
}
