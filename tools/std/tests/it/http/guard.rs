//! Which hosts and addresses are reached, in whatever spelling.

use codemode_std::http::{Host, Hosts};
use serde_json::json;

use super::server::{Server, redirect, tls};
use super::{Net, PUBLIC, ask, granted, refused};

#[tokio::test]
async fn nothing_that_was_not_granted_is_reached_in_any_spelling() {
    let inside = Server::saying("inside").await;
    let outside = Server::saying("outside").await;
    let net = Net::new().name("a.test", &[PUBLIC]).route(&format!("{PUBLIC}:80"), outside.port);
    let module = granted(Hosts::new().allow("http://a.test").network(net.clone()));
    let port = inside.port;
    for host in [
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "0x7f000001",
        "017700000001",
        "127.1",
        "127.0.0.1.",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
        "localhost",
        "LOCALHOST",
        "a.test.evil.test",
        "a.test.",
        "①②⑦.⓪.⓪.①",
    ] {
        let (code, message) = refused(&module, json!({ "url": format!("http://{host}:{port}/") })).await;
        assert_eq!(code, "host_not_allowed", "{host}: {message}");
        assert!(message.ends_with("is not a host that may be reached; there are: http://a.test"), "{message}");
    }
    for url in [
        format!("http://a.test@127.0.0.1:{port}/"),
        format!("http://a.test:secret@127.0.0.1:{port}/"),
        "http://user@a.test/".to_owned(),
        "file:///etc/hostname".to_owned(),
        "ftp://a.test/".to_owned(),
        "data:text/plain,x".to_owned(),
        "javascript:1".to_owned(),
        "a.test/path".to_owned(),
        "http://".to_owned(),
        String::new(),
    ] {
        let (code, message) = refused(&module, json!({ "url": url })).await;
        assert_eq!(code, "invalid_arguments", "{url}: {message}");
        assert!(!message.contains("secret"), "{message}");
    }
    assert_eq!((net.asked(), net.connected()), (Vec::new(), Vec::new()), "nothing was even looked up");
    // A port and a scheme that were not granted.
    for url in ["https://a.test/", "http://a.test:8080/"] {
        assert_eq!(refused(&module, json!({ "url": url })).await.0, "host_not_allowed", "{url}");
    }
    // The control: what was granted is reached, in another spelling of the same name.
    assert_eq!(ask(&module, json!({ "url": "http://A.TEST:80/" })).await.unwrap()["body"], "outside");
    assert!(inside.seen().is_empty());
}

#[tokio::test]
async fn a_name_that_leads_inside_is_not_connected_to() {
    let inside = Server::saying("inside").await;
    for address in [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "fd00:ec2::254",
        "fe80::1",
        "ff02::1",
    ] {
        // One bad address among good ones is enough.
        for addresses in [vec![address], vec![PUBLIC, address], vec![address, PUBLIC]] {
            let net = Net::new().name("b.test", &addresses);
            let module = granted(Hosts::new().allow(format!("http://b.test:{}", inside.port)).network(net.clone()));
            let error = ask(&module, json!({ "url": format!("http://b.test:{}/", inside.port) })).await.unwrap_err();
            assert_eq!(error.code(), "address_not_allowed", "{addresses:?}");
            assert!(!error.message().contains(address), "what is inside is not told: {error}");
            assert_eq!(error.detail(), Some(address));
            assert!(!error.is_transient());
            assert!(net.connected().is_empty(), "{addresses:?}: {:?}", net.connected());
        }
    }
    assert!(inside.seen().is_empty());
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_checked_each_time() {
    let (inside, outside) = (Server::saying("inside").await, Server::saying("outside").await);
    let port = inside.port;
    let net = Net::new()
        .name("b.test", &[PUBLIC])
        .name("b.test", &["127.0.0.1"])
        .route(&format!("{PUBLIC}:{port}"), outside.port);
    let module = granted(Hosts::new().allow(format!("http://b.test:{port}")).network(net.clone()));
    let arguments = json!({ "url": format!("http://b.test:{port}/") });
    assert_eq!(ask(&module, arguments.clone()).await.unwrap()["body"], "outside");
    assert_eq!(refused(&module, arguments).await.0, "address_not_allowed");
    // It was looked up once for each connection, and what was checked is what was connected to.
    assert_eq!(net.asked(), ["b.test", "b.test"]);
    assert_eq!(net.connected(), [format!("{PUBLIC}:{port}")]);
    assert!(inside.seen().is_empty());
}

#[tokio::test]
async fn redirects_inside_are_not_followed() {
    let inside = Server::saying("inside").await;
    let port = inside.port;
    for target in [
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        format!("http://127.0.0.1:{port}/"),
        format!("//127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://a.test@127.0.0.1:{port}/"),
        "file:///etc/hostname".to_owned(),
        format!("http://b.test:{port}/"),
    ] {
        let to = target.clone();
        let outside = Server::start(move |_| redirect("302 Found", &to)).await;
        let net = Net::new()
            .name("a.test", &[PUBLIC])
            .name("b.test", &["127.0.0.1"])
            .route(&format!("{PUBLIC}:80"), outside.port);
        let hosts = Hosts::new().allow("http://a.test").allow(format!("http://b.test:{port}"));
        let module = granted(hosts.network(net.clone()));
        let (code, message) = refused(&module, json!({ "url": "http://a.test/" })).await;
        assert!(
            ["host_not_allowed", "address_not_allowed", "invalid_arguments"].contains(&code),
            "{target}: {code} {message}"
        );
        assert!(message.starts_with("the redirect from http://a.test/"), "{message}");
        assert_eq!(net.connected(), [format!("{PUBLIC}:80")], "{target}");
        // As it is, the reply can be looked at.
        let reply = ask(&module, json!({ "url": "http://a.test/", "follow_redirects": false })).await.unwrap();
        assert_eq!((&reply["status"], &reply["headers"]["location"]), (&json!(302), &json!(target)));
    }
    assert!(inside.seen().is_empty());
}

#[tokio::test]
async fn private_addresses_are_reached_where_the_entry_says_so() {
    let server = Server::saying("inside").await;
    let port = server.port;
    let net = Net::new()
        .name("inside.test", &["10.0.0.7"])
        .name("meta.test", &["169.254.169.254"])
        .name("localhost", &["127.0.0.1"])
        .route(&format!("10.0.0.7:{port}"), port);
    let url = |host: &str| json!({ "url": format!("http://{host}:{port}/") });
    let one = |host: Host| granted(Hosts::new().host(host).network(net.clone()));
    let module = one(Host::new(format!("http://inside.test:{port}")).private());
    assert_eq!(ask(&module, url("inside.test")).await.unwrap()["body"], "inside");
    let module = one(Host::new(format!("http://10.0.0.7:{port}")));
    assert_eq!(ask(&module, url("10.0.0.7")).await.unwrap()["body"], "inside");
    let module = one(Host::new(format!("localhost:{port}")));
    assert_eq!(ask(&module, url("localhost")).await.unwrap()["body"], "inside");
    // Never these.
    let module = one(Host::new(format!("http://meta.test:{port}")).private());
    assert_eq!(refused(&module, url("meta.test")).await.0, "address_not_allowed");
}

#[tokio::test]
async fn methods_are_held_to_what_the_host_has() {
    let server = Server::saying("ok").await;
    let module = granted(Hosts::new().host(Host::new(server.host()).methods(["GET", "HEAD"])));
    assert_eq!(ask(&module, json!({ "url": server.url("/") })).await.unwrap()["ok"], true);
    let (code, message) = refused(&module, json!({ "url": server.url("/"), "method": "DELETE" })).await;
    assert_eq!(code, "method_not_allowed");
    assert!(message.ends_with("may be used with GET, HEAD only, not with DELETE"), "{message}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn tls_is_checked() {
    let (acceptor, pem) = tls(&["a.test"]);
    let server = Server::with(Some(acceptor), |_| super::server::reply("200 OK", "", "safe")).await;
    let net =
        Net::new().name("a.test", &[PUBLIC]).name("other.test", &[PUBLIC]).route(&format!("{PUBLIC}:443"), server.port);
    let hosts = Hosts::new().allow("a.test").allow("other.test").network(net);
    // A certificate that nobody vouches for.
    let module = granted(hosts.clone());
    let error = ask(&module, json!({ "url": "https://a.test/", "method": "POST" })).await.unwrap_err();
    assert_eq!(error.code(), "tls");
    assert!(
        error.message().contains("UnknownIssuer") && error.message().ends_with("Nothing was sent to it"),
        "{error}"
    );
    assert!(!error.is_transient() && !error.is_unclear(), "nothing was sent");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, pem).expect("it can be written");
    let module = granted(hosts.root_certificates(&file));
    assert_eq!(ask(&module, json!({ "url": "https://a.test/" })).await.unwrap()["body"], "safe");
    // The certificate of another name.
    let (code, message) = refused(&module, json!({ "url": "https://other.test/" })).await;
    assert_eq!(code, "tls", "{message}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_connected_to_may_pass() {
    let net = Net::new().name("a.test", &[PUBLIC]);
    let module = granted(Hosts::new().allow("a.test").allow("no.test").network(net));
    let error = ask(&module, json!({ "url": "https://a.test/" })).await.unwrap_err();
    assert_eq!((error.code(), error.is_transient()), ("connect", true));
    assert_eq!(error.message(), "cannot connect to `a.test`, port 443: connection refused. Nothing was sent to it");
    let error = ask(&module, json!({ "url": "https://no.test/" })).await.unwrap_err();
    assert_eq!((error.code(), error.is_transient()), ("connect", true));
    assert_eq!(error.message(), "the name `no.test` cannot be looked up: it does not exist, or nobody answers for it");
    // Of what changes something it is known that it did not happen.
    let error = ask(&module, json!({ "url": "https://a.test/", "method": "POST" })).await.unwrap_err();
    assert_eq!((error.is_transient(), error.is_unclear()), (false, false));
}
