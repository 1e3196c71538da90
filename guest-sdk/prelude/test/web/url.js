//# parts
for (const text of ["https://user:pa%20ss@EXAMPLE.com:8080/a/../b c?q=1&r=ü#frag", "http://example.com:80", "https://example.com:443/x", "file:///tmp/x",
  "mailto:a@b.c", "data:text/plain,hi", "javascript:alert(1)", "http://[::1]:3000/", "http://192.168.0.1/%7Efoo", "http://ex.com/?", "http://ex.com/#",
  "HTTP://ÜBER.de/ä?ö=ß#ü", "blob:https://a.b/c", "ws://x.y/z", "http://a.b/;p=1?x=y?z", "  http://trim.me/ ", "http:\\\\a\\b", "urn:isbn:123"]) {
  const url = new URL(text);
  log(text, [url.href, url.protocol, url.username, url.password, url.host, url.hostname, url.port, url.pathname, url.search, url.hash, url.origin]);
  log(String(url), url.toJSON(), JSON.stringify({ url }));
}

//# relative to a base
for (const text of ["../x", "/y", "?q", "#h", "", "//other.com/z", "http:z", "a b", "./", "g;x=1/../y"]) {
  log(text, new URL(text, "https://a.com/b/c/d?q#f").href);
}
log(new URL("x", new URL("http://a/b/")).href, new URL({ toString: () => "/q" }, "http://a").href);

//# what is no URL
for (const action of [
  () => new URL("nope"), () => new URL(""), () => new URL("http://"), () => new URL("http://a b"), () => new URL("/x", "nope"), () => new URL("http://a", "nope"),
  () => new URL(), () => URL("http://a"), () => new URL(undefined), () => new URL("http://a:99999"), () => new URL(Symbol()), () => new URL("http://%00/"),
  () => Object.getOwnPropertyDescriptor(URL.prototype, "href").get.call({}), () => new URL("//x.y"),
]) log(thrown(action));
try {
  new URL("nope", "base");
} catch (error) {
  log(error.code, error.input, error.base, error instanceof TypeError, error.message.startsWith("Invalid URL"));
}
try {
  new URL("nope");
} catch (error) {
  log(error.code, error.input, "base" in error, Object.keys(error));
}

//# canParse
log(URL.canParse("http://a"), URL.canParse("nope"), URL.canParse("/x", "http://a"), URL.canParse("x", "nope"), URL.canParse("http://a", undefined), thrown(() => URL.canParse()));

//# parse
log(URL.parse("http://a").href, URL.parse("nope"), URL.parse("/x", "http://a").href, URL.parse("x", "nope"), URL.parse("http://a") instanceof URL);
//= http://a/ null http://a/x null true

//# setters
const cases = [
  ["protocol", "http"], ["protocol", "ftp:"], ["protocol", "mailto"], ["protocol", "ht tp"], ["username", "me@x"], ["username", ""], ["password", "p:w"],
  ["host", "b.com:90"], ["host", "b.com"], ["host", ""], ["host", "b c"], ["hostname", "c.com"], ["hostname", "c.com:1"], ["hostname", "d.com/x"], ["port", "81"], ["port", "443"],
  ["port", ""], ["port", "x"], ["port", "70000"], ["port", "8 9"], ["pathname", "x y"], ["pathname", "/a/../b"], ["pathname", ""], ["pathname", "?#"],
  ["search", "a=b c"], ["search", "?x"], ["search", ""], ["search", "?"], ["search", "a#b"], ["hash", "h i"], ["hash", "#j"], ["hash", ""], ["port", 5], ["search", null],
];
for (const [part, value] of cases) {
  const url = new URL("https://u:p@a.com:8443/p/q?s=1#h");
  url[part] = value;
  log(part, JSON.stringify(value), url.href, url.origin);
}
const url = new URL("http://a/");
url.href = "http://b/?x=1";
log(url.href, url.searchParams.get("x"), thrown(() => { url.href = "nope"; }), url.href);
url.origin = "http://c";
log(url.origin);

//# searchParams are live, both ways
const url = new URL("http://a/?x=1&y=2#h");
const params = url.searchParams;
log(params === url.searchParams, params.get("x"), params.size);
params.append("z", "a b&c=ü");
log(url.search, url.href);
params.delete("x");
params.set("y", "+");
log(url.href);
url.search = "?new=1&new=2";
log(params.getAll("new"), params.size, String(params));
url.href = "http://b/?q=%20";
log(params.get("q"), url.searchParams === params);
params.delete("q");
log(url.href, url.search);
url.search = "";
params.append("a", "");
log(url.href);
params.sort();
log(url.href);
const odd = new URL("http://a/?a b=c'd~e");
log(odd.search, String(odd.searchParams));
odd.searchParams.append("n", "1");
log(odd.search);
const opaque = new URL("data:space  ?q#h");
opaque.searchParams.delete("q");
log(opaque.searchParams.size);

//# shape
log(Object.keys(URL.prototype).sort(), URL.length, Object.prototype.toString.call(new URL("a:b")), URL.prototype.toString.name);
log(Object.keys(new URL("http://a")), Object.keys(URLSearchParams.prototype), URLSearchParams.length);
log(typeof URL.canParse, URLSearchParams.prototype[Symbol.iterator].name, Object.prototype.toString.call(new URLSearchParams()));
class Mine extends URL {
  get last() {
    return this.pathname.split("/").pop();
  }
}
log(new Mine("http://a/b/c").last, new Mine("http://a") instanceof URL);

//# createObjectURL is not there
log(typeof URL.createObjectURL, typeof URL.revokeObjectURL);
//= undefined undefined
