// TextEncoder and TextDecoder, for UTF-8, UTF-16 and windows-1252 (which is what the labels latin1 and ascii mean).
(function encoding(host, p) {
  "use strict";

  const labels = {
    "utf-8": ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"],
    "utf-16le": ["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"],
    "utf-16be": ["unicodefffe", "utf-16be"],
    "windows-1252": [
      "ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100", "iso8859-1",
      "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252", "x-cp1252",
    ],
  };
  const encodingOf = { __proto__: null };
  for (const name of Object.keys(labels)) {
    for (const label of labels[name]) encodingOf[label] = name;
  }
  // What windows-1252 has at 0x80 to 0x9F.
  const windows1252 = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
    0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
  ];

  const lengthOf = p.TypedArrayPrototypeGetLength;
  const empty = new Uint8Array(0);

  // A view of part of `bytes`.
  function part(bytes, from, to) {
    const offset = p.TypedArrayPrototypeGetByteOffset(bytes) + from;
    return new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(bytes), offset, to - from);
  }

  function concat(first, second) {
    const both = new p.Uint8Array(lengthOf(first) + lengthOf(second));
    p.TypedArrayPrototypeSet(both, first);
    p.TypedArrayPrototypeSet(both, second, lengthOf(first));
    return both;
  }

  // ---- TextEncoder -------------------------------------------------------------------------------------------------

  class TextEncoder {
    #isEncoder = true;

    get encoding() {
      this.#isEncoder;
      return "utf-8";
    }

    encode(input = "") {
      this.#isEncoder;
      return host.utf8Encode(p.toUsvString(input));
    }

    encodeInto(source, destination) {
      this.#isEncoder;
      p.needArguments(arguments.length, 2, "encodeInto");
      const text = p.toUsvString(source);
      if (!p.isUint8Array(destination)) throw new p.TypeError("The second argument of encodeInto must be a Uint8Array");
      const bytes = host.utf8Encode(text);
      const room = lengthOf(destination);
      let read = text.length;
      let written = lengthOf(bytes);
      if (written > room) {
        read = written = 0;
        for (;;) {
          const code = p.StringPrototypeCodePointAt(text, read);
          const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
          if (written + size > room) break;
          written += size;
          read += size === 4 ? 2 : 1;
        }
      }
      p.TypedArrayPrototypeSet(destination, part(bytes, 0, written));
      return { read, written };
    }

    static {
      const isEncoder = (value) => p.isObject(value) && #isEncoder in value;
      p.showFields(TextEncoder, isEncoder, () => ({ __proto__: null, encoding: "utf-8" }));
      p.platformClass(isEncoder);
    }
  }

  // ---- TextDecoder -------------------------------------------------------------------------------------------------

  // How many bytes at the end are the beginning of a character that is not complete.
  function incompleteTail(bytes) {
    const length = lengthOf(bytes);
    for (let back = 1; back <= 3 && back <= length; back++) {
      const byte = bytes[length - back];
      if (byte >= 0x80 && byte < 0xc0) continue;
      const needed = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      if (needed <= back) return 0;
      if (back === 1) return 1;
      // Of some characters not every second byte may follow the first.
      const second = bytes[length - back + 1];
      const lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
      const highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
      return second >= lowest && second <= highest ? back : 0;
    }
    return 0;
  }

  // Each decoder: `(bytes, isLast)` → `[text or undefined where it is malformed, bytes to keep for the next call]`.

  function decodeUtf8(bytes, isLast, fatal) {
    const kept = isLast ? 0 : incompleteTail(bytes);
    const length = lengthOf(bytes);
    if (kept === 0) return [host.utf8Decode(bytes, fatal), empty];
    return [host.utf8Decode(part(bytes, 0, length - kept), fatal), p.copyBytes(part(bytes, length - kept, length))];
  }

  function decodeUtf16(bytes, isLast, fatal, isBigEndian) {
    const length = lengthOf(bytes);
    const units = new p.Uint16Array(length >> 1);
    const count = length >> 1;
    const low = isBigEndian ? 1 : 0;
    for (let i = 0; i < count; i++) units[i] = bytes[2 * i + low] | (bytes[2 * i + 1 - low] << 8);
    const endsInLead = count > 0 && units[count - 1] >= 0xd800 && units[count - 1] < 0xdc00;
    const keepsLead = !isLast && endsInLead;
    const taken = keepsLead ? count - 1 : count;
    let text = p.fromCodeUnits(new p.Uint16Array(p.TypedArrayPrototypeGetBuffer(units), 0, taken));
    const isCut = isLast && length % 2 === 1;
    if (fatal && (isCut || !p.StringPrototypeIsWellFormed(text))) return [undefined, empty];
    // A lead surrogate and half a unit after it are one error.
    if (isCut && !endsInLead) text += "\ufffd";
    return [p.StringPrototypeToWellFormed(text), isLast ? empty : p.copyBytes(part(bytes, 2 * taken, length))];
  }

  function decodeWindows1252(bytes) {
    const length = lengthOf(bytes);
    const units = new p.Uint16Array(length);
    for (let i = 0; i < length; i++) units[i] = bytes[i] >= 0x80 && bytes[i] < 0xa0 ? windows1252[bytes[i] - 0x80] : bytes[i];
    return [p.fromCodeUnits(units), empty];
  }

  class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBom;
    #kept = empty; // of a stream: bytes of a character that is not complete
    #isAtStart = true;

    constructor(label = "utf-8", options = undefined) {
      const name = p.StringPrototypeToLowerCase(p.StringPrototypeTrim(`${label}`));
      const found = encodingOf[name];
      if (found === undefined) {
        throw new p.RangeError(`The encoding "${label}" is not supported; utf-8, utf-16le, utf-16be and windows-1252 are`);
      }
      const { fatal, ignoreBOM } = p.toDictionary(options, "The options of TextDecoder");
      this.#encoding = found;
      this.#fatal = !!fatal;
      this.#ignoreBom = !!ignoreBOM;
    }

    get encoding() {
      return this.#encoding;
    }

    get fatal() {
      return this.#fatal;
    }

    get ignoreBOM() {
      return this.#ignoreBom;
    }

    decode(input = undefined, options = undefined) {
      const encoding = this.#encoding;
      const bytes = input === undefined ? empty : p.bytesOf(input);
      if (bytes === undefined) {
        throw new p.TypeError(`TextDecoder.decode needs an ArrayBuffer or a view of one, not ${p.kindOf(input)}`);
      }
      const isLast = !p.toDictionary(options, "The options of decode").stream;
      const all = lengthOf(this.#kept) === 0 ? bytes : concat(this.#kept, bytes);
      const result = this.#decode(encoding, all, isLast);
      let text = result[0];
      const isAtStart = this.#isAtStart;
      this.#kept = isLast || text === undefined ? empty : result[1];
      if (text === undefined) {
        this.#isAtStart = true;
        throw new p.TypeError(`The encoded data was not valid for encoding ${encoding}`);
      }
      this.#isAtStart = isLast || (isAtStart && text === "");
      const hasBom = isAtStart && !this.#ignoreBom && encoding !== "windows-1252" && p.StringPrototypeCharCodeAt(text, 0) === 0xfeff;
      return hasBom ? p.StringPrototypeSlice(text, 1) : text;
    }

    #decode(encoding, bytes, isLast) {
      if (encoding === "utf-8") return decodeUtf8(bytes, isLast, this.#fatal);
      if (encoding === "windows-1252") return decodeWindows1252(bytes);
      return decodeUtf16(bytes, isLast, this.#fatal, encoding === "utf-16be");
    }

    static {
      const isDecoder = (value) => p.isObject(value) && #encoding in value;
      p.showFields(TextDecoder, isDecoder, (decoder) => ({
        __proto__: null, encoding: decoder.#encoding, fatal: decoder.#fatal, ignoreBOM: decoder.#ignoreBom,
      }));
      p.platformClass(isDecoder);
    }
  }

  p.defineInterfaceClass(TextEncoder);
  p.defineInterfaceClass(TextDecoder);
})
