// TextEncoder, TextDecoder, base64

const enc = (s) => [...new TextEncoder().encode(s)];
const dec = (bytes, ...a) => new TextDecoder(...a).decode(new Uint8Array(bytes));
each("encode", () => enc("aé€😀"), () => enc("\ud800x\udc00"), () => enc(), () => enc(undefined), () => enc(null), () => enc(5), () => new TextEncoder().encoding, () => new TextEncoder().encodeInto("aé€", new Uint8Array(4)), () => new TextEncoder().encodeInto("😀", new Uint8Array(3)), () => { const u = new Uint8Array(6); new TextEncoder().encodeInto("é\ud800z", u); return u; }, () => TextEncoder(), () => new TextEncoder().encode("x") instanceof Uint8Array);
each("decode", () => dec([97, 195, 169, 226, 130, 172, 240, 159, 152, 128]), () => dec([0xff, 0x61]), () => dec([0xe2, 0x82]), () => dec([0xf0, 0x9f, 0x98]), () => dec([0xc0, 0x80]), () => dec([0xed, 0xa0, 0x80]), () => dec([0xf4, 0x90, 0x80, 0x80]), () => dec([0xef, 0xbb, 0xbf, 0x61]), () => dec([0xef, 0xbb, 0xbf, 0x61], "utf-8", { ignoreBOM: true }).length, () => dec([0xff], "utf-8", { fatal: true }), () => new TextDecoder("utf8").encoding, () => new TextDecoder("UTF-16LE").encoding, () => dec([97, 0, 61, 216, 0, 222], "utf-16le"), () => dec([0, 97], "utf-16be"), () => dec([0xe9, 0x80], "latin1"), () => dec([0x80, 0x9f], "windows-1252"), () => new TextDecoder("nope"), () => new TextDecoder().decode(), () => new TextDecoder().decode(new Uint8Array([104, 105]).buffer), () => new TextDecoder().decode(new DataView(new Uint8Array([104, 105]).buffer, 1)), () => new TextDecoder().decode(new Uint16Array([0x6868])), () => new TextDecoder().decode("x"), () => { const d = new TextDecoder(); return [d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }), d.decode(new Uint8Array([0xac]), { stream: true }), d.decode()]; }, () => { const d = new TextDecoder(); return [d.decode(new Uint8Array([0xf0, 0x9f]), { stream: true }), d.decode()]; }, () => { const d = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); return [d.fatal, d.ignoreBOM, d.encoding]; }, () => dec([0x61, 0x80, 0x62]), () => dec([0xe2, 0x28, 0xa1]), () => dec([0xc3, 0xc3, 0xa9]));
each("base64", () => btoa("hello"), () => btoa(""), () => btoa("\xff\x00"), () => btoa("é"), () => btoa("€"), () => btoa(5), () => btoa(null), () => atob("aGVsbG8="), () => atob("aGVsbG8"), () => atob(" aGV sbG8= \n"), () => atob("a"), () => atob("ab=="), () => atob("abc=="), () => atob("a-b_"), () => atob(""), () => atob("===="), () => atob("ab=c"), () => atob(null), () => atob("YR=="), () => btoa(), () => { try { btoa("€"); } catch (e) { return [e.name, e.code, e instanceof DOMException]; } }, () => btoa(String.fromCharCode(...new TextEncoder().encode("é€"))), () => new TextDecoder().decode(Uint8Array.from(atob("w6nigqw="), (c) => c.charCodeAt(0))));
for (let i = 0; i < 60; i++) {
  it(`generated-${i}`, () => {
    for (let k = 0; k < 5; k++) {
      const bytes = Uint8Array.from({ length: below(14) }, () => pick([below(128), below(256), 0xc3, 0xe2, 0xf0, 0x80, 0xbf, 0x9f]));
      const s = new TextDecoder().decode(bytes);
      const b = btoa(String.fromCharCode(...bytes));
      console.log(JSON.stringify(s).replace(hidden, "."), enc(s).join(" "), b, atob(b).length);
    }
  });
}
