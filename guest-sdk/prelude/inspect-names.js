// What an object is called: its class, its tag, and the heads of functions. Nothing here calls a getter or a proxy trap;
// properties are read with `p.peek`.
(function inspectNames(host, p) {
  "use strict";

  const {
    ArrayIsArray, FunctionPrototypeToString: sourceOf, ObjectGetOwnPropertyDescriptor: descriptorOf,
    ObjectGetPrototypeOf: prototypeOf, ObjectPrototype,
    RegExpPrototypeExec: exec, StringPrototypeEndsWith: endsWith, StringPrototypeSlice: slice, SymbolToStringTag, hasOwn,
    typedArrayName,
  } = p;
  const { className, proxyParts } = host;

  // The symbol under which an object may say itself how it prints.
  const customSymbol = p.SymbolFor("nodejs.util.inspect.custom");
  p.inspectCustom = customSymbol;

  // `host.className`, and what an engine may not tell apart there.
  p.brandOf = (value, description) => {
    const brand = className(value);
    if (brand !== "Object") return brand;
    if (description.name === null && description.tag === "Module" && !p.ObjectIsExtensible(value)) return "Module";
    // Nothing is asked for a tag, there is none: the method tells by an internal slot.
    const mayBeArguments = hasOwn(value, "callee") && description.tag === "" && p.holderOf(value, SymbolToStringTag) === null;
    return mayBeArguments && p.ObjectPrototypeToString(value) === "[object Arguments]" ? "Arguments" : brand;
  };

  // The object behind a proxy, or `null` behind a revoked one.
  p.unwrapProxy = (value) => {
    for (let parts = proxyParts(value); parts !== undefined; parts = proxyParts(value)) {
      value = parts[0];
      if (value === null) return null;
    }
    return value;
  };

  // The next object of the prototype chain. A proxy in the chain is passed over to what it stands for; with those a chain
  // can have no end, so every walk counts its steps.
  const parentOf = (object) => {
    const parent = prototypeOf(object);
    return parent === null || parent === ObjectPrototype ? parent : p.unwrapProxy(parent);
  };
  p.parentOf = parentOf;
  const longestChain = 1000;

  const dataOf = (object, key) => {
    const descriptor = descriptorOf(object, key);
    return hasOwn(descriptor, "value") ? descriptor.value : undefined;
  };

  // Which object of the prototype chain has the property, or `null`.
  p.holderOf = (object, key) => {
    let holder = object;
    for (let steps = 0; holder !== null && steps < longestChain; holder = parentOf(holder), steps++) {
      if (hasOwn(holder, key)) return holder;
    }
    return null;
  };

  // `object[key]` where that is a data property, own or inherited; `undefined` where it is an accessor.
  p.peek = (object, key) => {
    const holder = p.holderOf(object, key);
    return holder === null ? undefined : dataOf(holder, key);
  };

  p.inherits = (object, prototype) => {
    let holder = object;
    for (let steps = 0; holder !== null && steps < longestChain; holder = parentOf(holder), steps++) {
      if (prototypeOf(holder) === prototype) return true;
    }
    return false;
  };

  // ---- Classes -----------------------------------------------------------------------------------------------------

  function functionName(f) {
    const name = p.peek(f, "name");
    if (typeof name === "string") return name;
    // A class may have a static member `name`.
    const match = exec(/^class\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u, sourceOf(f));
    return match === null ? "" : match[1];
  }

  // The name of `holder.constructor` where `value` is an instance of it.
  function constructorNameAt(value, holder) {
    const found = dataOf(holder, "constructor");
    if (typeof found !== "function") return undefined;
    // Most values.
    if (found === p.Object && holder === ObjectPrototype && holder !== value) return "Object";
    if (found === p.Array && holder === p.ArrayPrototype && holder !== value) return "Array";
    const constructor = p.unwrapProxy(found);
    if (constructor === null) return undefined;
    const name = functionName(constructor);
    if (name === "" || !hasOwn(constructor, "prototype")) return undefined;
    const prototype = dataOf(constructor, "prototype");
    return p.inherits(value, prototype) ? name : undefined;
  }

  function tagAt(value, holder, showHidden) {
    const descriptor = descriptorOf(holder, SymbolToStringTag);
    // The one standard tag that is an accessor reads an internal slot.
    if (!hasOwn(descriptor, "value")) return descriptor.get === p.typedArrayTagGetter ? typedArrayName(value) ?? "" : "";
    // An own enumerable one is listed as a property.
    if (typeof descriptor.value !== "string" || (holder === value && (showHidden || descriptor.enumerable))) return "";
    return descriptor.value;
  }
  p.typedArrayTagGetter = descriptorOf(p.TypedArrayPrototype, SymbolToStringTag).get;

  // `name`: the class, `null` where there is no prototype; `tag`: its Symbol.toStringTag or ""; `custom`: its own way to print.
  p.describe = (value, context, level) => {
    let name;
    let tag;
    let custom;
    for (let holder = value, steps = 0; holder !== null && steps < longestChain; holder = parentOf(holder), steps++) {
      if (name === undefined && hasOwn(holder, "constructor")) name = constructorNameAt(value, holder);
      if (tag === undefined && hasOwn(holder, SymbolToStringTag)) tag = tagAt(value, holder, context.showHidden);
      if (custom === undefined && hasOwn(holder, customSymbol)) custom = dataOf(holder, customSymbol);
    }
    return { __proto__: null, name: name ?? nameWithoutConstructor(value, context, level), tag: tag ?? "", custom };
  };

  function nameWithoutConstructor(value, context, level) {
    const prototype = parentOf(value);
    if (prototype === null) return null;
    const kind = ArrayIsArray(value) ? "Array" : typedArrayName(value) ?? className(value);
    if (context.depth !== null && level > context.depth) return kind + " <Complex prototype>";
    const parent = p.describe(prototype, context, level + 1).name;
    if (parent !== null) return kind + " <" + parent + ">";
    return kind + " <" + p.inspectShallow(prototype, context) + ">";
  }

  // Where in the chain the constructor that names the value stands, or `null`.
  p.constructorHolder = (value) => {
    let holder = value;
    for (let steps = 0; holder !== null && steps < longestChain; holder = parentOf(holder), steps++) {
      if (hasOwn(holder, "constructor") && constructorNameAt(value, holder) !== undefined) return holder;
    }
    return null;
  };

  p.isBuiltInPrototype = (prototype) => {
    const constructor = hasOwn(prototype, "constructor") ? dataOf(prototype, "constructor") : undefined;
    return typeof constructor === "function" && p.builtInNames[functionName(constructor)] === true;
  };

  // `Foo [tag] `, `[Map(2): null prototype] `: what stands before the brace. `size` is `(2)` or nothing.
  p.prefix = (description, fallback, size = "") => {
    const { name, tag } = description;
    if (name === null) {
      return "[" + fallback + size + ": null prototype] " + (tag !== "" && tag !== fallback ? "[" + tag + "] " : "");
    }
    return name + size + " " + (tag !== "" && tag !== name ? "[" + tag + "] " : "");
  };

  // ---- Functions ---------------------------------------------------------------------------------------------------

  function functionKind(f) {
    let holder = parentOf(f);
    for (let steps = 0; holder !== null && steps < longestChain; holder = parentOf(holder), steps++) {
      if (holder === p.AsyncFunctionPrototype) return "AsyncFunction";
      if (holder === p.GeneratorFunctionPrototype) return "GeneratorFunction";
      if (holder === p.AsyncGeneratorFunctionPrototype) return "AsyncGeneratorFunction";
      if (holder === p.FunctionPrototype) return "Function";
    }
    const found = exec(sourceShape, sourceOf(f));
    return (found[1] === undefined ? "" : "Async") + (found[2] === undefined ? "" : "Generator") + "Function";
  }

  // For functions whose prototype was changed.
  const sourceShape = /^(async(?![\w$]|\s*=>))?\s*(?:function)?\s*(\*)?/;

  function isClass(f) {
    const source = sourceOf(f);
    if (slice(source, 0, 5) === "class") return exec(/^class(?:\s|\{|\/[/*])/, source) !== null;
    // An engine may keep no source of classes. Functions with a fixed prototype are classes, the script's or built in.
    if (!endsWith(source, "[native code] }") || !hasOwn(f, "prototype") || p.isBuiltInClass(f)) return false;
    return descriptorOf(f, "prototype").writable === false;
  }

  function classText(f, { name, tag }) {
    const own = hasOwn(f, "name") ? functionName(f) : "";
    let text = "class " + (own === "" ? "(anonymous)" : own);
    if (name !== "Function" && name !== null) text += " [" + name + "]";
    if (tag !== "" && tag !== name) text += " [" + tag + "]";
    if (name === null) return "[" + text + " extends [null prototype]]";
    const parent = parentOf(f);
    const parentName = typeof parent === "function" ? functionName(parent) : "";
    return parentName === "" ? "[" + text + "]" : "[" + text + " extends " + parentName + "]";
  }

  // `[Function: f]`, `[class A extends B]` and the like.
  p.functionText = (f, description) => {
    if (isClass(f)) return classText(f, description);
    const { name, tag } = description;
    const kind = functionKind(f);
    const own = functionName(f);
    let text = "[" + kind + (name === null ? " (null prototype)" : "") + (own === "" ? " (anonymous)" : ": " + own) + "]";
    if (name !== kind && name !== null) text += " " + name;
    if (tag !== "" && tag !== name) text += " [" + tag + "]";
    return text;
  };
})
