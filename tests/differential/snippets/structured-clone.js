// structuredClone
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

const c = structuredClone;
each("value", () => c(undefined), () => c(null), () => c(-0), () => c(10n), () => c("x"), () => c({ a: [1, { b: new Date(0) }] }), () => c(new Map([[{ a: 1 }, new Set([1])]])), () => c([, 1, , 2]), () => c(Object.assign([1], { x: 2 })), () => c(/a/gi), () => { const r = /a/g; r.lastIndex = 3; return c(r).lastIndex; }, () => c(new Error("m")).message, () => { const e = new TypeError("m", { cause: { a: 1 } }); const d = c(e); return [d.name, d.message, d.cause, d instanceof TypeError]; }, () => { class A extends Error { name = "Mine"; code = 5; } const d = c(new A("q")); return [d.name, d.code, d.constructor.name]; }, () => c(Object(1)), () => c(Object("s")), () => c(Object(false)), () => c(Object(5n)), () => c(new Uint8Array([1, 2])), () => c(new Float64Array(2)), () => c(new DataView(new ArrayBuffer(2))).byteLength, () => c(new ArrayBuffer(3)), () => { const b = new ArrayBuffer(8); const d = c([new Uint8Array(b, 2, 3), new Uint16Array(b)]); return [d[0].buffer === d[1].buffer, d[0].byteOffset, d[0].length]; }, () => { const a = {}; a.self = a; const b = c(a); return b.self === b; }, () => { const x = {}; const d = c([x, x]); return d[0] === d[1]; }, () => c(new (class P { x = 1; get y() { return 2; } })()), () => c({ get a() { return 1; } }), () => c(Object.create({ inherited: 1 })), () => c(Object.create(null)), () => c(Object.freeze({ a: 1 })), () => c({ [Symbol("s")]: 1, a: 2 }), () => Object.isFrozen(c(Object.freeze([1]))), () => c(new (class extends Array {})(1, 2)), () => c(new (class M extends Map {})([[1, 2]])), () => c(new Date(NaN)).getTime(), () => c({ ["__proto__"]: 1 }), () => c([undefined, NaN, Infinity]));
each("refused", () => c(() => 1), () => c(Symbol("x")), () => c({ f() {} }), () => c(Promise.resolve()), () => c(new WeakMap()), () => c(new Proxy({}, {})), () => c(), () => c({ get a() { throw new RangeError("g"); } }), () => c(Object(Symbol("s"))), () => { try { c(() => {}); } catch (e) { return [e.name, e.code, e instanceof DOMException, e.message]; } }, () => { try { c({ a: Symbol("q") }); } catch (e) { return e.message; } }, () => c(1, { transfer: [{}] }), () => c(1, { transfer: [new ArrayBuffer(1), new ArrayBuffer(1)] }), () => { const b = new ArrayBuffer(1); return c(1, { transfer: [b, b] }); }, () => c(1, 5), () => c(1, null), () => c((function* () {})()), () => c(new WeakRef({})), () => c(globalThis.Math), () => c((function () { return arguments; })(1)));
