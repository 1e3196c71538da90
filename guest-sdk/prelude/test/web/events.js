//# listeners: order, once, removal, duplicates
const target = new EventTarget();
const seen = [];
const a = (event) => seen.push(`a ${event.type}`);
target.addEventListener("x", a);
target.addEventListener("x", a);
target.addEventListener("x", () => seen.push("once"), { once: true });
target.addEventListener("x", { handleEvent(event) { seen.push(this !== target, event.target === target); } });
target.dispatchEvent(new Event("x"));
target.dispatchEvent(new Event("x"));
target.removeEventListener("x", a);
target.dispatchEvent(new Event("x"));
log(seen);

//# capture is part of a listener's identity
const target = new EventTarget();
const seen = [];
const f = () => seen.push("f");
target.addEventListener("x", f, true);
target.addEventListener("x", f, false);
target.addEventListener("x", f, { capture: true });
target.dispatchEvent(new Event("x"));
target.removeEventListener("x", f);
target.dispatchEvent(new Event("x"));
target.removeEventListener("x", f, { capture: true });
target.dispatchEvent(new Event("x"));
log(seen.length);

//# a listener that a listener removes does not run; one that it adds runs next time
const target = new EventTarget();
const seen = [];
const later = () => seen.push("later");
const added = () => seen.push("added");
target.addEventListener("x", () => {
  target.removeEventListener("x", later);
  target.addEventListener("x", added);
});
target.addEventListener("x", later);
target.dispatchEvent(new Event("x"));
target.dispatchEvent(new Event("x"));
log(seen);

//# the state of an event while it is dispatched
const target = new EventTarget();
const event = new Event("x", { cancelable: true, bubbles: true, composed: true });
log(event.type, event.target, event.currentTarget, event.eventPhase, event.bubbles, event.cancelable, event.composed, event.isTrusted);
target.addEventListener("x", function (given) {
  log(given === event, this === target, given.target === target, given.eventPhase, given.composedPath().length);
  log(thrown(() => target.dispatchEvent(given)) !== "no error, true");
  given.preventDefault();
  log(given.defaultPrevented, given.returnValue);
});
log(target.dispatchEvent(event));
log(event.target === target, event.currentTarget, event.eventPhase, event.composedPath(), event.srcElement === target);
log(typeof event.timeStamp, event.timeStamp >= 0);

//# preventDefault
const target = new EventTarget();
target.addEventListener("x", (event) => event.preventDefault());
log(target.dispatchEvent(new Event("x")), target.dispatchEvent(new Event("x", { cancelable: true })));
const event = new Event("y", { cancelable: true });
event.returnValue = true;
log(event.defaultPrevented);

//# a passive listener cannot prevent the default, returnValue = false can
const target = new EventTarget();
target.addEventListener("p", (event) => event.preventDefault(), { passive: true });
log(target.dispatchEvent(new Event("p", { cancelable: true })));
const event = new Event("y", { cancelable: true });
event.returnValue = false;
log(event.defaultPrevented);
//= true
//= true

//# stopping
const target = new EventTarget();
const seen = [];
target.addEventListener("x", (event) => {
  seen.push(1);
  event.stopPropagation();
});
target.addEventListener("x", (event) => {
  seen.push(2, event.cancelBubble);
  event.stopImmediatePropagation();
});
target.addEventListener("x", () => seen.push(3));
target.dispatchEvent(new Event("x"));
log(seen);

//# arguments of the wrong kind
const target = new EventTarget();
const f = () => {};
for (const action of [
  () => new Event(),
  () => new Event(Symbol()),
  () => new Event("x", 1),
  () => Event("x"),
  () => target.addEventListener("x"),
  () => target.addEventListener("x", 1),
  () => target.addEventListener("x", null),
  () => target.addEventListener("x", undefined),
  () => target.addEventListener("x", {}),
  () => target.addEventListener("x", f, { signal: null }),
  () => target.addEventListener("x", f, { signal: {} }),
  () => target.removeEventListener("x"),
  () => target.removeEventListener("x", f),
  () => target.dispatchEvent({}),
  () => EventTarget.prototype.addEventListener.call({}, "x", f),
  () => Event.prototype.type,
  () => new CustomEvent(),
  () => EventTarget(),
  () => new Event(undefined).type,
  () => new Event(null).type,
  () => new Event({ toString: () => "made" }).type,
]) log(thrown(action));

//# the signal of a listener
const target = new EventTarget();
const controller = new AbortController();
const seen = [];
target.addEventListener("x", () => seen.push(1), { signal: controller.signal });
target.dispatchEvent(new Event("x"));
controller.abort();
target.dispatchEvent(new Event("x"));
target.addEventListener("x", () => seen.push(2), { signal: AbortSignal.abort() });
target.dispatchEvent(new Event("x"));
log(seen);

//# a listener can be added again after its signal aborted
const target = new EventTarget();
const controller = new AbortController();
const seen = [];
const f = () => seen.push(1);
target.addEventListener("x", f, { signal: controller.signal });
controller.abort();
target.addEventListener("x", f);
target.dispatchEvent(new Event("x"));
log(seen);

//# custom events
const event = new CustomEvent("x", { detail: { a: 1 }, cancelable: true });
log(event.detail, event.cancelable, event instanceof Event, new CustomEvent("y").detail, event.type);
log(Object.prototype.toString.call(event), Object.prototype.toString.call(new Event("x")), Object.prototype.toString.call(new EventTarget()));

//# subclasses
class Store extends EventTarget {
  set(value) {
    this.value = value;
    this.dispatchEvent(new CustomEvent("change", { detail: value }));
  }
}
class Change extends Event {
  constructor(what) {
    super("changed");
    this.what = what;
  }
}
const store = new Store();
store.addEventListener("change", (event) => log("change", event.detail, event.target === store));
store.addEventListener("changed", (event) => log("changed", event.what, event instanceof Change));
store.set(5);
store.dispatchEvent(new Change("all"));

//# constants and shape
log(Event.AT_TARGET, Event.BUBBLING_PHASE, Event.NONE, Event.CAPTURING_PHASE);
log(Object.keys(new Event("x")), Event.length, EventTarget.length, CustomEvent.length, AbortController.length);
log(Object.keys(EventTarget.prototype), Object.keys(AbortController.prototype));

//# a listener that throws does not stop the others
const target = new EventTarget();
const seen = [];
target.addEventListener("x", () => seen.push(1));
target.addEventListener("x", () => seen.push(2));
log(target.dispatchEvent(new Event("x")), seen);

//# DOMException
const error = new DOMException("text", "AbortError");
log(error.name, error.message, error.code, String(error), error instanceof Error, error instanceof DOMException);
log(Object.prototype.toString.call(error), typeof error.stack, Object.keys(error));
log(new DOMException().name, new DOMException().message, new DOMException("a").code, new DOMException("a", "Mine").code);
log(new DOMException("a", { name: "TimeoutError", cause: 5 }).code, new DOMException("a", { name: "X", cause: 5 }).cause);
log(DOMException.ABORT_ERR, DOMException.prototype.DATA_CLONE_ERR, DOMException.INDEX_SIZE_ERR, DOMException.length);
log(thrown(() => DOMException("x")), thrown(() => DOMException.prototype.name));
for (const name of ["IndexSizeError", "HierarchyRequestError", "WrongDocumentError", "InvalidCharacterError",
  "NoModificationAllowedError", "NotFoundError", "NotSupportedError", "InUseAttributeError", "InvalidStateError",
  "SyntaxError", "InvalidModificationError", "NamespaceError", "InvalidAccessError", "TypeMismatchError", "SecurityError",
  "NetworkError", "AbortError", "URLMismatchError", "QuotaExceededError", "TimeoutError", "InvalidNodeTypeError",
  "DataCloneError", "EncodingError", "NotReadableError", "OperationError"]) log(name, new DOMException("", name).code);
class Mine extends DOMException {}
log(new Mine("m", "AbortError") instanceof Mine, new Mine("m", "AbortError").name);
