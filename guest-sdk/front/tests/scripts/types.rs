//! TypeScript.

use codemode_abi::check::Checked;

use super::{check, expect, source};

/// The code that a script becomes, without the printer's line ends and indents.
#[track_caller]
fn code(text: &str) -> String {
    let checked = codemode_guest_front::check(&source("script.ts", text));
    assert!(checked.problems.iter().all(|problem| problem.certain == 0), "{:?}", checked.problems);
    checked.code.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn types_go_and_code_stays() {
    for (text, expected) in [
        ("interface A { x: 1 } type B = A; let a: B = x!;", "let a = x;"),
        ("const f = <T,>(a?: T): a is string => a as any satisfies T;", "const f = (a) => a;"),
        ("function f(a: 1): 1; function f(a: any) {} f<1>(2);", "function f(a) {} f(2);"),
        ("declare const a: 1; declare global { var b: 2 } declare module 'x' {} let c = 1;", "let c = 1;"),
        ("abstract class A<T> implements B { abstract a: 1; abstract m(): void; [k: string]: any }", "class A {}"),
        (
            "class A { x: number; y?: string = 'a'; declare z: 1; private static readonly w = 1; #p: 1 = 1 }",
            "class A { x; y = \"a\"; static w = 1; #p = 1; }",
        ),
        (
            "let x = (y as number)!.z; (a as any) = 1; for (const q of r as s[]) {}",
            "let x = y.z; a = 1; for (const q of r) {}",
        ),
        ("async () => { await (<any>x)?.y; using z = w; }", "async () => { await x?.y; using z = w; };"),
        (
            "const a = 1n ** 2n ?? b?.c; a ||= `x${1}`; label: for (;;) { continue label }",
            "const a = 1n ** 2n ?? b?.c; a ||= `x${1}`; label: for (;;) { continue label; }",
        ),
    ] {
        assert_eq!(code(text), expected, "{text}");
    }
}

#[test]
fn types_that_are_comparisons_in_javascript_are_types() {
    assert_eq!(check("rows.reduce<number>((a, b) => a + b, 0)").code, "rows.reduce((a, b) => a + b, 0);\n");
    assert_eq!(check("f<string, X>(y)").code, "f(y);\n");
}

#[test]
fn what_has_a_value_is_turned_into_it() {
    assert_eq!(
        code("class A { constructor(public readonly a: string, b = 1) {} }"),
        "class A { a; constructor(a, b = 1) { this.a = a; } }"
    );
    assert_eq!(
        code("enum E { A, B = 5, C, D = 'x', F = A | C } const enum G { H = 1 << 3 } E.A; G.H;"),
        "var E = function(E) { E[E[\"A\"] = 0] = \"A\"; E[E[\"B\"] = 5] = \"B\"; E[E[\"C\"] = 6] = \"C\"; E[\"D\"] = \"x\"; \
         E[E[\"F\"] = 6] = \"F\"; return E; }(E || {}); var G = function(G) { G[G[\"H\"] = 8] = \"H\"; return G; }(G || {}); E.A; G.H;"
    );
    assert_eq!(
        code(
            "namespace N { export const a = 1; export function f() { return a } } N.f(); namespace T { export type X = 1 }"
        ),
        "let N; (function(_N) { const a = _N.a = 1; function f() { return a; } _N.f = f; })(N || (N = {})); N.f();"
    );
}

#[test]
fn imports_of_types_go_and_imports_of_values_stay() {
    assert_eq!(
        code(
            "import { get_customer, type Customer } from 'tools/crm'; import type { X } from 'zod'; const c: Customer = get_customer;"
        ),
        "import { get_customer } from \"tools/crm\"; const c = get_customer;"
    );
    assert_eq!(code("import { Y } from 'types'; let y: Y; import 'tools/crm';"), "let y; import \"tools/crm\";");
    assert_eq!(code("import type { X } from 'x';"), "export {};");
    expect(
        "import { Z } from 'zod'; const z: number = Z;",
        &[
            "1:19 ImportError! Cannot find module \"zod\" [There are no packages: write it with the language itself. This run has \
           \"tools/crm\", \"tools/fs\" and \"tools/any\".]",
        ],
    );
}

#[test]
fn the_contract_is_checked_in_typescript_too() {
    let text = "import { get_customer } from 'tools/crm';\n\nconst id: number = 1;\nawait (get_customer as any)<X>({ ident: id } as Y);\n\
                const b: Buffer = process.argv as any;";
    let checked: Checked = check(text);
    let found: Vec<(u32, u32, &str)> =
        checked.problems.iter().map(|p| (p.line, p.column, p.message.as_str())).collect();
    assert_eq!(
        found,
        [
            (4, 32, "get_customer needs the argument \"id\""),
            (4, 34, "get_customer has no argument \"ident\""),
            (5, 19, "process.argv is not available in a script"),
        ]
    );
    assert_eq!(checked.tools, [0]);
}

#[test]
fn each_part_of_the_code_knows_its_place() {
    let text = "type A = 1;\nconst é: string = '𝄞'; const b: A = fail();";
    let checked = check(text);
    assert_eq!(checked.code, "const é = \"𝄞\";\nconst b = fail();\n");
    let places: Vec<[u32; 4]> = checked.places.as_chunks().0.to_vec();
    assert!(places.is_sorted_by_key(|place| (place[0], place[1])));
    assert!(places.contains(&[1, 7, 2, 7]), "é: {places:?}");
    assert!(places.contains(&[2, 11, 2, 38]), "fail: {places:?}");
}

#[test]
fn a_script_of_types_alone_runs_and_does_nothing() {
    assert_eq!(check("interface A {}").code, "\n");
}
