// setTimeout and its relatives, queueMicrotask, performance. A timer is a number, as in browsers.
(function timers(host, p) {
  "use strict";

  const longest = 2147483647;

  const byId = new p.SafeMap(); // the id that the script got → timer
  const byHostId = new p.SafeMap(); // the id that `host.sleep` gave → timer
  let lastId = 0;

  function toMillis(delay) {
    const millis = p.MathTrunc(+delay);
    return millis >= 1 && millis <= longest ? millis : 1;
  }

  function prepare(callback, millis, repeats, args) {
    if (typeof callback !== "function") {
      throw new p.TypeError(`The "callback" argument must be a function, not ${p.kindOf(callback)}`);
    }
    return { __proto__: null, id: undefined, callback, args, millis, repeats, hostId: undefined };
  }

  function arm(timer) {
    timer.hostId = host.sleep(timer.millis);
    byHostId.set(timer.hostId, timer);
  }

  function disarm(timer) {
    if (timer.hostId === undefined) return; // it is running
    byHostId.delete(timer.hostId);
    host.cancel(timer.hostId);
    timer.hostId = undefined;
  }

  function start(callback, millis, repeats, args) {
    const timer = prepare(callback, millis, repeats, args);
    arm(timer);
    timer.id = lastId += 1;
    byId.set(timer.id, timer);
    return timer.id;
  }

  function clear(handle) {
    const timer = byId.get(typeof handle === "string" ? +handle : handle);
    if (timer === undefined) return;
    byId.delete(timer.id);
    disarm(timer);
  }

  // Runs a due timer. What its callback throws is an uncaught error of the run.
  host.fire = (hostId) => {
    const timer = byHostId.get(hostId);
    if (timer === undefined) return;
    byHostId.delete(hostId);
    timer.hostId = undefined;
    if (!timer.repeats) byId.delete(timer.id);
    p.ReflectApply(timer.callback, undefined, timer.args);
    if (timer.repeats && byId.has(timer.id)) arm(timer);
  };

  // A timer of the prelude's own, which need not keep a run alive.
  p.startTimer = (callback, millis) => {
    const timer = prepare(callback, millis, false, []);
    arm(timer);
    return timer;
  };
  p.cancelTimer = disarm;

  // How many timers of the script are left, for the core.
  host.activeTimers = () => byId.size;

  const functions = {
    setTimeout(callback, delay, ...args) {
      return start(callback, toMillis(delay), false, args);
    },
    setInterval(callback, delay, ...args) {
      return start(callback, toMillis(delay), true, args);
    },
    setImmediate(callback, ...args) {
      return start(callback, 0, false, args);
    },
    clearTimeout(id) {
      clear(id);
    },
    clearInterval(id) {
      clear(id);
    },
    clearImmediate(id) {
      clear(id);
    },
    queueMicrotask(callback) {
      if (typeof callback !== "function") {
        throw new p.TypeError(`The "callback" argument must be a function, not ${p.kindOf(callback)}`);
      }
      host.queueMicrotask(() => {
        p.ReflectApply(callback, undefined, []);
      });
    },
  };
  p.defineAll(p.global, functions);

  // ---- performance -------------------------------------------------------------------------------------------------

  // When the run began, if the core says so with `host.startClock(millis)`; else the first time a script asks.
  let origin;
  host.startClock = (millis) => {
    origin = millis;
  };
  const timeOrigin = () => (origin ??= host.now());
  p.performanceNow = () => {
    const since = timeOrigin();
    return host.now() - since;
  };

  class Performance {
    constructor() {
      throw new p.TypeError("Illegal constructor");
    }

    get timeOrigin() {
      return timeOrigin();
    }

    now() {
      return p.performanceNow();
    }

    toJSON() {
      return { timeOrigin: timeOrigin() };
    }
  }
  p.defineInterfaceClass(Performance);

  const performance = p.ObjectCreate(Performance.prototype);
  p.define(p.global, "performance", performance);
  p.platformClass((value) => value === performance);
})
