// What each kind of object shows: the text before its brace, its entries, and which of its keys are listed as properties.
(function inspectShapes(host, p) {
  "use strict";

  const {
    ArrayIsArray, ArrayPrototypePush: push, ArrayPrototypeSplice: splice, MathMin, NumberPrototypeToString: toRadix,
    ObjectKeys: enumerableNames, StringPrototypeEndsWith: endsWith, StringPrototypePadStart: padStart,
    StringPrototypeSlice: slice, ELEMENT, LIST, OBJECT, formatProperty, hasOwn, isFull, isIndex, keysOf, namedValue,
    nonIndexKeys, prefix, primitiveText, remaining, toList, typedArrayName,
  } = p;
  const { previewIterator, promiseState } = host;
  const formatValue = (context, value, level) => p.formatValue(context, value, level);

  // ---- Entries -----------------------------------------------------------------------------------------------------

  function arrayEntries(context, value, level) {
    const entries = p.list();
    const shown = MathMin(context.maxArrayLength, value.length);
    for (let i = 0; i < shown && !isFull(context, entries); i++) {
      if (!hasOwn(value, i)) return sparseEntries(context, value, level, entries, i);
      push(entries, formatProperty(context, value, i, level, ELEMENT));
    }
    if (value.length > shown) push(entries, remaining(value.length - shown, "item"));
    return entries;
  }

  // From the first hole on: a run of holes counts as one entry.
  function sparseEntries(context, value, level, entries, index) {
    const keys = toList(enumerableNames(value));
    for (let i = index; i < keys.length && entries.length < context.maxArrayLength; i++) {
      if (!isIndex(keys[i]) || isFull(context, entries)) break;
      if (+keys[i] !== index) {
        push(entries, holes(+keys[i] - index));
        index = +keys[i];
        if (entries.length >= context.maxArrayLength) break;
      }
      push(entries, formatProperty(context, value, index, level, ELEMENT));
      index++;
    }
    const rest = value.length - index;
    if (rest > 0) push(entries, entries.length < context.maxArrayLength ? holes(rest) : remaining(rest, "item"));
    return entries;
  }
  const holes = (count) => "<" + count + " empty item" + (count > 1 ? "s" : "") + ">";

  function typedArrayEntries(context, value, level) {
    const entries = p.list();
    const length = p.TypedArrayPrototypeGetLength(value);
    const shown = MathMin(context.maxArrayLength, length);
    for (let i = 0; i < shown; i++) push(entries, primitiveText(context, value[i]));
    if (length > shown) push(entries, remaining(length - shown, "item"));
    if (context.showHidden) {
      push(entries, namedValue(context, "[BYTES_PER_ELEMENT]", p[typedArrayName(value) + "BYTES_PER_ELEMENT"], level));
      push(entries, namedValue(context, "[length]", length, level));
      push(entries, namedValue(context, "[byteLength]", p.TypedArrayPrototypeGetByteLength(value), level));
      push(entries, namedValue(context, "[byteOffset]", p.TypedArrayPrototypeGetByteOffset(value), level));
      push(entries, namedValue(context, "[buffer]", p.TypedArrayPrototypeGetBuffer(value), level, true));
    }
    return entries;
  }

  // Entries of a Map or Set from its own iterator, whose `next` no script can replace.
  function collectionEntries(context, size, level, next, format) {
    const entries = p.list();
    const shown = MathMin(context.maxArrayLength, size);
    context.indent += 2;
    for (let i = 0; i < shown && !isFull(context, entries); i++) push(entries, format(next().value));
    context.indent -= 2;
    if (size > shown) push(entries, remaining(size - shown, "item"));
    return entries;
  }

  function setEntries(context, value, level) {
    const iterator = p.SetPrototypeValues(value);
    const next = () => p.SetIteratorPrototypeNext(iterator);
    return collectionEntries(context, p.SetPrototypeGetSize(value), level, next, (item) => formatValue(context, item, level));
  }

  function mapEntries(context, value, level) {
    const iterator = p.MapPrototypeEntries(value);
    const next = () => p.MapIteratorPrototypeNext(iterator);
    return collectionEntries(context, p.MapPrototypeGetSize(value), level, next, (pair) => {
      const key = formatValue(context, pair[0], level);
      return key + " => " + formatValue(context, pair[1], level);
    });
  }

  // Of an iterator: what it has still to give. `[key, value]` pairs come one after the other in a flat list.
  function iteratorEntries(context, value, level, shape) {
    const preview = previewIterator(value);
    if (preview === undefined) return unknownItems();
    const items = preview[0];
    const isPairs = preview[1];
    if (isPairs && endsWith(shape.open, " Iterator] {")) shape.open = slice(shape.open, 0, -12) + " Entries] {";
    const count = isPairs ? items.length / 2 : items.length;
    const shown = MathMin(context.maxArrayLength, count);
    const entries = p.list();
    context.indent += 2;
    for (let i = 0; i < shown && !isFull(context, entries); i++) {
      if (isPairs) {
        const pair = p.list();
        push(pair, formatValue(context, items[2 * i], level));
        push(pair, formatValue(context, items[2 * i + 1], level));
        push(entries, p.layOut(context, pair, "", "[", "]", LIST, level));
      } else {
        push(entries, formatValue(context, items[i], level));
      }
    }
    context.indent -= 2;
    if (count > shown) push(entries, remaining(count - shown, "item"));
    return entries;
  }

  function promiseEntries(context, value, level) {
    const entries = p.list();
    const state = promiseState(value);
    if (state === undefined || state[0] === 0) {
      push(entries, "<pending>");
      return entries;
    }
    context.indent += 2;
    const text = formatValue(context, state[1], level);
    context.indent -= 2;
    push(entries, state[0] === 2 ? "<rejected> " + text : text);
    return entries;
  }

  const one = (text) => {
    const entries = p.list();
    push(entries, text);
    return entries;
  };
  const unknownItems = () => one("<items unknown>");

  // ---- Array buffers -----------------------------------------------------------------------------------------------

  function bufferLength(value, brand) {
    const lengthOf = brand === "ArrayBuffer" ? p.ArrayBufferPrototypeGetByteLength : p.SharedArrayBufferPrototypeGetByteLength;
    return lengthOf(value);
  }

  function bufferEntries(context, value, brand, level) {
    let bytes;
    try {
      bytes = new p.Uint8Array(value);
    } catch {
      const entries = one("(detached)");
      push(entries, namedValue(context, "byteLength", 0, level));
      return entries;
    }
    const shown = MathMin(context.maxArrayLength, bufferLength(value, brand));
    let text = "";
    for (let i = 0; i < shown; i++) text += (i === 0 ? "" : " ") + padStart(toRadix(bytes[i], 16), 2, "0");
    const rest = bufferLength(value, brand) - shown;
    if (rest > 0) text += " " + remaining(rest, "byte");
    const entries = one("[Uint8Contents]: <" + text + ">");
    push(entries, namedValue(context, "byteLength", bufferLength(value, brand), level));
    return entries;
  }

  function dataViewEntries(context, value, level) {
    const entries = p.list();
    push(entries, namedValue(context, "byteLength", p.DataViewPrototypeGetByteLength(value), level));
    push(entries, namedValue(context, "byteOffset", p.DataViewPrototypeGetByteOffset(value), level));
    push(entries, namedValue(context, "buffer", p.DataViewPrototypeGetBuffer(value), level));
    return entries;
  }

  function moduleEntries(context, value, level, keys) {
    const entries = p.list();
    for (let i = 0; i < keys.length; i++) {
      try {
        push(entries, formatProperty(context, value, keys[i], level, OBJECT));
      } catch {
        push(entries, p.propertyName(keys[i], true) + ": <uninitialized>");
      }
    }
    return entries;
  }

  // ---- Kinds -------------------------------------------------------------------------------------------------------

  // `alone`: the whole text where there are no properties to list. `entries(context, value, level, shape)` gives what stands
  // before the properties.
  const newShape = (keys, open, close, entries, alone) => ({
    __proto__: null, keys, base: "", open, close, kind: OBJECT, entries, alone, isNumber: undefined,
  });

  function listShape(keys, head, length, entries, value) {
    const shape = newShape(keys, head + "[", "]", entries, length === 0 ? head + "[]" : undefined);
    shape.kind = LIST;
    shape.isNumber = (i) => {
      const type = hasOwn(value, i) ? typeof p.ownDescriptor(value, i).value : "undefined";
      return type === "number" || type === "bigint";
    };
    return shape;
  }

  function textShape(keys, text) {
    const shape = newShape(keys, "{", "}", undefined, text);
    shape.base = text;
    return shape;
  }

  const boxed = {
    __proto__: null, Boolean: p.BooleanPrototypeValueOf, Number: p.NumberPrototypeValueOf, String: p.StringPrototypeValueOf,
    Symbol: p.SymbolPrototypeValueOf, BigInt: p.BigIntPrototypeValueOf,
  };

  // `RegExp.prototype.toString` and `flags` look other properties up; these read internal slots.
  const flagGetters = p.list();
  const flags = "d HasIndices g Global i IgnoreCase m Multiline s DotAll u Unicode v UnicodeSets y Sticky".split(" ");
  while (flags.length > 0) {
    const [letter, name] = flags.splice(0, 2);
    const isSet = p["RegExpPrototypeGet" + name];
    if (isSet !== undefined) push(flagGetters, (value) => (isSet(value) ? letter : ""));
  }

  function regexpText(value) {
    let flags = "";
    for (let i = 0; i < flagGetters.length; i++) flags += flagGetters[i](value);
    return "/" + p.RegExpPrototypeGetSource(value) + "/" + flags;
  }

  function boxedText(context, value, brand, { name, tag }) {
    const inner = primitiveText(context, boxed[brand](value));
    let text = "[" + brand;
    if (name !== brand) text += name === null ? " (null prototype)" : " (" + name + ")";
    text += ": " + inner + "]";
    return tag !== "" && tag !== name ? text + " [" + tag + "]" : text;
  }

  function iteratorOpen(kind, tag) {
    if (tag === kind + " Iterator") return "[" + tag + "] {";
    return "[" + (tag === "" ? "" : tag + "] [") + kind + " Iterator] {";
  }

  // `prefix` without the name that goes without saying.
  const withPrefix = (description, fallback, text) => {
    const head = prefix(description, fallback);
    return head === fallback + " " ? text : head + text;
  };

  p.shapeOf = (context, value, brand, description, inTypedArray) => {
    const { showHidden } = context;
    if (ArrayIsArray(value)) {
      const { length } = value;
      const plain = description.name === "Array" && description.tag === "";
      const head = plain ? "" : prefix(description, "Array", "(" + length + ")");
      return listShape(nonIndexKeys(value, length, showHidden), head, length, arrayEntries, value);
    }
    if (typedArrayName(value) !== undefined) {
      const length = p.TypedArrayPrototypeGetLength(value);
      const head = prefix(description, typedArrayName(value), "(" + length + ")");
      const shape = listShape(nonIndexKeys(value, length, showHidden), head, length, typedArrayEntries, value);
      if (showHidden) shape.alone = undefined;
      return shape;
    }
    const keys = keysOf(value, showHidden);
    if (brand === "Object" && description.name === "Object") {
      const head = description.tag === "" ? "{" : prefix(description, "Object") + "{";
      return newShape(keys, head, "}", undefined, head + "}");
    }
    const open = (fallback, size) => prefix(description, fallback, size) + "{";
    switch (brand) {
      case "Set": {
        const size = p.SetPrototypeGetSize(value);
        const head = open("Set", "(" + size + ")");
        return newShape(keys, head, "}", setEntries, size === 0 ? head + "}" : undefined);
      }
      case "Map": {
        const size = p.MapPrototypeGetSize(value);
        const head = open("Map", "(" + size + ")");
        return newShape(keys, head, "}", mapEntries, size === 0 ? head + "}" : undefined);
      }
      case "MapIterator":
        return newShape(keys, iteratorOpen("Map", description.tag), "}", iteratorEntries);
      case "SetIterator":
        return newShape(keys, iteratorOpen("Set", description.tag), "}", iteratorEntries);
      case "RegExp":
        return textShape(keys, withPrefix(description, "RegExp", regexpText(value)));
      case "Date": {
        const valid = !p.NumberIsNaN(p.DatePrototypeGetTime(value));
        return textShape(keys, withPrefix(description, "Date", valid ? p.DatePrototypeToISOString(value) : "Invalid Date"));
      }
      case "ArrayBuffer":
      case "SharedArrayBuffer": {
        const head = open(brand);
        const alone = inTypedArray ? head + " byteLength: " + bufferLength(value, brand) + " }" : undefined;
        return newShape(keys, head, "}", (_, buffer, level) => bufferEntries(context, buffer, brand, level), alone);
      }
      case "DataView":
        return newShape(keys, open("DataView"), "}", dataViewEntries);
      case "Promise":
        return newShape(keys, open("Promise"), "}", promiseEntries);
      case "WeakSet":
      case "WeakMap":
        return newShape(keys, open(brand), "}", unknownItems);
      case "Module":
        return newShape(p.list(), open("Module"), "}", (_, module, level) => moduleEntries(context, module, level, keys));
      case "Boolean":
      case "Number":
      case "String":
      case "Symbol":
      case "BigInt":
        if (brand === "String") splice(keys, 0, p.StringPrototypeValueOf(value).length);
        return textShape(keys, boxedText(context, value, brand, description));
      case "Arguments": {
        const head = description.name === "Object" ? "[Arguments] {" : open("Arguments");
        return newShape(keys, head, "}", undefined, head + "}");
      }
    }
    if (typeof value === "function") return textShape(keys, p.functionText(value, description));
    if (brand === "Error" || p.isError(value)) return textShape(keys, p.errorText(value, description, context, keys));
    return newShape(keys, open("Object"), "}", undefined, open("Object") + "}");
  };
})
