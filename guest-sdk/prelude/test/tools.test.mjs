// The modules of a run: what the loader gets of them, and what the global `tools` has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshRealm } from "./host.mjs";

const modules = { crm: ["find", 0], "codemode:result": ["submit", 1] };

function realm() {
  const { host, run } = freshRealm(["primordials.js", "tools.js"]);
  const asked = [];
  host.moduleNames = () => run("['crm']");
  host.moduleTools = (name) => (modules[name] ? run(JSON.stringify(modules[name])) : undefined);
  host.toolFunction = (module, name, tool) => {
    asked.push([module, name, tool]);
    return run("(value) => value");
  };
  return { host, run, asked };
}

test("the host's own modules are made like those of tools, by their name", () => {
  const { host, asked } = realm();
  const result = host.toolModule("codemode:result");
  assert.deepEqual(Object.keys(result), ["submit"]);
  assert.equal(host.toolModule("codemode:result"), result);
  assert.deepEqual(asked, [["codemode:result", "submit", 1]]);
  assert.equal(host.toolModule("codemode:none"), undefined);
});

test("the global tools has the modules of tools alone", () => {
  const { run } = realm();
  assert.equal(run("Object.keys(tools).join()"), "crm");
  assert.throws(() => run("tools['codemode:result']"), /no module tools\/codemode:result/);
});
