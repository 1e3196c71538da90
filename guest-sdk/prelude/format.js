// Texts of console calls: `%s` and the other specifiers, the rest of the values joined by spaces.
(function format(host, p) {
  "use strict";

  const {
    JSONStringify, Number, NumberParseFloat, NumberParseInt, RegExpPrototypeExec: exec, String,
    StringPrototypeCharCodeAt: charCodeAt, StringPrototypeIndexOf: indexOf, StringPrototypeSlice: slice, inspect,
    numberText, peek,
  } = p;

  const shallow = { __proto__: null, depth: 0 };
  const detailed = { __proto__: null, showHidden: true, showProxy: true, depth: 4 };

  // Whether `String(value)` would only say "[object Object]" or such, so that inspecting tells more. What the object has itself
  // or gets from a class of the script is not built in, be it `toString` or `Symbol.toPrimitive`.
  function hasBuiltInToString(value) {
    const target = p.unwrapProxy(value);
    if (target === null) return true;
    return isBuiltIn(target, "toString") && isBuiltIn(target, p.SymbolToPrimitive);
  }

  function isBuiltIn(target, key) {
    const holder = p.holderOf(target, key);
    if (holder === null || typeof peek(holder, key) !== "function") return true;
    return holder !== target && p.isBuiltInPrototype(holder);
  }

  function asString(value) {
    if (typeof value === "string") return value;
    if (typeof value === "number") return numberText(value, false);
    if (typeof value === "bigint") return value + "n";
    if (typeof value === "object" && value !== null && hasBuiltInToString(value)) return inspect(value, shallow);
    return String(value);
  }

  function asJson(value) {
    try {
      return String(JSONStringify(value));
    } catch (error) {
      const message = p.isError(error) ? peek(error, "message") : undefined;
      if (typeof message === "string" && exec(/circular|cyclic/i, message) !== null) return "[Circular]";
      throw error;
    }
  }

  function asNumber(value, convert) {
    if (typeof value === "bigint") return value + "n";
    return typeof value === "symbol" ? "NaN" : numberText(convert(value), false);
  }
  const asFloat = (value) => (typeof value === "symbol" ? "NaN" : numberText(NumberParseFloat(value), false));

  function convert(specifier, value) {
    switch (specifier) {
      case 115: return asString(value); // s
      case 100: return asNumber(value, Number); // d
      case 105: return asNumber(value, NumberParseInt); // i
      case 102: return asFloat(value); // f
      case 106: return asJson(value); // j
      case 79: return inspect(value); // O
      case 111: return inspect(value, detailed); // o
      default: return ""; // c: CSS, which nothing here shows
    }
  }

  const isSpecifier = (code) =>
    code === 115 || code === 100 || code === 105 || code === 102 || code === 106 || code === 79 || code === 111 || code === 99;

  const shown = (value) => (typeof value === "string" ? value : inspect(value));

  // The text of `values` (an array), as console.log prints them.
  p.format = (values) => {
    const { length } = values;
    if (length === 0) return "";
    const first = values[0];
    let text = shown(first);
    let next = 1;
    if (typeof first === "string" && length > 1 && indexOf(first, "%") !== -1) {
      text = "";
      let from = 0;
      for (let at = indexOf(first, "%"); at !== -1 && at < first.length - 1; at = indexOf(first, "%", at)) {
        const code = charCodeAt(first, at + 1);
        if (code === 37) {
          text += slice(first, from, at + 1);
          from = at + 2;
        } else if (next < length && isSpecifier(code)) {
          text += slice(first, from, at) + convert(code, values[next++]);
          from = at + 2;
        }
        at += 2;
      }
      text += slice(first, from);
    }
    for (; next < length; next++) {
      if (text.length > p.mostText && typeof values[next] !== "string") return text + " " + p.cutMarker;
      text += " " + shown(values[next]);
    }
    return text;
  };
})
