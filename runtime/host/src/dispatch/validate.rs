//! Whether the arguments of a call are within the limits, and fit the tool's schema.

use serde_json::Value;

use super::{Call, Dispatcher, Fault, Gate, ValidCall};
use crate::built_in::{Role, result};

pub(super) fn validate<'a>(on: &Dispatcher, call: Call<'a>) -> Result<ValidCall<'a>, Fault> {
    let Call { id, entry, arguments } = call;
    let tool = &entry.full_name;
    let bytes = arguments.map_err(|size| {
        let most = on.limits.argument_bytes;
        Fault::refusal("arguments_too_large", format!("the arguments of {tool} have {size} bytes of JSON; at most {most} (limit `argument_bytes`). Pass less at once"))
    })?;
    if on.without(Gate::Validate) {
        let arguments = serde_json::from_slice(&bytes).unwrap_or_default();
        return Ok(ValidCall { id, entry, arguments });
    }
    // Checked on the text, before values are made of it: a parser's recursion is host stack.
    if nesting(&bytes) > on.limits.nesting {
        let most = on.limits.nesting;
        return Err(Fault::refusal(
            "arguments_too_deep",
            format!("the arguments of {tool} are nested deeper than {most} (limit `nesting`). Pass a flatter value"),
        ));
    }
    let arguments: Value = serde_json::from_slice(&bytes)
        .map_err(|e| Fault::refusal("invalid_arguments", format!("the arguments of {tool} are not JSON: {e}")))?;
    // The host's own functions are called without a value where they need none.
    let arguments = match arguments {
        Value::Null if entry.role == Role::BuiltIn => Value::Object(serde_json::Map::new()),
        arguments => arguments,
    };
    if entry.role == Role::Submit {
        fits_result(on, &arguments)?;
    } else if arguments.is_object() {
        let invalid = |faults| format!("invalid arguments for {tool}: {faults}");
        entry.input.check(&arguments).map_err(|faults| Fault::refusal("invalid_arguments", invalid(faults)))?;
    } else {
        let example = entry.input.example();
        let message = format!("{tool} takes one object: {}({example})", entry.export);
        return Err(Fault::refusal("invalid_arguments", message));
    }
    let mut written = arguments.to_string();
    on.secrets.redact(&mut written);
    on.journal.note(id, |record| record.arguments = written);
    Ok(ValidCall { id, entry, arguments })
}

/// A result may be any value that fits its run's schema.
fn fits_result(on: &Dispatcher, value: &Value) -> Result<(), Fault> {
    let wanted = on.result.as_ref().ok_or_else(|| Fault::refusal("denied", result::HINT.into()))?;
    wanted.check(value).map_err(|faults| {
        let message =
            format!("the result does not fit its schema: {faults}. Nothing was submitted: repair it and try again");
        Fault::refusal("invalid_result", message)
    })
}

/// How deep arrays and objects are nested in JSON text, read without making values of it.
pub(super) fn nesting(json: &[u8]) -> u32 {
    let (mut depth, mut deepest) = (0_u32, 0_u32);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}
