//! What is sent, and what comes back.

use std::io::Write as _;

use codemode_std::http::Hosts;
use codemode_tool::Effect;
use serde_json::{Value, json};

use super::server::{Server, reply};
use super::{ask, granted, refused};

#[tokio::test]
async fn a_request_is_sent_as_it_was_asked_for() {
    let server = Server::saying("ok").await;
    let module = granted(Hosts::new().allow(server.host()));
    let query = json!({ "q": "a b&c", "page": 2, "all": true, "tag": ["x", "y"] });
    ask(&module, json!({ "url": server.url("/p a?z=1#f"), "query": query })).await.unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        server.only(),
        format!(
            "GET /p%20a?z=1&all=true&page=2&q=a+b%26c&tag=x&tag=y HTTP/1.1\r\naccept: */*\r\nuser-agent: codemode/{version}\r\n\
             accept-encoding: gzip, deflate, br, zstd\r\nhost: 127.0.0.1:{}\r\n\r\n",
            server.port
        )
    );
}

#[tokio::test]
async fn bodies_are_text_json_or_bytes() {
    let server = Server::saying("ok").await;
    let module = granted(Hosts::new().allow(server.host()));
    for (body, sent, kind) in [
        (json!({ "body": "täxt" }), "täxt", Some("text/plain;charset=UTF-8")),
        (json!({ "json": { "a": [1, 2.5], "b": null } }), r#"{"a":[1,2.5],"b":null}"#, Some("application/json")),
        (json!({ "body_base64": "AAEC" }), "\0\u{1}\u{2}", None),
        (json!({ "json": 1, "headers": { "content-type": "x/y" } }), "1", Some("x/y")),
    ] {
        let mut arguments = json!({ "url": server.url("/"), "method": "POST" });
        let all = arguments.as_object_mut().expect("an object");
        all.extend(body.as_object().expect("an object").clone());
        ask(&module, arguments).await.unwrap();
        let request = server.seen().pop().expect("one");
        assert!(request.ends_with(&format!("\r\n\r\n{sent}")), "{request:?}");
        let of_request = request.lines().find_map(|line| line.strip_prefix("content-type: "));
        assert_eq!(of_request, kind, "{request:?}");
        // Under which a service knows a repeat: the run and the call.
        assert!(request.contains("idempotency-key: r1:0\r\n"), "{request}");
    }
    for (arguments, part) in [
        (json!({ "method": "POST", "body": "a", "json": 1 }), "give one of body, json and body_base64"),
        (json!({ "method": "POST", "body_base64": "?" }), "body_base64 is not base64"),
        (json!({ "body": "a" }), "a request that only reads has no body"),
    ] {
        let mut arguments = arguments;
        arguments["url"] = server.url("/").into();
        let (code, message) = refused(&module, arguments).await;
        assert_eq!(code, "invalid_arguments");
        assert!(message.starts_with(part), "{message}");
    }
}

#[tokio::test]
async fn a_status_is_no_error() {
    let server =
        Server::start(|_| reply("404 Not Found", "X-A: 1\r\nX-A: 2\r\nContent-Type: text/html\r\n", "<p>no</p>")).await;
    let module = granted(Hosts::new().allow(server.host()));
    let answer = ask(&module, json!({ "url": server.url("/x"), "response": "json" })).await.unwrap();
    assert_eq!(
        answer,
        json!({
            "status": 404,
            "ok": false,
            "url": server.url("/x"),
            "headers": { "content-length": "9", "content-type": "text/html", "x-a": "1, 2" },
            "body": "<p>no</p>",
            "encoding": "text",
            "bytes": 9,
            "truncated": false,
            "total_bytes": 9,
        })
    );
}

#[tokio::test]
async fn json_is_parsed_where_that_was_asked_for() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/good") => reply("200 OK", "", "\u{feff} {\"a\": [1, 18446744073709551615]} "),
        Some("/none") => reply("204 No Content", "", ""),
        _ => reply("200 OK", "Content-Type: text/html\r\n", "<p>Please log in</p>"),
    })
    .await;
    let module = granted(Hosts::new().allow(server.host()));
    let ask = async |path: &str| ask(&module, json!({ "url": server.url(path), "response": "json" })).await;
    let good = ask("/good").await.unwrap();
    assert_eq!((&good["body"], &good["encoding"]), (&json!({ "a": [1, u64::MAX] }), &json!("json")));
    assert_eq!(ask("/none").await.unwrap()["body"], Value::Null);
    let error = ask("/page").await.unwrap_err();
    assert_eq!(error.code(), "not_json");
    assert_eq!(
        error.message(),
        "the server answered 200, but the body (text/html) is not JSON: expected value at line 1 column 1. It begins: \
         \"<p>Please log in</p>\". response: \"text\" returns it as it is"
    );
}

#[tokio::test]
async fn what_is_not_text_is_base64_and_says_so() {
    let server = Server::start(|_| reply("200 OK", "", b"\x89PNG\0\xff")).await;
    let module = granted(Hosts::new().allow(server.host()));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    assert_eq!((&answer["body"], &answer["encoding"]), (&json!("iVBORwD/"), &json!("base64")));
    assert_eq!(answer["notice"], "the body is not UTF-8 text, so it is in base64");
    let answer = ask(&module, json!({ "url": server.url("/"), "response": "base64" })).await.unwrap();
    assert_eq!((&answer["body"], answer.get("notice")), (&json!("iVBORwD/"), None));
}

/// A text in one of the encodings.
fn packed(encoding: &str, text: &[u8]) -> Vec<u8> {
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    match encoding {
        "gzip" => {
            let mut to = GzEncoder::new(Vec::new(), Compression::default());
            to.write_all(text).expect("memory");
            to.finish().expect("memory")
        }
        "deflate" => {
            let mut to = ZlibEncoder::new(Vec::new(), Compression::default());
            to.write_all(text).expect("memory");
            to.finish().expect("memory")
        }
        "raw deflate" => {
            let mut to = DeflateEncoder::new(Vec::new(), Compression::default());
            to.write_all(text).expect("memory");
            to.finish().expect("memory")
        }
        "zstd" => zstd::encode_all(text, 3).expect("memory"),
        "br" => BROTLI.to_vec(),
        other => panic!("{other}"),
    }
}

/// `hello, hello, hello` in Brotli: there is no encoder here.
const BROTLI: &[u8] = &[27, 18, 0, 248, 141, 148, 110, 222, 68, 9, 82, 134, 150, 108, 44, 111, 17, 79, 36, 208, 113, 0];

#[tokio::test]
async fn compressed_bodies_are_unpacked() {
    let text = b"hello, hello, hello";
    for encoding in ["gzip", "deflate", "raw deflate", "zstd", "br"] {
        let bytes = packed(encoding, text);
        let name = encoding.trim_start_matches("raw ").to_owned();
        let server = Server::start(move |_| reply("200 OK", &format!("Content-Encoding: {name}\r\n"), &bytes)).await;
        let module = granted(Hosts::new().allow(server.host()));
        let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
        assert_eq!((&answer["body"], &answer["bytes"]), (&json!("hello, hello, hello"), &json!(19)), "{encoding}");
        let head = ask(&module, json!({ "url": server.url("/"), "method": "HEAD" })).await;
        assert_eq!(head.unwrap()["body"], "", "{encoding}");
    }
    // One that is broken, one that stops early, and one that nobody here knows.
    for (encoding, bytes) in [("gzip", b"no gzip at all".to_vec()), ("gzip", packed("gzip", text)[..20].to_vec())] {
        let server =
            Server::start(move |_| reply("200 OK", &format!("Content-Encoding: {encoding}\r\n"), &bytes)).await;
        let module = granted(Hosts::new().allow(server.host()));
        assert_eq!(refused(&module, json!({ "url": server.url("/") })).await.0, "bad_reply");
    }
    let server = Server::start(|_| reply("200 OK", "Content-Encoding: compress\r\n", b"\x1f\x9d\xff")).await;
    let module = granted(Hosts::new().allow(server.host()));
    let answer = ask(&module, json!({ "url": server.url("/") })).await.unwrap();
    assert!(answer["notice"].as_str().expect("one").contains("(`compress`)"), "{answer}");
}

#[tokio::test]
async fn what_a_call_does_and_touches_is_told_from_its_arguments() {
    let module = granted(Hosts::new().allow("a.test"));
    let tool = &module.tools()[0];
    for (method, effect) in [
        (None, Effect::Read),
        (Some("GET"), Effect::Read),
        (Some("HEAD"), Effect::Read),
        (Some("OPTIONS"), Effect::Read),
        (Some("POST"), Effect::External),
        (Some("PUT"), Effect::External),
        (Some("PATCH"), Effect::External),
        (Some("DELETE"), Effect::External),
    ] {
        let mut arguments = json!({ "url": "https://A.test:443/x" });
        if let Some(method) = method {
            arguments["method"] = method.into();
        }
        assert_eq!(tool.effect(&arguments), effect, "{method:?}");
        assert_eq!(tool.resource(&arguments).as_deref(), Some("origin:https://a.test"));
    }
    assert_eq!(tool.effect(&json!({ "method": 1 })), Effect::External);
    assert_eq!(tool.resource(&json!({ "url": "nonsense" })), None);
}
