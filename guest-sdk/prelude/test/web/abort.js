//# abort
const controller = new AbortController();
const { signal } = controller;
const seen = [];
signal.onabort = (event) => seen.push(`on ${event.type}`, event.isTrusted, event.target === signal);
signal.addEventListener("abort", () => seen.push("listener"));
log(signal.aborted, signal.reason, thrown(() => signal.throwIfAborted()));
controller.abort();
controller.abort("again");
log(signal.aborted, signal.reason, signal.reason.message, signal.reason.code, seen);
log(thrown(() => signal.throwIfAborted()));
log(controller.signal === signal, signal instanceof EventTarget);

//# reasons
for (const reason of [undefined, null, 0, "", "why", { a: 1 }]) {
  const controller = new AbortController();
  controller.abort(reason);
  log(controller.signal.reason, AbortSignal.abort(reason).reason);
}

//# the handler attribute keeps its place while its function is replaced
const controller = new AbortController();
const { signal } = controller;
const seen = [];
signal.addEventListener("abort", () => seen.push(1));
log(signal.onabort);
signal.onabort = () => seen.push("first");
signal.addEventListener("abort", () => seen.push(2));
signal.onabort = () => seen.push("second");
log(typeof signal.onabort);
controller.abort();
log(seen);

//# a handler that is taken away
const controller = new AbortController();
const seen = [];
controller.signal.onabort = () => seen.push(1);
controller.signal.onabort = null;
log(controller.signal.onabort);
controller.signal.onabort = 5;
controller.abort();
log(seen);

//# any
const first = new AbortController();
const second = new AbortController();
const any = AbortSignal.any([first.signal, second.signal]);
const nested = AbortSignal.any([any]);
const seen = [];
any.addEventListener("abort", () => seen.push("any", nested.aborted));
nested.addEventListener("abort", () => seen.push("nested"));
second.signal.addEventListener("abort", () => seen.push("second", any.aborted));
log(any.aborted, nested.aborted);
second.abort("why");
first.abort("late");
log(any.aborted, any.reason, nested.reason, seen);
log(AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort(7), AbortSignal.abort(8)]).reason);
log(AbortSignal.any(new Set([first.signal])).reason);
//= false false
//= true why why ["second", true, "any", true, "nested"]
//= false 7
//= late

//# timeout
const signal = AbortSignal.timeout(5);
let fired = 0;
signal.addEventListener("abort", () => fired++);
log(signal.aborted);
await new Promise((resolve) => setTimeout(resolve, 30));
log(signal.aborted, signal.reason, signal.reason.code, signal.reason.message, fired);

//# timeout without listener
const signal = AbortSignal.timeout(5);
const any = AbortSignal.any([signal, AbortSignal.timeout(5000)]);
log(signal.aborted, any.aborted);
await new Promise((resolve) => setTimeout(resolve, 30));
log(signal.aborted, signal.reason, any.aborted, any.reason === signal.reason);

//# timeout seen through any
const any = AbortSignal.any([AbortSignal.timeout(5), AbortSignal.timeout(5000), new AbortController().signal]);
const why = await new Promise((resolve) => any.addEventListener("abort", () => resolve(any.reason)));
log(why, any.aborted);

//# timeout of a race
const signal = AbortSignal.timeout(5);
const work = new Promise((resolve, reject) => {
  const timer = setTimeout(resolve, 1000);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(signal.reason);
  }, { once: true });
});
log(await rejected(work));

//# arguments of the wrong kind
for (const action of [
  () => new AbortSignal(),
  () => AbortController(),
  () => AbortSignal.timeout(-1),
  () => AbortSignal.timeout(Infinity),
  () => AbortSignal.timeout(NaN),
  () => AbortSignal.any(1),
  () => AbortSignal.any([1]),
  () => AbortSignal.any(),
  () => AbortController.prototype.abort.call({}),
  () => AbortSignal.prototype.aborted,
  () => Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted").get.call({}),
]) log(thrown(action));

//# shape
log(Object.prototype.toString.call(new AbortController()), Object.prototype.toString.call(AbortSignal.abort()));
log(Object.keys(new AbortController().signal), Object.keys(AbortController.prototype));
