//! What the operator gives a host is sent there, and seen nowhere else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use codemode_std::http::{Host, Hosts};
use serde_json::json;

use super::server::{Server, reply};
use super::{ask, granted, refused};

const TOKEN: &str = "t0ken-\"quoted\"-abc";

/// A server that sends back what it got, in the body, in a header, and in the status line's redirect target.
async fn echo() -> Server {
    Server::start(|request| {
        let sent = request.lines().find_map(|line| line.strip_prefix("authorization: ")).unwrap_or_default();
        let coded = BASE64_STANDARD.encode(sent.trim_start_matches("Bearer "));
        let text = serde_json::to_string(sent).expect("text");
        reply(
            "401 Unauthorized",
            &format!("X-Echo: {sent}\r\nSet-Cookie: id=1\r\n"),
            format!("{request}{coded} {text}"),
        )
    })
    .await
}

#[tokio::test]
async fn credentials_are_sent_and_taken_out_of_replies() {
    let server = echo().await;
    let basic = BASE64_STANDARD.encode("user:pass-word-1");
    let module =
        granted(Hosts::new().host(Host::new(server.host()).bearer(TOKEN).secret_header("X-Key", "key-0123456")));
    let other = granted(Hosts::new().host(Host::new(server.host()).basic("user", "pass-word-1")));
    for form in ["text", "base64", "json"] {
        for module in [&module, &other] {
            let answer = ask(module, json!({ "url": server.url("/"), "response": form })).await.unwrap();
            let mut shown = answer.to_string();
            if form == "base64" {
                let body = BASE64_STANDARD.decode(answer["body"].as_str().expect("text")).expect("base64");
                shown += &String::from_utf8(body).expect("text");
            }
            for secret in [TOKEN, "quoted", "key-0123456", "pass-word-1", basic.as_str()] {
                assert!(!shown.contains(secret), "{secret} in {shown}");
                assert!(!shown.contains(&BASE64_STANDARD.encode(secret)), "{secret} in {shown}");
            }
            assert!(shown.contains("[redacted]"), "{shown}");
            assert!(answer["headers"].get("set-cookie").is_none(), "{answer}");
        }
    }
    let seen = server.seen();
    assert!(seen[0].contains(&format!("authorization: Bearer {TOKEN}\r\n")), "{}", seen[0]);
    assert!(seen[0].contains("x-key: key-0123456\r\n"), "{}", seen[0]);
    assert!(seen[1].contains(&format!("authorization: Basic {basic}\r\n")), "{}", seen[1]);
}

#[tokio::test]
async fn a_cut_does_not_leave_a_part_of_a_secret() {
    let server = Server::start(|_| reply("200 OK", "", format!("x{TOKEN}yz"))).await;
    let module = granted(Hosts::new().host(Host::new(server.host()).bearer(TOKEN)));
    for most in 1..40 {
        let answer = ask(&module, json!({ "url": server.url("/"), "max_bytes": most })).await.unwrap();
        let body = answer["body"].as_str().expect("text");
        assert!("x[redacted]yz".starts_with(body), "{most}: {body}");
    }
    // What is taken out is longer than what stands in its place, so that more of what follows is to be seen.
    let long = "long-secret-".repeat(8);
    let text = format!("{long}{long}, {long}");
    let server = Server::start(move |_| reply("200 OK", "", &text)).await;
    let module = granted(Hosts::new().host(Host::new(server.host()).bearer(&long)));
    for most in 1..300 {
        let answer = ask(&module, json!({ "url": server.url("/"), "max_bytes": most })).await.unwrap();
        let body = answer["body"].as_str().expect("text");
        assert!("[redacted][redacted], [redacted]".starts_with(body), "{most}: {body}");
    }
}

#[tokio::test]
async fn errors_have_no_credentials_in_them() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/json") => {
            reply("200 OK", &format!("Content-Type: {}\r\n", "a-secret-token"), "a-secret-token is no JSON")
        }
        _ => super::server::redirect("302 Found", "http://a-secret-token.test/a-secret-token"),
    })
    .await;
    let module = granted(Hosts::new().host(Host::new(server.host()).bearer("a-secret-token")));
    for (path, code) in [("/json", "not_json"), ("/redirect", "host_not_allowed")] {
        let error = ask(&module, json!({ "url": server.url(path), "response": "json" })).await.unwrap_err();
        assert_eq!(error.code(), code);
        let text = format!("{} {:?}", error.message(), error.detail());
        assert!(!text.contains("a-secret-token") && text.contains("[redacted]"), "{text}");
    }
}

#[tokio::test]
async fn a_script_cannot_put_its_own_in_their_place() {
    let server = Server::saying("ok").await;
    let module = granted(Hosts::new().host(Host::new(server.host()).bearer("a-secret-token")));
    let arguments = json!({ "url": server.url("/"), "headers": { "AUTHORIZATION": "Bearer mine" } });
    let (code, message) = refused(&module, arguments).await;
    assert_eq!(code, "invalid_arguments");
    assert_eq!(message, "the header `authorization` is set by the operator for this host; leave it out");
    assert!(server.seen().is_empty());
    // Where the operator gave none, it is the script's.
    let module = granted(Hosts::new().allow(server.host()));
    let arguments = json!({ "url": server.url("/"), "headers": { "Authorization": "Bearer mine" } });
    ask(&module, arguments).await.unwrap();
    assert!(server.only().contains("authorization: Bearer mine\r\n"));
}
