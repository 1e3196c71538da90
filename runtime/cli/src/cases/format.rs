//! `case.json`, as it is written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use codemode::Effect;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// One case, read from its folder.
#[derive(Clone, Debug)]
pub struct Case {
    pub(super) folder: PathBuf,
    pub(super) spec: Spec,
}

/// Why a folder is no case that can be run.
#[derive(Debug)]
pub struct CaseError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for CaseError {}

impl Case {
    /// Reads the case of a folder. What the format does not know is an error that names it.
    pub fn read(folder: &Path) -> Result<Self, CaseError> {
        let path = folder.join(super::FILE);
        let fault = |reason: String| CaseError { path: path.clone(), reason };
        let text = fs::read_to_string(&path).map_err(|e| fault(e.to_string()))?;
        let spec: Spec = serde_json::from_str(&text).map_err(|e| fault(e.to_string()))?;
        spec.check().map_err(fault)?;
        Ok(Self { folder: folder.to_owned(), spec })
    }

    pub(super) fn fault(&self, reason: String) -> CaseError {
        CaseError { path: self.folder.clone(), reason }
    }

    /// What must hold, in a sentence.
    pub fn what(&self) -> &str {
        &self.spec.what
    }

    /// Why the case cannot be run, where it is not for running.
    pub fn skipped(&self) -> Option<&'static str> {
        (self.spec.kind == Kind::Host).then_some("it has no script: it is for tests of the host")
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spec {
    /// Where the behaviour was reported; for readers.
    #[serde(rename = "source")]
    _source: String,
    what: String,
    kind: Kind,
    #[serde(default)]
    pub(super) script: Option<String>,
    #[serde(default)]
    pub(super) tools: Vec<CannedTool>,
    #[serde(default)]
    pub(super) limits: CaseLimits,
    #[serde(default)]
    pub(super) expect: Option<Expect>,
    /// Whether Node gave the same; for readers.
    #[serde(default, rename = "node_checked")]
    _node_checked: Option<bool>,
    /// The rest is of kind `host`, in words.
    #[serde(default)]
    setup: Option<String>,
    #[serde(default)]
    steps: Vec<String>,
    #[serde(default)]
    expect_host: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Language,
    Tools,
    Limits,
    Host,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CannedTool {
    pub(super) namespace: String,
    pub(super) name: String,
    #[serde(deserialize_with = "effect")]
    pub(super) effect: Effect,
    pub(super) policy: codemode::Verdict,
    #[serde(default)]
    pub(super) approval: Option<Approval>,
    pub(super) input_schema: Value,
    #[serde(default)]
    pub(super) timeout_ms: Option<u64>,
    #[serde(default)]
    pub(super) sequence: bool,
    pub(super) responses: Vec<Response>,
}

/// What a person answers to `ask`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Approval {
    Approve,
    Deny,
    None,
}

/// One canned response, as it is written; [`Response::answer`] says which of its members holds the answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Response {
    pub(super) when: Map<String, Value>,
    pub(super) delay_ms: u64,
    /// `null` is a reply, so its absence is another thing.
    #[serde(deserialize_with = "present")]
    result: Option<Value>,
    error: Option<String>,
    echo: bool,
    echo_field: Option<String>,
    echo_fields: Option<Vec<String>>,
    generate: Option<Generate>,
    never: bool,
}

/// An array of copies of an item.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Generate {
    pub(super) count: u64,
    pub(super) item: Value,
}

/// What a response answers.
#[derive(Clone, Debug)]
pub(super) enum Answer<'a> {
    Result(&'a Value),
    Error(&'a str),
    Echo,
    EchoField(&'a str),
    EchoFields(&'a [String]),
    Generate(&'a Generate),
    Never,
}

impl Response {
    /// The one answer; an error where there is none or more than one.
    pub(super) fn answer(&self) -> Result<Answer<'_>, String> {
        let all = [
            self.result.as_ref().map(Answer::Result),
            self.error.as_deref().map(Answer::Error),
            self.echo.then_some(Answer::Echo),
            self.echo_field.as_deref().map(Answer::EchoField),
            self.echo_fields.as_deref().map(Answer::EchoFields),
            self.generate.as_ref().map(Answer::Generate),
            self.never.then_some(Answer::Never),
        ];
        let mut given = all.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(answer), None) => Ok(answer),
            _ => Err("a response holds one of result, error, echo, echo_field, echo_fields, generate, never".into()),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CaseLimits {
    pub(super) timeout_ms: Option<u64>,
    pub(super) memory_mb: Option<u64>,
    pub(super) output_bytes: Option<u64>,
    pub(super) max_tool_calls: Option<u32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expect {
    pub(super) exit: ExpectedExit,
    #[serde(default)]
    pub(super) stdout_contains: Vec<String>,
    #[serde(default)]
    pub(super) stdout_not_contains: Vec<String>,
    #[serde(default)]
    pub(super) stdout_contains_any: Vec<String>,
    #[serde(default)]
    pub(super) error_contains: Vec<String>,
    #[serde(default)]
    pub(super) error_not_contains: Vec<String>,
    #[serde(default)]
    pub(super) error_contains_any: Vec<String>,
    #[serde(default)]
    pub(super) tool_calls: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) run_state: Option<String>,
    #[serde(default)]
    pub(super) max_wall_ms: Option<u64>,
    #[serde(default)]
    pub(super) max_stdout_bytes: Option<u64>,
    /// Printed text is a Rust string, so this always holds; it is in the format for hosts in other languages.
    #[serde(default, rename = "stdout_valid_utf8")]
    _stdout_valid_utf8: Option<bool>,
    #[serde(default)]
    pub(super) host_survives: bool,
    #[serde(default = "one")]
    pub(super) repeat_runs: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExpectedExit {
    Ok,
    Error,
    Any,
}

const fn one() -> u32 {
    1
}

/// Takes a member that is there, whatever its value.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// An effect by its name, or `destructive`, which the format also has for what cannot be taken back.
fn effect<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Effect, D::Error> {
    let name = String::deserialize(deserializer)?;
    let effects = [Effect::Read, Effect::Write, Effect::External];
    if name == "destructive" {
        return Ok(Effect::External);
    }
    let known = effects.into_iter().find(|effect| effect.as_str() == name);
    let variants = &["read", "write", "external", "destructive"];
    known.ok_or_else(|| serde::de::Error::unknown_variant(&name, variants))
}

impl Spec {
    /// What serde cannot see.
    fn check(&self) -> Result<(), String> {
        if self.kind == Kind::Host {
            let runs = self.script.is_some() || self.expect.is_some() || !self.tools.is_empty();
            return if runs { Err("a case of kind host has no script, tools or expect".into()) } else { Ok(()) };
        }
        if self.setup.is_some() || !self.steps.is_empty() || !self.expect_host.is_empty() {
            return Err("setup, steps and expect_host belong to cases of kind host".into());
        }
        let Some(script) = &self.script else { return Err("`script` is missing".into()) };
        if Path::new(script).file_name().is_none_or(|name| name != script.as_str()) {
            return Err(format!("`script` is a file in the case's folder, not {script}"));
        }
        let Some(expect) = &self.expect else { return Err("`expect` is missing".into()) };
        if expect.repeat_runs == 0 {
            return Err("`repeat_runs` is at least 1".into());
        }
        for tool in &self.tools {
            let fault = |reason: &str| Err(format!("tool {}.{}: {reason}", tool.namespace, tool.name));
            if tool.responses.is_empty() {
                return fault("it has no responses");
            }
            if let Some(reason) = tool.responses.iter().find_map(|response| response.answer().err()) {
                return fault(&reason);
            }
            if tool.approval.is_some() && tool.policy != codemode::Verdict::Ask {
                return fault("`approval` answers the policy `ask`, which it does not have");
            }
            if tool.policy == codemode::Verdict::Ask && tool.approval.is_none() {
                return fault("the policy `ask` needs an `approval`: approve, deny, or none to leave it waiting");
            }
        }
        let declared = |name: &str| self.tools.iter().any(|tool| format!("{}.{}", tool.namespace, tool.name) == name);
        if let Some(name) = expect.tool_calls.keys().find(|name| !declared(name)) {
            return Err(format!("`tool_calls` counts {name}, which is no tool of the case"));
        }
        Ok(())
    }
}
