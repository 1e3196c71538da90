// URLSearchParams, with the form encoding of the URL standard. `p.createParams` makes the live ones of a URL.
(function urlSearchParams(host, p) {
  "use strict";

  // ---- application/x-www-form-urlencoded ---------------------------------------------------------------------------

  const plus = /\+/g;
  const encodedAlready = /[!'()~]|%20/g;
  const encodeRest = (match) => {
    switch (match) {
      case "%20": return "+";
      case "!": return "%21";
      case "'": return "%27";
      case "(": return "%28";
      case ")": return "%29";
      default: return "%7E";
    }
  };
  const encodePart = (text) => p.replaceEach(p.encodeURIComponent(text), encodedAlready, encodeRest);

  function hexValue(code) {
    if (code >= 48 && code <= 57) return code - 48;
    const letter = code | 32;
    return letter >= 97 && letter <= 102 ? letter - 87 : -1;
  }

  function decodePart(text) {
    const spaced = p.replaceEach(text, plus, () => " ");
    if (p.StringPrototypeIndexOf(spaced, "%") === -1) return spaced;
    const bytes = host.utf8Encode(spaced);
    const length = p.TypedArrayPrototypeGetLength(bytes);
    let written = 0;
    for (let i = 0; i < length; i++) {
      let byte = bytes[i];
      if (byte === 37 && i + 2 < length) {
        const high = hexValue(bytes[i + 1]);
        const low = hexValue(bytes[i + 2]);
        if (high !== -1 && low !== -1) {
          byte = high * 16 + low;
          i += 2;
        }
      }
      bytes[written++] = byte;
    }
    return host.utf8Decode(new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(bytes), 0, written), false);
  }

  const makePair = (name, value) => ({ __proto__: null, name, value });

  function parseQuery(text) {
    const pairs = p.list();
    const pieces = p.splitText(text, "&");
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i];
      if (piece === "") continue;
      const at = p.StringPrototypeIndexOf(piece, "=");
      const name = at === -1 ? piece : p.StringPrototypeSlice(piece, 0, at);
      const value = at === -1 ? "" : p.StringPrototypeSlice(piece, at + 1);
      pairs[pairs.length] = makePair(decodePart(name), decodePart(value));
    }
    return pairs;
  }

  function serialize(pairs) {
    let out = "";
    for (let i = 0; i < pairs.length; i++) {
      out += `${i === 0 ? "" : "&"}${encodePart(pairs[i].name)}=${encodePart(pairs[i].value)}`;
    }
    return out;
  }

  function pairsFromIterable(init) {
    const pairs = p.list();
    const items = p.listFrom(init);
    for (let i = 0; i < items.length; i++) {
      const parts = p.isObject(items[i]) ? p.listFrom(items[i]) : p.list();
      if (parts.length !== 2) throw new p.TypeError("Each query pair must be an iterable [name, value] tuple");
      pairs[i] = makePair(p.toUsvString(parts[0]), p.toUsvString(parts[1]));
    }
    return pairs;
  }

  function pairsFromRecord(init) {
    const byName = new p.SafeMap(); // two names can become one where they hold lone surrogates
    const pairs = p.list();
    const keys = p.ReflectOwnKeys(init);
    for (let i = 0; i < keys.length; i++) {
      if (!p.ownDescriptor(init, keys[i])?.enumerable) continue;
      const name = p.toUsvString(keys[i]);
      const value = p.toUsvString(init[keys[i]]);
      const known = byName.get(name);
      if (known !== undefined) {
        known.value = value;
      } else {
        pairs[pairs.length] = makePair(name, value);
        byName.set(name, pairs[pairs.length - 1]);
      }
    }
    return pairs;
  }

  function toPairs(init) {
    if (!p.isObject(init)) {
      const text = p.toUsvString(init);
      return parseQuery(p.StringPrototypeCharCodeAt(text, 0) === 63 ? p.StringPrototypeSlice(text, 1) : text);
    }
    const method = init[p.SymbolIterator];
    if (method === undefined || method === null) return pairsFromRecord(init);
    if (typeof method !== "function") throw new p.TypeError("Query pairs must be iterable");
    return pairsFromIterable(init);
  }

  // ---- URLSearchParams ---------------------------------------------------------------------------------------------

  let pairsOf;

  class URLSearchParams {
    #pairs;
    #onChange = undefined; // of the params of a URL: writes them to it

    constructor(init = "") {
      this.#pairs = toPairs(init);
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      const pairs = this.#pairs;
      p.needArguments(arguments.length, 2, "append");
      pairs[pairs.length] = makePair(p.toUsvString(name), p.toUsvString(value));
      this.#changed();
    }

    delete(name, value = undefined) {
      p.needArguments(arguments.length, 1, "delete");
      const matches = matcher(name, value);
      const pairs = this.#pairs;
      const kept = p.list();
      for (let i = 0; i < pairs.length; i++) {
        if (!matches(pairs[i])) kept[kept.length] = pairs[i];
      }
      this.#pairs = kept;
      this.#changed();
    }

    get(name) {
      p.needArguments(arguments.length, 1, "get");
      const pairs = this.#pairs;
      const matches = matcher(name);
      for (let i = 0; i < pairs.length; i++) {
        if (matches(pairs[i])) return pairs[i].value;
      }
      return null;
    }

    getAll(name) {
      p.needArguments(arguments.length, 1, "getAll");
      const pairs = this.#pairs;
      const matches = matcher(name);
      const values = [];
      for (let i = 0; i < pairs.length; i++) {
        if (matches(pairs[i])) p.append(values, pairs[i].value);
      }
      return values;
    }

    has(name, value = undefined) {
      p.needArguments(arguments.length, 1, "has");
      const pairs = this.#pairs;
      const matches = matcher(name, value);
      for (let i = 0; i < pairs.length; i++) {
        if (matches(pairs[i])) return true;
      }
      return false;
    }

    set(name, value) {
      p.needArguments(arguments.length, 2, "set");
      const matches = matcher(name);
      const text = p.toUsvString(value);
      const pairs = this.#pairs;
      const kept = p.list();
      let isSet = false;
      for (let i = 0; i < pairs.length; i++) {
        if (matches(pairs[i])) {
          if (isSet) continue;
          isSet = true;
          pairs[i].value = text;
        }
        kept[kept.length] = pairs[i];
      }
      if (!isSet) kept[kept.length] = makePair(p.toUsvString(name), text);
      this.#pairs = kept;
      this.#changed();
    }

    sort() {
      const pairs = this.#pairs;
      p.ArrayPrototypeSort(pairs, (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      this.#changed();
    }

    entries() {
      this.#pairs;
      return new ParamsIterator(this, (pair) => [pair.name, pair.value]);
    }

    forEach(callback, thisArg = undefined) {
      this.#pairs;
      if (typeof callback !== "function") {
        throw new p.TypeError(`The "callback" argument must be a function, not ${p.kindOf(callback)}`);
      }
      for (let i = 0; i < this.#pairs.length; i++) {
        const { name, value } = this.#pairs[i];
        p.ReflectApply(callback, thisArg, [value, name, this]);
      }
    }

    keys() {
      this.#pairs;
      return new ParamsIterator(this, (pair) => pair.name);
    }

    values() {
      this.#pairs;
      return new ParamsIterator(this, (pair) => pair.value);
    }

    toString() {
      return serialize(this.#pairs);
    }

    #changed() {
      if (this.#onChange !== undefined) this.#onChange(serialize(this.#pairs));
    }

    static {
      pairsOf = (params) => params.#pairs;
      p.createParams = (query, onChange) => {
        const params = new URLSearchParams(query);
        params.#onChange = onChange;
        return params;
      };
      p.replaceParams = (params, query) => {
        params.#pairs = toPairs(query);
      };
      const isParams = (value) => p.isObject(value) && #pairs in value;
      p.platformClass(isParams);
      p.showFields(URLSearchParams, isParams, (params, options) => {
        const entries = p.list();
        let width = 0;
        for (let i = 0; i < params.#pairs.length; i++) {
          const { name, value } = params.#pairs[i];
          entries[i] = `${p.inspect(name, options)} => ${p.inspect(value, options)}`;
          width += entries[i].length + 2;
        }
        if (entries.length === 0) return "URLSearchParams {}";
        if (width - 2 <= (options?.breakLength ?? 80)) return `URLSearchParams { ${p.ArrayPrototypeJoin(entries, ", ")} }`;
        return `URLSearchParams {\n  ${p.ArrayPrototypeJoin(entries, ",\n  ")} }`;
      });
    }
  }

  function matcher(name, value) {
    const wanted = p.toUsvString(name);
    if (value === undefined) return (pair) => pair.name === wanted;
    const wantedValue = p.toUsvString(value);
    return (pair) => pair.name === wanted && pair.value === wantedValue;
  }

  class ParamsIterator {
    #params;
    #read;
    #at = 0;

    constructor(params, read) {
      this.#params = params;
      this.#read = read;
    }

    next() {
      const pairs = pairsOf(this.#params);
      if (this.#at >= pairs.length) return { value: undefined, done: true };
      const value = this.#read(pairs[this.#at]);
      this.#at += 1;
      return { value, done: false };
    }
  }
  p.makeEnumerable(ParamsIterator);
  delete ParamsIterator.prototype.constructor;
  Object.setPrototypeOf(ParamsIterator.prototype, p.IteratorPrototype);
  p.defineConstant(ParamsIterator.prototype, p.SymbolToStringTag, "URLSearchParams Iterator");

  p.defineInterfaceClass(URLSearchParams);
  p.define(URLSearchParams.prototype, p.SymbolIterator, URLSearchParams.prototype.entries);
})
