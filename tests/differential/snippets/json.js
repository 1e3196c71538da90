// JSON
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

const j = JSON.stringify;
each("stringify",
  () => j(undefined), () => j(null), () => j(NaN), () => j(-0), () => j(1e21), () => j(1e-7), () => j("a\"b\\c/\b\f\n\r\t\u0000\u001f\u007f\u2028"), () => j("\ud800"), () => j("\udc00\ud800"), () => j("😀"), () => j(Symbol("x")), () => j(() => 1), () => j([undefined, () => 1, Symbol("x"), NaN, -0]), () => j({ a: undefined, b: () => 1, [Symbol("c")]: 1, d: null }),
  () => j(1n), () => j({ a: 1n }), () => j(new Date(0)), () => j({ d: new Date(NaN) }), () => j(new Map([[1, 2]])), () => j(new Set([1])), () => j(new Uint8Array([1, 2])), () => j(Object(1)), () => j(Object("s")), () => j(Object(false)), () => j(Object(Symbol("s"))), () => j(Object(1n)), () => j(/x/), () => j(new Error("e")), () => j([, 1]), () => j(Object.create({ a: 1 })), () => j(Object.create(null)), () => j(new Proxy({ a: 1 }, {})), () => j(new Proxy([1], {})), () => j(globalThis === undefined),
  () => j({ toJSON() { return { x: 1 }; } }), () => j({ toJSON(key) { return `k:${key}`; } }), () => j({ a: { toJSON(key) { return `k:${key}`; } } }), () => j([{ toJSON(key) { return typeof key + key; } }]), () => j({ toJSON: 1 }), () => j({ toJSON() { return undefined; } }), () => j(Object.assign(() => {}, { toJSON: () => "f" })), () => { BigInt.prototype.toJSON = function () { return `${this}n`; }; try { return j({ a: 5n }); } finally { delete BigInt.prototype.toJSON; } },
  () => { const a = {}; a.a = a; return j(a); }, () => { const a = []; a.push([a]); return j(a); }, () => { const s = { x: 1 }; return j([s, s]); }, () => j({ get a() { throw new RangeError("x"); } }), () => j({ 2: 1, 1: 2, b: 3, a: 4 }), () => j({ "": 1, "\n": 2 }), () => j({ ["__proto__"]: 1 }), () => j("x".repeat(100)).length, () => j([[[[]]], {}]), () => j(Object.assign([1, 2], { x: 1 })), () => j(new (class A { x = 1; #y = 2; get z() { return 3; } })()));
each("indent",
  () => j({ a: 1, b: [1, 2], c: {}, d: [] }, null, 2), () => j([1], null, 0), () => j([1], null, 20), () => j([1], null, -1), () => j([1], null, 1.9), () => j([1], null, "--"), () => j([1], null, "0123456789abc"), () => j([1], null, ""), () => j([1], null, "\t"), () => j([1], null, new Number(3)), () => j([1], null, new String("> ")), () => j([1], null, {}), () => j([1], null, true), () => j([1], null, NaN), () => j([], null, 2), () => j({}, null, 2), () => j([[], {}], null, 2), () => j({ a: { b: { c: [1, { d: null }] } } }, null, "\t"), () => j({ a: undefined }, null, 2), () => j([undefined], null, 2), () => j("a", null, 2), () => j({ a: new Date(0), b: [, ] }, null, 1));
each("replacer",
  () => j({ a: 1, b: { a: 2, c: 3 } }, ["a"]), () => j({ a: 1, b: { a: 2, c: 3 } }, ["b", "c"]), () => j({ 1: "x", a: "y" }, [1]), () => j({ a: 1, b: 2 }, ["b", "a", "b"]), () => j({ a: 1 }, []), () => j({ a: 1, b: 2 }, [new String("a"), new Number(1), {}, null]), () => j([{ a: 1, b: 2 }], ["b"]), () => j({ a: 1, b: 2 }, (k, v) => (k === "a" ? undefined : v)), () => j({ a: 1 }, (k, v) => (typeof v === "number" ? v * 2 : v)), () => j({ a: [1, { b: 2 }] }, function (k, v) { return k === "b" ? Object.keys(this).length : v; }), () => j(1, (k, v) => [k].length + v), () => j({ a: 1 }, (k, v) => (k === "" ? { z: v } : k === "z" ? "done" : v)), () => { const keys = []; j({ a: [1, { b: 2 }], c: new Date(0) }, (k, v) => { keys.push(`${k}:${typeof v}`); return v; }); return keys; }, () => j([1, 2, 3], (k, v) => (k === "1" ? undefined : v)), () => j({ a: 1 }, "x"), () => j({ a: 1 }, null), () => j({ a: 1 }, 5), () => j(undefined, () => 1), () => j({ a: 1, b: 2 }, new Set(["a"])));
each("parse",
  ...[`1`, ` 1 `, `-0`, `-1.5e+3`, `1E400`, `-1E400`, `1e-400`, `123456789012345678901`, `0.1`, `"a"`, `"\\u0041\\ud83d\\ude00\\ud800"`, `"\\/\\b\\f\\n\\r\\t\\"\\\\"`, `[]`, `[1,[2]]`, `{}`, `{"a":1,"a":2}`, `{"b":1,"a":2,"1":3}`, `{"__proto__":{"x":1}}`, `{"constructor":1,"toString":2}`, `null`, `true`, `\t\n\r [ ] `, `"\u2028"`, `"\u007f"`, `{"":1}`, `[null,true,false]`, `{"a":{"b":[{"c":"d"}]}}`, `4.9e-324`, `5e-324`, `1.7976931348623157e308`, `9007199254740993`, `[1e3,1E3,1e+3]`,
    // none of these
    ``, `x`, `01`, `1.`, `.5`, `+1`, `-`, `1e`, `0x10`, `NaN`, `Infinity`, `undefined`, `'a'`, `"a`, `"\n"`, `"\t"`, `"\\x41"`, `"\\u12"`, `[1,]`, `[,1]`, `[1 2]`, `{a:1}`, `{"a"}`, `{"a":1,}`, `{"a":}`, `{,}`, `nul`, `truex`, `1 2`, `//c\n1`, `\u00a01`, `\ufeff1`, `\v1`, `"\\`, `[`, `{`, `]`, `"\u0000"`, `- 1`, `1_000`, `--1`, `tru`, `[[1]`].map((text) => Object.assign(() => JSON.parse(text), { toString: () => j(text) })),
  () => JSON.parse(1), () => JSON.parse(null), () => JSON.parse(undefined), () => JSON.parse({ toString: () => "[2]" }), () => JSON.parse(["1"]), () => JSON.parse("[".repeat(500) + "]".repeat(500)).length, () => Object.getPrototypeOf(JSON.parse(`{"__proto__":[]}`)) === Object.prototype, () => Object.keys(JSON.parse(`{"10":1,"9":2,"z":3,"-1":4}`)), () => { try { JSON.parse("{"); } catch (e) { return [e.name, e instanceof SyntaxError]; } });
each("reviver",
  () => JSON.parse(`{"a":1,"b":[1,2]}`, (k, v) => (typeof v === "number" ? v + 1 : v)), () => JSON.parse(`{"a":1,"b":2}`, (k, v) => (k === "a" ? undefined : v)), () => JSON.parse(`[1,2,3]`, (k, v) => (k === "1" ? undefined : v)), () => { const seen = []; JSON.parse(`{"a":{"b":1},"c":[2]}`, function (k, v) { seen.push([k, Array.isArray(this)]); return v; }); return seen; }, () => JSON.parse(`{"d":"1970-01-01T00:00:00.000Z"}`, (k, v) => (k === "d" ? new Date(v) : v)), () => JSON.parse(`1`, (k, v) => ({ k, v })), () => JSON.parse(`{"a":1,"b":2}`, function (k, v) { if (k === "a") this.b = 9; return v; }), () => JSON.parse(`{"a":1,"b":2}`, function (k, v) { if (k === "a") delete this.b; return v; }), () => JSON.parse(`[1,2,3]`, function (k, v) { if (k === "0") this.length = 1; return v; }), () => JSON.parse(`{"__proto__":1}`, (k, v) => v), () => JSON.parse(`[1]`, "no function"), () => JSON.parse(`[1]`, () => { throw new EvalError("x"); }));
each("round-trip", ...[0, -1.5, 1e300, "é\u0000", [1, [2, { a: null }]], { a: { b: [] } }, "\u{1f600}", { "k\n": "v\t" }, 0.1 + 0.2, 2 ** 53, 1 / 3, 123456.789e-10].map((v) => () => JSON.parse(j(v))), () => Object.prototype.toString.call(JSON), () => JSON[Symbol.toStringTag], () => [JSON.parse.length, JSON.stringify.length, JSON.parse.name]);
