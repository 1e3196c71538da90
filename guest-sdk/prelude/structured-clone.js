// structuredClone, as in the HTML standard.
(function structuredClone(host, p) {
  "use strict";

  const errors = { __proto__: null };
  for (const name of ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"]) {
    errors[name] = globalThis[name];
  }
  // What `className` calls one of these has state that cannot be copied.
  const refusedKinds = { __proto__: null };
  for (const kind of [
    "Promise", "WeakMap", "WeakSet", "WeakRef", "Generator", "AsyncGenerator", "MapIterator", "SetIterator", "Module", "Symbol",
    "Arguments",
  ]) {
    refusedKinds[kind] = true;
  }
  // The same for objects that the engine cannot tell from ordinary ones: they are known by their prototype.
  const refusedPrototypes = new p.SafeSet();
  for (const prototype of [
    p.ArrayIteratorPrototype, p.StringIteratorPrototype, p.RegExpStringIteratorPrototype, p.FinalizationRegistryPrototype,
  ]) {
    refusedPrototypes.add(prototype);
  }
  for (const namespace of [globalThis.Intl, globalThis.Temporal]) {
    for (const name of namespace === undefined ? [] : Object.getOwnPropertyNames(namespace)) {
      const prototype = namespace[name]?.prototype;
      if (prototype !== undefined) refusedPrototypes.add(prototype);
    }
  }
  const regexpFlags = [
    ["d", p.RegExpPrototypeGetHasIndices], ["g", p.RegExpPrototypeGetGlobal], ["i", p.RegExpPrototypeGetIgnoreCase],
    ["m", p.RegExpPrototypeGetMultiline], ["s", p.RegExpPrototypeGetDotAll], ["u", p.RegExpPrototypeGetUnicode],
    ["v", p.RegExpPrototypeGetUnicodeSets], ["y", p.RegExpPrototypeGetSticky],
  ];

  function refuse(value) {
    let text;
    if (typeof value === "symbol") text = p.SymbolPrototypeToString(value);
    else if (typeof value === "function") text = clip(p.FunctionPrototypeToString(value));
    else text = `#<${host.className(value)}>`;
    throw new p.DOMException(`${text} could not be cloned.`, "DataCloneError");
  }

  const clip = (text) => (text.length <= 80 ? text : `${p.StringPrototypeSlice(text, 0, 80)}…`);

  // `copies` maps what was met to its copy, so that what is shared or circular stays so.
  function clone(value, copies) {
    if (typeof value === "symbol" || typeof value === "function") refuse(value);
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    if (host.proxyParts(value) !== undefined) {
      throw new p.DOMException("#<Object> could not be cloned.", "DataCloneError");
    }
    const kind = host.className(value);
    if (refusedKinds[kind]) refuse(value);
    const platform = platformClass(kind, value);
    if (platform !== undefined) {
      if (platform.copy === undefined) throw new p.DOMException("Cannot clone object of unsupported type.", "DataCloneError");
      return remember(copies, value, platform.copy(value));
    }
    if (p.ArrayBufferIsView(value)) return remember(copies, value, cloneView(value, copies));
    if (p.ArrayIsArray(value)) {
      return cloneProperties(value, remember(copies, value, new p.Array(value.length)), copies);
    }
    if (kind === "Map") return cloneMap(value, remember(copies, value, new p.Map()), copies);
    if (kind === "Set") return cloneSet(value, remember(copies, value, new p.Set()), copies);
    if (kind === "Error") return cloneError(value, copies);
    const copy = cloneLeaf(kind, value);
    if (copy !== undefined) return remember(copies, value, copy);
    if (refusedPrototypes.has(p.ReflectGetPrototypeOf(value))) refuse(value);
    return cloneProperties(value, remember(copies, value, {}), copies);
  }

  // Of plain objects it is not asked.
  function platformClass(kind, value) {
    if (kind !== "Object" && kind !== "Error") return undefined;
    const prototype = p.ReflectGetPrototypeOf(value);
    return prototype === p.ObjectPrototype || prototype === null ? undefined : p.platformClassOf(value);
  }

  function remember(copies, value, copy) {
    copies.set(value, copy);
    return copy;
  }

  // A copy of what refers to no other value.
  function cloneLeaf(kind, value) {
    switch (kind) {
      case "Boolean": return p.Object(p.BooleanPrototypeValueOf(value));
      case "Number": return p.Object(p.NumberPrototypeValueOf(value));
      case "String": return p.Object(p.StringPrototypeValueOf(value));
      case "BigInt": return p.Object(p.BigIntPrototypeValueOf(value));
      case "Date": return new p.Date(p.DatePrototypeGetTime(value));
      case "RegExp": return new p.RegExp(value, flagsOf(value));
      case "ArrayBuffer": return cloneBuffer(value);
      case "SharedArrayBuffer": return value; // shared memory stays shared
      default: return undefined;
    }
  }

  function flagsOf(regexp) {
    let flags = "";
    for (let i = 0; i < regexpFlags.length; i++) {
      const flag = regexpFlags[i];
      if (flag[1] !== undefined && flag[1](regexp)) flags += flag[0];
    }
    return flags;
  }

  const isResizable = (buffer) =>
    p.ArrayBufferPrototypeGetResizable !== undefined && p.ArrayBufferPrototypeGetResizable(buffer);

  function isDetached(buffer) {
    if (p.ArrayBufferPrototypeGetByteLength(buffer) !== 0) return false;
    try {
      new p.Uint8Array(buffer);
      return false;
    } catch {
      return true;
    }
  }

  function cloneBuffer(buffer) {
    if (isDetached(buffer)) {
      throw new p.DOMException("An ArrayBuffer is detached and could not be cloned.", "DataCloneError");
    }
    const length = p.ArrayBufferPrototypeGetByteLength(buffer);
    const options = isResizable(buffer)
      ? { __proto__: null, maxByteLength: p.ArrayBufferPrototypeGetMaxByteLength(buffer) }
      : undefined;
    const copy = new p.ArrayBuffer(length, options);
    p.TypedArrayPrototypeSet(new p.Uint8Array(copy), new p.Uint8Array(buffer));
    return copy;
  }

  function cloneView(view, copies) {
    const name = p.typedArrayName(view) ?? "DataView";
    const isTyped = name !== "DataView";
    const original = isTyped ? p.TypedArrayPrototypeGetBuffer(view) : p.DataViewPrototypeGetBuffer(view);
    const buffer = clone(original, copies);
    const offset = isTyped ? p.TypedArrayPrototypeGetByteOffset(view) : p.DataViewPrototypeGetByteOffset(view);
    const bytes = isTyped ? p.TypedArrayPrototypeGetByteLength(view) : p.DataViewPrototypeGetByteLength(view);
    // A view that reaches the end of a buffer that can grow is taken for one that follows its length.
    const follows = p.isArrayBuffer(original) && isResizable(original) &&
      offset + bytes === p.ArrayBufferPrototypeGetByteLength(original);
    const length = follows ? undefined : isTyped ? p.TypedArrayPrototypeGetLength(view) : bytes;
    return new p[name](buffer, offset, length);
  }

  function cloneProperties(value, copy, copies) {
    const keys = p.ObjectKeys(value);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const part = value[key];
      if (part === undefined && !p.hasOwn(value, key)) continue; // a getter before it has deleted it
      const partCopy = p.isObject(part) || typeof part === "symbol" ? clone(part, copies) : part;
      // Where nothing of that name is inherited, setting runs no setter.
      if (key in copy) p.setOwn(copy, key, partCopy);
      else copy[key] = partCopy;
    }
    return copy;
  }

  function cloneMap(map, copy, copies) {
    const parts = p.list(); // key, value, key, value, …: what is copied may change the map
    p.eachOfMap(map, (value, key) => {
      parts[parts.length] = key;
      parts[parts.length] = value;
    });
    for (let i = 0; i < parts.length; i += 2) {
      const key = clone(parts[i], copies);
      p.MapPrototypeSet(copy, key, clone(parts[i + 1], copies));
    }
    return copy;
  }

  function cloneSet(set, copy, copies) {
    const parts = p.list();
    p.eachOfSet(set, (value) => {
      parts[parts.length] = value;
    });
    for (let i = 0; i < parts.length; i++) p.SetPrototypeAdd(copy, clone(parts[i], copies));
    return copy;
  }

  // The class by its name, message, stack and cause; all else is lost, as the standard has it.
  function cloneError(error, copies) {
    const constructor = errors[error.name] ?? p.Error;
    const copy = remember(copies, error, new constructor());
    const message = p.ownDescriptor(error, "message");
    if (message !== undefined && "value" in message) p.define(copy, "message", `${message.value}`);
    const { stack } = error;
    if (typeof stack === "string") p.define(copy, "stack", stack);
    const cause = p.ownDescriptor(error, "cause");
    if (cause !== undefined && "value" in cause) p.define(copy, "cause", clone(cause.value, copies));
    return copy;
  }

  // ---- Transfer ----------------------------------------------------------------------------------------------------

  const detach = p.ArrayBufferPrototypeTransfer ?? host.detach;

  function toTransferList(options) {
    const { transfer } = p.toDictionary(options, "The options of structuredClone");
    if (transfer === undefined) return p.list();
    if (!p.isObject(transfer)) throw new p.TypeError("The option \"transfer\" must be iterable");
    const buffers = p.listFrom(transfer);
    for (let i = 0; i < buffers.length; i++) {
      if (!p.isArrayBuffer(buffers[i])) {
        throw new p.DOMException("Only an ArrayBuffer can be transferred", "DataCloneError");
      }
      if (p.ArrayPrototypeIndexOf(buffers, buffers[i]) !== i) {
        throw new p.DOMException("An ArrayBuffer is in the transfer list twice", "DataCloneError");
      }
    }
    return buffers;
  }

  p.defineAll(p.global, {
    structuredClone(value, options = undefined) {
      p.needArguments(arguments.length, 1, "structuredClone");
      const buffers = toTransferList(options);
      const copies = new p.SafeMap();
      for (let i = 0; i < buffers.length; i++) copies.set(buffers[i], cloneBuffer(buffers[i]));
      const copy = clone(value, copies);
      if (detach !== undefined) for (let i = 0; i < buffers.length; i++) detach(buffers[i]);
      return copy;
    },
  });
})
