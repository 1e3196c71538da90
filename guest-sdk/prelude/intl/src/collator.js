// Intl.Collator: the root order of CLDR with the tailorings of the languages that have some.
import { collation } from "data";
import { booleanOption, makeClass, option, toOptions } from "./kit.js";
import { resolve, supportedLocales } from "./locale.js";

// Rules as CLDR writes them: &a<b (after a), <<< another case of it, << another accent of it, = the same.
const afterZ = "&[z]";
const rules = {
  sv: "&D<<đ<<<Đ<<ð<<<Ð&Y<<ü<<<Ü<<ű<<<Ű" + afterZ + "<å<<<Å<ä<<<Ä<<æ<<<Æ<<ę<<<Ę<ö<<<Ö<<ø<<<Ø<<ő<<<Ő<<œ<<<Œ<<ô<<<Ô",
  fi: "&D<<đ<<<Đ&N<<ŋ<<<Ŋ&T<<ŧ<<<Ŧ&Y<<ü<<<Ü" + afterZ + "<å<<<Å<ä<<<Ä<<æ<<<Æ<ö<<<Ö<<ø<<<Ø",
  da: "&D<<đ<<<Đ<<ð<<<Ð&Y<<ü<<<Ü<<ű<<<Ű" + afterZ + "<æ<<<Æ<<ä<<<Ä<ø<<<Ø<<ö<<<Ö<<ő<<<Ő<å<<<Å<<aa<<<Aa<<<AA",
  es: "&N<ñ<<<Ñ",
  pl: "&A<ą<<<Ą&C<ć<<<Ć&E<ę<<<Ę&L<ł<<<Ł&N<ń<<<Ń&O<ó<<<Ó&S<ś<<<Ś&Z<ź<<<Ź<ż<<<Ż",
  tr: "&C<ç<<<Ç&G<ğ<<<Ğ&[h]<ı<<<I&i<<<İ&O<ö<<<Ö&S<ş<<<Ş&U<ü<<<Ü",
  cs: "&C<č<<<Č&H<ch<<<cH<<<Ch<<<CH&R<ř<<<Ř&S<š<<<Š&Z<ž<<<Ž",
  hu: "&C<cs<<<Cs<<<CS&D<dz<<<Dz<<<DZ<dzs<<<Dzs<<<DZS&G<gy<<<Gy<<<GY&L<ly<<<Ly<<<LY&N<ny<<<Ny<<<NY&S<sz<<<Sz<<<SZ&T<ty<<<Ty<<<TY&Z<zs<<<Zs<<<ZS&O<ö<<<Ö<<ő<<<Ő&U<ü<<<Ü<<ű<<<Ű",
  ro: "&A<ă<<<Ă<â<<<Â&I<î<<<Î&S<ș=ş<<<Ș=Ş&T<ț=ţ<<<Ț=Ţ",
  uk: "&Г<ґ<<<Ґ",
  vi: "&A<ă<<<Ă<â<<<Â&D<đ<<<Đ&E<ê<<<Ê&O<ô<<<Ô<ơ<<<Ơ&U<ư<<<Ư",
};
rules.nb = rules.no = rules.da.replace("<ø<<<Ø", "<<ę<<<Ę<ø<<<Ø").replace("<<ő<<<Ő<å", "<<ő<<<Ő<<œ<<<Œ<å");
rules.az = rules.tr;
// Scripts that come before Latin in these languages: the first and the last letter of them.
const scripts = { ru: "аӏ", uk: "аӏ", bg: "аӏ", el: "αω", he: "את", ar: "ءي", hi: "अह", th: "กฮ", ja: "ぁん" };
const upperFirst = ["da"];
const hanTables = { zh: "zh", "zh-Hant": "zhHant", ja: "ja" };

// The elements of a character or contraction; a number is what loadRoot packed.
function elementsIn(map, key) {
  const found = map.get(key);
  if (typeof found !== "number") return found;
  const [primary, secondary, tertiary] = [Math.floor(found / 65536), Math.floor(found / 256) % 256, found % 256];
  const upper = key !== key.toLowerCase();
  // What differs by an accent has the letter's weight and one behind all accents.
  const elements = secondary === 0 ? [[primary, 0, tertiary, upper]] : [[primary, 0, tertiary, upper], [0, 5000 + secondary, 0, false]];
  map.set(key, elements);
  return elements;
}

// ---- The root --------------------------------------------------------------------------------------------------------

let root;
// character → its weights; a contraction's key is its text in NFD.
function loadRoot() {
  if (root !== undefined) return root;
  const map = new Map();
  const starts = new Set(); // first characters of contractions
  let primary = 0;
  let secondary = 0;
  let tertiary = 0;
  let mode = "";
  let composed = false;
  for (const c of collation.order) {
    if (c <= "\u0005") {
      if (c === "\u0005") composed = true;
      else mode = c;
      continue;
    }
    if (mode === "") {
      primary++;
      secondary = tertiary = 0;
    } else if (mode === "\u0002") {
      secondary++;
      tertiary = 0;
    } else if (mode === "\u0003") tertiary++;
    mode = "";
    let key = c;
    if (composed) {
      key = c.normalize("NFD");
      starts.add(key[0]);
      composed = false;
    }
    map.set(key, primary * 65536 + secondary * 256 + tertiary);
  }
  let mark = 0;
  mode = "";
  for (const c of collation.marks) {
    if (c === "\u0004") {
      mode = c;
      continue;
    }
    if (mode === "") mark++;
    mode = "";
    map.set(c, [[0, mark, 0, false]]);
  }
  for (const c of collation.ignorable) map.set(c, []);
  root = { map, starts, longest: 2, reorder: undefined, han: undefined, last: primary };
  root.cache = new Map();
  for (const entry of collation.expansions.split(" ")) {
    const [c, ...rest] = entry;
    const elements = rest.flatMap((letter) => elementsIn(map, letter) ?? []);
    // Two letters in one differ from the two by something like an accent.
    map.set(c, rest.length > 1 && elementsIn(map, rest[1])[0][0] > 0 ? [elements[0], [0, 4000, 0, false], ...elements.slice(1)] : elements);
  }
  return root;
}

const tables = new Map();
function tableOf(tag) {
  const language = tag.split("-")[0];
  const key = /^zh-(Hant|TW|HK|MO)/.test(tag) ? "zh-Hant" : language;
  let table = tables.get(key);
  if (table !== undefined) return table;
  const { map, starts, last } = loadRoot();
  table = { map, starts, longest: 2, reorder: undefined, han: undefined, last, cache: new Map() };
  if (language in rules) tailor(table, rules[language]);
  const [[latin]] = [elementsIn(map, language === "ja" ? "α" : "a")[0]];
  if (language in scripts) {
    const [from, to] = [...scripts[language]].map((letter) => elementsIn(map, letter)[0][0]);
    table.reorder = [from, to, latin];
  }
  if (key in hanTables) {
    const order = new Map();
    let i = 0;
    for (const c of collation[hanTables[key]]) order.set(c, ++i);
    table.han = { order, before: latin };
  }
  if (language === "ko") table.hangul = latin;
  tables.set(key, table);
  return table;
}

function tailor(table, text) {
  table.map = new Map(table.map);
  table.starts = new Set(table.starts);
  const { map } = table;
  for (const part of text.split("&").slice(1)) {
    const [anchor, ...items] = part.split(/(<<<|<<|<|=)/);
    const letter = anchor.replace(/[[\]]/g, "").toLowerCase();
    let [primary] = elementsIn(map, letter.normalize("NFD"))[0];
    let secondary = 0;
    let tertiary = 0;
    if (anchor[0] === "[") primary += 0.9; // after everything with this letter, before the next
    const anchorPrimary = primary;
    let steps = 0;
    for (let i = 0; i < items.length; i += 2) {
      const [relation, value] = [items[i], items[i + 1]];
      if (relation === "<") {
        primary = anchorPrimary + ++steps / 100;
        secondary = tertiary = 0;
      } else if (relation === "<<") {
        secondary++;
        tertiary = 0;
      } else if (relation === "<<<") tertiary++;
      const keyText = value.normalize("NFD");
      if (keyText.length > 1) {
        table.starts.add(keyText[0]);
        table.longest = Math.max(table.longest, keyText.length);
      }
      const upper = value !== value.toLowerCase();
      map.set(keyText, secondary === 0 ? [[primary, 0, tertiary, upper]] : [[primary, 0, tertiary, upper], [0, 5000 + secondary, 0, false]]);
    }
  }
}

// ---- Elements of a text ----------------------------------------------------------------------------------------------

const isHan = (code) => (code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3400 && code <= 0x4dbf) || (code >= 0x20000 && code <= 0x3ffff) || (code >= 0xf900 && code <= 0xfaff);

function elementsOf(table, c) {
  const code = c.codePointAt(0);
  if (isHan(code)) {
    const { han } = table;
    const rank = han?.order.get(c) ?? (code <= 0x9fff && code >= 0x4e00 ? 30000 : 60000) + (code - 0x3400) / 200000;
    const fraction = rank / 100000;
    return [[table.hangul !== undefined ? table.hangul - 0.1 + fraction / 11 : han?.before !== undefined ? han.before - 0.4 + fraction / 3 : table.last + 10 + fraction, 0, 0]];
  }
  const compatible = c.normalize("NFKD");
  if (compatible !== c) {
    const out = [];
    for (const part of compatible) {
      for (const element of lookUp(table, part)) out.push([element[0], element[1], element[2] + 0.5, element[3]]);
    }
    return out;
  }
  return [[table.last + 20 + code / 0x110000, 0, 0]];
}

function lookUp(table, c) {
  let found = elementsIn(table.map, c) ?? table.cache.get(c);
  if (found === undefined) table.cache.set(c, (found = elementsOf(table, c)));
  return found;
}

const isMark = /^\p{M}$/u;

function weigh(s, text) {
  const { table } = s;
  const out = [];
  const decomposed = /^[\0-\u02ff]*$/.test(text) && !/[\u00c0-\u02ff]/.test(text) ? text : text.normalize("NFD").replace(/[\u1100-\u11ff]+/g, (jamo) => jamo.normalize("NFC"));
  for (let i = 0; i < decomposed.length;) {
    const code = decomposed.codePointAt(i);
    const size = code > 0xffff ? 2 : 1;
    if (s.numeric && code >= 48 && code <= 57) {
      let end = i;
      while (decomposed[i] === "0" && decomposed[i + 1] >= "0" && decomposed[i + 1] <= "9") i++;
      end = i;
      while (decomposed[end] >= "0" && decomposed[end] <= "9") end++;
      const [zero] = elementsIn(table.map, "0")[0];
      out.push([zero + Math.min(end - i, 9000) / 10000, 0, 0]);
      for (; i < end; i++) out.push([1 + decomposed.charCodeAt(i) - 48, 0, 0]);
      continue;
    }
    let found;
    let taken = size;
    if (table.starts.has(decomposed[i])) {
      for (let length = table.longest; length > 1 && found === undefined; length--) {
        found = elementsIn(table.map, decomposed.slice(i, i + length));
        if (found !== undefined) taken = length;
      }
    }
    if (found === undefined && code >= 0xac00 && code <= 0xd7a3) {
      const kana = elementsIn(table.map, "\u3042")[0][0];
      const place = (code - 0xabff) / 12000;
      found = [[table.hangul !== undefined ? table.hangul - 1 + place * 0.8 : kana - 1 + place, 0, 0]];
    }
    found ??= lookUp(table, decomposed.slice(i, i + size));
    i += taken;
    for (const element of found) {
      let [primary] = element;
      if (primary > 0 && s.ignorePunctuation && primary < s.symbols) {
        while (i < decomposed.length && isMark.test(decomposed[i])) i++; // accents of what is ignored too
        continue;
      }
      if (table.reorder !== undefined && primary >= table.reorder[2]) {
        const [from, to, latin] = table.reorder;
        if (primary >= from && primary < to + 1) primary = latin - 1 + (primary - from + 1) / (to - from + 3) / 2;
      }
      out.push(primary === element[0] ? element : [primary, element[1], element[2], element[3]]);
    }
  }
  return out;
}

// ---- Comparing -------------------------------------------------------------------------------------------------------

function compareLevel(a, b, level) {
  let i = 0;
  let k = 0;
  for (;;) {
    if (level === 0) {
      while (i < a.length && a[i][0] === 0) i++;
      while (k < b.length && b[k][0] === 0) k++;
    }
    if (i >= a.length || k >= b.length) return i < a.length ? 1 : k < b.length ? -1 : 0;
    const x = a[i][level];
    const y = b[k][level];
    if (x !== y) return x < y ? -1 : 1;
    i++;
    k++;
  }
}

// Secondary weights: a letter without an accent weighs less than any accent.
function compareAccents(a, b) {
  const weights = (list) => list.map(([primary, secondary]) => (primary > 0 ? 0.5 : secondary));
  const x = weights(a);
  const y = weights(b);
  for (let i = 0; i < x.length || i < y.length; i++) {
    if (i >= x.length) return -1;
    if (i >= y.length) return 1;
    if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

function compareCases(a, b, caseFirst, onlyCase) {
  const weight = ([primary, , tertiary, upper]) => {
    if (onlyCase && primary === 0) return undefined;
    if (onlyCase) return upper ? 1 : 0;
    return caseFirst === "upper" && upper ? tertiary - 10 : tertiary;
  };
  const x = a.map(weight).filter((value) => value !== undefined);
  const y = b.map(weight).filter((value) => value !== undefined);
  for (let i = 0; i < x.length && i < y.length; i++) if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

export const fast = { compare: undefined };

export function compare(s, a, b) {
  if (a === b) return 0;
  if (s.simple) {
    const result = fast.compare?.(a, b, s.numeric, s.sensitivity);
    if (result !== undefined) return result;
  }
  s.table ??= tableOf(s.tag);
  s.symbols ??= elementsIn(s.table.map, "`")[0][0];
  const x = weigh(s, a);
  const y = weigh(s, b);
  let result = compareLevel(x, y, 0);
  if (result === 0 && (s.sensitivity === "accent" || s.sensitivity === "variant")) result = compareAccents(x, y);
  if (result === 0 && (s.sensitivity === "case" || s.sensitivity === "variant")) result = compareCases(x, y, s.caseFirst, s.sensitivity === "case");
  return result;
}

// ---- The class -------------------------------------------------------------------------------------------------------

const valid = {
  co: () => false,
  kn: (value) => value === "" || value === "false" || value === true || value === false,
  kf: (value) => ["upper", "lower", "false"].includes(value),
};

export function makeCollator(locales, given) {
  const options = toOptions(given);
  const s = { __proto__: null, usage: option(options, "usage", ["sort", "search"], "sort") };
  option(options, "localeMatcher", ["lookup", "best fit"], "best fit");
  const numeric = booleanOption(options, "numeric", undefined);
  const kf = option(options, "caseFirst", ["upper", "lower", "false"], undefined);
  const kn = numeric === undefined ? undefined : numeric ? "" : "false";
  const resolved = resolve(locales, ["co", "kn", "kf"], { kn, kf }, valid);
  s.locale = resolved.locale;
  s.tag = resolved.tag;
  const language = s.tag.split("-")[0];
  s.sensitivity = option(options, "sensitivity", ["base", "accent", "case", "variant"], "variant");
  s.ignorePunctuation = booleanOption(options, "ignorePunctuation", language === "th");
  s.collation = "default";
  s.numeric = resolved.kn === "";
  s.caseFirst = resolved.kf ?? (upperFirst.includes(language) ? "upper" : "false");
  s.simple = !(language in rules) && !(language in scripts) && !s.ignorePunctuation && s.caseFirst !== "upper";
  return s;
}

export const Collator = makeClass("Collator", makeCollator, (state) => ({
  get compare() {
    const s = state(this);
    return (s.bound ??= (0, (a, b) => compare(s, String(a), String(b))));
  },
  resolvedOptions() {
    const { locale, usage, sensitivity, ignorePunctuation, collation, numeric, caseFirst } = state(this);
    return { locale, usage, sensitivity, ignorePunctuation, collation, numeric, caseFirst };
  },
}), { callable: true, statics: { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } } }).Class;

const collators = new Map();
export function compareWith(a, b, locales, options) {
  if (options !== undefined || (locales !== undefined && typeof locales !== "string")) return compare(makeCollator(locales, options), a, b);
  const key = locales ?? "";
  let s = collators.get(key);
  if (s === undefined) collators.set(key, (s = makeCollator(locales, undefined)));
  return compare(s, a, b);
}
