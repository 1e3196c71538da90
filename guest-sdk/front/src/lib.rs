//! The checker: the guest that reads a script before it is run.
//!
//! The walk of one check, in the order of the modules:
//!
//! 1. [`fences`]: the script is taken out of the code fences that a model put around it.
//! 2. [`syntax`]: it is parsed, once where it is JavaScript. What does not parse ends here.
//! 3. [`typescript`]: types are taken off, and it is written out as JavaScript.
//! 4. [`walk`]: what will run is compared with the tools that there are ([`imports`], [`calls`]), with the globals that there
//!    are ([`missing`]), and with what only some guests can do ([`locale`], [`defaults`]).
//!
//! The text comes from a model, so nothing here may depend on its size or depth being reasonable: a parser's recursion ends
//! in a trap, which the host takes for "too deeply nested", and each list of the answer is bounded.

mod calls;
mod defaults;
mod exports;
mod fences;
mod imports;
mod instead;
mod lines;
mod locale;
mod missing;
mod names;
mod problems;
mod syntax;
mod typescript;
mod walk;

use codemode_abi::check::{Checked, Source};
use oxc_allocator::Allocator;
use oxc_semantic::SemanticBuilder;

use fences::Fences;
use problems::Problems;
use syntax::Parsed;
use typescript::Printed;

/// Checks a script.
pub fn check(source: &Source) -> Checked {
    let arena = Allocator::default();
    let mut typescript = typescript::is_named_so(&source.name);
    let mut text = source.text.as_str();
    match Fences::of(text) {
        None => {}
        Some(Fences { count: 1, first }) => {
            typescript |= first.typescript;
            text = arena.alloc_str(&first.alone(text));
        }
        Some(fences) => return several_blocks(text, fences.count),
    }

    let parsed = syntax::parse(&arena, text, typescript);
    let mut problems = Problems::new(text);
    match parsed {
        Err(diagnostics) => {
            syntax::report(diagnostics.errors(), &mut problems);
            Checked { problems: problems.finish(), ..Checked::default() }
        }
        Ok(parsed) => {
            let mut checked = check_parsed(source, &arena, parsed, &mut problems);
            if checked.code.is_empty() && text != source.text && !problems.any_certain() {
                text.clone_into(&mut checked.code);
            }
            Checked { problems: problems.finish(), ..checked }
        }
    }
}

/// A text with more than one script in it.
fn several_blocks(text: &str, count: usize) -> Checked {
    let mut problems = Problems::new(text);
    let message = format!("The text holds {count} fenced blocks of code");
    problems.error("SyntaxError", 0, message, "Send one script, without text around it.".to_owned());
    Checked { problems: problems.finish(), ..Checked::default() }
}

/// Checks what parses: everything but the problems and the code that runs as it is.
fn check_parsed<'a>(source: &Source, arena: &'a Allocator, parsed: Parsed<'a>, problems: &mut Problems<'_>) -> Checked {
    let Parsed { mut program, typescript } = parsed;
    typescript::refuse(&program, problems);
    let meaning = SemanticBuilder::new_compiler().with_enum_eval(typescript).build(&program);
    syntax::report(typescript::relevant(&meaning.diagnostics, typescript), problems);
    let mut scoping = meaning.semantic.into_scoping();

    if typescript {
        // The walk and the printer know JavaScript only, and the transformer trusts what it is given.
        if problems.any_certain() {
            return Checked::default();
        }
        scoping = typescript::take_off(&mut program, arena, scoping, problems);
    }
    let found = walk::walk(&program, &scoping, source, problems);
    let printed = if typescript && !problems.any_certain() { typescript::print(&program) } else { Printed::default() };
    Checked {
        code: printed.code,
        places: printed.places,
        problems: Vec::new(),
        locale: found.locale,
        boa: found.boa,
        tools: found.tools,
        dynamic: u32::from(found.dynamic),
    }
}
