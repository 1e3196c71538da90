//! One root and several.

use std::path::Path;

use codemode_std::fs::{Roots, module};
use codemode_tool::Effect;
use serde_json::json;

use crate::{call, context, write};

fn several(folder: &Path) -> Roots {
    write(&folder.join("data/may.csv"), "a,needle\n");
    write(&folder.join("docs/guide.md"), "needle\n");
    write(&folder.join("docs/.gitignore"), "*.tmp\n");
    write(&folder.join("docs/x.tmp"), "needle\n");
    Roots::new([folder.join("data"), folder.join("docs")])
}

#[tokio::test]
async fn the_first_part_of_a_path_names_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let files = module(several(folder.path())).unwrap();
    assert!(files.about().ends_with("one of: data, docs."), "{}", files.about());
    let ok = async |tool, arguments| call(&files, &context(), tool, arguments).await.unwrap();
    assert_eq!(ok("read_file", json!({ "path": "data/may.csv" })).await, "a,needle\n");
    let paths = |reply: serde_json::Value| -> Vec<String> {
        reply.as_array().unwrap().iter().map(|entry| entry["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(ok("list_files", json!({})).await), ["data", "docs"]);
    assert_eq!(
        paths(ok("list_files", json!({ "recursive": true })).await),
        ["data", "data/may.csv", "docs", "docs/guide.md"]
    );
    assert_eq!(paths(ok("list_files", json!({ "pattern": "*.md" })).await), ["docs/guide.md"]);
    assert_eq!(paths(ok("list_files", json!({ "pattern": "docs/*" })).await), ["docs/guide.md"]);
    assert_eq!(paths(ok("list_files", json!({ "path": "docs" })).await), ["docs/guide.md"]);
    assert_eq!(paths(ok("search_files", json!({ "text": "needle" })).await), ["data/may.csv", "docs/guide.md"]);
}

#[tokio::test]
async fn one_root_does_not_lead_into_another_by_dots() {
    let folder = tempfile::tempdir().unwrap();
    let files = module(several(folder.path())).unwrap();
    let error = async |path: &str| call(&files, &context(), "read_file", json!({ "path": path })).await.unwrap_err();
    assert_eq!(error("data/../docs/guide.md").await.code(), "outside_root");
    assert_eq!(
        error("dat/may.csv").await.message(),
        "no root directory is called `dat`; the first part of a path is one of: data, docs"
    );
    assert_eq!(error(".").await.message(), "`.` holds the root directories (data, docs) and is no file");
    assert_eq!(error("data/guide.md").await.message(), "No such file: `data/guide.md`. Similar: docs/guide.md");
    assert_eq!(error("data").await.message(), "`data` is a directory; list_files lists it");
}

#[tokio::test]
async fn a_root_may_have_a_name_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("a/src/one"), "1");
    write(&folder.path().join("b/src/two"), "2");
    let (a, b) = (folder.path().join("a/src"), folder.path().join("b/src"));
    let error = module(Roots::new([&a, &b])).unwrap_err().to_string();
    assert!(error.starts_with("two directories are called `src`, the second is "), "{error}");
    assert!(error.ends_with("add one of them with `named`"), "{error}");
    let files = module(Roots::new([&a]).named("other", &b)).unwrap();
    assert_eq!(call(&files, &context(), "read_file", json!({ "path": "other/two" })).await.unwrap(), "2");
    assert_eq!(call(&files, &context(), "read_file", json!({ "path": "src/one" })).await.unwrap(), "1");
    let files = module(Roots::new([&a; 0]).named("only", &b)).unwrap();
    assert_eq!(call(&files, &context(), "read_file", json!({ "path": "only/two" })).await.unwrap(), "2");
}

#[test]
fn roots_that_cannot_be_used_are_faults_of_the_embedder() {
    let folder = tempfile::tempdir().unwrap();
    let fault = |roots: Roots| module(roots).unwrap_err().to_string();
    assert_eq!(fault(Roots::new([""; 0])), "no directory is given");
    let missing = folder.path().join("missing");
    assert!(fault(Roots::new([&missing])).starts_with(&format!("cannot open the directory {}: ", missing.display())));
    write(&folder.path().join("file"), "");
    assert!(fault(Roots::new([folder.path().join("file")])).starts_with("cannot open the directory "));
    assert!(fault(Roots::new(["/", "/tmp"])).contains("has no name that scripts could use"));
    for name in ["", "..", "a/b", "a\nb"] {
        assert!(fault(Roots::new([folder.path()]).named(name, folder.path())).contains("cannot name the directory"));
    }
}

#[test]
fn the_tools_are_declared_as_reads() {
    let folder = tempfile::tempdir().unwrap();
    let files = module(Roots::new([folder.path()])).unwrap();
    assert!(files.faults().is_empty(), "{:?}", files.faults());
    let names: Vec<&str> = files.tools().iter().map(|tool| tool.spec().name.as_str()).collect();
    assert_eq!(names, ["read_file", "list_files", "search_files"]);
    assert!(files.tools().iter().all(|tool| tool.spec().effect == Effect::Read));
    assert_eq!(
        files.tools()[0].spec().input_schema,
        json!({
            "type": "object",
            "properties": {
                "path": { "type": "string", "description": "The file, relative to the root directory: \"src/main.rs\"." },
                "start_line": {
                    "type": "integer", "minimum": 1, "default": 1,
                    "description": "The first line to return, from 1. Past the end of the file, the text is empty.",
                },
                "max_lines": {
                    "type": ["integer", "null"], "minimum": 1,
                    "description": "The most lines to return; all where it is not given.",
                },
                "encoding": {
                    "type": "string", "enum": ["utf8", "base64"], "default": "utf8",
                    "description": "\"utf8\" for text, \"base64\" for any other file, which is then read whole.",
                },
            },
            "required": ["path"],
            "additionalProperties": false,
        })
    );
}
