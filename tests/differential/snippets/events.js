// Event, EventTarget, AbortController, DOMException, other globals
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

it("dispatch", () => { const t = new EventTarget(); const log = []; t.addEventListener("x", (e) => log.push(["a", e.type, e.target === t, e.currentTarget === t, e.eventPhase])); t.addEventListener("x", { handleEvent(e) { log.push(["object", this === arguments[0] || typeof this]); } }); t.addEventListener("x", () => log.push("once"), { once: true }); console.log(t.dispatchEvent(new Event("x")), t.dispatchEvent(new Event("x")), log); });
it("same-listener", () => { const t = new EventTarget(); let n = 0; const f = () => n++; t.addEventListener("x", f); t.addEventListener("x", f); t.addEventListener("x", f, true); t.dispatchEvent(new Event("x")); t.removeEventListener("x", f); t.dispatchEvent(new Event("x")); console.log(n); });
it("prevent", () => { const t = new EventTarget(); t.addEventListener("x", (e) => e.preventDefault()); const e = new Event("x", { cancelable: true }); console.log(t.dispatchEvent(e), e.defaultPrevented, t.dispatchEvent(new Event("x")), e.returnValue, e.cancelable); });
it("stop", () => { const t = new EventTarget(); t.addEventListener("x", (e) => { console.log(1); e.stopImmediatePropagation(); }); t.addEventListener("x", () => console.log(2)); t.dispatchEvent(new Event("x")); });
it("passive", () => { const t = new EventTarget(); t.addEventListener("x", (e) => e.preventDefault(), { passive: true }); const e = new Event("x", { cancelable: true }); console.log(t.dispatchEvent(e)); });
it("signal", () => { const t = new EventTarget(); const c = new AbortController(); t.addEventListener("x", () => console.log("heard"), { signal: c.signal }); t.dispatchEvent(new Event("x")); c.abort(); t.dispatchEvent(new Event("x")); });
it("add-in-dispatch", () => { const t = new EventTarget(); t.addEventListener("x", () => { console.log("a"); t.addEventListener("x", () => console.log("late"), { once: true }); }, { once: true }); t.dispatchEvent(new Event("x")); t.dispatchEvent(new Event("x")); });
it("remove-in-dispatch", () => { const t = new EventTarget(); const b = () => console.log("b"); t.addEventListener("x", () => t.removeEventListener("x", b)); t.addEventListener("x", b); t.dispatchEvent(new Event("x")); });
it("subclass", () => { class Bus extends EventTarget { emit(type, detail) { return this.dispatchEvent(new CustomEvent(type, { detail })); } } const b = new Bus(); b.addEventListener("q", (e) => console.log(e.detail, e instanceof Event, e.type)); b.emit("q", { a: 1 }); });
each("event", () => new Event("t").type, () => new Event(5).type, () => new Event(), () => Event("x"), () => { const e = new Event("x", { bubbles: true }); return [e.bubbles, e.cancelable, e.composed, e.defaultPrevented, e.eventPhase, e.target, e.currentTarget, e.isTrusted, typeof e.timeStamp, e.composedPath()]; }, () => new CustomEvent("c").detail, () => new CustomEvent("c", { detail: 0 }).detail, () => new EventTarget().dispatchEvent({ type: "x" }), () => new EventTarget().addEventListener("x"), () => new EventTarget().addEventListener("x", null), () => new EventTarget().addEventListener("x", 5), () => { const e = new Event("x"); const t = new EventTarget(); t.addEventListener("x", () => t.dispatchEvent(e)); return "skip"; }, () => Object.prototype.toString.call(new Event("x")), () => Object.prototype.toString.call(new EventTarget()), () => [Event.NONE, Event.CAPTURING_PHASE, Event.AT_TARGET, Event.BUBBLING_PHASE]);
each("abort", () => { const c = new AbortController(); return [c.signal.aborted, c.signal.reason]; }, () => { const c = new AbortController(); c.abort(); return [c.signal.aborted, c.signal.reason.name, c.signal.reason.message, c.signal.reason.code]; }, () => { const c = new AbortController(); c.abort(5); c.abort(6); return c.signal.reason; }, () => { const c = new AbortController(); c.abort(new RangeError("r")); c.signal.throwIfAborted(); }, () => AbortSignal.abort().aborted, () => AbortSignal.abort("x").reason, () => new AbortSignal(), () => { const c = new AbortController(); let n = 0; c.signal.onabort = () => n++; c.signal.addEventListener("abort", () => n++); c.abort(); c.abort(); return n; }, () => AbortSignal.any([]).aborted, () => AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason, () => { const c = new AbortController(); const s = AbortSignal.any([c.signal]); const log = []; s.addEventListener("abort", () => log.push("any")); c.signal.addEventListener("abort", () => log.push("c")); c.abort(); return log; }, () => Object.prototype.toString.call(new AbortController()), () => new AbortController().signal instanceof EventTarget);
each("DOMException", () => { const e = new DOMException("m", "AbortError"); return [e.name, e.message, e.code, e instanceof Error, String(e)]; }, () => { const e = new DOMException(); return [e.name, e.message, e.code]; }, () => new DOMException("m", "Own").code, () => DOMException.ABORT_ERR, () => new DOMException("m", "DataCloneError").code, () => Object.prototype.toString.call(new DOMException("x")), () => DOMException("x"), () => new DOMException("m", { name: "N", cause: 5 }).cause);
each("globals", () => typeof queueMicrotask, () => typeof setTimeout, () => typeof structuredClone, () => typeof performance.now(), () => performance.now() >= 0, () => typeof crypto.randomUUID(), () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), () => crypto.getRandomValues(new Uint8Array(4)).length, () => crypto.getRandomValues(new Float32Array(1)), () => crypto.getRandomValues(new Uint8Array(65537)), () => queueMicrotask(5), () => Object.prototype.toString.call(globalThis), () => globalThis.globalThis === globalThis, () => Object.getOwnPropertyDescriptor(globalThis, "NaN"), () => { NaN = 1; }, () => typeof escape, () => isFinite("1"), () => typeof console.log, () => console.log.name, () => new Blob(["ab", new Uint8Array([99])], { type: "Text/Plain" }).size, () => new Blob(["x"], { type: "Text/Plain" }).type, () => structuredClone.length, () => setTimeout.name, () => typeof URL.createObjectURL);
