// What the web interfaces below share: how a class becomes a global, and the conversions of Web IDL.
(function webidl(host, p) {
  "use strict";

  p.inspectCustom ??= p.SymbolFor("nodejs.util.inspect.custom");

  // Gives a class the shape of a Web IDL interface and makes it a global.
  p.defineInterfaceClass = (constructor) => {
    p.makeEnumerable(constructor);
    p.defineConstant(constructor.prototype, p.SymbolToStringTag, constructor.name);
    p.define(p.global, constructor.name, constructor);
    return constructor;
  };

  // Makes the inspector show `fields(value)`, an object without a prototype, or text, where it meets an instance.
  p.showFields = (constructor, isInstance, fields) => {
    p.defineAll(constructor.prototype, {
      [p.inspectCustom](depth, options) {
        if (!isInstance(this)) return this;
        if (typeof depth === "number" && depth < 0) return `[${constructor.name}]`;
        const shown = fields(this, options);
        // With the prototype it is shown under the same name; and as it is no instance, this method leaves it alone.
        if (typeof shown === "object") p.ReflectSetPrototypeOf(shown, p.ReflectGetPrototypeOf(this));
        return shown;
      },
    });
  };

  // Objects of ours that structuredClone refuses, or copies in a way of its own. `copy` is missing where it refuses.
  const platformClasses = p.list();
  p.platformClass = (isInstance, copy) => {
    platformClasses[platformClasses.length] = { __proto__: null, isInstance, copy };
  };
  p.platformClassOf = (value) => {
    for (let i = 0; i < platformClasses.length; i++) {
      if (platformClasses[i].isInstance(value)) return platformClasses[i];
    }
    return undefined;
  };

  p.needArguments = (given, needed, what) => {
    if (given >= needed) return;
    throw new p.TypeError(`${what} needs ${needed} argument${needed === 1 ? "" : "s"}, but got ${given}`);
  };

  // A dictionary argument: an object, or left out.
  p.toDictionary = (value, what) => {
    if (value === undefined || value === null) return { __proto__: null };
    if (!p.isObject(value)) throw new p.TypeError(`${what} must be an object, not ${p.kindOf(value)}`);
    return value;
  };

  p.kindOf = (value) => {
    if (value === null) return "null";
    return typeof value === "object" ? "an object" : typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
  };

  // USVString: lone surrogates become U+FFFD.
  p.toUsvString = (value) => p.StringPrototypeToWellFormed(`${value}`);

  const hasByteLength = (read, value) => {
    try {
      read(value);
      return true;
    } catch {
      return false;
    }
  };
  p.isArrayBuffer = (value) => p.isObject(value) && hasByteLength(p.ArrayBufferPrototypeGetByteLength, value);
  p.isSharedArrayBuffer = (value) =>
    p.SharedArrayBuffer !== undefined && p.isObject(value) && hasByteLength(p.SharedArrayBufferPrototypeGetByteLength, value);
  p.isDataView = (value) => p.ArrayBufferIsView(value) && p.typedArrayName(value) === undefined;

  // The bytes of an ArrayBuffer, a SharedArrayBuffer or a view of one, not copied; `undefined` for anything else.
  p.bytesOf = (source) => {
    if (p.ArrayBufferIsView(source)) {
      const isTyped = p.typedArrayName(source) !== undefined;
      const length = isTyped ? p.TypedArrayPrototypeGetByteLength(source) : p.DataViewPrototypeGetByteLength(source);
      if (length === 0) return new p.Uint8Array(0); // also where the buffer is detached
      const buffer = isTyped ? p.TypedArrayPrototypeGetBuffer(source) : p.DataViewPrototypeGetBuffer(source);
      const offset = isTyped ? p.TypedArrayPrototypeGetByteOffset(source) : p.DataViewPrototypeGetByteOffset(source);
      return new p.Uint8Array(buffer, offset, length);
    }
    const isPlain = p.isArrayBuffer(source);
    if (!isPlain && !p.isSharedArrayBuffer(source)) return undefined;
    const length = isPlain ? p.ArrayBufferPrototypeGetByteLength(source) : p.SharedArrayBufferPrototypeGetByteLength(source);
    return length === 0 ? new p.Uint8Array(0) : new p.Uint8Array(source, 0, length);
  };

  // A copy in a buffer of its own.
  p.copyBytes = (bytes) => {
    const copy = new p.Uint8Array(p.TypedArrayPrototypeGetLength(bytes));
    p.TypedArrayPrototypeSet(copy, bytes);
    return copy;
  };
})
