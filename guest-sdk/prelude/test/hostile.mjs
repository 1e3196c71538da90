// A script that patches every intrinsic of its realm to notice when the prelude uses it: the patched function looks whether
// the code that called it is a file of the prelude. Scripts still work as before. Gives the list of what it noticed.
export const hostileScript = `(() => {
  "use strict";
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
  const OriginalError = Error;
  const realm = globalThis;
  const split = Function.prototype.call.bind(String.prototype.split);
  const test = Function.prototype.call.bind(RegExp.prototype.exec);
  const found = [];
  let isNoting = true; // until all is patched

  // Where the language says that a script's own code runs.
  const allowed = /listFrom|toPrimitive|toUsvString|fromAsync|fromIterator|fromArrayLike|isConstructor/;

  function note(what) {
    if (isNoting) return;
    isNoting = true;
    try {
      OriginalError.stackTraceLimit = 20;
      const lines = split(new OriginalError().stack, "\\n");
      let at = 3; // after the header, this function and the patched one
      while (at < lines.length && test(/\\(<anonymous>\\)|\\(native|hostile.js/, lines[at]) !== null) at++;
      const line = lines[at] ?? "";
      if (test(/\\/prelude\\/[\\w-]+\\.js/, line) !== null && test(/\\/test\\//, line) === null && test(allowed, line) === null) {
        defineProperty(found, found.length, { __proto__: null, value: what + line, enumerable: true, configurable: true, writable: true });
      }
    } finally {
      isNoting = false;
    }
  }

  function patchFunction(f, name) {
    const patched = {
      [f.name](...args) {
        note(name);
        return apply(f, this, args);
      },
    }[f.name];
    for (const key of ["name", "length"]) {
      defineProperty(patched, key, { __proto__: null, value: f[key], configurable: true });
    }
    return patched;
  }

  function patchMembers(target, name) {
    for (const key of ownKeys(target)) {
      if (key === "constructor" || key === "stackTraceLimit") continue;
      const descriptor = getOwnPropertyDescriptor(target, key);
      if (!descriptor.configurable) continue;
      const label = name + "." + String(key);
      let isPatched = false;
      for (const part of ["value", "get", "set"]) {
        if (typeof descriptor[part] !== "function") continue;
        if (ownKeys(descriptor[part]).includes("prototype")) continue;
        descriptor[part] = patchFunction(descriptor[part], label);
        isPatched = true;
      }
      if (isPatched) defineProperty(target, key, { __proto__: null, ...descriptor });
    }
  }

  const globals = ownKeys(globalThis);
  const targets = [];
  for (const name of globals) {
    if (typeof name !== "string" || name === "globalThis") continue;
    const value = getOwnPropertyDescriptor(globalThis, name).value;
    if ((typeof value !== "object" && typeof value !== "function") || value === null || value === globalThis) continue;
    targets.push([value, name]);
    if (typeof value === "function" && value.prototype) targets.push([value.prototype, name + ".prototype"]);
  }
  const generator = (function* () {})();
  const parent = Object.getPrototypeOf;
  for (const [value, name] of [
    [parent(Uint8Array.prototype), "TypedArray.prototype"], [parent(Uint8Array), "TypedArray"],
    [parent([].values()), "ArrayIterator"], [parent(parent([].values())), "IteratorPrototype"],
    [parent(new Map().values()), "MapIterator"], [parent(new Set().values()), "SetIterator"],
    [parent(""[Symbol.iterator]()), "StringIterator"], [parent(parent(generator)), "Generator"],
    [parent("".matchAll(/a/g)), "RegExpStringIterator"],
  ]) targets.push([value, name]);
  const patches = targets.map(([value, name]) => () => patchMembers(value, name));
  const keepGlobals = globals.map((name) => [name, getOwnPropertyDescriptor(globalThis, name)]);
  for (let i = 0; i < patches.length; i++) patches[i]();

  for (let i = 0; i < keepGlobals.length; i++) {
    const name = keepGlobals[i][0];
    const descriptor = keepGlobals[i][1];
    if (name === "globalThis" || typeof name === "symbol" || !descriptor.configurable || !("value" in descriptor)) continue;
    let value = getOwnPropertyDescriptor(realm, name).value;
    defineProperty(realm, name, {
      __proto__: null,
      get() {
        note("global " + name);
        return value;
      },
      set(next) {
        value = next;
      },
      configurable: true,
    });
  }
  for (const key of ["0", "1", "2"]) {
    defineProperty(Array.prototype, key, {
      __proto__: null,
      get: () => void note("Array.prototype[" + key + "] read"),
      set(value) {
        note("Array.prototype[" + key + "] written");
        defineProperty(this, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
  for (const key of ["get", "set", "value", "writable", "enumerable", "configurable"]) {
    defineProperty(Object.prototype, key, {
      __proto__: null,
      get: () => void note("Object.prototype." + key),
      set(value) {
        defineProperty(this, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      },
      configurable: true,
    });
  }
  isNoting = false;
  return found;
})()`;
