// `toExponential` and `toPrecision` for engines that round halves to even (Boa) where the language rounds them up.
(function numberDigits(host, p) {
  "use strict";

  const { NumberPrototypeToExponential: toExponential, NumberPrototypeToPrecision: toPrecision } = p;
  if (toExponential(2.5, 0) === "3e+0" && toPrecision(2.5, 1) === "3" && toPrecision(5e-324, 3) === "4.94e-324") return;

  const float = new p.Float64Array(1);
  const bits = new p.BigUint64Array(p.TypedArrayPrototypeGetBuffer(float));

  // A positive number as a whole number times a power of two.
  function parts(value) {
    float[0] = value;
    const exponent = p.Number(bits[0] >> 52n) & 0x7ff;
    const fraction = bits[0] & 0xfffffffffffffn;
    return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
  }

  const power = (base, exponent) => base ** p.BigInt(exponent);

  // The first digits of a positive number, rounded, and the power of ten of the first.
  function digitsOf(value, count) {
    const [whole, two] = parts(value);
    let ten = p.MathFloor(p.MathLog10(value)); // right, or one off
    for (;;) {
      const shift = ten - count + 1;
      const over = whole * power(2n, p.MathMax(two, 0)) * power(10n, p.MathMax(-shift, 0));
      const under = power(2n, p.MathMax(-two, 0)) * power(10n, p.MathMax(shift, 0));
      const { length } = p.BigIntPrototypeToString(over / under);
      if (length === count) {
        const text = p.BigIntPrototypeToString((2n * over + under) / (2n * under));
        return text.length === count ? [text, ten] : [p.StringPrototypeSlice(text, 0, count), ten + 1];
      }
      ten += length > count ? 1 : -1;
    }
  }

  const withPoint = (digits) =>
    digits.length === 1 ? digits : digits[0] + "." + p.StringPrototypeSlice(digits, 1);

  function exponential(digits, ten) {
    return withPoint(digits) + (ten < 0 ? "e-" : "e+") + p.MathAbs(ten);
  }

  // Whether there is something to round: a number that is neither 0 nor infinite nor NaN.
  const isPlain = (value) => value !== 0 && value - value === 0;

  p.defineAll(p.NumberPrototype, {
    toExponential(fractionDigits) {
      const value = p.NumberPrototypeValueOf(this);
      if (fractionDigits === undefined) return toExponential(value);
      const count = p.MathTrunc(+fractionDigits) || 0;
      if (!isPlain(value) || count < 0 || count > 100) return toExponential(value, count);
      const [digits, ten] = digitsOf(p.MathAbs(value), count + 1);
      return (value < 0 ? "-" : "") + exponential(digits, ten);
    },
    toPrecision(precision) {
      const value = p.NumberPrototypeValueOf(this);
      if (precision === undefined) return toPrecision(value);
      const count = p.MathTrunc(+precision) || 0;
      if (!isPlain(value) || count < 1 || count > 100) return toPrecision(value, count);
      const [digits, ten] = digitsOf(p.MathAbs(value), count);
      const sign = value < 0 ? "-" : "";
      if (ten < -6 || ten >= count) return sign + exponential(digits, ten);
      if (ten < 0) return sign + "0." + p.StringPrototypeRepeat("0", -ten - 1) + digits;
      const whole = p.StringPrototypeSlice(digits, 0, ten + 1);
      return sign + (ten + 1 === count ? whole : whole + "." + p.StringPrototypeSlice(digits, ten + 1));
    },
  });
})
