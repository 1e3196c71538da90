// Intl.DateTimeFormat.
import { dayPeriods as dayPeriodText } from "data";
import { section } from "./data.js";
import { booleanOption, join, lazy, makeClass, numberOption, option, push, toOptions } from "./kit.js";
import { digitsOf, hourCycleOf, resolve, supportedLocales } from "./locale.js";
import { generatorOf, glue, itemsOf, patternOf, skeletonText } from "./pattern.js";
import { canonicalZone, offsetAt, zoneName } from "./zone.js";

const dayPeriodRules = lazy(dayPeriodText);
export const environment = { timeZone: () => "UTC", now: () => 0 };

// ---- Options ---------------------------------------------------------------------------------------------------------

const text3 = ["narrow", "short", "long"];
const numeric2 = ["2-digit", "numeric"];
const components = [
  ["weekday", text3], ["era", text3], ["year", numeric2], ["month", ["2-digit", "numeric", ...text3]], ["day", numeric2],
  ["dayPeriod", text3], ["hour", numeric2], ["minute", numeric2], ["second", numeric2], ["fractionalSecondDigits"],
  ["timeZoneName", ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"]],
];
const letters = {
  weekday: { narrow: "EEEEE", long: "EEEE", short: "EEE" }, era: { narrow: "GGGGG", long: "GGGG", short: "GGG" }, year: { "2-digit": "yy", numeric: "y" },
  month: { narrow: "MMMMM", long: "MMMM", short: "MMM", "2-digit": "MM", numeric: "M" }, day: { "2-digit": "dd", numeric: "d" },
  dayPeriod: { narrow: "BBBBB", long: "BBBB", short: "B" }, minute: { "2-digit": "mm", numeric: "m" }, second: { "2-digit": "ss", numeric: "s" },
  timeZoneName: { long: "zzzz", short: "z", longOffset: "OOOO", shortOffset: "O", longGeneric: "vvvv", shortGeneric: "v" },
};
const hourLetter = { h11: "K", h12: "h", h23: "H", h24: "k" };
const styles = ["full", "long", "medium", "short"];
const isType = /^[a-z\d]{3,8}(-[a-z\d]{3,8})*$/i;

export function makeDateTimeFormat(locales, given, needs = "any", fills = "date") {
  const options = toOptions(given);
  option(options, "localeMatcher", ["lookup", "best fit"], "best fit");
  const ca = option(options, "calendar", undefined, undefined);
  if (ca !== undefined && !isType.test(ca)) throw new RangeError("Invalid calendar : " + ca);
  const nu = option(options, "numberingSystem", undefined, undefined);
  if (nu !== undefined && !isType.test(nu)) throw new RangeError("Invalid numberingSystem : " + nu);
  const hour12 = booleanOption(options, "hour12", undefined);
  let hc = option(options, "hourCycle", ["h11", "h12", "h23", "h24"], undefined);
  if (hour12 !== undefined) hc = null;
  const resolved = resolve(locales, ["ca", "hc", "nu"], { ca, hc, nu });
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag, calendar: resolved.ca ?? "gregory" };
  const zone = options.timeZone;
  if (zone === undefined) s.timeZone = canonicalZone(environment.timeZone()) ?? "UTC";
  else {
    s.timeZone = canonicalZone(String(zone));
    if (s.timeZone === undefined) throw new RangeError("Invalid time zone specified: " + zone);
  }
  let hasExplicit = false;
  for (const [name, values] of components) {
    const value = values === undefined ? numberOption(options, name, 1, 3, undefined) : option(options, name, values, undefined);
    s[name] = value;
    if (value !== undefined) hasExplicit = true;
  }
  option(options, "formatMatcher", ["basic", "best fit"], "best fit");
  s.dateStyle = option(options, "dateStyle", styles, undefined);
  s.timeStyle = option(options, "timeStyle", styles, undefined);
  if (s.dateStyle !== undefined || s.timeStyle !== undefined) {
    if (hasExplicit) throw new TypeError("Can't set option " + components.find(([name]) => s[name] !== undefined)[0] + " when " + (s.dateStyle ? "dateStyle" : "timeStyle") + " is used");
    if (needs === "date" && s.timeStyle !== undefined) throw new TypeError("Invalid option : timeStyle");
    if (needs === "time" && s.dateStyle !== undefined) throw new TypeError("Invalid option : dateStyle");
  } else {
    const hasDate = s.weekday !== undefined || s.year !== undefined || s.month !== undefined || s.day !== undefined;
    const hasTime = s.dayPeriod !== undefined || s.hour !== undefined || s.minute !== undefined || s.second !== undefined || s.fractionalSecondDigits !== undefined;
    const missing = needs === "date" ? !hasDate : needs === "time" ? !hasTime : !hasDate && !hasTime;
    if (missing && (fills === "date" || fills === "all")) s.year = s.month = s.day = "numeric";
    if (missing && (fills === "time" || fills === "all")) s.hour = s.minute = s.second = "numeric";
  }
  const numbers = section(s.tag, "n");
  s.numberingSystem = resolved.nu ?? numbers.nu;
  s.table = numbers.s[s.numberingSystem] ?? numbers.s.latn;
  s.digits = s.numberingSystem === "latn" ? undefined : [...digitsOf()[s.numberingSystem]];
  const byDefault = hourCycleOf(s.tag);
  if (hour12 !== undefined) {
    const zeroBased = byDefault === "h11" || byDefault === "h23";
    hc = hour12 ? (zeroBased ? "h11" : "h12") : zeroBased ? "h23" : "h24";
  } else hc = resolved.hc ?? byDefault;
  if (s.hour === undefined && s.timeStyle === undefined) hc = undefined;
  s.hourCycle = hc;
  s.pattern = choosePattern(s);
  s.items = itemsOf(s.pattern);
  return s;
}

function withHourCycle(pattern, hc) {
  if (hc === undefined) return pattern;
  let previous;
  return patternOf(itemsOf(pattern).flatMap((item) => {
    if (typeof item !== "string") {
      previous = undefined;
      return [item];
    }
    const isHour = /^[hHkK]/.test(item);
    const out = isHour ? [...(previous === "d" ? [{ text: " " }] : []), hourLetter[hc].repeat(item.length)] : [item];
    previous = item[0];
    return out;
  }));
}

function choosePattern(s) {
  const generator = generatorOf(s.tag);
  const { data } = generator;
  if (s.dateStyle !== undefined || s.timeStyle !== undefined) {
    const date = data.df[styles.indexOf(s.dateStyle)];
    const time = data.tf[styles.indexOf(s.timeStyle)];
    const pattern = date !== undefined && time !== undefined ? glue(data.at[styles.indexOf(s.dateStyle)], date, time) : date ?? time;
    const used = itemsOf(pattern).find((item) => typeof item === "string" && /[hHkK]/.test(item[0]));
    if (used === undefined || used[0] === hourLetter[s.hourCycle]) return pattern;
    const skeleton = withHourCycle(skeletonText(pattern), s.hourCycle);
    return withHourCycle(generator.pattern(skeleton), s.hourCycle);
  }
  let skeleton = "";
  for (const [name] of components) {
    const value = s[name];
    if (value === undefined) continue;
    if (name === "hour") skeleton += value === "2-digit" ? hourLetter[s.hourCycle].repeat(2) : hourLetter[s.hourCycle];
    else if (name === "fractionalSecondDigits") skeleton += "S".repeat(value);
    else skeleton += letters[name][value];
  }
  s.skeleton = skeleton;
  return withHourCycle(generator.pattern(skeleton), s.hourCycle);
}

// ---- Formatting ------------------------------------------------------------------------------------------------------

export function timeClip(value) {
  const time = Number(value);
  if (!(Math.abs(time) <= 8.64e15)) throw new RangeError("Invalid time value");
  return Math.trunc(time) + 0;
}

// The fields of a time in the zone of the format.
function fieldsOf(s, ms) {
  const [offset] = offsetAt(s.timeZone, ms);
  const local = new Date(ms + offset * 1000);
  const shifted = Number.isNaN(local.getTime()) ? new Date(ms) : local;
  return {
    ms, year: shifted.getUTCFullYear(), month: shifted.getUTCMonth(), day: shifted.getUTCDate(), weekday: shifted.getUTCDay(),
    hour: shifted.getUTCHours(), minute: shifted.getUTCMinutes(), second: shifted.getUTCSeconds(), milli: shifted.getUTCMilliseconds(),
  };
}

function dayPeriodOf(s, f, hasMinute, hasSecond, letter) {
  const language = s.tag.split("-")[0];
  const rules = dayPeriodRules()[s.tag] ?? dayPeriodRules()[language] ?? [];
  const sharp = (!hasMinute || f.minute === 0) && (!hasSecond || f.second === 0);
  if (sharp) {
    const exact = rules.find((rule) => rule.length === 2 && rule[1] === f.hour && rule[0] !== "midnight"); // as ICU 78: midnight is night
    if (exact) return exact[0];
  }
  if (letter === "b") return f.hour < 12 ? "am" : "pm";
  const found = rules.find(([, from, before]) => before !== undefined && (from < before ? f.hour >= from && f.hour < before : f.hour >= from || f.hour < before));
  return found ? found[0] : f.hour < 12 ? "am" : "pm";
}
const dayPeriodNames = [
  "am", "pm", "midnight", "noon", "morning1", "morning2", "afternoon1", "afternoon2", "evening1", "evening2", "night1", "night2",
];

const partTypes = {
  G: "era", y: "year", u: "year", r: "relatedYear", U: "yearName", Q: "literal", q: "literal", M: "month", L: "month", E: "weekday", c: "weekday", e: "weekday", d: "day",
  a: "dayPeriod", b: "dayPeriod", B: "dayPeriod", h: "hour", H: "hour", K: "hour", k: "hour", m: "minute", s: "second", S: "fractionalSecond",
  z: "timeZoneName", O: "timeZoneName", v: "timeZoneName", V: "timeZoneName",
};

function toDigits(s, text) {
  if (s.digits === undefined) return text;
  return text.replace(/\d/g, (digit) => s.digits[digit]);
}

const widthKey = (n) => (n === 4 ? "4" : n === 5 ? "5" : "3");
const nameOf = (table, context, n, index) => (table[context + widthKey(n)] ?? table["f" + widthKey(n)])[index];

function fieldText(s, f, item, items) {
  const n = item.length;
  const { data } = (s.generator ??= generatorOf(s.tag));
  const number = (value, length) => toDigits(s, String(value).padStart(length, "0"));
  switch (item[0]) {
    case "G": return data.e[n === 4 ? 1 : n === 5 ? 2 : 0][f.year > 0 ? 1 : 0];
    case "y": {
      const year = f.year > 0 ? f.year : 1 - f.year;
      return n === 2 ? number(year % 100, 2) : number(year, n);
    }
    case "u": case "r": case "Y": return number(f.year, n);
    case "Q": case "q": return n < 3 ? number(Math.floor(f.month / 3) + 1, n) : nameOf(data.q, item[0] === "q" ? "s" : "f", n, Math.floor(f.month / 3));
    case "M": return n < 3 ? number(f.month + 1, n) : nameOf(data.m, "f", n, f.month);
    case "L": return n < 3 ? number(f.month + 1, n) : nameOf(data.m, "s", n, f.month);
    case "E": return nameOf(data.d, "f", n, f.weekday);
    case "c": case "e": return n < 3 ? number(f.weekday + 1, n) : nameOf(data.d, item[0] === "c" ? "s" : "f", n, f.weekday);
    case "d": return number(f.day, n);
    case "a": return nameOf(data.p, "f", n, f.hour < 12 ? 0 : 1);
    case "b": case "B": {
      const has = (letter) => items.some((other) => other[0] === letter);
      const name = dayPeriodOf(s, f, has("m"), has("s"), item[0]);
      let text = nameOf(data.p, "f", n, dayPeriodNames.indexOf(name));
      if (!text && (name === "midnight" || name === "noon")) text = nameOf(data.p, "f", n, dayPeriodNames.indexOf(dayPeriodOf(s, { ...f, minute: 1 }, true, true, item[0])));
      return text || nameOf(data.p, "f", n, f.hour < 12 ? 0 : 1);
    }
    case "H": return number(f.hour, n);
    case "k": return number(f.hour || 24, n);
    case "K": return number(f.hour % 12, n);
    case "h": return number(f.hour % 12 || 12, n);
    case "m": return number(f.minute, n);
    case "s": return number(f.second, n);
    case "S": return toDigits(s, String(f.milli).padStart(3, "0").padEnd(n, "0").slice(0, n));
    case "z": case "O": case "v": return zoneName(s.tag, s.timeZone, f.ms, item[0] + (n === 4 ? item[0].repeat(3) : ""), (text) => toDigits(s, text));
    default: return "";
  }
}

// V8's format (not its parts and ranges) shows a plain space where CLDR has U+202F.
const plainSpace = (text) => (text.includes("\u202f") ? text.replace(/\u202f/g, " ") : text);

function partsOf(s, items, f, source) {
  const parts = [];
  for (const item of items) {
    const isField = typeof item === "string";
    const type = isField ? partTypes[item[0]] ?? "literal" : "literal";
    const value = isField ? fieldText(s, f, item, items) : item.text;
    if (value === "") continue;
    const last = parts[parts.length - 1];
    if (type === "literal" && last?.type === "literal") last.value += value;
    else parts.push(source === undefined ? { type, value } : { type, value, source });
  }
  return parts;
}

function formatTime(s, ms) {
  const f = fieldsOf(s, ms);
  const { items } = s;
  let out = "";
  for (const item of items) out += typeof item === "string" ? fieldText(s, f, item, items) : item.text;
  return plainSpace(out);
}

const now = () => environment.now();
const toTime = (value) => timeClip(value === undefined ? now() : value);

// ---- Ranges ----------------------------------------------------------------------------------------------------------

const order = ["G", "y", "M", "d", "a", "h", "m", "s", "S"];
const keys = { G: "year", y: "year", M: "month", d: "day", a: "hour", h: "hour", m: "minute", s: "second", S: "milli" };

function difference(a, b) {
  for (const letter of order) {
    let [x, y] = [a[keys[letter]], b[keys[letter]]];
    if (letter === "G") [x, y] = [x > 0, y > 0];
    if (letter === "a") [x, y] = [x < 12, y < 12];
    if (x !== y) return letter;
  }
  return undefined;
}

const isTimeLetter = /[aAbBhHkKmsSzvOVXxZ]/;
const splitSkeleton = (skeleton) => [[...skeleton].filter((c) => !isTimeLetter.test(c)).join(""), [...skeleton].filter((c) => isTimeLetter.test(c)).join("")];
const count = (text, letter) => text.split(letter).length - 1;

function normalized(date, time) {
  let d = "";
  if (count(date, "G")) d += "G";
  d += "y".repeat(count(date, "y"));
  const m = count(date, "M") + count(date, "L");
  if (m) d += m < 3 ? "M" : "M".repeat(m);
  const e = count(date, "E") + count(date, "c");
  if (e) d += e <= 3 ? "E" : "E".repeat(e);
  if (count(date, "d")) d += "d";
  let t = "";
  if (count(time, "B")) t += "B";
  if (/[HkK]/.test(time) && !time.includes("h") && !time.includes("K")) t += "H";
  else if (/[hK]/.test(time)) t += "h";
  if (time.includes("m")) t += "m";
  if (/[zv]/.test(time)) t += /z/.test(time) ? "z" : "v";
  t += [...time].filter((c) => c === "s" || c === "S").join("");
  return [d, t];
}

// [skeleton of the interval data, -1 other fields | 0 equal | 1 other widths]
function bestInterval(table, asked) {
  const skeleton = asked.replace("z", "v");
  if (skeleton in table) return [skeleton, 0];
  let best;
  let distance = Infinity;
  let kind = 0;
  for (const key of Object.keys(table)) {
    if (key === "intervalFormatFallback") continue;
    let now = 0;
    let info = 1;
    for (const letter of new Set([...key, ...skeleton])) {
      const mine = count(skeleton, letter);
      const other = count(key, letter);
      if (mine === other) continue;
      if (mine === 0 || other === 0) {
        info = -1;
        now += 0x1000;
      } else if (letter === "M" && (mine < 3) !== (other < 3)) now += 0x100;
      else now += Math.abs(mine - other);
    }
    if (now < distance) {
      best = key;
      distance = now;
      kind = info;
    }
  }
  return [best, kind];
}

function widen(pattern, skeleton, best) {
  return patternOf(itemsOf(pattern).map((item) => {
    if (typeof item !== "string") return item;
    const letter = item[0] === "L" ? "M" : item[0] === "c" ? "E" : item[0];
    const wanted = count(skeleton, letter);
    const had = count(best, letter);
    const usual = letter === "E" && item.length <= 3 ? 1 : item.length;
    if (wanted > had && usual === had && had > 0) return item[0].repeat(letter === "E" ? Math.max(wanted, 3) : item.length + wanted - had);
    return item;
  }));
}

function rangeParts(s, from, to) {
  const a = fieldsOf(s, from);
  const b = fieldsOf(s, to);
  const field = difference(a, b);
  const single = () => partsOf(s, s.items, a, "shared").map((part) => ({ ...part, value: plainSpace(part.value) }));
  if (field === undefined) return single();
  const generator = generatorOf(s.tag);
  const table = generator.data.iv;
  const whole = s.skeleton ?? skeletonText(s.pattern);
  const skeleton = whole.replace(/O/g, "");
  const [date, time] = splitSkeleton(skeleton);
  const [dateKey, timeKey] = normalized(date, time);
  const isDateField = order.indexOf(field) < 4;
  const lowest = order.indexOf(field);
  // Nothing that is shown differs.
  const shows = (letter) => new RegExp(letter === "h" ? "[hHkK]" : letter === "M" ? "[ML]" : letter === "d" ? "[dEc]" : letter === "a" ? "[abB]|[hHkK]" : letter).test(skeleton);
  if (!order.slice(lowest).some(shows) && !order.slice(0, lowest).some((l) => false)) return single();
  const itemsFor = (text) => itemsOf(withHourCycle(generator.pattern(text, false), s.hourCycle));
  const fallback = (items) => {
    const pattern = table.intervalFormatFallback;
    const out = [];
    for (const piece of pattern.split(/(\{\d\})/)) {
      if (piece === "{0}") out.push(...partsOf(s, items, a, "startRange"));
      else if (piece === "{1}") out.push(...partsOf(s, items, b, "endRange"));
      else if (piece) out.push({ type: "literal", value: piece, source: "shared" });
    }
    return out;
  };
  const pick = (key) => {
    let [best, kind] = bestInterval(table, key);
    if (best === undefined || kind === -1) return undefined;
    const letter = field === "h" || field === "a" ? field : field;
    let pattern = table[best][letter] ?? (letter === "h" ? table[best].H : letter === "a" ? table[best].h ?? table[best].H : undefined);
    if (letter === "a" && table[best].a === undefined && !/h/.test(key)) pattern = table[best].H;
    if (pattern === undefined && isDateField) {
      const extended = order.slice(0, 4).filter((l) => l === letter && !key.includes(l)).join("") + key;
      const [wider, widerKind] = bestInterval(table, extended);
      if (widerKind !== -1 && table[wider]?.[letter] !== undefined) {
        best = wider;
        kind = widerKind;
        pattern = table[wider][letter];
      }
    }
    if (pattern === undefined) return undefined;
    return withHourCycle(widen(key.includes("z") ? pattern.replace(/v/g, "z") : pattern, key, best), s.hourCycle);
  };
  const split = (pattern) => {
    const items = itemsOf(pattern);
    const seen = new Set();
    let at = items.findIndex((item) => {
      if (typeof item !== "string") return false;
      const letter = item[0] === "L" ? "M" : item[0] === "c" ? "E" : item[0];
      if (seen.has(letter)) return true;
      seen.add(letter);
      return false;
    });
    if (at === -1) at = items.length;
    const out = [...partsOf(s, items.slice(0, at), a, "startRange")];
    const second = partsOf(s, items.slice(at), b, "endRange");
    const last = out[out.length - 1];
    if (last?.type === "literal") last.source = "shared";
    return [...out, ...second];
  };
  if (timeKey === "") {
    const pattern = pick(dateKey);
    return pattern === undefined ? fallback(itemsFor(skeleton)) : split(pattern);
  }
  if (isDateField) {
    if (dateKey !== "") {
      const known = bestInterval(table, timeKey)[1] !== -1;
      const filled = !known ? whole : ["y", "M", "d"].slice(Math.max(0, ["y", "M", "d"].indexOf(field))).filter((l) => !date.includes(l) && l === field).join("") + skeleton;
      return fallback(itemsFor(filled));
    }
    return fallback(itemsFor("yMd" + skeleton));
  }
  const pattern = pick(timeKey);
  if (dateKey === "") return pattern === undefined ? fallback(itemsFor(whole)) : split(pattern);
  // The date once, then the range of times.
  const datePattern = generator.pattern(pattern === undefined ? dateKey : date);
  const timeParts = pattern === undefined ? fallback(itemsFor(timeKey)) : split(pattern);
  const joined = generator.data.gl[2];
  const out = [];
  for (const item of itemsOf(joined.replace("{1}", "\u0001").replace("{0}", "\u0002"))) {
    if (typeof item === "string") continue;
    for (const piece of item.text.split(/([\u0001\u0002])/)) {
      if (piece === "\u0001") out.push(...partsOf(s, itemsOf(datePattern), a, "shared"));
      else if (piece === "\u0002") out.push(...timeParts);
      else if (piece) out.push({ type: "literal", value: piece, source: "shared" });
    }
  }
  return out;
}

// ---- The class -------------------------------------------------------------------------------------------------------

const rangeArguments = (start, end) => {
  if (start === undefined || end === undefined) throw new TypeError("startDate or endDate cannot be undefined");
  return [timeClip(start), timeClip(end)];
};

const made = makeClass("DateTimeFormat", (locales, options) => makeDateTimeFormat(locales, options), (state) => ({
  get format() {
    const s = state(this);
    return (s.bound ??= (0, (date) => formatTime(s, toTime(date))));
  },
  formatToParts(date) {
    const s = state(this);
    return partsOf(s, s.items, fieldsOf(s, toTime(date)));
  },
  formatRange(start, end) {
    const s = state(this);
    return join(rangeParts(s, ...rangeArguments(start, end)));
  },
  formatRangeToParts(start, end) {
    const s = state(this);
    return rangeParts(s, ...rangeArguments(start, end));
  },
  resolvedOptions() {
    const s = state(this);
    const out = {};
    for (const key of ["locale", "calendar", "numberingSystem", "timeZone"]) out[key] = s[key];
    if (s.hourCycle !== undefined) {
      out.hourCycle = s.hourCycle;
      out.hour12 = s.hourCycle === "h11" || s.hourCycle === "h12";
    }
    if (s.dateStyle === undefined && s.timeStyle === undefined) {
      for (const item of s.items) {
        if (typeof item !== "string") continue;
        const name = { G: "era", y: "year", M: "month", L: "month", E: "weekday", c: "weekday", d: "day", B: "dayPeriod", h: "hour", H: "hour", K: "hour", k: "hour", m: "minute", s: "second", S: "fractionalSecondDigits", z: "timeZoneName", O: "timeZoneName", v: "timeZoneName" }[item[0]];
        if (name === undefined) continue;
        if (name === "fractionalSecondDigits") out[name] = item.length;
        else if (name === "timeZoneName") out[name] = s[name] ?? "short";
        else if (/^(year|day|hour|minute|second)$/.test(name)) out[name] = item.length === 2 ? "2-digit" : "numeric";
        else if (name === "month" && item.length < 3) out[name] = item.length === 2 ? "2-digit" : "numeric";
        else out[name] = item.length === 4 ? "long" : item.length === 5 ? "narrow" : "short";
      }
      const sorted = {};
      for (const key of Object.keys(out)) if (!components.some(([name]) => name === key)) sorted[key] = out[key];
      for (const [name] of components) if (out[name] !== undefined) sorted[name] = out[name];
      return sorted;
    }
    if (s.dateStyle !== undefined) out.dateStyle = s.dateStyle;
    if (s.timeStyle !== undefined) out.timeStyle = s.timeStyle;
    return out;
  },
}), { callable: true, statics: { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } } });
export const DateTimeFormat = made.Class;

// Date.prototype.toLocaleString and the others. needs: "date", "time" or "any".
const formats = new Map();
export function formatDateWith(time, locales, options, needs) {
  const fills = needs === "any" ? "all" : needs;
  let s;
  if (options === undefined && typeof locales === "string") { // the same as the last time, most likely
    const key = needs + environment.timeZone() + locales;
    s = formats.get(key);
    if (s === undefined) formats.set(key, (s = makeDateTimeFormat(locales, options, needs, fills)));
  } else s = makeDateTimeFormat(locales, options, needs, fills);
  return time !== time ? "Invalid Date" : formatTime(s, time);
}
