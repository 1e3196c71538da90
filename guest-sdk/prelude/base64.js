// atob and btoa as the HTML standard has them, and the base64 and hex methods of Uint8Array.
(function base64(host, p) {
  "use strict";

  const PADDING = 61; // "="
  const NONE = 255;
  const digits = {
    __proto__: null,
    base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  };
  const codes = { __proto__: null }; // value → character code
  const values = { __proto__: null }; // character code → value, or NONE
  for (const name of ["base64", "base64url"]) {
    codes[name] = new Uint8Array(64);
    values[name] = new Uint8Array(256).fill(NONE);
    for (let i = 0; i < 64; i++) {
      codes[name][i] = digits[name].charCodeAt(i);
      values[name][codes[name][i]] = i;
    }
  }
  const hexCodes = new Uint8Array(16);
  const hexValues = new Uint8Array(256).fill(NONE);
  for (let i = 0; i < 16; i++) {
    hexCodes[i] = hexValues[i.toString(16).charCodeAt(0)] = i;
    hexCodes[i] = i.toString(16).charCodeAt(0);
    hexValues[i.toString(16).toUpperCase().charCodeAt(0)] = i;
  }

  const lengthOf = p.TypedArrayPrototypeGetLength;
  const isSpace = (code) => code === 32 || code === 10 || code === 9 || code === 13 || code === 12;

  // Text of bytes that are all ASCII.
  const asciiText = (bytes) => host.utf8Decode(bytes, false);

  function encode(bytes, alphabet, hasPadding) {
    const table = codes[alphabet];
    const length = lengthOf(bytes);
    const rest = length % 3;
    const out = new p.Uint8Array(hasPadding ? p.MathCeil(length / 3) * 4 : p.MathCeil((length * 4) / 3));
    let at = 0;
    let i = 0;
    for (; i + 2 < length; i += 3) {
      const group = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
      out[at++] = table[group >> 18];
      out[at++] = table[(group >> 12) & 63];
      out[at++] = table[(group >> 6) & 63];
      out[at++] = table[group & 63];
    }
    if (rest > 0) {
      const group = (bytes[i] << 16) | (rest === 2 ? bytes[i + 1] << 8 : 0);
      out[at++] = table[group >> 18];
      out[at++] = table[(group >> 12) & 63];
      if (rest === 2) out[at++] = table[(group >> 6) & 63];
    }
    if (hasPadding && rest > 0) {
      out[at++] = PADDING;
      if (rest === 1) out[at++] = PADDING;
    }
    return asciiText(out);
  }

  // The algorithm FromBase64 of the specification. Writes to `out`, at most its length; returns what it read and wrote and,
  // instead of throwing, the error.
  function decode(text, alphabet, lastChunk, out) {
    const input = host.utf8Encode(text); // one byte for each ASCII character, none of the others is in the alphabet
    const table = values[alphabet];
    const length = lengthOf(input);
    const room = lengthOf(out);
    const state = { __proto__: null, read: 0, written: 0, error: undefined };
    let chunk = 0;
    let count = 0; // characters in `chunk`
    let i = 0;
    const skip = () => {
      while (i < length && isSpace(input[i])) i++;
    };
    const fail = (message) => {
      state.error = message;
      return state;
    };
    // Two or three characters at the end: `chunk` holds them, left over bits must be zero where that is strict.
    const finish = () => {
      const extra = count === 2 ? chunk & 15 : chunk & 3;
      if (lastChunk === "strict" && extra !== 0) return fail("The base64 text has bits left over at its end");
      if (count === 2) {
        out[state.written++] = chunk >> 4;
      } else {
        out[state.written++] = chunk >> 10;
        out[state.written++] = (chunk >> 2) & 255;
      }
      state.read = text.length;
      return state;
    };

    for (;;) {
      // Whole groups without white space, while there is room for them.
      while (count === 0 && i + 4 <= length && state.written + 3 <= room) {
        const a = table[input[i]];
        const b = table[input[i + 1]];
        const c = table[input[i + 2]];
        const d = table[input[i + 3]];
        if ((a | b | c | d) > 63) break;
        out[state.written] = (a << 2) | (b >> 4);
        out[state.written + 1] = (b << 4) | (c >> 2);
        out[state.written + 2] = (c << 6) | d;
        state.written += 3;
        state.read = i += 4;
      }
      if (state.written === room) return state;
      skip();
      if (i === length) {
        if (count === 0) state.read = text.length;
        if (count === 0 || lastChunk === "stop-before-partial") return state;
        if (lastChunk === "strict" || count === 1) return fail("The base64 text ends in the middle of a group");
        return finish();
      }
      const code = input[i++];
      if (code === PADDING) {
        if (count < 2) return fail("The base64 text has a \"=\" where none can be");
        skip();
        if (count === 2) {
          if (i === length) {
            return lastChunk === "stop-before-partial" ? state : fail("The base64 text lacks a \"=\" at its end");
          }
          if (input[i] === PADDING) {
            i++;
            skip();
          }
        }
        return i < length ? fail("The base64 text goes on after its \"=\"") : finish();
      }
      const value = table[code];
      if (value === NONE) return fail("The base64 text has a character that is not in its alphabet");
      const left = room - state.written;
      if ((left === 1 && count === 2) || (left === 2 && count === 3)) return state;
      chunk = (chunk << 6) | value;
      count++;
      if (count < 4) continue;
      out[state.written++] = chunk >> 16;
      out[state.written++] = (chunk >> 8) & 255;
      out[state.written++] = chunk & 255;
      chunk = count = 0;
      state.read = i;
      if (state.written === room) return state;
    }
  }

  function decodeHex(text, out) {
    const state = { __proto__: null, read: 0, written: 0, error: undefined };
    if (text.length % 2 !== 0) state.error = "A hex text must have an even number of characters";
    const room = lengthOf(out);
    while (state.error === undefined && state.read < text.length && state.written < room) {
      const high = hexValues[p.StringPrototypeCharCodeAt(text, state.read)] ?? NONE;
      const low = hexValues[p.StringPrototypeCharCodeAt(text, state.read + 1)] ?? NONE;
      if (high === NONE || low === NONE) {
        state.error = "The hex text has a character that is no hex digit";
      } else {
        out[state.written++] = (high << 4) | low;
        state.read += 2;
      }
    }
    return state;
  }

  // ---- atob, btoa --------------------------------------------------------------------------------------------------

  // The string that has these code units. `units` is a Uint8Array or a Uint16Array.
  p.fromCodeUnits = (units) => {
    const length = lengthOf(units);
    let out = "";
    for (let from = 0; from < length; from += 4096) {
      const part = p.list();
      const count = p.MathMin(4096, length - from);
      for (let i = 0; i < count; i++) part[i] = units[from + i];
      out += p.ReflectApply(p.StringFromCharCode, undefined, part);
    }
    return out;
  };

  // "Forgiving-base64 decode" of the standard takes exactly what the loose form of `fromBase64` takes.
  function decodeText(text) {
    const out = new p.Uint8Array(p.MathCeil((text.length * 3) / 4) + 1);
    const { written, error } = decode(text, "base64", "loose", out);
    if (error !== undefined) throw new p.DOMException(error, "InvalidCharacterError");
    const bytes = new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(out), 0, written);
    return isAscii(bytes) ? asciiText(bytes) : p.fromCodeUnits(bytes);
  }

  function isAscii(bytes) {
    const length = lengthOf(bytes);
    for (let i = 0; i < length; i++) if (bytes[i] > 127) return false;
    return true;
  }

  function encodeText(text) {
    const utf8 = host.utf8Encode(text);
    if (lengthOf(utf8) === text.length) return encode(utf8, "base64", true); // all of it is ASCII
    const bytes = new p.Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = p.StringPrototypeCharCodeAt(text, i);
      if (code > 255) {
        throw new p.DOMException(
          "btoa takes characters up to U+00FF only; for other text use new TextEncoder().encode(text).toBase64()",
          "InvalidCharacterError",
        );
      }
      bytes[i] = code;
    }
    return encode(bytes, "base64", true);
  }

  // An engine's own functions are faster; only the error is ours.
  const { atob: engineAtob, btoa: engineBtoa } = p.global;
  const withFallback = (engine, own) => (text) => {
    try {
      return engine(text);
    } catch {
      return own(text);
    }
  };
  const toText = engineAtob === undefined ? decodeText : withFallback(engineAtob, decodeText);
  const toBase64 = engineBtoa === undefined ? encodeText : withFallback(engineBtoa, encodeText);

  p.defineAll(p.global, {
    atob(data) {
      p.needArguments(arguments.length, 1, "atob");
      return toText(`${data}`);
    },
    btoa(data) {
      p.needArguments(arguments.length, 1, "btoa");
      return toBase64(`${data}`);
    },
  });

  // ---- Uint8Array --------------------------------------------------------------------------------------------------

  if (p.Uint8ArrayFromBase64 !== undefined) return;

  function checkBytes(self) {
    if (!p.isUint8Array(self)) throw new p.TypeError("this is no Uint8Array");
    if (lengthOf(self) === 0) new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(self)); // throws where it is detached
  }

  function checkText(text) {
    if (typeof text !== "string") throw new p.TypeError(`The text to decode must be a string, not ${p.kindOf(text)}`);
  }

  function toOptions(options) {
    if (options === undefined) return { __proto__: null };
    if (!p.isObject(options)) throw new p.TypeError(`The options must be an object, not ${p.kindOf(options)}`);
    return options;
  }

  function toAlphabet({ alphabet = "base64" }) {
    if (alphabet !== "base64" && alphabet !== "base64url") {
      throw new p.TypeError("The option \"alphabet\" must be \"base64\" or \"base64url\"");
    }
    return alphabet;
  }

  function toLastChunk({ lastChunkHandling = "loose" }) {
    if (lastChunkHandling !== "loose" && lastChunkHandling !== "strict" && lastChunkHandling !== "stop-before-partial") {
      throw new p.TypeError("The option \"lastChunkHandling\" must be \"loose\", \"strict\" or \"stop-before-partial\"");
    }
    return lastChunkHandling;
  }

  function throwOnError({ error }) {
    if (error !== undefined) throw new p.SyntaxError(error);
  }

  p.defineAll(p.Uint8Array, {
    fromBase64(string, options = undefined) {
      checkText(string);
      const given = toOptions(options);
      const alphabet = toAlphabet(given);
      const out = new p.Uint8Array(p.MathCeil((string.length * 3) / 4) + 1);
      const state = decode(string, alphabet, toLastChunk(given), out);
      throwOnError(state);
      return p.copyBytes(new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(out), 0, state.written));
    },
    fromHex(string) {
      checkText(string);
      const out = new p.Uint8Array(p.MathFloor(string.length / 2));
      throwOnError(decodeHex(string, out));
      return out;
    },
  });

  p.defineAll(p.Uint8ArrayPrototype, {
    toBase64(options = undefined) {
      checkBytes(this);
      const given = toOptions(options);
      const alphabet = toAlphabet(given);
      const hasPadding = !given.omitPadding;
      checkBytes(this);
      return encode(this, alphabet, hasPadding);
    },
    toHex() {
      checkBytes(this);
      const length = lengthOf(this);
      const out = new p.Uint8Array(length * 2);
      for (let i = 0; i < length; i++) {
        out[2 * i] = hexCodes[this[i] >> 4];
        out[2 * i + 1] = hexCodes[this[i] & 15];
      }
      return asciiText(out);
    },
    setFromBase64(string, options = undefined) {
      checkBytes(this);
      checkText(string);
      const given = toOptions(options);
      const alphabet = toAlphabet(given);
      const lastChunk = toLastChunk(given);
      checkBytes(this);
      const state = decode(string, alphabet, lastChunk, this);
      throwOnError(state);
      return { read: state.read, written: state.written };
    },
    setFromHex(string) {
      checkBytes(this);
      checkText(string);
      const state = decodeHex(string, this);
      throwOnError(state);
      return { read: state.read, written: state.written };
    },
  });
})
