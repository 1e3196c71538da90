// What an engine lacks of the language: Boa has no Array.fromAsync, Error.isError and
// ArrayBuffer.prototype.transfer (the methods of Uint8Array for base64 are in base64.js), and gives a wrong source of regular
// expressions. QuickJS has all of it.
(function esFill(host, p) {
  "use strict";

  const addMissing = (target, methods) => {
    for (const name of Object.keys(methods)) {
      if (!p.hasOwn(target, name)) p.define(target, name, methods[name]);
    }
  };

  const isConstructor = (value) => {
    if (typeof value !== "function") return false;
    try {
      p.construct(p.Object, [], value);
      return true;
    } catch {
      return false;
    }
  };

  // ---- Array.fromAsync ---------------------------------------------------------------------------------------------

  function checkIteratorResult(step) {
    if (!p.isObject(step)) throw new p.TypeError("iterator result is not an object");
    return step;
  }

  // Lets the iterator clean up after an error. What that throws does not replace the error.
  async function close(iterator, isAsync) {
    try {
      const method = iterator.return;
      if (method === undefined || method === null) return;
      const result = p.ReflectApply(method, iterator, []);
      if (isAsync) await result;
    } catch {
      // the first error counts
    }
  }

  function createOrThrow(target, index, value) {
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    if (!p.ReflectDefineProperty(target, index, descriptor)) throw new p.TypeError(`Cannot define element ${index}`);
  }

  function setLength(target, length) {
    if (!p.ReflectSet(target, "length", length)) throw new p.TypeError("Cannot set the length");
  }

  async function fromIterator(constructor, iterator, isAsync, mapper, thisArg) {
    const target = isConstructor(constructor) ? p.construct(constructor, []) : [];
    const { next } = iterator;
    for (let index = 0; ; index++) {
      const pending = p.ReflectApply(next, iterator, []);
      const step = checkIteratorResult(isAsync ? await pending : pending);
      if (step.done) {
        setLength(target, index);
        return target;
      }
      const item = step.value;
      try {
        let value = isAsync ? item : await item;
        if (mapper !== undefined) value = await p.ReflectApply(mapper, thisArg, [value, index]);
        createOrThrow(target, index, value);
      } catch (error) {
        await close(iterator, isAsync);
        throw error;
      }
    }
  }

  async function fromArrayLike(constructor, items, mapper, thisArg) {
    const source = p.Object(items);
    const length = p.MathMin(p.MathMax(p.MathTrunc(+source.length) || 0, 0), 9007199254740991);
    const target = isConstructor(constructor) ? p.construct(constructor, [length]) : [];
    for (let index = 0; index < length; index++) {
      let value = await source[index];
      if (mapper !== undefined) value = await p.ReflectApply(mapper, thisArg, [value, index]);
      createOrThrow(target, index, value);
    }
    setLength(target, length);
    return target;
  }

  async function fromAsync(constructor, items, mapper, thisArg) {
    if (mapper !== undefined && typeof mapper !== "function") throw new p.TypeError("The mapper must be a function");
    if (items === undefined || items === null) throw new p.TypeError(`${items} is not iterable`);
    let method = items[p.SymbolAsyncIterator];
    const isAsync = method !== undefined && method !== null;
    if (!isAsync) method = items[p.SymbolIterator];
    if (method === undefined || method === null) return fromArrayLike(constructor, items, mapper, thisArg);
    if (typeof method !== "function") throw new p.TypeError("The value is not iterable");
    const iterator = p.ReflectApply(method, items, []);
    if (!p.isObject(iterator)) throw new p.TypeError("The iterator is not an object");
    return fromIterator(constructor, iterator, isAsync, mapper, thisArg);
  }

  addMissing(p.Array, {
    fromAsync(asyncItems, mapper = undefined, thisArg = undefined) {
      return fromAsync(this, asyncItems, mapper, thisArg);
    },
  });

  // ---- Error -------------------------------------------------------------------------------------------------------

  addMissing(p.Error, {
    isError(value) {
      return p.isObject(value) && host.className(value) === "Error";
    },
  });

  // ---- RegExp ------------------------------------------------------------------------------------------------------

  // Boa writes a backslash before every slash, also before one that has it already, or needs none in a class.
  function repairSource(text) {
    let pattern = "";
    for (let i = 0; i < text.length; i++) {
      if (text[i] !== "\\" || text[i + 1] !== "/") pattern += text[i];
    }
    let source = "";
    let inClass = false;
    for (let i = 0; i < pattern.length; i++) {
      const character = pattern[i];
      if (character === "/" && !inClass) source += "\\";
      else if (character === "[") inClass = true;
      else if (character === "]") inClass = false;
      source += character;
      if (character === "\\" && i + 1 < pattern.length) source += pattern[++i];
    }
    return source;
  }

  const engineSource = p.RegExpPrototypeGetSource;
  if (engineSource(/\//) !== "\\/") {
    p.RegExpPrototypeGetSource = (regexp) => {
      const text = engineSource(regexp);
      return p.StringPrototypeIndexOf(text, "/") === -1 ? text : repairSource(text);
    };
    p.defineAll(p.RegExpPrototype, {
      get source() {
        return p.RegExpPrototypeGetSource(this);
      },
    });
  }

  // Boa's is an instance, which has one.
  if (p.hasOwn(p.RegExpPrototype, "lastIndex")) p.ReflectDeleteProperty(p.RegExpPrototype, "lastIndex");

  // ---- The global object -------------------------------------------------------------------------------------------

  if (p.ObjectPrototypeToString(p.global) !== "[object global]") p.defineConstant(p.global, p.SymbolToStringTag, "global");

  // ---- ArrayBuffer -------------------------------------------------------------------------------------------------

  if (host.detach === undefined) return;

  function transfer(buffer, newLength, staysResizable) {
    const oldLength = p.ArrayBufferPrototypeGetByteLength(buffer);
    const length = newLength === undefined ? oldLength : p.MathTrunc(+newLength) || 0;
    if (!(length >= 0 && length <= 9007199254740991)) throw new p.RangeError("The length of an ArrayBuffer must not be negative");
    const bytes = new p.Uint8Array(buffer); // throws where it is detached
    const isResizable = staysResizable && p.ArrayBufferPrototypeGetResizable?.(buffer);
    const options = isResizable
      ? { __proto__: null, maxByteLength: p.ArrayBufferPrototypeGetMaxByteLength(buffer) }
      : undefined;
    const copy = new p.ArrayBuffer(length, options);
    const kept = p.MathMin(length, oldLength);
    p.TypedArrayPrototypeSet(new p.Uint8Array(copy), new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(bytes), 0, kept));
    host.detach(buffer);
    return copy;
  }

  addMissing(p.ArrayBufferPrototype, {
    transfer(newLength = undefined) {
      return transfer(this, newLength, true);
    },
    transferToFixedLength(newLength = undefined) {
      return transfer(this, newLength, false);
    },
  });
  if (!p.hasOwn(p.ArrayBufferPrototype, "detached")) {
    p.defineAll(p.ArrayBufferPrototype, {
      get detached() {
        if (p.ArrayBufferPrototypeGetByteLength(this) !== 0) return false;
        try {
          new p.Uint8Array(this);
          return false;
        } catch {
          return true;
        }
      },
    });
  }
})
