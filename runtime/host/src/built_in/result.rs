//! `codemode:result`: a run's answer as a value instead of as text.
//!
//! The result is the argument of the one call of `submit` that was done, as its record has it. So it was checked, limited and
//! written down like any argument, and nothing else has to be kept.

use std::sync::{Arc, OnceLock};

use codemode_tool::{Callers, Effect, FnTool, ToolModule, ToolSpec};
use serde_json::{Value, json};

use crate::journal::CallEnding;
use crate::schema::Schema;
use crate::{Error, Position, Record, Warning};

/// The module.
pub(crate) const MODULE: &str = "codemode:result";

/// Its tool, as records name it.
pub(crate) const SUBMIT: &str = "codemode:result.submit";

/// What a script reads that imports the module in a run that wants no result.
pub(crate) const HINT: &str = "nobody asked this run for a result with a schema; print what matters instead";

pub(crate) fn module() -> ToolModule {
    let spec = ToolSpec {
        description: "Submits the result of the run: one value that fits the schema it was given. Once, at the end."
            .into(),
        // Which schema holds is for the run to say.
        input_schema: json!(true),
        callers: Callers::Script,
        ..ToolSpec::new("submit", Effect::Read)
    };
    // The record of the call is all there is to it.
    let submit = FnTool::new(spec, |_, _| async { Ok(()) }).resource_by(|_| Some(MODULE.into()));
    ToolModule::new(MODULE, ()).description("The run's answer, as a value.").add(submit)
}

/// The schema that a run's result must fit.
#[derive(Clone)]
pub(crate) struct ResultSchema(Arc<(Schema, Value)>);

impl ResultSchema {
    pub(crate) fn compile(schema: &Value) -> Result<Self, Error> {
        let compiled = Schema::compile(schema).map_err(Error::ResultSchema)?;
        Ok(Self(Arc::new((compiled, schema.clone()))))
    }
}

/// The result that a run is asked for, and who has submitted it.
pub(crate) struct Wanted {
    schema: ResultSchema,
    by: OnceLock<u32>,
}

impl Wanted {
    pub(crate) fn new(schema: ResultSchema) -> Self {
        Self { schema, by: OnceLock::new() }
    }

    /// What is wrong with a value, path by path.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.schema.0.0.check_result(value)
    }

    /// The schema.
    pub(crate) fn schema(&self) -> &Value {
        &self.schema.0.1
    }

    /// Takes the place of the call that submits; where another has it, that one.
    pub(crate) fn claim(&self, call: u32) -> Result<(), u32> {
        let by = *self.by.get_or_init(|| call);
        if by == call { Ok(()) } else { Err(by) }
    }
}

/// The call that submitted.
pub(crate) fn by<'a>(mut journal: impl Iterator<Item = &'a Record>) -> Option<u32> {
    journal.find(|record| is_result(record)).map(|record| record.call)
}

fn is_result(record: &Record) -> bool {
    record.tool == SUBMIT && record.ending == CallEnding::Done
}

/// What was submitted.
pub(crate) fn of(journal: &[Record]) -> Option<Value> {
    let submitted = journal.iter().find(|record| is_result(record))?;
    // It was parsed before, so it is JSON.
    serde_json::from_str(&submitted.arguments).ok()
}

/// What is said of a run that was asked for a result, finished, and has none.
pub(crate) fn missing() -> Warning {
    Warning {
        message: "the script finished without submitting a result".into(),
        hint: Some(format!("call submit(value) once, at the end, with import {{ submit }} from \"{MODULE}\"")),
        place: Position::default(),
    }
}
