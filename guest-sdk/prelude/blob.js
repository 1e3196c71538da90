// Blob and File: bytes with a type, without streams.
(function blob(host, p) {
  "use strict";

  const lengthOf = p.TypedArrayPrototypeGetLength;
  const printable = /^[ -~]*$/;
  const lineBreak = /\r\n|\r|\n/g;

  const toType = (type) => {
    const text = `${type}`;
    return p.matches(printable, text) ? p.StringPrototypeToLowerCase(text) : "";
  };

  const noParts = { __proto__: null };

  // The pieces of a new blob in one array of bytes.
  function join(parts, endings) {
    if (parts === noParts) return new p.Uint8Array(0);
    if (!p.isObject(parts)) throw new p.TypeError(`The parts of a Blob must be an array, not ${p.kindOf(parts)}`);
    const items = p.listFrom(parts);
    let total = 0;
    for (let i = 0; i < items.length; i++) {
      items[i] = bytesOfBlob(items[i]) ?? p.bytesOf(items[i]) ?? textBytes(items[i], endings);
      total += lengthOf(items[i]);
    }
    const all = new p.Uint8Array(total);
    for (let i = 0, at = 0; i < items.length; at += lengthOf(items[i]), i++) p.TypedArrayPrototypeSet(all, items[i], at);
    return all;
  }

  function textBytes(value, endings) {
    const text = p.toUsvString(value);
    return host.utf8Encode(endings === "native" ? p.replaceEach(text, lineBreak, () => "\n") : text);
  }

  function toEndings(endings = "transparent") {
    const text = `${endings}`;
    if (text === "transparent" || text === "native") return text;
    throw new p.TypeError("The option \"endings\" must be \"transparent\" or \"native\"");
  }

  // A bound of `slice`, counted from the end where it is negative.
  function toOffset(value, size) {
    const number = +value;
    const floor = p.MathFloor(number);
    const isUp = number - floor > 0.5 || (number - floor === 0.5 && floor % 2 !== 0); // to the nearest, a half to the even one
    const offset = (isUp ? floor + 1 : floor) || 0;
    return offset < 0 ? p.MathMax(size + offset, 0) : p.MathMin(offset, size);
  }

  let createBlob, bytesOfBlob, setBytes, typeOfBlob;

  class Blob {
    #bytes;
    #type;

    constructor(blobParts = noParts, options = undefined) {
      const { endings, type = "" } = p.toDictionary(options, "The options of Blob");
      this.#bytes = join(blobParts, toEndings(endings));
      this.#type = toType(type);
    }

    get size() {
      return lengthOf(this.#bytes);
    }

    get type() {
      return this.#type;
    }

    slice(start = 0, end = undefined, contentType = "") {
      const bytes = this.#bytes;
      const size = lengthOf(bytes);
      const from = toOffset(start, size);
      const to = end === undefined ? size : toOffset(end, size);
      const offset = p.TypedArrayPrototypeGetByteOffset(bytes) + from;
      const part = new p.Uint8Array(p.TypedArrayPrototypeGetBuffer(bytes), offset, p.MathMax(to - from, 0));
      return createBlob(part, toType(contentType));
    }

    async text() {
      const text = host.utf8Decode(this.#bytes, false);
      return p.StringPrototypeCharCodeAt(text, 0) === 0xfeff ? p.StringPrototypeSlice(text, 1) : text;
    }

    async arrayBuffer() {
      return p.TypedArrayPrototypeGetBuffer(p.copyBytes(this.#bytes));
    }

    async bytes() {
      return p.copyBytes(this.#bytes);
    }

    static {
      bytesOfBlob = (value) => (p.isObject(value) && #bytes in value ? value.#bytes : undefined);
      typeOfBlob = (blob) => blob.#type;
      createBlob = (bytes, type) => {
        const blob = new Blob();
        blob.#type = type;
        return setBytes(blob, bytes);
      };
      setBytes = (blob, bytes) => {
        blob.#bytes = bytes; // never written to, so that blobs can share it
        return blob;
      };
      const isBlob = (value) => bytesOfBlob(value) !== undefined;
      p.showFields(Blob, isBlob, (blob) => ({ __proto__: null, size: lengthOf(blob.#bytes), type: blob.#type }));
    }
  }

  class File extends Blob {
    #name;
    #lastModified;

    constructor(fileBits, fileName, options = undefined) {
      p.needArguments(arguments.length, 2, "File");
      super(fileBits, options);
      this.#name = p.toUsvString(fileName);
      const { lastModified } = p.toDictionary(options, "The options of File");
      this.#lastModified = lastModified === undefined ? host.now() : p.MathTrunc(+lastModified) || 0;
    }

    get name() {
      return this.#name;
    }

    get lastModified() {
      return this.#lastModified;
    }

    static {
      const isFile = (value) => p.isObject(value) && #name in value;
      p.showFields(File, isFile, (file) => ({
        __proto__: null,
        size: lengthOf(bytesOfBlob(file)),
        type: typeOfBlob(file),
        name: file.#name,
        lastModified: file.#lastModified,
      }));
      p.platformClass(isFile, (file) => {
        const options = { __proto__: null, type: typeOfBlob(file), lastModified: file.#lastModified };
        return setBytes(new File(noParts, file.#name, options), bytesOfBlob(file));
      });
    }
  }

  p.platformClass((value) => bytesOfBlob(value) !== undefined, (blob) => createBlob(bytesOfBlob(blob), typeOfBlob(blob)));
  p.defineInterfaceClass(Blob);
  p.defineInterfaceClass(File);
})
