// Captures the intrinsics before any script runs, in the way of Node's primordials:
//
//   p.Array, p.Map, …                    the constructors and namespaces' own functions: p.MathFloor, p.ObjectKeys
//   p.ArrayPrototypePush(list, x)        methods take their receiver first
//   p.MapPrototypeGetSize(map)           accessors, also `…Set…` for setters
//   p.ArrayPrototypeSymbolIterator(list) methods under a well-known symbol; p.SymbolIterator is the symbol itself
//
// and helpers for what stays open to a script even with captured functions; each says which door it closes. One door is
// closed by how code is written: QuickJS makes a template literal a call of the `String.prototype.concat` that it finds then,
// so code that runs during a script joins strings with `+`.
(function primordials(host, p) {
  "use strict";

  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
  const { bind, call } = Function.prototype;
  // `uncurryThis(f)(self, …args)` is `f.call(self, …args)` without looking `call` up.
  const uncurryThis = bind.bind(call);
  const applyBind = bind.bind(apply);

  // Without a prototype, a name that is missing here is not looked up on a polluted Object.prototype.
  setPrototypeOf(p, null);
  setPrototypeOf(host, null);

  p.global = globalThis;
  p.uncurryThis = uncurryThis;
  p.applyBind = applyBind;

  // The names of the language's own classes that are globals.
  p.builtInNames = { __proto__: null };
  // The language's own classes themselves.
  const builtIns = new WeakSet();
  const isIn = Function.prototype.call.bind(WeakSet.prototype.has, builtIns);
  p.isBuiltInClass = (constructor) => isIn(constructor);

  // ---- Names -------------------------------------------------------------------------------------------------------

  const upperFirst = (text) => text[0].toUpperCase() + text.slice(1);
  const keyName = (key) =>
    typeof key === "symbol" ? `Symbol${upperFirst(key.description.replace(/^Symbol\./, ""))}` : upperFirst(key);
  const isWellKnown = (key) => typeof key === "string" || (key.description ?? "").startsWith("Symbol.");

  // Copies the own properties of `source` to `p`, named `prefix` + their name. `wrap` turns a function into what callers use.
  function copyProperties(source, prefix, wrap) {
    for (const key of ownKeys(source)) {
      if (!isWellKnown(key)) continue;
      const descriptor = getOwnPropertyDescriptor(source, key);
      const name = keyName(key);
      if ("get" in descriptor) {
        if (descriptor.get) p[`${prefix}Get${name}`] = uncurryThis(descriptor.get);
        if (descriptor.set) p[`${prefix}Set${name}`] = uncurryThis(descriptor.set);
      } else {
        const { value } = descriptor;
        p[`${prefix}${name}`] = typeof value === "function" && key !== "constructor" ? wrap(value) : value;
      }
    }
  }

  function copyConstructor(name, constructor, wrapStatic) {
    p[name] = constructor;
    builtIns.add(constructor);
    if (constructor === globalThis[name]) p.builtInNames[name] = true;
    copyProperties(constructor, name, wrapStatic);
    if (constructor.prototype) {
      p[`${name}Prototype`] = constructor.prototype;
      copyProperties(constructor.prototype, `${name}Prototype`, uncurryThis);
    }
  }

  const asIs = (f) => f;

  for (const name of ["Atomics", "JSON", "Math", "Reflect"]) {
    if (globalThis[name] !== undefined) copyProperties(globalThis[name], name, asIs);
  }

  for (const name of [
    "AggregateError", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error", "EvalError", "FinalizationRegistry",
    "Function", "Iterator", "Map", "Number", "Object", "Proxy", "RangeError", "ReferenceError", "RegExp", "Set",
    "SharedArrayBuffer", "String", "Symbol", "SyntaxError", "TypeError", "URIError", "WeakMap", "WeakRef", "WeakSet",
  ]) {
    if (typeof globalThis[name] === "function") copyConstructor(name, globalThis[name], asIs);
  }

  // The static functions of these make an instance of their `this`, so they are bound.
  for (const name of [
    "Array", "BigInt64Array", "BigUint64Array", "Float16Array", "Float32Array", "Float64Array", "Int16Array", "Int32Array",
    "Int8Array", "Promise", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray",
  ]) {
    const constructor = globalThis[name];
    if (typeof constructor === "function") copyConstructor(name, constructor, (f) => apply(bind, f, [constructor]));
  }

  // Intrinsics that no global names.
  const generator = function* () {};
  const asyncGenerator = async function* () {};
  const hidden = {
    TypedArray: getPrototypeOf(Uint8Array),
    AsyncFunction: (async () => {}).constructor,
    GeneratorFunction: generator.constructor,
    AsyncGeneratorFunction: asyncGenerator.constructor,
  };
  for (const name of ownKeys(hidden)) copyConstructor(name, hidden[name], asIs);
  const hiddenPrototypes = {
    Generator: getPrototypeOf(generator.prototype),
    AsyncGenerator: getPrototypeOf(asyncGenerator.prototype),
    ArrayIterator: getPrototypeOf([][Symbol.iterator]()),
    MapIterator: getPrototypeOf(new Map()[Symbol.iterator]()),
    SetIterator: getPrototypeOf(new Set()[Symbol.iterator]()),
    StringIterator: getPrototypeOf(""[Symbol.iterator]()),
    RegExpStringIterator: getPrototypeOf("a".matchAll(/a/g)),
    AsyncIterator: getPrototypeOf(getPrototypeOf(asyncGenerator.prototype)),
  };
  for (const name of ownKeys(hiddenPrototypes)) {
    p[`${name}Prototype`] = hiddenPrototypes[name];
    copyProperties(hiddenPrototypes[name], `${name}Prototype`, uncurryThis);
  }
  p.IteratorPrototype = getPrototypeOf(hiddenPrototypes.ArrayIterator);

  for (const name of [
    "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "isFinite", "isNaN", "parseFloat", "parseInt",
  ]) {
    p[name] = globalThis[name];
  }

  // ---- Defining properties -----------------------------------------------------------------------------------------

  // Descriptors have no prototype: `Object.prototype.get = …` would otherwise become part of each of them.

  // A property as built-ins have it: writable, configurable, not enumerable. `value` may be a method or a constructor.
  p.define = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    return value;
  };

  // Every own property of `methods` (also accessors and symbols) on `target`, not enumerable. For methods and getters
  // written in an object literal: such functions have no `prototype` and cannot be called with `new`, as built-ins.
  p.defineAll = (target, methods) => {
    const keys = ownKeys(methods);
    for (let i = 0; i < keys.length; i++) {
      const descriptor = p.ownDescriptor(methods, keys[i]);
      descriptor.enumerable = false;
      defineProperty(target, keys[i], descriptor);
    }
    return target;
  };

  // As `defineAll`, enumerable: the Web IDL interfaces (URL, TextEncoder, Event, …) have enumerable members.
  p.defineInterface = (target, methods) => {
    const keys = ownKeys(methods);
    for (let i = 0; i < keys.length; i++) {
      const descriptor = p.ownDescriptor(methods, keys[i]);
      descriptor.enumerable = typeof keys[i] === "string";
      defineProperty(target, keys[i], descriptor);
    }
    return target;
  };

  // Makes the members of a class's prototype that have a string name and the static ones enumerable (Web IDL).
  p.makeEnumerable = (constructor) => {
    for (const target of [constructor, constructor.prototype]) {
      for (const key of ownKeys(target)) {
        if (typeof key === "symbol" || key === "constructor") continue;
        if (target === constructor && (key === "length" || key === "name" || key === "prototype")) continue;
        defineProperty(target, key, { __proto__: null, enumerable: true });
      }
    }
    return constructor;
  };

  // A property that cannot be written, as Symbol.toStringTag and the constants of interfaces are.
  p.defineConstant = (target, name, value, enumerable = false) => {
    defineProperty(target, name, { __proto__: null, value, writable: false, enumerable, configurable: typeof name === "symbol" });
  };

  p.defineGetter = (target, name, get, set = undefined, enumerable = false) => {
    defineProperty(target, name, { __proto__: null, get, set, enumerable, configurable: true });
  };

  // An own property as an assignment makes it.
  p.setOwn = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };

  // Puts a global in place, not enumerable, unless the engine has it.
  p.defineGlobal = (name, value) => {
    if (getOwnPropertyDescriptor(globalThis, name) === undefined) p.define(globalThis, name, value);
  };

  // The own property's descriptor without a prototype, or `undefined`.
  p.ownDescriptor = (target, key) => {
    const descriptor = getOwnPropertyDescriptor(target, key);
    if (descriptor !== undefined) setPrototypeOf(descriptor, null);
    return descriptor;
  };

  // ---- Lists, maps, sets -------------------------------------------------------------------------------------------

  // An array without a prototype. `list[list.length] = x` and `ArrayPrototypePush` on an ordinary array run a setter that a
  // script put on `Array.prototype[0]`; on this one they do not.
  const emptyList = () => {
    const list = [];
    setPrototypeOf(list, null);
    return list;
  };
  p.list = emptyList;
  // Makes a list of an array that a captured function returned, and back.
  p.toList = (array) => {
    setPrototypeOf(array, null);
    return array;
  };
  p.toArray = (list) => {
    setPrototypeOf(list, Array.prototype);
    return list;
  };

  // Appends to any array by definition, never through a setter.
  p.append = (array, value) => {
    p.setOwn(array, array.length, value);
  };

  // `new p.SafeMap()` and the others have the methods of the originals as own properties of a prototype that no script
  // reaches, so `map.get(key)` and `map.size` are safe on them. They take no iterable. Do not hand them to scripts.
  const makeSafe = (Original, Safe) => {
    for (const key of ownKeys(Original.prototype)) {
      if (key === "constructor") continue;
      defineProperty(Safe.prototype, key, getOwnPropertyDescriptor(Original.prototype, key));
    }
    setPrototypeOf(Safe.prototype, null);
    return Safe;
  };
  p.SafeMap = makeSafe(Map, class SafeMap extends Map { constructor() { super(); } });
  p.SafeSet = makeSafe(Set, class SafeSet extends Set { constructor() { super(); } });
  p.SafeWeakMap = makeSafe(WeakMap, class SafeWeakMap extends WeakMap { constructor() { super(); } });
  p.SafeWeakSet = makeSafe(WeakSet, class SafeWeakSet extends WeakSet { constructor() { super(); } });

  // Calls `visit(value, key)` for each entry of a Map or Set. `forEach` walks the internal list, no iterator is looked up.
  p.eachOfMap = (map, visit) => p.MapPrototypeForEach(map, visit);
  p.eachOfSet = (set, visit) => p.SetPrototypeForEach(set, visit);

  // The values of any iterable as a `p.list()`. Runs script code, as the language says it must: for arguments such as
  // `new URLSearchParams(iterable)`. Throws a TypeError where the value is not iterable.
  p.listFrom = (iterable) => {
    const list = emptyList();
    const method = iterable[p.SymbolIterator];
    if (typeof method !== "function") throw new p.TypeError("value is not iterable");
    const iterator = apply(method, iterable, []);
    const { next } = iterator;
    for (;;) {
      const step = apply(next, iterator, []);
      if ((typeof step !== "object" && typeof step !== "function") || step === null) {
        throw new p.TypeError("iterator result is not an object");
      }
      if (step.done) return list;
      list[list.length] = step.value;
    }
  };

  // ---- Strings and regular expressions -----------------------------------------------------------------------------

  // `RegExp.prototype.test` and `String.prototype.replace` look `exec` up; these do not.
  const exec = uncurryThis(RegExp.prototype.exec);
  const slice = uncurryThis(String.prototype.slice);
  p.matches = (regexp, text) => {
    regexp.lastIndex = 0;
    return exec(regexp, text) !== null;
  };

  // Replaces each match of a regexp with the flag `g` (which must not match the empty string) by `replace(match, …groups)`.
  p.replaceEach = (text, regexp, replace) => {
    let out = "";
    let last = 0;
    regexp.lastIndex = 0;
    for (let match = exec(regexp, text); match !== null; match = exec(regexp, text)) {
      out += slice(text, last, match.index) + apply(replace, undefined, match);
      last = regexp.lastIndex;
    }
    return last === 0 ? text : out + slice(text, last);
  };

  // `text.split(separator)` with a string separator, as a `p.list()`.
  const indexOf = uncurryThis(String.prototype.indexOf);
  p.splitText = (text, separator) => {
    const list = emptyList();
    let from = 0;
    for (let at = indexOf(text, separator); at !== -1; at = indexOf(text, separator, from)) {
      list[list.length] = slice(text, from, at);
      from = at + separator.length;
    }
    list[list.length] = slice(text, from);
    return list;
  };

  // ---- Promises ----------------------------------------------------------------------------------------------------

  // `then` on a native promise. The method asks `promise.constructor[Symbol.species]` for the class of its result; both are
  // open to scripts, so they are hidden for the moment of the call. Only for promises that no script has frozen.
  const then = uncurryThis(Promise.prototype.then);
  const deleteProperty = Reflect.deleteProperty;
  p.then = (promise, fulfilled, rejected) => {
    defineProperty(promise, "constructor", { __proto__: null, value: undefined, configurable: true });
    const result = then(promise, fulfilled, rejected);
    deleteProperty(promise, "constructor");
    return result;
  };

  // `{ promise, resolve, reject }`, without a prototype.
  p.deferred = () => {
    const parts = { __proto__: null, promise: undefined, resolve: undefined, reject: undefined };
    parts.promise = new p.Promise((resolve, reject) => {
      parts.resolve = resolve;
      parts.reject = reject;
    });
    return parts;
  };

  // ---- Objects -----------------------------------------------------------------------------------------------------

  p.construct = construct;
  p.isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  p.hasOwn = Object.hasOwn ?? ((target, key) => getOwnPropertyDescriptor(target, key) !== undefined);

  // The name of a typed array's class (`"Uint8Array"`), or `undefined` where the value is none. Reads an internal slot.
  p.typedArrayName = (value) => p.TypedArrayPrototypeGetSymbolToStringTag(value);
  p.isUint8Array = (value) => p.typedArrayName(value) === "Uint8Array";
  p.isArrayBufferView = p.ArrayBufferIsView;
})
