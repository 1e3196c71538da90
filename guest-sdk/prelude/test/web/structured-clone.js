//# values
const source = {
  d: new Date(5), m: new Map([["k", new Set([1, { a: 1 }])]]), u: new Uint8Array([1, 2]), r: /a\/b/giu, n: null, x: undefined, b: 12n,
  z: -0, s: "é", t: true, list: [1, , 3, [4]], nested: { deep: { deeper: [{}] } }, nan: NaN,
};
source.me = source;
const copy = structuredClone(source);
log(copy);
log(copy !== source, copy.me === copy, copy.d instanceof Date, copy.list.length, Object.hasOwn(copy.list, 1), copy.m.get("k").has(1));
for (const value of [1, "a", null, undefined, true, 10n, NaN, -0]) log(structuredClone(value));

//# identity inside is kept (Node 22)
const shared = { a: 1 };
const copy = structuredClone({ x: shared, y: shared, list: [shared, shared], map: new Map([[shared, shared]]) });
log(copy.x === copy.y, copy.list[0] === copy.x, copy.map.get(copy.x) === copy.x);
const loop = new Map();
loop.set(loop, loop);
const clonedLoop = structuredClone(loop);
log(clonedLoop.get(clonedLoop) === clonedLoop);
const set = new Set();
set.add(set);
const clonedSet = structuredClone(set);
log(clonedSet.has(clonedSet), clonedSet !== set);
const error = new Error("x");
error.cause = error;
log(structuredClone(error).cause === undefined);

//# boxed values
for (const value of [new Number(5), new String("abc"), new Boolean(false), Object(7n)]) {
  const copy = structuredClone(value);
  log(Object.prototype.toString.call(copy), copy.valueOf(), typeof copy, copy === value);
}
log(structuredClone(Object.assign(new Number(5), { a: 1 })).a, structuredClone(Object.assign(new Date(0), { a: 1 })).a);

//# classes, getters, symbols, prototypes
class Point {
  constructor() {
    this.x = 1;
  }
  get y() {
    return 2;
  }
}
const copy = structuredClone(new Point());
log(copy, copy.constructor === Object, "y" in copy);
log(structuredClone({ get a() { return 5; }, [Symbol("s")]: 1, __proto__: { inherited: 1 } }));
log(structuredClone(Object.create(null, { hidden: { __proto__: null, value: 1 }, shown: { __proto__: null, value: 2, enumerable: true } })));
log(structuredClone(Object.freeze({ a: Object.freeze([1]) })), Object.isFrozen(structuredClone(Object.freeze({}))));
const withProto = JSON.parse('{"__proto__": {"evil": 1}, "a": 2}');
log(Object.keys(structuredClone(withProto)), structuredClone(withProto).evil, Object.getPrototypeOf(structuredClone(withProto)) === Object.prototype);
const list = Object.assign([1, 2], { extra: 3 });
log(Object.keys(structuredClone(list)), structuredClone(list).extra);
log(thrown(() => structuredClone((function () { return arguments; })(1, 2))));
const sparse = [];
sparse.length = 5;
sparse[3] = 1;
log(structuredClone(sparse).length, Object.keys(structuredClone(sparse)));

//# what a getter throws comes through
log(thrown(() => structuredClone({ get a() { throw new RangeError("mine"); } })));

//# regular expressions
const regexp = /x/gy;
regexp.lastIndex = 3;
const copy = structuredClone(regexp);
log(copy.source, copy.flags, copy.lastIndex, structuredClone(/[/]\n/dms).source, structuredClone(/a/v).flags, structuredClone(new RegExp("")).source);

//# errors
for (const error of [new Error("a"), new TypeError("b"), new RangeError("c"), new SyntaxError("d"), new EvalError("e"), new URIError("f"),
  new ReferenceError("g"), Object.assign(new Error("h"), { name: "Mine" }), Object.assign(new Error("i"), { name: "TypeError", code: 5 })]) {
  const copy = structuredClone(error);
  log(copy.constructor.name, copy.name, copy.message, copy.stack === error.stack, Object.keys(copy), copy.code);
}
class Custom extends TypeError {}
const copy = structuredClone(new Custom("m"));
log(copy.constructor === TypeError, copy.name, copy.message);
log(Object.hasOwn(structuredClone(new Error()), "message"), structuredClone(new Error("x", { cause: { a: [1] } })).cause);
log(Object.hasOwn(structuredClone(new Error("x")), "cause"));

//# DOMException
const copy = structuredClone(new DOMException("m", "AbortError"));
log(copy instanceof DOMException, copy.name, copy.message, copy.code);
//= true AbortError m 20

//# bytes
const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
const copy = structuredClone({ all: new Uint8Array(buffer), part: new Uint16Array(buffer, 2, 2), view: new DataView(buffer, 1, 3), buffer });
log(copy.all.buffer === copy.buffer, copy.part.buffer === copy.buffer, copy.view.buffer === copy.buffer, copy.buffer !== buffer);
log(copy.part, copy.part.byteOffset, copy.view.byteOffset, copy.view.byteLength, copy.view.getUint8(0));
copy.all[0] = 99;
log(new Uint8Array(copy.buffer)[0], new Uint8Array(buffer)[0]);
for (const Type of [Int8Array, Uint8ClampedArray, Int16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) log(structuredClone(new Type([1, 2])));
log(structuredClone(new BigInt64Array([1n])), structuredClone(new BigUint64Array([2n])), structuredClone(new ArrayBuffer(3)));

//# resizable buffers
const buffer = new ArrayBuffer(4, { maxByteLength: 8 });
const copy = structuredClone({ buffer, view: new Uint8Array(buffer) });
log(copy.buffer.byteLength, copy.buffer.resizable, copy.buffer.maxByteLength);
copy.buffer.resize(6);
log(copy.view.length, copy.buffer.byteLength, buffer.byteLength);

//# transfer (Node 22)
const buffer = new Uint8Array([1, 2, 3]).buffer;
const view = new Uint8Array(buffer);
const copy = structuredClone({ view, buffer }, { transfer: [buffer] });
log(copy.view, copy.view.buffer === copy.buffer, buffer.byteLength, view.length);
log(thrown(() => structuredClone(buffer)), thrown(() => structuredClone(view)), thrown(() => structuredClone(1, { transfer: [buffer] })));
const other = new ArrayBuffer(2);
log(thrown(() => structuredClone(1, { transfer: [other, other] })), thrown(() => structuredClone(1, { transfer: [{}] })));
log(thrown(() => structuredClone(() => 1, { transfer: [other] })), other.byteLength);
log(structuredClone(1, { transfer: [other] }), other.byteLength, structuredClone(2, {}), structuredClone(2, undefined), structuredClone(2, { transfer: [] }));
log(thrown(() => structuredClone()), thrown(() => structuredClone(1, 5)), thrown(() => structuredClone(1, { transfer: 5 })));

//# what cannot be cloned (Node 22)
const instances = [
  () => 1, function named() {}, class A {}, Symbol("s"), Object(Symbol("s")), new Proxy({}, {}), new Proxy([], {}), Promise.resolve(),
  new WeakMap(), new WeakSet(), new WeakRef({}), (function* () {})(), (async function* () {})(), new Map().values(), new Set().entries(),
  [].values(), ""[Symbol.iterator](), new FinalizationRegistry(() => {}), { f() {} }, [Symbol.iterator], new Map([[1, () => {}]]), new Set([Symbol()]),
  new Error("x", { cause: () => {} }), new URL("a:b"), new URLSearchParams(),
];
for (const value of instances) log(thrown(() => structuredClone(value)));

//# objects of the web that Node copies as empty objects are refused
for (const value of [new Event("x"), new EventTarget(), AbortSignal.abort(), new AbortController(), new TextEncoder(), new TextDecoder(), crypto, crypto.subtle, performance]) {
  log(thrown(() => structuredClone(value)));
}
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25
//= DOMException DataCloneError 25

//# messages say what it was
for (const value of [Symbol("s"), () => 1, Promise.resolve(1), new WeakMap()]) {
  try {
    structuredClone({ value });
  } catch (error) {
    log(error.message);
  }
}

//# Blob and File
const file = structuredClone({ file: new File(["a"], "n.txt", { type: "text/plain", lastModified: 5 }), blob: new Blob(["bc"]) });
log(file.file instanceof File, file.file.name, file.file.lastModified, file.file.type, await file.file.text(), await file.blob.text(), file.blob instanceof File);
//= true n.txt 5 text/plain a bc false

//# a copy is made while the original changes
const map = new Map([[1, { get a() { map.set(2, 2); return 1; } }]]);
log(structuredClone(map).size);
const object = { get a() { delete object.b; return 1; }, b: 2, c: 3 };
log(structuredClone(object));
