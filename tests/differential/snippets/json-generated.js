// JSON made from a seed

const chars = ["a", "\"", "\\", "\n", "\u0001", "é", "😀", "\ud83d", "\ude00", "\u2028", "/", " ", "0"];
const text = () => Array.from({ length: below(6) }, () => pick(chars)).join("");
const number = () => pick([() => below(1000), () => random() * Number(`1e${below(40) - 20}`), () => -below(9), () => random(), () => NaN, () => below(2 ** 31) * 4096])();
const value = (depth) => {
  const kind = depth <= 0 ? below(5) : below(9);
  if (kind === 0) return number();
  if (kind === 1) return text();
  if (kind === 2) return pick([null, true, false, undefined, () => 1, Symbol("s")]);
  if (kind === 3) return new Date(below(2e9) * 1000);
  if (kind === 4) return number();
  const list = Array.from({ length: below(5) }, () => value(depth - 1));
  if (kind < 7) return list;
  const object = {};
  for (const item of list) object[pick([text(), below(20), "toString"])] = item;
  return object;
};
for (let i = 0; i < 200; i++) {
  it(`value-${i}`, () => {
    const v = value(5);
    const s = JSON.stringify(v, random() < 0.2 ? ["0", "toString", "a", "length"] : null, pick([0, 0, 1, 2, "\t", "-->"]));
    console.log(s);
    if (s !== undefined) show(JSON.parse(s));
  });
}
const tokens = ["{", "}", "[", "]", ",", ":", "1", "-", "0", ".5", "e3", "\"a\"", "\"", "null", "true", " ", "\n", "\\", "\"b\":"];
for (let i = 0; i < 60; i++) {
  it(`text-${i}`, () => {
    for (let k = 0; k < 20; k++) {
      const s = Array.from({ length: 1 + below(7) }, () => pick(tokens)).join("");
      let out;
      try {
        out = JSON.stringify(JSON.parse(s));
      } catch (error) {
        out = error.name;
      }
      console.log(JSON.stringify(s), out);
    }
  });
}
