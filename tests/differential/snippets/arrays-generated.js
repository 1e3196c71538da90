// arrays made from a seed: methods in a row

const item = () => pick([() => below(20), () => below(20), () => -below(5), () => pick(["a", "b", "10", ""]), () => null, () => undefined, () => NaN, () => [below(3), [below(3)]]])();
const array = () => {
  const a = Array.from({ length: below(9) }, item);
  if (a.length > 2 && random() < 0.2) delete a[below(a.length)];
  return a;
};
const steps = [
  (a) => a.map((x, i) => (typeof x === "number" ? x + i : x)), (a) => a.filter((x) => x), (a) => a.slice(below(8) - 4, below(8) - 4), (a) => { a.splice(below(6) - 2, below(3), item()); return a; }, (a) => a.flat(below(3)), (a) => a.concat(array(), item()), (a) => a.reverse(), (a) => a.sort(), (a) => a.toSorted((x, y) => (`${x}` < `${y}` ? 1 : `${x}` > `${y}` ? -1 : 0)), (a) => a.copyWithin(below(8) - 4, below(8) - 4, below(8) - 2), (a) => a.fill(item(), below(8) - 4, below(8) - 4), (a) => a.toSpliced(below(6) - 2, below(3), 7, 8), (a) => [...a.entries()].map((e) => e.join(":")), (a) => a.flatMap((x) => [x, x]), (a) => { a.push(item()); a.shift(); return a; }, (a) => { a.unshift(item(), 1); a.pop(); return a; }, (a) => { a.length = below(10); return a; }, (a) => a.toReversed(), (a) => [a.indexOf(1), a.lastIndexOf(2), a.includes(NaN), a.findLastIndex((x) => x > 3), a.join("-"), a.at(below(6) - 3)], (a) => Object.values(a), (a) => Array.from(new Set(a)), (a) => a.reduceRight((all, x) => [x, ...all.slice(0, 5)], []),
];
for (let i = 0; i < 150; i++) {
  it(`chain-${i}`, () => {
    let a = array();
    console.log(a);
    for (let k = 0; k < 6; k++) {
      a = pick(steps)(a);
      console.log(a);
    }
  });
}
for (let i = 0; i < 40; i++) {
  it(`sort-${i}`, () => {
    const a = Array.from({ length: below(200) }, (_, id) => ({ k: below(9), id }));
    console.log(a.sort((x, y) => x.k - y.k).map((x) => `${x.k}/${x.id}`).join(" "));
    console.log(Array.from({ length: below(60) }, () => below(200)).sort().join(" "));
  });
}
