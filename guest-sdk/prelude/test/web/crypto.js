//# randomUUID
const ids = new Set(Array.from({ length: 50 }, () => crypto.randomUUID()));
log(ids.size, [...ids].every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
log(typeof crypto, Object.prototype.toString.call(crypto), Object.prototype.toString.call(crypto.subtle), thrown(() => new Crypto()), thrown(() => crypto.randomUUID.call({})));

//# getRandomValues
const bytes = new Uint8Array(64);
log(crypto.getRandomValues(bytes) === bytes, new Set(bytes).size > 8);
for (const Type of [Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array]) {
  log(Type.name, crypto.getRandomValues(new Type(32)).some((value) => value !== new Type(1)[0]));
}
const part = new Uint8Array(40);
crypto.getRandomValues(part.subarray(10, 30));
log(part.slice(0, 10), part.slice(30), part.slice(10, 30).some((x) => x > 0));
for (const Type of [Float32Array, Float64Array]) log(thrown(() => crypto.getRandomValues(new Type(1))));
log(thrown(() => crypto.getRandomValues(new Uint8Array(65536)).length), thrown(() => crypto.getRandomValues(new Uint32Array(16384)).length));
log(thrown(() => crypto.getRandomValues(new Uint8Array(0)).length));

//# getRandomValues of the wrong kind
log(thrown(() => crypto.getRandomValues(new Uint8Array(65537))), thrown(() => crypto.getRandomValues(new DataView(new ArrayBuffer(1)))));
log(thrown(() => crypto.getRandomValues([1])), thrown(() => crypto.getRandomValues()), thrown(() => crypto.getRandomValues(null)));
//= DOMException QuotaExceededError 22 DOMException TypeMismatchError 17
//= TypeError TypeError TypeError

//# digest
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const data = new TextEncoder().encode("hällo");
for (const name of ["SHA-1", "SHA-256", "SHA-384", "SHA-512", "sha-256"]) {
  const digest = await crypto.subtle.digest(name, data);
  log(name, digest instanceof ArrayBuffer, hex(digest), hex(await crypto.subtle.digest({ name }, data.buffer)));
}
log(hex(await crypto.subtle.digest("SHA-256", new DataView(data.buffer, 1, 3))), hex(await crypto.subtle.digest("SHA-256", new Uint8Array())));
log(await rejected(crypto.subtle.digest("MD5", data)), await rejected(crypto.subtle.digest("SHA256", data)), await rejected(crypto.subtle.digest("SHA-256", "text")));
log(await rejected(crypto.subtle.digest("SHA-256")), await rejected(crypto.subtle.digest()), await rejected(() => crypto.subtle.digest.call({}, "SHA-1", data)));
log(crypto.subtle.digest("SHA-1", data) instanceof Promise, Object.keys(crypto.subtle));

//# the other methods of subtle say what there is
for (const name of ["encrypt", "sign", "importKey", "generateKey", "deriveBits"]) log(await rejected(crypto.subtle[name]()));
const message = await crypto.subtle.sign("HMAC").catch((error) => error.message);
log(message);
//= DOMException NotSupportedError 9
//= DOMException NotSupportedError 9
//= DOMException NotSupportedError 9
//= DOMException NotSupportedError 9
//= DOMException NotSupportedError 9
//= crypto.subtle.sign is not available; of crypto.subtle there is digest, for SHA-1, SHA-256, SHA-384 and SHA-512
