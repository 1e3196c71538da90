// What the runner puts before each file of `snippets/`.
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
