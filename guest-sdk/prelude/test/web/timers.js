//# order of timers and microtasks
const order = [];
setTimeout(() => order.push("t1"), 0);
setTimeout(() => order.push("t2"), 0);
const dead = setTimeout(() => order.push("never"), 0);
clearTimeout(dead);
setTimeout((a, b) => order.push("t3", a, b), 10, "x", "y");
queueMicrotask(() => order.push("micro"));
Promise.resolve().then(() => order.push("then"));
order.push("sync");
await pause(40);
await new Promise((resolve) => setTimeout(resolve, 20));
log(order.join());

//# an interval is cleared from its own callback
let n = 0;
await new Promise((resolve) => {
  const id = setInterval((step) => {
    n += step;
    if (n === 6) {
      clearInterval(id);
      setTimeout(resolve, 10);
    }
  }, 1, 2);
});
log(n);

//# a timer that an earlier one clears does not run
const ran = [];
let second;
setTimeout(() => {
  ran.push(1);
  clearTimeout(second);
}, 1);
second = setTimeout(() => ran.push(2), 1);
await new Promise((resolve) => setTimeout(resolve, 10));
log(ran);

//# clearInterval clears a timeout and the other way round
const ran = [];
clearInterval(setTimeout(() => ran.push("timeout"), 1));
clearTimeout(setInterval(() => ran.push("interval"), 1));
clearTimeout(undefined);
clearTimeout(null);
clearTimeout({});
clearTimeout(123456);
clearTimeout("no id");
clearImmediate(undefined);
await new Promise((resolve) => setTimeout(resolve, 10));
log(ran);

//# odd delays count as one millisecond
const ran = [];
for (const delay of [undefined, null, NaN, -5, Infinity, 2 ** 31, "1", 0.5, true]) {
  setTimeout(() => ran.push(String(delay)), delay);
}
await new Promise((resolve) => setTimeout(resolve, 10));
log(ran.sort());

//# setImmediate
const ran = [];
setImmediate((a) => ran.push(a), "immediate");
clearImmediate(setImmediate(() => ran.push("cleared")));
await new Promise((resolve) => setTimeout(resolve, 10));
log(ran);

//# what is no function is refused
for (const callback of [undefined, null, "code", 5, {}]) {
  log(thrown(() => setTimeout(callback, 1)), thrown(() => setInterval(callback, 1)), thrown(() => queueMicrotask(callback)));
}
log(thrown(() => setTimeout()), thrown(() => setImmediate("x")));

//# microtasks run in order, also nested ones
const order = [];
queueMicrotask(() => {
  order.push(1);
  queueMicrotask(() => order.push(3));
});
queueMicrotask(() => order.push(2));
await pause(5);
log(order);

//# a timer is a number, also as text
const id = setTimeout(() => log("never"), 1);
log(typeof id, id > 0);
clearTimeout(String(id));
await new Promise((resolve) => setTimeout(resolve, 10));
log("done");
//= number true
//= done

//# performance
const first = performance.now();
await new Promise((resolve) => setTimeout(resolve, 20));
const later = performance.now();
log(later - first >= 19, later - first < 500, performance.timeOrigin > 1e12, Number.isFinite(performance.toJSON().timeOrigin));
log(Object.prototype.toString.call(performance), thrown(() => new Performance()));
log(typeof performance.now(), performance instanceof Performance);

//# whole milliseconds
log(Number.isInteger(performance.now()), performance.now() >= 0);
//= true true

//# names and lengths
log([setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, queueMicrotask].map((f) => f.name));
log(queueMicrotask.length);
