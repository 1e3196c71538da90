// AbortController and AbortSignal, as in the DOM standard.
//
// A signal of `AbortSignal.timeout` asks for a timer only while somebody listens to it, so that one left over does not
// keep the run waiting. Without a listener the passing of time shows when the signal is asked.
(function abort(host, p) {
  "use strict";

  const secret = { __proto__: null };

  let create, abortSignal, follow;

  class AbortSignal extends p.EventTarget {
    #aborted = false;
    #reason = undefined;
    #dependents = p.list(); // signals of `any` that this one aborts
    #sources = undefined; // of a signal of `any`: what aborts it
    #deadline = undefined;
    #timer = undefined;

    constructor(key = undefined) {
      if (key !== secret) throw new p.TypeError("Illegal constructor");
      super();
    }

    static abort(reason = undefined) {
      const signal = create();
      signal.#aborted = true;
      signal.#reason = reason === undefined ? abortError() : reason;
      return signal;
    }

    static timeout(milliseconds) {
      p.needArguments(arguments.length, 1, "AbortSignal.timeout");
      const millis = p.MathTrunc(+milliseconds);
      if (!(millis >= 0 && millis <= 9007199254740991)) {
        throw new p.RangeError("The time of AbortSignal.timeout must be a number of milliseconds, 0 or more");
      }
      const signal = create();
      signal.#deadline = host.now() + millis;
      return signal;
    }

    static any(signals) {
      p.needArguments(arguments.length, 1, "AbortSignal.any");
      if (!p.isObject(signals)) throw new p.TypeError("The argument of AbortSignal.any must be iterable");
      const list = p.listFrom(signals);
      for (let i = 0; i < list.length; i++) {
        if (!p.isAbortSignal(list[i])) throw new p.TypeError(`The signal at index ${i} of AbortSignal.any is no AbortSignal`);
      }
      return follow(list);
    }

    get aborted() {
      return p.isAborted(this);
    }

    get reason() {
      return p.isAborted(this) ? this.#reason : undefined;
    }

    throwIfAborted() {
      if (p.isAborted(this)) throw this.#reason;
    }

    static {
      p.isAbortSignal = (value) => p.isObject(value) && #aborted in value;
      create = () => {
        const signal = new AbortSignal(secret);
        p.onListenersChange(signal, () => updateTimers(signal));
        return signal;
      };

      const isWatched = (signal) => {
        if (signal.#aborted) return false;
        if (p.hasListeners(signal, "abort")) return true;
        for (let i = 0; i < signal.#dependents.length; i++) {
          if (isWatched(signal.#dependents[i])) return true;
        }
        return false;
      };

      // Starts or stops the timer of a signal with a deadline, or those of what it follows.
      const updateTimers = (signal) => {
        const sources = signal.#sources;
        for (let i = 0; sources !== undefined && i < sources.length; i++) updateTimers(sources[i]);
        if (signal.#deadline === undefined) return;
        const isNeeded = isWatched(signal);
        if (isNeeded && signal.#timer === undefined) {
          const millis = p.MathMin(p.MathMax(0, signal.#deadline - host.now()), 2147483647);
          signal.#timer = p.startTimer(() => abortSignal(signal, timeoutError()), millis);
        } else if (!isNeeded && signal.#timer !== undefined) {
          p.cancelTimer(signal.#timer);
          signal.#timer = undefined;
        }
      };

      const timeoutError = () => new p.DOMException("The operation was aborted due to timeout", "TimeoutError");

      // Puts the signal and those that follow it in the aborted state; returns all of them.
      const mark = (signal, reason) => {
        const reached = p.list();
        reached[0] = signal;
        for (let i = 0; i < signal.#dependents.length; i++) {
          if (!signal.#dependents[i].#aborted) reached[reached.length] = signal.#dependents[i];
        }
        for (let i = 0; i < reached.length; i++) {
          reached[i].#aborted = true;
          reached[i].#reason = reason;
        }
        return reached;
      };

      abortSignal = (signal, reason) => {
        if (signal.#aborted) return;
        const reached = mark(signal, reason);
        for (let i = 0; i < reached.length; i++) {
          updateTimers(reached[i]);
          if (p.hasListeners(reached[i], "abort")) p.dispatch(reached[i], p.trustedEvent("abort"));
        }
      };

      // Asking fires no event: where there is a listener, there is a timer, and that one does it.
      p.isAborted = (signal) => {
        if (signal.#aborted) return true;
        const isDue = signal.#deadline !== undefined && signal.#timer === undefined && host.now() >= signal.#deadline;
        if (isDue) mark(signal, timeoutError());
        const sources = signal.#sources;
        for (let i = 0; sources !== undefined && i < sources.length && !signal.#aborted; i++) p.isAborted(sources[i]);
        return signal.#aborted;
      };

      // A signal that aborts as soon as one of `list` does.
      follow = (list) => {
        const signal = create();
        for (let i = 0; i < list.length; i++) {
          if (!p.isAborted(list[i])) continue;
          signal.#aborted = true;
          signal.#reason = list[i].#reason;
          return signal;
        }
        const sources = (signal.#sources = p.list());
        for (let i = 0; i < list.length; i++) {
          const roots = list[i].#sources ?? [list[i]];
          for (let j = 0; j < roots.length; j++) {
            if (p.ArrayPrototypeIncludes(sources, roots[j])) continue;
            sources[sources.length] = roots[j];
            roots[j].#dependents[roots[j].#dependents.length] = signal;
          }
        }
        return signal;
      };

      p.showFields(AbortSignal, p.isAbortSignal, (signal) => ({ __proto__: null, aborted: p.isAborted(signal) }));
    }
  }

  const abortError = () => new p.DOMException("This operation was aborted", "AbortError");

  class AbortController {
    #signal = create();

    get signal() {
      return this.#signal;
    }

    abort(reason = undefined) {
      const signal = this.#signal;
      if (!p.isAborted(signal)) abortSignal(signal, reason === undefined ? abortError() : reason);
    }

    static {
      const isController = (value) => p.isObject(value) && #signal in value;
      p.showFields(AbortController, isController, (controller) => ({ __proto__: null, signal: controller.#signal }));
      p.platformClass(isController);
    }
  }

  p.defineHandler(AbortSignal.prototype, "abort");
  p.defineInterfaceClass(AbortController);
  p.defineInterfaceClass(AbortSignal);
})
