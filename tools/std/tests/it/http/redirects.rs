//! How redirects are followed, and what of a request goes along.

use codemode_std::http::{Host, Hosts};
use serde_json::{Value, json};

use super::server::{Server, redirect, reply, tls};
use super::{Net, PUBLIC, ask, granted, refused};

/// Another public address.
const OTHER: &str = "93.184.216.35";

/// The method, the target and the body of a request, and whether it says what its body is.
fn told(request: &str) -> (String, String, bool) {
    let (head, body) = request.split_once("\r\n\r\n").expect("a whole request");
    let line = head.lines().next().expect("a line").trim_end_matches(" HTTP/1.1").to_owned();
    (line, body.to_owned(), head.contains("content-type"))
}

#[tokio::test]
async fn methods_become_what_the_standard_says() {
    for (status, method, after) in [
        ("301 Moved", "POST", "GET"),
        ("302 Found", "POST", "GET"),
        ("303 See Other", "POST", "GET"),
        ("307 Again", "POST", "POST"),
        ("308 For Ever", "POST", "POST"),
        ("301 Moved", "PUT", "PUT"),
        ("302 Found", "DELETE", "DELETE"),
        ("303 See Other", "PUT", "GET"),
        ("303 See Other", "HEAD", "HEAD"),
        ("307 Again", "GET", "GET"),
    ] {
        let server = Server::start(move |request| {
            if request.contains("/from") { redirect(status, "/to?x=1#y") } else { reply("200 OK", "", "") }
        })
        .await;
        let module = granted(Hosts::new().allow(server.host()));
        let mut arguments = json!({ "url": server.url("/from"), "method": method });
        let body = if method == "POST" || method == "PUT" { "text" } else { "" };
        if !body.is_empty() {
            arguments["body"] = body.into();
        }
        let answer = ask(&module, arguments).await.unwrap();
        assert_eq!(answer["url"], server.url("/to?x=1#y"));
        let seen = server.seen();
        let body = if after == method { body } else { "" };
        let expected = (format!("{after} /to?x=1"), body.to_owned(), !body.is_empty());
        assert_eq!(told(&seen[1]), expected, "{status} {method}");
    }
}

#[tokio::test]
async fn at_most_five_are_followed() {
    let server = Server::start(|request| {
        let left: u32 = request.split(['/', ' ']).nth(2).expect("a number").parse().expect("a number");
        if left == 0 { reply("200 OK", "", "there") } else { redirect("302 Found", &format!("/{}", left - 1)) }
    })
    .await;
    let module = granted(Hosts::new().allow(server.host()));
    assert_eq!(ask(&module, json!({ "url": server.url("/5") })).await.unwrap()["body"], "there");
    let (code, message) = refused(&module, json!({ "url": server.url("/6") })).await;
    assert_eq!(code, "too_many_redirects");
    assert!(message.starts_with("there were more than 5 redirects"), "{message}");
    // What changes something may have done so by then.
    let error = ask(&module, json!({ "url": server.url("/9"), "method": "DELETE" })).await.unwrap_err();
    assert!(error.is_unclear());
}

#[tokio::test]
async fn nothing_secret_goes_to_another_origin() {
    let other = Server::start(|request| {
        if request.contains("/back") {
            redirect("302 Found", "http://a.test/home")
        } else {
            reply("200 OK", "", "other")
        }
    })
    .await;
    let first = Server::start(|request| match request.split(' ').nth(1) {
        Some("/away") => redirect("307 Again", "http://b.test/x"),
        Some("/round") => redirect("307 Again", "http://b.test/back"),
        Some("/near") => redirect("307 Again", "/home"),
        _ => reply("200 OK", "", "home"),
    })
    .await;
    let net = Net::new()
        .name("a.test", &[PUBLIC])
        .name("b.test", &[OTHER])
        .route(&format!("{PUBLIC}:80"), first.port)
        .route(&format!("{OTHER}:80"), other.port);
    // Both hosts have credentials; neither gets them by way of the other.
    let hosts = Hosts::new()
        .host(Host::new("http://a.test").bearer("token-of-a-123").secret_header("X-Api-Key", "key-of-a-456"))
        .host(Host::new("http://b.test").bearer("token-of-b-789"));
    let module = granted(hosts.network(net));
    let ask = async |path: &str| {
        let headers = json!({ "Cookie": "session=script", "X-Token": "script", "Accept": "text/x-kept" });
        let arguments = json!({ "url": format!("http://a.test{path}"), "method": "POST", "headers": headers });
        ask(&module, arguments).await.unwrap()["body"].clone()
    };
    let has = |request: &str, words: &[&str]| words.iter().all(|word| request.contains(word));
    let secrets = ["token-of-a-123", "key-of-a-456", "cookie: session=script", "x-token: script"];

    assert_eq!(ask("/near").await, "home");
    assert!(first.seen().iter().all(|request| has(request, &secrets)), "{:?}", first.seen());
    assert_eq!(ask("/away").await, "other");
    assert_eq!(ask("/round").await, "home");
    let requests: Vec<String> = other.seen().into_iter().chain(first.seen().into_iter().skip(4)).collect();
    assert_eq!(requests.len(), 3);
    for request in requests {
        for secret in secrets.iter().chain(&["token-of-b-789", "authorization", "idempotency-key"]) {
            assert!(!request.to_lowercase().contains(secret), "{secret} in {request}");
        }
        assert!(request.contains("accept: text/x-kept"), "{request}");
    }
}

#[tokio::test]
async fn https_does_not_lead_to_http() {
    let plain = Server::saying("plain").await;
    let (acceptor, pem) = tls(&["a.test"]);
    let safe = Server::with(Some(acceptor), |_| redirect("302 Found", "http://a.test/")).await;
    let net = Net::new()
        .name("a.test", &[PUBLIC])
        .route(&format!("{PUBLIC}:443"), safe.port)
        .route(&format!("{PUBLIC}:80"), plain.port);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, pem).expect("it can be written");
    let hosts = Hosts::new().allow("a.test").allow("http://a.test").root_certificates(file).network(net);
    let module = granted(hosts);
    let (code, message) = refused(&module, json!({ "url": "https://a.test/" })).await;
    assert_eq!(code, "redirect");
    assert_eq!(
        message,
        "the redirect from https://a.test/ to http://a.test/: it leads from https to http, where others can read and change it; it is not followed"
    );
    assert!(plain.seen().is_empty());
}

#[tokio::test]
async fn a_redirect_that_leads_nowhere_is_told() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/none") => reply("302 Found", "", "no location"),
        Some("/bad") => redirect("302 Found", "http://[::1/"),
        _ => reply("304 Not Modified", "Location: /none\r\n", ""),
    })
    .await;
    let module = granted(Hosts::new().allow(server.host()));
    let status = async |path: &str| -> Value {
        ask(&module, json!({ "url": server.url(path) })).await.unwrap()["status"].clone()
    };
    assert_eq!(status("/none").await, 302);
    assert_eq!(status("/same").await, 304);
    let (code, message) = refused(&module, json!({ "url": server.url("/bad") })).await;
    assert_eq!(code, "redirect");
    assert!(message.contains("its Location is no URL"), "{message}");
}
