//! What a script uses: locale support, and names that do not exist.

use super::{check, expect};

#[test]
fn locale_support_is_noticed_once_a_kind() {
    let locale = |text| check(text).locale.join(", ");
    assert_eq!(locale("n.toLocaleString();\nn.toLocaleString('de')"), "toLocaleString (line 2)");
    assert_eq!(locale("n.toLocaleString('en-US'); d.toLocaleDateString()"), "");
    assert_eq!(locale("n.toLocaleString('en-US', options)"), "toLocaleString (line 1)");
    assert_eq!(locale("\nd['toLocaleDateString']('fr')"), "toLocaleDateString (line 2)");
    assert_eq!(locale("d?.toLocaleTimeString?.(place)"), "toLocaleTimeString (line 1)");
    assert_eq!(locale("rows.map(Number.prototype.toLocaleString)"), "toLocaleString (line 1)");
    assert_eq!(
        locale("new Intl.NumberFormat(); Intl.Collator; Intl"),
        "Intl.NumberFormat (line 1), Intl.Collator (line 1), Intl (line 1)"
    );
    assert_eq!(locale("Temporal.Now.instant(); globalThis.Intl.x"), "Temporal.Now (line 1), Intl (line 1)");
    assert_eq!(
        locale("a.localeCompare(b, 'de'); a.toLocaleUpperCase('tr')"),
        "localeCompare (line 1), toLocaleUpperCase (line 1)"
    );
    assert_eq!(locale("const { toLocaleString } = Object.prototype"), "toLocaleString (line 1)");
    assert_eq!(locale("a.localeCompare(b); a.toLocaleUpperCase(); a.normalize('NFC')"), "");
    assert_eq!(locale("const Intl = {}; Intl.x; const o = { toLocaleString: 1 }"), "");
    assert_eq!(locale("const n: Intl.NumberFormat = x"), "", "types need nothing");
}

#[test]
fn what_only_boa_gets_right_is_noticed() {
    let boa = |text| check(text).boa.join(", ");
    assert_eq!(boa("Promise[Symbol.species]"), "Symbol.species (line 1)");
    let shares = "a function in a default value that shares a parameter (line 1)";
    assert_eq!(boa("((a, b = () => a) => { a = 2; return b(); })(1)"), shares);
    assert_eq!(boa("function f(a, { b = function () { a++; } }) { b(); return a; }"), shares);
    assert_eq!(boa("class A { m(a, b = () => () => a) { a = 1; } }"), shares);
    for fine in [
        "((a, b = () => a) => b())(1)",
        "((a, b = a) => { a = 2; return b; })(1)",
        "let a = 1; ((b = () => a) => { a = 2; return b(); })()",
        "((a, b = (a) => { a = 2; }) => b())(1)",
    ] {
        assert_eq!(boa(fine), "", "{fine}");
    }
}

#[test]
fn globals_that_do_not_exist_are_named_once() {
    expect(
        "await fetch('x'); await fetch('y');\nprocess.exit(Buffer.from('x'));\nwindow.x = process.env.X;",
        &[
            "1:7 Warning fetch is not available in a script [Run with --allow-net=HOST.]",
            "2:1 Warning process.exit is not available in a script [A script ends after its last line, or with a thrown error.]",
            "2:14 Warning Buffer is not available in a script [Use Uint8Array, TextEncoder and TextDecoder, btoa and atob.]",
            "3:1 Warning window is not available in a script [Use globalThis.]",
            "3:12 Warning process.env is not available in a script [A script has no environment variables: what it needs is in \
             the global args.]",
        ],
    );
    expect("if (typeof process !== 'undefined') {}\nconst Buffer = 1; Buffer; x.fetch(); ({ fetch: 1 })", &[]);
    expect("globalThis.fetch()", &["1:12 Warning fetch is not available in a script [Run with --allow-net=HOST.]"]);
}

#[test]
fn common_js_is_explained() {
    expect(
        "const fs = require('fs');\nmodule.exports = require(x);",
        &[
            "1:12 Warning require(\"fs\") is not available in a script [Use the tools of \"tools/fs\": read_file and search_files.]",
            "2:1 Warning module is not available in a script [Nothing takes what a script exports: print its result with \
             console.log.]",
        ],
    );
}

#[test]
fn a_tool_that_was_not_imported() {
    expect(
        "await get_customer({ id: 1 });\nawait crm.list_customers();",
        &[
            "1:7 Warning get_customer is not imported [Write import { get_customer } from \"tools/crm\".]",
            "2:7 Warning crm is not imported [Write tools.crm, or import * as crm from \"tools/crm\".]",
        ],
    );
}

#[test]
fn entities_are_no_operators() {
    expect(
        "if (a &lt; b) {}",
        &["1:10 SyntaxError! The script has HTML entities in it [Write <, >, & and \" themselves.]"],
    );
    expect(
        "let c = a &gt; b;",
        &["1:12 Warning &gt; is not an operator [Write <, > and & themselves, not as HTML entities.]"],
    );
}
