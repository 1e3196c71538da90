// Makes intl.js, the one file that the engines evaluate. `node build/build.mjs`
import fs from "node:fs";
import * as esbuild from "esbuild";
import { localeData } from "./cldr.mjs";
import { collationData } from "./collation.mjs";
import { supplementalData } from "./supplemental.mjs";
import { version as tzVersion, zoneData } from "./tz.mjs";

const root = new URL("../", import.meta.url).pathname;

// A JavaScript string literal that is short for JSON texts: quotes need no escape.
const literal = (text) =>
  `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\u2028/g, "\\u2028").replace(/\u2029/g, "\\u2029")}'`;
const text = (value) => literal(typeof value === "string" ? value : JSON.stringify(value));
const object = (entries) => `{__proto__:null,${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;

const locales = localeData();
const shared = supplementalData();
// As text, in which one zone is found without reading the others: a line "Name|…" a zone, "Alias>Name" a link.
const { zones, links } = zoneData();
shared.tz = `\n${[...Object.entries(zones).map(([name, zone]) => `${name}|${zone}`), ...Object.entries(links).map(([alias, name]) => `${alias}>${name}`)].join("\n")}\n`;
for (const [name, table] of Object.entries(shared.zoneNames)) shared[`zone${name[0].toUpperCase()}${name.slice(1)}`] = table;
delete shared.zoneNames;
shared.tzVersion = tzVersion;
shared.collation = collationData();

// The tables are an argument of the function around the code: engines keep a function's text, and this way not that of the tables.
const tables = object([
  ["locales", object(Object.entries(locales).map(([tag, sections]) =>
    [tag, object(Object.entries(sections).map(([letter, value]) => [letter, text(value)]))]))],
  ...Object.entries(shared).map(([name, value]) =>
    [name, name === "collation" ? object(Object.entries(value).map(([key, part]) => [key, text(part)])) : text(value)]),
]);
const module = ["locales", ...Object.keys(shared)].map((name) => `export const ${name}=tables.${name};`).join("\n");

const bundle = async (entry) => {
  const result = await esbuild.build({
    entryPoints: [`${root}src/${entry}`],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "bundle",
    target: "es2022",
    charset: "utf8",
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: entry === "temporal.js",
    legalComments: "none",
    plugins: [{
      name: "data",
      setup(build) {
        build.onResolve({ filter: /^data$/ }, () => ({ path: "data", namespace: "data" }));
        build.onLoad({ filter: /.*/, namespace: "data" }, () => ({ contents: module, loader: "js" }));
      },
    }],
  });
  return result.outputFiles[0].text.trim().replace(/^"use strict";\s*/, "");
};

// A script may replace a global (`Date` for a test, say): the bundle keeps those that it found.
const globals = "const { Array, BigInt, Boolean, Date, JSON, Map, Math, Number, Object, RangeError, Reflect, RegExp, Set, String, Symbol, TypeError, WeakMap } = globalThis;";
const made = "// Made by guest-sdk/prelude/intl/build/build.mjs";
fs.writeFileSync(`${root}intl.js`,
  `${made} from src/ and Unicode's CLDR; see NOTICE.md. Do not edit.\n((tables) => function intl(host, p) { "use strict"; ${globals} ${await bundle("index.js")} bundle.install(host, p); })(${tables})\n`);
fs.writeFileSync(`${root}temporal.js`,
  `${made} from the package temporal-polyfill; see NOTICE.md. Do not edit.\n(function temporal(host, p) { "use strict"; ${globals} ${await bundle("temporal.js")} bundle.install(); })\n`);

// The names that a run's time zone may have; the host reads them.
const zoneNames = new Set(["UTC", "GMT", "Etc/UTC", "Etc/GMT", ...Object.keys(zones), ...Object.keys(links), ...Object.keys(shared.zoneCanonical)]);
fs.writeFileSync(`${root}zones.txt`, `${[...zoneNames].sort().join("\n")}\n`);

const kb = (n) => `${(n / 1024).toFixed(1)} KB`;
const size = (value) => Buffer.byteLength(typeof value === "string" ? value : JSON.stringify(value));
const bySection = {};
for (const sections of Object.values(locales)) for (const [letter, value] of Object.entries(sections)) bySection[letter] = (bySection[letter] ?? 0) + size(value);
console.log("intl.js", kb(fs.statSync(`${root}intl.js`).size), "of which data", kb(Buffer.byteLength(tables)));
console.log("temporal.js", kb(fs.statSync(`${root}temporal.js`).size));
console.log("sections", Object.fromEntries(Object.entries(bySection).map(([key, n]) => [key, kb(n)])));
console.log("shared", Object.fromEntries(Object.entries(shared).map(([key, value]) => [key, kb(size(value))])));
