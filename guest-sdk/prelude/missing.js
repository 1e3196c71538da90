// What scripts look for and do not get: each fails with one sentence that says what to use instead.
//
// The network classes exist, as functions that throw: scripts wrap them in `try` and print the error's message. Everything
// else does not exist, so that `typeof process` says so; the engine asks `host.missingHint` for the sentence when a script
// ends with a ReferenceError.
(function missing(host, p) {
  "use strict";

  const shown = 20; // names in one sentence

  // `import { get, post } from "tools/http"` where the run has that module.
  function importLine(module) {
    const tools = host.moduleTools(module);
    if (tools === undefined || tools.length === 0) return undefined;
    let names = "";
    for (let i = 0; i < tools.length && i < 2 * shown; i += 2) names += `${i === 0 ? "" : ", "}${tools[i]}`;
    return `import { ${names} } from "tools/${module}"`;
  }

  function toolsOfRun() {
    const modules = host.moduleNames();
    if (modules.length === 0) return "this run has no tools";
    let names = "";
    for (let i = 0; i < modules.length && i < shown; i++) names += `${i === 0 ? "" : ", "}tools/${modules[i]}`;
    return `what this run can reach are its tools: ${names}`;
  }

  // What to use instead of something that a module would do, if the run has it or could have it.
  function insteadOf(what, module, lack) {
    const line = importLine(module);
    if (line !== undefined) return `${what} is not available; use the tools of ${line}`;
    const hint = host.hint(`tools/${module}`);
    if (hint !== undefined) return `${what} is not available: ${hint}`;
    return `${what} is not available: a script has no ${lack}; ${toolsOfRun()}`;
  }

  const network = (what) => insteadOf(what, "http", "network");
  const files = (what) => insteadOf(what, "fs", "files");

  // ---- Functions that throw ----------------------------------------------------------------------------------------

  p.defineAll(p.global, {
    async fetch(input, init = undefined) {
      throw new p.TypeError(network("fetch"));
    },
  });
  const throwing = {
    XMLHttpRequest: class XMLHttpRequest {
      constructor() {
        throw new p.TypeError(network("XMLHttpRequest"));
      }
    },
    WebSocket: class WebSocket {
      constructor(url) {
        throw new p.TypeError(network("WebSocket"));
      }
    },
    EventSource: class EventSource {
      constructor(url) {
        throw new p.TypeError(network("EventSource"));
      }
    },
  };
  for (const name of Object.keys(throwing)) p.defineInterfaceClass(throwing[name]);

  // ---- Names that do not exist -------------------------------------------------------------------------------------

  const noNode = (what) =>
    `${what} is not available: there are no Node modules, only the tools of this run (import { … } from "tools/…") and the web's ` +
    "own APIs such as URL, TextEncoder, crypto.subtle.digest and structuredClone";
  const noStorage = (what) => `${what} is not available: nothing is kept between runs; use variables, and print what is needed later`;
  const noPage = (what) => `${what} is not available: a script runs in no web page`;
  const noStreams = (what) => `${what} is not available: there are no streams; use arrays, strings and Uint8Array`;
  const noLocales = (what) =>
    `${what} is not loaded, since the text of the script does not show that it needs it: write the name ${what} in the script`;
  const noLibrary = (what) => `${what} is not available: there are no libraries; write it with the language itself`;
  const useLog = (what) => `${what} is not available; use console.log`;

  p.missing = new p.SafeMap(); // name → function that makes the sentence
  const add = (names, makeSentence) => {
    for (const name of names.split(" ")) p.missing.set(name, makeSentence);
  };
  const say = (text) => () => text;

  add("require module exports __dirname __filename util path os child_process http https events stream zlib vm assert", noNode);
  add("process Deno Bun", (what) =>
    `${what} is not available: a script has no environment, files or exit; it ends after its last line or with a thrown error, ` +
    "and prints with console.log");
  add("fs readFile readFileSync writeFile writeFileSync open", files);
  add("Headers Request Response FormData axios $http", network);
  add("Buffer", say(
    "Buffer is not available; use Uint8Array: new TextEncoder().encode(text), new TextDecoder().decode(bytes), bytes.toBase64(), " +
    "Uint8Array.fromBase64(text), bytes.toHex()",
  ));
  add("global window self root", (what) => `${what} is not available; use globalThis`);
  add("document location history navigator screen", noPage);
  add("localStorage sessionStorage indexedDB caches", noStorage);
  add("ReadableStream WritableStream TransformStream TextDecoderStream CompressionStream DecompressionStream", noStreams);
  add("Worker SharedWorker MessageChannel BroadcastChannel importScripts", (what) => `${what} is not available: a script is one thread`);
  add("WebAssembly", say("WebAssembly is not available in a script"));
  add("Intl Temporal", noLocales);
  add("_ lodash moment dayjs luxon R $ jQuery cheerio DOMParser", noLibrary);
  add("alert echo puts printf", useLog);
  add("prompt confirm input readline", (what) => `${what} is not available: nobody is there to answer while a script runs`);
  add("sleep delay wait", (what) => `${what} is not available; use await new Promise((resolve) => setTimeout(resolve, milliseconds))`);

  // The sentence about a global that does not exist, or `undefined` where there is nothing to say.
  host.missingHint = (name) => {
    const makeSentence = p.missing.get(name);
    return makeSentence === undefined ? undefined : makeSentence(name);
  };
})
