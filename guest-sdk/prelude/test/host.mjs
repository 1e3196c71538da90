// The natives of `host` built on Node, and a loader for the prelude's files. Needs `--expose-internals`: see run.mjs.
import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import { types } from "node:util";
import vm from "node:vm";

const require = createRequire(import.meta.url);
const util = require("internal/test/binding").internalBinding("util");

const folder = new URL("../", import.meta.url);

// Which engine-made kinds `className` tells apart, in the order they are asked.
const brands = [
  ["Proxy", types.isProxy], ["Map", types.isMap], ["Set", types.isSet], ["WeakMap", types.isWeakMap],
  ["WeakSet", types.isWeakSet], ["WeakRef", (value) => tryCall(WeakRef.prototype.deref, value)], ["Date", types.isDate],
  ["RegExp", types.isRegExp], ["Error", types.isNativeError], ["Promise", types.isPromise],
  ["ArrayBuffer", types.isArrayBuffer], ["SharedArrayBuffer", types.isSharedArrayBuffer], ["DataView", types.isDataView],
  ["Arguments", types.isArgumentsObject], ["MapIterator", types.isMapIterator], ["SetIterator", types.isSetIterator],
  ["Module", types.isModuleNamespaceObject], ["Boolean", types.isBooleanObject], ["Number", types.isNumberObject],
  ["String", types.isStringObject], ["Symbol", types.isSymbolObject], ["BigInt", types.isBigIntObject],
  ["Function", (value) => typeof value === "function"],
  ["Generator", (value) => types.isGeneratorObject(value) && util.getConstructorName(value) !== "AsyncGenerator"],
  ["AsyncGenerator", types.isGeneratorObject],
];

function tryCall(method, value) {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}

const urlParts = (url) => [
  url.href, url.protocol, url.username, url.password, url.host, url.hostname, url.port, url.pathname, url.search, url.hash,
  url.origin,
];

function tryUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Natives for scripts of `realm` (a global object). What they did is in `state`: `state.printed` (`[stream, text]` pairs),
 * `state.timers` (id → due time), `state.clock` (milliseconds, moved by `state.advance`), `state.submitted`.
 */
export function createHost(realm = globalThis) {
  const state = { printed: [], timers: new Map(), clock: 1_700_000_000_000, submitted: [], errors: [] };
  let lastTimer = 0;
  let seed = 1;
  // Objects of the realm, made so that nothing its scripts patch takes part.
  const { Array: RealmArray, Uint8Array: RealmBytes, Promise: RealmPromise } = realm;
  const bytesOf = (buffer) => {
    const bytes = new RealmBytes(buffer.length);
    for (let i = 0; i < buffer.length; i++) bytes[i] = buffer[i];
    return bytes;
  };
  const array = (items) => {
    const list = new RealmArray();
    for (const [index, value] of Array.prototype.entries.call(items)) {
      Reflect.defineProperty(list, index, { value, writable: true, enumerable: true, configurable: true });
    }
    return list;
  };
  const host = {
    print: (stream, text) => void state.printed.push([stream, text]),
    now: () => state.clock,
    random: (bytes) => {
      for (let i = 0; i < bytes.length; i++) bytes[i] = (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;
    },
    sleep: (millis) => (state.timers.set(++lastTimer, state.clock + millis), lastTimer),
    cancel: (id) => void state.timers.delete(id),
    submit: (tool, args) => new RealmPromise((resolve, reject) => state.submitted.push({ tool, args, resolve, reject })),
    moduleNames: () => array([]),
    moduleTools: () => undefined,
    unknownModule: (specifier) => `no module ${specifier}`,
    unknownExport: (module, name) => `no tool ${name} in ${module}`,
    hint: () => undefined,
    promiseState: (promise) => {
      if (!types.isPromise(promise)) return undefined;
      const [status, value] = util.getPromiseDetails(promise);
      return array([status, value]);
    },
    proxyParts: (value) => {
      const parts = util.getProxyDetails(value, true);
      return parts === undefined ? undefined : array(parts);
    },
    previewIterator: (value) => {
      if (!types.isMapIterator(value) && !types.isSetIterator(value)) return undefined;
      const [entries, isPairs] = util.previewEntries(value, true);
      return array([array(entries), isPairs]);
    },
    className: (value) => brands.find(([, is]) => is(value))?.[0] ?? "Object",
    utf8Encode: (text) => bytesOf(Buffer.from(text.toWellFormed())),
    utf8Decode: (bytes, fatal) => {
      try {
        return new TextDecoder("utf-8", { fatal, ignoreBOM: true }).decode(bytes);
      } catch {
        return undefined;
      }
    },
    digest: (name, bytes) => {
      if (!/^SHA-(1|256|384|512)$/.test(name)) return undefined;
      return bytesOf(crypto.createHash(name.replace("-", "")).update(bytes).digest());
    },
    urlParse: (text, base) => {
      const url = tryUrl(text, base);
      return url && array(urlParts(url));
    },
    urlSet: (href, part, value) => {
      const url = new URL(href);
      url[part] = value;
      return array(urlParts(url));
    },
    queueMicrotask: (f) => queueMicrotask(() => {
      try {
        f();
      } catch (error) {
        state.errors.push(error);
      }
    }),
  };
  // Lets virtual time pass: fires what is due, in order, and drains microtasks between two timers.
  state.advance = async (millis) => {
    const until = state.clock + millis;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...state.timers].filter(([, due]) => due <= until).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
      if (!next) break;
      state.timers.delete(next[0]);
      state.clock = Math.max(state.clock, next[1]);
      host.fire(next[0]);
    }
    state.clock = until;
  };
  return { host, state };
}

/** Evaluates files of the prelude (`"console.js"`, …) in a vm context, or in this realm where `context` is undefined. */
export function loadPrelude(files, context) {
  const run = (text, filename) =>
    context ? vm.runInContext(text, context, { filename }) : vm.runInThisContext(text, { filename });
  const { host, state } = createHost(run("globalThis", "realm.js"));
  const p = {};
  for (const file of files) {
    const url = new URL(file, folder);
    run(fs.readFileSync(url, "utf8"), url.pathname)(host, p);
  }
  return { host, p, state, run: (text) => run(text, "script.js") };
}

/** A realm of its own, with only what the language has (and Node's console removed), and the prelude in it. */
export function freshRealm(files) {
  const context = vm.createContext();
  vm.runInContext("delete globalThis.console", context);
  return loadPrelude(files, context);
}

/** The files that make `console`, in order. */
export const consoleFiles = [
  "primordials.js", "strings.js", "inspect-text.js", "inspect-layout.js", "inspect-names.js", "inspect-errors.js", "inspect-properties.js",
  "inspect-shapes.js", "inspect.js", "format.js", "console-table.js", "console.js",
];
