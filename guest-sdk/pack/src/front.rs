//! The checker: what it exports, whether it works, and how long it takes.

use std::time::Instant as Clock;

use codemode_abi::check::{Checked, Source};
use codemode_abi::export;
use codemode_abi::frame::{Export, Frame, Module as ToolModule};
use wasmtime::error::Context as _;
use wasmtime::{ExternType, InstancePre, Linker, Module, Result, Store, bail, ensure};

use crate::{bench, report};

/// Instructions that a check of ours may take.
const FUEL: u64 = 2_000_000_000;

/// Refuses a module that imports anything, or that lacks one of the checker's exports.
pub(crate) fn check(module: &Module) -> Result<()> {
    if let Some(import) = module.imports().next() {
        bail!("the checker imports {}.{}", import.module(), import.name());
    }
    for name in [export::ABI, export::ALLOC, export::CHECK] {
        ensure!(
            matches!(module.get_export(name), Some(ExternType::Func(_))),
            "the checker does not export the function {name}"
        );
    }
    ensure!(
        matches!(module.get_export(export::MEMORY), Some(ExternType::Memory(_))),
        "the checker does not export its memory"
    );
    Ok(())
}

/// Scripts that touch each part of the checker once: a text, and a part of what it must answer.
const CASES: &[(&str, &str)] = &[
    ("console.log(1 + 1)", "code: \"\""),
    ("enum A { B }\nlet a: number = A.B as any;", "let a = A.B;"),
    ("```ts\nlet a: 1;\n```", "let a;"),
    ("const a = [1, 2;", "SyntaxError"),
    ("import { ehco } from 'tools/test'", "Did you mean echo?"),
    ("tools.test.echo('x')", "takes one object"),
    ("new Intl.NumberFormat()", "Intl.NumberFormat (line 1)"),
];

/// Checks a few scripts, and some that are built to break a parser.
pub(crate) fn smoke(module: &Module) -> Result<()> {
    let linked = link(module)?;
    for (text, told) in CASES {
        let answer = format!("{:?}", run(&linked, text)?.answer?);
        ensure!(answer.contains(told), "the checker does not work: {text}\n{answer}");
    }
    for (name, text) in hostile() {
        // A trap is as good as an answer, as long as it comes.
        let _ = run(&linked, &text).with_context(|| format!("the checker cannot be used after {name}"))?.answer;
    }
    Ok(())
}

/// Texts whose depth or ambiguity is their only purpose.
fn hostile() -> Vec<(&'static str, String)> {
    let nested = |open: &str, inner: &str, close: &str, times| {
        format!("x = {}{inner}{}", open.repeat(times), close.repeat(times))
    };
    vec![
        ("20,000 brackets", nested("[", "", "]", 20_000)),
        ("20,000 parentheses", nested("(", "1", ")", 20_000)),
        ("20,000 functions", nested("(() => {", "", "})", 20_000)),
        ("20,000 templates", nested("`${", "1", "}`", 20_000)),
        ("100,000 terms", nested("a+", "a", "", 100_000)),
        ("100,000 members", nested("a", "", ".b", 100_000)),
        ("100,000 conditions", nested("a?b:", "c", "", 100_000)),
        ("40 ambiguous calls", nested("f<(x=", "1", ")>y", 40)),
    ]
}

/// Prints how long checks take, each in an instance of its own, and what hostile texts cost.
pub(crate) fn measure(module: &Module) -> Result<()> {
    let linked = link(module)?;
    let ten = TEN_LINES.to_owned();
    let hundred = ten.clone() + &part().repeat(9);
    let typed = hundred.replace("const rows =", "const rows: Row[] =") + "\ninterface Row { id: string }";
    for (name, text) in [("10 lines", ten), ("100 lines", hundred), ("100 lines of TypeScript", typed)] {
        let mut times = Vec::new();
        let mut spent = 0;
        for _ in 0..1_000 {
            let begun = Clock::now();
            let ran = run(&linked, &text)?;
            ran.answer?;
            times.push(begun.elapsed());
            spent = ran.fuel;
        }
        report(&format!("{name}: {}; {spent} instructions", bench::quantiles(&mut times)));
    }
    for (name, text) in hostile() {
        let begun = Clock::now();
        let ran = run(&linked, &text)?;
        let end = ran.answer.map_or_else(|error| error.root_cause().to_string(), |_| "an answer".to_owned());
        let (millis, million) = (begun.elapsed().as_millis(), ran.fuel / 1_000_000);
        report(&format!("{name}: {end} after {millis} ms, {million} million instructions"));
    }
    Ok(())
}

const TEN_LINES: &str = "import { echo, list } from 'tools/test';
const rows = await list({ limit: 50 });
const totals = new Map();
for (const { id } of rows) {
  const customer = await echo({ id });
  totals.set(customer.city, (totals.get(customer.city) ?? 0) + customer.orders.length);
}
for (const [city, count] of [...totals].sort((a, b) => b[1] - a[1])) {
  console.log(`${city}: ${count}`);
}
";

/// The same ten lines as a block.
fn part() -> String {
    let lines: Vec<&str> = TEN_LINES.lines().skip(1).collect();
    format!("{{\n{}\n}}\n", lines.join("\n"))
}

/// One check.
struct Ran {
    answer: Result<Checked>,
    fuel: u64,
}

fn link(module: &Module) -> Result<InstancePre<()>> {
    Ok(Linker::new(module.engine()).instantiate_pre(module)?)
}

/// Checks a text in an instance of its own, with the tools `echo` and `list` of `tools/test`.
fn run(linked: &InstancePre<()>, text: &str) -> Result<Ran> {
    let tool = |name: &str, tool| Export { name: name.to_owned(), tool };
    let source = Source {
        name: "script.js".to_owned(),
        text: text.to_owned(),
        modules: vec![ToolModule { name: "test".to_owned(), tools: vec![tool("echo", 0), tool("list", 1)] }],
        ..Source::default()
    };
    let frame = source.to_bytes();
    let mut store = Store::new(linked.module().engine(), ());
    store.set_fuel(FUEL)?;
    store.set_epoch_deadline(1);
    let instance = linked.instantiate(&mut store)?;
    let memory = instance.get_memory(&mut store, export::MEMORY).context("the checker exports its memory")?;
    let len = u32::try_from(frame.len())?;
    let at = instance.get_typed_func::<u32, u32>(&mut store, export::ALLOC)?.call(&mut store, len)?;
    memory.write(&mut store, at as usize, &frame)?;
    let check = instance.get_typed_func::<(u32, u32), i64>(&mut store, export::CHECK)?;
    let answer = check.call(&mut store, (at, len)).map_err(Into::into).and_then(|packed| {
        let packed = packed.cast_unsigned();
        let (at, len) = (usize::try_from(packed >> 32)?, usize::try_from(packed & 0xFFFF_FFFF)?);
        let bytes = memory.data(&store).get(at..at + len).context("the answer is in the memory")?;
        Ok(Checked::from_bytes(bytes)?)
    });
    Ok(Ran { answer, fuel: FUEL - store.get_fuel()? })
}
