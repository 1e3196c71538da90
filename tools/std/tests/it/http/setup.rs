//! What is wrong with a list of hosts.

use codemode_std::http::{Host, Hosts, module};

fn mistake(hosts: Hosts) -> String {
    module(hosts).expect_err("it is wrong").to_string()
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    assert_eq!(mistake(Hosts::new()), "no host is given");
    let of = |host: Host| mistake(Hosts::new().host(host));
    assert_eq!(
        of(Host::new("https://a.test/path")),
        "the host `https://a.test/path`: write a host alone, such as api.example.com, *.example.com or localhost:8080"
    );
    assert_eq!(
        of(Host::new("a.test").methods(["get"])),
        "the host `a.test`: `get` is no method; there are GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE"
    );
    assert_eq!(
        mistake(Hosts::new().allow("*.a.test").host(Host::new("api.a.test").methods(["GET"]))),
        "the host `api.a.test`: `*.a.test`, which stands before it, decides all that it is for"
    );
    assert_eq!(
        of(Host::new("169.254.169.254").private()),
        "the host `169.254.169.254`: that address is link-local, reserved or a cloud's metadata service, and is never reached"
    );
}

#[test]
fn a_mistake_in_a_credential_does_not_show_it() {
    let of = |host: Host| mistake(Hosts::new().host(host));
    let text = of(Host::new("a.test").bearer("short-7"));
    assert!(text.contains("has 7 bytes") && !text.contains("short-7"), "{text}");
    let text = of(Host::new("a.test").bearer("token-with-end\n"));
    assert!(text.contains("a line end?") && !text.contains("token-with"), "{text}");
    let text = of(Host::new("a.test").secret_header("X Key", "0123456789"));
    assert!(text.contains("`X Key` is no header name") && !text.contains("0123456789"), "{text}");
    let hosts = Hosts::new().host(Host::new("a.test").bearer("0123456789").basic("user", "9876543210"));
    let shown = format!("{hosts:?}");
    assert!(!shown.contains("0123456789") && !shown.contains("9876543210"), "{shown}");
}

#[test]
fn certificates_have_to_be_there() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("ca.pem");
    let of = || mistake(Hosts::new().allow("a.test").root_certificates(&file));
    assert!(of().starts_with("the certificates "), "{}", of());
    std::fs::write(&file, "no certificate").expect("it can be written");
    assert!(of().ends_with("there is no certificate in the file"), "{}", of());
}

#[test]
fn the_model_reads_which_hosts_there_are() {
    let hosts = Hosts::new().allow("*.a.test").host(Host::new("http://b.test:8080").methods(["GET", "POST"]));
    let module = module(hosts).expect("it is right");
    assert_eq!(module.about(), "Makes HTTP requests to: *.a.test, http://b.test:8080 (GET, POST).");
}
