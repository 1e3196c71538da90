//! A script, through the front door.

use codemode::{CallEnding, Effect, Policy, Rule, Sandbox, Script};
use codemode_std::http::{Host, Hosts, module};

use super::server::{Server, Then, reply};

#[tokio::test]
async fn a_script_makes_requests() {
    let server = Server::start(|request| match request.split(' ').nth(1) {
        Some("/items?page=2") => reply("200 OK", "", r#"[{"name":"a"},{"name":"b"}]"#),
        Some("/new") => reply("201 Created", "", request),
        _ => reply("404 Not Found", "", "no such page"),
    })
    .await;
    let hosts = Hosts::new().host(Host::new(server.host()).bearer("a-secret-token"));
    let sandbox = Sandbox::builder()
        .module(module(hosts).expect("the host is right"))
        .policy(Policy::new([Rule::allow(["http.request"])]))
        .build()
        .expect("the sandbox is consistent");
    let source = format!(
        r#"import {{ request }} from "tools/http";
        const at = "{}";
        const page = await request({{ url: at + "/items", query: {{ page: 2 }}, response: "json" }});
        console.log(page.status, page.body.map((item) => item.name).join());
        const made = await request({{ method: "POST", url: at + "/new", json: {{ name: "c" }} }});
        console.log(made.status, made.body.split("\r\n\r\n")[1], /authorization: .*/.exec(made.body)[0]);
        console.log((await request({{ url: at + "/none" }})).ok);
        try {{
          await request({{ url: "https://example.com/" }});
        }} catch (error) {{
          console.log(error.code, error.message);
        }}
        try {{
          await fetch(at);
        }} catch (error) {{
          console.log(error.message);
        }}
        await request({{ url: at + "/a-secret-token", headers: {{ "X-A": "a\r\nb" }} }});"#,
        server.url("")
    );
    let outcome = sandbox.run(&Script::new("test.js", source)).await.expect("it runs");
    let printed = outcome.printed.text();
    let host = server.host();
    assert_eq!(
        printed,
        format!(
            "200 a,b\n201 {{\"name\":\"c\"}} authorization: Bearer [redacted]\nfalse\n\
             host_not_allowed http.request: `https://example.com` is not a host that may be reached; there are: {host}\n\
             fetch is not available; use the tools of import {{ request }} from \"tools/http\"\n"
        ),
        "{}",
        outcome.stop
    );
    assert!(outcome.stop.to_string().contains("has a line end in its value"), "{}", outcome.stop);
    let calls: Vec<(CallEnding, Effect)> = outcome.journal.iter().map(|call| (call.ending, call.effect)).collect();
    let (done, failed) = (CallEnding::Done, CallEnding::Failed);
    assert_eq!(
        calls,
        [
            (done, Effect::Read),
            (done, Effect::External),
            (done, Effect::Read),
            (failed, Effect::Read),
            (failed, Effect::Read)
        ]
    );
    assert!(server.seen()[1].contains(&format!("idempotency-key: {}:1\r\n", outcome.run)), "{}", server.seen()[1]);
    assert!(server.seen().iter().all(|request| request.contains("authorization: Bearer a-secret-token")));
}

#[tokio::test]
async fn credentials_are_in_no_journal() {
    let server = Server::start(|request| reply("200 OK", "X-Echo: a-secret-token\r\n", request)).await;
    let sandbox = Sandbox::builder()
        .module(
            module(Hosts::new().host(Host::new(server.host()).bearer("a-secret-token"))).expect("the host is right"),
        )
        .policy(Policy::allow_all())
        .build()
        .expect("the sandbox is consistent");
    let source = format!(
        r#"import {{ request }} from "tools/http";
        console.log(JSON.stringify(await request({{ url: "{}/" }})));
        await request({{ method: "POST", url: "{}/", response: "json" }});"#,
        server.url(""),
        server.url("")
    );
    let outcome = sandbox.run(&Script::new("test.js", source)).await.expect("it runs");
    assert_eq!(server.seen().len(), 2);
    let all = format!("{} {} {:?} {:?}", outcome.printed.text(), outcome.stop, outcome.journal, outcome.for_model());
    assert!(!all.contains("a-secret-token") && all.contains("[redacted]"), "{all}");
    // Not JSON, but sent: nobody can say that it did not take effect.
    assert_eq!(outcome.journal[1].ending, CallEnding::Unknown);
}

#[tokio::test]
async fn reads_that_fail_on_their_way_are_tried_again_and_others_are_not() {
    let broken = || Then::Reply(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12".to_vec());
    let server = Server::start(move |_| broken()).await;
    let sandbox = Sandbox::builder()
        .module(module(Hosts::new().allow(server.host())).expect("the host is right"))
        .policy(Policy::allow_all())
        .build()
        .expect("the sandbox is consistent");
    let source = format!(
        r#"import {{ request }} from "tools/http";
        for (const method of ["GET", "POST"]) {{
          await request({{ method, url: "{}" }}).catch((error) => console.log(error.message));
        }}"#,
        server.url("/")
    );
    let outcome = sandbox.run(&Script::new("test.js", source)).await.expect("it runs");
    assert_eq!(
        outcome.printed.text(),
        "http.request: the connection was lost before the reply was complete (tried 3 times)\n\
         http.request: the connection was lost before the reply was complete; whether it took effect is not known: do not try \
         again, check first\n"
    );
    assert_eq!(server.seen().len(), 4);
    assert_eq!(outcome.journal[1].ending, CallEnding::Unknown);
}
