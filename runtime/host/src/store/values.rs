//! `tools/store`: small JSON values that outlive a run, for each principal its own.

use codemode_tool::{Effect, FnTool, RunContext, ToolError, ToolModule, ToolSpec, Undo, Undone};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row as _};

use super::account::now_ms;
use super::rows::text;
use super::{RunStore, StoreError};
use crate::journal::digest;

/// The longest value, in bytes of JSON: notes and cursors. Files are for data.
const VALUE_BYTES: usize = 64 << 10;

/// The most values of a principal. With the above, what one can take of the database: 64 MiB.
const VALUES: i64 = 1_000;

impl RunStore {
    /// The module `store`, to be given to a sandbox: `get`, `set`, `list`, `remove` of small JSON values that outlive a run. They
    /// stand in this store, each principal has its own, and no run's end removes them. A value has at most 64 KiB of JSON, a
    /// principal at most 1,000 values. Setting and removing can be undone.
    pub fn values_module(&self) -> ToolModule {
        ToolModule::new("store", ())
            .description("Small JSON values that later runs find again, by name.")
            .add(get(self.clone()))
            .add(set(self.clone()))
            .add(list(self.clone()))
            .add(remove_tool(self.clone()))
    }
}

fn spec(name: &str, effect: Effect, description: &str, properties: &Value, required: &[&str]) -> ToolSpec {
    let input_schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    ToolSpec { description: description.into(), input_schema, ..ToolSpec::new(name, effect) }
}

fn name_schema() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 200, "description": "The value's name, such as \"last_seen\"." })
}

/// Two calls of the same name go one after the other.
fn key(arguments: &Value) -> Option<String> {
    arguments.get("name").and_then(Value::as_str).map(|name| format!("store:{name}"))
}

fn get(store: RunStore) -> FnTool {
    let about = "Gets a value; null where there is none of that name.";
    let spec = spec("get", Effect::Read, about, &json!({ "name": name_schema() }), &["name"]);
    let tool = FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let name = name_of(&arguments)?;
            let found = store.value(&context.principal, &name).await.map_err(|e| unreadable(&e))?;
            found.map_or(Ok(Value::Null), |value| serde_json::from_str(&value).map_err(ToolError::internal))
        }
    });
    tool.resource_by(key)
}

fn set(store: RunStore) -> FnTool {
    let about = "Sets a value: any JSON of at most 64 KiB. A principal has at most 1,000 values.";
    let properties = json!({ "name": name_schema(), "value": { "description": "Any JSON value." } });
    let spec = spec("set", Effect::Write, about, &properties, &["name", "value"]);
    let (plan, undo) = (store.clone(), store.clone());
    let tool = FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let (name, value) = (name_of(&arguments)?, value_of(&arguments)?);
            let full = store.put(&context.principal, &name, value).await.map_err(|e| unwritten(&e))?;
            if full {
                let message = format!("there are {VALUES} values already, the most there can be; remove some");
                return Err(ToolError::new(message).with_code("store_full"));
            }
            Ok(())
        }
    });
    let plan = move |context: RunContext, arguments: Value| {
        let store = plan.clone();
        async move {
            let (name, value) = (name_of(&arguments)?, value_of(&arguments)?);
            planned(&store, &context, &name, Some(&value)).await
        }
    };
    tool.resource_by(key).undo_by(plan, move |context, undone| restore(undo.clone(), context, undone))
}

fn list(store: RunStore) -> FnTool {
    let about =
        "Lists the names of values, in their order, each with the characters of its JSON and when it was changed.";
    let prefix = json!({ "type": "string", "description": "Only names that begin so." });
    let spec = spec("list", Effect::Read, about, &json!({ "prefix": prefix }), &[]);
    FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let prefix = arguments.get("prefix").and_then(Value::as_str).unwrap_or_default().to_owned();
            let values = store.value_names(&context.principal).await.map_err(|e| unreadable(&e))?;
            let shown = values.into_iter().filter(|(name, ..)| name.starts_with(&prefix));
            let shown = shown.map(|(name, length, ms)| json!({ "name": name, "length": length, "changed_ms": ms }));
            Ok(shown.collect::<Vec<Value>>())
        }
    })
}

fn remove_tool(store: RunStore) -> FnTool {
    let about = "Removes a value; says whether there was one.";
    let spec = spec("remove", Effect::Write, about, &json!({ "name": name_schema() }), &["name"]);
    let (plan, undo) = (store.clone(), store.clone());
    let tool = FnTool::new(spec, move |context: RunContext, arguments: Value| {
        let store = store.clone();
        async move {
            let name = name_of(&arguments)?;
            store.remove(&context.principal, &name).await.map_err(|e| unwritten(&e))
        }
    });
    let plan = move |context: RunContext, arguments: Value| {
        let store = plan.clone();
        async move {
            let name = name_of(&arguments)?;
            planned(&store, &context, &name, None).await
        }
    };
    tool.resource_by(key).undo_by(plan, move |context, undone| restore(undo.clone(), context, undone))
}

fn name_of(arguments: &Value) -> Result<String, ToolError> {
    let name = arguments.get("name").and_then(Value::as_str).unwrap_or_default();
    if name.chars().any(char::is_control) {
        return Err(ToolError::invalid("the name has a control character; use letters, digits, `.`, `_`, `-`, `/`"));
    }
    Ok(name.to_owned())
}

/// The value as it is stored.
fn value_of(arguments: &Value) -> Result<String, ToolError> {
    let value = arguments.get("value").unwrap_or(&Value::Null).to_string();
    if value.len() > VALUE_BYTES {
        let size = value.len();
        let message = format!("the value has {size} bytes of JSON; at most {VALUE_BYTES}. Store less of it, or a file");
        return Err(ToolError::new(message).with_code("value_too_large"));
    }
    Ok(value)
}

fn unreadable(error: &StoreError) -> ToolError {
    ToolError::new("the values cannot be read just now").with_detail(error).transient()
}

fn unwritten(error: &StoreError) -> ToolError {
    ToolError::new("the values cannot be written just now").with_detail(error).unclear()
}

/// What takes a change back: the value before, and the digest of what the call leaves.
async fn planned(
    store: &RunStore,
    context: &RunContext,
    name: &str,
    left: Option<&str>,
) -> Result<Option<Undo>, ToolError> {
    let before = store.value(&context.principal, name).await.map_err(|e| unreadable(&e))?;
    let note = json!({ "name": name, "had": before.is_some(), "left": left.map(|left| digest(left.as_bytes())) });
    let undo = Undo::new(note);
    Ok(Some(before.into_iter().fold(undo, |undo, before| undo.keep(before.into_bytes()))))
}

async fn restore(store: RunStore, context: RunContext, undo: Undo) -> Result<Undone, ToolError> {
    let name = undo.note.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let left = undo.note.get("left").and_then(Value::as_str).map(str::to_owned);
    let had = undo.note.get("had").and_then(Value::as_bool).unwrap_or(false);
    let before = undo.originals.first().filter(|_| had);
    let before = before.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let (principal, wanted) = (text(&context.principal), name.clone());
    // Looked at and changed in one transaction, so that nobody's later value is lost in between.
    let work = store.work(move |on| {
        Box::pin(async move {
            let now = value(&mut *on, &principal, &wanted).await?;
            if now == before {
                return Ok(Some(Undone::AlreadyAsBefore));
            }
            if now.as_ref().map(|now| digest(now.as_bytes())) != left {
                return Ok(None);
            }
            match before {
                Some(before) => put(on, &principal, &wanted, before).await?,
                None => remove(on, &principal, &wanted).await.map(drop)?,
            }
            Ok(Some(Undone::Restored))
        })
    });
    let changed = || ToolError::changed_since(format!("the value `{name}` was changed since; it stays as it is"));
    work.await.map_err(|e| unwritten(&e))?.ok_or_else(changed)
}

impl RunStore {
    async fn value(&self, principal: &str, name: &str) -> Result<Option<String>, StoreError> {
        let (principal, name) = (text(principal), name.to_owned());
        self.work(move |on| Box::pin(async move { value(on, &principal, &name).await })).await
    }

    async fn value_names(&self, principal: &str) -> Result<Vec<(String, i64, i64)>, StoreError> {
        let principal = text(principal);
        let rows = self.work(move |on| {
            Box::pin(async move {
                let sql =
                    "SELECT name, CAST(length(value) AS BIGINT), changed_ms FROM codemode_values WHERE principal = $1";
                let rows = sqlx::query(sql).bind(principal).fetch_all(on).await?;
                rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).collect()
            })
        });
        // Ordered here: databases differ in what comes first.
        let mut names: Vec<(String, i64, i64)> = rows.await?;
        names.sort();
        Ok(names)
    }

    /// Sets a value; true, and nothing is set, where there are too many.
    async fn put(&self, principal: &str, name: &str, new: String) -> Result<bool, StoreError> {
        let (principal, name) = (text(principal), name.to_owned());
        let work = self.work(move |on| {
            Box::pin(async move {
                let sql = "SELECT count(*) FROM codemode_values WHERE principal = $1 AND name <> $2";
                let others = sqlx::query(sql).bind(principal.clone()).bind(name.clone()).fetch_one(&mut *on).await?;
                if others.try_get::<i64, _>(0)? >= VALUES {
                    return Ok(true);
                }
                put(on, &principal, &name, new).await.map(|()| false)
            })
        });
        work.await
    }

    /// Removes a value; whether there was one.
    async fn remove(&self, principal: &str, name: &str) -> Result<bool, StoreError> {
        let (principal, name) = (text(principal), name.to_owned());
        self.work(move |on| Box::pin(async move { remove(on, &principal, &name).await })).await
    }
}

async fn value(on: &mut AnyConnection, principal: &str, name: &str) -> Result<Option<String>, sqlx::Error> {
    let sql = "SELECT value FROM codemode_values WHERE principal = $1 AND name = $2";
    let row = sqlx::query(sql).bind(principal.to_owned()).bind(name.to_owned()).fetch_optional(on).await?;
    row.map(|row| row.try_get(0)).transpose()
}

async fn put(on: &mut AnyConnection, principal: &str, name: &str, value: String) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO codemode_values (principal, name, value, changed_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (principal, name) DO UPDATE SET value = excluded.value, changed_ms = excluded.changed_ms";
    let row = sqlx::query(sql).bind(principal.to_owned()).bind(name.to_owned()).bind(value).bind(now_ms());
    row.execute(on).await.map(drop)
}

async fn remove(on: &mut AnyConnection, principal: &str, name: &str) -> Result<bool, sqlx::Error> {
    let sql = "DELETE FROM codemode_values WHERE principal = $1 AND name = $2";
    let done = sqlx::query(sql).bind(principal.to_owned()).bind(name.to_owned()).execute(on).await?;
    Ok(done.rows_affected() > 0)
}
