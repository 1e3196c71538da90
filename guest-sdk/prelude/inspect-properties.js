// The properties of objects: which keys are shown, and how a property is written.
(function inspectProperties(host, p) {
  "use strict";

  const {
    ArrayPrototypePop: pop, ArrayPrototypePush: push, ArrayPrototypeSort: sort, ArrayPrototypeSplice: splice,
    ObjectGetOwnPropertyDescriptor: descriptorOf, ObjectGetOwnPropertyNames: ownNames,
    ObjectGetOwnPropertySymbols: ownSymbols, ObjectKeys: enumerableNames,
    ObjectPrototypePropertyIsEnumerable: isEnumerable, RegExpPrototypeExec: exec, ELEMENT, OBJECT, hasOwn, toList,
  } = p;

  // ---- Keys --------------------------------------------------------------------------------------------------------

  function keysOf(value, showHidden) {
    let keys;
    try {
      keys = toList(showHidden ? ownNames(value) : enumerableNames(value));
    } catch {
      keys = toList(ownNames(value)); // a module namespace with a name that is not initialised
    }
    const symbols = ownSymbols(value);
    for (let i = 0; i < symbols.length; i++) {
      if (showHidden || isEnumerable(value, symbols[i])) push(keys, symbols[i]);
    }
    return keys;
  }

  // The properties of arrays that are no elements. The language only lists them after all elements: beyond this size, where
  // that would cost more than the printing, they are left out.
  const longestWithProperties = 20_000;
  const arrayIndex = /^(?:0|[1-9][0-9]{0,9})$/;

  function nonIndexKeys(value, length, showHidden) {
    const others = p.list();
    if (length > longestWithProperties) {
      if (showHidden && p.ArrayIsArray(value)) push(others, "length");
      return others;
    }
    const keys = keysOf(value, showHidden);
    // Indices come first.
    let first = 0;
    for (let end = keys.length; first < end; ) {
      const middle = (first + end) >> 1;
      if (typeof keys[middle] === "string" && isIndex(keys[middle])) first = middle + 1;
      else end = middle;
    }
    if (first === 0) return keys;
    for (let i = first; i < keys.length; i++) push(others, keys[i]);
    return others;
  }
  const isIndex = (key) => exec(arrayIndex, key) !== null && +key < 4294967295;

  // ---- Properties --------------------------------------------------------------------------------------------------

  // The cause of an error may be inherited; it is shown as if it were its own.
  function inheritedDescriptor(value, key) {
    const descriptor = descriptorOf(p.holderOf(value, key), key);
    p.define(descriptor, "enumerable", true);
    return descriptor;
  }

  // `key: value`, or the value alone for the element of a list. Getters are named, never called.
  function formatProperty(context, holder, key, level, kind) {
    const descriptor = descriptorOf(holder, key) ?? inheritedDescriptor(holder, key);
    if (hasOwn(descriptor, "value")) {
      const name = kind === ELEMENT ? undefined : p.propertyName(key, descriptor.enumerable);
      return formatNamed(context, name, descriptor.value, level, kind);
    }
    let text = descriptor.set === undefined ? "undefined" : "[Setter]";
    if (descriptor.get !== undefined) text = descriptor.set === undefined ? "[Getter]" : "[Getter/Setter]";
    return kind === ELEMENT ? text : p.propertyName(key, descriptor.enumerable) + ": " + text;
  }

  function formatNamed(context, name, value, level, kind, inTypedArray) {
    const isTight = context.compact === true && kind === OBJECT;
    context.indent += isTight ? 3 : 2;
    let text = p.formatValue(context, value, level, inTypedArray);
    if (isTight && context.breakLength < p.textWidth(text)) text = "\n" + p.spaces(context.indent) + text;
    else if (name !== undefined) text = " " + text;
    context.indent -= isTight ? 3 : 2;
    if (name === undefined) return text;
    context.left -= name.length + 2;
    return name + ":" + text;
  }

  // A property that exists only in print.
  const namedValue = (context, name, value, level, inTypedArray) =>
    formatNamed(context, name, value, level, OBJECT, inTypedArray);

  // Whether there is room for another entry; says so in the list where there is none.
  function isFull(context, entries) {
    if (context.left >= 0) return false;
    if (entries[entries.length - 1] !== p.cutMarker) push(entries, p.cutMarker);
    return true;
  }

  p.pushProperties = (context, entries, value, keys, level, kind) => {
    for (let i = 0; i < keys.length && !isFull(context, entries); i++) {
      push(entries, formatProperty(context, value, keys[i], level, kind));
    }
  };

  // With `showHidden`: what an instance's own classes keep in prototypes, methods left out; `undefined` where there is nothing.
  p.inheritedEntries = (context, value, level) => {
    const holder = p.constructorHolder(value);
    if (holder === null) return undefined;
    let prototype = hasOwn(value, "constructor") && holder === value ? value : p.parentOf(value);
    if (holder === prototype && p.isBuiltInPrototype(holder)) return undefined;
    const entries = p.list();
    const shown = new p.SafeSet();
    for (let depth = 0; depth < 3 && prototype !== null; depth++) {
      if (depth > 0 || prototype === value) prototype = p.parentOf(prototype);
      if (prototype === null || ((depth > 0 || holder === value) && p.isBuiltInPrototype(prototype))) break;
      const keys = keysOf(prototype, true);
      push(context.seen, value);
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        if (key === "constructor" || hasOwn(value, key) || shown.has(key)) continue;
        if (typeof p.ownDescriptor(prototype, key).value === "function") continue;
        push(entries, formatProperty(context, prototype, key, level, OBJECT));
      }
      pop(context.seen);
      for (let i = 0; i < keys.length; i++) shown.add(keys[i]);
    }
    return entries.length === 0 ? undefined : entries;
  };

  // Sorts the last `count` entries.
  p.sortEntries = (entries, count, order) => {
    const tail = toList(splice(entries, entries.length - count, count));
    sort(tail, typeof order === "function" ? order : undefined);
    for (let i = 0; i < tail.length; i++) push(entries, tail[i]);
  };

  p.keysOf = keysOf;
  p.nonIndexKeys = nonIndexKeys;
  p.isIndex = isIndex;
  p.formatProperty = formatProperty;
  p.namedValue = namedValue;
  p.isFull = isFull;
})
