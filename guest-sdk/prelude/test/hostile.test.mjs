// Console output while a script works against it: patched and deleted built-ins, huge and endless values, engine stacks.
import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";
import { consoleFiles, freshRealm, loadPrelude } from "./host.mjs";

const printedBy = (state, stream = 0) => state.printed.filter(([s]) => s === stream).map(([, text]) => text).join("");

// Values made before the patching, and printing that happens after it.
const makeValues = `
  class Foo { constructor() { this.a = 1; } get g() { return 1; } }
  const round = { name: "r" };
  round.self = round;
  globalThis.values = {
    primitives: [1, -0, 5n, "it's", undefined, null, true, Symbol("s")],
    objects: { a: { b: { c: { d: 1 } } }, "k-k": [1, 2, 3], get x() { return hits.push("getter"); } },
    numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 200, 3000],
    map: new Map([["k", { v: 1 }]]), set: new Set([1, "two"]), iterator: new Map([[1, 2]]).entries(),
    round, foo: new Foo(), Foo, f: function f() {}, date: new Date(0), re: /a+/gi, bytes: new Uint8Array([1, 2]),
    buffer: new ArrayBuffer(2), view: new DataView(new ArrayBuffer(1)), error: Object.assign(new TypeError("bad"), { code: 5 }),
    caused: new Error("outer", { cause: "inner" }), boxed: new String("b"), bare: Object.create(null),
    proxy: new Proxy({ p: 1 }, { get() { hits.push("trap"); } }), holes: [, 1], long: "x".repeat(90) + "\\n" + "y".repeat(90),
    weak: new WeakMap(), generator: (function* () {})(), arguments: (function () { return arguments; })(1),
  };
  for (const error of [values.error, values.caused]) Object.defineProperty(error, "stack", { value: undefined });
  values.table = [{ a: 1, b: "x" }, { a: 2 }];
  globalThis.hits = [];
  globalThis.keep = { console: { ...console }, keys: Object.keys(values) };
`;

const printAll = `
  (function (log, table, count, group, groupEnd, dir, warn, time, timeEnd, assert, trace) {
    for (let i = 0; i < keep.keys.length; i++) {
      const value = values[keep.keys[i]];
      log(value);
      log("%s %d %o %O %j", "text", 5, [value], value, { j: 1 }, value);
    }
    log("plain text", 1, null);
    table(values.table);
    table(values.map);
    count("c"); count("c");
    group("g"); log("in\\nside"); groupEnd();
    dir(values.objects, { depth: 0 });
    warn("%s", values.foo);
    time("t"); timeEnd("t");
    assert(false, "assertion");
    log("last");
  })(keep.console.log, keep.console.table, keep.console.count, keep.console.group, keep.console.groupEnd, keep.console.dir,
     keep.console.warn, keep.console.time, keep.console.timeEnd, keep.console.assert, keep.console.trace);
`;

function outputAfter(attack) {
  const { state, run } = freshRealm(consoleFiles);
  run(makeValues);
  run(attack);
  run(printAll);
  return { text: printedBy(state) + printedBy(state, 1), hits: run("hits.length") };
}

// All functions of the language as `[object, key, descriptor]`, gathered before the first is touched.
const everyIntrinsic = `
  const roots = [
    "Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error", "Function", "Map", "Number", "Object", "Promise",
    "Proxy", "RegExp", "Set", "String", "Symbol", "TypeError", "Uint8Array", "WeakMap", "WeakSet", "JSON", "Math", "Reflect",
  ].map((name) => globalThis[name]);
  const targets = [];
  for (const root of roots) targets.push(root, root.prototype);
  const proto = Object.getPrototypeOf;
  targets.push(proto(Uint8Array), proto(Uint8Array).prototype, proto([][Symbol.iterator]()), proto(new Map().keys()),
    proto(new Set().keys()), proto(proto([][Symbol.iterator]())), proto(function* () {}), proto(proto(function* () {}).prototype));
  const { defineProperty, deleteProperty } = Reflect;
  const all = [];
  for (const target of targets.filter(Boolean)) {
    for (const key of Reflect.ownKeys(target)) {
      const descriptor = Object.getOwnPropertyDescriptor(target, key);
      const isFunction = descriptor.get !== undefined || typeof descriptor.value === "function";
      if (descriptor.configurable && key !== "constructor" && isFunction) all.push({ target, key, text: String(key), get: descriptor.get });
    }
  }
  globalThis.hits = { length: 0, push() { this.length++; } };
`;

const attacks = {
  "replacing every built-in function": `
    ${everyIntrinsic}
    for (let i = 0; i < all.length; i++) {
      const { target, key, text, get } = all[i];
      const bad = () => { hits[hits.length++] = text; throw new Error("patched " + text); };
      defineProperty(target, key, get ? { get: bad, configurable: true } : { value: bad, configurable: true, writable: true });
    }
  `,
  "deleting every built-in function": `
    ${everyIntrinsic}
    for (let i = 0; i < all.length; i++) deleteProperty(all[i].target, all[i].key);
  `,
  "deleting every global": `
    const kept = ["hits", "keep", "values"];
    const { ownKeys, deleteProperty } = Reflect;
    const realm = globalThis;
    for (const key of ownKeys(realm)) if (!kept.includes(key)) deleteProperty(realm, key);
  `,
  "setters on Array.prototype": `
    for (let i = 0; i < 50; i++) {
      Object.defineProperty(Array.prototype, i, { get() { hits.length++; }, set() { hits.length++; }, configurable: true });
    }
    globalThis.hits = { length: 0 };
  `,
  "descriptor fields on Object.prototype": `
    globalThis.hits = { length: 0 };
    const define = Object.defineProperty;
    const fields = ["get", "set", "value", "writable", "enumerable", "configurable"];
    for (const name of [...fields, "then", "done", "next", "length", "0", "name", "message", "depth", "showHidden", "tag", "keys", "left"]) {
      define(Object.prototype, name, { __proto__: null, get() { hits.length++; return undefined; }, configurable: true });
    }
  `,
  "poisoned constructors and species": `
    globalThis.hits = { length: 0 };
    const bad = { __proto__: null, get() { hits.length++; return class { constructor() { hits.length++; } }; }, configurable: true };
    for (const c of [Array, Map, Set, RegExp, Promise, ArrayBuffer]) Object.defineProperty(c, Symbol.species, bad);
    for (const c of [Array, Map, Object, Error, TypeError]) Object.defineProperty(c, Symbol.hasInstance, bad);
  `,
  "another console": `
    globalThis.console = { log() { hits.push("log"); } };
  `,
};

const untouched = outputAfter("");

test("the values print as they should before any attack", () => {
  assert.match(untouched.text, /last\n/);
  assert.equal(untouched.hits, 0);
});

for (const [name, attack] of Object.entries(attacks)) {
  test(`printing survives ${name}`, () => {
    const { text, hits } = outputAfter(attack);
    assert.equal(hits, 0, "script code ran");
    assert.equal(text, untouched.text);
  });
}

test("printing survives Object.prototype without constructor and changed tags", () => {
  const { state, run } = freshRealm(consoleFiles);
  run("delete Object.prototype.constructor; delete Map.prototype.constructor; Object.prototype[Symbol.toStringTag] = 'Evil'");
  run("console.log({ a: 1 }, new Map([[1, 2]]), [1])");
  assert.match(printedBy(state), /a: 1/);
  assert.match(printedBy(state), /1 => 2/);
});

test("a custom method that throws, loops back or returns junk falls back", () => {
  const { state, run } = freshRealm(consoleFiles);
  run(`
    const custom = Symbol.for("nodejs.util.inspect.custom");
    console.log({ a: 1, [custom]() { throw new Error("no"); } });
    console.log({ a: 2, [custom]() { return Symbol("junk"); } });
    console.log({ a: 3, get [custom]() { throw new Error("getter ran"); } });
    console.log(Object.create(new Proxy({}, { get() { throw new Error("trap ran"); }, has() { throw new Error("trap ran"); } })));
  `);
  assert.match(printedBy(state), /^\{\n  a: 1,[^}]*\}\n\{\n  a: 2,[^}]*\}\n\{ a: 3,.*\n\{\}\n$/);
});

test("host.inspect runs no script code", () => {
  const { host, run } = freshRealm(consoleFiles);
  const value = run(`({ a: 1, [Symbol.for("nodejs.util.inspect.custom")]() { throw new Error("ran"); } })`);
  assert.match(host.inspect(value), /a: 1/);
  assert.equal(host.inspect(run(`({ code: "E_LIMIT", detail: "row 12" })`)), "{ code: 'E_LIMIT', detail: 'row 12' }");
  assert.equal(host.inspect("text"), "'text'");
});

test("deep values stop at the depth limit", () => {
  const { state, run } = freshRealm(consoleFiles);
  run(`
    let x = []; for (let i = 0; i < 200000; i++) x = [x];
    let y = {}; for (let i = 0; i < 200000; i++) y = { y };
    let z = new Error("z"); for (let i = 0; i < 200000; i++) z = new Error("z", { cause: z });
    let o = {}; for (let i = 0; i < 5000; i++) o = Object.create(o);
    console.log(x, y);
    console.dir(x, { depth: null });
    console.dir(y, { depth: Infinity });
    console.log("%o", x);
    console.log(z);
    console.log(o);
  `);
  assert.match(printedBy(state), /^\[ \[ \[ \[Array\] \] \] \] \{ y: \{ y: \{ y: \[Object\] \} \} \}\n/);
});

test("a chain of proxies and prototypes without end does not hang", () => {
  const { state, run } = freshRealm(consoleFiles);
  run(`
    const a = { x: 1 };
    Object.setPrototypeOf(a, new Proxy(a, {}));
    console.log(a);
    console.log(new Error("e", { cause: a }));
    console.log("%s", a);
  `);
  assert.match(printedBy(state), /x: 1/);
});

test("the text of one value is bounded", () => {
  const { state, run } = freshRealm(consoleFiles);
  run(`
    const wide = Array.from({ length: 100 }, () => "x".repeat(10000));
    console.log(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => wide)));
    const keys = {};
    for (let i = 0; i < 300000; i++) keys["key number " + i] = "value of the key " + i;
    console.log(keys);
    const shared = Array.from({ length: 100 }, () => ({ a: keys }));
    console.log(shared);
    const f = () => {};
    Object.defineProperty(f, "name", { value: "n".repeat(1e6) });
    console.log(Array.from({ length: 100 }, () => f), new Set(Array.from({ length: 100 }, () => [f])));
    console.log("%O %O %O", shared, shared, shared, shared, shared);
  `);
  // Long text and its line end are printed apart.
  const texts = state.printed.map(([, text]) => text).filter((text) => text !== "\n");
  for (const text of texts) {
    assert.match(text, /\.\.\. cut: the text of this value is longer than 8 MB/);
    assert.ok(text.length < 40e6, `${text.length}`);
  }
});

test("a module namespace prints its exports, also before they have values", async () => {
  const context = vm.createContext();
  const { state } = loadPrelude(consoleFiles, context);
  if (!vm.SourceTextModule) return;
  const module = new vm.SourceTextModule("import * as self from 'self'; console.log(self); export let a = 1; export const b = 2;", { context, identifier: "self" });
  await module.link(() => module);
  await module.evaluate();
  assert.equal(printedBy(state), "[Module: null prototype] { a: <uninitialized>, b: <uninitialized> }\n");
});

// Boa and QuickJS: `stack` is an accessor of Error.prototype and holds only frames.
function engineRealm(stack) {
  const context = vm.createContext();
  vm.runInContext(`
    delete globalThis.console;
    Object.defineProperty(Error.prototype, "stack", { get() { return ${JSON.stringify(stack)}; }, configurable: true });
    Error.stackTraceLimit = 0;
    for (const name of ["Error", "TypeError"]) {
      const Original = globalThis[name];
      globalThis[name] = new Proxy(Original, { construct(target, args, newTarget) {
        const error = Reflect.construct(target, args, newTarget === globalThis[name] ? target : newTarget);
        delete error.stack;
        return error;
      } });
    }
  `, context);
  return loadPrelude(consoleFiles, context);
}

test("an engine's frames are put under the current name and message", () => {
  const { state, run } = engineRealm("    at load (script.js:2:3)\n    at log (native)\n    at format (prelude/format.js:1:1)\n    at <main> (script.js:9:1)\n");
  run(`
    const e = new Error("quota");
    e.name = "ApiError";
    e.status = 429;
    console.log(e);
    console.log({ e: new TypeError("bad") });
    console.trace("here");
  `);
  assert.equal(printedBy(state), `Error [ApiError]: quota
    at load (script.js:2:3)
    at script.js:9:1 {
  status: 429
}
{
  e: TypeError: bad
      at load (script.js:2:3)
      at script.js:9:1
}
`);
  assert.equal(printedBy(state, 1), "Trace: here\n    at load (script.js:2:3)\n    at script.js:9:1\n");
});

test("an engine without stacks gives the message in brackets", () => {
  const { state, run } = engineRealm(undefined);
  run(`console.log(new Error("m"), { e: new TypeError("t") }); console.log(Object.assign(new Error("m"), { name: "ApiError", code: 1 }));`);
  assert.equal(printedBy(state), "[Error: m] { e: [TypeError: t] }\n[Error [ApiError]: m] { code: 1 }\n");
});
