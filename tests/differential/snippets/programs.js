// Small programs, as a model writes them
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
let seed = 12345;
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

it("word-count", () => { const text = "The quick brown fox jumps over the lazy dog. The dog barks; the fox runs!"; const counts = text.toLowerCase().match(/\b[a-z]+\b/g).reduce((m, w) => ({ ...m, [w]: (m[w] ?? 0) + 1 }), {}); console.log(counts); console.table(Object.entries(counts).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 4).map(([word, n]) => ({ word, n }))); });
it("csv", () => { const csv = "name,age,city\n\"Smith, J\",42,\"New\"\"York\"\nÄnne,7,\n"; const rows = csv.trim().split("\n").map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => (m[1] ?? m[2]).replace(/""/g, '"'))); const [head, ...body] = rows; console.log(body.map((r) => Object.fromEntries(head.map((h, i) => [h, r[i]])))); });
it("group-sum", () => { const orders = Array.from({ length: 40 }, (_, i) => ({ id: i, customer: pick(["ann", "bob", "cy"]), total: below(10000) / 100, date: new Date(Date.UTC(2024, below(12), 1 + below(28))) })); const by = new Map(); for (const o of orders) { const e = by.get(o.customer) ?? { n: 0, sum: 0, months: new Set() }; e.n++; e.sum += o.total; e.months.add(o.date.getUTCMonth() + 1); by.set(o.customer, e); } console.log(by); for (const [k, v] of [...by].sort()) console.log(`${k.padEnd(6)}|${String(v.n).padStart(4)}|${v.sum.toFixed(2).padStart(10)}`); console.log(orders.slice(0, 3), JSON.stringify(orders.slice(0, 2), null, 2)); });
it("matrix", () => { const a = [[1, 2], [3, 4]]; const mul = (x, y) => x.map((r) => y[0].map((_, j) => r.reduce((s, v, k) => s + v * y[k][j], 0))); console.log(mul(a, a), mul(mul(a, a), a)); });
it("primes", () => { const sieve = new Uint8Array(200).fill(1); const primes = []; for (let i = 2; i < 200; i++) if (sieve[i]) { primes.push(i); for (let k = i * i; k < 200; k += i) sieve[k] = 0; } console.log(primes, primes.length); });
it("tree", () => { const build = (d) => (d ? { value: d, left: build(d - 1), right: d % 2 ? build(d - 1) : null } : null); console.log(build(5)); console.dir(build(4), { depth: null }); });
it("linked-list", () => { class Node { constructor(v, next = null) { this.v = v; this.next = next; } *[Symbol.iterator]() { for (let n = this; n; n = n.next) yield n.v; } } const l = [1, 2, 3, 4].reduceRight((n, v) => new Node(v, n), null); console.log(l, [...l]); });
it("lru", () => { class LRU { #m = new Map(); constructor(n) { this.n = n; } get(k) { if (!this.#m.has(k)) return undefined; const v = this.#m.get(k); this.#m.delete(k); this.#m.set(k, v); return v; } set(k, v) { this.#m.delete(k); this.#m.set(k, v); if (this.#m.size > this.n) this.#m.delete(this.#m.keys().next().value); return this; } toJSON() { return [...this.#m]; } } const c = new LRU(2).set("a", 1).set("b", 2); c.get("a"); c.set("c", 3); console.log(JSON.stringify(c), c); });
it("clear-in-loop", () => { const batch = []; const out = []; for (let i = 0; i < 10; i++) { batch.push(i); if (batch.length === 3) { out.push([...batch]); batch.length = 0; } } console.log(out, batch); });
it("chunk", () => { const chunk = (a, n) => Array.from({ length: Math.ceil(a.length / n) }, (_, i) => a.slice(i * n, i * n + n)); console.log(chunk([..."abcdefghij"], 3)); });
it("deep-equal", () => { const eq = (a, b) => Object.is(a, b) || (typeof a === "object" && typeof b === "object" && a && b && Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((k) => eq(a[k], b[k]))); console.log(eq({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), eq([1], [2])); });
it("levenshtein", () => { const d = (a, b) => { const p = Array.from({ length: b.length + 1 }, (_, i) => i); for (let i = 1; i <= a.length; i++) { let last = p[0]++; for (let j = 1; j <= b.length; j++) { const t = p[j]; p[j] = Math.min(p[j] + 1, p[j - 1] + 1, last + (a[i - 1] !== b[j - 1])); last = t; } } return p[b.length]; }; console.log(d("kitten", "sitting"), d("", "abc"), d("flaw", "lawn")); });
it("query", () => { const u = new URL("https://api.example.com/v1/items"); for (const [k, v] of Object.entries({ q: "a b&c", page: 2, tags: ["x", "y"] })) for (const x of [v].flat()) u.searchParams.append(k, x); console.log(String(u), u); });
it("hex", () => { const bytes = new TextEncoder().encode("Grüße, 世界"); const hex = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join(""); console.log(hex, new TextDecoder().decode(new Uint8Array(hex.match(/../g).map((h) => parseInt(h, 16)))), bytes); });
it("template", () => { const html = (s, ...v) => s.reduce((o, t, i) => o + t + (i < v.length ? String(v[i]).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`) : ""), ""); console.log(html`<p title="${'a"b'}">${"<x> & y"}</p>`); });
it("statistics", () => { const x = Array.from({ length: 25 }, () => below(1000) / 10); const mean = x.reduce((a, b) => a + b) / x.length; const sorted = x.toSorted((a, b) => a - b); console.log({ mean, median: sorted[12], min: Math.min(...x), max: Math.max(...x), sd: Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / x.length), p90: sorted[Math.floor(0.9 * 24)] }); });
it("calendar", () => { const y = 2024, m = 1; const first = new Date(Date.UTC(y, m, 1)).getUTCDay(); const days = new Date(Date.UTC(y, m + 1, 0)).getUTCDate(); const cells = [...Array(first).fill("  "), ...Array.from({ length: days }, (_, i) => String(i + 1).padStart(2))]; for (let i = 0; i < cells.length; i += 7) console.log(cells.slice(i, i + 7).join(" ")); });
it("schedule", () => { const start = new Date("2024-03-09T09:00:00-05:00"); for (let i = 0; i < 3; i++) { const d = new Date(start); d.setDate(d.getDate() + i * 7); console.log(d.toISOString(), d.toString(), d.toDateString(), `${d}`.length, d.toLocaleDateString("en-US", { weekday: "long", month: "short", day: "numeric" })); } });
it("state-machine", () => { const machine = { idle: { start: "running" }, running: { pause: "paused", stop: "idle" }, paused: { resume: "running", stop: "idle" } }; let s = "idle"; console.log(["start", "pause", "resume", "bad", "stop"].map((e) => (s = machine[s][e] ?? s))); });
it("roman", () => { const f = (n) => [["M", 1000], ["CM", 900], ["D", 500], ["CD", 400], ["C", 100], ["XC", 90], ["L", 50], ["XL", 40], ["X", 10], ["IX", 9], ["V", 5], ["IV", 4], ["I", 1]].reduce((s, [r, v]) => { while (n >= v) { s += r; n -= v; } return s; }, ""); console.log([1, 4, 9, 14, 1999, 2024].map(f)); });
it("graph", () => { const g = { a: { b: 7, c: 9, f: 14 }, b: { a: 7, c: 10, d: 15 }, c: { a: 9, b: 10, d: 11, f: 2 }, d: { b: 15, c: 11, e: 6 }, e: { d: 6, f: 9 }, f: { a: 14, c: 2, e: 9 } }; const dist = Object.fromEntries(Object.keys(g).map((k) => [k, Infinity])); dist.a = 0; const q = new Set(Object.keys(g)); while (q.size) { const u = [...q].reduce((m, k) => (dist[k] < dist[m] ? k : m)); q.delete(u); for (const [v, w] of Object.entries(g[u])) dist[v] = Math.min(dist[v], dist[u] + w); } console.log(dist); });
it("markdown-table", () => { const rows = [["Name", "Qty"], ["Apple", 3], ["Früchte", 12]]; const w = rows[0].map((_, i) => Math.max(...rows.map((r) => String(r[i]).length))); console.log(rows.map((r) => `| ${r.map((c, i) => String(c).padEnd(w[i])).join(" | ")} |`).join("\n")); });
it("permutations", () => { const perm = (a) => (a.length < 2 ? [a] : a.flatMap((x, i) => perm(a.toSpliced(i, 1)).map((p) => [x, ...p]))); console.log(perm([1, 2, 3]), perm([..."abcd"]).length); });
it("parser", () => { const parse = (s) => { const t = s.match(/\d+(?:\.\d+)?|[-+*/()]/g); let i = 0; const atom = () => { const x = t[i++]; if (x === "(") { const v = sum(); i++; return v; } return x === "-" ? -atom() : Number(x); }; const mul = () => { let v = atom(); while (t[i] === "*" || t[i] === "/") v = t[i++] === "*" ? v * atom() : v / atom(); return v; }; const sum = () => { let v = mul(); while (t[i] === "+" || t[i] === "-") v = t[i++] === "+" ? v + mul() : v - mul(); return v; }; return sum(); }; console.log(["1+2*3", "(1+2)*3", "10/4-1", "-(2.5)*4", "2*(3+(4-1))/3"].map((e) => `${e} = ${parse(e)}`)); });
it("event-log", () => { const log = Array.from({ length: 12 }, (_, i) => `2024-05-${String(1 + below(28)).padStart(2, "0")} ${pick(["INFO", "WARN", "ERROR"])} ${pick(["db", "api"])}: took ${below(900)}ms`); const re = /^(?<date>\S+) (?<level>\w+) (?<unit>\w+): took (?<ms>\d+)ms$/; const parsed = log.map((l) => ({ ...re.exec(l).groups })).map((e) => ({ ...e, ms: +e.ms })); console.log(parsed.slice(0, 3)); console.table(parsed, ["level", "ms"]); console.log(Object.entries(parsed.reduce((m, e) => ((m[e.level] ??= []).push(e.ms), m), {})).sort()); });
it("errors", () => { for (const f of [() => null.x, () => undefined(), () => JSON.parse("{"), () => new Array(-1), () => (1).toFixed(101), () => decodeURIComponent("%"), () => x.y, () => { throw { code: 1 }; }, () => { throw "text"; }, () => structuredClone(() => 1), () => new URL("x"), () => BigInt("z"), () => "x".repeat(-1), () => Symbol() + "", () => Object.defineProperty(1, "a", {})]) try { f(); } catch (e) { console.log(e?.name, typeof e, e instanceof Error, Object.prototype.toString.call(e)); } });
it("currency", () => console.log([0, 1234.5, -99.999, 1e6].map((n) => n.toLocaleString("en-US", { style: "currency", currency: "USD" })), (1234567.891).toLocaleString(), (0.1234).toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 })));
it("sorting-names", () => console.log(["Zoë", "Ángel", "anna", "Bob", "Émile", "łukasz", "Øyvind", "李", "Ян", "bob 😀", "zed", "O’Neil", "d'Arc"].sort((a, b) => a.localeCompare(b))));
it("map-views", () => { const m = new Map([["a", { n: 1 }], ["b", { n: 2 }]]); console.log([...m.keys()], Array.from(m.values()), Object.fromEntries(m), [...m].map(([k, { n }]) => k + n), m); });
