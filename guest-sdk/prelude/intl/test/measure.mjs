// `node --jitless test/measure.mjs`: sizes and times, and that evaluating calls no clock, no randomness and leaves no names.
import fs from "node:fs";
import vm from "node:vm";

const read = (name) => fs.readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const context = vm.createContext({});
const run = (text, filename) => vm.runInContext(text, context, { filename });
run("delete globalThis.Intl; for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) delete Date.prototype[name];", "realm.js");
const before = run("Reflect.ownKeys(globalThis)", "realm.js").map(String);
run(`{ const Original = Date; const fail = () => { throw new Error("a clock or randomness was used"); };
  globalThis.restore = [Date.now, Math.random, Date];
  Date.now = Math.random = fail;
  globalThis.Date = new Proxy(Date, { construct: (target, args, self) => (args.length ? Reflect.construct(target, args, self) : fail()), apply: fail }); }`, "realm.js");
const host = { now: () => 0 };
const p = {};
const time = (label, f, n = 1) => {
  const start = performance.now();
  for (let i = 0; i < n; i++) f(i);
  console.log(`${label}: ${((performance.now() - start) / n).toFixed(3)} ms`);
};
for (const name of ["../primordials.js", "../locale-en.js", "../locale-compare.js", "intl.js", "temporal.js"]) {
  const text = read(name);
  let f;
  time(`${name} (${(Buffer.byteLength(text) / 1024).toFixed(1)} KB) compile`, () => (f = run(text, name)));
  time(`${name} evaluate`, () => f(host, p));
}
run("[Date.now, Math.random, globalThis.Date] = restore; delete globalThis.restore;", "realm.js");
console.log("new globals:", run("Reflect.ownKeys(globalThis)", "realm.js").map(String).filter((name) => !before.includes(name)).join(" "));
const call = (text) => run(`(i) => ${text}`, "call.js");
const both = (text) => {
  const f = call(text);
  time(`first  ${text}`, f);
  time(`later  ${text}`, f, 300);
};
both("(1234.5 + i).toLocaleString()");
both("(1234.5 + i).toLocaleString('en-US', { style: 'currency', currency: 'USD' })");
both("new Date(1e12 + i).toLocaleDateString('en-US')");
both("new Date(1e12 + i).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })");
both("'résumé'.localeCompare('resume' + i)");
both("(1234.5 + i).toLocaleString('de-DE')");
both("(1234.5 + i).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })");
both("new Date(1e12 + i).toLocaleDateString('de-DE')");
both("new Date(1e12 + i).toLocaleString('en-US', { timeZone: 'America/New_York' })");
both("new Date(1e12 + i).toLocaleString('ja-JP', { dateStyle: 'full', timeStyle: 'full', timeZone: 'Asia/Tokyo' })");
run("globalThis.format = new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' })", "x.js");
both("format.format(1234.5 + i)");
run("globalThis.dates = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'Europe/Paris' })", "x.js");
both("dates.format(1e12 + i * 1e9)");
both("new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1 - i, 'day')");
both("new Intl.ListFormat('en').format(['a', 'b', 'c'])");
both("new Intl.PluralRules('en', { type: 'ordinal' }).select(i)");
both("'äpfel'.localeCompare('zebra' + i, 'sv')");
both("'北京'.localeCompare('上海', 'zh')");
both("[...new Intl.Segmenter('en', { granularity: 'word' }).segment('The quick brown fox.')].length");
both("Temporal.PlainDate.from('2024-01-31').add({ months: i % 12 }).toString()");
both("Temporal.Instant.from('2024-07-01T12:00Z').toZonedDateTimeISO('Europe/Berlin').toString()");
