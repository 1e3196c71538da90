// Order of microtasks, timers and async functions. Each snippet is awaited before the next begins.
const it = async (label, run) => {
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

await it("then-order", async (log) => { Promise.resolve().then(() => log(1)).then(() => log(2)); Promise.resolve().then(() => log("a")).then(() => log("b")); await tick(); });
await it("await-order", async (log) => { const f = async (n) => { log(n, 1); await null; log(n, 2); await null; log(n, 3); }; f("x"); f("y"); log("sync"); await tick(); });
await it("return-promise", async (log) => { const a = async () => Promise.resolve().then(() => {}); const b = async () => {}; a().then(() => log("a")); b().then(() => log("b")); let n = 0; const count = () => { log(n++); if (n < 6) Promise.resolve().then(count); }; count(); await tick(); });
await it("return-await", async (log) => { const a = async () => await Promise.resolve(); const b = async () => Promise.resolve(); const c = async () => 1; a().then(() => log("a")); b().then(() => log("b")); c().then(() => log("c")); await tick(); });
await it("thenable", async (log) => { const t = { then(r) { log("then called"); r("value"); } }; log("before"); Promise.resolve(t).then(log); log("after"); log(await t); await tick(); });
await it("resolve-with-promise", async (log) => { new Promise((r) => r(Promise.resolve("inner"))).then(log); Promise.resolve("x").then(log).then(() => log("y")).then(() => log("z")).then(() => log("w")); await tick(); });
await it("queueMicrotask", async (log) => { setTimeout(() => log("timeout"), 0); queueMicrotask(() => log("micro")); Promise.resolve().then(() => log("then")); log("sync"); await wait(5); });
await it("timers-order", async (log) => { setTimeout(() => log("20"), 20); setTimeout(() => log("10"), 10); setTimeout(() => log("0"), 0); setTimeout(() => log("1"), 1); setTimeout(() => log("none")); await wait(40); });
await it("timer-micro", async (log) => { setTimeout(() => { log("t1"); Promise.resolve().then(() => log("m1")); }, 0); setTimeout(() => { log("t2"); Promise.resolve().then(() => log("m2")); }, 0); await wait(10); });
await it("timer-args", async (log) => { setTimeout(log, 0, "a", 1, { b: 2 }); const i = setInterval((x) => { log("i", x); clearInterval(i); }, 1, "arg"); await wait(10); });
await it("interval-count", async (log) => { let n = 0; await new Promise((resolve) => { const i = setInterval(() => { log(++n); if (n === 3) { clearInterval(i); resolve(); } }, 1); }); await wait(6); });
await it("clear", async (log) => { const t = setTimeout(() => log("never"), 1); clearTimeout(t); clearTimeout(t); clearTimeout(undefined); clearTimeout(null); clearTimeout(12345); clearInterval({}); await wait(5); });
await it("clear-in-timer", async (log) => { let b; setTimeout(() => { log("a"); clearTimeout(b); }, 1); b = setTimeout(() => log("b"), 3); await wait(10); });
await it("nested-timers", async (log) => { setTimeout(() => { log(1); setTimeout(() => { log(3); setTimeout(() => log(4), 0); }, 0); log(2); }, 0); await wait(30); });
await it("bad-delay", async (log) => { setTimeout(() => log("neg"), -5); setTimeout(() => log("nan"), NaN); setTimeout(() => log("text"), "12"); setTimeout(() => log("obj"), {}); await wait(30); });
await it("setTimeout-invalid", () => setTimeout("code", 0));
await it("all", async () => await Promise.all([1, Promise.resolve(2), wait(2, 3), { then: (r) => r(4) }]));
await it("all-empty", async () => await Promise.all([]));
await it("all-reject", async () => await Promise.all([wait(5), Promise.reject(new RangeError("first")), Promise.reject(new TypeError("second"))]));
await it("all-not-iterable", async () => await Promise.all(5));
await it("allSettled", async () => await Promise.allSettled([1, Promise.reject("no"), wait(1, "late")]));
await it("any", async () => await Promise.any([Promise.reject(1), wait(2, "ok"), wait(1, "first")]));
await it("any-none", async (log) => { try { await Promise.any([Promise.reject(1), Promise.reject(new Error("x"))]); } catch (e) { log(e.name, e.errors.length, e.errors[0], e instanceof AggregateError); } });
await it("any-empty", async (log) => { try { await Promise.any([]); } catch (e) { log(e.name, e.errors); } });
await it("race", async () => await Promise.race([wait(9, "slow"), wait(1, "fast")]));
await it("race-reject", async () => await Promise.race([wait(9, "slow"), Promise.reject(new EvalError("lost"))]));
await it("race-order", async () => await Promise.race([Promise.resolve(1).then((x) => x), Promise.resolve(2)]));
await it("all-order", async (log) => { Promise.all([1, 2]).then(() => log("all")); Promise.allSettled([1]).then(() => log("settled")); Promise.race([1]).then(() => log("race")); Promise.any([1]).then(() => log("any")); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)); await tick(); });
await it("finally", async (log) => { log(await Promise.resolve(1).finally(() => 2)); try { await Promise.reject(3).finally(() => 4); } catch (e) { log(e); } try { await Promise.resolve(1).finally(() => { throw 5; }); } catch (e) { log(e); } });
await it("finally-order", async (log) => { Promise.resolve("f").finally(() => log("finally")).then(log); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)); await tick(); });
await it("catch-chain", async (log) => { await Promise.reject(new Error("a")).catch((e) => { log(e.message); throw new Error("b"); }).then(() => log("no")).catch((e) => log(e.message)).then(() => log("end")); });
await it("then-non-function", async () => await Promise.resolve(7).then(5).then(null, undefined));
await it("self-resolve", async () => { let r; const p = new Promise((f) => (r = f)); r(p); await p; });
await it("executor-throws", async () => await new Promise(() => { throw new SyntaxError("in executor"); }));
await it("resolve-twice", async () => await new Promise((f, r) => { f(1); f(2); r(3); throw 4; }));
await it("promise-needs-new", () => Promise(() => {}));
await it("promise-needs-function", () => new Promise(1));
await it("late-catch", async (log) => { const p = Promise.reject(new Error("late")); p.catch(() => {}); await wait(1); await p.catch((e) => log(e.message)); });
await it("async-throw", async () => { await (async () => { throw new URIError("u"); })(); });
await it("try-finally", async (log) => { const f = async () => { try { await null; return "r"; } finally { log("fin"); await null; log("fin2"); } }; log(await f()); });
await it("await-in-loop", async (log) => { for (const x of [1, wait(1, 2), 3]) log(await x); for await (const x of [Promise.resolve("a"), "b"]) log(x); });
await it("async-generator", async (log) => { const g = async function* () { yield 1; const x = yield Promise.resolve(2); log("sent", x); try { yield 3; } finally { log("closed"); } }; const i = g(); log(await i.next(), await i.next(), await i.next("s"), await i.return("r"), await i.next()); });
await it("async-generator-queue", async (log) => { const g = (async function* () { log("start"); yield 1; log("mid"); yield 2; log("end"); })(); const all = [g.next(), g.next(), g.next(), g.next()]; log("called"); log(await Promise.all(all)); });
await it("for-await-break", async (log) => { const g = async function* () { try { for (let i = 0; ; i++) yield i; } finally { log("cleanup"); await null; log("cleaned"); } }; for await (const x of g()) { log(x); if (x === 2) break; } });
await it("for-await-throw", async (log) => { const g = async function* () { yield 1; throw new RangeError("g"); }; for await (const x of g()) log(x); });
await it("for-await-rejected", async (log) => { const r = Promise.reject(new RangeError("r")); r.catch(() => {}); for await (const x of [1, r, 3]) log(x); });
await it("async-yield-star", async (log) => { const a = async function* () { yield 1; return 2; }; const b = async function* () { log(await (yield* a())); yield* [Promise.resolve(3), 4]; }; for await (const x of b()) log(x); });
await it("async-iterator-protocol", async (log) => { let n = 0; for await (const x of { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: n, done: n++ > 2 }), return() { log("ret"); return {}; } }) }) log(x); });
await it("async-gen-order", async (log) => { const g = async function* () { yield 1; yield 2; }; (async () => { for await (const x of g()) log("g", x); log("g end"); })(); Promise.resolve().then(() => log(1)).then(() => log(2)).then(() => log(3)).then(() => log(4)).then(() => log(5)).then(() => log(6)).then(() => log(7)).then(() => log(8)); await tick(); });
await it("async-gen-return-promise", async (log) => { const g = async function* () { return Promise.resolve("x"); }; log(await g().next()); const h = async function* () { yield 1; }; log(await h().return(Promise.resolve("y"))); try { await h().throw(new Error("t")); } catch (e) { log(e.message); } });
await it("async-arrow-this", async () => { const o = { v: 1, async m() { await null; return (async () => this.v)(); } }; return o.m(); });
await it("await-thenable-throws", async () => await { then() { throw new EvalError("then threw"); } });
await it("await-getter-then", async () => await { get then() { throw new RangeError("getter"); } });
await it("subclass", async (log) => { class P extends Promise { then(...a) { log("then"); return super.then(...a); } } log(await P.resolve(1)); log(await (async () => P.resolve(2))()); });
await it("pool", async (log) => { let active = 0, most = 0; const job = async (i) => { most = Math.max(most, ++active); await wait(1 + (i % 3)); active--; return i * i; }; const out = []; const queue = [...Array(10).keys()]; await Promise.all(Array.from({ length: 3 }, async () => { while (queue.length) { const i = queue.shift(); out[i] = await job(i); } })); log(out, most); });
await it("retry", async (log) => { let n = 0; const flaky = async () => { if (++n < 3) throw new Error(`fail ${n}`); return `ok after ${n}`; }; for (;;) { try { log(await flaky()); break; } catch (e) { log(e.message); await wait(1); } } });
await it("timeout-race", async () => await Promise.race([wait(50, "slow"), new Promise((_, r) => setTimeout(() => r(new Error("timeout")), 2))]));
await it("sequential-reduce", async (log) => { await [3, 1, 2].reduce((p, n) => p.then(() => wait(n)).then(() => log(n)), Promise.resolve()); });
await it("mutex", async (log) => { let last = Promise.resolve(); const lock = (f) => (last = last.then(f)); lock(async () => { log("a1"); await wait(2); log("a2"); }); lock(async () => { log("b1"); await null; log("b2"); }); await last; });
await it("abort", async (log) => { const c = new AbortController(); c.signal.addEventListener("abort", (e) => log(e.type, c.signal.reason.name)); setTimeout(() => c.abort(), 1); await wait(3); log(c.signal.aborted); c.signal.throwIfAborted(); });
await it("abort-timeout", async (log) => { const s = AbortSignal.timeout(2); await new Promise((r) => s.addEventListener("abort", r)); log(s.aborted, s.reason.name, s.reason.code); });
await it("abort-any", async (log) => { const a = new AbortController(); const s = AbortSignal.any([a.signal, AbortSignal.timeout(1000)]); a.abort("why"); log(s.aborted, s.reason); });
await it("microtask-depth", async (log) => { let n = 0; const f = () => (++n < 1000 ? Promise.resolve().then(f) : undefined); await f(); log(n); });
await it("error-in-then", async () => await Promise.resolve().then(() => null.x));
await it("promise-text", async (log) => { log(Promise.resolve(1), (async () => {})(), new Promise(() => {})); const p = Promise.reject(new Error("m").message); p.catch(() => {}); log(p); log(Object.prototype.toString.call(p), typeof p.then, p instanceof Promise); });
await it("immediate-order", async (log) => { log("1"); await (async () => { log("2"); })(); log("3"); queueMicrotask(() => log("5")); log("4"); await null; log("6"); });
