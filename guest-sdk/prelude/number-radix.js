// `Number.prototype.toString` with a radix other than ten, for fractions and for integers from 2^53: the digits of V8, which
// scripts print as short ids. The language leaves the last digits to the engine; QuickJS gives others.
(function numberRadix(host, p) {
  "use strict";

  const original = p.NumberPrototypeToString;
  const digits = "0123456789abcdefghijklmnopqrstuvwxyz";

  const float = new p.Float64Array(1);
  const bits = new p.BigInt64Array(p.TypedArrayPrototypeGetBuffer(float));

  // The next number away from zero.
  function following(value) {
    float[0] = value;
    bits[0] += 1n;
    return float[0];
  }

  // Digits of a positive number until they tell it from its neighbours, as V8's DoubleToRadixCString.
  function toRadix(value, radix) {
    let integer = p.MathFloor(value);
    let fraction = value - integer;
    let delta = p.MathMax(0.5 * (following(value) - value), following(0));
    let tail = "";
    if (fraction >= delta) {
      const list = p.list();
      do {
        fraction *= radix;
        delta *= radix;
        const digit = p.MathFloor(fraction);
        list[list.length] = digit;
        fraction -= digit;
        if (fraction > 0.5 || (fraction === 0.5 && (digit & 1) === 1)) {
          if (fraction + delta > 1) {
            integer += roundUp(list, radix);
            break;
          }
        }
      } while (fraction >= delta);
      tail = ".";
      for (let i = 0; i < list.length; i++) tail += digits[list[i]];
      if (list.length === 0) tail = "";
    }
    return (integer < 2 ** 53 ? original(integer, radix) : integerToRadix(integer, radix)) + tail;
  }

  // Digits that tell the number from no other are zeros.
  function integerToRadix(value, radix) {
    let integer = value;
    let text = "";
    while (integer / radix >= 2 ** 53) {
      integer /= radix;
      text = "0" + text;
    }
    do {
      const digit = integer % radix;
      text = digits[p.MathTrunc(digit)] + text;
      integer = (integer - digit) / radix;
    } while (integer > 0);
    return text;
  }

  // Adds one to the last digit; gives what is carried into the integer.
  function roundUp(list, radix) {
    for (;;) {
      if (list.length === 0) return 1;
      const last = list.length - 1;
      const digit = list[last] + 1;
      if (digit < radix) {
        list[last] = digit;
        return 0;
      }
      list.length = last;
    }
  }

  p.defineAll(p.NumberPrototype, {
    toString(radix) {
      const text = original(this, radix); // refuses what is no number, and radixes that are none
      const value = p.NumberPrototypeValueOf(this);
      if (radix === undefined || +radix === 10 || !p.NumberIsFinite(value)) return text;
      if (value % 1 === 0 && p.MathAbs(value) < 2 ** 53) return text;
      const base = p.MathTrunc(+radix);
      if (base === 10) return text;
      return value < 0 ? "-" + toRadix(-value, base) : toRadix(value, base);
    },
  });
})
