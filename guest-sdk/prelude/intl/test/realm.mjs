// A realm whose Intl is the bundle's, and a tally of what differs from Node's own.
import fs from "node:fs";
import vm from "node:vm";

const bundle = fs.readFileSync(new URL("../intl.js", import.meta.url), "utf8");

/** A vm context without Intl and toLocale… of its own, in which the bundle was evaluated. */
export function createRealm({ timeZone = () => "UTC" } = {}) {
  const context = vm.createContext({});
  const run = (text, filename) => vm.runInContext(text, context, { filename });
  run("delete globalThis.Intl; delete String.prototype.localeCompare;" +
    "for (const C of [Number, BigInt, Array, Object.getPrototypeOf(Uint8Array)]) delete C.prototype.toLocaleString;" +
    "for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) delete Date.prototype[name];" +
    "for (const name of ['toLocaleUpperCase', 'toLocaleLowerCase']) delete String.prototype[name];", "realm.js");
  const host = { timeZone };
  const p = {};
  const file = (name) => fs.readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
  for (const name of ["primordials.js", "locale-en.js", "locale-compare.js"]) run(file(name), `prelude/${name}`)(host, p);
  run(bundle, "prelude/intl.js")(host, p);
  return { run, host, p, global: run("globalThis", "realm.js") };
}

/** Counts cases by group; `check` compares two functions' results (or the names of their errors). */
export function createTally() {
  const groups = new Map();
  const outcome = (f) => {
    try {
      const value = f();
      return typeof value === "string" ? value : JSON.stringify(value);
    } catch (error) {
      return `throws ${error.name}`;
    }
  };
  return {
    groups,
    check(group, describe, ours, theirs) {
      const entry = groups.get(group) ?? { total: 0, differences: [] };
      groups.set(group, entry);
      entry.total++;
      const a = outcome(ours);
      const b = outcome(theirs);
      if (a !== b) entry.differences.push([describe, a, b]);
    },
  };
}

export const locales = [
  "en-US", "en-GB", "en-AU", "en-CA", "en-IN", "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CA", "es-ES", "es-MX", "pt-BR", "pt-PT", "it-IT",
  "nl-NL", "pl-PL", "sv-SE", "ja-JP", "zh-CN", "zh-TW", "zh-Hant-HK", "ko-KR", "ru-RU", "tr-TR", "ar", "ar-EG", "hi-IN", "da", "nb", "fi",
  "cs", "uk", "el", "hu", "ro", "he", "th-TH-u-ca-gregory", "vi", "id",
];

/** A few of a list, the same ones in every run. */
export function sampler(seed = 7) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return { next, one: (list) => list[Math.floor(next() * list.length)] };
}
