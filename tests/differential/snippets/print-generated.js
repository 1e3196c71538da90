// console.log of values made from a seed

const words = ["a", "key", "longer-key", "it's", "x y", "naïve", "日本", "line\nbreak", "", "0", "7", "constructor"];
const text = () => pick([() => pick(words), () => pick(words).repeat(1 + below(12)), () => `${pick(words)} ${pick(words)}`])();
const leaf = () => pick([() => below(1000), () => -random() * 100, () => text(), () => text(), () => null, () => undefined, () => true, () => BigInt(below(99)), () => Symbol(pick(words)), () => new Date(below(2e9) * 1000), () => /re+x/gi, () => () => 1, () => class K {}, () => new Uint8Array(below(12)), () => new String("boxed")])();
const value = (depth) => {
  if (depth <= 0 || random() < 0.3) return leaf();
  const size = pick([0, 1, 2, 3, 4, 6, 7, 9, 14, 30]);
  const items = Array.from({ length: size }, () => value(depth - 1 - below(2)));
  const kind = below(9);
  if (kind < 3) return items;
  if (kind < 6) return Object.fromEntries(items.map((item) => [text(), item]));
  if (kind === 6) return new Map(items.map((item, i) => [random() < 0.5 ? i : item, item]));
  if (kind === 7) return new Set(items);
  return Array.from({ length: size }, () => below(10 ** below(7)));
};
for (let i = 0; i < 150; i++) it(`value-${i}`, () => console.log(value(1 + below(5))));
for (let i = 0; i < 60; i++) it(`numbers-${i}`, () => console.log(Array.from({ length: 5 + below(60) }, () => pick([below(10), below(1e6), -below(1000), below(1000) / 8]))));
for (let i = 0; i < 60; i++) it(`strings-${i}`, () => console.log(Array.from({ length: 3 + below(30) }, () => "x".repeat(below(20)))));
for (let i = 0; i < 40; i++) it(`records-${i}`, () => console.log(Array.from({ length: below(9) }, (_, id) => ({ id, name: text(), tags: Array.from({ length: below(5) }, text), score: below(1000) / 10 }))));
