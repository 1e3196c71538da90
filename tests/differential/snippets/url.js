// URL and URLSearchParams
// `each(group, f, …)`: prints what each function gives. `it(label, f)`: f prints itself.
// codemode shows control characters and such as hide text as escapes, so these are escaped here.
const hidden = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const escape = (text) => JSON.stringify(text).replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const show = (value) => console.log(typeof value === "string" ? escape(value) : value);
const each = (group, ...runs) => {
  runs.forEach((run, i) => {
    console.log(`=== ${group}-${i + 1} ${String(run).replace(/\s+/g, " ").slice(0, 100)}`);
    try {
      show(run());
    } catch (error) {
      console.log("threw", error?.name ?? error);
    }
  });
};
const it = (label, run) => {
  console.log(`=== ${label}`);
  try {
    return run();
  } catch (error) {
    console.log("threw", error?.name ?? error);
  }
};
let seed = 12345;
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

const parts = (u) => [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash];
const parse = (text, base) => { try { return parts(new URL(text, base)); } catch (e) { return e.name; } };
const texts = ["https://example.com", "HTTPS://EXAMPLE.com:443/a/../b/./c?x=1#h", "http://user:pa%20ss@host:8080/p;q?a=b&c#d", "http://[::1]:3000/", "http://[2001:db8:0:0:0:0:0:1]/", "http://127.1/", "http://0x7f.1/", "http://256.1.1.1/", "http://a b/", "http://exa%6dple.org", "http://münchen.de/ä?ö#ü", "http://日本.jp", "http://xn--mnchen-3ya.de", "http://", "http:/a/b", "http:a", "//host/p", "/p", "", "mailto:a@b.c", "data:text/plain,hi there", "javascript:alert(1)", "file:///C:/a/b", "file://host/a", "file:C|/x", "ftp://h:21/", "ws://h:80", "wss://h:443/x", "custom://Host/P/../q", "custom:opaque path", "http://h/%zz%41", "http://h/a%2fb", "http://h/a?b?c#d#e", "http://h?q", "http://h#f", "http://h:99999/", "http://h:0/", "http://h:/x", "  http://h/  ", "http://h/\t\na", "http://h\\a\\b", "http://h/a//b", "http://h/..", "http://h/%2e%2e/x", "http://user@/", "http://@h/", "http://u:@h/", "http://:p@h/", "http://a.b.c./", "http://1.2.3/", "http://h/😀?😀#😀", "http://h/'\"<>`{}|^", "http://h/?'\"<>`{}|^", "http://h/#'\"<>`{}|^", "blob:https://a.b/c", "about:blank", "http://h/a;b=c,d", "http://ａ.com", "http://a%00b/", "http://-a-.com", "http://a_b.com", "http://h/ \u00a0", "urn:isbn:123", "http://h:080/", "//", "http:///h", "tel:+1-2", "http://4294967295", "http://4294967296", "http://1e3"];
each("parse", ...texts.map((s) => Object.assign(() => parse(s), { toString: () => JSON.stringify(s) })));
const relative = ["", "x", "./x", "../x", "/x", "//o/x", "?q", "#f", "../../../x", "x/", "x?y#z", "http:x", "https:x", "x:y", ".", "..", "a/./b/../c", "\\x", "%2e/x", "//", "x y", "?", "#", ";p"];
each("relative", ...relative.map((s) => Object.assign(() => ["http://h/a/b/c?d#e", "file:///a/b", "custom://h/a/b", "mailto:x"].map((b) => { try { return new URL(s, b).href; } catch (e) { return e.name; } }), { toString: () => JSON.stringify(s) })));
const set = (part, value, start = "http://u:p@host:81/p/q?r=s#t") => { const u = new URL(start); u[part] = value; return u.href; };
each("set", ...[["protocol", "https"], ["protocol", "custom"], ["protocol", "ftp:x"], ["username", "a b"], ["username", ""], ["password", "é:"], ["host", "x:9"], ["host", "x"], ["host", ""], ["host", "a b"], ["hostname", "y.z"], ["hostname", "y:5"], ["port", "80"], ["port", "99999"], ["port", ""], ["port", "8a"], ["port", "x"], ["pathname", "a b"], ["pathname", ""], ["pathname", "/../x"], ["pathname", "?#"], ["search", "a=1"], ["search", "?"], ["search", ""], ["search", "?a b'#"], ["hash", "x y"], ["hash", ""], ["hash", "#"], ["href", "https://new/"], ["origin", "x"]].map((a) => Object.assign(() => set(...a), { toString: () => JSON.stringify(a) })), () => { const u = new URL("http://h"); u.href = "bad"; }, () => { const u = new URL("http://h/?a=1"); u.searchParams.append("b", "2 3"); u.searchParams.delete("a"); return u.href; }, () => { const u = new URL("http://h/"); u.search = "x=1"; return [...u.searchParams]; }, () => { const u = new URL("http://h/?a"); u.searchParams.delete("a"); return u.href; }, () => URL.canParse("x"), () => URL.canParse("x", "http://h"), () => JSON.stringify(new URL("http://h")), () => String(new URL("http://h/a")), () => new URL(), () => URL("http://h"), () => new URL("http://h").searchParams.size, () => Object.keys(new URL("http://h")), () => new URL(new URL("http://h/x")).href, () => new URL("x", { toString: () => "http://h/" }).href, () => new URL("mailto:x").origin, () => Object.prototype.toString.call(new URL("http://h")), () => { try { new URL("nope"); } catch (e) { return [e.name, e.code, e.input, e.message]; } });
const P = URLSearchParams;
each("params", ...[["a=1&b=2"], ["?a=1"], ["a=1&a=2"], ["a"], ["=b"], ["&&a=1&"], ["a=b=c"], ["a+b=c%20d"], ["%zz=%41"], ["é=ü"], ["a=😀"], [{ a: 1, b: "x y" }], [[["a", "1"], ["a", "2"]]], [new Map([["k", "v"]])], [new P("x=1")], [""], [undefined], [null], [5]].map((a) => Object.assign(() => { const p = new P(...a); return [String(p), [...p]]; }, { toString: () => { try { return JSON.stringify(a); } catch { return "?"; } } })), () => new P([["a"]]), () => new P([1]), () => { const p = new P("b=1&a=2&b=3"); p.sort(); return [String(p), p.get("b"), p.getAll("b"), p.has("a"), p.has("a", "9"), p.size]; }, () => { const p = new P("a=1&b=2&a=3"); p.set("a", "x"); return String(p); }, () => { const p = new P("a=1&b=2&a=3"); p.delete("a", "3"); return String(p); }, () => new P("a=1").get("z"), () => String(new P({ "a b": "c&d=e+f" })), () => String(new P({ a: "*-._~!'()" })), () => [...new P("a=1&b=2").keys()], () => [...new P("a=1").entries()], () => { const out = []; new P("a=1&b=2").forEach((v, k) => out.push(k + v)); return out; }, () => Object.fromEntries(new P("a=1&b=2")), () => new P("a=1").append("b"), () => P(), () => new P({ a: undefined, b: null, c: [1, 2] }) + "", () => String(new P("a=\n\r&b=\u0000")));
const bits = ["http", "https", ":", "/", "//", "host", "a.b", "@", "u", ":80", ":443", "?", "#", "q=1", "&", "%41", "%", " ", "..", ".", "é", "[::1]", "1.2.3.4", "\\", "|", "x", "^", "ws", "file", "C:"];
for (let i = 0; i < 80; i++) {
  it(`generated-${i}`, () => {
    for (let k = 0; k < 8; k++) {
      const s = (random() < 0.6 ? pick(["http://", "https://h/", "x://", "file:///", "ftp:"]) : "") + Array.from({ length: 1 + below(7) }, () => pick(bits)).join("");
      let out = parse(s);
      if (out === "TypeError") out = parse(s, "http://base/dir/file?q");
      console.log(JSON.stringify(s), JSON.stringify(out));
    }
  });
}
