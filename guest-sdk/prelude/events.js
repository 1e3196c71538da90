// Event, CustomEvent, EventTarget as in the DOM standard, for targets without a tree.
(function events(host, p) {
  "use strict";

  const AT_TARGET = 2;

  // The only ways into an event's state besides its members.
  let beginDispatch, endDispatch, initialize, invoke, isDispatching, isStoppedNow, wasCanceled;

  class Event {
    #type;
    #target = null;
    #currentTarget = null;
    #phase = 0;
    #bubbles;
    #cancelable;
    #composed;
    #canceled = false;
    #stopped = false;
    #stoppedNow = false;
    #dispatching = false;
    #passive = false;
    #timeStamp;
    #trusted = false;

    constructor(type, init = undefined) {
      p.needArguments(arguments.length, 1, "Event");
      this.#type = `${type}`;
      const options = p.toDictionary(init, "The event's options");
      this.#bubbles = !!options.bubbles;
      this.#cancelable = !!options.cancelable;
      this.#composed = !!options.composed;
      this.#timeStamp = p.performanceNow();
    }

    get type() {
      return this.#type;
    }

    get target() {
      return this.#target;
    }

    get srcElement() {
      return this.#target;
    }

    get currentTarget() {
      return this.#currentTarget;
    }

    composedPath() {
      return this.#dispatching ? [this.#currentTarget] : [];
    }

    get eventPhase() {
      return this.#phase;
    }

    stopPropagation() {
      this.#stopped = true;
    }

    get cancelBubble() {
      return this.#stopped;
    }

    set cancelBubble(value) {
      if (value) this.#stopped = true;
    }

    stopImmediatePropagation() {
      this.#stopped = true;
      this.#stoppedNow = true;
    }

    get bubbles() {
      return this.#bubbles;
    }

    get cancelable() {
      return this.#cancelable;
    }

    get returnValue() {
      return !this.#canceled;
    }

    set returnValue(value) {
      if (!value) this.#cancel();
    }

    preventDefault() {
      this.#cancel();
    }

    #cancel() {
      if (this.#cancelable && !this.#passive) this.#canceled = true;
    }

    get defaultPrevented() {
      return this.#canceled;
    }

    get composed() {
      return this.#composed;
    }

    get isTrusted() {
      return this.#trusted;
    }

    get timeStamp() {
      return this.#timeStamp;
    }

    initEvent(type, bubbles = false, cancelable = false) {
      p.needArguments(arguments.length, 1, "initEvent");
      initialize(this, `${type}`, !!bubbles, !!cancelable);
    }

    static {
      p.isEvent = (value) => p.isObject(value) && #type in value;
      p.trustedEvent = (type) => {
        const event = new Event(type);
        event.#trusted = true;
        return event;
      };
      initialize = (event, type, bubbles, cancelable) => {
        if (event.#dispatching) return;
        event.#stopped = event.#stoppedNow = event.#canceled = false;
        event.#target = null;
        event.#type = type;
        event.#bubbles = bubbles;
        event.#cancelable = cancelable;
      };
      isDispatching = (event) => event.#dispatching;
      isStoppedNow = (event) => event.#stoppedNow;
      wasCanceled = (event) => event.#canceled;
      beginDispatch = (event, target) => {
        event.#dispatching = true;
        event.#target = event.#currentTarget = target;
        event.#phase = AT_TARGET;
        return event.#type;
      };
      endDispatch = (event) => {
        event.#dispatching = event.#stopped = event.#stoppedNow = false;
        event.#currentTarget = null;
        event.#phase = 0;
      };
      invoke = (event, listener, target) => {
        event.#passive = listener.passive;
        try {
          callListener(listener.callback, event, target);
        } catch (error) {
          reportError(error);
        }
        event.#passive = false;
      };
      p.showFields(Event, p.isEvent, (event) => ({
        __proto__: null,
        type: event.#type,
        defaultPrevented: event.#canceled,
        cancelable: event.#cancelable,
        timeStamp: event.#timeStamp,
      }));
    }
  }

  const phases = ["NONE", "CAPTURING_PHASE", "AT_TARGET", "BUBBLING_PHASE"];
  for (let i = 0; i < phases.length; i++) {
    p.defineConstant(Event, phases[i], i, true);
    p.defineConstant(Event.prototype, phases[i], i, true);
  }

  class CustomEvent extends Event {
    #detail;

    constructor(type, init = undefined) {
      p.needArguments(arguments.length, 1, "CustomEvent");
      super(type, init);
      this.#detail = init?.detail ?? null;
    }

    get detail() {
      return this.#detail;
    }

    initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
      p.needArguments(arguments.length, 1, "initCustomEvent");
      if (isDispatching(this)) return;
      initialize(this, `${type}`, !!bubbles, !!cancelable);
      this.#detail = detail;
    }
  }

  // What a listener throws does not stop the others; it ends the run as an uncaught error.
  function reportError(error) {
    host.queueMicrotask(() => {
      throw error;
    });
  }

  function callListener(callback, event, target) {
    if (typeof callback === "function") {
      p.ReflectApply(callback, target, [event]);
      return;
    }
    const { handleEvent } = callback;
    if (typeof handleEvent !== "function") throw new p.TypeError("The event listener has no method handleEvent");
    p.ReflectApply(handleEvent, callback, [event]);
  }

  function toListenerOptions(options) {
    if (!p.isObject(options)) return { __proto__: null, capture: !!options, once: false, passive: false, signal: undefined };
    const { capture, once, passive, signal } = options;
    return { __proto__: null, capture: !!capture, once: !!once, passive: !!passive, signal };
  }

  let listenersOf, change;

  class EventTarget {
    #listeners = new p.SafeMap(); // type → list of listeners
    #onChange = undefined; // called after a listener was added or removed

    addEventListener(type, callback, options = undefined) {
      p.needArguments(arguments.length, 2, "addEventListener");
      this.#listeners;
      const name = `${type}`;
      const { capture, once, passive, signal } = toListenerOptions(options);
      if (signal !== undefined && !p.isAbortSignal(signal)) {
        throw new p.TypeError("The option \"signal\" must be an AbortSignal");
      }
      if (callback === null || callback === undefined || (signal !== undefined && p.isAborted(signal))) return;
      if (!p.isObject(callback)) {
        throw new p.TypeError(`The event listener must be a function or an object, not ${p.kindOf(callback)}`);
      }
      if (find(listenersOf(this, name), callback, capture) !== undefined) return;
      add(this, name, { __proto__: null, callback, capture, once, passive, signal, removed: false });
    }

    removeEventListener(type, callback, options = undefined) {
      p.needArguments(arguments.length, 2, "removeEventListener");
      this.#listeners;
      const name = `${type}`;
      const capture = p.isObject(options) ? !!options.capture : !!options;
      const listener = find(listenersOf(this, name), callback, capture);
      if (listener !== undefined) remove(this, name, listener);
    }

    dispatchEvent(event) {
      this.#listeners;
      if (!p.isEvent(event)) throw new p.TypeError("The argument of dispatchEvent must be an Event");
      if (isDispatching(event)) throw new p.DOMException("The event is already being dispatched", "InvalidStateError");
      return p.dispatch(this, event);
    }

    static {
      p.isEventTarget = (value) => p.isObject(value) && #listeners in value;
      listenersOf = (target, type) => {
        let list = target.#listeners.get(type);
        if (list === undefined) target.#listeners.set(type, (list = p.list()));
        return list;
      };
      change = (target, type) => {
        if (target.#onChange !== undefined) target.#onChange(type);
      };
      p.onListenersChange = (target, callback) => {
        target.#onChange = callback;
      };
      p.hasListeners = (target, type) => listenersOf(target, type).length > 0;
    }
  }

  function find(list, callback, capture) {
    for (let i = 0; i < list.length; i++) {
      if (list[i].callback === callback && list[i].capture === capture && !isOver(list[i])) return list[i];
    }
    return undefined;
  }

  // Whether the signal that a listener was added with has aborted. It is asked when it matters, so that a listener with
  // the signal of `AbortSignal.timeout` needs no timer.
  const isOver = (listener) => listener.signal !== undefined && p.isAborted(listener.signal);

  function remove(target, type, listener) {
    listener.removed = true;
    const list = listenersOf(target, type);
    const at = p.ArrayPrototypeIndexOf(list, listener);
    if (at === -1) return;
    p.ArrayPrototypeCopyWithin(list, at, at + 1);
    p.ArrayPrototypePop(list); // not by setting the length: Boa 0.22 keeps the element where its inline cache does that
    change(target, type);
  }

  function add(target, type, listener) {
    const list = listenersOf(target, type);
    list[list.length] = listener;
    change(target, type);
  }

  // Fires `event` at `target`. Of the listeners that change meanwhile, added ones do not run and removed ones neither.
  p.dispatch = (target, event) => {
    const type = beginDispatch(event, target);
    const listeners = copyList(listenersOf(target, type));
    for (let i = 0; i < listeners.length && !isStoppedNow(event); i++) {
      const listener = listeners[i];
      if (listener.removed || isOver(listener)) continue;
      if (listener.once) remove(target, type, listener);
      invoke(event, listener, target);
    }
    endDispatch(event);
    return !wasCanceled(event);
  };

  function copyList(list) {
    const copy = p.list();
    for (let i = 0; i < list.length; i++) copy[i] = list[i];
    return copy;
  }

  // The attribute `on<type>` of a class: a listener that keeps its place while its function is replaced.
  p.defineHandler = (prototype, type) => {
    const handlers = new p.SafeWeakMap(); // target → { value, listener }
    const attribute = {
      get [`on${type}`]() {
        return handlers.get(this)?.value ?? null;
      },
      set [`on${type}`](value) {
        if (!p.isEventTarget(this)) throw new p.TypeError("Illegal invocation");
        const old = handlers.get(this);
        if (typeof value !== "function") {
          if (old !== undefined) remove(this, type, old.listener);
          handlers.delete(this);
        } else if (old !== undefined) {
          old.value = value;
        } else {
          const handler = { __proto__: null, value, listener: undefined };
          const callback = function (event) {
            return p.ReflectApply(handler.value, this, [event]);
          };
          handler.listener = {
            __proto__: null, callback, capture: false, once: false, passive: false, signal: undefined, removed: false,
          };
          handlers.set(this, handler);
          add(this, type, handler.listener);
        }
      },
    };
    p.defineInterface(prototype, attribute);
  };

  p.defineInterfaceClass(Event);
  p.defineInterfaceClass(CustomEvent);
  p.defineInterfaceClass(EventTarget);
  p.Event = Event;
  p.EventTarget = EventTarget;
  p.platformClass(p.isEvent);
  p.platformClass(p.isEventTarget);
})
