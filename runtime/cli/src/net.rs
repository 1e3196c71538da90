//! Makes the module `http` of `--allow-net` or of the configuration file, with the secrets that the file points to.

use anyhow::{Context as _, Error, anyhow};
use codemode::{HttpConfig, HttpHost, SandboxBuilder, SecretSource};
use codemode_std::http::{self, Host, Hosts};

use crate::environment;

/// What a script reads that imports `tools/http` where no host is granted.
pub(crate) const HINT: &str = "run with --allow-net=HOST to let the script make HTTP requests to HOST";

/// Adds the module to a sandbox, and its secrets to what the sandbox takes out of replies, errors and journals. `flag` is
/// whether the hosts are from the command line.
pub(crate) fn add(mut builder: SandboxBuilder, config: &HttpConfig, flag: bool) -> Result<SandboxBuilder, Error> {
    if config.hosts.is_empty() {
        return Ok(builder);
    }
    let place = if flag { "--allow-net" } else { "[http]" };
    let mut hosts = config.root_certificates.iter().fold(Hosts::new(), Hosts::root_certificates);
    for entry in &config.hosts {
        let (host, secrets) = host(entry).with_context(|| format!("{place}: the host `{}`", entry.name))?;
        hosts = hosts.host(host);
        builder = secrets.into_iter().fold(builder, SandboxBuilder::secret);
    }
    Ok(builder.module(http::module(hosts).map_err(|error| anyhow!("{place}: {error}"))?))
}

/// A host with its credentials, and their secret parts.
fn host(entry: &HttpHost) -> Result<(Host, Vec<String>), Error> {
    let mut secrets = Vec::new();
    let mut read = |source: &SecretSource| -> Result<String, Error> {
        let secret = secret(source)?;
        secrets.push(secret.clone());
        Ok(secret)
    };
    let mut host = Host::new(&entry.name).methods(&entry.methods);
    if entry.private {
        host = host.private();
    }
    if let Some(source) = &entry.bearer {
        host = host.bearer(read(source)?);
    }
    if let Some(basic) = &entry.basic {
        host = host.basic(&basic.user, read(&basic.password)?);
    }
    for (name, source) in &entry.headers {
        host = host.secret_header(name, read(source)?);
    }
    Ok((host, secrets))
}

fn secret(source: &SecretSource) -> Result<String, Error> {
    match source {
        SecretSource::Env(name) => environment::secret(name)
            .ok_or_else(|| anyhow!("the environment variable {name} is not set, or is not text")),
        SecretSource::File(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(text.trim_end().to_owned())
        }
    }
}
