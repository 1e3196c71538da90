// What every constructor of Intl needs: classes with hidden state, options as the standard reads them.
export const parse = JSON.parse;
const { defineProperty } = Object;

// A table that is parsed when it is first used.
export function lazy(text) {
  let value;
  return () => (value === undefined ? (value = parse(text)) : value);
}

export function define(target, name, value) {
  defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
}

// Makes a class with the methods and getters of `prototype` and a hidden state per instance, which `make` returns.
// `callable` ones may be called without `new`.
export function makeClass(name, make, prototype, { callable = false, statics = {}, length = 0 } = {}) {
  const states = new WeakMap();
  const state = (self) => {
    const found = states.get(self);
    if (found === undefined) throw new TypeError("Method Intl." + name + " called on incompatible receiver");
    return found;
  };
  const Class = function (locales, options) {
    if (new.target === undefined && !callable) throw new TypeError("Constructor Intl." + name + " requires 'new'");
    const target = new.target === undefined ? Class : new.target;
    const self = Reflect.construct(Object, [], target);
    states.set(self, make(locales, options, self));
    return self;
  };
  defineProperty(Class, "name", { value: name, configurable: true });
  defineProperty(Class, "length", { value: length, configurable: true });
  defineProperty(Class, "prototype", { writable: false });
  copy(prototype(state), Class.prototype);
  copy(statics, Class);
  defineProperty(Class.prototype, Symbol.toStringTag, { value: "Intl." + name, configurable: true });
  define(Class.prototype, "constructor", Class);
  Class.stateOf = undefined;
  delete Class.stateOf;
  return { Class, state, has: (value) => states.has(value) };
}

export function copy(methods, target) {
  for (const key of Reflect.ownKeys(methods)) {
    const descriptor = Object.getOwnPropertyDescriptor(methods, key);
    descriptor.enumerable = false;
    defineProperty(target, key, descriptor);
  }
}

// ---- Options ---------------------------------------------------------------------------------------------------------

// ToString: symbols are no text.
export function text(value) {
  if (typeof value === "symbol") throw new TypeError("Cannot convert a Symbol value to a string");
  return String(value);
}

export function toOptions(options) { // CoerceOptionsToObject
  if (options === null) throw new TypeError("Cannot convert undefined or null to object");
  return options === undefined ? { __proto__: null } : Object(options);
}

export function getOptions(options) { // GetOptionsObject
  if (options === undefined) return { __proto__: null };
  if ((typeof options === "object" && options !== null) || typeof options === "function") return options;
  throw new TypeError("Incorrect options information provided");
}

export function option(options, name, values, fallback) {
  let value = options[name];
  if (value === undefined) return fallback;
  value = text(value);
  if (values !== undefined && !values.includes(value)) throw new RangeError("Value " + value + " out of range for Intl options property " + name);
  return value;
}

export function booleanOption(options, name, fallback) {
  const value = options[name];
  return value === undefined ? fallback : Boolean(value);
}

export function numberOption(options, name, low, high, fallback) {
  return defaultNumber(options[name], name, low, high, fallback);
}

export function defaultNumber(value, name, low, high, fallback) {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!(number >= low && number <= high)) throw new RangeError(name + " value is out of range.");
  return Math.floor(number);
}

// Appends a part; an empty one is none.
export function push(parts, type, value) {
  if (value !== "") parts.push({ type, value });
}

export function join(parts) {
  let text = "";
  for (let i = 0; i < parts.length; i++) text += parts[i].value;
  return text;
}

// "{1} at {0}" with a list of parts for each number.
export function fillParts(pattern, values, literal = "literal") {
  const parts = [];
  const pieces = pattern.split(/\{(\d)\}/);
  for (let i = 0; i < pieces.length; i++) {
    if (i % 2 === 0) push(parts, literal, pieces[i]);
    else for (const part of values[pieces[i]]) parts.push(part);
  }
  return parts;
}

export const fill = (pattern, values) => pattern.replace(/\{(\d)\}/g, (all, index) => values[index]);
