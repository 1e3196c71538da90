// numbers made from a seed

const number = () => pick([() => random(), () => below(1e6) / 1000, () => random() * Number(`1e${below(60) - 30}`), () => -random() * 1000, () => below(2 ** 31) * 2 ** below(40), () => below(1000) / 8, () => (below(2000) + 0.5) / 10 ** below(5)])();
for (let i = 0; i < 120; i++) {
  it(`number-${i}`, () => {
    for (let k = 0; k < 10; k++) {
      const n = number();
      const d = below(20);
      console.log(n, n.toFixed(d % 12), n.toPrecision(d + 1), n.toExponential(d), n.toString(2 + below(35)), Math.round(n), Math.fround(n), n | 0, n >>> 0);
    }
  });
}
for (let i = 0; i < 40; i++) {
  it(`text-${i}`, () => {
    for (let k = 0; k < 20; k++) {
      const s = Array.from({ length: 1 + below(8) }, () => pick(["0", "1", "9", ".", "e", "-", "+", "x", "b", " ", "_", "7", "5", "3"])).join("");
      console.log(JSON.stringify(s), Number(s), parseFloat(s), parseInt(s), parseInt(s, 2 + below(35)));
    }
  });
}
for (let i = 0; i < 30; i++) {
  it(`digits-${i}`, () => {
    for (let k = 0; k < 10; k++) {
      const s = `${Array.from({ length: 15 + below(10) }, () => below(10)).join("")}e${below(600) - 320}`;
      console.log(s, Number(s), Number(s.replace(/(\d)/, "$1.")));
    }
  });
}
for (let i = 0; i < 30; i++) {
  it(`integer-${i}`, () => {
    for (let k = 0; k < 10; k++) {
      const a = below(2 ** 32) - 2 ** 31;
      const b = below(100) - 50;
      console.log(a, b, a % b, a & b, a | b, a ^ b, a << b, a >> b, a >>> b, Math.imul(a, b), Math.trunc(a / b), Math.clz32(a), ~a, a / b);
    }
  });
}
