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
    run("", "import { request } from 'tools/http';\nawait request({ url: 'https://example.com/' });\n").check(
        &expect![[r#"
            exit 1
            --- stderr
            error: ImportError: Cannot find module "tools/http"
             --> stdin.js:1:25
            1 | import { request } from 'tools/http';
              |                         ^
                at top level (stdin.js:1:25)
            hint: run with --allow-net=HOST to let the script make HTTP requests to HOST
        "#]],
    );
    run("", "await fetch('https://example.com/');").check(&expect![[r#"
        exit 1
        --- stderr
        warning: line 1: fetch is not available in a script; run with --allow-net=HOST to let the script make HTTP requests to HOST
        error: TypeError: fetch is not available: run with --allow-net=HOST to let the script make HTTP requests to HOST
         --> stdin.js:1:6
        1 | await fetch('https://example.com/');
          |      ^
            at top level (stdin.js:1:6)
    "#]]);
    run("--allow-net=api.example.com", "await fetch('https://example.com/');").check(&expect![[r#"
        exit 1
        --- stderr
        warning: line 1: fetch is not available in a script; Use the tools of "tools/http": request.
        error: TypeError: fetch is not available; use the tools of import { request } from "tools/http"
         --> stdin.js:1:6
        1 | await fetch('https://example.com/');
          |      ^
            at top level (stdin.js:1:6)
    "#]]);
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
    of("--allow-net=https://a.test/x", "").check(&expect![[r#"
        exit 2
        --- stderr
        error: --allow-net: the host `https://a.test/x`: write a host alone, such as api.example.com, *.example.com or localhost:8080
    "#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"*\"\n").check(&expect![[r#"
        exit 2
        --- stderr
        error: [http]: the host `*`: `*` stands for the beginning of a name only, as in *.example.com
    "#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\nbearer = { env = \"CODEMODE_TEST_NOT_SET\" }\n")
        .check(&expect![[r#"
            exit 2
            --- stderr
            error: [http]: the host `a.test`: the environment variable CODEMODE_TEST_NOT_SET is not set, or is not text
        "#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\nbearer = { file = \"token\" }\n")
        .check(&expect![[r#"
            exit 2
            --- stderr
            error: [http]: the host `a.test`: the secret for `authorization` has 5 bytes; one of less than 8 would be found everywhere, and could not be kept out of replies
        "#]]);
    of("--config=codemode.toml", "[[http.host]]\nname = \"a.test\"\ntoken = \"x\"\n").check(&expect![[r#"
        exit 2
        --- stderr
        error: codemode.toml:3:1: unknown field `token`, expected one of `name`, `methods`, `private`, `bearer`, `basic`, `headers`
    "#]]);
}

#[test]
fn tools_are_shown_with_their_hosts() {
    codemode("tools --allow-net=*.example.com --allow-net=localhost:8080 list").check(&expect![[r#"
        exit 0
        --- stdout
        tools/http
          Makes HTTP requests to: *.example.com, localhost:8080.
          http.request  external  Makes an HTTP request and returns the reply
    "#]]);
}
