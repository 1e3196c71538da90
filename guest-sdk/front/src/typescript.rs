//! TypeScript taken off. Nothing is lowered: the engines know the language, and only what is not in it goes.

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast::ast::{Declaration, Decorator, Program, Statement, TSModuleReference};
use oxc_ast_visit::Visit;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_diagnostics::{Diagnostics, OxcDiagnostic};
use oxc_semantic::Scoping;
use oxc_transformer::{TransformOptions, Transformer};

use crate::problems::Problems;
use crate::syntax;

/// The script as JavaScript.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    pub(crate) code: String,
    pub(crate) places: Vec<u32>,
}

/// Whether a script's name says that it is TypeScript.
pub(crate) fn is_named_so(name: &str) -> bool {
    [".ts", ".mts"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// Reports the syntax that parses and that no engine here runs.
pub(crate) fn refuse(program: &Program<'_>, problems: &mut Problems<'_>) {
    for statement in &program.body {
        let import = match statement {
            Statement::TSImportEqualsDeclaration(import) => import,
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::TSImportEqualsDeclaration(import) => import,
                _ => continue,
            },
            Statement::TSExportAssignment(export) => {
                let message = "`export =` is not available in a script, which is a module".to_owned();
                let hint = "Nothing takes what a script exports: print its result with console.log.".to_owned();
                problems.error("SyntaxError", export.span.start, message, hint);
                continue;
            }
            _ => continue,
        };
        if let TSModuleReference::ExternalModuleReference(_) = import.module_reference {
            let message = "`import … = require(…)` is not available in a script, which is a module".to_owned();
            let hint = "Write import { … } from \"tools/…\".".to_owned();
            problems.error("SyntaxError", import.span.start, message, hint);
        }
    }
    // Only a text that has the sign can have decorators, and few have it.
    if program.source_text.contains('@') {
        Decorators { problems }.visit_program(program);
    }
}

struct Decorators<'s, 't> {
    problems: &'s mut Problems<'t>,
}

impl<'a> Visit<'a> for Decorators<'_, '_> {
    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        let message = "Decorators are not available in a script".to_owned();
        let hint = "Call the function on the class or method yourself.".to_owned();
        self.problems.error("SyntaxError", it.span.start, message, hint);
    }
}

/// The errors of the semantic analysis that matter: of those about types, the ones that the engine would report too.
pub(crate) fn relevant(diagnostics: &Diagnostics, typescript: bool) -> impl Iterator<Item = &OxcDiagnostic> {
    const RUNTIME: &[&str] = &["2337", "2804"];
    diagnostics.errors().filter(move |error| match (&error.code.scope, &error.code.number) {
        (Some(scope), Some(number)) if typescript && scope == "TS" => RUNTIME.contains(&number.as_ref()),
        _ => true,
    })
}

/// Takes the types off, and turns enums, namespaces and parameter properties into what they stand for.
pub(crate) fn take_off<'a>(
    program: &mut Program<'a>,
    arena: &'a Allocator,
    scoping: Scoping,
    problems: &mut Problems<'_>,
) -> Scoping {
    let options = TransformOptions::default();
    let done = Transformer::new(arena, Path::new("script.ts"), &options).build_with_scoping(scoping, program);
    // What it warns of would not mean what it says.
    syntax::report(done.diagnostics.iter(), problems);
    done.scoping
}

/// Writes a program out, with the place that each part of it has in the text.
pub(crate) fn print(program: &Program<'_>) -> Printed {
    let options = CodegenOptions {
        comments: CommentOptions::disabled(),
        source_map_path: Some(PathBuf::new()),
        ..CodegenOptions::default()
    };
    let printed = Codegen::new().with_options(options).build(program);
    let mut places = Vec::new();
    if let Some(map) = &printed.map {
        places.reserve_exact(map.get_tokens().len() * 4);
        for token in map.get_tokens() {
            let at = [token.get_dst_line(), token.get_dst_col(), token.get_src_line(), token.get_src_col()];
            places.extend(at.map(|number| number + 1));
        }
    }
    let code = if printed.code.is_empty() { "\n".to_owned() } else { printed.code };
    Printed { code, places }
}
