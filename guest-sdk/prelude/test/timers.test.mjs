// What the core sees of timers and of errors in callbacks.
import assert from "node:assert/strict";
import test from "node:test";
import { freshRealm } from "./host.mjs";

const files = ["primordials.js", "webidl.js", "dom-exception.js", "timers.js", "events.js", "abort.js"];

test("a cleared timer is cancelled at the host, also one that its own callback clears", async () => {
  const { host, state, run } = freshRealm(files);
  run("globalThis.id = setTimeout(() => {}, 1000); globalThis.every = setInterval(() => clearInterval(every), 5)");
  assert.equal(host.activeTimers(), 2);
  assert.equal(state.timers.size, 2);
  run("clearTimeout(id)");
  assert.equal(host.activeTimers(), 1);
  assert.equal(state.timers.size, 1);
  await state.advance(10);
  assert.equal(host.activeTimers(), 0);
  assert.equal(state.timers.size, 0);
});

test("AbortSignal.timeout asks for a timer only while somebody listens, and never counts as active", async () => {
  const { host, state, run } = freshRealm(files);
  run("globalThis.signal = AbortSignal.timeout(50); globalThis.any = AbortSignal.any([signal])");
  assert.equal(state.timers.size, 0);
  run("globalThis.f = () => {}; any.addEventListener('abort', f)");
  assert.equal(state.timers.size, 1);
  assert.equal(host.activeTimers(), 0);
  run("any.removeEventListener('abort', f)");
  assert.equal(state.timers.size, 0);
  run("signal.onabort = f; new EventTarget().addEventListener('x', f, { signal: AbortSignal.timeout(9) })");
  assert.equal(state.timers.size, 1);
  run("signal.onabort = null");
  assert.equal(state.timers.size, 0);
  await state.advance(50);
  assert.equal(run("any.aborted && any.reason.name"), "TimeoutError");
});

test("what a timer's callback throws comes out of fire", () => {
  const { host, state, run } = freshRealm(files);
  run("setTimeout(() => { throw new RangeError('in timer'); }, 1)");
  const [id] = state.timers.keys();
  assert.throws(() => host.fire(id), (error) => error.message === "in timer");
  assert.equal(host.activeTimers(), 0);
  host.fire(id); // again: nothing is left to run
  host.fire(12345);
});

test("what a listener or a microtask throws is an uncaught error, and the other listeners run", async () => {
  const { state, run } = freshRealm(files);
  run(`
    globalThis.seen = [];
    const target = new EventTarget();
    target.addEventListener("x", () => { throw new Error("first"); });
    target.addEventListener("x", { handleEvent: 5 });
    target.addEventListener("x", () => seen.push("second"));
    target.dispatchEvent(new Event("x"));
    queueMicrotask(() => { throw new Error("third"); });
  `);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(state.errors.map((error) => error.message), [
    "first", "The event listener has no method handleEvent", "third",
  ]);
  assert.equal(run("seen.join()"), "second");
});

test("performance counts from the first use, or from what the core says", () => {
  const { host, state, run } = freshRealm(files);
  assert.equal(run("performance.now()"), 0);
  state.clock += 25;
  assert.equal(run("performance.now()"), 25);
  host.startClock(state.clock - 40);
  assert.equal(run("performance.now()"), 40);
  assert.equal(run("performance.timeOrigin"), state.clock - 40);
});
