// The sentences about what is missing depend on the tools of a run.
import assert from "node:assert/strict";
import test from "node:test";
import { freshRealm } from "./host.mjs";

function realm(natives) {
  const prelude = freshRealm(["primordials.js", "webidl.js", "missing.js"]);
  Object.assign(prelude.host, natives);
  return prelude;
}

const messageOfFetch = (run) => run(`fetch("http://a").catch((error) => error.message)`);

test("a granted HTTP tool is named with its exports", async () => {
  const { host, run } = realm({ moduleTools: (name) => (name === "http" ? ["get", 0, "post", 3] : undefined) });
  assert.equal(await messageOfFetch(run), 'fetch is not available; use the tools of import { get, post } from "tools/http"');
  assert.equal(host.missingHint("axios"), 'axios is not available; use the tools of import { get, post } from "tools/http"');
});

test("one that is not granted has its own sentence", async () => {
  const { host, run } = realm({ hint: (specifier) => (specifier === "tools/http" ? "start with --allow-net=HOST" : undefined) });
  assert.equal(await messageOfFetch(run), "fetch is not available: start with --allow-net=HOST");
  assert.equal(host.missingHint("fs"), "fs is not available: a script has no files; this run has no tools");
});

test("else the modules of the run are named", async () => {
  const { host, run } = realm({ moduleNames: () => ["crm", "mail"] });
  const rest = "what this run can reach are its tools: tools/crm, tools/mail";
  assert.equal(await messageOfFetch(run), `fetch is not available: a script has no network; ${rest}`);
  assert.equal(host.missingHint("readFileSync"), `readFileSync is not available: a script has no files; ${rest}`);
});

test("every name that does not exist has a sentence with its name, and no other has one", () => {
  const { host, p, run } = realm({});
  p.missing.forEach((makeSentence, name) => {
    assert.ok(host.missingHint(name).startsWith(name), name);
    assert.ok(host.missingHint(name).length < 300, name);
    if (name !== "Intl" && name !== "WebAssembly") assert.equal(run(`typeof ${name}`), "undefined", name); // V8 has these
  });
  assert.equal(host.missingHint("total"), undefined);
  assert.equal(host.missingHint("constructor"), undefined);
  assert.equal(host.missingHint("__proto__"), undefined);
});
