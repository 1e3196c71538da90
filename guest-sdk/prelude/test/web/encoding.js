//# TextEncoder
const encoder = new TextEncoder();
log(encoder.encoding, encoder.encode(), encoder.encode("é😀"), encoder.encode(undefined), encoder.encode(null), encoder.encode(12));
log(encoder.encode("\ud800a\udc00"), encoder.encode("\ufeffx"), encoder.encode("\u0000\u007f\u0080\u07ff\u0800\uffff\u{10000}\u{10ffff}"));
log(encoder.encode("x").constructor === Uint8Array, Object.prototype.toString.call(encoder), thrown(() => TextEncoder()));
log(thrown(() => encoder.encode(Symbol())), thrown(() => TextEncoder.prototype.encode.call({}, "a")));

//# encodeInto
const encoder = new TextEncoder();
for (const text of ["", "abc", "é😀z", "😀😀", "\ud800x", "€uro", "a\u{10ffff}"]) {
  for (const size of [0, 1, 2, 3, 4, 5, 6, 9]) {
    const bytes = new Uint8Array(size);
    log(encoder.encodeInto(text, bytes), bytes);
  }
}
const part = new Uint8Array(8).subarray(2, 5);
log(encoder.encodeInto("abcd", part), new Uint8Array(part.buffer));
log(thrown(() => encoder.encodeInto("a", [])), thrown(() => encoder.encodeInto("a", new Int8Array(4))), thrown(() => encoder.encodeInto("a")));

//# TextDecoder: UTF-8
const decode = (bytes, options) => new TextDecoder("utf-8", options).decode(new Uint8Array(bytes));
for (const bytes of [
  [], [65], [0xc3, 0xa9], [0xf0, 0x9f, 0x98, 0x80], [0xff, 65], [0xc3], [0xe2, 0x82], [0xe2, 0x82, 65], [0xf0, 0x9f], [0x80],
  [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xef, 0xbb, 0xbf, 65],
  [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], [0xef, 0xbb], [0xe0, 0x80, 0x80], [0xf0, 0x80, 0x80, 0x41], [65, 0xf1, 0x80, 0x80, 0xe1, 0x80, 0xc2, 66],
]) {
  log(JSON.stringify(decode(bytes)), thrown(() => JSON.stringify(decode(bytes, { fatal: true }))), JSON.stringify(decode(bytes, { ignoreBOM: true })));
}

//# TextDecoder: what it takes
const bytes = new TextEncoder().encode("häuser");
const decoder = new TextDecoder();
log(decoder.decode(bytes), decoder.decode(bytes.buffer), decoder.decode(new DataView(bytes.buffer, 1, 3)), decoder.decode());
log(decoder.decode(new Uint16Array([0x6161, 0x6262])), decoder.decode(bytes.subarray(0, 1)), decoder.decode(undefined));
log(thrown(() => decoder.decode("text")), thrown(() => decoder.decode([65])), thrown(() => decoder.decode(null)));
log(thrown(() => TextDecoder()), thrown(() => new TextDecoder("none")), thrown(() => new TextDecoder("")));
log(decoder.encoding, decoder.fatal, decoder.ignoreBOM, Object.prototype.toString.call(decoder));
const strict = new TextDecoder("UTF8", { fatal: 1, ignoreBOM: "yes" });
log(strict.encoding, strict.fatal, strict.ignoreBOM);

//# TextDecoder: labels
for (const label of ["utf-8", "UTF8", " utf-8\n", "unicode-1-1-utf-8", "utf-16", "utf-16le", "UCS-2", "utf-16be", "latin1", "ascii",
  "us-ascii", "iso-8859-1", "windows-1252", "cp1252", "l1"]) log(label, new TextDecoder(label).encoding);

//# TextDecoder: a stream of UTF-8, cut everywhere
const text = "\ufeffaé€😀\u0000z€";
const bytes = new TextEncoder().encode(text);
for (let size = 1; size <= 5; size++) {
  for (const ignoreBOM of [false, true]) {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM });
    let out = "";
    for (let i = 0; i < bytes.length; i += size) out += decoder.decode(bytes.subarray(i, i + size), { stream: true });
    out += decoder.decode();
    log(size, JSON.stringify(out));
  }
}

//# TextDecoder: a stream of malformed UTF-8, cut everywhere
const bytes = new Uint8Array([65, 0xf0, 0x9f, 66, 0xe2, 0x82, 0xc3, 0xa9, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0xc0, 0x80, 0xf0, 0x9f, 0x98]);
for (let size = 1; size <= 4; size++) {
  const decoder = new TextDecoder();
  let out = "";
  for (let i = 0; i < bytes.length; i += size) out += decoder.decode(bytes.subarray(i, i + size), { stream: true });
  log(JSON.stringify(out), JSON.stringify(decoder.decode()), JSON.stringify(decoder.decode(new Uint8Array([0xef, 0xbb, 0xbf, 67]))));
}
const strict = new TextDecoder("utf-8", { fatal: true });
log(strict.decode(new Uint8Array([0xe2]), { stream: true }) === "", thrown(() => strict.decode()));

//# TextDecoder: UTF-16
const le = (...units) => new Uint8Array(new Uint16Array(units).buffer);
for (const units of [[], [65], [0xfeff, 65], [0xd83d, 0xde00], [0xd83d], [0xde00, 65], [0xd83d, 65], [0xfffe]]) {
  log(JSON.stringify(new TextDecoder("utf-16le").decode(le(...units))), JSON.stringify(new TextDecoder("utf-16le", { ignoreBOM: true }).decode(le(...units))));
}
log(JSON.stringify(new TextDecoder("utf-16be").decode(new Uint8Array([0, 65, 0xd8, 0x3d, 0xde, 0, 0x20, 0xac]))));
log(JSON.stringify(new TextDecoder("utf-16le").decode(new Uint8Array([65, 0, 66]))));
log(thrown(() => new TextDecoder("utf-16le", { fatal: true }).decode(le(0xd83d))), thrown(() => new TextDecoder("utf-16le", { fatal: true }).decode(new Uint8Array([65]))));
const bytes = le(0xfeff, 65, 0xd83d, 0xde00, 66);
for (let size = 1; size <= 5; size++) {
  const decoder = new TextDecoder("utf-16le");
  let out = "";
  for (let i = 0; i < bytes.length; i += size) out += decoder.decode(bytes.subarray(i, i + size), { stream: true });
  log(JSON.stringify(out + decoder.decode()));
}

//# TextDecoder: windows-1252
const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
const text = new TextDecoder("windows-1252").decode(bytes);
log(Array.from(text, (c) => c.codePointAt(0)).slice(126, 162).map((code) => code.toString(16)).join(" "), text.length);
log(new TextDecoder("latin1").decode(bytes) === text, new TextDecoder("ascii").decode(new Uint8Array([0x80, 0xe4, 65])));
//= 7e 7f 20ac 81 201a 192 201e 2026 2020 2021 2c6 2030 160 2039 152 8d 17d 8f 90 2018 2019 201c 201d 2022 2013 2014 2dc 2122 161 203a 153 9d 17e 178 a0 a1 256
//= true €äA

//# a long text goes round
const text = "añb€😀".repeat(5000);
const bytes = new TextEncoder().encode(text);
log(bytes.length, new TextDecoder().decode(bytes) === text);
log(new TextDecoder("utf-16le").decode(Uint16Array.from(text, (c) => c.charCodeAt(0)).slice(0, 20000)).length);

//# atob
for (const text of ["", "aGVsbG8=", "aGVsbG8", " aGVs\nbG8= ", "YQ==", "YQ=", "YQ", "Y", "YWI=", "YWI==", "YWJj=", "YWJj==", "====", "=", "Y=Q=",
  "YQ= =", "YQ==\t", "A?==", "-_-_", "/+/+", "\u00a0YQ==", "YQ==YQ==", "é", "AAAA\u0000", "YR==", "YWK=", "YQ=\n=", "Y Q = =", "\f\rYQ"]) {
  log(JSON.stringify(text), thrown(() => JSON.stringify(atob(text))));
}
log(JSON.stringify(atob("gP+/")), thrown(() => atob()), atob(null).length, thrown(() => atob(undefined)), atob(1234).length);

//# btoa
for (const text of ["", "hello", "a", "ab", "abc", "\x80\xff\x00", null, undefined, 12, true]) log(btoa(text));
for (const text of ["é", "😀", "\u0100", "€"]) log(thrown(() => btoa(text)));
log(thrown(() => btoa()), atob(btoa("x".repeat(10000))).length);
const all = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("");
log(btoa(all), atob(btoa(all)) === all);
