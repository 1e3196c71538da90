// The text of any value, as Node's util.inspect gives it. Values are looked into without running script code; only an object
// with a method under Symbol.for("nodejs.util.inspect.custom") says itself how it prints, where the caller allows it.
(function inspect(host, p) {
  "use strict";

  const {
    ArrayPrototypeIncludes: has, ArrayPrototypeJoin: join, ArrayPrototypePop: pop, ArrayPrototypePush: push, MathMax,
    ReflectApply: apply, String, StringPrototypeSlice: slice, LIST, OBJECT, describe, layOut, prefix, primitiveText,
    spaces, splitText,
  } = p;
  const { proxyParts } = host;

  // An object nested deeper is shown by its name even where the caller asked for all: the engine's stack is finite.
  const deepestLevel = 64;
  // How much text one value may give, in characters; only so much is built before the host's limit on output counts.
  const mostText = 8 * 1024 * 1024;
  p.mostText = mostText;
  p.cutMarker = "... cut: the text of this value is longer than 8 MB";

  const optionNames = p.toList([
    "showHidden", "depth", "colors", "customInspect", "showProxy", "maxArrayLength", "maxStringLength", "breakLength",
    "compact", "sorted", "getters", "numericSeparator",
  ]);

  // What one inspection knows: the options, which a script knows too, and where it is.
  function newContext(options) {
    const context = {
      __proto__: null,
      showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100,
      maxStringLength: 10000, breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false,
      asked: 2, indent: 0, deepest: 0, left: mostText, seen: p.list(), circular: undefined,
    };
    if (options === undefined) return context;
    for (let i = 0; i < optionNames.length; i++) {
      const value = options[optionNames[i]];
      if (value !== undefined) context[optionNames[i]] = value;
    }
    // `null` means "no limit", and so does what is no number.
    const limit = (value, most) => (typeof value === "number" && value <= most ? value : most);
    context.asked = context.depth;
    context.depth = limit(context.depth, deepestLevel);
    context.maxArrayLength = MathMax(0, limit(context.maxArrayLength, Infinity));
    context.maxStringLength = MathMax(0, limit(context.maxStringLength, Infinity));
    context.breakLength = limit(context.breakLength, Infinity);
    return context;
  }

  function spend(context, text) {
    context.left -= text.length;
    return text;
  }

  // ---- Objects -----------------------------------------------------------------------------------------------------

  // The text of `value`, which is `level` objects deep; `inTypedArray`: it is the buffer of a typed array.
  function formatValue(context, value, level, inTypedArray = false) {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      return spend(context, primitiveText(context, value));
    }
    let shown = value;
    const parts = proxyParts(value);
    if (parts !== undefined) {
      if (context.showProxy) return formatProxy(context, parts, level);
      shown = p.unwrapProxy(value);
      if (shown === null) return spend(context, "<Revoked Proxy>");
    }
    const description = describe(shown, context, level);
    if (context.customInspect && typeof description.custom === "function") {
      const text = customText(context, value, shown, description.custom, level);
      if (text !== undefined) return text;
    }
    if (has(context.seen, shown)) return circularMark(context, shown);
    return formatObject(context, shown, description, level, inTypedArray);
  }
  p.formatValue = formatValue;

  function formatProxy(context, parts, level) {
    if (parts[0] === null) return spend(context, "<Revoked Proxy>");
    if (level > context.depth) return spend(context, "Proxy [Array]");
    context.indent += 2;
    const entries = p.list();
    push(entries, formatValue(context, parts[0], level + 1));
    push(entries, formatValue(context, parts[1], level + 1));
    context.indent -= 2;
    return layOut(context, entries, "", "Proxy [", "]", LIST, level + 1);
  }

  // The first of an object's own text that leads back to it gets it a number.
  function circularMark(context, value) {
    context.circular ??= new p.SafeMap();
    let index = context.circular.get(value);
    if (index === undefined) {
      index = context.circular.size + 1;
      context.circular.set(value, index);
    }
    return spend(context, "[Circular *" + index + "]");
  }

  // What the object's own method says, or `undefined` where it fails or leaves it to us. A class's prototype is no instance.
  function customText(context, value, shown, custom, level) {
    if (custom === p.inspect) return undefined;
    const constructor = p.peek(shown, "constructor");
    if (typeof constructor === "function" && p.peek(constructor, "prototype") === shown) return undefined;
    let result;
    try {
      const depth = context.asked === null ? null : context.asked - level;
      result = apply(custom, value, [depth, optionsForScript(context), p.inspect]);
      if (result === value) return undefined;
      if (result === null || (typeof result !== "object" && typeof result !== "function")) result = "" + result;
    } catch {
      return undefined;
    }
    if (typeof result !== "string") return formatValue(context, result, level);
    return spend(context, context.indent === 0 ? result : join(splitText(result, "\n"), "\n" + spaces(context.indent)));
  }

  function optionsForScript(context) {
    const options = { stylize: (text) => String(text) };
    for (let i = 0; i < optionNames.length; i++) p.setOwn(options, optionNames[i], context[optionNames[i]]);
    options.depth = context.asked;
    return options;
  }

  function formatObject(context, value, description, level, inTypedArray) {
    const brand = p.brandOf(value, description);
    const inherited = context.showHidden && level <= context.depth ? p.inheritedEntries(context, value, level) : undefined;
    const shape = p.shapeOf(context, value, brand, description, inTypedArray);
    const { keys } = shape;
    const hasMembers = keys.length > 0 || inherited !== undefined;
    if (shape.alone !== undefined && !hasMembers) return spend(context, shape.alone);
    if (level > context.depth) {
      if (shape.base !== "" && brand === "RegExp") return spend(context, shape.base);
      const name = slice(prefix(description, "Object"), 0, -1);
      return spend(context, description.name === null ? name : "[" + name + "]");
    }
    level += 1;
    push(context.seen, value);
    context.deepest = level;
    const entries = shape.entries === undefined ? p.list() : shape.entries(context, value, level, shape);
    p.pushProperties(context, entries, value, keys, level, shape.kind);
    if (inherited !== undefined) {
      for (let i = 0; i < inherited.length; i++) push(entries, inherited[i]);
    }
    pop(context.seen);
    if (context.sorted) p.sortEntries(entries, shape.kind === OBJECT ? entries.length : keys.length, context.sorted);
    let { base } = shape;
    if (context.circular !== undefined) {
      const index = context.circular.get(value);
      if (index !== undefined) {
        if (context.compact === true) shape.open = "<ref *" + index + "> " + shape.open;
        else base = base === "" ? "<ref *" + index + ">" : "<ref *" + index + "> " + base;
      }
    }
    spend(context, base + shape.open);
    return layOut(context, entries, base, shape.open, shape.close, shape.kind, level, shape.isNumber);
  }

  // ---- What others call --------------------------------------------------------------------------------------------

  // `inspect(value, options)`, or as Node of old `inspect(value, showHidden, depth)`.
  p.inspect = function inspect(value, options) {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      if (options === undefined) return primitiveText(newContext(), value);
    }
    if (options !== null && typeof options === "object") return formatValue(newContext(options), value, 0);
    const context = newContext();
    if (options !== undefined) context.showHidden = !!options;
    // eslint-disable-next-line prefer-rest-params
    if (arguments.length > 2) context.depth = newContext({ __proto__: null, depth: arguments[2] }).depth;
    return formatValue(context, value, 0);
  };
  p.define(p.inspect, "custom", p.inspectCustom);

  // The text of an object in the name of another: nothing of its members.
  p.inspectShallow = (value, context) => {
    const inner = newContext({ __proto__: null, showHidden: context.showHidden, customInspect: false, depth: -1 });
    return formatValue(inner, value, 0);
  };

  // For the core, about values that a script threw: runs none of its code.
  host.inspect = (value) => formatValue(newContext({ __proto__: null, customInspect: false }), value, 0);
})
