//! Headers, bodies and times have bounds, in memory and in time.

use std::io::Write as _;

use codemode_std::http::Hosts;
use serde_json::{Map, Value, json};

use super::server::{Server, Then, reply};
use super::{ask, granted, refused};
use crate::{call, context};

#[tokio::test]
async fn headers_that_would_become_others_are_refused_before_sending() {
    let server = Server::saying("ok").await;
    let module = granted(Hosts::new().allow(server.host()));
    let refused = async |headers: Value| {
        let (code, message) = refused(&module, json!({ "url": server.url("/"), "headers": headers })).await;
        assert_eq!(code, "invalid_arguments", "{message}");
        message
    };
    assert_eq!(
        refused(json!({ "X-A": "a\r\nX-Evil: 1" })).await,
        "the header `X-A` has a line end in its value; a header is one line of visible ASCII"
    );
    assert!(refused(json!({ "X-A": "a\nb" })).await.contains("a line end"));
    assert!(refused(json!({ "X-A": "a\0b" })).await.contains("not visible ASCII"));
    assert!(refused(json!({ "X-A": "ü" })).await.contains("not visible ASCII"));
    assert!(refused(json!({ "X-A\r\nX-Evil": "1" })).await.starts_with(r"`X-A\r\nX-Evil` is no header name"));
    assert!(refused(json!({ "X A": "1" })).await.contains("is no header name"));
    assert!(refused(json!({ "": "1" })).await.contains("is no header name"));
    assert!(refused(json!({ "X-A": "1", "x-a": "2" })).await.contains("is given twice"));
    for name in [
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "Keep-Alive",
        "Upgrade",
        "TE",
        "Trailer",
        "Expect",
        "Accept-Encoding",
        "Proxy-Authorization",
        "Proxy-Connection",
        "Sec-Fetch-Site",
        "X-Forwarded-For",
        "Forwarded",
        "X-HTTP-Method-Override",
    ] {
        let message = refused(json!({ name: "x" })).await;
        assert!(message.starts_with(&format!("the header `{name}` cannot be set")), "{message}");
    }
    let many: Map<String, Value> = (0..100_000).map(|number| (format!("x-{number}"), "1".into())).collect();
    assert!(refused(many.into()).await.starts_with("100000 headers with "));
    assert!(refused(json!({ "X-Long": "x".repeat(20_000) })).await.starts_with("1 headers with 20010 bytes"));
    // A URL cannot carry a line end either: the parser takes it out or encodes it.
    let (code, _) = super::refused(&module, json!({ "url": server.url(&format!("/{}", "x".repeat(20_000))) })).await;
    assert_eq!(code, "invalid_arguments");
    assert!(server.seen().is_empty());
    ask(&module, json!({ "url": server.url("/a\r\nX-Evil: 1"), "query": { "q\r\n": "a\r\nb" } })).await.unwrap();
    let request = server.only();
    assert!(request.starts_with("GET /aX-Evil:%201?q%0D%0A=a%0D%0Ab HTTP/1.1\r\n"), "{request}");
}

#[tokio::test]
async fn a_flood_of_headers_is_refused() {
    for (first, again) in [("", "X-A: 1\r\n"), ("X-Long: ", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")] {
        let (first, again) = (format!("HTTP/1.1 200 OK\r\n{first}"), again.repeat(1_000));
        let mut server =
            Server::start(move |_| Then::Forever(first.clone().into_bytes(), again.clone().into_bytes())).await;
        let module = granted(Hosts::new().allow(server.host()));
        let (code, message) = refused(&module, json!({ "url": server.url("/") })).await;
        assert_eq!(code, "headers_too_large", "{message}");
        assert_eq!(message, "the head of the reply has more than 200 headers or 65536 bytes, and is refused");
        server.closed().await;
    }
    // One after another is enough, too, where each line is whole.
    let headers = "X-A: 1\r\n".repeat(100_000);
    let server = Server::start(move |_| reply("200 OK", &headers, "")).await;
    let module = granted(Hosts::new().allow(server.host()));
    assert_eq!(refused(&module, json!({ "url": server.url("/") })).await.0, "headers_too_large");
    // What is not HTTP at all.
    let server = Server::start(|_| Then::Reply(b"SSH-2.0-OpenSSH_9.9\r\n\r\n".to_vec())).await;
    let module = granted(Hosts::new().allow(server.host()));
    assert_eq!(refused(&module, json!({ "url": server.url("/") })).await.0, "bad_reply");
}

#[tokio::test]
async fn long_bodies_are_cut_and_say_so() {
    let server = Server::start(|_| reply("200 OK", "", "ü".repeat(5_000))).await;
    let module = granted(Hosts::new().allow(server.host()).body_bytes(1_001));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    // Not through a character.
    assert_eq!(answer["body"], "ü".repeat(500));
    assert_eq!(
        (&answer["truncated"], &answer["bytes"], &answer["total_bytes"]),
        (&json!(true), &json!(1_001), &json!(10_000))
    );
    assert_eq!(
        answer["notice"],
        "the body was cut after 1001 of 10000 bytes: ask for less, or for more with max_bytes up to the operator's limit"
    );
    let answer = ask(&module, json!({ "url": server.url("/"), "max_bytes": 4 })).await.unwrap();
    assert_eq!((&answer["body"], &answer["truncated"]), (&json!("üü"), &json!(true)));
    let (code, message) = refused(&module, json!({ "url": server.url("/"), "response": "json" })).await;
    assert_eq!(code, "not_json");
    assert!(message.contains("it is longer than what is returned"), "{message}");
    // The pair: what just fits is whole.
    let module = granted(Hosts::new().allow(server.host()).body_bytes(10_000));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    assert_eq!((&answer["truncated"], &answer["bytes"]), (&json!(false), &json!(10_000)));
}

#[tokio::test]
async fn an_endless_body_is_cut_and_its_connection_closed() {
    let mut server = Server::start(|_| {
        let head = b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".to_vec();
        Then::Forever(head, vec![b'x'; 64 << 10])
    })
    .await;
    let module = granted(Hosts::new().allow(server.host()).body_bytes(1 << 20));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    assert_eq!((&answer["truncated"], &answer["bytes"]), (&json!(true), &json!(1 << 20)));
    assert_eq!(answer["total_bytes"], 99_999_999_999_u64);
    // What the kernel holds on its way comes on top.
    let written = server.closed().await;
    assert!(written < 32 << 20, "{written}");
}

/// A gzip stream of so many zeros.
fn zeros(megabytes: usize) -> Vec<u8> {
    let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..megabytes {
        to.write_all(&vec![0; 1 << 20]).expect("memory");
    }
    to.finish().expect("memory")
}

#[tokio::test]
async fn bombs_stop_at_the_limit_after_decompression() {
    // 10 GiB, as the same 10 MiB again and again: gzip streams can be put one behind the other.
    let piece = zeros(10);
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10485760\r\n\r\n".to_vec();
    let bomb = move |_: &str| Then::Forever(head.clone(), piece.clone());
    let mut server = Server::start(bomb).await;
    // Below the length from which the ratio counts, it is cut.
    let module = granted(Hosts::new().allow(server.host()).body_bytes(1 << 20));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    assert_eq!((&answer["truncated"], &answer["bytes"]), (&json!(true), &json!(1 << 20)));
    assert_eq!(answer.get("total_bytes"), None, "nobody knows");
    server.closed().await;
    // Beyond, it is refused.
    let module = granted(Hosts::new().allow(server.host()).body_bytes(64 << 20));
    let (code, message) = refused(&module, json!({ "url": server.url("/") })).await;
    assert_eq!(code, "compression");
    assert!(message.ends_with("which looks like an attack; it is refused"), "{message}");
    server.closed().await;
    // Others can do the same.
    let packed = zstd::encode_all(&*vec![0; 32 << 20], 3).expect("memory");
    let server = Server::start(move |_| reply("200 OK", "Content-Encoding: zstd\r\n", &packed)).await;
    let module = granted(Hosts::new().allow(server.host()).body_bytes(64 << 20));
    assert_eq!(refused(&module, json!({ "url": server.url("/") })).await.0, "compression");
}

#[tokio::test]
async fn what_unpacks_to_nothing_ends_as_well() {
    // Empty gzip streams, one behind the other.
    let empty = zeros(0).repeat(4_000);
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    let mut server = Server::start(move |_| Then::Forever(head.clone(), empty.clone())).await;
    let module = granted(Hosts::new().allow(server.host()));
    let (code, message) = refused(&module, json!({ "url": server.url("/") })).await;
    assert_eq!((code, message.ends_with("it unpacks to nothing")), ("bad_reply", true), "{message}");
    server.closed().await;
}

#[tokio::test]
async fn slow_bodies_end_at_the_timeout_and_leave_no_connection() {
    for head in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12"] {
        let mut server = Server::start(|_| Then::Hang(head.as_bytes().to_vec())).await;
        let module = granted(Hosts::new().allow(server.host()));
        let error = ask(&module, json!({ "url": server.url("/"), "timeout_ms": 200 })).await.unwrap_err();
        assert_eq!(error.code(), "timeout");
        assert_eq!(error.message(), "the reply was not complete after 200 ms; the connection was closed");
        assert!(!error.is_unclear(), "it only reads");
        server.closed().await;
        let arguments = json!({ "url": server.url("/"), "timeout_ms": 200, "method": "PUT" });
        assert!(ask(&module, arguments).await.unwrap_err().is_unclear());
        server.closed().await;
    }
}

#[tokio::test]
async fn a_call_that_is_cut_off_or_dropped_leaves_no_connection() {
    let mut server = Server::start(|_| Then::Hang(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12".to_vec())).await;
    let module = granted(Hosts::new().allow(server.host()));
    for round in 0..20 {
        let context = context();
        let cancelled = context.cancelled.clone();
        {
            let mut running = std::pin::pin!(call(&module, &context, "request", json!({ "url": server.url("/") })));
            while server.seen().len() <= round {
                tokio::select! {
                    ended = &mut running => panic!("{ended:?}"),
                    () = tokio::task::yield_now() => {}
                }
            }
            if round % 2 == 0 {
                cancelled.cancel();
                assert_eq!(running.await.unwrap_err().code(), "cancelled");
            }
        }
        server.closed().await;
    }
}

#[tokio::test]
async fn a_reply_that_stops_in_the_middle_may_pass() {
    let server = Server::start(|_| Then::Reply(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12".to_vec())).await;
    let module = granted(Hosts::new().allow(server.host()));
    let error = ask(&module, json!({ "url": server.url("/") })).await.unwrap_err();
    assert_eq!((error.code(), error.is_transient()), ("connection_lost", true));
    // Of what changes something, nobody knows.
    let error = ask(&module, json!({ "url": server.url("/"), "method": "POST" })).await.unwrap_err();
    assert_eq!((error.is_transient(), error.is_unclear()), (false, true));
}
