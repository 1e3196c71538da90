//! How long a guest takes: for a script from nothing, and for one awaited call.

use std::time::{Duration, Instant as Clock};

use wasmtime::{Module, Result};

use crate::drive::{Instance, link};
use crate::report;

/// Prints the figures.
pub(crate) fn bench(module: &Module) -> Result<()> {
    let linked = link(module)?;
    let mut instantiate = Vec::new();
    let mut hello = Vec::new();
    for _ in 0..2000 {
        let begun = Clock::now();
        let mut instance = Instance::new(&linked)?;
        instantiate.push(begun.elapsed());
        instance.run("print(1+1)")?;
        drop(instance);
        hello.push(begun.elapsed());
    }
    let mut instance = Instance::new(&linked)?;
    let before = instance.memory().to_vec();
    instance.run("print(1+1)")?;
    let after = instance.memory();
    let page = 4096;
    let changed = after.chunks(page).zip(before.chunks(page).chain(std::iter::repeat([0; 4096].as_slice())));
    let changed = changed.filter(|(after, before)| after != before).count();
    report(&format!("pages changed by print(1+1): {changed}, {} KiB; memory {} KiB", changed * 4, after.len() >> 10));
    report(&format!("new instance: {}", quantiles(&mut instantiate)));
    report(&format!("print(1+1), new instance each: {}", quantiles(&mut hello)));
    for (calls, name) in [("await echo({ i })", "awaited call"), ("await null", "await of a value"), ("i", "nothing")] {
        let mut each = Vec::new();
        for _ in 0..5 {
            let source =
                format!("import {{ echo }} from 'tools/test'; for (let i = 0; i < 10000; i++) {{ {calls} }}; print(1)");
            let mut instance = Instance::new(&linked)?;
            let begun = Clock::now();
            instance.run(&source)?;
            each.push(begun.elapsed() / 10_000);
        }
        report(&format!("{name}: {}", quantiles(&mut each)));
    }
    Ok(())
}

pub(crate) fn quantiles(times: &mut [Duration]) -> String {
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    format!("{:.2} µs at best, {:.2} in the median, {:.2} at the 99th percentile", at(0), at(50), at(99))
}
