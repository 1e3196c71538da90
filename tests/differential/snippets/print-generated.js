// console.log of values made from a seed
// `each(group, f, …)`: prints what each function gives. `it(label, f)`: f prints itself.
// codemode shows control characters and such as hide text as escapes, so these are escaped here.
const hidden = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const escape = (text) => JSON.stringify(text).replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const show = (value) => console.log(typeof value === "string" ? escape(value) : value);
const each = (group, ...runs) => {
  runs.forEach((run, i) => {
    console.log(`=== ${group}-${i + 1} ${String(run).replace(/\s+/g, " ").slice(0, 100)}`);
    try {
      show(run());
    } catch (error) {
      console.log("threw", error?.name ?? error);
    }
  });
};
const it = (label, run) => {
  console.log(`=== ${label}`);
  try {
    return run();
  } catch (error) {
    console.log("threw", error?.name ?? error);
  }
};
let seed = 12345;
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

const words = ["a", "key", "longer-key", "it's", "x y", "naïve", "日本", "line\nbreak", "", "0", "7", "constructor"];
const text = () => pick([() => pick(words), () => pick(words).repeat(1 + below(12)), () => `${pick(words)} ${pick(words)}`])();
const leaf = () => pick([() => below(1000), () => -random() * 100, () => text(), () => text(), () => null, () => undefined, () => true, () => BigInt(below(99)), () => Symbol(pick(words)), () => new Date(below(2e9) * 1000), () => /re+x/gi, () => () => 1, () => class K {}, () => new Uint8Array(below(12)), () => new String("boxed")])();
const value = (depth) => {
  if (depth <= 0 || random() < 0.3) return leaf();
  const size = pick([0, 1, 2, 3, 4, 6, 7, 9, 14, 30]);
  const items = Array.from({ length: size }, () => value(depth - 1 - below(2)));
  const kind = below(9);
  if (kind < 3) return items;
  if (kind < 6) return Object.fromEntries(items.map((item) => [text(), item]));
  if (kind === 6) return new Map(items.map((item, i) => [random() < 0.5 ? i : item, item]));
  if (kind === 7) return new Set(items);
  return Array.from({ length: size }, () => below(10 ** below(7)));
};
for (let i = 0; i < 150; i++) it(`value-${i}`, () => console.log(value(1 + below(5))));
for (let i = 0; i < 60; i++) it(`numbers-${i}`, () => console.log(Array.from({ length: 5 + below(60) }, () => pick([below(10), below(1e6), -below(1000), below(1000) / 8]))));
for (let i = 0; i < 60; i++) it(`strings-${i}`, () => console.log(Array.from({ length: 3 + below(30) }, () => "x".repeat(below(20)))));
for (let i = 0; i < 40; i++) it(`records-${i}`, () => console.log(Array.from({ length: below(9) }, (_, id) => ({ id, name: text(), tags: Array.from({ length: below(5) }, text), score: below(1000) / 10 }))));
