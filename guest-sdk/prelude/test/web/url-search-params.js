//# from text
for (const text of ["", "?", "a=1", "?a=1&b=2", "??a=1", "a", "a=", "=a", "=", "&&a=1&&", "a=1&a=2", "a=b=c", "a+b=c+d", "a%20b=%26", "%zz=%", "a=%C3%BC", "a=%ff", "a=%EF%BB%BFx",
  "é=ü", "a;b=c", "a=1#x", "\ud800=1", "%E2%82=x", "a=%2", "+=+", "%2B=%2b", "a=b&&c"]) {
  const params = new URLSearchParams(text);
  log(JSON.stringify(text), JSON.stringify([...params]), String(params), params.size);
}

//# from pairs and records (Node 22)
log(String(new URLSearchParams([["a", "1"], ["b", 2], ["a", null]])), String(new URLSearchParams({ a: 1, b: "x y", c: undefined, d: [1, 2], e: true })));
log(String(new URLSearchParams(new Map([["m", 1]]))), String(new URLSearchParams(new URLSearchParams("a=1&a=2"))), String(new URLSearchParams(new Set([["s", "t"]]))));
log(String(new URLSearchParams((function* () { yield ["g", "1"]; yield new Set(["h", "2"]); })())));
log(String(new URLSearchParams(undefined)), String(new URLSearchParams(null)), String(new URLSearchParams(12)), String(new URLSearchParams(true)), String(new URLSearchParams()));
log(String(new URLSearchParams({ "\ud800": 1, "\ufffd": 2, __proto__: { no: 1 } })), String(new URLSearchParams(Object.assign(() => {}, { f: 1 }))));
log(String(new URLSearchParams(Object.create({ a: 1 }, { hidden: { __proto__: null, value: 1 }, shown: { __proto__: null, value: 2, enumerable: true } }))), thrown(() => new URLSearchParams(new String("a=1"))));

//# what is refused
for (const action of [
  () => new URLSearchParams([["a"]]), () => new URLSearchParams([["a", "b", "c"]]), () => new URLSearchParams(["ab"]), () => new URLSearchParams([1]), () => new URLSearchParams([null]),
  () => new URLSearchParams({ [Symbol("s")]: 1 }), () => new URLSearchParams({ [Symbol.iterator]: 1 }), () => new URLSearchParams(Symbol()), () => URLSearchParams(""),
  () => new URLSearchParams([[]]), () => new URLSearchParams({ a: Symbol() }),
]) log(thrown(action));
const params = new URLSearchParams("a=1");
for (const action of [
  () => params.append("a"), () => params.append(), () => params.set("a"), () => params.get(), () => params.getAll(), () => params.has(), () => params.delete(), () => params.forEach(), () => params.forEach(1),
  () => URLSearchParams.prototype.get.call({}, "a"), () => URLSearchParams.prototype.keys.call([]), () => params.keys().next.call({}), () => Object.getOwnPropertyDescriptor(URLSearchParams.prototype, "size").get.call({}),
]) log(thrown(action));

//# reading and changing
const params = new URLSearchParams("a=1&b=2&a=3&c=4");
log(params.get("a"), params.get("z"), params.getAll("a"), params.getAll("z"), params.has("b"), params.has("z"), params.has("a", "3"), params.has("a", "9"), params.has("a", undefined), params.size);
params.set("a", "new");
log(String(params));
params.set("d", 5);
params.append("b", "again");
log(String(params));
params.delete("b", "2");
log(String(params));
params.delete("b", undefined);
log(String(params));
params.delete("zzz");
params.append("e e", "f&g=h+i'j(k)*l~m-n_o.p!q");
log(String(params), params.size);

//# sort is stable and by code units
const params = new URLSearchParams("z=1&a=2&z=0&ﬃ=3&🌈=4&a=1&é=5&A=6&aa=7&=8&a%00=9");
params.sort();
log(String(params), [...params.keys()]);

//# iteration
const params = new URLSearchParams("a=1&b=2&c=3");
log([...params], [...params.keys()], [...params.values()], [...params.entries()]);
const seen = [];
params.forEach(function (value, name, all) { seen.push(value, name, all === params, this.tag); }, { tag: "t" });
log(seen);
const iterator = params.entries();
log(iterator.next(), Object.prototype.toString.call(iterator), iterator[Symbol.iterator]() === iterator, Object.keys(Object.getPrototypeOf(iterator)));
params.delete("b");
log(iterator.next(), iterator.next(), iterator.next());
params.append("late", "1");
log([...iterator], Object.fromEntries(params), new Map(params), Array.from(params).length);
const changing = new URLSearchParams("a=1&b=2");
let steps = 0;
for (const [name] of changing) {
  steps++;
  if (steps < 5) changing.append(name + steps, "x");
}
log(steps, String(changing));
const removed = new URLSearchParams("a=1&b=2&c=3&d=4");
const met = [];
removed.forEach((value, name) => {
  met.push(name);
  removed.delete(name);
});
log(met, String(removed));

//# encoding of every ASCII character
let all = "";
for (let i = 0; i < 128; i++) all += String.fromCharCode(i);
log(String(new URLSearchParams([[all, all]])), new URLSearchParams(String(new URLSearchParams([[all, "é😀\ud800"]]))).get(all));
