// locale-en.js and locale-compare.js in a realm whose script broke every method: the answers stay the same.
import fs from "node:fs";
import vm from "node:vm";

const calls = [
  "n(1234567.891, 'toLocaleString')", "n(0.256, 'toLocaleString', 'en-US', { style: 'percent', maximumFractionDigits: 1 })",
  "n(-1234.5, 'toLocaleString', 'en-US', { style: 'currency', currency: 'USD' })", "n(999999, 'toLocaleString', ['en-US'], { notation: 'compact' })",
  "n(12n, 'toLocaleString')", "d('toLocaleString')", "d('toLocaleDateString', 'en-US', { weekday: 'long', month: 'short', day: 'numeric' })", "d('toLocaleTimeString', 'en-US', { timeStyle: 'short' })",
  "l('toLocaleString')", "s('résumé', 'localeCompare', 'Resume')", "s('item 10', 'localeCompare', 'item 9', undefined, { numeric: true })", "s('abc', 'toLocaleUpperCase')",
];

export default function hostile(tally) {
  const answers = (isHostile) => {
    const context = vm.createContext({});
    const run = (text) => vm.runInContext(text, context);
    const p = {};
    for (const name of ["primordials.js", "locale-en.js", "locale-compare.js"]) run(fs.readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"))({}, p);
    run(`const { apply } = Reflect; const call = (value, method, args) => apply(method, value, args);
      const methods = { n: Number.prototype.toLocaleString, b: BigInt.prototype.toLocaleString, l: Array.prototype.toLocaleString };
      const kept = new Map(); for (const C of [Number, BigInt, Date, Array, String]) for (const k of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString", "localeCompare", "toLocaleUpperCase"]) if (C.prototype[k]) kept.set(C.name + k, C.prototype[k]);
      const get = apply.bind(undefined, Map.prototype.get, kept);
      const date = new Date(Date.UTC(2024, 1, 29, 15, 4, 5)); const list = [1234.5, "a"];
      list[0] = { toLocaleString: () => "x" }; list[1] = { toLocaleString: () => "y" };
      const table = { __proto__: null }; kept.forEach((v, k) => { table[k] = v; });
      var n = (v, m, a, b) => apply(table[(typeof v === "bigint" ? "BigInt" : "Number") + m], v, [a, b]); var d = (m, a, b) => apply(table["Date" + m], date, [a, b]);
      var l = (m) => apply(table["Array" + m], list, []); var s = (v, m, a, b, c) => apply(table["String" + m], v, [a, b, c]);`);
    if (isHostile) {
      run(`{ const define = Object.defineProperty; const keys = Reflect.ownKeys; const own = Object.getOwnPropertyDescriptor;
        const targets = [Object, Array, String, Number, BigInt, Boolean, Date, RegExp, Math, JSON, Reflect, Set, Map, Array.prototype, String.prototype, Number.prototype, BigInt.prototype, Date.prototype, RegExp.prototype, Set.prototype, Map.prototype, Function.prototype, Object.prototype];
        for (let i = 0; i < targets.length; i++) { const list = keys(targets[i]); for (let k = 0; k < list.length; k++) {
          const descriptor = own(targets[i], list[k]); if (!descriptor.configurable || list[k] === "constructor" || list[k] === "name" || list[k] === "length" || list[k] === "prototype" || list[k] === "__proto__") continue;
          if (typeof descriptor.value === "function" || descriptor.get) define(targets[i], list[k], { value() { throw new Error("hostile"); }, writable: true, configurable: true }); } } }`);
    }
    return calls.map((text) => { try { return String(run(text)); } catch (error) { return `throws ${error.message}`; } });
  };
  const calm = answers(false);
  const broken = answers(true);
  calls.forEach((text, i) => tally.check("hostile realm", text, () => broken[i], () => calm[i]));
}
