import assert from "node:assert/strict";
import test from "node:test";
import { freshRealm } from "./host.mjs";

test("captured functions take the receiver first", () => {
  const { p, run } = freshRealm(["primordials.js"]);
  assert.equal(p.ArrayPrototypeJoin(run("[1, 2]"), "-"), "1-2");
  assert.equal(p.MapPrototypeGetSize(run("new Map([[1, 2]])")), 1);
  assert.equal(p.typedArrayName(run("new Int8Array(1)")), "Int8Array");
  assert.equal(p.typedArrayName(run("[]")), undefined);
});

test("helpers stay closed when a script has patched what they rest on", async () => {
  const { p, run } = freshRealm(["primordials.js"]);
  run(`
    globalThis.hits = [];
    const note = (what) => { hits[hits.length] = what; };
    Object.defineProperty(Array.prototype, "0", { set() { note("set 0"); }, configurable: true });
    RegExp.prototype.exec = () => note("exec");
    Promise.prototype.then = () => note("then");
    Object.defineProperty(Promise.prototype, "constructor", { get() { note("constructor"); return Promise; } });
    Object.defineProperty(Promise, Symbol.species, { get() { note("species"); return Promise; } });
    Object.prototype.get = Object.prototype.set = () => note("get");
    Object.prototype.value = 1;
  `);
  const list = p.list();
  p.ArrayPrototypePush(list, "a");
  list[list.length] = "b";
  assert.equal(p.ArrayPrototypeJoin(list, ""), "ab");
  const array = run("[]");
  p.append(array, "c");
  assert.equal(p.ArrayPrototypeJoin(array, ""), "c");
  const target = run("({})");
  p.define(target, "name", 5);
  assert.equal(p.ownDescriptor(target, "name").value, 5);
  assert.equal(p.ownDescriptor(target, "name").get, undefined);
  assert.equal(p.replaceEach("a1b22", run("/[0-9]+/g"), (digits) => `<${digits}>`), "a<1>b<22>");
  assert.equal(p.matches(run("/b/"), "abc"), true);
  assert.equal(p.ArrayPrototypeJoin(p.splitText("x,y", ","), "|"), "x|y");
  const map = new p.SafeMap();
  map.set(1, 2);
  assert.equal(map.get(1), 2);
  await new Promise((resolve) => p.then(run("(async () => 7)()"), (value) => resolve(assert.equal(value, 7))));
  assert.equal(run("hits.length"), 0);
});
