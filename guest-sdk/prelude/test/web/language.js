//# Array.fromAsync (Node 22)
async function* numbers() {
  yield 1;
  yield Promise.resolve(2);
  yield 3;
}
log(await Array.fromAsync(numbers()), await Array.fromAsync([1, Promise.resolve(2)]), await Array.fromAsync(new Set(["a"])), await Array.fromAsync("hé😀"));
log(await Array.fromAsync({ length: 2, 0: Promise.resolve("x"), 1: "y" }), await Array.fromAsync(numbers(), (value, index) => value * 10 + index), await Array.fromAsync([1, 2], async (value) => value + 1));
log(await Array.fromAsync([1], function () { return this.tag; }, { tag: "t" }), await Array.fromAsync({}), await Array.fromAsync([]), await Array.fromAsync(5));
log(await rejected(Array.fromAsync(null)), await rejected(Array.fromAsync([1], 5)), await rejected(Array.fromAsync({ [Symbol.iterator]: 5 })), await rejected(Array.fromAsync([Promise.reject(new RangeError("r"))])));
log(await rejected(Array.fromAsync([1], () => { throw new URIError("u"); })), Array.fromAsync.name, Array.fromAsync.length, Array.fromAsync([]) instanceof Promise);
let closed = 0;
const source = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => { closed++; return {}; } }) };
log(await rejected(Array.fromAsync(source, () => { throw new EvalError("e"); })), closed);
class Mine extends Array {}
log((await Mine.fromAsync([1])) instanceof Mine, (await Array.fromAsync.call(undefined, [1])) instanceof Array, (await Array.fromAsync.call(Object, [7]))[0]);

//# Error.captureStackTrace
class Custom extends Error {
  constructor(message) {
    super(message);
    this.name = "Custom";
    Error.captureStackTrace(this, Custom);
  }
}
const error = new Custom("m");
log(String(error), typeof error.stack, Object.keys(error));
const plain = {};
log(Error.captureStackTrace(plain), typeof plain.stack, Object.keys(plain), thrown(() => Error.captureStackTrace(5)));

//# Error.isError
class Custom extends Error {}
log(Error.isError(new Error()), Error.isError(new Custom()), Error.isError({}), Error.isError(new DOMException()), Error.isError(Object.create(Error.prototype)), Error.isError(5), Error.isError.length);
//= true true false true false false 1

//# what both engines have, as scripts use it (Node 22)
const inventory = [{ t: "fruit", n: 1 }, { t: "veg", n: 2 }, { t: "fruit", n: 3 }];
log(Object.keys(Object.groupBy(inventory, (item) => item.t)), Map.groupBy(inventory, (item) => item.n > 1).get(true).length);
const { promise, resolve } = Promise.withResolvers();
resolve(5);
log(await promise, [..."ab"].toSorted().toReversed(), [1, 2, 3].with(1, 9), [1, 2, 3].toSpliced(0, 1), [1, 2, 3].findLast((x) => x < 3), "a\ud800".isWellFormed(), "abc".at(-1), "a-a".replaceAll("a", "b"));
log(new Set([1, 2]).union(new Set([3])), new Set([1]).isSubsetOf(new Set([1, 2])), [1, 2, 3].values().map((x) => x * 2).filter((x) => x > 2).toArray(), Iterator.from([1, 2]).reduce((a, b) => a + b));
