//! The host API in one program: typed tools, a policy, limits, and the events of a run as they happen.
//!
//!     cargo run --release -p codemode-examples --bin embed

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::sync::Mutex;

use codemode::{Effect, Event, Limits, Policy, PrintTarget, Rule, Sandbox, Script};
use codemode_tool::{RunContext, ToolError, ToolModule, tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the tools work on; a connection pool in a real program.
struct Ledger {
    invoices: Mutex<Vec<Invoice>>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Invoice {
    id: u32,
    customer: String,
    cents: u64,
    days_overdue: u32,
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Search {
    /// Only invoices that are overdue by more than this.
    more_than_days: u32,
}

/// Finds overdue invoices, longest overdue first.
#[tool(effect = Read, timeout = "5s")]
async fn find_overdue(ledger: &Ledger, search: Search) -> Result<Vec<Invoice>, ToolError> {
    let invoices = ledger.invoices.lock().map_err(ToolError::internal)?;
    let mut found: Vec<Invoice> = invoices.iter().filter(|i| i.days_overdue > search.more_than_days).cloned().collect();
    found.sort_by_key(|invoice| std::cmp::Reverse(invoice.days_overdue));
    Ok(found)
}

/// Writes a note on an invoice, in place of the one it had. The note says who wrote it.
#[tool(effect = Write)]
async fn add_note(ledger: &Ledger, context: &RunContext, id: u32, text: String) -> Result<(), ToolError> {
    let mut invoices = ledger.invoices.lock().map_err(ToolError::internal)?;
    let invoice = invoices.iter_mut().find(|invoice| invoice.id == id);
    let invoice = invoice.ok_or_else(|| ToolError::not_found(format!("there is no invoice {id}")))?;
    // Who runs the script comes from the host. Nothing that the script says can change it.
    invoice.note = Some(format!("{text} ({})", context.principal));
    Ok(())
}

/// Sends a reminder to the customer of an invoice.
#[tool(effect = External)]
async fn send_reminder(id: u32) -> Result<(), ToolError> {
    Err(ToolError::internal(format!("no mail server for the reminder of invoice {id}")))
}

fn ledger() -> ToolModule {
    let invoice = |id, customer: &str, cents, days_overdue| {
        let customer = customer.into();
        Invoice { id, customer, cents, days_overdue, note: None }
    };
    let invoices = vec![
        invoice(1, "Ada", 12_000, 45),
        invoice(2, "Brook", 8_050, 3),
        invoice(3, "Chen", 99_900, 90),
        invoice(4, "Dara", 4_200, 31),
    ];
    ToolModule::new("ledger", Ledger { invoices: Mutex::new(invoices) })
        .description("Invoices of the company.")
        .tool(find_overdue)
        .tool(add_note)
        .tool(send_reminder)
}

/// What a model might have written, with a call that the policy denies.
const SCRIPT: &str = r#"
import { find_overdue, add_note, send_reminder } from "tools/ledger";

const overdue = await find_overdue({ more_than_days: 30 });
await Promise.all(overdue.map(({ id, days_overdue }) => add_note({ id, text: `${days_overdue} days late` })));

const euros = overdue.reduce((sum, invoice) => sum + invoice.cents, 0) / 100;
console.log(`${overdue.length} invoices over 30 days late, ${euros.toFixed(2)} EUR in all`);

const [worst] = await find_overdue({ more_than_days: 60 });
console.log(`longest: ${worst.customer}, note: ${worst.note}`);

try {
  await send_reminder({ id: worst.id });
} catch (error) {
  console.log(`no reminder sent: ${error.code}`);
}
"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::new([
        Rule::allow(["ledger.*"]).effects([Effect::Read, Effect::Write]),
        Rule::deny(["ledger.send_reminder"]).because("reminders are sent by people"),
    ]);
    let limits = Limits { calls: 100, memory_bytes: 64 << 20, ..Limits::default() };
    let sandbox = Sandbox::builder().module(ledger()).policy(policy).limits(limits).build()?;

    let script = Script::new("overdue.js", SCRIPT);
    let mut events = sandbox.run(&script).principal("night-shift").events();
    while let Some(event) = events.next().await {
        match event? {
            Event::Printed { stream: PrintTarget::Stdout, text } => print!("printed  {text}"),
            Event::Printed { stream: PrintTarget::Stderr, text } => print!("warned   {text}"),
            Event::CallStarted { call, tool, effect } => println!("call {call}   {tool} ({effect})"),
            Event::CallEnded { call, ending, .. } => println!("call {call}   {ending:?}"),
            Event::Ended(outcome) => {
                println!("ended    {}, {} calls", outcome.stop, outcome.usage.calls);
                for record in outcome.journal {
                    println!("journal  {} {} {:?}", record.tool, record.arguments, record.ending);
                }
            }
            _ => {} // events that later versions add
        }
    }
    Ok(())
}
