//! Canned tools: they answer what the case says, and count how often they were executed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use codemode::{FnTool, Policy, Rule, RunContext, ToolError, ToolModule, ToolSpec};
use serde_json::{Map, Value, json};

use super::format::{Answer, CannedTool, Response};

/// How often tools were executed, by run and by the tool's full name.
#[derive(Clone, Debug, Default)]
pub(super) struct Executions(Arc<Mutex<BTreeMap<(String, String), u64>>>);

impl Executions {
    /// Counts one execution; gives how many there were before.
    fn add(&self, run: &str, tool: &str) -> u64 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry((run.to_owned(), tool.to_owned())).or_default();
        *count += 1;
        *count - 1
    }

    /// How often a run executed a tool.
    pub(super) fn of(&self, run: &str, tool: &str) -> u64 {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.get(&(run.to_owned(), tool.to_owned())).copied().unwrap_or_default()
    }
}

/// The modules of the tools, in the order in which they are named.
pub(super) fn modules(tools: &[CannedTool], executions: &Executions) -> Vec<ToolModule> {
    let mut modules: Vec<ToolModule> = Vec::new();
    for canned in tools {
        let tool = tool(canned, executions);
        match modules.iter_mut().find(|module| module.name() == canned.namespace) {
            Some(module) => *module = module.clone().add(tool),
            None => modules.push(ToolModule::new(&canned.namespace, ()).add(tool)),
        }
    }
    modules
}

/// One rule for each tool.
pub(super) fn policy(tools: &[CannedTool]) -> Policy {
    Policy::new(tools.iter().map(|tool| Rule::new(tool.policy, [format!("{}.{}", tool.namespace, tool.name)])))
}

fn tool(canned: &CannedTool, executions: &Executions) -> FnTool {
    let spec = ToolSpec {
        input_schema: canned.input_schema.clone(),
        timeout: canned.timeout_ms.map_or(ToolSpec::DEFAULT_TIMEOUT, Duration::from_millis),
        ..ToolSpec::new(&canned.name, canned.effect)
    };
    let name = format!("{}.{}", canned.namespace, canned.name);
    let responses: Arc<[Response]> = canned.responses.clone().into();
    let (sequence, executions) = (canned.sequence, executions.clone());
    FnTool::new(spec, move |context: RunContext, arguments| {
        let before = executions.add(&context.run, &name);
        let responses = Arc::clone(&responses);
        async move {
            let response = if sequence {
                let last = responses.len().saturating_sub(1);
                responses.get(usize::try_from(before).map_or(last, |before| before.min(last)))
            } else {
                responses.iter().find(|response| fits(&response.when, &arguments))
            };
            match response {
                Some(response) => answer(response, &arguments).await,
                None => Err(ToolError::new("the case has no response for these arguments").with_code("no_response")),
            }
        }
    })
}

/// Whether the arguments have these members.
fn fits(when: &Map<String, Value>, arguments: &Value) -> bool {
    when.iter().all(|(name, value)| arguments.get(name) == Some(value))
}

async fn answer(response: &Response, arguments: &Value) -> Result<Value, ToolError> {
    if response.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(response.delay_ms)).await;
    }
    let member = |name: &str| arguments.get(name).cloned().unwrap_or_default();
    Ok(match response.answer().map_err(ToolError::internal)? {
        Answer::Result(value) => value.clone(),
        Answer::Error(message) => return Err(ToolError::new(message)),
        Answer::Echo => json!({ "received": arguments }),
        Answer::EchoField(name) => member(name),
        Answer::EchoFields(names) => {
            names.iter().map(|name| (name.clone(), member(name))).collect::<Map<_, _>>().into()
        }
        Answer::Generate(generate) => (0..generate.count).map(|i| numbered(&generate.item, i)).collect(),
        Answer::Never => std::future::pending().await,
    })
}

/// A copy of an item with its index in place of `$i`.
fn numbered(item: &Value, index: u64) -> Value {
    match item {
        Value::String(text) if text == "$i" => index.into(),
        Value::String(text) => text.replace("$i", &index.to_string()).into(),
        Value::Array(items) => items.iter().map(|item| numbered(item, index)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), numbered(value, index))).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}
