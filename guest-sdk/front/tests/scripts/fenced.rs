//! Scripts in code fences.

use super::{check, expect};

#[test]
fn a_fence_around_the_script_is_taken_off() {
    let checked = check("```js\nconsole.log(1);\n```\n");
    assert_eq!(checked.code, "\nconsole.log(1);\n");
    assert!(checked.places.is_empty() && checked.problems.is_empty());
    assert_eq!(check("  ```\nconsole.log(1)").code, "\nconsole.log(1)");
}

#[test]
fn lines_are_those_of_the_text() {
    expect(
        "\n```javascript\nlet a;\nlet a;\n```",
        &["4:5 SyntaxError! Identifier `a` has already been declared [It is \
        declared in line 3: assign to it without a declaration, or use another name.]"],
    );
    let checked = check("```ts\nlet a: number = 1;\n```");
    assert_eq!(checked.code, "let a = 1;\n");
    assert_eq!(checked.places[..4], [1, 1, 2, 1]);
}

#[test]
fn prose_around_one_block_is_left_out() {
    let checked = check("Here is the script:\n\n```ts\nconst a: number = 1;\n```\nIt prints nothing.");
    assert_eq!(checked.code, "const a = 1;\n");
    assert!(checked.problems.is_empty());
}

#[test]
fn several_blocks_are_no_script() {
    expect(
        "```js\n1\n```\n```js\n2\n```",
        &["1:1 SyntaxError! The text holds 2 fenced blocks of code [Send one script, without text around it.]"],
    );
}

#[test]
fn a_fenced_text_that_is_javascript_by_accident() {
    assert_eq!(check("Script:\n```\nf()\n```").code, "\n\nf()\n");
}

#[test]
fn fences_in_comments_are_none() {
    let checked = check("/* Use it so:\n```\nf()\n```\n*/\ng();");
    assert!(checked.code.is_empty() && checked.problems.is_empty());
}

#[test]
fn a_script_with_backticks_is_left_alone() {
    assert_eq!(check("console.log(`\\`\\`\\`js\n1\n\\`\\`\\``)").code, "");
}
