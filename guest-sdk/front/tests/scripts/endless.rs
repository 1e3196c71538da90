//! Texts that are cut, scrambled or too large: there is always an answer, and it is never too large.

use codemode_abi::check::Checked;

use super::source;

/// A generator of the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const SEEDS: &[&str] = &[
    "import { get_customer, type X } from \"tools/crm\";\nimport * as fs from 'tools/fs';\nconst { id, ...rest } = await \
     get_customer({ id: 'é𝄞' });\nfor (const [k, v] of Object.entries(rest)) console.log(`${k}=${v?.a ?? 1}`);\nfs.nope(id);",
    "enum A { B, C = 'x', D = B | 2 }\nnamespace N { export const a = 1; export function f(): A { return a as any } }\nabstract class \
     P<T> { constructor(private x: T, readonly y = 1) { super(); } abstract m(): void; declare z: 1; get q(): T { return this.x! } }",
    "label: for (let i = 0, j; i < 1e3; i++) { if (/[/\\]]+(?<n>a)/u.test(x)) continue label; else break }\nasync function* g(a = 1, \
     { b, c: [d] = [] }, ...e) { yield* await import(a); try { throw new Error } catch { } finally { return } }",
    "Here it is:\n```ts\nconst a: number = 1;\n@dec class B { static { this.#p = 1n } #p }\n```\nDone `x`.",
    "const s = process.env.X, { a: { b = tools.crm } = {}, [s]: t } = tools; export default class extends (f(), g) {}; \
     new Intl.NumberFormat(`a${`b${1}`}`); a ||= b?.[c]?.(d) ** -1; if (x) { } else if (y) ; do ; while (0); switch (1) { default: }",
];

const PARTS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "`",
    "${",
    "'",
    "\"",
    "/",
    "*/",
    "/*",
    "//",
    "<",
    ">",
    "=>",
    "...",
    "?.",
    "!",
    ":",
    ";",
    ",",
    "@",
    "#",
    "await ",
    "async ",
    "function ",
    "class ",
    "enum E {",
    "namespace N {",
    "type T = ",
    "interface I ",
    "as ",
    "import ",
    "export ",
    "declare ",
    "abstract ",
    "return ",
    "yield ",
    "new ",
    "tools.",
    "tools/crm",
    "\n",
    "\r",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "é",
    "𝄞",
    "\\u{",
    "```",
    "```ts\n",
    "0x",
    "1_",
    "1n",
    "/[",
    "<T>",
    "satisfies ",
    "constructor(private x)",
    "super()",
    "using x = ",
    "import.meta",
    "new.target",
];

fn scramble(random: &mut Random) -> String {
    let mut characters: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
    for _ in 0..=random.below(6) {
        let at = random.below(characters.len());
        let until = at + random.below(characters.len() - at).min(40);
        match random.below(5) {
            0 => characters.truncate(at),
            1 => drop(characters.drain(at..until)),
            2 => {
                let copied: Vec<char> = characters[at..until].to_vec();
                let to = random.below(characters.len());
                characters.splice(to..to, copied);
            }
            _ => {
                characters.splice(at..at, PARTS[random.below(PARTS.len())].chars());
            }
        }
        if characters.is_empty() {
            break;
        }
    }
    characters.into_iter().collect()
}

fn is_bounded(text: &str, checked: &Checked) {
    let lines = text.lines().count() + text.matches(['\r', '\u{2028}', '\u{2029}']).count() + 1;
    assert!(checked.problems.len() <= 20 && checked.locale.len() <= 16);
    for problem in &checked.problems {
        assert!(problem.message.chars().count() <= 401 && problem.hint.chars().count() <= 401);
        assert!(problem.line >= 1 && problem.column >= 1 && problem.line as usize <= lines, "{problem:?} in {text:?}");
    }
    if checked.problems.iter().any(|problem| problem.certain == 1) {
        assert!(checked.code.is_empty() && checked.places.is_empty());
    }
    let places = checked.places.as_chunks::<4>().0;
    assert!(places.is_sorted_by_key(|place| (place[0], place[1])), "the host searches them");
    for place in places {
        assert!(place.iter().all(|number| *number >= 1) && place[2] as usize <= lines);
    }
}

#[test]
fn scrambled_scripts_are_answered() {
    let all = || {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for round in 0..3_000 {
            let text = scramble(&mut random);
            let name = if round % 3 == 0 { "script.ts" } else { "script.js" };
            let checked = codemode_guest_front::check(&source(name, &text));
            is_bounded(&text, &checked);
        }
    };
    // Without the sandbox, a text that nests would end the test instead of one check.
    std::thread::Builder::new().stack_size(64 << 20).spawn(all).unwrap().join().unwrap();
}

#[test]
fn names_of_any_length_stay_out_of_the_answer() {
    let long = "x".repeat(100_000);
    for text in [
        format!("import {{ {long} }} from 'tools/crm'"),
        format!("import '{long}'"),
        format!("tools.{long}.{long}({{}}); tools.crm.{long}()"),
        format!("tools.crm.get_customer({{ {long}: 1 }}, {long})"),
        format!("let {long}; let {long}"),
        format!("Intl.{long}"),
        format!("require('{long}')"),
        format!("1 {long}"),
    ] {
        let checked = codemode_guest_front::check(&source("script.js", &text));
        is_bounded(&text, &checked);
    }
}

#[test]
fn a_thousand_mistakes_are_twenty_problems() {
    for line in ["import 'nope';\n", "tools.nope;\n", "require('x');\n", "tools.crm.get_customer(1);\n"] {
        let checked = codemode_guest_front::check(&source("script.js", &line.repeat(1_000)));
        assert_eq!((checked.problems.len(), checked.problems[0].line), (20, 1), "{line}");
    }
    let mixed = "tools.nope;\n".repeat(30) + "import 'nope';";
    let checked = codemode_guest_front::check(&source("script.js", &mixed));
    assert_eq!(checked.problems.last().map(|problem| (problem.certain, problem.line)), Some((1, 31)));
}
