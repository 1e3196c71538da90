//! What does not parse.

use super::{check, expect};

#[test]
fn javascript_runs_as_it_is() {
    let checked = check("#!/usr/bin/env node\nlet a = 1; // ok\nawait 1;\n");
    assert_eq!(checked, codemode_abi::check::Checked::default());
}

#[test]
fn errors_say_where_and_what() {
    expect(
        "console.log(1);\nconst a = [1, 2;",
        &["2:16 SyntaxError! Expected `,` or `]` but found `;` [The bracket was opened in line 2.]"],
    );
    expect(
        "const é = '𝄞'; let é;",
        &["1:21 SyntaxError! Identifier `é` has already been declared [It is declared in line 1: assign \
        to it without a declaration, or use another name.]"],
    );
    expect(
        "const x = {\n  a: 1\nconsole.log(x)",
        &["3:1 SyntaxError! Expected `,` or `}` but found `console` [The bracket was opened in line 1.]"],
    );
    expect("if (a) {\n", &["2:1 SyntaxError! Expected `}` but the script ends [The bracket was opened in line 1.]"]);
    expect("let a = 1 +", &["1:12 SyntaxError! The script ends too early: something is not complete"]);
    expect("let a = 1 1", &["1:10 SyntaxError! Expected `;` or a new line before `1`"]);
    expect(
        "break;",
        &["1:1 SyntaxError! Illegal break statement [A `break` statement can only be used within an enclosing \
        iteration or switch statement.]"],
    );
}

#[test]
fn frequent_mistakes_are_explained() {
    expect(
        "const x = 1;\nreturn x;",
        &["2:1 SyntaxError! `return` outside of a function: a script is a module [Let the script reach its \
        end, put what follows in `else`, or wrap the code: async function main() { … } await main();]"],
    );
    expect(
        "const s = “a”;",
        &[
            "1:11 SyntaxError! A character that is not part of JavaScript outside of strings [Write plain quotes: \" or '.]",
        ],
    );
    expect(
        "const f = () => { await x; }",
        &["1:19 SyntaxError! `await` in a function that is not async [Write `async` before the \
        function that uses `await`.]"],
    );
    expect(
        "const e = <p>hi</p>;",
        &["1:11 SyntaxError! JSX is not part of JavaScript [Build the text with template literals.]"],
    );
    expect("let a = `x", &["1:9 SyntaxError! The template literal has no end [Close it with a backtick.]"]);
    expect(
        "let a = 'x\n'",
        &["1:9 SyntaxError! The string has no end in its line [Close it, write line ends as \\n, or use backticks.]"],
    );
    expect("let a = 1;\n...", &["2:1 SyntaxError! Unexpected `...` [Write the code that `...` stands for.]"]);
}

#[test]
fn the_language_that_reaches_further_reports() {
    expect("let a: number = 1;\nlet b = 1 1;", &["2:10 SyntaxError! Expected `;` or a new line before `1`"]);
}

#[test]
fn what_no_engine_runs_is_refused() {
    expect(
        "@dec class A {}",
        &[
            "1:1 SyntaxError! Decorators are not available in a script [Call the function on the class or method yourself.]",
        ],
    );
    expect(
        "import fs = require('fs');",
        &["1:1 SyntaxError! `import … = require(…)` is not available in a script, which is a module \
        [Write import { … } from \"tools/…\".]"],
    );
    expect(
        "export = 1;",
        &["1:1 SyntaxError! `export =` is not available in a script, which is a module [Nothing takes what a script \
        exports: print its result with console.log.]"],
    );
}
