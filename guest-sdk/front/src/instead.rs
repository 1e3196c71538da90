//! What scripts reach for that a sandbox does not have, and what to write instead.

use codemode_abi::check::Source;
use codemode_abi::frame::Module;
use codemode_abi::{BUILT_IN, TOOLS, is_built_in, nearest, specifier};

use crate::problems::list;

/// What stands in for something that is missing.
#[derive(Clone, Copy)]
enum Instead {
    /// A tool module, and the word for what it gives access to.
    Module(&'static str, &'static str),
    /// A sentence.
    Say(&'static str),
}

const FILES: Instead = Instead::Module("fs", "files");
const NETWORK: Instead = Instead::Module("http", "network");
const COMMANDS: Instead = Instead::Module("process", "other programs");
const BYTES: Instead = Instead::Say("Use Uint8Array, TextEncoder and TextDecoder, btoa and atob.");
const ENVIRONMENT: Instead = Instead::Say(
    "A script has no process around it: its arguments are the global args, and it ends after its last line.",
);
const LOG: Instead = Instead::Say("Print with console.log.");
const PAGE: Instead = Instead::Say("A script runs in no web page.");
const STORAGE: Instead = Instead::Say("Nothing is kept between runs: use variables, and print what is needed later.");
const THREADS: Instead = Instead::Say("A script is one thread: several tool calls run together with Promise.all.");
const STREAMS: Instead = Instead::Say("There are no streams: use arrays, strings and Uint8Array.");
const NOBODY: Instead = Instead::Say("Nobody is there to answer while a script runs.");
const LANGUAGE: Instead = Instead::Say("There are no packages: write it with the language itself.");
const DATES: Instead = Instead::Say("There are no packages: use Date and Intl.DateTimeFormat.");
const IMPORT: Instead = Instead::Say("Import tools with import { … } from \"tools/…\"; there are no other modules.");
const EXPORTS: Instead = Instead::Say("Nothing takes what a script exports: print its result with console.log.");
const SLEEP: Instead = Instead::Say("Wait with await new Promise((done) => setTimeout(done, milliseconds)).");
const GLOBAL: Instead = Instead::Say("Use globalThis.");
const URLS: Instead = Instead::Say("URL and URLSearchParams are globals.");
const CRYPTO: Instead = Instead::Say("crypto is a global, with crypto.randomUUID and crypto.subtle.digest.");

/// Modules that scripts import, with and without `node:`.
const MODULES: &[(&[&str], Instead)] = &[
    (&["fs", "fs/promises", "fs-extra", "graceful-fs", "glob", "fast-glob"], FILES),
    (
        &["http", "https", "http2", "net", "dns", "tls", "undici", "node-fetch", "axios", "got", "ws", "cross-fetch"],
        NETWORK,
    ),
    (&["child_process", "execa", "shelljs"], COMMANDS),
    (&["path", "path/posix"], Instead::Say("Join and split paths as text, at \"/\".")),
    (&["url", "querystring", "qs"], URLS),
    (&["crypto", "uuid", "nanoid", "crypto-js"], CRYPTO),
    (&["buffer", "string_decoder"], BYTES),
    (&["util"], Instead::Say("console.log prints any value in full, and structuredClone copies it.")),
    (&["timers", "timers/promises"], SLEEP),
    (&["perf_hooks"], Instead::Say("performance is a global.")),
    (&["events"], Instead::Say("EventTarget is a global.")),
    (&["assert", "assert/strict"], Instead::Say("Throw an Error where something does not hold.")),
    (&["process", "os", "dotenv", "yargs", "commander"], ENVIRONMENT),
    (&["readline", "readline/promises", "inquirer", "prompts"], NOBODY),
    (&["worker_threads", "cluster"], THREADS),
    (&["stream", "stream/promises", "zlib"], STREAMS),
    (&["moment", "dayjs", "luxon", "date-fns"], DATES),
    (
        &["papaparse", "csv-parse", "csv-parse/sync"],
        Instead::Say("There are no packages: split the text into lines and fields."),
    ),
];

/// Names that scripts use without declaring them. `print` and `fetch` among others exist in a script too; those that only
/// fail are here.
const GLOBALS: &[(&[&str], Instead)] = &[
    (
        &["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Headers", "Request", "Response", "FormData", "axios"],
        NETWORK,
    ),
    (&["readFile", "readFileSync", "writeFile", "writeFileSync"], FILES),
    (&["exec", "execSync", "spawn"], COMMANDS),
    (&["require", "importScripts"], IMPORT),
    (&["module", "exports"], EXPORTS),
    (&["process", "Deno", "Bun", "__dirname", "__filename"], ENVIRONMENT),
    (&["Buffer"], BYTES),
    (&["window", "global", "self"], GLOBAL),
    (&["document", "navigator", "location", "DOMParser"], PAGE),
    (&["localStorage", "sessionStorage", "indexedDB", "caches"], STORAGE),
    (&["Worker", "SharedWorker", "MessageChannel", "BroadcastChannel"], THREADS),
    (&["ReadableStream", "WritableStream", "TransformStream"], STREAMS),
    (&["alert", "puts", "printf", "println"], LOG),
    (&["prompt", "confirm", "readline"], NOBODY),
    (&["sleep", "delay"], SLEEP),
    (&["_", "$", "lodash", "jQuery", "cheerio"], LANGUAGE),
    (&["moment", "dayjs", "luxon"], DATES),
];

/// What to write instead of a global that does not exist; `None` for names that are not known to be missing.
pub(crate) fn of_global(name: &str, source: &Source) -> Option<String> {
    find(GLOBALS, name).map(|instead| sentence(instead, source))
}

/// What to write instead of a member of a global that does not exist, where more can be said of it.
pub(crate) fn of_member(global: &str, member: &str) -> Option<&'static str> {
    match (global, member) {
        ("process", "argv") => Some("The script's arguments are the global args."),
        ("process", "exit") => Some("A script ends after its last line, or with a thrown error."),
        ("process", "stdout" | "stderr") => Some("Print with console.log or console.error."),
        ("process", "env") => Some("A script has no environment variables: what it needs is in the global args."),
        ("process", "hrtime" | "uptime") => Some("Use performance.now()."),
        ("process", "nextTick") => Some("Use queueMicrotask."),
        _ => None,
    }
}

/// What to write instead of importing a module that does not exist.
pub(crate) fn of_module(written: &str, source: &Source) -> String {
    if let Some(hint) = source.hints.iter().find(|hint| hint.specifier == written) {
        return hint.text.clone();
    }
    if let Some(name) = written.strip_prefix(TOOLS).or_else(|| written.strip_prefix(BUILT_IN)) {
        return match closest(name, is_built_in(written), source) {
            Some(close) => format!("Did you mean \"{}\"?", specifier(close)),
            None if is_built_in(written) => built_in_of(source),
            None => tools_of(source),
        };
    }
    if written == "tools" {
        return format!("Each tool module is imported by its own name. {}", tools_of(source));
    }
    if let Some(module) = source.modules.iter().find(|module| module.name == written) {
        return use_tools(module);
    }
    if let Some(instead) = find(MODULES, written.strip_prefix("node:").unwrap_or(written)) {
        return sentence(instead, source);
    }
    let (scheme, _) = written.split_once(':').unwrap_or_default();
    match scheme {
        "http" | "https" | "data" | "blob" | "npm" | "jsr" => {
            format!("No code is loaded from elsewhere: write it into the script. {}", tools_of(source))
        }
        "file" => format!("A script is one file: write the code into it. {}", tools_of(source)),
        _ if written.starts_with(['.', '/']) => {
            format!("A script is one file: write the code into it. {}", tools_of(source))
        }
        _ => match closest(written, false, source) {
            Some(close) if written.len() > 2 => format!("Did you mean \"{}\"?", specifier(close)),
            _ => format!("There are no packages: write it with the language itself. {}", tools_of(source)),
        },
    }
}

/// The module that a bare name was most likely meant to be, of this kind before the other.
fn closest<'s>(name: &str, built_in: bool, source: &'s Source) -> Option<&'s str> {
    let bare = |module: &'s Module| module.name.strip_prefix(BUILT_IN).unwrap_or(&module.name);
    let name = name.strip_prefix(BUILT_IN).unwrap_or(name);
    [built_in, !built_in].into_iter().find_map(|kind| {
        let modules = || source.modules.iter().filter(move |module| is_built_in(&module.name) == kind);
        let close = nearest(name, modules().map(bare)).into_iter().next()?;
        modules().find(|module| bare(module) == close).map(|module| module.name.as_str())
    })
}

fn find(table: &[(&[&str], Instead)], name: &str) -> Option<Instead> {
    table.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| *instead)
}

fn sentence(instead: Instead, source: &Source) -> String {
    let (name, lack) = match instead {
        Instead::Say(text) => return text.to_owned(),
        Instead::Module(name, lack) => (name, lack),
    };
    if let Some(module) = source.modules.iter().find(|module| module.name == name) {
        return use_tools(module);
    }
    match source.hints.iter().find(|hint| hint.specifier == specifier(name)) {
        Some(hint) => hint.text.clone(),
        None => format!("A script has no access to {lack}. {}", tools_of(source)),
    }
}

fn use_tools(module: &Module) -> String {
    let tools = list(module.tools.iter().map(|tool| tool.name.clone()), "and");
    format!("Use the tools of \"{}\": {tools}.", specifier(&module.name))
}

/// Which tool modules there are.
pub(crate) fn tools_of(source: &Source) -> String {
    there_are(source, false).unwrap_or_else(|| "This run has no tools.".to_owned())
}

/// Which modules of the host's own there are.
fn built_in_of(source: &Source) -> String {
    there_are(source, true).unwrap_or_else(|| "This run has no such modules.".to_owned())
}

fn there_are(source: &Source, built_in: bool) -> Option<String> {
    let wanted = source.modules.iter().filter(|module| is_built_in(&module.name) == built_in);
    let names: Vec<String> = wanted.map(|module| format!("\"{}\"", specifier(&module.name))).collect();
    (!names.is_empty()).then(|| format!("This run has {}.", list(names.into_iter(), "and")))
}
