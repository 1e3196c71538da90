//! The URL standard, for the `URL` class of the prelude.

use url::{Url, quirks};

/// `[href, protocol, username, password, host, hostname, port, pathname, search, hash, origin]`
pub type UrlParts = [String; 11];

/// The parts of an absolute URL, or of one relative to `base`; `None` where either is no URL.
pub fn url_parse(text: &str, base: Option<&str>) -> Option<UrlParts> {
    let base = base.map(Url::parse).transpose().ok()?;
    Url::options().base_url(base.as_ref()).parse(text).ok().as_ref().map(parts)
}

/// The parts after setting one by the standard's rules: a value that does not fit changes nothing. `None` where `href` is no
/// URL, or where the part `href` is set to what is none.
pub fn url_set(href: &str, part: &str, value: &str) -> Option<UrlParts> {
    let mut url = Url::parse(href).ok()?;
    // A value that does not fit is ignored by the standard, so the results are not looked at.
    match part {
        "href" => quirks::set_href(&mut url, value).ok()?,
        "protocol" => drop(quirks::set_protocol(&mut url, value)),
        "username" => drop(quirks::set_username(&mut url, value)),
        "password" => drop(quirks::set_password(&mut url, value)),
        "host" => drop(quirks::set_host(&mut url, value)),
        "hostname" => drop(quirks::set_hostname(&mut url, value)),
        "port" => drop(quirks::set_port(&mut url, value)),
        "pathname" => quirks::set_pathname(&mut url, value),
        "search" => quirks::set_search(&mut url, value),
        "hash" => quirks::set_hash(&mut url, value),
        _ => {}
    }
    Some(parts(&url))
}

fn parts(url: &Url) -> UrlParts {
    [
        quirks::href(url).to_owned(),
        quirks::protocol(url).to_owned(),
        quirks::username(url).to_owned(),
        quirks::password(url).to_owned(),
        quirks::host(url).to_owned(),
        quirks::hostname(url).to_owned(),
        quirks::port(url).to_owned(),
        quirks::pathname(url).to_owned(),
        quirks::search(url).to_owned(),
        quirks::hash(url).to_owned(),
        quirks::origin(url),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_taken_apart() {
        let url = url_parse("../b?q=ü#f", Some("HTTPS://me:pw@EXAMPLE.com:8080/a/c/")).unwrap();
        let expected = [
            "https://me:pw@example.com:8080/a/b?q=%C3%BC#f",
            "https:",
            "me",
            "pw",
            "example.com:8080",
            "example.com",
            "8080",
            "/a/b",
            "?q=%C3%BC",
            "#f",
            "https://example.com:8080",
        ];
        assert_eq!(url, expected);
        assert!(url_parse("/only/a/path", None).is_none());
        assert!(url_parse("x", Some("no base")).is_none());
    }

    #[test]
    fn a_part_is_set_by_the_rules() {
        let href = |part, value| url_set("https://example.com/a", part, value).unwrap()[0].clone();
        assert_eq!(href("port", "99"), "https://example.com:99/a");
        assert_eq!(href("port", "no number"), "https://example.com/a");
        assert_eq!(href("search", "x=1"), "https://example.com/a?x=1");
        assert_eq!(href("protocol", "mailto"), "https://example.com/a");
        assert!(url_set("https://example.com/", "href", "nope").is_none());
    }
}
