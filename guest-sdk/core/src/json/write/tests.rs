use std::rc::Rc;

use super::*;
use crate::json::push_quoted;

/// A value of a small engine.
#[derive(Clone)]
enum Value {
    Number(f64),
    Text(&'static str),
    Undefined,
    Map,
    Array(Rc<Vec<Value>>),
    Object(Rc<Vec<(&'static str, Value)>>),
    /// An object whose only member `me` is the object itself.
    Cycle(Rc<()>),
}

struct Small;

impl Source for Small {
    type Value = Value;
    type Key = &'static str;
    type Error = Refused;

    fn read(
        &mut self,
        value: Value,
        _: Option<&Value>,
        _: Place<'_, &'static str>,
        out: &mut Vec<u8>,
    ) -> Result<Node<Value, &'static str>, Refused> {
        Ok(match value {
            Value::Number(number) => Node::Number(number),
            Value::Text(text) => {
                push_quoted(text.as_bytes(), out);
                Node::Written
            }
            Value::Undefined => Node::Absent,
            Value::Map => Node::Unfit("a Map", "use Object.fromEntries(map)"),
            Value::Array(ref items) => {
                let len = items.len() as u64;
                Node::Array(value, len)
            }
            Value::Object(ref members) => {
                let keys = members.iter().map(|(key, _)| *key).collect();
                Node::Object(value, keys)
            }
            Value::Cycle(_) => Node::Object(value, vec!["me"]),
        })
    }

    fn element(&mut self, array: &Value, index: u64) -> Result<Value, Refused> {
        let Value::Array(items) = array else { unreachable!() };
        Ok(items[usize::try_from(index).unwrap()].clone())
    }

    fn member(&mut self, object: &Value, key: &&'static str) -> Result<Value, Refused> {
        Ok(match object {
            Value::Object(members) => members.iter().find(|(name, _)| name == key).unwrap().1.clone(),
            cycle => cycle.clone(),
        })
    }

    fn address(&self, value: &Value) -> usize {
        match value {
            Value::Array(items) => Rc::as_ptr(items) as usize,
            Value::Object(members) => Rc::as_ptr(members) as usize,
            Value::Cycle(same) => Rc::as_ptr(same) as usize,
            _ => unreachable!(),
        }
    }

    fn write_key(&self, key: &&'static str, out: &mut Vec<u8>) {
        push_quoted(key.as_bytes(), out);
    }
}

fn object(members: &[(&'static str, Value)]) -> Value {
    Value::Object(Rc::new(members.to_vec()))
}

fn array(items: &[Value]) -> Value {
    Value::Array(Rc::new(items.to_vec()))
}

fn written(value: Value) -> Result<String, String> {
    let mut out = Vec::new();
    write(value, &Style::arguments(20), &mut Small, &mut out).map_err(|refused| refused.0)?;
    Ok(String::from_utf8(out).unwrap())
}

fn stringified(value: Value, indent: &str) -> Result<Option<String>, String> {
    let mut out = Vec::new();
    let style = Style::stringify(indent.as_bytes());
    let written = write(value, &style, &mut Small, &mut out).map_err(|refused| refused.0)?;
    Ok(written.then(|| String::from_utf8(out).unwrap()))
}

#[test]
fn values_are_written_as_json() {
    use Value::{Number, Text, Undefined};
    let value = object(&[
        ("a", Number(1.5)),
        ("gone", Undefined),
        ("list", array(&[Text("x"), Undefined, array(&[]), object(&[])])),
        ("last", Undefined),
    ]);
    assert_eq!(written(value).as_deref(), Ok(r#"{"a":1.5,"list":["x",null,[],{}]}"#));
    assert_eq!(written(object(&[("x", Undefined)])).as_deref(), Ok("{}"));
    assert_eq!(written(Text("c1")).as_deref(), Ok(r#""c1""#));
}

#[test]
fn what_json_cannot_carry_is_refused_with_its_path() {
    let price = |value| object(&[("items", array(&[Value::Number(1.0), object(&[("price", value)])]))]);
    assert_eq!(
        written(price(Value::Number(f64::NAN))).unwrap_err(),
        "args.items[1].price is NaN, which JSON cannot carry"
    );
    assert_eq!(
        written(price(Value::Map)).unwrap_err(),
        "args.items[1].price is a Map, which JSON cannot carry: use Object.fromEntries(map)"
    );
    assert_eq!(
        written(object(&[("not a name", Value::Number(f64::NEG_INFINITY))])).unwrap_err(),
        "args[\"not a name\"] is -Infinity, which JSON cannot carry"
    );
    assert!(written(Value::Undefined).unwrap_err().starts_with("args is undefined"));
}

#[test]
fn cycles_and_deep_values_are_refused() {
    let cycle = object(&[("outer", Value::Cycle(Rc::new(())))]);
    assert_eq!(
        written(cycle).unwrap_err(),
        "args.outer.me refers back to args.outer: a cycle, which JSON cannot carry"
    );
    let mut deep = Value::Number(1.0);
    for _ in 0..20 {
        deep = array(&[deep]);
    }
    assert!(written(deep.clone()).is_ok());
    let error = written(array(&[deep])).unwrap_err();
    assert_eq!(error, "args[0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0] is nested deeper than 20 levels");
}

#[test]
fn stringify_is_lenient_and_indents() {
    use Value::{Number, Undefined};
    let value = object(&[("a", array(&[Number(f64::NAN), Undefined])), ("b", object(&[])), ("c", array(&[]))]);
    assert_eq!(stringified(value.clone(), "").unwrap().unwrap(), r#"{"a":[null,null],"b":{},"c":[]}"#);
    assert_eq!(
        stringified(value, "  ").unwrap().unwrap(),
        "{\n  \"a\": [\n    null,\n    null\n  ],\n  \"b\": {},\n  \"c\": []\n}"
    );
    assert_eq!(stringified(Undefined, ""), Ok(None));
    let error = stringified(Value::Cycle(Rc::new(())), "").unwrap_err();
    assert_eq!(error, "Converting circular structure to JSON: value.me refers back to value");
}

#[test]
fn depth_takes_time_in_proportion() {
    let mut deep = Value::Number(1.0);
    for _ in 0..100_000 {
        deep = array(&[deep]);
    }
    assert_eq!(stringified(deep.clone(), "").unwrap().unwrap().len(), 200_001);
    // Dropping it would recurse.
    std::mem::forget(deep);
}
