// console.log of all kinds of values

const long = (n, unit = "x") => unit.repeat(n);
const range = (n, f = (i) => i) => Array.from({ length: n }, (_, i) => f(i));
const plain = (error) => Object.defineProperty(error, "stack", { value: `${error.name}: ${error.message}`, configurable: true, writable: true });

class Empty {}
class Point {
  #secret = 1;
  static origin = "o";
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  get length() {
    return Math.hypot(this.x, this.y);
  }
}
class Point3 extends Point {
  z = 3;
}

each("primitive",
  () => 0, () => -0, () => NaN, () => -Infinity, () => 1e21, () => 1e-7, () => 123456789012345680000, () => 10n, () => -0n, () => null,
  () => undefined, () => true, () => Symbol(), () => Symbol("a b"), () => Symbol.iterator, () => [0, -0, 1.50, .1 + .2], () => [1n, undefined, null, false]);
each("text",
  () => ["it's", 'say "x"', "`b`", "it's \"x\"", "it's \"x\" `y`", "a\nb", "\t", "\0", "\x7f", "\x1b[31m", "\u2028", "\\"],
  () => ({ s: "a\nb\nc" }), () => [long(200)], () => ({ s: long(50) + "\n" + long(50) }), () => ["\ud800", "\udc00x", "😀"], () => [long(10010)].length,
  () => [`${long(70)}\n${long(70)}`, "b"], () => "plain\nlines");
each("array",
  () => [], () => [[]], () => [[[[]]]], () => [[[[1]]]], () => [1, [2, [3, [4, [5]]]]], () => range(6), () => range(7), () => range(26), () => range(100), () => range(101), () => range(150, (i) => i * i),
  () => range(30, (i) => (i % 2 ? -i : i * 1000)), () => range(20, (i) => i / 3), () => range(30, (i) => `s${i}`), () => range(30, (i) => long(i % 12)),
  () => range(8, (i) => ({ id: i, name: `n${i}` })), () => range(12, (i) => [i, i * 2]), () => range(20, () => null), () => range(20, () => undefined), () => range(16, (i) => i % 2 === 0), () => range(10, (i) => BigInt(i) ** 9n),
  () => [, 1, , , 2, ,], () => new Array(3), () => [,], () => Object.assign([1, 2], { extra: 1, "b-c": [2] }), () => Object.assign([], { a: 1 }), () => range(7, (i) => (i === 3 ? "x" : i)),
  () => [undefined, null], () => [function () {}, () => {}, class {}, class A extends Array {}], () => [long(30), long(40)], () => [long(30), long(43)], () => [[1, 2], [3, [4, { a: 1 }]]],
  () => range(7, (i) => long(i * 4)), () => range(27, (i) => "日本語".slice(i % 3)), () => range(120, (i) => "ab"), () => [1.0, 22.22, 333.333, 4444, 5, 66, 7],
  () => /(?<year>\d{4})-(\d+)/.exec("on 2024-05"), () => "a1b2".match(/\d/g), () => [..."a1b2".matchAll(/\d/g)], () => (function () { return arguments; })(1, "a"));
each("object",
  () => ({}), () => ({ a: 1 }), () => ({ a: { b: { c: {} } } }), () => ({ a: { b: { c: { d: 1 } } } }), () => ({ a: { b: { c: [1] } } }), () => ({ a: undefined, b: null, c: NaN }), () => ({ "a-b": 1, 2: 2, "3x": 3, $: 4, _: 5, "": 6, "é": 7, "it's": 8 }),
  () => ({ [Symbol("k")]: 1, [Symbol()]: 2 }), () => ({ get a() { return 1; }, set a(v) {}, get b() { return 1; }, set c(v) {} }), () => Object.create(null), () => Object.assign(Object.create(null), { a: 1 }), () => Object.create({ a: 1 }),
  () => Object.create(Empty.prototype), () => new Empty(), () => new Point(1, 2), () => new Point3(1, 2), () => new (class {})(), () => new (class extends Point {})(1, 2), () => new (class Foo extends Map {})([[1, 2]]), () => new (class Bar extends Set {})([1]),
  () => ({ f() {}, g: () => 1, h: function named() {}, async i() {}, *j() {}, async *k() {}, l: class {}, m: class M {}, n: class extends Point {}, o: Math.max }),
  () => range(30, (i) => i).reduce((o, i) => ({ ...o, [`k${i}`]: i }), {}), () => ({ a: long(20), b: long(20), c: long(12) }), () => ({ a: long(20), b: long(20), c: long(13) }), () => ({ a: long(24), b: long(24), c: long(24) }), () => ({ a: [1, 2, 3], b: { c: "d" }, e: new Date(0) }),
  () => ({ [Symbol.toStringTag]: "Tag", a: 1 }), () => new (class A { get [Symbol.toStringTag]() { return "B"; } })(), () => Object.defineProperty({}, "hidden", { value: 1 }), () => ({ constructor: "x" }), () => ({ constructor: { name: "Fake" } }), () => Object.setPrototypeOf({ a: 1 }, Object.create(null)), () => ({ __proto__: { inherited: 1 }, own: 1 }), () => ({ ["__proto__"]: 1 }), () => Object.freeze({ a: 1 }),
  () => ({ a: 1n, b: Symbol("x"), c: "x" }), () => ({ a: { a: { a: { a: 1 } } }, b: [[[[1]]]] }), () => [{ a: 1, b: { c: { d: {} } } }], () => ({ arr: range(120) }), () => ({ nested: { list: range(10, (i) => ({ i })) } }), () => ({ toString() { return "x"; } }), () => ({ a: "x".repeat(100), b: 1 }), () => ({ key: "multi\nline", other: ["multi\nline"] }));
each("collection",
  () => new Map(), () => new Set(), () => new Map([["a", 1], [{ k: 1 }, [2]]]), () => new Set([1, "a", { b: 1 }]), () => new Map([[new Map([[1, 2]]), new Set([new Set([1])])]]), () => new Map(range(30, (i) => [i, i * i])), () => new Set(range(120)), () => new Map([["a", { b: { c: { d: 1 } } }]]), () => ({ m: new Map([["k", new Map([["k", new Map([["k", new Map()]])]])]]) }),
  () => new WeakMap(), () => new WeakSet(), () => new Map([[1, 2]]).entries(), () => new Map([[1, 2]]).keys(), () => new Set([1, 2]).values(), () => new Set([1, 2]).entries(), () => [1, 2].values(), () => "ab"[Symbol.iterator](), () => "ab".matchAll(/a/g), () => Object.assign(new Map([[1, 2]]), { p: 1 }), () => Object.assign(new Set([1]), { p: 1 }), () => new Set("hello"), () => new Map(Object.entries({ a: long(40), b: long(40) })), () => [new Map(), new Set([[]])]);
each("builtin",
  () => new Date(0), () => new Date(NaN), () => [new Date(1e12)], () => Object.assign(new Date(0), { a: 1 }), () => /a\/b/gi, () => Object.assign(/x/, { a: 1 }), () => new RegExp(""), () => new Number(-0), () => new String("abc"), () => new Boolean(false), () => Object(Symbol("s")), () => Object(1n), () => Object.assign(new String("ab"), { x: 1 }), () => Object.assign(new Number(3), { x: 1 }),
  () => Promise.resolve(4), () => new Promise(() => {}), () => { const p = Promise.reject(3); p.catch(() => {}); return p; }, () => Promise.resolve({ a: { b: { c: { d: 1 } } } }), () => (function* () {})(), () => (async function* () {})(), () => Math, () => JSON, () => Reflect, () => globalThis === this, () => new Proxy({ a: 1 }, {}), () => new Proxy([1], {}), () => new Proxy(function f() {}, {}), () => new Proxy(class Q {}, {}),
  () => new WeakRef({ a: 1 }), () => new ArrayBuffer(4), () => new ArrayBuffer(60), () => new Uint8Array(3), () => new Uint8Array(200), () => new Float64Array([1.5, -0, NaN]), () => new BigInt64Array([1n, -1n]), () => new DataView(new ArrayBuffer(2)), () => new Uint8ClampedArray([300, -5, 1.5]), () => Object.assign(new Uint8Array(1), { a: 1 }), () => new SharedArrayBuffer(2), () => [new Uint8Array([1, 2])], () => new (class Bytes extends Uint8Array {})(2),
  () => Symbol, () => Object, () => Array.prototype.map, () => class A { static x = 1; }, () => class A { static m() {} }, () => Object.assign(function f() {}, { a: 1 }), () => Object.assign(() => {}, { a: { b: 1 } }), () => Object.setPrototypeOf(function x() {}, null), () => (class extends null {}), () => async () => {}, () => [async () => {}, function* g() {}, async function* ag() {}], () => Object.defineProperty(() => {}, "name", { value: "new name" }), () => (0, function () {}), () => (0, class {}),
  () => new URL("https://u:p@a.b:8080/c?d=1#e"), () => new URLSearchParams("a=1&b=2&a=3"), () => new URLSearchParams(), () => new TextEncoder().encode("hé"), () => new AbortController().signal.aborted, () => Object.prototype, () => Array.prototype, () => Function.prototype, () => Point.prototype, () => Map.prototype, () => Error.prototype, () => Date.prototype, () => RegExp.prototype, () => Promise.prototype, () => Symbol.prototype);
each("error",
  () => plain(new Error("m")), () => plain(new TypeError("m")), () => [plain(new Error("in array"))], () => ({ e: plain(new RangeError("deep")) }), () => plain(new Error("outer", { cause: plain(new Error("inner")) })), () => plain(new Error("outer", { cause: "text" })), () => plain(new Error("outer", { cause: { code: 1 } })), () => plain(Object.assign(new Error("props"), { code: "E_X", detail: { a: 1 } })), () => plain(new AggregateError([plain(new Error("a")), plain(new Error("b"))], "many")), () => plain(new (class MyError extends Error {})("mine")), () => plain(new (class MyError extends Error { name = "Named"; })("mine")), () => plain(new Error("")), () => plain(new Error("a\nb")), () => Object.assign(plain(new Error("x")), { name: "Changed" }), () => `${new Error("x")}`, () => String(new (class A extends TypeError {})("y")), () => Object.defineProperty(new Error("none"), "stack", { value: undefined }), () => Object.defineProperty(new Error("none"), "stack", { value: "" }), () => plain(new Error("c", { cause: undefined })), () => plain(new Error("c", { cause: null })), () => new DOMException("m", "AbortError").name, () => ({ ...new Error("x") }), () => [[[plain(new Error("deep in"))]]], () => [[[[plain(new Error("deeper in"))]]]], () => Object.keys(plain(new Error("x"))));
it("circular", () => {
  const a = { name: "a", list: [] };
  a.self = a;
  a.list.push(a, { up: a.list });
  console.log(a);
  const b = { a };
  a.b = b;
  console.log(b);
  const m = new Map();
  m.set("m", m).set(m, [m]);
  console.log(m);
  const s = new Set();
  s.add(s);
  console.log([s, s]);
  const e = plain(new Error("loop"));
  e.cause = e;
  console.log(e);
  const arr = [1];
  arr.push(arr, [arr]);
  console.log(arr);
  const f = () => {};
  f.self = f;
  console.log(f);
});
it("many-arguments", () => {
  console.log();
  console.log("");
  console.log(" ", "a", 1, "b", [1], { a: 1 }, null, undefined, Symbol("x"), 1n, () => 1);
  console.log("a", "b\nc", "d");
  console.log([1, 2], "x", ["x"]);
  console.log("%", 1, "%d");
  console.info("info", 1);
  console.debug("debug", { a: 1 });
});
it("custom-inspect", () => {
  const custom = Symbol.for("nodejs.util.inspect.custom");
  console.log({ [custom]() { return "custom!"; } });
  console.log([{ [custom]: (depth, options) => ({ replaced: depth }) }]);
  console.log({ a: { [custom]: () => "two\nlines" } });
  console.log({ inspect() { return "old"; } });
});
it("getters-throw", () => console.log({ get a() { throw new Error("no"); } }, Object.defineProperty([1], "0", { get() { throw 1; }, enumerable: true })));
it("groups", () => {
  console.group("g1");
  console.log("a\nb");
  console.group();
  console.log({ a: 1, b: { c: long(40), d: long(40) } });
  console.groupEnd();
  console.log("c");
  console.groupEnd();
  console.groupEnd();
  console.log("d");
});
it("count", () => {
  console.count();
  console.count("x");
  console.count();
  console.countReset();
  console.count();
  console.count(undefined);
  console.count(null);
});
it("dir", () => {
  console.dir({ a: { b: { c: { d: 1 } } } });
  console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
  console.dir({ a: { b: { c: { d: 1 } } } }, { depth: null });
  console.dir("text");
  console.dirxml([1], { a: 1 });
});
each("line-width", ...range(24, (i) => () => ({ first: long(20 + i), second: long(30) })), ...range(14, (i) => () => [long(20), { a: long(35 + i) }]), ...range(10, (i) => () => ({ a: { b: long(50 + i * 2) } })), ...range(12, (i) => () => range(i + 1, (j) => long(9))));
const advanced = (iterator, steps) => { for (let i = 0; i < steps; i++) iterator.next(); return iterator; };
const pairs = () => new Map([["a", 1], ["b", { c: [2] }], ["d", new Set([3])]]);
each("preview", () => pairs().entries(), () => pairs().keys(), () => pairs().values(), () => pairs()[Symbol.iterator](), () => advanced(pairs().entries(), 1), () => advanced(pairs().values(), 3), () => advanced(pairs().entries(), 4), () => new Map().keys(), () => new Set([1, "x", { y: 2 }]).values(), () => new Set([1, 2]).entries(), () => advanced(new Set([1, 2, 3]).keys(), 2), () => { const m = pairs(); const it = advanced(m.keys(), 1); m.delete("a"); m.delete("b"); m.set("e", 5); return it; }, () => { const m = pairs(); const it = advanced(m.entries(), 2); m.clear(); m.set("z", 9); return it; }, () => { const it = pairs().entries(); console.log(it); console.log(it.next().value); return it; }, () => ({ deep: { map: pairs().keys() } }), () => { const m = new Map(); const it = m.entries(); m.set("self", it); return it; }, () => new Map(Array.from({ length: 120 }, (_, i) => [i, i])).keys());
