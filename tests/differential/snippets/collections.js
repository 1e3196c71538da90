// Map, Set, weak ones
// `each(group, f, …)`: prints what each function gives. `it(label, f)`: f prints itself.
// codemode shows control characters and such as hide text as escapes, so these are escaped here.
const hidden = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const escape = (text) => JSON.stringify(text).replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const show = (value) => console.log(typeof value === "string" ? escape(value) : value);
const each = (group, ...runs) => {
  runs.forEach((run, i) => {
    console.log(`=== ${group}-${i + 1} ${String(run).replace(/\s+/g, " ").slice(0, 100)}`);
    try {
      show(run());
    } catch (error) {
      console.log("threw", error?.name ?? error);
    }
  });
};
const it = (label, run) => {
  console.log(`=== ${label}`);
  try {
    return run();
  } catch (error) {
    console.log("threw", error?.name ?? error);
  }
};

each("Map", () => new Map([[NaN, 1]]).get(NaN), () => new Map([[0, "z"]]).get(-0), () => [...new Map([[-0, 1]]).keys()].map((k) => Object.is(k, 0)), () => new Map([[1, 1], [1, 2]]), () => new Map(null), () => new Map([1]), () => new Map(5), () => Map(), () => { const m = new Map([[1, 1], [2, 2], [3, 3]]); const seen = []; for (const [k] of m) { seen.push(k); if (k === 1) m.delete(2); if (k === 3 && seen.length < 5) m.set(4, 4); } return seen; }, () => { const m = new Map([[1, 1]]); const seen = []; m.forEach((v, k) => { seen.push(k); if (seen.length < 3) { m.delete(k); m.set(k, v); } }); return seen; }, () => { const m = new Map([["a", 1]]); m.set("b", 2).delete("a"); m.set("a", 3); return [...m.keys()]; }, () => { const m = new Map([[1, 1], [2, 2]]); m.clear(); return m.size; }, () => Object.fromEntries(new Map([["x", 1]])), () => new Map(Object.entries({ a: 1 })), () => new Map([[{}, 1]]).get({}), () => { const k = {}; return new Map([[k, 1]]).get(k); }, () => [...new Map([[1, 2]])].flat(), () => new Map([[1, 2]]).forEach((...a) => a.length), () => Map.prototype.get.call({}, 1), () => Object.prototype.toString.call(new Map()), () => JSON.stringify([...new Map([[1, { a: 1 }]])]), () => new Map([[1, 2]]).entries().next(), () => new Map().keys().next(), () => Map.length, () => Map.name, () => Map[Symbol.species] === Map, () => new Map([[undefined, null]]).has(undefined), () => { const m = new Map([[1, 1]]); const it = m.keys(); it.next(); it.next(); m.set(2, 2); return it.next(); }, () => { const m = new Map([[1, 1], [2, 2]]); const it = m.keys(); it.next(); m.clear(); m.set(9, 9); return it.next(); });
each("Set", () => new Set("hello"), () => new Set([NaN, NaN, 0, -0]), () => new Set([[1], [1]]).size, () => new Set([1, 2]).add(1).add(3), () => new Set([1]).has("1"), () => { const s = new Set([1, 2, 3]); const seen = []; for (const x of s) { seen.push(x); s.delete(x); if (x < 3) s.add(x + 10); } return seen; }, () => [...new Set([3, 1, 3])].sort(), () => new Set([1, 2]).forEach((v, k, s) => v === k), () => new Set([1]).entries().next().value, () => new Set(null).size, () => Set(), () => [...new Set([1, 2])].filter((x) => new Set([2, 3]).has(x)), () => new Set([1]).values === new Set([1]).keys, () => new Set([1, [2], { a: new Set() }]), () => structuredClone(new Set([1, { a: 1 }])), () => new Set([undefined, null, undefined]));
each("weak", () => { const k = {}; const w = new WeakMap([[k, 1]]); return [w.get(k), w.has({}), w.delete(k), w.has(k)]; }, () => new WeakMap([[1, 2]]), () => new WeakMap().set("a", 1), () => new WeakMap().get(1), () => { const k = []; const w = new WeakSet([k]); return [w.has(k), w.has([])]; }, () => new WeakSet().add(1), () => new WeakRef({ a: 1 }).deref(), () => new WeakRef(1), () => typeof new FinalizationRegistry(() => {}).register({}, 1), () => new WeakMap().set(Symbol("s"), 1).constructor.name, () => new WeakMap().set(Symbol.for("s"), 1));
