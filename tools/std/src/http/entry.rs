//! The entries of the list of hosts: how they are written, and which URLs they are for.

use std::net::IpAddr;

use url::{Host, Url};

use super::address::{Kind, Reach, kind};

/// An entry as it is written: `api.example.com`, `*.example.com`, `http://localhost:8080`, `[::1]:3000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    name: Name,
    /// Where it is not the scheme's own.
    port: Option<u16>,
    https: bool,
    http: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Name {
    /// As the `url` crate writes it: lower case, ASCII.
    Exact(Host),
    /// Every name that ends so, with a dot before it; not the name itself.
    Below(String),
}

impl Pattern {
    /// Reads an entry. The error says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (scheme, rest) = text.split_once("://").map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
        if !matches!(scheme, None | Some("http" | "https")) {
            return Err("the scheme of a host is https or http".into());
        }
        if rest.contains(['/', '?', '#', '@', '\\']) || rest.contains(char::is_whitespace) {
            return Err("write a host alone, such as api.example.com, *.example.com or localhost:8080".into());
        }
        let (host, port) = split_port(rest)?;
        let name = match host.strip_prefix("*.") {
            Some(parent) => Name::Below(parent_of_all(parent)?),
            None if host.contains('*') => {
                return Err("`*` stands for the beginning of a name only, as in *.example.com".into());
            }
            None => Name::Exact(Host::parse(host).map_err(|e| format!("it is no host: {e}"))?),
        };
        let is_local = matches!(reach_of(&name), Reach::Loopback)
            || matches!(reach_of(&name), Reach::Exactly(address) if kind(address) == Kind::Loopback);
        if matches!(reach_of(&name), Reach::Exactly(address) if kind(address) == Kind::Never) {
            return Err(
                "that address is link-local, reserved or a cloud's metadata service, and is never reached".into()
            );
        }
        Ok(Self {
            name,
            port,
            https: scheme != Some("http"),
            http: scheme == Some("http") || (scheme.is_none() && is_local),
        })
    }

    /// Whether a URL is of this host.
    pub(super) fn fits(&self, url: &Url) -> bool {
        let scheme = match url.scheme() {
            "https" => self.https,
            "http" => self.http,
            _ => false,
        };
        let standard = if url.scheme() == "https" { 443 } else { 80 };
        scheme
            && url.port().unwrap_or(standard) == self.port.unwrap_or(standard)
            && url.host().is_some_and(|host| self.names(&host))
    }

    fn names(&self, host: &Host<&str>) -> bool {
        match &self.name {
            Name::Exact(name) => name == host,
            Name::Below(parent) => {
                let Host::Domain(name) = host else { return false };
                name.strip_suffix(parent.as_str()).is_some_and(|before| before.len() > 1 && before.ends_with('.'))
            }
        }
    }

    /// Whether every URL that another entry is for is one of this, so that the other, behind it, would never be used.
    pub(super) fn covers(&self, other: &Self) -> bool {
        let names = match (&self.name, &other.name) {
            (Name::Exact(one), Name::Exact(two)) => one == two,
            (Name::Below(_), Name::Exact(Host::Domain(name))) => self.names(&Host::Domain(name)),
            (Name::Below(one), Name::Below(two)) => one == two || two.ends_with(&format!(".{one}")),
            _ => false,
        };
        names && self.port == other.port && (self.https || !other.https) && (self.http || !other.http)
    }

    /// Which addresses the name may lead to, where the operator says nothing else.
    pub(super) fn reach(&self) -> Reach {
        reach_of(&self.name)
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.https {
            f.write_str("http://")?;
        }
        match &self.name {
            Name::Exact(host) => write!(f, "{host}")?,
            Name::Below(parent) => write!(f, "*.{parent}")?,
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// The host and the port, if one is given.
fn split_port(text: &str) -> Result<(&str, Option<u16>), String> {
    let end_of_address = text.rfind(']').unwrap_or(0);
    let Some(colon) = text.rfind(':').filter(|at| *at > end_of_address) else { return Ok((text, None)) };
    let (host, port) = text.split_at(colon);
    if host.contains(':') && !host.starts_with('[') {
        return Err("write an IPv6 address in brackets: [::1]:8080".into());
    }
    match port.trim_start_matches(':').parse() {
        Ok(port @ 1..) => Ok((host, Some(port))),
        _ => Err("a port is a number from 1 to 65535".into()),
    }
}

/// What stands behind `*.`, made sure that it is a name below which somebody in particular has names.
fn parent_of_all(text: &str) -> Result<String, String> {
    match Host::parse(text) {
        Ok(Host::Domain(name)) if name.contains('.') && !name.contains('*') => Ok(name),
        Ok(Host::Domain(_)) => Err("that would be nearly every host; name the ones that are meant".into()),
        Ok(_) => Err("an address has no names below it".into()),
        Err(e) => Err(format!("it is no host: {e}")),
    }
}

fn reach_of(name: &Name) -> Reach {
    match name {
        Name::Exact(Host::Ipv4(address)) => Reach::Exactly(IpAddr::V4(*address)),
        Name::Exact(Host::Ipv6(address)) => Reach::Exactly(IpAddr::V6(*address)),
        Name::Exact(Host::Domain(name)) if name == "localhost" => Reach::Loopback,
        Name::Exact(Host::Domain(_)) | Name::Below(_) => Reach::Public,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, url: &str) -> bool {
        let pattern = Pattern::parse(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        pattern.fits(&Url::parse(url).expect(url))
    }

    #[test]
    fn an_entry_is_for_its_host_scheme_and_port() {
        for (pattern, url) in [
            ("api.example.com", "https://api.example.com/v1"),
            ("API.example.com", "https://api.EXAMPLE.com:443/v1"),
            ("bücher.example", "https://xn--bcher-kva.example/"),
            ("*.example.com", "https://a.b.example.com/"),
            ("api.example.com:8443", "https://api.example.com:8443/"),
            ("http://api.example.com", "http://api.example.com/"),
            ("localhost:8080", "http://localhost:8080/"),
            ("localhost:8080", "https://localhost:8080/"),
            ("127.0.0.1:80", "http://0x7f.1/"),
            ("[::1]:3000", "http://[0:0::1]:3000/"),
        ] {
            assert!(fits(pattern, url), "{pattern} {url}");
        }
        for (pattern, url) in [
            ("api.example.com", "http://api.example.com/"),
            ("api.example.com", "https://api.example.com:8443/"),
            ("api.example.com", "https://api.example.com.evil.test/"),
            ("api.example.com", "https://api.example.com./"),
            ("*.example.com", "https://example.com/"),
            ("*.example.com", "https://evilexample.com/"),
            ("http://api.example.com", "https://api.example.com/"),
            ("localhost:8080", "http://localhost/"),
            ("127.0.0.1:80", "http://[::ffff:127.0.0.1]/"),
        ] {
            assert!(!fits(pattern, url), "{pattern} {url}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (pattern, part) in [
            ("*", "the beginning of a name only"),
            ("*.com", "nearly every host"),
            ("a.*.com", "the beginning of a name only"),
            ("https://a.test/path", "a host alone"),
            ("user@a.test", "a host alone"),
            ("ftp://a.test", "https or http"),
            ("a.test:0", "from 1 to 65535"),
            ("a.test:http", "from 1 to 65535"),
            ("::1:80", "in brackets"),
            ("", "no host"),
            ("169.254.169.254", "never reached"),
            ("0xa9fea9fe", "never reached"),
        ] {
            let error = Pattern::parse(pattern).expect_err(pattern);
            assert!(error.contains(part), "{pattern}: {error}");
        }
    }
}
