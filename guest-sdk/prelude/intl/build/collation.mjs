// The order of characters in CLDR's root collation, and of Han characters for Chinese and Japanese. No npm package has these
// tables as data, so they are read off the collator of the ICU that runs this script (Node 20: ICU 78.2, CLDR 48).
const base = new Intl.Collator("en", { sensitivity: "base" });
const accent = new Intl.Collator("en", { sensitivity: "accent" });
const variant = new Intl.Collator("en");

// What the order string says of a character and the one before it.
export const SECONDARY = "\u0002";
export const TERTIARY = "\u0003";
export const EQUAL = "\u0004";
export const CONTRACTION = "\u0005"; // what follows is composed: look for its parts

const assigned = /^\P{Cn}$/u;
const inTable = (code) =>
  (code < 0x1400 || (code > 0x167f && code < 0x3400) || (code > 0xa4d0 && code < 0xac00) || (code >= 0xfb00 && code < 0xfff0) || (code >= 0x1f000 && code < 0x1fb00)) &&
  (code < 0x1100 || code > 0x11ff);

function rootOrder() {
  const own = []; // characters with a place of their own
  const marks = []; // only secondary weights: combining marks
  const expansions = []; // [character, text that has the same primary weights]
  const ignorable = [];
  for (let code = 1; code < 0x1fb00; code++) {
    if (!inTable(code)) continue;
    const c = String.fromCodePoint(code);
    if (!assigned.test(c)) continue;
    const decomposed = c.normalize("NFD");
    if (decomposed !== c) {
      // Composed letters that are more than their parts, as й: contractions.
      const plain = decomposed.replace(/\p{M}/gu, "");
      if (plain !== "" && base.compare(c, plain) !== 0 && [...plain].length === 1 && !/[\u3040-\u30ff]/.test(c)) own.push(c);
      continue;
    }
    if (variant.compare(c, "") === 0) ignorable.push(c);
    else if (base.compare(c, "") === 0) marks.push(c);
    else {
      const compatible = c.normalize("NFKD");
      if (compatible !== c) {
        if (base.compare(c, compatible) !== 0) own.push(c);
        continue; // else it is found at run time
      }
      const letters = { "ß": "ss", "æ": "ae", "œ": "oe", "Æ": "AE", "Œ": "OE", "ẞ": "SS", "ꜳ": "aa", "ĸ": "q" }[c];
      if (letters && base.compare(c, letters) === 0) expansions.push([c, letters]);
      else own.push(c);
    }
  }
  own.sort(variant.compare);
  marks.sort(variant.compare);
  // Letters that are another with an accent for the collation, as ø.
  const kept = [];
  let first;
  for (const c of own) {
    if (first !== undefined && base.compare(c, first) === 0 && accent.compare(c, first) !== 0) {
      const mark = marks.find((m) => m >= "\u0300" && m <= "\u036f" && accent.compare(c, first + m) === 0);
      if (mark) {
        const upper = variant.compare(c, first + mark) > 0 && first.toUpperCase() !== first;
        expansions.push([c, (upper ? first.toUpperCase() : first) + mark]);
        continue;
      }
    } else if (first === undefined || base.compare(c, first) !== 0) first = c;
    kept.push(c);
  }
  const encode = (list) => list.map((c, i) => {
    const before = list[i - 1];
    const mark = c.normalize("NFD") === c ? "" : CONTRACTION;
    if (i === 0 || base.compare(c, before) !== 0) return mark + c;
    return mark + (accent.compare(c, before) !== 0 ? SECONDARY : variant.compare(c, before) !== 0 ? TERTIARY : EQUAL) + c;
  }).join("");
  return {
    order: encode(kept),
    marks: marks.map((c, i) => (i > 0 && accent.compare(c, marks[i - 1]) === 0 ? EQUAL : "") + c).join(""),
    expansions: expansions.map(([c, text]) => c + text).join(" "),
    ignorable: ignorable.join(""),
  };
}

function hanOrder(locale, from = 0x4e00, to = 0x9fa5) {
  const all = [];
  for (let code = from; code <= to; code++) all.push(String.fromCodePoint(code));
  return all.sort(new Intl.Collator(locale).compare);
}

// Of Japanese only what is not in the order of the characters' codes: the characters of JIS X 0208 come first.
function japaneseOrder() {
  const all = hanOrder("ja");
  let end = all.length;
  while (end > 1 && all[end - 2] < all[end - 1]) end--;
  return all.slice(0, end - 1).join("");
}

export function collationData() {
  return { ...rootOrder(), zh: hanOrder("zh").join(""), zhHant: hanOrder("zh-Hant").join(""), ja: japaneseOrder() };
}
