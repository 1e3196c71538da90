// BigInt

each("basic", () => 10n ** 30n, () => -7n / 2n, () => -7n % 2n, () => 7n % -2n, () => 1n / 0n, () => 2n ** -1n, () => 0n ** 0n, () => -(5n), () => +1n, () => 1n + 1, () => 1n + "a", () => 5n > 4, () => 5n == 5, () => 5n === 5, () => 2n < 2.5, () => [3n, 1, 2n].sort(), () => typeof 1n, () => BigInt("0xff"), () => BigInt("0b101"), () => BigInt("0o17"), () => BigInt(" 12 "), () => BigInt(""), () => BigInt("1.5"), () => BigInt(1.5), () => BigInt(1e21), () => BigInt("1n"), () => BigInt("-0"), () => BigInt("-0x1"), () => BigInt(true), () => BigInt(null), () => BigInt(undefined), () => BigInt(NaN), () => BigInt(Number.MAX_SAFE_INTEGER) + 2n, () => new BigInt(1), () => BigInt.asIntN(8, 255n), () => BigInt.asUintN(8, -1n), () => BigInt.asIntN(64, 2n ** 63n), () => BigInt.asUintN(64, -1n), () => BigInt.asIntN(0, 5n), () => BigInt.asIntN(1, 1n), () => (255n).toString(16), () => (-255n).toString(2), () => (123n).toString(1), () => (10n ** 20n).toString(36), () => (1234567n).toLocaleString(), () => Number(2n ** 53n + 1n), () => Number(10n ** 400n), () => parseInt("12n"), () => Number("12n"), () => 5n & 3n, () => -5n | 3n, () => 5n ^ -3n, () => ~5n, () => 1n << 70n, () => -1n >> 70n, () => 1n << -1n, () => 5n >>> 1n, () => 2n ** 64n >> 60n, () => 0n ? "t" : "f", () => !0n, () => 1n && 2n, () => -0n, () => Object.is(0n, -0n), () => JSON.stringify({ a: 1n }), () => `${2n ** 100n}`, () => String(-5n), () => [1n, 2n].reduce((a, b) => a + b), () => Math.max(1n), () => isNaN(1n), () => Number.isInteger(1n), () => { let a = 1n; a++; a **= 3n; return a; }, () => new Map([[1n, "a"]]).get(1n), () => [1n].includes(1n), () => [1n].indexOf(1), () => ({ [1n]: 2 }), () => [10, 20][1n], () => 0x1fn, () => 1_000n, () => BigInt(2 ** 60), () => BigInt("9".repeat(40)), () => (2n ** 200n).toString().length, () => BigInt.asUintN(200, -(2n ** 100n)), () => 100n * 100n - 1n, () => Object(1n) + 1n, () => 1n < "2", () => "2" > 1n, () => 1n == "1", () => 1n == "x", () => 2n > "x", () => BigInt({ valueOf: () => 5 }), () => BigInt.prototype.toString.call(5), () => 9007199254740993n == 9007199254740992, () => 1n < NaN, () => 10n > -Infinity);
const big = () => {
  let s = "";
  const n = 1 + below(60);
  for (let i = 0; i < n; i++) s += below(10);
  return BigInt(s) * (random() < 0.5 ? -1n : 1n);
};
for (let i = 0; i < 80; i++) {
  it(`generated-${i}`, () => {
    for (let k = 0; k < 4; k++) {
      const [a, b] = [big(), big()];
      const s = BigInt(below(130) - 65);
      console.log(a, b, a + b, a - b, a * b, b && a / b, b && a % b, a & b, a | b, a ^ b, ~a, a << s, a >> s, a ** BigInt(below(5)), BigInt.asIntN(below(100), a), BigInt.asUintN(below(100), b), a < b, a == b, Number(a), a.toString(2 + below(35)));
    }
  });
}
