// `localeCompare` in the order of Unicode's collation, and case mappings for a locale. Text of ASCII and Latin-1 letters is
// compared here without tables, with the options that scripts use; for all else there is `p.intl` (see locale-en.js).
(function localeCompare(host, p) {
  "use strict";

  const { RegExpPrototypeExec: exec, StringFromCharCode: fromCharCode, StringPrototypeCharCodeAt: codeAt, isEnglish } = p;

  // The order of ASCII in Unicode's collation; letters are compared by their lower case first.
  const order = "\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";
  const primary = p.list();
  for (let i = 0; i < 128; i++) primary[i] = order.indexOf(String.fromCharCode(i).toLowerCase()) + 1;
  const isAscii = /^[\t-\r -~]*$/;
  const isLatin = /^[\t-\r -~\u00c0-\u00c5\u00c7-\u00cf\u00d1-\u00d6\u00d9-\u00dd\u00e0-\u00e5\u00e7-\u00ef\u00f1-\u00f6\u00f9-\u00fd\u00ff]*$/;
  // The accents of Latin-1 in their order: grave after acute, and so on.
  const accents = { __proto__: null, 0x301: 1, 0x300: 2, 0x302: 4, 0x30a: 6, 0x308: 7, 0x303: 9, 0x327: 12 };
  const isDigit = (code) => code >= 48 && code <= 57;

  // Without tables: other marks are accents, other letters come behind z in the order of their characters, and whatever else is
  // left stands before the digits. Nothing more exact, but one order of all texts, which sorting needs.
  const isMark = /^\p{M}$/u;
  const isLetter = /^[\p{L}\p{N}]$/u;
  const accentOf = (code) => accents[code] ?? (code > 127 && exec(isMark, fromCharCode(code)) !== null ? code : 0);
  function primaryOf(code) {
    if (code < 128) return primary[code];
    const character = fromCharCode(code);
    if (exec(isLetter, character) === null) return primary[36] + code / 65536;
    return 128 + codeAt(p.StringPrototypeToLowerCase(character), 0);
  }

  function differences(a, b, isNumeric) { // [primary, secondary, tertiary] difference
    const found = p.list();
    found[0] = found[1] = found[2] = 0;
    let i = 0;
    let k = 0;
    for (;;) {
      let x = i < a.length ? codeAt(a, i) : 0;
      let y = k < b.length ? codeAt(b, k) : 0;
      const accentX = accentOf(x);
      const accentY = accentOf(y);
      if (accentX !== 0 || accentY !== 0) {
        if (accentX !== accentY && found[1] === 0) found[1] = accentX - accentY;
        if (accentX !== 0) i++;
        if (accentY !== 0) k++;
        continue;
      }
      if (x === 0 && y === 0) return found;
      if (isNumeric && isDigit(x) && isDigit(y)) {
        while (codeAt(a, i) === 48) i++;
        while (codeAt(b, k) === 48) k++;
        let endA = i;
        let endB = k;
        while (endA < a.length && isDigit(codeAt(a, endA))) endA++;
        while (endB < b.length && isDigit(codeAt(b, endB))) endB++;
        found[0] = endA - i - (endB - k);
        for (; found[0] === 0 && i < endA; i++, k++) found[0] = codeAt(a, i) - codeAt(b, k);
        if (found[0] !== 0) return found;
        continue;
      }
      if (x !== y) {
        found[0] = (x === 0 ? 0 : primaryOf(x)) - (y === 0 ? 0 : primaryOf(y));
        if (found[0] !== 0) return found;
        if (found[2] === 0) found[2] = y - x; // lower case first
      }
      i++;
      k++;
    }
  }

  const known = (text) => exec(isAscii, text) !== null || exec(isLatin, text) !== null;

  // -1, 0 or 1; `undefined` where a text has other characters than these.
  p.compareLatin = (a, b, isNumeric, sensitivity) =>
    known(a) && known(b) ? compare(a, b, isNumeric, sensitivity) : undefined;

  function compare(a, b, isNumeric, sensitivity) {
    const plainText = exec(isAscii, a) !== null && exec(isAscii, b) !== null;
    const left = plainText ? a : p.StringPrototypeNormalize(a, "NFD");
    const right = plainText ? b : p.StringPrototypeNormalize(b, "NFD");
    const found = differences(left, right, isNumeric);
    let result = found[0];
    if (result === 0 && (sensitivity === "accent" || sensitivity === "variant")) result = found[1];
    if (result === 0 && (sensitivity === "case" || sensitivity === "variant")) result = found[2];
    return result < 0 ? -1 : result > 0 ? 1 : 0;
  }

  const nothing = { __proto__: null };
  p.defineAll(p.StringPrototype, {
    localeCompare(that, locales = undefined, options = undefined) {
      if (this === undefined || this === null) throw new p.TypeError("String.prototype.localeCompare called on null or undefined");
      const a = p.String(this);
      const b = p.String(that);
      const { numeric, sensitivity = "variant", usage, ignorePunctuation, caseFirst, collation } =
        options === undefined || !p.isObject(options) ? nothing : options;
      const simple = isEnglish(locales) && usage === undefined && !ignorePunctuation && caseFirst === undefined && collation === undefined;
      if (simple) {
        const result = a === b ? 0 : p.compareLatin(a, b, p.Boolean(numeric), sensitivity);
        if (result !== undefined) return result;
      }
      if (p.intl !== undefined) return p.intl.compare(a, b, locales, options);
      if (!isEnglish(locales)) throw p.noLocaleData("localeCompare with this locale");
      return compare(a, b, p.Boolean(numeric), sensitivity);
    },
    toLocaleUpperCase(locales = undefined) {
      if (locales === undefined || isEnglish(locales)) return p.StringPrototypeToUpperCase(this);
      return p.localeBundle("upperCase", "toLocaleUpperCase with this locale")(p.String(this), locales);
    },
    toLocaleLowerCase(locales = undefined) {
      if (locales === undefined || isEnglish(locales)) return p.StringPrototypeToLowerCase(this);
      return p.localeBundle("lowerCase", "toLocaleLowerCase with this locale")(p.String(this), locales);
    },
  });
  // As built-ins have it, optional parameters do not count.
  const lengthOne = p.StringPrototype.localeCompare;
  p.ReflectDefineProperty(lengthOne, "length", { __proto__: null, value: 1, configurable: true });
})
