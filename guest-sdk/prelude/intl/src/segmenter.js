// Intl.Segmenter by the rules of UAX 29. Languages that are written without spaces would need a dictionary: there each Han
// character is a word, and so is each run of Hiragana, Katakana, Thai, Lao, Khmer or Burmese.
import { getOptions, makeClass, option, text as toText } from "./kit.js";
import { resolve, supportedLocales } from "./locale.js";

const is = (pattern) => {
  const regexp = new RegExp("^" + pattern + "$", "u");
  return (c) => regexp.test(c);
};

function classifier(table) {
  let tests;
  const cache = new Map();
  return (c) => {
    let found = cache.get(c);
    if (found !== undefined) return found;
    tests ??= table.map(([name, pattern]) => [name, is(pattern)]);
    found = "Other";
    for (const [name, test] of tests) {
      if (test(c)) {
        found = name;
        break;
      }
    }
    cache.set(c, found);
    return found;
  };
}

// ---- Graphemes -------------------------------------------------------------------------------------------------------

const graphemeClass = classifier([
  ["CR", "\\r"], ["LF", "\\n"], ["ZWJ", "\\u200d"],
  ["Prepend", "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u0d4e\\u{110bd}\\u{110cd}\\u{111c2}\\u{111c3}\\u{113d1}\\u{1193f}\\u{11941}\\u{11a84}-\\u{11a89}\\u{11d46}\\u{11f02}]"],
  ["Extend", "[\\p{Grapheme_Extend}\\p{Emoji_Modifier}\\u200c]"], ["RI", "\\p{Regional_Indicator}"],
  ["Control", "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]"], ["SpacingMark", "[\\p{Mc}\\u0e33\\u0eb3]"],
  ["L", "[\\u1100-\\u115f\\ua960-\\ua97c]"], ["V", "[\\u1160-\\u11a7\\ud7b0-\\ud7c6]"], ["T", "[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]"], ["H", "[\\uac00-\\ud7a3]"],
  ["Pict", "\\p{Extended_Pictographic}"],
]);
const isLinker = is("[\\u094d\\u09cd\\u0acd\\u0b4d\\u0c4d\\u0d4d]");
const isConsonant = is("[\\u0915-\\u0939\\u0958-\\u095f\\u0978-\\u097f\\u0995-\\u09a8\\u09aa-\\u09b0\\u09b2\\u09b6-\\u09b9\\u09dc\\u09dd\\u09df\\u09f0\\u09f1\\u0a95-\\u0aa8\\u0aaa-\\u0ab0\\u0ab2\\u0ab3\\u0ab5-\\u0ab9\\u0af9\\u0b15-\\u0b28\\u0b2a-\\u0b30\\u0b32\\u0b33\\u0b35-\\u0b39\\u0b5c\\u0b5d\\u0b5f\\u0b71\\u0c15-\\u0c28\\u0c2a-\\u0c39\\u0c58-\\u0c5a\\u0d15-\\u0d3a]");

const hangul = (c, name) => (name === "H" ? ((c.charCodeAt(0) - 0xac00) % 28 === 0 ? "LV" : "LVT") : name);

function charAt(text, at) {
  return String.fromCodePoint(text.codePointAt(at));
}

// Where the grapheme that begins at `at` ends.
function graphemeEnd(text, at) {
  let c = charAt(text, at);
  let end = at + c.length;
  let before = hangul(c, graphemeClass(c));
  let regional = before === "RI" ? 1 : 0;
  let pict = before === "Pict";
  let conjunct = isConsonant(c) ? 1 : 0; // 1: a consonant, 2: with a linker
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code >= 32 && code < 127 && before === "Other") return end;
    c = charAt(text, end);
    const now = hangul(c, graphemeClass(c));
    let joins = false;
    if (before === "CR") joins = now === "LF";
    else if (before === "LF" || before === "Control" || now === "CR" || now === "LF" || now === "Control") joins = false;
    else if (now === "Extend" || now === "ZWJ" || now === "SpacingMark" || before === "Prepend") joins = true;
    else if (before === "L") joins = now === "L" || now === "V" || now === "LV" || now === "LVT";
    else if (before === "LV" || before === "V") joins = now === "V" || now === "T";
    else if (before === "LVT" || before === "T") joins = now === "T";
    else if (before === "ZWJ" && pict && now === "Pict") joins = true;
    else if (before === "RI" && now === "RI") joins = regional % 2 === 1;
    if (!joins && conjunct === 2 && isConsonant(c)) joins = true;
    if (!joins) return end;
    if (now === "RI") regional++;
    if (now === "Pict") pict = true;
    else if (now !== "Extend" && now !== "ZWJ") pict = false;
    if (isConsonant(c)) conjunct = 1;
    else if (conjunct && isLinker(c)) conjunct = 2;
    else if (now !== "Extend" && now !== "ZWJ") conjunct = 0;
    before = now;
    end += c.length;
  }
  return end;
}

// ---- Words -----------------------------------------------------------------------------------------------------------

const wordClass = classifier([
  ["CR", "\\r"], ["LF", "\\n"], ["Newline", "[\\v\\f\\u0085\\u2028\\u2029]"], ["ZWJ", "\\u200d"],
  ["Space", "[\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u205f\\u3000]"],
  ["Extend", "[\\p{Grapheme_Extend}\\p{Mc}\\p{Emoji_Modifier}\\u200c]"], ["Numeric", "[\\u0600-\\u0605\\u06dd]"], ["Format", "(?=\\p{Cf})[^\\u200b\\u200c\\u200d]"], ["RI", "\\p{Regional_Indicator}"],
  ["Katakana", "[\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30a0\\u30fc\\uff70]"], ["Hiragana", "\\p{Script=Hiragana}"], ["Han", "[\\p{Script=Han}]"],
  ["Complex", "[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]"],
  ["Hebrew", "(?=\\p{Script=Hebrew})\\p{Lo}"], ["Single", "'"], ["Double", "\""], ["MidNumLet", "[.\\u2018\\u2019\\u2024\\ufe52\\uff07\\uff0e]"],
  ["MidLetter", "[\\u00b7\\u0387\\u055f\\u05f4\\u2027\\ufe13\\ufe55]"], ["Colon", "[:\\uff1a]"],
  ["MidNum", "[,;\\u037e\\u0589\\u060c\\u060d\\u066c\\u07f8\\u2044\\ufe10\\ufe14\\ufe50\\ufe54\\uff0c\\uff1b]"],
  ["Numeric", "[\\p{Nd}\\u066b\\u0600-\\u0605\\u06dd]"], ["Letter", "[\\p{Alphabetic}\\u02c2-\\u02c5\\u02d2-\\u02d7\\u02de\\u02df\\u02e5-\\u02eb\\u02ed\\u02ef-\\u02ff\\u055a-\\u055c\\u055e\\u058a\\u05f3]"],
  ["ExtendNumLet", "[\\p{Pc}\\u202f]"], ["Pict", "\\p{Extended_Pictographic}"],
]);

const letterLike = (name) => name === "Letter" || name === "Hebrew";
const wordLike = { Letter: true, Hebrew: true, Numeric: true, Katakana: true, Hiragana: true, Han: true, Complex: true };

// [end, whether it is like a word]
function wordEnd(text, at, colonJoins) {
  const classAt = (i) => {
    const name = wordClass(charAt(text, i));
    return name === "Colon" ? (colonJoins ? "MidLetter" : "Other") : name;
  };
  const skipped = (name) => name === "Extend" || name === "Format" || name === "ZWJ";
  const nextReal = (i) => { // the class of the next character that counts
    while (i < text.length) {
      const name = classAt(i);
      if (!skipped(name)) return name;
      i += charAt(text, i).length;
    }
    return "End";
  };
  let before = classAt(at); // the last class that counts
  let end = at + charAt(text, at).length;
  let like = wordLike[before] === true;
  if (before === "CR") return [end + (text[end] === "\n" ? 1 : 0), false];
  if (before === "LF" || before === "Newline") return [end, false];
  let regional = before === "RI" ? 1 : 0;
  let earlier = "";
  let raw = before;
  while (end < text.length) {
    const now = classAt(end);
    const after = () => nextReal(end + charAt(text, end).length);
    let joins = false;
    if (now === "CR" || now === "LF" || now === "Newline") joins = false;
    else if (raw === "ZWJ" && now === "Pict") joins = true;
    else if (raw === "Space" && now === "Space") joins = true;
    else if (skipped(now)) {
      end += charAt(text, end).length;
      raw = now;
      continue;
    } else if (letterLike(before) && letterLike(now)) joins = true;
    else if (letterLike(before) && (now === "MidLetter" || now === "MidNumLet" || now === "Single")) joins = letterLike(after()) || (before === "Hebrew" && now === "Single");
    else if (letterLike(earlier) && (before === "MidLetter" || before === "MidNumLet" || before === "Single") && letterLike(now)) joins = true;
    else if (before === "Hebrew" && now === "Double") joins = after() === "Hebrew";
    else if (earlier === "Hebrew" && before === "Double" && now === "Hebrew") joins = true;
    else if ((before === "Numeric" || letterLike(before)) && now === "Numeric") joins = true;
    else if (before === "Numeric" && letterLike(now)) joins = true;
    else if (before === "Numeric" && (now === "MidNum" || now === "MidNumLet" || now === "Single")) joins = after() === "Numeric";
    else if (earlier === "Numeric" && (before === "MidNum" || before === "MidNumLet" || before === "Single") && now === "Numeric") joins = true;
    else if (before === "Katakana" && now === "Katakana") joins = true;
    else if ((before === "Hiragana" && (now === "Hiragana" || charAt(text, end) === "\u30fc")) || (before === "Complex" && now === "Complex")) joins = true;
    else if ((letterLike(before) || before === "Numeric" || before === "Katakana" || before === "ExtendNumLet") && now === "ExtendNumLet") joins = true;
    else if (before === "ExtendNumLet" && (letterLike(now) || now === "Numeric" || now === "Katakana")) joins = true;
    else if (before === "RI" && now === "RI") joins = regional % 2 === 1;
    if (!joins) break;
    if (now === "RI") regional++;
    if (wordLike[now]) like = true;
    earlier = before;
    before = raw = now;
    end += charAt(text, end).length;
  }
  return [end, like];
}

// ---- Sentences -------------------------------------------------------------------------------------------------------

let sentence;
function sentenceEnd(text, at) {
  sentence ??= {
    stop: is("[.!?\\u2024\\u203c\\u203d\\u2047-\\u2049\\u3002\\u061f\\u06d4\\u0964\\u0965\\ufe52\\ufe56\\ufe57\\uff01\\uff0e\\uff1f\\uff61]"),
    maybe: is("[.\\u2024\\ufe52\\uff0e]"), close: is("[\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\"']"), space: is("[\\p{Zs}\\t]"), separator: is("[\\n\\u0085\\u2028\\u2029]"),
    lower: is("\\p{Lowercase}"), upper: is("[\\p{Uppercase}\\p{Lt}]"), digit: is("\\p{Nd}"), other: is("[\\p{Alphabetic}]"), go: is("[,\\-:;\\u055d\\u060c\\u060d\\u07f8\\u1802\\u1808\\u2013\\u2014\\u3001\\ufe10\\ufe11\\ufe13\\ufe31\\ufe32\\ufe50\\ufe51\\ufe55\\ufe58\\ufe63\\uff0c\\uff0d\\uff1a\\uff64]"),
    mark: is("[\\p{M}\\p{Cf}]"),
  };
  const test = sentence;
  let i = at;
  while (i < text.length) {
    let c = charAt(text, i);
    if (c === "\r") return i + (text[i + 1] === "\n" ? 2 : 1);
    if (test.separator(c)) return i + c.length;
    if (!test.stop(c)) {
      i += c.length;
      continue;
    }
    const previous = i > at ? charAt(text, i - (/[\udc00-\udfff]/.test(text[i - 1]) ? 2 : 1)) : "";
    let only = test.maybe(c);
    i += c.length;
    while (i < text.length && (test.stop((c = charAt(text, i))) || test.mark(c))) {
      only = test.stop(c) ? test.maybe(c) : only;
      i += c.length;
    }
    if (i >= text.length) return i;
    if (only && test.digit(c)) continue;
    if (only && test.upper(c) && (test.upper(previous) || test.lower(previous))) continue;
    let closed = i;
    while (closed < text.length && test.close((c = charAt(text, closed)))) closed += c.length;
    let spaced = closed;
    while (spaced < text.length && test.space((c = charAt(text, spaced)))) spaced += c.length;
    if (spaced < text.length) {
      c = charAt(text, spaced);
      if (c === "\r") return spaced + (text[spaced + 1] === "\n" ? 2 : 1);
      if (test.separator(c)) return spaced + 1;
      if (test.go(c) || test.stop(c)) {
        i = spaced;
        continue;
      }
      if (only) { // a full stop before a small letter ends nothing
        let k = spaced;
        while (k < text.length) {
          c = charAt(text, k);
          if (test.other(c) || test.stop(c) || test.separator(c) || c === "\r") break;
          k += c.length;
        }
        if (k < text.length && test.lower(c)) {
          i = spaced;
          continue;
        }
      }
    }
    return spaced;
  }
  return text.length;
}

// ---- The classes -----------------------------------------------------------------------------------------------------

function makeSegmenter(locales, given) {
  const options = getOptions(given);
  option(options, "localeMatcher", ["lookup", "best fit"], "best fit");
  const resolved = resolve(locales, [], {});
  return { locale: resolved.locale, granularity: option(options, "granularity", ["grapheme", "word", "sentence"], "grapheme"), colonJoins: true };
}

function segmentAt(s, text, at) {
  if (s.granularity === "word") {
    const [end, isWordLike] = wordEnd(text, at, s.colonJoins);
    return { segment: text.slice(at, end), index: at, input: text, isWordLike };
  }
  const end = s.granularity === "grapheme" ? graphemeEnd(text, at) : sentenceEnd(text, at);
  return { segment: text.slice(at, end), index: at, input: text };
}

const inside = new WeakMap(); // of the objects that segment() and their iterators are
const stateOf = (value) => {
  const found = inside.get(value);
  if (found === undefined) throw new TypeError("Method %Segments% called on incompatible receiver");
  return found;
};
const segmentsPrototype = {
  containing(index) {
    const { s, text } = stateOf(this);
    const at = Math.trunc(+index) || 0;
    if (at < 0 || at >= text.length) return undefined;
    let start = 0;
    for (;;) {
      const found = segmentAt(s, text, start);
      if (at < start + found.segment.length) return found;
      start += found.segment.length;
    }
  },
  [Symbol.iterator]() {
    const { s, text } = stateOf(this);
    const iterator = Object.create(iteratorPrototype);
    inside.set(iterator, { s, text, at: 0 });
    return iterator;
  },
};
const iteratorPrototype = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
Object.defineProperty(iteratorPrototype, "next", {
  value: { next() {
    const state = stateOf(this);
    if (state.at >= state.text.length) return { value: undefined, done: true };
    const value = segmentAt(state.s, state.text, state.at);
    state.at += value.segment.length;
    return { value, done: false };
  } }.next, writable: true, configurable: true,
});
Object.defineProperty(iteratorPrototype, Symbol.toStringTag, { value: "Segmenter String Iterator", configurable: true });
for (const key of Reflect.ownKeys(segmentsPrototype)) Object.defineProperty(segmentsPrototype, key, { enumerable: false });

export const Segmenter = makeClass("Segmenter", makeSegmenter, (state) => ({
  segment(text) {
    const s = state(this);
    const segments = Object.create(segmentsPrototype);
    inside.set(segments, { s, text: toText(text) });
    return segments;
  },
  resolvedOptions() {
    const { locale, granularity } = state(this);
    return { locale, granularity };
  },
}), { statics: { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } } }).Class;
