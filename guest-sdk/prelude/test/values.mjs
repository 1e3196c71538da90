// Values for the comparison with Node: by hand, and made from a seed. Each is `[label, make]`.

const defined = (target, key, descriptor) => Object.defineProperty(target, key, descriptor);
const named = (name) => defined(() => 1, "name", { value: name });
const long = (length, unit = "x") => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const range = (length, make = (i) => i) => Array.from({ length }, (_, i) => make(i));
const circular = () => {
  const a = { name: "a", list: [], map: new Map() };
  a.self = a;
  a.list.push(a, { up: a.list });
  a.map.set(a, a.map);
  return a;
};
const plainError = (error, stack) => defined(error, "stack", { value: stack, configurable: true, writable: true });

class Empty {}
class Point {
  #hidden = 1;
  static origin = "o";
  constructor(x = 1, y = 2) {
    this.x = x;
    this.y = y;
  }
  get hidden() {
    return this.#hidden;
  }
}
class Point3 extends Point {
  z = 3;
}
class Tagged {
  a = 1;
}
Tagged.prototype[Symbol.toStringTag] = "tag";
class List extends Array {}
class Dictionary extends Map {}
class Group extends Set {}
class Bytes extends Uint8Array {}
class Later extends Promise {}
class Instant extends Date {}
class Pattern extends RegExp {}
class Callable extends Function {}
class ApiError extends Error {}
class NamedError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "NamedError";
    this.code = 7;
  }
}
class Text extends String {}
const custom = Symbol.for("nodejs.util.inspect.custom");

const byHand = {
  // Primitives
  numbers: () => [0, -0, 1, -1.5, 1e21, 1e-7, NaN, Infinity, -Infinity, 0xffffffff],
  bigints: () => [0n, -5n, 10n ** 30n],
  scalars: () => [null, undefined, true, false],
  symbols: () => [Symbol(), Symbol(""), Symbol("a b"), Symbol.iterator, Symbol("new\nline"), Symbol("it's")],
  "symbol alone": () => Symbol("a\nb"),
  quotes: () => ["a", "it's", 'say "hi"', `it's "both"`, "it's \"all\" `three`", "it's \"and\" ${x}", "`", "", "'"],
  controls: () => ["\0\x01\x07\b\t\n\v\f\r\x1b\x1f", "\x7f\x80\x9f\xa0", "\\", "\\n", "\u2028\u2029\ufeff"],
  surrogates: () => ["\ud83d", "\ude00", "😀", "a\ud83db", "\ude00\ud83d", "\ud83d\ud83d\ude00"],
  "lone surrogate alone": () => "\ud83d",
  "string keys": () => ({ a: 1, $b: 2, "c-d": 3, "e'f": 4, 'g"h': 5, "": 6, 1: 7, "-1": 8, "01": 9, ünï: 10, "new\nline": 11 }),
  "symbol keys": () => ({ [Symbol("s")]: 1, [Symbol()]: 2, [Symbol.iterator]: 3, [Symbol("a'b\n")]: 4, x: 5 }),
  "hidden symbol key": () => defined({ a: 1 }, Symbol("h"), { value: 1 }),
  "__proto__ key": () => ({ ["__proto__"]: 1 }),
  "undefined values": () => ({ a: undefined, b: null }),
  "long string": () => [long(10001)],
  "very long string": () => [long(10250)],
  "long string with lines": () => ({ text: `${long(50)}\n${long(50)}\n` }),
  "long string of one line": () => ({ text: long(200) }),
  "short lines": () => ({ text: "a\nb\nc" }),
  "lines in array": () => ["line one of the text\nline two of the text\nline three of the text\n\nlast line of the text"],
  "lines with quotes": () => [["it's one line of the text\nsay \"two\" in the text, it is long enough\nline three of the text"]],
  "string of newlines": () => ["\n".repeat(90)],
  "wide strings": () => range(12, (i) => "日本語".slice(0, 1 + (i % 3))),
  "emoji strings": () => range(12, (i) => ["😀", "👨‍👩‍👧", "e\u0301", "🇩🇪", "❤️"][i % 5]),
  "escape sequences": () => range(10, (i) => `\u001b[3${i}mred`),

  // Arrays
  "empty array": () => [],
  "nested empty": () => [[], {}, [[]], [{}], new Map(), new Set(), [[], []]],
  "deep array": () => [[[[[[]]]]]],
  "deep with values": () => [1, [2, [3, [4, [5]]]]],
  "six numbers": () => range(6),
  "seven numbers": () => range(7),
  "hundred numbers": () => range(100),
  "hundred and one numbers": () => range(101),
  "hundred and two numbers": () => range(102),
  "thousand numbers": () => range(1000, (i) => i * 37),
  "negative numbers": () => range(40, (i) => (i % 2 ? -i : i * 1000)),
  floats: () => range(30, (i) => i / 7),
  "many bigints": () => range(20, (i) => BigInt(i) ** 3n),
  "numbers and one string": () => [...range(20), "x"],
  "numbers then undefined": () => [...range(20), undefined],
  "many short strings": () => range(50, (i) => `s${i}`),
  "many uneven strings": () => range(27, (i) => long((i * 7) % 23)),
  "one long among short": () => [...range(10, (i) => `s${i}`), long(60)],
  "many booleans": () => range(20, (i) => i % 3 === 0),
  "many objects": () => range(10, (i) => ({ id: i, name: `n${i}` })),
  "many small arrays": () => range(10, (i) => [i, i * 2]),
  "many nulls": () => range(30, () => null),
  "array of lines": () => range(8, (i) => `a${i}\nb`),
  holes: () => [, 1, , , 2, ,],
  "only holes": () => new Array(5),
  "one hole": () => [,],
  "hole first": () => [, "a"],
  "long sparse": () => defined([1, 2], 4000000000, { value: 3, enumerable: true }),
  "sparse over limit": () => {
    const a = range(90);
    a[200] = 1;
    a[300] = 2;
    a[9000] = 3;
    return a;
  },
  "sparse many": () => {
    const a = [];
    for (let i = 0; i < 300; i += 2) a[i] = i;
    return a;
  },
  "array with properties": () => Object.assign([1, 2], { extra: "x", "odd-key": 1, [Symbol("s")]: 2 }),
  "empty array with property": () => Object.assign([], { a: 1 }),
  "array with huge key": () => Object.assign([1], { 4294967295: "no index", "-1": "neg", "01": "z" }),
  "array with holes and property": () => Object.assign([, 1], { p: 1 }),
  "long array with property": () => Object.assign(range(150), { p: 1 }),
  "seven with property": () => Object.assign(range(7), { p: "q" }),
  "array with getter": () => defined([1, 2, 3], 1, { get: () => 9, enumerable: true }),
  "many numbers with getter": () => defined(range(10), 3, { get: () => 9, enumerable: true }),
  "regexp match": () => /(?<year>\d+)-(\d+)/.exec("on 2026-01 ok"),
  "array subclass": () => List.from([1, 2, 3]),
  "empty array subclass": () => new List(),
  "null prototype array": () => Object.setPrototypeOf([1, 2], null),
  "empty null prototype array": () => Object.setPrototypeOf([], null),
  "tagged array": () => defined([1], Symbol.toStringTag, { value: "T" }),
  "frozen array": () => Object.freeze([1, "a"]),
  arguments: () => (function () { return arguments; })(1, "b"),
  "empty arguments": () => (function () { return arguments; })(),
  "arguments in depth": () => ({ a: { b: { c: (function () { return arguments; })(1) } } }),

  // Objects
  "empty object": () => ({}),
  "flat object": () => ({ a: 1, b: "two", c: [3], d: { e: 4 } }),
  "deep object": () => ({ a: { b: { c: { d: { e: 1 } } } } }),
  "deep of all kinds": () => ({ a: { b: { c: [1], d: new Map([[1, 2]]), e: new Point(), f: new Date(0), g: /x/, h: () => 1, i: Object.create(null), j: new Set(), k: new Error("e"), l: new Uint8Array(2) } } }),
  "width 72": () => ({ a: long(20), b: long(20), c: long(12) }),
  "width 76": () => ({ a: long(20), b: long(20), c: long(13) }),
  ...Object.fromEntries(range(16, (i) => [`object width ${i}`, () => ({ a: long(30), b: long(16 + i) })])),
  ...Object.fromEntries(range(12, (i) => [`array width ${i}`, () => [long(30), long(22 + i)]])),
  "many keys": () => Object.fromEntries(range(30, (i) => [`key${i}`, i])),
  "very many keys": () => Object.fromEntries(range(200, (i) => [`k${i}`, i])),
  "compact of three": () => ({ a: { b: { c: {} } } }),
  "compact of four": () => ({ a: { b: { c: { d: 1 } } }, x: [[[[]]]] }),
  "inner long": () => ({ a: { b: long(80), c: { d: [long(30), long(30), long(30)] } } }),
  accessors: () => ({ get a() { return 1; }, set a(_) {}, get b() { throw 1; }, set c(_) {} }),
  "throwing getters": () => [{ get x() { throw new Error("never"); } }],
  "hidden property": () => defined({ a: 1 }, "b", { value: 2, enumerable: false }),
  "own toStringTag": () => ({ [Symbol.toStringTag]: "own" }),
  "hidden own toStringTag": () => defined({ a: 1 }, Symbol.toStringTag, { value: "own" }),
  "inherited toStringTag": () => Object.create({ [Symbol.toStringTag]: "inherited" }),
  "empty toStringTag": () => defined({}, Symbol.toStringTag, { value: "" }),
  "non-string toStringTag": () => defined({}, Symbol.toStringTag, { value: 5 }),
  instance: () => new Point(),
  subclass: () => new Point3(),
  "empty instance": () => [new Empty(), new (class extends Empty {})(), new (class {})()],
  "tagged instance": () => new Tagged(),
  "nested instances": () => ({ p: new Point(new Point(), [new Point3()]) }),
  "anonymous class instance": () => new (class { q = 1; })(),
  "null prototype": () => Object.assign(Object.create(null), { a: 1 }),
  "empty null prototype": () => Object.create(null),
  "tagged null prototype": () => defined(Object.create(null), Symbol.toStringTag, { value: "T" }),
  "prototype without prototype": () => Object.create(Object.create(null)),
  "prototype without prototype, members": () => Object.assign(Object.create(Object.assign(Object.create(null), { x: 1 })), { a: 1 }),
  "third prototype": () => Object.create(Object.create(Object.create(null))),
  "plain prototype": () => Object.create({ x: 1 }),
  "own constructor": () => ({ constructor: Point, a: 1 }),
  "own constructor text": () => ({ constructor: "Point" }),
  "changed prototype": () => Object.setPrototypeOf({ a: 1 }, Point.prototype),
  "deleted constructor": () => {
    class Gone {}
    delete Gone.prototype.constructor;
    return new Gone();
  },
  "function instance": () => {
    function Old() { this.a = 1; }
    return new Old();
  },
  "class prototype": () => [Point.prototype, Point3.prototype, Array.prototype, Map.prototype, Error.prototype, Function.prototype],
  "more prototypes": () => [Date.prototype, RegExp.prototype, Promise.prototype, Uint8Array.prototype, Number.prototype, String.prototype, Symbol.prototype, BigInt.prototype],
  "object with then": () => ({ then: 1, toString: null, valueOf: 2, hasOwnProperty: 3 }),
  "object with length": () => ({ length: 3, 0: "a" }),
  namespaces: () => [Math, JSON, Reflect, Atomics],

  // Functions and classes
  functions: () => [function f() {}, function () {}, () => {}, async () => {}, async function g() {}, function* h() {}, async function* i() {}],
  methods: () => ({ m() {}, async n() {}, *o() {}, async *p() {}, get q() { return 1; }, "odd name"() {}, [Symbol("s")]() {} }),
  classes: () => [class A {}, class extends Array {}, class B extends Point {}, class {}, class C extends null {}],
  "classes with statics": () => [Point, Point3, class { static a = 1; static #b = 2; static c() {} }],
  "class alone": () => Point,
  "subclass alone": () => Point3,
  "class of proxy": () => class P extends new Proxy(Point, {}) {},
  "function with properties": () => Object.assign(function f() {}, { a: 1, b: { c: 2 } }),
  "class named class": () => ({ class() {} }).class,
  "function named so": () => [named(""), named("a b"), named("new\nline")],
  "deleted name": () => {
    const f = function gone() {};
    delete f.name;
    return f;
  },
  bound: () => (function f() {}).bind(null),
  "built-in functions": () => [Math.max, Array, Object, parseInt, Symbol, Proxy, Promise.resolve, Map.prototype.get],
  "function subclass": () => new Callable("return 1"),
  "null prototype function": () => Object.setPrototypeOf(function f() {}, null),
  "null prototype async": () => Object.setPrototypeOf(async () => {}, null),
  "null prototype generator": () => Object.setPrototypeOf(function* g() {}, null),
  "null prototype class": () => Object.setPrototypeOf(class Q {}, null),
  "tagged function": () => defined(function f() {}, Symbol.toStringTag, { value: "T" }),
  "tagged class": () => class T { static [Symbol.toStringTag] = "T"; },
  "function constructor": () => new Function("a", "return a"),
  "class with comment": () => class /* { */ Z { /* ( */ },
  "class with call in heritage": () => class Y extends ((x) => x)(Point) {},

  // Collections
  map: () => new Map([["a", 1], ["b", { x: 2 }], [{ k: 1 }, [1]], [NaN, undefined]]),
  "long map": () => new Map(range(40, (i) => [`key${i}`, { v: i }])),
  "map over limit": () => new Map(range(120, (i) => [i, i])),
  "nested map": () => new Map([[new Map([[1, 2]]), new Map([[3, new Map([[4, new Map([[5, 6]])]])]])]]),
  "map with properties": () => Object.assign(new Map([[1, 2]]), { a: 1 }),
  "empty map with properties": () => Object.assign(new Map(), { a: 1 }),
  "map subclass": () => new Dictionary([[1, 2]]),
  "null prototype map": () => Object.setPrototypeOf(new Map([[1, 2]]), null),
  set: () => new Set([1, "two", { three: 3 }, [4], undefined]),
  "long set": () => new Set(range(40)),
  "set over limit": () => new Set(range(101)),
  "set with properties": () => Object.assign(new Set([1]), { a: 1 }),
  "set subclass": () => new Group([1]),
  "null prototype set": () => Object.setPrototypeOf(new Set(), null),
  "map iterators": () => [new Map([[1, { a: 2 }]]).keys(), new Map([[1, { a: 2 }]]).values(), new Map([[1, { a: 2 }]]).entries(), new Map().entries()],
  "set iterators": () => [new Set([1, 2]).values(), new Set([1, 2]).entries(), new Set().values()],
  "advanced iterator": () => {
    const iterator = new Map(range(5, (i) => [i, `v${i}`])).entries();
    iterator.next();
    return iterator;
  },
  "iterator over limit": () => new Set(range(130)).values(),
  "entries over limit": () => new Map(range(130, (i) => [i, i])).entries(),
  "iterator with property": () => Object.assign(new Set([1]).values(), { a: 1 }),
  "iterators in depth": () => ({ a: { b: { c: new Map().keys(), d: new Set([1]).values(), e: [][Symbol.iterator]() } } }),
  "other iterators": () => [[1][Symbol.iterator](), "a"[Symbol.iterator](), "a".matchAll(/a/g), (function* () {})(), (async function* () {})()],
  weak: () => [new WeakMap([[{}, 1]]), new WeakSet([{}]), new WeakRef({}), new FinalizationRegistry(() => {})],
  "empty weak": () => [new WeakMap(), new WeakSet()],
  "map and object": () => ({ seen: new Set(["k"]), idx: new Map(), both: new Map([[new Set([1]), new Set()]]) }),

  // Binary data
  "typed arrays": () => [new Uint8Array(3), new Int16Array([1, -2]), new Float64Array([0.5, -0, NaN]), new BigInt64Array([1n, -1n]), new Uint8ClampedArray([300])],
  "long typed array": () => new Uint8Array(range(200)),
  "empty typed array": () => new Float32Array(),
  "typed array subclass": () => new Bytes(2),
  "typed array with property": () => Object.assign(new Uint8Array(2), { a: 1 }),
  "null prototype typed array": () => Object.setPrototypeOf(new Uint8Array(2), null),
  "many floats": () => Float32Array.from(range(20), (i) => i / 3),
  buffers: () => [new ArrayBuffer(0), new ArrayBuffer(4), new Uint8Array([1, 171, 255]).buffer],
  "long buffer": () => new ArrayBuffer(200),
  "one byte too many": () => new ArrayBuffer(101),
  "buffer with property": () => Object.assign(new ArrayBuffer(1), { a: 1 }),
  "detached buffer": () => {
    const buffer = new ArrayBuffer(4);
    structuredClone(buffer, { transfer: [buffer] });
    return buffer;
  },
  "shared buffer": () => new SharedArrayBuffer(2),
  "data view": () => new DataView(new Uint8Array([1, 2, 3]).buffer, 1),
  "binary in depth": () => ({ a: { b: { c: new ArrayBuffer(1), d: new DataView(new ArrayBuffer(1)), e: new Uint8Array(1), f: new Uint8Array() } } }),

  // Dates, patterns, wrappers
  dates: () => [new Date(0), new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)), new Date(NaN), new Date(8.64e15), new Date(-1)],
  "date with property": () => Object.assign(new Date(0), { a: 1 }),
  "date subclass": () => new Instant(0),
  "null prototype date": () => Object.setPrototypeOf(new Date(0), null),
  "date alone": () => new Date(0),
  patterns: () => [/a/, /a+/gi, /[/]\//u, new RegExp("/"), new RegExp(""), /\n/dgimsuy, /x/v],
  "pattern with property": () => Object.assign(/a/g, { a: 1 }),
  "pattern subclass": () => new Pattern("a", "g"),
  "null prototype pattern": () => Object.setPrototypeOf(/a/, null),
  "pattern in depth": () => ({ a: { b: { c: Object.assign(/a/, { d: 1 }) } } }),
  wrappers: () => [new Number(3), new Number(-0), new String("abc"), new String("it's"), new Boolean(false), Object(Symbol("s")), Object(5n)],
  "wrappers with properties": () => [Object.assign(new Number(3), { a: 1 }), Object.assign(new String("abc"), { a: 1, 7: 2 })],
  "string subclass": () => new Text("abc"),
  "null prototype wrapper": () => Object.setPrototypeOf(new Number(1), null),
  "tagged wrapper": () => defined(new Number(1), Symbol.toStringTag, { value: "T" }),

  // Promises and proxies
  promises: () => [Promise.resolve(1), Promise.resolve({ a: [1] }), new Promise(() => {}), (async () => {})()],
  rejected: () => {
    const promise = Promise.reject(new Point());
    promise.catch(() => {});
    return promise;
  },
  "long promise": () => Promise.resolve({ a: long(40), b: long(40) }),
  "promise with property": () => Object.assign(Promise.resolve(1), { a: 1 }),
  "promise subclass": () => new Later(() => {}),
  "promises in depth": () => ({ a: { b: Promise.resolve({ c: {} }), d: { e: Promise.resolve(1) } } }),
  proxies: () => [new Proxy({ a: 1 }, {}), new Proxy([1, 2], {}), new Proxy(function f() {}, {}), new Proxy(new Map([[1, 2]]), {}), new Proxy(class A {}, {})],
  "proxy with traps": () => {
    const trap = () => {
      throw new Error("trap ran");
    };
    return new Proxy({ a: 1 }, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap, has: trap });
  },
  "revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return [proxy];
  },
  "proxy of error": () => new Proxy(plainError(new Error("p"), "Error: p\n    at x"), {}),
  "proxy as prototype": () => Object.create(new Proxy(Point.prototype, {})),

  // Circular
  circular,
  "circular array": () => {
    const a = [1];
    a.push(a);
    return a;
  },
  "circular twice": () => {
    const a = {};
    const b = { a };
    a.b = b;
    b.b = b;
    return { a, b };
  },
  "circular instance": () => {
    const p = new Point();
    p.x = p;
    return p;
  },
  "circular map": () => {
    const m = new Map();
    m.set("self", m);
    m.set(m, 1);
    return m;
  },
  "circular set": () => {
    const s = new Set();
    s.add(s);
    return s;
  },
  "circular function": () => {
    const f = () => {};
    f.f = f;
    return f;
  },
  "circular class": () => {
    class A { static self = undefined; }
    A.self = A;
    return [A];
  },
  "circular error": () => {
    const e = plainError(new Error("round"), "Error: round\n    at f (x.js:1:1)");
    e.self = e;
    return e;
  },
  "circular long": () => {
    const a = { text: long(70) };
    a.inner = { a, b: { a } };
    return a;
  },
  "shared, not circular": () => {
    const a = { x: 1 };
    return [a, a, { a }];
  },
  "circular proxy": () => {
    const a = {};
    a.p = new Proxy(a, {});
    return a;
  },

  // Errors
  error: () => new Error("plain"),
  "errors of the language": () => [new TypeError("t"), new RangeError("r"), new SyntaxError("s"), new EvalError("e"), new URIError("u"), new ReferenceError("f")],
  "error without message": () => new Error(),
  "error without stack": () => plainError(new Error("none"), undefined),
  "error with empty stack": () => plainError(new Error("none"), ""),
  "error with own stack": () => plainError(new Error("own"), "a custom stack"),
  "error with object stack": () => plainError(new Error("own"), "Error: own\n    at f (a.js:1:2)\n    at g (b.js:3:4)"),
  "error with properties": () => Object.assign(new Error("with"), { code: "E_X", status: 404, details: { a: [1] } }),
  "error without stack, with properties": () => Object.assign(plainError(new Error("with"), undefined), { code: "E_X" }),
  "error with enumerable message": () => defined(new Error("x"), "message", { value: "other", enumerable: true }),
  "error with cause": () => new Error("outer", { cause: new Error("inner") }),
  "error with deep cause": () => new Error("1", { cause: new Error("2", { cause: new Error("3", { cause: new Error("4") }) }) }),
  "error with plain cause": () => new Error("outer", { cause: { a: 1 } }),
  "error with text cause": () => new Error("outer", { cause: "text" }),
  "error with undefined cause": () => new Error("outer", { cause: undefined }),
  "error with enumerable cause": () => Object.assign(new Error("outer"), { cause: "c" }),
  "aggregate error": () => new AggregateError([new Error("one"), new TypeError("two")], "all failed"),
  "empty aggregate": () => new AggregateError([]),
  "error with errors": () => Object.assign(new Error("many"), { errors: [1] }),
  "error subclass": () => new ApiError("api"),
  "error with name": () => new NamedError("named"),
  "error with odd name": () => Object.assign(new Error("m"), { name: "Custom" }),
  "error with name set late": () => Object.assign(new TypeError("m"), { name: "LateError" }),
  "error with empty name": () => Object.assign(new Error("m"), { name: "" }),
  "error with number name": () => defined(new Error("m"), "name", { value: 5 }),
  "error with null name": () => defined(new Error("m"), "name", { value: null }),
  "error with lines": () => new Error("one\ntwo\n    at three"),
  "error in object": () => ({ err: new TypeError("inside"), list: [new Error("in list")] }),
  "error in depth": () => ({ a: { b: { c: new Error("deep"), d: Object.assign(new Error("deep"), { x: 1 }) } } }),
  "error in map": () => new Map([["k", new Error("in map")]]),
  "null prototype error": () => Object.setPrototypeOf(new Error("no prototype"), null),
  "null prototype error, no stack": () => Object.setPrototypeOf(plainError(new Error("no prototype"), undefined), null),
  "false error": () => Object.create(Error.prototype),
  "false error with message": () => Object.assign(Object.create(TypeError.prototype), { message: "m" }),
  "tagged error": () => defined(new Error("t"), Symbol.toStringTag, { value: "T" }),
  "error prototype chain": () => Object.create(new Error("proto")),
  "anonymous error class": () => new (class extends Error {})("anon"),
  "error-like object": () => ({ name: "Error", message: "m", stack: "Error: m\n    at x" }),
  "same frames as cause": () => {
    const frames = range(8, (i) => `    at f${i} (a.js:${i}:1)`).join("\n");
    const cause = plainError(new Error("c"), `Error: c\n    at inner (a.js:9:9)\n${frames}`);
    return plainError(new Error("e", { cause }), `Error: e\n    at outer (a.js:8:8)\n${frames}`);
  },
  "few same frames": () => {
    const cause = plainError(new Error("c"), "Error: c\n    at a (a.js:1:1)\n    at b (a.js:2:1)\n    at c (a.js:3:1)");
    return plainError(new Error("e", { cause }), "Error: e\n    at z (a.js:1:1)\n    at b (a.js:2:1)\n    at c (a.js:3:1)");
  },

  // An own way to print
  "custom text": () => ({ a: { [custom]: () => "custom" } }),
  "custom lines": () => ({ a: { [custom]: () => "one\ntwo" } }),
  "custom object": () => ({ a: { [custom]: () => ({ shown: [1] }) } }),
  "custom self": () => ({ a: { b: 1, [custom]() { return this; } } }),
  "custom number": () => [{ [custom]: () => 5 }, { [custom]: () => null }, { [custom]: () => undefined }, { [custom]: () => () => 1 }],
  "custom with arguments": () => ({ a: { [custom]: (depth, options, inspect) => `${depth} ${Object.keys(options).sort()} ${inspect({ x: [1] })}` } }),
  "custom class": () => {
    class Money { constructor(n) { this.n = n; } [custom](depth, options, inspect) { return `Money<${inspect(this.n, options)}>`; } }
    return [new Money(5), Money.prototype, { m: new Money({ a: 1 }) }];
  },
  "custom not a function": () => ({ [custom]: "text" }),
  "custom in depth": () => ({ a: { b: { c: { d: { [custom]: (depth) => `depth ${depth}` } } } } }),
  "custom on proxy": () => new Proxy({ [custom]: () => "through" }, {}),
};

// ---- From a seed -------------------------------------------------------------------------------------------------------

export function generator(seed) {
  let state = seed >>> 0 || 1;
  const next = (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = (items) => items[next(items.length)];
  const letters = ["a", "b", "xyz", " ", "'", '"', "`", "\n", "\\", "é", "日", "😀", "\t", "${", "word", "longer word "];
  const text = (most) => range(next(most), () => pick(letters)).join("");
  const key = () => pick([() => pick("abcdefgh".split("")), () => `key${next(100)}`, () => text(4), () => Symbol(text(3)), () => `${next(12)}`, () => "a-b"])();
  const scalar = () =>
    pick([() => next(10), () => next(100000), () => -next(1000) / 8, () => text(6), () => text(30), () => pick([true, false]), () => null, () => undefined, () => BigInt(next(1e6)), () => Symbol(text(3)), () => -0])();
  const fill = (target, depth, most) => {
    for (let i = next(most); i > 0; i--) target[key()] = value(depth - 1);
    return target;
  };
  const trail = [];
  const value = (depth) => {
    if (depth <= 0) return scalar();
    return pick([
      scalar, scalar,
      () => range(next(9), () => value(depth - 1)),
      () => range(next(130), () => next(pick([9, 1000, 1e9]))),
      () => range(next(60), () => text(5)),
      () => range(next(40), scalar),
      () => {
        const array = range(next(12), () => scalar());
        for (let i = next(4); i > 0; i--) delete array[next(12)];
        return array;
      },
      () => fill({}, depth, 8),
      () => {
        const object = {};
        trail.push(object);
        fill(object, depth, 8);
        trail.pop();
        return object;
      },
      () => fill({}, depth, 30),
      () => (trail.length > 0 ? pick(trail) : {}),
      () => fill([1, 2], depth, 3),
      () => new Map(range(next(8), () => [value(depth - 1), value(depth - 1)])),
      () => new Set(range(next(8), () => value(depth - 1))),
      () => fill(new Point(value(depth - 1), next(9)), depth, 3),
      () => fill(Object.create(null), depth, 5),
      () => Float64Array.from(range(next(30), () => next(1000) / pick([1, 3, 8]))),
      () => new Date(next(1e9) * 1000),
      () => Promise.resolve(value(depth - 1)),
      () => new Proxy(fill({}, depth, 4), {}),
      () => Object.assign(plainError(new Error(text(5)), pick([undefined, "Error: x\n    at f (a.js:1:1)"])), fill({}, depth, 3)),
      () => defined(fill({}, depth, 4), "getter", { get: () => 1, enumerable: true }),
      () => fill(function f() {}, depth, 3),
      () => new Array(next(20)),
    ])();
  };
  return { value, next, pick, text, scalar };
}

export const handWritten = Object.entries(byHand);

export const generated = range(1500, (i) => [`seed ${i}`, () => generator(i * 2654435761 + 1).value(1 + (i % 5))]);
