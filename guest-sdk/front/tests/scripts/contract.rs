//! What a script may import and how it calls tools.

use super::{check, expect};

#[test]
fn imports_that_cannot_be_linked_are_certain() {
    expect(
        "import { get_customer, getCustomers } from \"tools/crm\";\nimport crm from \"tools/crm\";\nimport { x } from \"tools/crn\";",
        &[
            "1:24 ImportError! \"tools/crm\" has no tool \"getCustomers\" [Did you mean get_customer or list_customers?]",
            "2:8 ImportError! \"tools/crm\" has no default export [Write import { get_customer } from \"tools/crm\".]",
            "3:19 ImportError! Cannot find module \"tools/crn\" [Did you mean \"tools/crm\"?]",
        ],
    );
    expect(
        "export { nope } from \"tools/fs\";\nexport * from './other.js';",
        &[
            "1:10 ImportError! \"tools/fs\" has no tool \"nope\" [It has read_file and search_files.]",
            "2:15 ImportError! Cannot find module \"./other.js\" [A script is one file: write the code into it. This run has \
             \"tools/crm\", \"tools/fs\" and \"tools/any\".]",
        ],
    );
}

#[test]
fn what_is_no_tool_module_is_refused_with_what_to_use_instead() {
    for (specifier, hint) in [
        ("node:fs", "Use the tools of \"tools/fs\": read_file and search_files."),
        ("fs", "Use the tools of \"tools/fs\": read_file and search_files."),
        ("tools/http", "Run with --allow-net=HOST."),
        ("axios", "Run with --allow-net=HOST."),
        ("node:crypto", "crypto is a global, with crypto.randomUUID and crypto.subtle.digest."),
        ("dayjs", "There are no packages: use Date and Intl.DateTimeFormat."),
        ("crm", "Use the tools of \"tools/crm\": get_customer and list_customers."),
    ] {
        let text = format!("import {{ x }} from \"{specifier}\";");
        expect(&text, &[&format!("1:19 ImportError! Cannot find module \"{specifier}\" [{hint}]")]);
    }
    for specifier in ["lodash", "https://esm.sh/lodash", "data:text/javascript,1", "../x.js", "file:///x.js"] {
        let checked = check(&format!("import \"{specifier}\";"));
        assert_eq!(checked.problems.len(), 1, "{specifier}");
        assert!(checked.problems[0].hint.ends_with("This run has \"tools/crm\", \"tools/fs\" and \"tools/any\"."));
    }
}

#[test]
fn dynamic_imports_reject_so_they_are_only_warned_about() {
    expect(
        "try { await import(\"node:fs\") } catch {}",
        &[
            "1:20 ImportError Cannot find module \"node:fs\" [Use the tools of \"tools/fs\": read_file and search_files.]",
        ],
    );
    expect("await import(name)", &[]);
}

#[test]
fn arguments_are_compared_with_what_the_tool_takes() {
    expect(
        "import { get_customer, list_customers } from 'tools/crm';\n\
         await get_customer('c1');\n\
         await get_customer('c1', true);\n\
         await get_customer({ id: 1, idd: 2 });\n\
         await get_customer({ 'Id': 1 });\n\
         await get_customer();\n\
         await list_customers(undefined);",
        &[
            "2:20 ArgumentError get_customer takes one object of named arguments, not a string [Write get_customer({ id: … }).]",
            "3:20 ArgumentError get_customer takes one object of named arguments, not 2 arguments [Write get_customer({ id: … }).]",
            "4:29 ArgumentError get_customer has no argument \"idd\" [Did you mean id?]",
            "5:20 ArgumentError get_customer needs the argument \"id\" [Write get_customer({ id: … }).]",
            "5:22 ArgumentError get_customer has no argument \"Id\" [Did you mean id?]",
            "6:7 ArgumentError get_customer needs the argument \"id\" [Write get_customer({ id: … }).]",
        ],
    );
}

#[test]
fn what_cannot_be_known_is_not_guessed() {
    expect(
        "import { get_customer } from 'tools/crm';\nimport { call } from 'tools/any';\n\
         await get_customer(given);\nawait get_customer(...given);\nawait get_customer({ ...given });\n\
         await get_customer({ [key]: 1 });\nawait call({ whatever: 1 });\nconst get = wanted;\nget(1, 2, 3);",
        &[],
    );
    expect("function tools() {}\ntools.nope.x(1);\nconst fetch = 1;\nfetch.x;", &[]);
}

#[test]
fn every_way_to_a_tool_is_followed() {
    for way in [
        "import { get_customer as it } from 'tools/crm';",
        "import * as crm from 'tools/crm'; const it = crm.get_customer;",
        "import * as crm from 'tools/crm'; const { get_customer: it = null } = crm;",
        "const it = tools.crm.get_customer;",
        "const it = globalThis.tools[\"crm\"][`get_customer`];",
        "const it = tools?.crm?.get_customer;",
        "const { crm: { get_customer: it } } = tools;",
        "const { get_customer: it } = await import('tools/crm');",
        "const crm = await import('tools/crm'); const it = crm.get_customer;",
    ] {
        let checked = check(&format!("{way} await it(1);"));
        assert_eq!(checked.tools, [0], "{way}");
        assert_eq!((checked.problems.len(), checked.dynamic), (1, 0), "{way}: {:?}", checked.problems);
    }
    let hoisted = check("await main(); async function main() { await it('x'); }\nconst it = tools.crm.get_customer;");
    assert_eq!(hoisted.problems.len(), 1);
}

#[test]
fn a_script_that_reaches_tools_by_other_names_says_so() {
    for text in [
        "tools[name].read_file({})",
        "console.log(tools)",
        "const { [name]: x } = tools",
        "const { crm, ...rest } = tools",
        "import * as crm from 'tools/crm'; show(crm)",
        "import * as crm from 'tools/crm'; crm[name]({})",
        "let crm = tools.crm; crm = other;",
        "await import(name)",
        "import('tools/crm').then(show)",
        "for (const name in tools.crm) show(name)",
        "export * from 'tools/crm'",
        "globalThis[name]",
        "eval('tools')",
        "new Function('return tools')()",
    ] {
        assert_eq!(check(text).dynamic, 1, "{text}");
    }
    for text in [
        "import { get_customer } from 'tools/crm'; get_customer;",
        "import * as crm from 'tools/crm'; Object.keys(crm); typeof crm.get_customer",
        "import('tools/crm').then(({ get_customer }) => get_customer({ id: 1 }))",
        "x instanceof Function; typeof tools",
    ] {
        assert_eq!(check(text).dynamic, 0, "{text}");
    }
}

#[test]
fn members_that_tools_does_not_have() {
    expect(
        "await tools.fs.readFile({});\nawait tools.nope.x({});\nconst { raed_file } = tools.fs;\ntools.then; tools.fs.toString();",
        &[
            "1:16 ImportError \"tools/fs\" has no tool \"readFile\" [Did you mean read_file?]",
            "2:13 ImportError tools has no module \"nope\" [This run has \"tools/crm\", \"tools/fs\" and \"tools/any\".]",
            "3:9 ImportError \"tools/fs\" has no tool \"raed_file\" [Did you mean read_file?]",
        ],
    );
}

#[test]
fn promises_that_nobody_waits_for() {
    expect(
        "import { get_customer as get } from 'tools/crm';\n\
         get({ id: 1 });\n\
         const c = get({ id: 1 });\n\
         console.log(c.name);\n\
         const { name } = get({ id: 1 });\n\
         [1].map(get);",
        &[
            "2:1 Warning The call of get_customer is not awaited, so the script goes on before it is done [Write await get_customer(…).]",
            "4:13 Warning A call of get_customer gives a promise of its result, which is used here without await [Write await \
             get_customer(…) where the result is needed.]",
            "5:7 Warning A call of get_customer gives a promise of its result, which is used here without await [Write await \
             get_customer(…) where the result is needed.]",
            "6:9 ArgumentError map would call get_customer with several arguments [Write .map((item) => get_customer({ id: item })).]",
        ],
    );
    expect(
        "import { get_customer as get } from 'tools/crm';\nvoid get({ id: 1 });\nget({ id: 1 }).then(show);\n\
         const c = get({ id: 1 });\nshow((await c).name, await Promise.all([c]));\n[1].map((id) => get({ id }));",
        &[],
    );
}

#[test]
fn the_hosts_own_modules_are_imported_by_their_name_and_take_any_value() {
    expect(
        "import { submit } from 'codemode:result';\nimport { slice } from 'codemode:artifacts';\n\
         await submit([1]); await submit('x'); await submit(1); await submit(); await submit(found);\n\
         await submit({ total: 1 }); await slice('a'); await slice({ id: 'a', start: 1 });",
        &[],
    );
    expect(
        "import { submit } from 'codemode:result';\nimport { slice } from 'codemode:artifacts';\n\
         await submit(1, 2);\nawait slice();\nawait slice({ id: 1, stop: 2 });\n[1].map(submit);\nsubmit(1);",
        &[
            "3:14 ArgumentError submit takes one value, not 2 [Put them into one array or object.]",
            "4:7 ArgumentError slice needs the argument \"id\" [Write slice({ id: … }).]",
            "5:22 ArgumentError slice has no argument \"stop\" [It takes id, start and end.]",
            "6:9 ArgumentError map would call submit with several arguments [Write .map((item) => submit(item)).]",
            "7:1 Warning The call of submit is not awaited, so the script goes on before it is done [Write await submit(…).]",
        ],
    );
    for (text, message) in [
        (
            "import { sumbit } from 'codemode:result'",
            "\"codemode:result\" has no function \"sumbit\" [Did you mean submit?]",
        ),
        ("import { x } from 'codemode:resutl'", "module \"codemode:resutl\" [Did you mean \"codemode:result\"?]"),
        ("import { x } from 'tools/result'", "module \"tools/result\" [Did you mean \"codemode:result\"?]"),
        ("import { x } from 'codemode:crm'", "module \"codemode:crm\" [Did you mean \"tools/crm\"?]"),
        (
            "import { x } from 'codemode:zzzzzz'",
            "\"codemode:zzzzzz\" [This run has \"codemode:result\" and \"codemode:artifacts\".]",
        ),
        (
            "tools['codemode:result'].submit(1)",
            "tools has no module \"codemode:result\" [Did you mean \"codemode:result\"?]",
        ),
        ("submit(1)", "submit is not imported [Write import { submit } from \"codemode:result\".]"),
    ] {
        let found = super::problems(text);
        assert!(found.contains(message), "{text}\n{found}");
    }
}
