//! Scripts that make requests, from the command line: what flags and configuration grant, and what is said where they do not.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use expect_test::expect;

use crate::support::{codemode, run};

/// A server on a port of its own that answers every request with its first line; what it got is kept.
fn server() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = listener.local_addr().expect("it has an address").port();
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let requests = Arc::clone(&seen);
    // It ends with the test's process.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut text = Vec::new();
            let mut chunk = [0; 1_024];
            while !text.ends_with(b"\r\n\r\n") {
                match stream.read(&mut chunk) {
                    Ok(length @ 1..) => text.extend_from_slice(&chunk[..length]),
                    _ => break,
                }
            }
            let text = String::from_utf8_lossy(&text).into_owned();
            let line = text.lines().next().unwrap_or_default().to_owned();
            requests.lock().expect("no panics").push(text);
            let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{line}", line.len());
        }
    });
    (port, seen)
}

#[test]
fn a_host_can_be_reached_where_that_was_granted() {
    let (port, _) = server();
    let script = format!(
        "import {{ request }} from 'tools/http';
        console.log((await request({{ url: 'http://127.0.0.1:{port}/a' }})).body);
        console.log((await request({{ method: 'DELETE', url: 'http://127.0.0.1:{port}/a' }})).body);"
    );
    run(&format!("--allow-net=127.0.0.1:{port}"), &script).check(&expect![[r#"
        exit 0
        --- stdout
        GET /a HTTP/1.1
        DELETE /a HTTP/1.1
    "#]]);
}

#[test]
fn without_a_host_there_is_no_module_and_a_word_on_how_to_get_it() {
    run("", "import { request } from 'tools/http';\nawait request({ url: 'https://example.com/' });\n")
        .check(&expect![[r#""#]]);
    run("", "await fetch('https://example.com/');").check(&expect![[r#""#]]);
    run("--allow-net=api.example.com", "await fetch('https://example.com/');").check(&expect![[r#""#]]);
}

#[test]
fn a_configuration_gives_hosts_methods_and_credentials() {
    let (port, seen) = server();
    let config = |method: &str| {
        format!(
            "[[http.host]]\nname = \"127.0.0.1:{port}\"\nmethods = [\"{method}\"]\nbearer = {{ file = \"token\" }}\n
            [[rule]]\ntools = [\"http.*\"]\nverdict = \"allow\"\n"
        )
    };
    let script = format!(
        "import {{ request }} from 'tools/http';
        console.log((await request({{ url: 'http://127.0.0.1:{port}/the-secret-token' }})).body);"
    );
    run("--config=codemode.toml", &script)
        .file("codemode.toml", &config("GET"))
        .file("token", "the-secret-token\n")
        .check(&expect![[r#"
            exit 0
            --- stdout
            GET /[redacted] HTTP/1.1
        "#]]);
    assert!(seen.lock().expect("no panics")[0].contains("authorization: Bearer the-secret-token\r\n"));
    let output = run("--config=codemode.toml", &script)
        .file("codemode.toml", &config("POST"))
        .file("token", "the-secret-token\n")
        .output();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("may be used with POST only, not with GET"), "{text}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let of = |words: &str, config: &str| {
        codemode(&format!("tools {words} list")).file("codemode.toml", config).file("token", "short")
    };
    of("--allow-net=https://a.test/x", "").check(&expect![[r#""#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"*\"\n").check(&expect![[r#""#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\nbearer = { env = \"CODEMODE_TEST_NOT_SET\" }\n")
        .check(&expect![[r#""#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\nbearer = { file = \"token\" }\n")
        .check(&expect![[r#""#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\ntoken = \"x\"\n").check(&expect![[r#""#]]);
}

#[test]
fn tools_are_shown_with_their_hosts() {
    codemode("tools --allow-net=*.example.com --allow-net=localhost:8080 list").check(&expect![[r#""#]]);
}
