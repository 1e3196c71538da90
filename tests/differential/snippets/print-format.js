// %-formats and console.table
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

for (const [i, words] of [
  ["%s"], ["%s", "a"], ["%s", 1], ["%s", -0], ["%s", 1n], ["%s", null], ["%s", undefined], ["%s", Symbol("x")], ["%s", { a: 1 }], ["%s", [1, [2, [3]]]], ["%s", () => 1], ["%s", class A {}], ["%s", new Date(0)],
  ["%s", { toString() { return "own"; } }], ["%s", new (class A { toString() { return "class"; } })()], ["%s", Object.create(null)], ["%s", new Map([[1, 2]])], ["%s", { a: { b: { c: 1 } } }], ["%s", "x".repeat(5), "extra"], ["%s%s", "a"], ["%s%s", "a", "b", "c"],
  ["%d", 1.5], ["%d", "42"], ["%d", "x"], ["%d", 5n], ["%d", {}], ["%d", Symbol("s")], ["%d", -0], ["%d", null], ["%d", [3]], ["%i", 1.9], ["%i", -1.9], ["%i", "12px"], ["%i", 7n], ["%i", {}], ["%i", Symbol("s")], ["%f", "1.5x"], ["%f", 1], ["%f", Symbol("s")], ["%f", 3n], ["%f", null],
  ["%j", { a: [1] }], ["%j", undefined], ["%j", () => 1], ["%j", "s"], ["%j", { toJSON() { return "tj"; } }], ["%o", { a: 1 }], ["%o", [1, 2]], ["%o", "s"], ["%o", 5], ["%O", { a: { b: { c: { d: {} } } } }], ["%O", "s"], ["%O", [1, [2]]], ["%c styled", "color: red"], ["a%cb%cc", "x", "y"],
  ["%%", 1], ["%%s", "a"], ["100%", 5], ["%x", 1], ["%", 1], ["% s", 1], ["%s %d %i %f %j %o %O %c|", "a", 1, 2, 3.5, {}, 1, 2, "css"], ["%5d", 1], ["%.2f", 1.234], ["a %s b %s", 1], ["no format", "%s", 1], [1, "%s", "a"], [{ a: 1 }, "%d", 2], ["%s", "multi\nline"], ["%s\n", "x"], ["%S", 1], ["%s", new Error("e").message], ["%d%%", 50], ["%s", true], ["%s", [undefined, null]], ["%s", "a", { b: 1 }, [1], "s"],
  ["%s", new (class Foo { x = 1; })()], ["%s", new (class Foo extends Date {})(0)], ["%s", [new Date(0)]], ["%s", new Set([1])], ["%o", { f() {} }.x], ["%d", "0x10"], ["%i", "0x10"], ["%f", "1e3"], ["%d", ""], ["%d", true], ["%s", -1.5], ["%s", 123456789123456789n], ["%s", [1n, -0, "s"]], ["%j", 1n === 2n], ["%s", { [Symbol.toPrimitive]() { return "prim"; } }], ["%s", String], ["%s", new String("boxed")], ["%s", new Number(4)],
].entries()) it(`format-${i + 1}`, () => console.log(...words));
for (const [i, words] of [
  [[]], [[1, 2, 3]], [["a", "b"]], [[[1, 2], [3, 4]]], [[{ a: 1, b: 2 }, { a: 3, c: 4 }]], [{ x: { a: 1 }, y: { b: 2 } }], [[{ a: 1, b: 2 }], ["b"]], [[{ a: 1, b: 2 }], ["z"]], [[{ a: 1 }], []], [new Map([["k", { v: 1 }], ["l", 2]])], [new Set([1, "x"])], ["text"], [5], [null], [undefined], [[{ name: "日本", v: "é" }]], [[1, { a: 2 }, [3]]], [{ a: 1, b: "x", c: null }], [[undefined, null, NaN]], [[{ d: new Date(0), o: { x: 1 }, f() {} }]], [[{ s: "multi\nline" }]], [new Uint8Array([1, 2])], [[["x".repeat(30)]]], [[{ a: -0, b: 1.5, c: 10n }]], [[{ [Symbol("s")]: 1, a: 2 }]], [[1, 2], ["a"]], [{}], [[{}]], [new Map()], [[{ a: { b: 1 } }, { a: [1, 2] }]], [[Symbol("x"), () => 1]], [Object.create({ a: 1 })], [[{ a: 1 }], ["a", "a"]], ["abc".matchAll(/b/g)], [[new Map([[1, 2]])]],
].entries()) it(`table-${i + 1}`, () => console.table(...words));
