// Compares `p.inspect`, `p.format` and `console` with Node's own. What differs on purpose is listed in differences.json.
import assert from "node:assert/strict";
import { Console } from "node:console";
import fs from "node:fs";
import { Writable } from "node:stream";
import test from "node:test";
import util from "node:util";
import { consoleFiles, loadPrelude } from "./host.mjs";
import { generated, generator, handWritten } from "./values.mjs";

const differences = JSON.parse(fs.readFileSync(new URL("differences.json", import.meta.url), "utf8"));

const nodeConsole = globalThis.console;
const { p, state } = loadPrelude(consoleFiles);
const ownConsole = globalThis.console;
delete globalThis.print;
globalThis.console = nodeConsole;

let compared = 0;
const seen = new Set();

// A listed label may differ, and must with at least one of the options it is compared with.
function compare(label, node, own, options = "") {
  compared++;
  let expected;
  let actual;
  try {
    expected = node();
  } catch (error) {
    expected = `threw ${error}`;
  }
  try {
    actual = own();
  } catch (error) {
    actual = `threw ${error}`;
  }
  if (label in differences && actual !== expected) seen.add(label);
  else assert.equal(actual, expected, `${label} ${options}`);
}

function compareAll(values, name, options) {
  test(`inspect: ${name}`, () => {
    for (const [label, make] of values) {
      const value = make();
      compare(label, () => util.inspect(value, options), () => p.inspect(value, options), JSON.stringify(options));
    }
  });
}

compareAll(handWritten, "by hand");
compareAll(handWritten, "by hand, hidden members", { showHidden: true });
compareAll(handWritten, "by hand, in detail as %o", { showHidden: true, showProxy: true, depth: 4 });
compareAll(handWritten, "by hand, all levels", { depth: null });
compareAll(handWritten, "by hand, first level", { depth: 0 });
compareAll(handWritten, "by hand, not compact", { compact: false });
compareAll(handWritten, "by hand, compact", { compact: true });
compareAll(handWritten, "by hand, narrow", { breakLength: 40 });
compareAll(handWritten, "by hand, one line", { breakLength: Infinity });
compareAll(handWritten, "by hand, short", { maxArrayLength: 3, maxStringLength: 7, sorted: true, numericSeparator: true });
compareAll(handWritten.map(([label, make]) => [`in object: ${label}`, () => ({ list: [make()], key: make() })]), "nested");
compareAll(generated, "from seeds");
compareAll(generated.slice(0, 500), "from seeds, all levels", { depth: Infinity });
compareAll(generated.slice(500, 900), "from seeds, narrow and compact", { compact: 1, breakLength: 60 });

test("format", () => {
  const calls = [
    [], [""], ["%"], ["%%"], ["%s"], ["%s", "a"], ["%s %s", "a"], ["a", "b", 1, { c: 2 }], [1, "%s", 2], ["%%s", "a"], ["%%%s%%", "a"],
    ["%x", 1], ["%s", 5], ["%s", -0], ["%s", 5n], ["%s", Symbol("s")], ["%s", null], ["%s", undefined], ["%s", true],
    ["%s", {}], ["%s", { a: { b: { c: 1 } } }], ["%s", [1, [2, [3]]]], ["%s", () => 1], ["%s", class A {}], ["%s", new Date(0)],
    ["%s", new Error("e")], ["%s", { toString: () => "own" }], ["%s", new (class { toString() { return "class"; } })()],
    ["%s", new (class extends Date { toString() { return "d"; } })()], ["%s", new (class extends Error {})("sub")], ["%s", Object.create(null)],
    ["%s", new Proxy({}, {})], ["%s", new Proxy({ toString: () => "p" }, {})], ["%s", { toString: 5 }], ["%s", new String("boxed")],
    ["%s", Object.create({ toString: () => "inherited" })], ["%s", new Map([[1, { a: { b: 1 } }]])],
    ["%d", "42"], ["%d", 4.5], ["%d", "x"], ["%d", 5n], ["%d", Symbol("s")], ["%d", {}], ["%d", null], ["%d", undefined], ["%d", -0], ["%d", [7]],
    ["%i", 42.9], ["%i", "42.9px"], ["%i", -0.5], ["%i", 5n], ["%i", Symbol()], ["%i", {}], ["%i", null],
    ["%f", "3.5"], ["%f", "3.5px"], ["%f", Symbol()], ["%f", 5n], ["%f", null], ["%f", -0],
    ["%j", { a: [1, 2] }], ["%j", undefined], ["%j", "s"], ["%j", { toJSON: () => "j" }], ["%j", () => 1], ["%j", (() => { const a = {}; a.a = a; return a; })()],
    ["%j", 5n],
    ["%o", [1]], ["%o", { f() {} }], ["%o", function f() {}], ["%o", class A { static s = 1; }], ["%o", new Proxy({ a: 1 }, { get() {} })], ["%o", "text"],
    ["%O", { a: { b: { c: { d: 1 } } } }], ["%O", [new Map([[1, 2]])]], ["%O", "it's"], ["%O", 5],
    ["%c", "color: red"], ["%cred", "color: red", "rest"], ["%s is %d years and %i months, %f, %j", "x", 1, 2.9, 3.1, { a: 1 }, "rest", { b: 2 }],
    ["%s", "a", "b", { c: 1 }], ["100%", "done", "%x"], ["%s%", "a"], ["%%%", "a"], ["%s%%s", "a", "b"], ["%a%s", "x"], ["%-5s", "x"], ["%5d", 1],
    ["a\nb", { a: "a\nb" }], [new Error("e"), "after"], [null, undefined, true], [[1, 2, 3], "x"], [-0, 0n], [Symbol("a"), Symbol.iterator],
    ["pi=%f", "3.5", "extra", { z: 1 }], ["%o|%O", [1], { q: { r: 1 } }], ["x", "%d", 5], [{}, "%d", 5], ["%s", "%s", "a"],
  ];
  for (const [i, args] of calls.entries()) {
    compare(`format ${i} ${args[0] === undefined ? "" : String(args[0])}`, () => util.format(...args), () => p.format(args));
  }
  for (let seed = 1; seed <= 600; seed++) {
    const { next, pick, value, scalar } = generator(seed * 97);
    const pieces = ["%s", "%d", "%i", "%f", "%O", "%o", "%j", "%c", "%%", "%", "x", " ", "text"];
    const first = pick([() => Array.from({ length: next(6) }, () => pick(pieces)).join(""), scalar])();
    const args = [first, ...Array.from({ length: next(5) }, () => pick([scalar, () => value(2)])())];
    compare(`format seed ${seed}`, () => util.format(...args), () => p.format(args));
  }
});

// Runs `script(console)` on both consoles and compares all that was printed, by stream.
function compareCalls(label, script) {
  const printed = ["", ""];
  const stream = (i) => new Writable({ write: (chunk, _, done) => { printed[i] += chunk; done(); }, decodeStrings: false });
  const warnings = [];
  const emitWarning = process.emitWarning;
  process.emitWarning = (text) => void (printed[1] += `Warning: ${text}\n`, warnings.push(text));
  script(new Console({ stdout: stream(0), stderr: stream(1) }));
  process.emitWarning = emitWarning;
  state.printed.length = 0;
  script(ownConsole);
  const own = ["", ""];
  for (const [i, text] of state.printed) own[i] += text;
  compare(label, () => JSON.stringify(printed, null, 1), () => JSON.stringify(own, null, 1));
}

test("console", () => {
  for (const method of ["log", "info", "debug", "error", "warn", "dirxml"]) {
    compareCalls(`console.${method}`, (console) => {
      console[method]();
      console[method]("text");
      console[method]("%s!", "text", { a: 1 });
      console[method](1, "two", [3], null, undefined, -0, true, 5n, Symbol("s"));
      console[method]({ a: { b: { c: { d: 1 } } } });
      console[method]("100% of %d", 5);
      console[method]("", "", 0);
    });
  }
  compareCalls("console.group", (console) => {
    console.group("title", { a: 1 });
    console.log("in\nside");
    console.group();
    console.warn({ a: "x".repeat(80), b: [1, 2] });
    console.groupCollapsed("%s", "collapsed");
    console.log();
    console.table([{ a: 1 }]);
    console.groupEnd();
    console.groupEnd();
    console.log("less");
    console.groupEnd();
    console.groupEnd();
    console.log("none");
  });
  compareCalls("console.count", (console) => {
    console.count();
    console.count();
    console.count("x");
    console.count(5);
    console.countReset();
    console.count();
    console.countReset("unknown");
    console.count(undefined);
  });
  compareCalls("console.assert", (console) => {
    console.assert(true, "no");
    console.assert(false);
    console.assert(false, "message");
    console.assert(0, "%s is %d", "x", 5);
    console.assert(null, 5, { a: 1 });
    console.assert(undefined, undefined);
  });
  compareCalls("console.assert with an object", (console) => console.assert(false, { a: 1 }, "x"));
  compareCalls("console.dir", (console) => {
    console.dir({ a: { b: { c: { d: { e: 1 } } } } });
    console.dir({ a: { b: { c: { d: { e: 1 } } } } }, { depth: null });
    console.dir({ a: { b: 1 } }, { depth: 0 });
    console.dir("text");
    console.dir([1, 2], { showHidden: true });
    console.dir({ [util.inspect.custom]: () => "custom" });
    console.dir({ a: 1 }, undefined);
  });
  compareCalls("console.time without label", (console) => {
    console.timeEnd("unknown");
    console.timeLog("unknown", 1);
    console.time("twice");
    console.time("twice");
  });
  compareCalls("console.table", (console) => {
    console.table();
    console.table(5);
    console.table("text");
    console.table(null);
    console.table([]);
    console.table({});
    console.table([1, "two", [3], { four: 4 }]);
    console.table([{ a: 1, b: "x" }, { a: 2, c: true }]);
    console.table([{ a: 1, b: "x" }, { a: 2, c: true }], ["a", "nope"]);
    console.table([{ a: 1 }], []);
    console.table([[1, 2], [3, 4]]);
    console.table({ row: { a: 1 }, other: { a: 2 } });
    console.table({ row: 1, other: { a: 2 } });
    console.table(new Map([["a", 1], [{ x: 1 }, [1, 2]]]));
    console.table(new Set([1, "b", { c: 1 }]));
    console.table(new Map([["a", 1]]).entries());
    console.table(new Map([["a", 1]]).keys());
    console.table(new Set([1]).values());
    console.table(new Set([1]).entries());
    console.table([{ deep: { a: { b: 1 } }, list: [1, 2, 3, 4, 5], wide: { a: 1, b: 2, c: 3 }, f() {}, d: new Date(0) }]);
    console.table([{ name: "日本", emoji: "😀" }, { name: "ascii", emoji: "e\u0301" }]);
    console.table([undefined, null, Symbol("s"), -0, 5n]);
    console.table([{ "it's": "it's", "line\nbreak": "a\nb" }]);
    console.table(Object.assign(Object.create(null), { a: { b: 1 } }));
    console.table([new Map([[1, 2]]), new Error("e").message]);
    console.table(new Uint8Array(2));
    console.table([[]]);
    console.table([{}, { a: undefined }]);
  });
});

test("console.time tells the time that passed", () => {
  state.printed.length = 0;
  ownConsole.time();
  for (const [millis, expected] of [[0, "0ms"], [12, "12ms"], [999, "999ms"], [1000, "1.000s"], [1500, "1.500s"], [62345, "1:02.345 (m:ss.mmm)"], [3_723_004, "1:02:03.004 (h:mm:ss.mmm)"]]) {
    const start = state.clock;
    state.clock += millis;
    ownConsole.timeLog("default", "%s", { a: 1 });
    state.clock = start;
    assert.equal(state.printed.at(-1)[1], `default: ${expected} %s { a: 1 }\n`);
  }
  ownConsole.timeEnd();
  assert.equal(state.printed.at(-1)[1], "default: 0ms\n");
});

test("console.trace says what and where", () => {
  ownConsole.trace("at %s", "this");
  const [stream, text] = state.printed.at(-1);
  assert.equal(stream, 1);
  assert.match(text, /^Trace: at this\n    at /);
});

test("console.table refuses columns that are no array", () => {
  assert.throws(() => ownConsole.table([], "a"), TypeError);
});

test("console is a namespace object", () => {
  assert.equal(Object.prototype.toString.call(ownConsole), "[object console]");
  assert.equal(Object.getOwnPropertyDescriptor(globalThis, "console").enumerable, false);
  for (const name of Object.keys(ownConsole)) {
    assert.equal(ownConsole[name].name, name);
    assert.equal(typeof nodeConsole[name], "function", name);
    assert.throws(() => new ownConsole[name](), TypeError);
  }
});

test("every listed difference is one", (t) => {
  assert.deepEqual(Object.keys(differences).filter((label) => !seen.has(label)), []);
  t.diagnostic(`${compared} texts compared, ${seen.size} differ on purpose`);
});
