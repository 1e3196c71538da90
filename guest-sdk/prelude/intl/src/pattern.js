// Finds the date pattern for what options ask for, as ICU's DateTimePatternGenerator does with CLDR's available formats.
import { section } from "./data.js";

// Fields in ICU's order; a skeleton is a list of types and lengths by field.
const ERA = 0, YEAR = 1, QUARTER = 2, MONTH = 3, WEEK = 4, WEEK_OF_MONTH = 5, WEEKDAY = 6, DAY_OF_YEAR = 7, DAY_IN_MONTH = 8, DAY = 9;
const DAYPERIOD = 10, HOUR = 11, MINUTE = 12, SECOND = 13, FRACTION = 14, ZONE = 15, FIELDS = 16;
const NARROW = -0x101, SHORTER = -0x102, SHORT = -0x103, LONG = -0x104, NUMERIC = 0x100, DELTA = 0x10;
const DATE_MASK = (1 << DAYPERIOD) - 1;
const TIME_MASK = ((1 << FIELDS) - 1) & ~DATE_MASK;

const rows = { // letter → [field, [least length, type], …]
  G: [ERA, [1, SHORT], [4, LONG], [5, NARROW]], y: [YEAR, [1, NUMERIC]], Y: [YEAR, [1, NUMERIC + DELTA]], u: [YEAR, [1, NUMERIC + 2 * DELTA]],
  r: [YEAR, [1, NUMERIC + 3 * DELTA]], U: [YEAR, [1, SHORT], [4, LONG], [5, NARROW]],
  Q: [QUARTER, [1, NUMERIC], [3, SHORT], [4, LONG], [5, NARROW]], q: [QUARTER, [1, NUMERIC + DELTA], [3, SHORT - DELTA], [4, LONG - DELTA], [5, NARROW - DELTA]],
  M: [MONTH, [1, NUMERIC], [3, SHORT], [4, LONG], [5, NARROW]], L: [MONTH, [1, NUMERIC + DELTA], [3, SHORT - DELTA], [4, LONG - DELTA], [5, NARROW - DELTA]],
  w: [WEEK, [1, NUMERIC]], W: [WEEK_OF_MONTH, [1, NUMERIC]],
  E: [WEEKDAY, [1, SHORT], [4, LONG], [5, NARROW], [6, SHORTER]],
  c: [WEEKDAY, [1, NUMERIC + 2 * DELTA], [3, SHORT - 2 * DELTA], [4, LONG - 2 * DELTA], [5, NARROW - 2 * DELTA], [6, SHORTER - 2 * DELTA]],
  e: [WEEKDAY, [1, NUMERIC + DELTA], [3, SHORT - DELTA], [4, LONG - DELTA], [5, NARROW - DELTA], [6, SHORTER - DELTA]],
  d: [DAY, [1, NUMERIC]], D: [DAY_OF_YEAR, [1, NUMERIC]], F: [DAY_IN_MONTH, [1, NUMERIC]],
  a: [DAYPERIOD, [1, SHORT], [4, LONG], [5, NARROW]], b: [DAYPERIOD, [1, SHORT - DELTA], [4, LONG - DELTA], [5, NARROW - DELTA]],
  B: [DAYPERIOD, [1, SHORT - 3 * DELTA], [4, LONG - 3 * DELTA], [5, NARROW - 3 * DELTA]],
  H: [HOUR, [1, NUMERIC + 10 * DELTA]], k: [HOUR, [1, NUMERIC + 11 * DELTA]], h: [HOUR, [1, NUMERIC]], K: [HOUR, [1, NUMERIC + DELTA]],
  m: [MINUTE, [1, NUMERIC]], s: [SECOND, [1, NUMERIC]], A: [SECOND, [1, NUMERIC + DELTA]], S: [FRACTION, [1, NUMERIC]],
  v: [ZONE, [1, SHORT - 2 * DELTA], [4, LONG - 2 * DELTA]], z: [ZONE, [1, SHORT], [4, LONG]],
  Z: [ZONE, [1, NARROW - DELTA], [4, LONG - DELTA], [5, SHORT - DELTA]], O: [ZONE, [1, SHORT - DELTA], [4, LONG - DELTA]],
  V: [ZONE, [1, SHORT - DELTA], [2, LONG - DELTA], [3, LONG - 1 - DELTA], [4, LONG - 2 - DELTA]],
  X: [ZONE, [1, NARROW - DELTA], [2, SHORT - DELTA], [4, LONG - DELTA]], x: [ZONE, [1, NARROW - DELTA], [2, SHORT - DELTA], [4, LONG - DELTA]],
};

function rowOf(letter, length) {
  const row = rows[letter];
  let found = row[1];
  for (let i = 2; i < row.length; i++) if (row[i][0] <= length) found = row[i];
  return [row[0], found[1], found[0]];
}

// A pattern as a list of fields ("MMM") and literals ({ text }).
const itemCache = new Map();
export function itemsOf(pattern) {
  let items = itemCache.get(pattern);
  if (items !== undefined) return items;
  items = [];
  let literal = "";
  const flush = () => {
    if (literal) items.push({ text: literal });
    literal = "";
  };
  for (let i = 0; i < pattern.length;) {
    const c = pattern[i];
    if (c === "'") {
      if (pattern[i + 1] === "'") {
        literal += "'";
        i += 2;
        continue;
      }
      i++;
      while (i < pattern.length) {
        if (pattern[i] === "'") {
          if (pattern[i + 1] !== "'") break;
          i++;
        }
        literal += pattern[i++];
      }
      i++;
    } else if (/[a-zA-Z]/.test(c)) {
      flush();
      let end = i;
      while (pattern[end] === c) end++;
      items.push(pattern.slice(i, end));
      i = end;
    } else {
      literal += c;
      i++;
    }
  }
  flush();
  itemCache.set(pattern, items);
  return items;
}

export const quote = (text) => (/[a-zA-Z']/.test(text) ? "'" + text.replace(/'/g, "''") + "'" : text);
export const patternOf = (items) => items.map((item) => (typeof item === "string" ? item : quote(item.text))).join("");

// { types, letters, lengths } by field; base: the skeleton with each field at its least length.
function skeletonOf(text) {
  const s = { __proto__: null, types: new Array(FIELDS).fill(0), letters: new Array(FIELDS).fill(""), lengths: new Array(FIELDS).fill(0), bases: new Array(FIELDS).fill("") };
  for (const item of itemsOf(text)) {
    if (typeof item !== "string" || !(item[0] in rows)) continue;
    set(s, item[0], item.length);
  }
  if (s.lengths[MINUTE] && s.lengths[FRACTION] && !s.lengths[SECOND]) set(s, "s", 1);
  if (s.lengths[HOUR]) {
    if (s.letters[HOUR] === "h" || s.letters[HOUR] === "K") {
      if (!s.lengths[DAYPERIOD]) {
        set(s, "a", 1);
        s.addedDayPeriod = true;
      }
    } else if (s.lengths[DAYPERIOD]) {
      s.types[DAYPERIOD] = s.lengths[DAYPERIOD] = 0;
      s.letters[DAYPERIOD] = s.bases[DAYPERIOD] = "";
    }
  }
  return s;
}

function set(s, letter, length) {
  const [field, type, least] = rowOf(letter, length);
  s.types[field] = type > 0 ? type + length : type;
  s.letters[field] = letter;
  s.lengths[field] = length;
  s.bases[field] = letter.repeat(least);
}

const textOf = (s) => s.letters.map((letter, i) => (i === DAYPERIOD && s.addedDayPeriod ? "" : letter.repeat(s.lengths[i]))).join("");
const baseOf = (s) => s.bases.map((base, i) => (i === DAYPERIOD && s.addedDayPeriod ? "" : base)).join("");

const appendKeys = ["Era", "Year", "Quarter", "Month", "Week", "Week", "Day-Of-Week", "Day", "Day-Of-Week", "Day", "", "Hour", "Minute", "Second", "", "Timezone"];
const appendNames = ["era", "year", "quarter", "month", "week", "F5", "weekday", "F7", "F8", "day", "dayperiod", "hour", "minute", "second", "F14", "zone"];

const generators = new Map();
export function generatorOf(tag) {
  let generator = generators.get(tag);
  if (generator === undefined) generators.set(tag, (generator = new Generator(tag)));
  return generator;
}

class Generator {
  constructor(tag) {
    this.tag = tag;
    this.data = section(tag, "d");
    this.entries = []; // { skeleton, text, base, pattern, specified }
    this.best = new Map();
    this.byBase = new Map();
    this.byText = new Map();
    for (const letter of "GyQMwWEdDFaHmsSv") this.add(letter, undefined, false);
    for (let i = 0; i < 4; i++) {
      this.add(this.data.df[i], undefined, false);
      this.add(this.data.tf[i], undefined, false);
    }
    for (const key of Object.keys(this.data.av).sort()) this.add(this.data.av[key], key, true);
    // The order in which ICU looks: by the first letter of the base skeleton.
    const rank = (entry) => entry.base.charCodeAt(0);
    this.entries = this.entries.map((entry, i) => [entry, i]).sort((a, b) => rank(a[0]) - rank(b[0]) || a[1] - b[1]).map(([entry]) => entry);
  }

  add(pattern, key, override) {
    const skeleton = skeletonOf(key ?? pattern);
    const base = baseOf(skeleton);
    const text = textOf(skeleton);
    const sameBase = this.byBase.get(base);
    if (sameBase !== undefined && (!sameBase.specified || (key !== undefined && !override)) && !override) return;
    const same = this.byText.get(text);
    if (same !== undefined && (!override || (key !== undefined && same.specified))) return;
    if (same !== undefined && same.base === base) {
      same.pattern = pattern;
      same.specified = key !== undefined;
      return;
    }
    const entry = { skeleton, base, text, pattern, specified: key !== undefined };
    this.entries.push(entry);
    if (sameBase === undefined) this.byBase.set(base, entry);
    if (same === undefined) this.byText.set(text, entry);
  }

  // [entry, missing fields, extra fields]
  find(wanted, mask) {
    let distance = Infinity;
    let bestMissing = -1;
    let found;
    for (const entry of this.entries) {
      let now = 0;
      let missing = 0;
      let extra = 0;
      const { types } = entry.skeleton;
      for (let i = 0; i < FIELDS; i++) {
        const mine = (mask & (1 << i)) === 0 ? 0 : wanted.types[i];
        const other = types[i];
        if (mine === other) continue;
        if (mine === 0) {
          now += 0x10000;
          extra |= 1 << i;
        } else if (other === 0) {
          now += 0x1000;
          missing |= 1 << i;
        } else now += Math.abs(mine - other);
      }
      if (now < distance || (now === distance && bestMissing < missing)) {
        distance = now;
        bestMissing = missing;
        found = [entry, missing, extra];
        if (now === 0) break;
      }
    }
    return found;
  }

  // The pattern with the letters and lengths that were asked for.
  adjust(pattern, specified, wanted, fixFraction = false) {
    return patternOf(itemsOf(pattern).map((item) => {
      if (typeof item !== "string" || !(item[0] in rows)) return item;
      const [field, type] = rowOf(item[0], item.length);
      if (fixFraction && field === SECOND) return item + this.decimal + "S".repeat(wanted.lengths[FRACTION]);
      if (wanted.types[field] === 0) return item;
      const letter = wanted.letters[field];
      let length = wanted.lengths[field];
      if (letter === "E" && length < 3) length = 3;
      let adjusted = length;
      if (field === MINUTE || field === SECOND || (field === HOUR && !this.matchHour)) adjusted = item.length;
      else if (specified && letter !== "c" && letter !== "e") {
        const numeric = type > 0;
        const wantsNumeric = wanted.types[field] > 0;
        if (specified.lengths[field] === length || numeric !== wantsNumeric) adjusted = item.length;
      }
      const c = field !== HOUR && field !== MONTH && field !== WEEKDAY && (field !== YEAR || letter === "Y") ? letter : item[0];
      return c.repeat(adjusted);
    }));
  }

  get decimal() {
    const numbers = section(this.tag, "n");
    return (numbers.s[numbers.nu] ?? numbers.s.latn).sym[0];
  }

  appending(wanted, mask) {
    if (mask === 0) return undefined;
    let [entry, missing] = this.find(wanted, mask);
    const specified = entry.specified ? entry.skeleton : undefined;
    let result = this.adjust(entry.pattern, specified, wanted);
    const both = (1 << SECOND) | (1 << FRACTION);
    while (missing !== 0) {
      if ((missing & both) === 1 << FRACTION && (mask & both) === both) {
        result = this.adjust(result, specified, wanted, true);
        missing &= ~(1 << FRACTION);
        continue;
      }
      const before = missing;
      const [next, stillMissing] = this.find(wanted, missing);
      const pattern = this.adjust(next.pattern, next.specified ? next.skeleton : undefined, wanted);
      const found = before & ~stillMissing;
      if (found === 0) break;
      const field = 31 - Math.clz32(found);
      const append = this.data.ap[appendKeys[field]];
      const name = section(this.tag, "f")[appendNames[field]]?.long?.n ?? appendNames[field];
      result = (append ?? "{0} ├{2}: {1}┤").replace(/\{(\d)\}/g, (all, n) => [result, pattern, "'" + name + "'"][n]);
      missing = stillMissing;
    }
    return result;
  }

  // Where `matchHour` is false the locale says how wide hours are.
  pattern(text, matchHour = true) {
    const key = matchHour ? text : text + "!";
    let result = this.best.get(key);
    if (result === undefined) {
      this.matchHour = matchHour;
      this.best.set(key, (result = this.findBest(text)));
    }
    return result;
  }

  findBest(text) {
    const wanted = skeletonOf(text);
    const [entry, missing, extra] = this.find(wanted, -1);
    if (missing === 0 && extra === 0) return this.adjust(entry.pattern, entry.specified ? entry.skeleton : undefined, wanted);
    let needed = 0;
    for (let i = 0; i < FIELDS; i++) if (wanted.types[i] !== 0) needed |= 1 << i;
    const date = this.appending(wanted, needed & DATE_MASK);
    const time = this.appending(wanted, needed & TIME_MASK);
    if (date === undefined || time === undefined) return date ?? time ?? "";
    const months = wanted.lengths[MONTH];
    const style = months === 4 ? (wanted.lengths[WEEKDAY] ? 0 : 1) : months === 3 ? 2 : 3;
    return glue(this.data.at[style], date, time);
  }
}

// "{1} 'at' {0}" of patterns
export const glue = (pattern, date, time) => pattern.replace(/\{([01])\}/g, (all, n) => (n === "1" ? date : time));

// The skeleton of a pattern, as ICU's getSkeleton gives it.
export function skeletonText(pattern) {
  const s = skeletonOf(pattern);
  return textOf({ ...s });
}
