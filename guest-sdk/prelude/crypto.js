// crypto.randomUUID, getRandomValues and subtle.digest. Randomness comes from the run's seed.
(function crypto(host, p) {
  "use strict";

  const quota = 65536;
  const randomKinds = { __proto__: null };
  for (const kind of [
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
    "BigInt64Array", "BigUint64Array",
  ]) {
    randomKinds[kind] = true;
  }
  const hex = [];
  for (let i = 0; i < 256; i++) hex[i] = i.toString(16).padStart(2, "0");

  let theCrypto, theSubtle;

  class SubtleCrypto {
    constructor() {
      throw new p.TypeError("Illegal constructor");
    }

    async digest(algorithm, data) {
      checkThis(this, theSubtle);
      p.needArguments(arguments.length, 2, "digest");
      const name = p.isObject(algorithm) ? algorithm.name : algorithm;
      const bytes = p.bytesOf(data);
      if (bytes === undefined) {
        const kind = p.kindOf(data);
        throw new p.TypeError(
          `digest needs an ArrayBuffer or a view of one, not ${kind}; for text use new TextEncoder().encode(text)`,
        );
      }
      const digest = host.digest(p.StringPrototypeToUpperCase(`${name}`), bytes);
      if (digest === undefined) {
        throw new p.DOMException(
          `The algorithm "${name}" is not supported; SHA-1, SHA-256, SHA-384 and SHA-512 are`, "NotSupportedError",
        );
      }
      return p.TypedArrayPrototypeGetBuffer(p.copyBytes(digest));
    }
  }
  for (const name of [
    "encrypt", "decrypt", "sign", "verify", "generateKey", "deriveKey", "deriveBits", "importKey", "exportKey", "wrapKey",
    "unwrapKey",
  ]) {
    const methods = {
      async [name]() {
        throw new p.DOMException(
          `crypto.subtle.${name} is not available; of crypto.subtle there is digest, for SHA-1, SHA-256, SHA-384 and SHA-512`,
          "NotSupportedError",
        );
      },
    };
    p.defineInterface(SubtleCrypto.prototype, methods);
  }

  class Crypto {
    constructor() {
      throw new p.TypeError("Illegal constructor");
    }

    get subtle() {
      checkThis(this, theCrypto);
      return theSubtle;
    }

    getRandomValues(array) {
      checkThis(this, theCrypto);
      p.needArguments(arguments.length, 1, "getRandomValues");
      const kind = p.ArrayBufferIsView(array) ? p.typedArrayName(array) : undefined;
      if (kind === undefined && !p.isDataView(array)) {
        throw new p.TypeError(`getRandomValues needs a typed array of integers, not ${p.kindOf(array)}`);
      }
      if (randomKinds[kind] !== true) {
        throw new p.DOMException(
          `getRandomValues needs a typed array of integers, not a ${kind ?? "DataView"}`, "TypeMismatchError",
        );
      }
      const bytes = p.bytesOf(array);
      const length = p.TypedArrayPrototypeGetLength(bytes);
      if (length > quota) {
        throw new p.DOMException(
          `getRandomValues gives at most ${quota} bytes at once, not ${length}`, "QuotaExceededError",
        );
      }
      if (length > 0) host.random(bytes);
      return array;
    }

    randomUUID() {
      checkThis(this, theCrypto);
      const bytes = new p.Uint8Array(16);
      host.random(bytes);
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      let id = "";
      for (let i = 0; i < 16; i++) id += i === 4 || i === 6 || i === 8 || i === 10 ? `-${hex[bytes[i]]}` : hex[bytes[i]];
      return id;
    }
  }

  function checkThis(self, expected) {
    if (self !== expected) throw new p.TypeError("Illegal invocation: call it as a method of crypto");
  }

  p.defineInterfaceClass(SubtleCrypto);
  p.defineInterfaceClass(Crypto);
  theSubtle = p.ObjectCreate(SubtleCrypto.prototype);
  theCrypto = p.ObjectCreate(Crypto.prototype);
  p.define(p.global, "crypto", theCrypto);
  p.platformClass((value) => value === theCrypto || value === theSubtle);
})
