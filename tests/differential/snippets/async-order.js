// Order of microtasks, timers and async functions. Each snippet is awaited before the next begins.
// Timers that race are 40 ms apart and more, since a busy machine may hold a process up for some milliseconds.
const itAsync = async (label, run) => {
  console.log(`=== ${label}`);
  try {
    const value = await run(console.log);
    if (value !== undefined) console.log(value);
  } catch (error) {
    console.log("threw", error?.name); // the texts are the engine's
  }
};
const wait = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const tick = () => wait(0);

await itAsync("then-order", async (log) => { Promise.resolve().then(() => log(1)).then(() => log(2)); Promise.resolve().then(() => log("a")).then(() => log("b")); await tick(); });
await itAsync("await-order", async (log) => { const f = async (n) => { log(n, 1); await null; log(n, 2); await null; log(n, 3); }; f("x"); f("y"); log("sync"); await tick(); });
await itAsync("return-promise", async (log) => { const a = async () => Promise.resolve().then(() => {}); const b = async () => {}; a().then(() => log("a")); b().then(() => log("b")); let n = 0; const count = () => { log(n++); if (n < 6) Promise.resolve().then(count); }; count(); await tick(); });
await itAsync("return-await", async (log) => { const a = async () => await Promise.resolve(); const b = async () => Promise.resolve(); const c = async () => 1; a().then(() => log("a")); b().then(() => log("b")); c().then(() => log("c")); await tick(); });
await itAsync("thenable", async (log) => { const t = { then(r) { log("then called"); r("value"); } }; log("before"); Promise.resolve(t).then(log); log("after"); log(await t); await tick(); });
await itAsync("resolve-with-promise", async (log) => { new Promise((r) => r(Promise.resolve("inner"))).then(log); Promise.resolve("x").then(log).then(() => log("y")).then(() => log("z")).then(() => log("w")); await tick(); });
await itAsync("queueMicrotask", async (log) => { setTimeout(() => log("timeout"), 0); queueMicrotask(() => log("micro")); Promise.resolve().then(() => log("then")); log("sync"); await wait(5); });
await itAsync("timers-order", async (log) => { setTimeout(() => log("100"), 100); setTimeout(() => log("50"), 50); setTimeout(() => log("0"), 0); setTimeout(() => log("1"), 1); setTimeout(() => log("none")); await wait(150); });
await itAsync("timer-micro", async (log) => { setTimeout(() => { log("t1"); Promise.resolve().then(() => log("m1")); }, 0); setTimeout(() => { log("t2"); Promise.resolve().then(() => log("m2")); }, 0); await wait(10); });
await itAsync("timer-args", async (log) => { setTimeout(log, 0, "a", 1, { b: 2 }); const i = setInterval((x) => { log("i", x); clearInterval(i); }, 1, "arg"); await wait(10); });
await itAsync("interval-count", async (log) => { let n = 0; await new Promise((resolve) => { const i = setInterval(() => { log(++n); if (n === 3) { clearInterval(i); resolve(); } }, 1); }); await wait(6); });
await itAsync("clear", async (log) => { const t = setTimeout(() => log("never"), 1); clearTimeout(t); clearTimeout(t); clearTimeout(undefined); clearTimeout(null); clearTimeout(12345); clearInterval({}); await wait(5); });
await itAsync("clear-in-timer", async (log) => { let b; setTimeout(() => { log("a"); clearTimeout(b); }, 1); b = setTimeout(() => log("b"), 3); await wait(10); });
await itAsync("nested-timers", async (log) => { setTimeout(() => { log(1); setTimeout(() => { log(3); setTimeout(() => log(4), 0); }, 0); log(2); }, 0); await wait(30); });
await itAsync("bad-delay", async (log) => { setTimeout(() => log("neg"), -5); setTimeout(() => log("nan"), NaN); setTimeout(() => log("text"), "60"); setTimeout(() => log("obj"), {}); await wait(100); });
await itAsync("setTimeout-invalid", () => setTimeout("code", 0));
await itAsync("all", async () => await Promise.all([1, Promise.resolve(2), wait(2, 3), { then: (r) => r(4) }]));
await itAsync("all-empty", async () => await Promise.all([]));
await itAsync("all-reject", async () => await Promise.all([wait(5), Promise.reject(new RangeError("first")), Promise.reject(new TypeError("second"))]));
await itAsync("all-not-iterable", async () => await Promise.all(5));
await itAsync("allSettled", async () => await Promise.allSettled([1, Promise.reject("no"), wait(1, "late")]));
await itAsync("any", async () => await Promise.any([Promise.reject(1), wait(50, "ok"), wait(1, "first")]));
await itAsync("any-none", async (log) => { try { await Promise.any([Promise.reject(1), Promise.reject(new Error("x"))]); } catch (e) { log(e.name, e.errors.length, e.errors[0], e instanceof AggregateError); } });
await itAsync("any-empty", async (log) => { try { await Promise.any([]); } catch (e) { log(e.name, e.errors); } });
await itAsync("race", async () => await Promise.race([wait(50, "slow"), wait(1, "fast")]));
await itAsync("race-reject", async () => await Promise.race([wait(9, "slow"), Promise.reject(new EvalError("lost"))]));
await itAsync("race-order", async () => await Promise.race([Promise.resolve(1).then((x) => x), Promise.resolve(2)]));
await itAsync("all-order", async (log) => { Promise.all([1, 2]).then(() => log("all")); Promise.allSettled([1]).then(() => log("settled")); Promise.race([1]).then(() => log("race")); Promise.any([1]).then(() => log("any")); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)); await tick(); });
await itAsync("finally", async (log) => { log(await Promise.resolve(1).finally(() => 2)); try { await Promise.reject(3).finally(() => 4); } catch (e) { log(e); } try { await Promise.resolve(1).finally(() => { throw 5; }); } catch (e) { log(e); } });
await itAsync("finally-order", async (log) => { Promise.resolve("f").finally(() => log("finally")).then(log); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)); await tick(); });
await itAsync("catch-chain", async (log) => { await Promise.reject(new Error("a")).catch((e) => { log(e.message); throw new Error("b"); }).then(() => log("no")).catch((e) => log(e.message)).then(() => log("end")); });
await itAsync("then-non-function", async () => await Promise.resolve(7).then(5).then(null, undefined));
await itAsync("self-resolve", async () => { let r; const p = new Promise((f) => (r = f)); r(p); await p; });
await itAsync("executor-throws", async () => await new Promise(() => { throw new SyntaxError("in executor"); }));
await itAsync("resolve-twice", async () => await new Promise((f, r) => { f(1); f(2); r(3); throw 4; }));
await itAsync("promise-needs-new", () => Promise(() => {}));
await itAsync("promise-needs-function", () => new Promise(1));
await itAsync("late-catch", async (log) => { const p = Promise.reject(new Error("late")); p.catch(() => {}); await wait(1); await p.catch((e) => log(e.message)); });
await itAsync("async-throw", async () => { await (async () => { throw new URIError("u"); })(); });
await itAsync("try-finally", async (log) => { const f = async () => { try { await null; return "r"; } finally { log("fin"); await null; log("fin2"); } }; log(await f()); });
await itAsync("await-in-loop", async (log) => { for (const x of [1, wait(1, 2), 3]) log(await x); for await (const x of [Promise.resolve("a"), "b"]) log(x); });
await itAsync("async-generator", async (log) => { const g = async function* () { yield 1; const x = yield Promise.resolve(2); log("sent", x); try { yield 3; } finally { log("closed"); } }; const i = g(); log(await i.next(), await i.next(), await i.next("s"), await i.return("r"), await i.next()); });
await itAsync("async-generator-queue", async (log) => { const g = (async function* () { log("start"); yield 1; log("mid"); yield 2; log("end"); })(); const all = [g.next(), g.next(), g.next(), g.next()]; log("called"); log(await Promise.all(all)); });
await itAsync("for-await-break", async (log) => { const g = async function* () { try { for (let i = 0; ; i++) yield i; } finally { log("cleanup"); await null; log("cleaned"); } }; for await (const x of g()) { log(x); if (x === 2) break; } });
await itAsync("for-await-throw", async (log) => { const g = async function* () { yield 1; throw new RangeError("g"); }; for await (const x of g()) log(x); });
await itAsync("for-await-rejected", async (log) => { const r = Promise.reject(new RangeError("r")); r.catch(() => {}); for await (const x of [1, r, 3]) log(x); });
await itAsync("async-yield-star", async (log) => { const a = async function* () { yield 1; return 2; }; const b = async function* () { log(await (yield* a())); yield* [Promise.resolve(3), 4]; }; for await (const x of b()) log(x); });
await itAsync("async-iterator-protocol", async (log) => { let n = 0; for await (const x of { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: n, done: n++ > 2 }), return() { log("ret"); return {}; } }) }) log(x); });
await itAsync("async-gen-order", async (log) => { const g = async function* () { yield 1; yield 2; }; (async () => { for await (const x of g()) log("g", x); log("g end"); })(); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)).then(() => log(5)).then(() => log(6)).then(() => log(7)).then(() => log(8)); await tick(); });
await itAsync("async-gen-return-promise", async (log) => { const g = async function* () { return Promise.resolve("x"); }; log(await g().next()); const h = async function* () { yield 1; }; log(await h().return(Promise.resolve("y"))); try { await h().throw(new Error("t")); } catch (e) { log(e.message); } });
await itAsync("async-arrow-this", async () => { const o = { v: 1, async m() { await null; return (async () => this.v)(); } }; return o.m(); });
await itAsync("await-thenable-throws", async () => await { then() { throw new EvalError("then threw"); } });
await itAsync("await-getter-then", async () => await { get then() { throw new RangeError("getter"); } });
await itAsync("subclass", async (log) => { class P extends Promise { then(...a) { log("then"); return super.then(...a); } } log(await P.resolve(1)); log(await (async () => P.resolve(2))()); });
await itAsync("pool", async (log) => { let active = 0, most = 0; const job = async (i) => { most = Math.max(most, ++active); await wait(1 + (i % 3)); active--; return i * i; }; const out = []; const queue = [...Array(10).keys()]; await Promise.all(Array.from({ length: 3 }, async () => { while (queue.length) { const i = queue.shift(); out[i] = await job(i); } })); log(out, most); });
await itAsync("retry", async (log) => { let n = 0; const flaky = async () => { if (++n < 3) throw new Error(`fail ${n}`); return `ok after ${n}`; }; for (;;) { try { log(await flaky()); break; } catch (e) { log(e.message); await wait(1); } } });
await itAsync("timeout-race", async () => await Promise.race([wait(50, "slow"), new Promise((_, r) => setTimeout(() => r(new Error("timeout")), 2))]));
await itAsync("sequential-reduce", async (log) => { await [3, 1, 2].reduce((p, n) => p.then(() => wait(n)).then(() => log(n)), Promise.resolve()); });
await itAsync("mutex", async (log) => { let last = Promise.resolve(); const lock = (f) => (last = last.then(f)); lock(async () => { log("a1"); await wait(2); log("a2"); }); lock(async () => { log("b1"); await null; log("b2"); }); await last; });
await itAsync("abort", async (log) => { const c = new AbortController(); c.signal.addEventListener("abort", (e) => log(e.type, c.signal.reason.name)); setTimeout(() => c.abort(), 1); await wait(3); log(c.signal.aborted); c.signal.throwIfAborted(); });
await itAsync("abort-timeout", async (log) => { const s = AbortSignal.timeout(2); await new Promise((r) => s.addEventListener("abort", r)); log(s.aborted, s.reason.name, s.reason.code); });
await itAsync("abort-any", async (log) => { const a = new AbortController(); const s = AbortSignal.any([a.signal, AbortSignal.timeout(1000)]); a.abort("why"); log(s.aborted, s.reason); });
await itAsync("microtask-depth", async (log) => { let n = 0; const f = () => (++n < 1000 ? Promise.resolve().then(f) : undefined); await f(); log(n); });
await itAsync("error-in-then", async () => await Promise.resolve().then(() => null.x));
await itAsync("promise-text", async (log) => { log(Promise.resolve(1), (async () => {})(), new Promise(() => {})); const p = Promise.reject(new Error("m").message); p.catch(() => {}); log(p); log(Object.prototype.toString.call(p), typeof p.then, p instanceof Promise); });
await itAsync("immediate-order", async (log) => { log("1"); await (async () => { log("2"); })(); log("3"); queueMicrotask(() => log("5")); log("4"); await null; log("6"); });
