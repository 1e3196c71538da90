// Long strings: `repeat`, `padStart` and `padEnd` that take time and memory for the text they make, and refuse with a
// RangeError that a script can catch what no engine's memory holds. Boa lists every piece before it joins them, sixteen
// bytes for each, and ends at a trap.
(function strings(host, p) {
  "use strict";

  const { MathCeil, MathTrunc, RangeError, StringPrototypeSlice: slice } = p;

  // V8's longest string; scripts are written for it.
  const longest = 536870888;

  const tooLong = () => new RangeError("Invalid string length");

  // `text` `count` times, by doubling.
  function times(text, count) {
    let result = "";
    let power = text;
    for (let rest = count; rest > 0; rest = MathTrunc(rest / 2)) {
      if (rest % 2 === 1) result += power;
      if (rest > 1) power += power;
    }
    return result;
  }

  function pad(text, length, fill, before) {
    const wanted = MathTrunc(+length);
    if (!(wanted > text.length)) return text;
    const filler = fill === undefined ? " " : slice(fill, 0);
    if (filler === "") return text;
    if (wanted > longest) throw tooLong();
    const missing = wanted - text.length;
    const padding = slice(times(filler, MathCeil(missing / filler.length)), 0, missing);
    return before ? padding + text : text + padding;
  }

  // `slice` makes a string of `this` as these methods must: what has no text is a TypeError.
  p.defineAll(p.StringPrototype, {
    repeat(count) {
      const text = slice(this, 0);
      const n = MathTrunc(+count);
      if (n < 0 || n === Infinity) throw new RangeError("Invalid count value: " + p.String(count));
      if (!(n > 0) || text === "") return "";
      if (text.length * n > longest) throw tooLong();
      return times(text, n);
    },
    padStart(maxLength) {
      return pad(slice(this, 0), maxLength, arguments[1], true);
    },
    padEnd(maxLength) {
      return pad(slice(this, 0), maxLength, arguments[1], false);
    },
  });
})
