//! `[http]` of a configuration file. Plain data: whoever builds the module `tools/http` reads the secrets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// What scripts may reach through `tools/http`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct HttpConfig {
    /// The hosts; the first that a URL fits is the one that counts.
    #[serde(rename = "host")]
    pub hosts: Vec<HttpHost>,
    /// PEM files with certificates to trust as authorities, besides the public ones.
    pub root_certificates: Vec<PathBuf>,
}

/// A host, and on what terms scripts may reach it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HttpHost {
    /// The host: `api.example.com`, `*.example.com`, `http://localhost:8080`.
    pub name: String,
    /// The methods that may be used; all where there are none.
    #[serde(default)]
    pub methods: Vec<String>,
    /// Whether the name may lead to addresses of private networks and of this machine.
    #[serde(default)]
    pub private: bool,
    /// The token of `Authorization: Bearer`.
    pub bearer: Option<SecretSource>,
    /// What `Authorization: Basic` is made of.
    pub basic: Option<HttpBasic>,
    /// Headers with secret values.
    #[serde(default)]
    pub headers: BTreeMap<String, SecretSource>,
}

impl HttpHost {
    /// A host for all methods, without credentials.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            methods: Vec::new(),
            private: false,
            bearer: None,
            basic: None,
            headers: BTreeMap::new(),
        }
    }
}

/// A user and where the password is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpBasic {
    /// The user's name.
    pub user: String,
    /// The password.
    pub password: SecretSource,
}

/// Where a secret is. It does not stand in the file itself, which is read and copied by many.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecretSource {
    /// In an environment variable of this name.
    Env(String),
    /// In a file, all of it but for white space at its end; a relative path is taken from the configuration file's folder.
    File(PathBuf),
}

impl HttpConfig {
    /// Takes relative paths from a folder.
    pub(super) fn relative_to(&mut self, folder: &Path) {
        let certificates = self.root_certificates.iter_mut();
        let secrets = self.hosts.iter_mut().flat_map(|host| {
            let password = host.basic.as_mut().map(|basic| &mut basic.password);
            host.bearer.iter_mut().chain(password).chain(host.headers.values_mut())
        });
        let files = secrets.filter_map(|secret| match secret {
            SecretSource::Env(_) => None,
            SecretSource::File(path) => Some(path),
        });
        for path in certificates.chain(files) {
            *path = folder.join(&*path);
        }
    }
}
