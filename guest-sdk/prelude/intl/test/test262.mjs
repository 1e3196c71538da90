// `node test/test262.mjs FOLDER_OF_TEST262 [part …]`: runs test/intl402 on the bundle; without Temporal's own tests.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [folder, ...parts] = process.argv.slice(2);
const read = (name) => fs.readFileSync(name, "utf8");
const here = (name) => new vm.Script(read(new URL(`../${name}`, import.meta.url)), { filename: name });
const prelude = ["../primordials.js", "../locale-en.js", "../locale-compare.js", "intl.js"].map(here);
const harness = (name) => new vm.Script(read(path.join(folder, "harness", name)), { filename: name });
const cache = new Map();
const include = (name) => cache.get(name) ?? (cache.set(name, harness(name)), cache.get(name));

function* files(at) {
  for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* files(path.join(at, entry.name));
    else if (entry.name.endsWith(".js")) yield path.join(at, entry.name);
  }
}

const counts = {};
const failures = [];
for (const file of files(path.join(folder, "test/intl402"))) {
  const name = path.relative(path.join(folder, "test/intl402"), file);
  if (parts.length && !parts.some((part) => name.startsWith(part))) continue;
  const text = read(file);
  if (/Temporal|intl-era-monthcode|iana|canonical-tz/i.test(name) || /features: .*(Temporal|ShadowRealm|cross-realm|Intl-Enumeration-calendars|canonical-tz|Intl.Era)/.test(text) || /flags: \[.*(module|async)/.test(text)) continue;
  const group = name.split("/")[0];
  const count = (counts[group] ??= [0, 0]);
  count[1]++;
  const context = vm.createContext({});
  vm.runInContext("delete globalThis.Intl; delete globalThis.Temporal;", context);
  try {
    const host = {};
    const p = {};
    for (const script of prelude) script.runInContext(context)(host, p);
    if (!/flags: \[.*raw/.test(text)) for (const name of ["assert.js", "sta.js"]) include(name).runInContext(context);
    for (const [, list] of text.matchAll(/includes: \[(.*?)\]/g)) for (const name of list.split(",")) include(name.trim()).runInContext(context);
    const strict = /flags: \[.*noStrict/.test(text) ? "" : '"use strict";';
    vm.runInContext(strict + text, context, { filename: name, timeout: 20000 });
    count[0]++;
  } catch (error) {
    failures.push(`${name}: ${String(error?.message ?? error).split("\n")[0].slice(0, 160)}`);
  }
}
let passed = 0;
let total = 0;
for (const [group, [ok, all]] of Object.entries(counts)) {
  console.log(`${group}: ${ok} of ${all}`);
  passed += ok;
  total += all;
}
console.log(`${passed} of ${total} passed`);
if (process.env.FAILURES) fs.writeFileSync(process.env.FAILURES, `${failures.join("\n")}\n`); // a file for the list of failures
