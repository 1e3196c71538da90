// The smallest pieces of printed values: quoted strings, numbers, property names, the width of text in columns.
(function inspectText(host, p) {
  "use strict";

  const {
    NumberIsFinite, RegExpPrototypeExec: exec, String, StringPrototypeCharCodeAt: charCodeAt,
    StringPrototypeCodePointAt: codePointAt,
    StringPrototypeIncludes: includes, StringPrototypeIndexOf: indexOf, StringPrototypeNormalize: normalize,
    StringPrototypePadStart: padStart, StringPrototypeRepeat: repeat, StringPrototypeSlice: slice,
    StringPrototypeToUpperCase: toUpperCase, NumberPrototypeToString: toRadix, SymbolPrototypeToString: symbolText,
    ArrayPrototypeJoin: join, ArrayPrototypePush: push, MathTrunc, replaceEach, splitText,
  } = p;

  // ---- Strings -----------------------------------------------------------------------------------------------------

  const special = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/;
  // One class and nothing else: engines scan for that many times faster than for alternatives.
  const escapable = /[\x00-\x1f'\\\x7f-\x9f\ud800-\udfff]/g;
  const shortEscapes = { __proto__: null, "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "\\": "\\\\" };

  function escapeCharacter(character) {
    const short = shortEscapes[character];
    if (short !== undefined) return short;
    const code = charCodeAt(character, 0);
    if (code > 0xff) return "\\u" + toRadix(code, 16);
    return "\\x" + padStart(toUpperCase(toRadix(code, 16)), 2, "0");
  }

  const isLead = (code) => code >= 0xd800 && code <= 0xdbff;
  const isTrail = (code) => code >= 0xdc00 && code <= 0xdfff;

  // Control characters, backslashes and surrogates that are not in pairs as escapes; `'` where `quoteToo` says so.
  function escapeText(text, quoteToo) {
    let escaped = "";
    let from = 0;
    escapable.lastIndex = 0;
    for (let match = exec(escapable, text); match !== null; match = exec(escapable, text)) {
      const at = match.index;
      const code = charCodeAt(text, at);
      if (isLead(code) && isTrail(charCodeAt(text, at + 1))) {
        escapable.lastIndex = at + 2;
      } else if (code !== 39 || quoteToo) {
        escaped += slice(text, from, at) + (code === 39 ? "\\'" : escapeCharacter(text[at]));
        from = at + 1;
      }
    }
    return from === 0 ? text : escaped + slice(text, from);
  }

  // A string as source text. The quote is the first of ' " ` that the string does not contain, ' escaped where all are in.
  p.quote = (text) => {
    if (exec(special, text) === null) return "'" + text + "'";
    if (!includes(text, "'")) return "'" + escapeText(text, false) + "'";
    if (!includes(text, '"')) return '"' + escapeText(text, false) + '"';
    if (!includes(text, "`") && !includes(text, "${")) return "`" + escapeText(text, false) + "`";
    return "'" + escapeText(text, true) + "'";
  };

  const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

  // What stands before the colon of a property.
  p.propertyName = (key, enumerable) => {
    if (typeof key === "symbol") return "[" + escapeText(symbolText(key), true) + "]";
    if (key === "__proto__") return "['__proto__']";
    if (!enumerable) return "[" + escapeText(key, true) + "]";
    return exec(identifier, key) !== null ? key : p.quote(key);
  };

  p.spaces = (count) => (count === 0 ? "" : repeat(" ", count));

  // ---- Numbers -----------------------------------------------------------------------------------------------------

  function groupThousands(digits) {
    const start = digits[0] === "-" ? 1 : 0;
    let grouped = "";
    let end = digits.length;
    for (; end - 3 > start; end -= 3) grouped = "_" + slice(digits, end - 3, end) + grouped;
    return slice(digits, 0, end) + grouped;
  }

  function groupDecimals(digits) {
    let grouped = "";
    let from = 0;
    for (; from + 3 < digits.length; from += 3) grouped += slice(digits, from, from + 3) + "_";
    return grouped + slice(digits, from);
  }

  p.numberText = (number, separated) => {
    if (number === 0) return 1 / number < 0 && !separated ? "-0" : "0";
    const text = String(number);
    if (!separated || !NumberIsFinite(number) || includes(text, "e")) return text;
    const point = indexOf(text, ".");
    if (point === -1) return groupThousands(text);
    return groupThousands(String(MathTrunc(number))) + "." + groupDecimals(slice(text, point + 1));
  };

  p.bigintText = (bigint, separated) => (separated ? groupThousands(String(bigint)) : String(bigint)) + "n";

  // ---- Primitives --------------------------------------------------------------------------------------------------

  p.remaining = (count, what) => "... " + count + " more " + what + (count > 1 ? "s" : "");

  function stringText(context, text) {
    let rest = "";
    if (text.length > context.maxStringLength) {
      rest = p.remaining(text.length - context.maxStringLength, "character");
      text = slice(text, 0, context.maxStringLength);
    }
    const isLong = text.length > 16 && text.length > context.breakLength - context.indent - 4;
    if (context.compact === true || !isLong) return p.quote(text) + rest;
    const lines = splitText(text, "\n");
    const parts = p.list();
    for (let i = 0; i < lines.length; i++) {
      if (i < lines.length - 1) push(parts, p.quote(lines[i] + "\n"));
      else if (lines[i] !== "" || i === 0) push(parts, p.quote(lines[i]));
    }
    return join(parts, " +\n" + p.spaces(context.indent + 2)) + rest;
  }

  // A primitive inside a structure.
  p.primitiveText = (context, value) => {
    switch (typeof value) {
      case "string": return stringText(context, value);
      case "number": return p.numberText(value, context.numericSeparator);
      case "bigint": return p.bigintText(value, context.numericSeparator);
      case "symbol": return symbolText(value);
      default: return String(value);
    }
  };
  // ---- Columns -----------------------------------------------------------------------------------------------------

  const plain = /^[\x20-\x7e]*$/;
  const unplain = /[^\x20-\x7e]/g;
  const controlSequence =
    /[\x1b\x9b](?:\][^\x07\x1b]*(?:\x07|\x1b\\)|[[\]()#;?]*(?:[0-9]{1,4}(?:;[0-9]{0,4})*)?[0-9A-PR-TZcf-nq-uy=><~])/g;
  // Marks, invisible and control characters take no column, save for a few marks that stand alone.
  const invisible = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;
  const visible = /[\xad\u302a-\u302d\u3099\u309a\u{16fe4}]/u;

  // Code points two columns wide (East Asian wide and full-width, emoji): base 36 distances, `-` and the length of a run.
  const widePoints =
    "3cw-2n 3i3-1 e-1 5b-3 4 3 ei-1 m-1 r-7 h-b 18 b-5 4 e 9-1 i-1 6-1 9 6 m 8-1 2 5 3 8 5-1 t 10 2 5-2 2 " +
    "1q-2 p f nw-1 1g 5 mj-p 2-2g d-5x r-26 3-2d 3-2u 6-16 2-2l 2-2d a-1b 2-13 9-mkc 4-1i wq-s hw-8mb " +
    "6l9-e7 lt-9 n-y 2-i 2-3 46-2n 3k-6 m4a-4 c-6 a-5p1 16-v 2q-36 6pq-3 2-6 2-1 2-82 g u-2 3 f-3 9-az " +
    "603-1 2k-1 90-2e a-m 5n2 5n 5b 3-9 24-s e-17 5-8 8-1 f-5 4b-w d-8 2-1x 2-l d-16 5-4 d-g 4 4-1y 2 " +
    "2-56 3-1q e-3 2-n j r-1 e 2f-2c 1d-1x 7 4-2 3-3 4-3 c-1 8-8 6c-b 5 7w-1a 2-9 2-54 35-c 4-a 4-1k 2 " +
    "5-f 3-b 5-9 zs-1ekd 3-1ekd";
  const wideStarts = p.list();
  const wideEnds = p.list();
  let last = 0;
  for (const run of widePoints.split(" ")) {
    const [distance, length = "0"] = run.split("-");
    wideStarts[wideStarts.length] = last + parseInt(distance, 36);
    last += parseInt(distance, 36) + parseInt(length, 36);
    wideEnds[wideEnds.length] = last;
  }

  function isWide(point) {
    let low = 0;
    let high = wideStarts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (wideEnds[middle] < point) low = middle + 1;
      else high = middle;
    }
    return low < wideStarts.length && wideStarts[low] <= point;
  }

  function pointWidth(point, character) {
    if (isWide(point)) return 2;
    return exec(invisible, character) === null || exec(visible, character) !== null ? 1 : 0;
  }

  // How many columns of a terminal the text takes.
  p.textWidth = (text) => {
    if (exec(plain, text) !== null) return text.length;
    const bare = normalize(replaceEach(text, controlSequence, () => ""), "NFC");
    let width = bare.length;
    unplain.lastIndex = 0;
    for (let match = exec(unplain, bare); match !== null; match = exec(unplain, bare)) {
      const point = codePointAt(bare, match.index);
      const end = match.index + (point > 0xffff ? 2 : 1);
      width += pointWidth(point, slice(bare, match.index, end)) - (end - match.index);
      unplain.lastIndex = end;
    }
    return width;
  };
})
