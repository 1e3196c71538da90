//! Whether a guest that was just built works: a few scripts that touch each part of the interface once.

use codemode_abi::{Ending, State};
use wasmtime::{Module, Result, ensure};

use crate::drive::{Ended, Instance, link};

/// A script, the state it must end in, what it must print, and what its report must contain.
struct Case(&'static str, State, &'static str, &'static str);

const CASES: &[Case] = &[
    Case("print(1 + 1)", State::Finished, "2\n", ""),
    Case("console.log(args.limit, [1, { a: 'x' }])", State::Finished, "3 [ 1, { a: 'x' } ]\n", ""),
    Case(
        "import { echo } from 'tools/test'; console.log(await echo({ list: [1.5, null, 'é\\u{1F600}'] }))",
        State::Finished,
        "{ list: [ 1.5, null, 'é😀' ] }\n",
        "",
    ),
    Case(
        "try { await tools.test.fail({}) } catch (e) { console.log(e.name, e.code, e.tool, e instanceof Error) }",
        State::Finished,
        "ToolError not_found test.fail true\n",
        "",
    ),
    Case("import { refuse } from 'tools/test';\nawait refuse({})", State::Threw, "", "denied"),
    Case(
        "setTimeout(() => print('b'), 9); setTimeout(print, 5, 'a'); clearTimeout(setTimeout(print, 1, 'c'))",
        State::Finished,
        "a\nb\n",
        "",
    ),
    Case("function f(u) { return u.a.b }\n\nf({})", State::Threw, "", "TypeError"),
    Case("const a = [1, 2;", State::Threw, "", "SyntaxError"),
    Case("import { nope } from 'tools/test'", State::Threw, "", "nope"),
    Case("await new Promise(() => {})", State::Stalled, "", "settle"),
    Case("Promise.reject(new Error('lost')); print('on')", State::Threw, "on\n", "lost"),
    Case("function f() { return f() + 1 }\nf()", State::Threw, "", "call stack"),
];

/// Runs the cases.
pub(crate) fn smoke(module: &Module) -> Result<()> {
    let linked = link(module)?;
    for Case(source, state, printed, told) in CASES {
        let ended = Instance::new(&linked)?.run(source)?;
        let report = format!("{:?}", ended.report);
        ensure!(
            ended.state == *state && ended.printed == *printed && report.contains(told),
            "the guest does not work: {source}\n{ended:#?}"
        );
        check_stack(source, &ended)?;
    }
    Ok(())
}

/// Recursion that the engine stopped must be told from an exception.
fn check_stack(source: &str, ended: &Ended) -> Result<()> {
    let is_stack = ended.report.as_ref().is_some_and(|report| report.ending == Ending::Stack as u32);
    ensure!(is_stack == source.contains("return f() + 1"), "the ending is wrong: {source}\n{ended:#?}");
    Ok(())
}
