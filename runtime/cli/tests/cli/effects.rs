//! Scripts that change files and run programs, and what standard error says of it.

use expect_test::expect;

use crate::support::run;

const WRITES: &str = "import { write_file } from 'tools/fs';\nawait write_file({ path: 'a.txt', text: 'x' });\n";

#[test]
fn a_folder_can_be_written_where_that_was_granted() {
    let source = "import { write_file, edit_file, read_file } from 'tools/fs';
        await write_file({ path: 'notes/a.txt', text: 'one two' });
        await edit_file({ path: 'notes/a.txt', old_text: 'two', new_text: '2' });
        console.log(await read_file({ path: 'notes/a.txt' }));";
    run("--allow-write=.", source).check(&expect![[r#"
        exit 0
        --- stdout
        one 2
    "#]]);
    run("--config=codemode.toml", source)
        .file("codemode.toml", "[fs]\nwrite = [\"out\"]\n[[rule]]\ntools = [\"fs.*\"]\nverdict = \"allow\"\n")
        .file("out/x.txt", "")
        .check(&expect![[r#"
            exit 0
            --- stdout
            one 2
        "#]]);
}

#[test]
fn reading_grants_no_writing() {
    run("--allow-read=.", WRITES).check(&expect![[r#"
        exit 1
        --- stderr
        error: ImportError: "tools/fs" has no tool "write_file"
         --> stdin.js:1:10
        1 | import { write_file } from 'tools/fs';
          |          ^
            at top level (stdin.js:1:10)
        hint: It has read_file, list_files and search_files.
    "#]]);
    run("", WRITES).check(&expect![[r#"
        exit 1
        --- stderr
        error: ImportError: Cannot find module "tools/fs"
         --> stdin.js:1:28
        1 | import { write_file } from 'tools/fs';
          |                            ^
            at top level (stdin.js:1:28)
        hint: run with --allow-read=DIR to let the script read the files below DIR, or with --allow-write=DIR to let it change them as well
    "#]]);
}

#[test]
fn a_run_that_ends_badly_says_what_it_had_done() {
    let source = format!("{WRITES}console.log('wrote');\nthrow new Error('oh');\n");
    run("--allow-write=.", &source).check(&expect![[r#"
        exit 1
        --- stdout
        wrote
        --- stderr
        error: Error: oh
         --> stdin.js:4:11
        4 | throw new Error('oh');
          |           ^
            at top level (stdin.js:4:11)
        before it ended, the run called tools that change something:
          done     fs.write_file {"path":"a.txt","text":"x"}
    "#]]);
    // A run that finished has nothing to account for.
    run("--allow-write=.", WRITES).check(&expect![[r#"
        exit 0
    "#]]);
    let reads = "import { list_files } from 'tools/fs'; await list_files({}); throw new Error('oh');";
    run("--allow-write=.", reads).check(&expect![[r#"
        exit 1
        --- stderr
        error: Error: oh
         --> stdin.js:1:72
        1 | import { list_files } from 'tools/fs'; await list_files({}); throw new Error('oh');
          |                                                                        ^
            at top level (stdin.js:1:72)
    "#]]);
}

#[test]
fn where_only_reading_is_allowed_a_dry_run_is() {
    let config = "[fs]\nwrite = [\".\"]\n\n[[rule]]\ntools = [\"*\"]\neffects = [\"read\"]\nverdict = \"allow\"\n";
    let source = "import { write_file } from 'tools/fs';
        const { action } = await write_file({ path: 'a.txt', text: 'x', dry_run: true });
        console.log(action);
        try { await write_file({ path: 'a.txt', text: 'x' }); } catch (e) { console.log(e.code); }
        console.log((await tools.fs.list_files({})).map(entry => entry.path).join());";
    run("--config=codemode.toml", source).file("codemode.toml", config).check(&expect![[r#"
        exit 0
        --- stdout
        created
        denied
        codemode.toml
    "#]]);
}

#[test]
fn a_rule_on_arguments_names_its_line() {
    let config = "[fs]\nwrite = [\".\"]\n\n[[rule]]\ntools = [\"fs.write_file\"]\n\
        args = { properties = { path = { pattern = \"^out/\" } } }\nverdict = \"allow\"\nreason = \"only out\"\n";
    let source = "import { write_file } from 'tools/fs';
        await write_file({ path: 'out/a.txt', text: 'x' });
        await write_file({ path: 'b.txt', text: 'x' });";
    run("--config=codemode.toml", source).file("codemode.toml", config).check(&expect![[r#"
        exit 1
        --- stderr
        error: Refusal: fs.write_file is denied by policy (no rule allows it). Do not try again; do without it, or say what is needed
         --> stdin.js:3:15
        3 |         await write_file({ path: 'b.txt', text: 'x' });
          |               ^
            at top level (stdin.js:3:15)
        before it ended, the run called tools that change something:
          done     fs.write_file {"path":"out/a.txt","text":"x"}
    "#]]);
    let wrong = config.replace("path =", "paths =");
    run("--config=codemode.toml", source).file("codemode.toml", &wrong).check(&expect![[r#"
        exit 2
        --- stderr
        error: policy rule 1 (codemode.toml:4): `args` names `paths`, which none of its tools takes; did you mean path?
    "#]]);
}

#[cfg(unix)]
#[test]
fn a_program_runs_where_that_was_granted() {
    let source = "import { run } from 'tools/process';
        console.log((await run({ program: 'printf', args: ['%s', '$(id)'] })).stdout);
        await run({ program: 'ls' });";
    run("--allow-run=printf", source).check(&expect![[r#"
        exit 1
        --- stdout
        $(id)
        --- stderr
        error: ToolError: process.run: `ls` is not a program that may be run; there are: printf
         --> stdin.js:3:15
        3 |         await run({ program: 'ls' });
          |               ^
            at top level (stdin.js:3:15)
        before it ended, the run called tools that change something:
          done     process.run {"program":"printf","args":["%s","$(id)"]}
    "#]]);
    run("--allow-run=env", source).check(&expect![[r#"
        exit 2
        --- stderr
        error: --allow-run: env runs whatever its arguments name, so granting it would grant every program; grant those that are meant
    "#]]);
    run("--allow-run=no-such-program", source).check(&expect![[r#"
        exit 2
        --- stderr
        error: --allow-run: there is no program no-such-program
    "#]]);
    run("", source).check(&expect![[r#"
        exit 1
        --- stderr
        error: ImportError: Cannot find module "tools/process"
         --> stdin.js:1:21
        1 | import { run } from 'tools/process';
          |                     ^
            at top level (stdin.js:1:21)
        hint: run with --allow-run=CMD to let the script run the program CMD
    "#]]);
}

#[cfg(unix)]
#[test]
fn a_program_that_was_killed_is_of_unknown_outcome() {
    let source = "import { run } from 'tools/process';
        await run({ program: 'sleep', args: ['100'], timeout_ms: 100 });";
    run("--allow-run=sleep", source).check(&expect![[r#"
        exit 1
        --- stderr
        error: ToolError: process.run: `sleep` was killed after 100 ms, with its children; what it did until then stays; whether it took effect is not known: do not try again, check first
         --> stdin.js:2:15
        2 |         await run({ program: 'sleep', args: ['100'], timeout_ms: 100 });
          |               ^
            at top level (stdin.js:2:15)
        before it ended, the run called tools that change something:
          unknown  process.run {"program":"sleep","args":["100"],"timeout_ms":100}
        whether the unknown ones took effect cannot be told from here: check before doing them again
    "#]]);
}

#[cfg(unix)]
#[test]
fn a_file_can_grant_programs_and_narrow_their_arguments() {
    let config = "[process]\nrun = [\"ls\"]\nfolder = \"data\"\n\n[[rule]]\ntools = [\"process.run\"]\nverdict = \"allow\"\n\
        args = { properties = { program = { const = \"ls\" }, args = { items = { pattern = \"^[a-z.]+$\" } } } }\n";
    let source = "import { run } from 'tools/process';
        console.log((await run({ program: 'ls', args: ['.'] })).stdout.trim());
        try { await run({ program: 'ls', args: ['-la'] }); } catch (e) { console.log(e.code); }";
    run("--config=codemode.toml", source).file("codemode.toml", config).file("data/a.txt", "").check(&expect![[r#"
        exit 0
        --- stdout
        a.txt
        denied
    "#]]);
}
