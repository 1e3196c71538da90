// Intl.RelativeTimeFormat, Intl.ListFormat and Intl.DisplayNames; case mappings that depend on the language.
import { section } from "./data.js";
import { fillParts, getOptions, join, makeClass, option, push, text as toText, toOptions } from "./kit.js";
import { canonicalList, canonicalTag, isStructurallyValid, resolve, supportedLocales } from "./locale.js";
import { formatParts, numberState, toNumeric } from "./number.js";

const statics = { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } };
const matcher = (options) => option(options, "localeMatcher", ["lookup", "best fit"], "best fit");

// ---- RelativeTimeFormat ----------------------------------------------------------------------------------------------

const relativeUnits = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

function makeRelative(locales, given) {
  const options = toOptions(given);
  matcher(options);
  const nu = option(options, "numberingSystem", undefined, undefined);
  if (nu !== undefined && !/^[a-z\d]{3,8}(-[a-z\d]{3,8})*$/i.test(nu)) throw new RangeError("Invalid numberingSystem : " + nu);
  const resolved = resolve(locales, ["nu"], { nu });
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag };
  s.style = option(options, "style", ["long", "short", "narrow"], "long");
  s.numeric = option(options, "numeric", ["always", "auto"], "always");
  s.number = numberState(resolved.locale, { numberingSystem: resolved.nu });
  s.numberingSystem = s.number.numberingSystem;
  return s;
}

function relativeParts(s, amount, unitText) {
  const value = Number(amount);
  const text = toText(unitText);
  const unit = text.endsWith("s") ? text.slice(0, -1) : text;
  if (!relativeUnits.includes(unit)) throw new RangeError("Invalid unit argument for format() '" + text + "'");
  if (!Number.isFinite(value)) throw new RangeError("The number value provided to Intl.RelativeTimeFormat.prototype.format is not finite");
  const forms = section(s.tag, "f")[unit];
  const table = forms[s.style] ?? forms.long;
  if (s.numeric === "auto") {
    const words = table[String(Object.is(value, -0) ? 0 : value)] ?? forms.long[String(value)];
    if (words !== undefined) return [{ type: "literal", value: words }];
  }
  const isPast = value < 0 || Object.is(value, -0);
  const { parts, plural } = formatParts(s.number, Math.abs(value));
  const patterns = table[isPast ? "past" : "future"] ?? forms.long[isPast ? "past" : "future"];
  const pattern = patterns[plural()] ?? patterns.other;
  return fillParts(pattern, [parts.map((part) => ({ ...part, unit }))]);
}

export const RelativeTimeFormat = makeClass("RelativeTimeFormat", makeRelative, (state) => ({
  format(value, unit) {
    return join(relativeParts(state(this), value, unit));
  },
  formatToParts(value, unit) {
    return relativeParts(state(this), value, unit);
  },
  resolvedOptions() {
    const { locale, style, numeric, numberingSystem } = state(this);
    return { locale, style, numeric, numberingSystem };
  },
}), { statics }).Class;

// ---- ListFormat ------------------------------------------------------------------------------------------------------

function makeList(locales, given) {
  const options = getOptions(given);
  matcher(options);
  const resolved = resolve(locales, [], {});
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag };
  s.type = option(options, "type", ["conjunction", "disjunction", "unit"], "conjunction");
  s.style = option(options, "style", ["long", "short", "narrow"], "long");
  const key = { conjunction: "standard", disjunction: "or", unit: "unit" }[s.type] + (s.style === "long" ? "" : "-" + s.style);
  s.patterns = section(s.tag, "l")[key];
  s.language = s.tag.split("-")[0];
  return s;
}

// Spanish has "e" for "y" before an i, and "u" for "o" before an o; Hebrew a hyphen before what is not Hebrew.
function adapted(s, pattern, next) {
  if (s.language === "es") {
    if (/^(i|hi(?!a|e))/i.test(next)) pattern = pattern.replace(" y {1}", " e {1}");
    if (/^(o|ho|8)/i.test(next) || /^11($|\D)/.test(next)) pattern = pattern.replace(" o {1}", " u {1}");
  }
  if (s.language === "he" && !/^\p{Script=Hebrew}/u.test(next)) pattern = pattern.replace(" \u05d5{1}", " \u05d5-{1}");
  return pattern;
}

function listParts(s, items) {
  const element = (value) => [{ type: "element", value }];
  const [start, middle, end, two] = s.patterns;
  const n = items.length;
  if (n === 0) return [];
  if (n === 1) return element(items[0]);
  if (n === 2) return fillParts(adapted(s, two, items[1]), [element(items[0]), element(items[1])]);
  let parts = fillParts(adapted(s, end, items[n - 1]), [element(items[n - 2]), element(items[n - 1])]);
  for (let i = n - 3; i >= 0; i--) parts = fillParts(i === 0 ? start : middle, [element(items[i]), parts]);
  return parts;
}

function strings(iterable) {
  if (iterable === undefined) return [];
  const out = [];
  for (const value of iterable) {
    if (typeof value !== "string") throw new TypeError("Iterable yielded " + String(value) + " which is not a string");
    out.push(value);
  }
  return out;
}

export const listState = makeList;
export const listPartsOf = listParts;
export const ListFormat = makeClass("ListFormat", makeList, (state) => ({
  format(list) {
    return join(listParts(state(this), strings(list)));
  },
  formatToParts(list) {
    return listParts(state(this), strings(list));
  },
  resolvedOptions() {
    const { locale, type, style } = state(this);
    return { locale, type, style };
  },
}), { statics }).Class;

// ---- DisplayNames ----------------------------------------------------------------------------------------------------

const displayTypes = ["language", "region", "script", "currency", "calendar", "dateTimeField"];
const fieldNames = {
  era: "era", year: "year", quarter: "quarter", month: "month", weekOfYear: "week", weekday: "weekday", day: "day", dayPeriod: "dayperiod",
  hour: "hour", minute: "minute", second: "second", timeZoneName: "zone",
};

function makeDisplayNames(locales, given) {
  const resolved = resolve(locales, [], {});
  if (given === undefined) throw new TypeError("Cannot convert undefined or null to object");
  const options = getOptions(given);
  matcher(options);
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag };
  s.style = option(options, "style", ["narrow", "short", "long"], "long");
  s.type = option(options, "type", displayTypes, undefined);
  if (s.type === undefined) throw new TypeError("Required option \"type\" must not be undefined");
  s.fallback = option(options, "fallback", ["code", "none"], "code");
  const languageDisplay = option(options, "languageDisplay", ["dialect", "standard"], "dialect");
  if (s.type === "language") s.languageDisplay = languageDisplay;
  return s;
}

const named = (table, key, isShort) => (isShort && table[key + "-alt-short"]) || table[key];

function languageName(s, tag) {
  const languages = section(s.tag, "L");
  const { pattern } = section(s.tag, "o");
  const isShort = s.style !== "long";
  const parts = tag.split("-");
  const language = parts.shift();
  let script = /^[A-Z][a-z]{3}$/.test(parts[0] ?? "") ? parts.shift() : "";
  let region = /^([A-Z]{2}|\d{3})$/.test(parts[0] ?? "") ? parts.shift() : "";
  let name;
  if (s.languageDisplay === "dialect") {
    const tries = script && region
      ? [[language + "-" + script + "-" + region, "both"]]
      : [[script && language + "-" + script, "script"], [region && language + "-" + region, "region"]];
    for (const [key, used] of tries) {
      if (!key || !(name = named(languages, key, isShort))) continue;
      if (used !== "region") script = "";
      if (used !== "script") region = "";
      break;
    }
  }
  name ||= named(languages, language, isShort);
  if (name === undefined) {
    if (s.fallback === "none") return undefined;
    name = language;
  }
  const rest = [];
  if (script) rest.push(section(s.tag, "S")[script] ?? script);
  if (region) rest.push(named(section(s.tag, "R"), region, isShort) ?? region);
  for (const variant of parts) {
    const known = section(s.tag, "o").variants[variant.toUpperCase()];
    if (known === undefined && s.fallback === "none") return undefined;
    rest.push(known ?? variant.toUpperCase());
  }
  if (rest.length === 0) return name;
  const open = pattern.localePattern;
  // Parentheses inside of parentheses become brackets.
  const inner = rest.map((text) => text.replace(/\(/g, "[").replace(/\)/g, "]")).reduce((all, text) => pattern.localeSeparator.replace("{0}", all).replace("{1}", text));
  return open.replace("{0}", name.replace(/\(/g, "[").replace(/\)/g, "]")).replace("{1}", inner);
}

function displayName(s, given) {
  let code = toText(given);
  const isShort = s.style !== "long";
  const bad = () => new RangeError("Invalid argument to Intl.DisplayNames.prototype.of");
  let name;
  switch (s.type) {
    case "language":
      if (!isStructurallyValid(code) || /-[a-z\d]-/i.test(code)) throw bad();
      code = canonicalTag(code);
      name = languageName(s, code);
      break;
    case "region":
      if (!/^([a-z]{2}|\d{3})$/i.test(code)) throw bad();
      code = code.toUpperCase();
      name = named(section(s.tag, "R"), code, isShort);
      break;
    case "script": {
      if (!/^[a-z]{4}$/i.test(code)) throw bad();
      code = code[0].toUpperCase() + code.slice(1).toLowerCase();
      name = section(s.tag, "S")[code];
      break;
    }
    case "currency": {
      if (!/^[a-z]{3}$/i.test(code)) throw bad();
      code = code.toUpperCase();
      const entry = section(s.tag, "c")[code];
      name = entry?.[2]; // V8 has one style for currencies
      break;
    }
    case "calendar":
      if (!/^[a-z\d]{3,8}(-[a-z\d]{3,8})*$/i.test(code)) throw bad();
      code = code.toLowerCase();
      name = section(s.tag, "o").calendar[{ gregory: "gregorian", ethioaa: "ethiopic-amete-alem" }[code] ?? code];
      break;
    default: {
      if (!(code in fieldNames)) throw bad();
      const forms = section(s.tag, "f")[fieldNames[code]];
      name = (forms?.[s.style] ?? forms?.long)?.n ?? forms?.long?.n;
    }
  }
  return name ?? (s.fallback === "code" ? code : undefined);
}

export const DisplayNames = makeClass("DisplayNames", makeDisplayNames, (state) => ({
  of(code) {
    return displayName(state(this), code);
  },
  resolvedOptions() {
    const { locale, style, type, fallback, languageDisplay } = state(this);
    const out = { locale, style, type, fallback };
    if (languageDisplay !== undefined) out.languageDisplay = languageDisplay;
    return out;
  },
}), { statics, length: 2 }).Class;

// ---- DurationFormat --------------------------------------------------------------------------------------------------

const durationUnits = ["years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];

function makeDuration(locales, given) {
  const options = getOptions(given);
  matcher(options);
  const nu = option(options, "numberingSystem", undefined, undefined);
  const resolved = resolve(locales, ["nu"], { nu });
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag, numberingSystem: resolved.nu ?? section(resolved.tag, "n").nu, units: {} };
  s.style = option(options, "style", ["long", "short", "narrow", "digital"], "short");
  let previous = "";
  for (const unit of durationUnits) {
    const index = durationUnits.indexOf(unit);
    const isClock = index >= 4 && index <= 6;
    const styles = index < 4 ? ["long", "short", "narrow"] : isClock ? ["long", "short", "narrow", "numeric", "2-digit"] : ["long", "short", "narrow", "numeric"];
    let style = option(options, unit, styles, undefined);
    let display = "always";
    if (style === undefined) {
      if (s.style === "digital") {
        style = index < 4 ? "short" : "numeric";
        if (!isClock) display = "auto";
      } else if (/numeric|2-digit|fractional/.test(previous)) {
        style = "numeric";
        if (index !== 5 && index !== 6) display = "auto";
      } else {
        style = s.style;
        display = "auto";
      }
    }
    display = option(options, unit + "Display", ["auto", "always"], display);
    if (/numeric|2-digit/.test(previous) && isClock) {
      if (style !== "numeric" && style !== "2-digit") throw new RangeError("Invalid style for " + unit);
      if (index > 4) style = "2-digit";
    }
    s.units[unit] = { style, display };
    previous = style;
  }
  const digits = options.fractionalDigits;
  if (digits !== undefined && !(Number(digits) >= 0 && Number(digits) <= 9)) throw new RangeError("fractionalDigits value is out of range.");
  s.fractionalDigits = digits === undefined ? undefined : Math.floor(Number(digits));
  return s;
}

function toDuration(value) {
  if (typeof value === "string") {
    const match = /^([-+])?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,9}))?S)?)?$/i.exec(value);
    if (match === null) throw new RangeError("Invalid duration " + value);
    const sign = match[1] === "-" ? -1 : 1;
    const rest = (match[9] ?? "").padEnd(9, "0");
    const out = {};
    [match[2], match[3], match[4], match[5], match[6], match[7], match[8], rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)].forEach((text, i) => {
      out[durationUnits[i]] = sign * Number(text ?? 0);
    });
    return out;
  }
  if (typeof value !== "object" || value === null) throw new TypeError("Invalid duration");
  const out = {};
  let any = false;
  let sign = 0;
  for (const unit of durationUnits) {
    const amount = value[unit];
    if (amount !== undefined) any = true;
    const number = amount === undefined ? 0 : Number(amount);
    if (!Number.isInteger(number)) throw new RangeError("Invalid duration");
    if (number !== 0 && sign !== 0 && Math.sign(number) !== sign) throw new RangeError("Invalid duration");
    if (number !== 0) sign = Math.sign(number);
    out[unit] = number;
  }
  if (!any) throw new TypeError("Invalid duration");
  return out;
}

function durationParts(s, value) {
  const duration = toDuration(value);
  const negative = durationUnits.some((unit) => duration[unit] < 0);
  const groups = [];
  let open; // the group of a clock, as 1:02:03
  let signShown = false;
  for (let i = 0; i < durationUnits.length; i++) {
    const unit = durationUnits[i];
    const { style, display } = s.units[unit];
    let amount = Math.abs(duration[unit]);
    const options = { numberingSystem: s.numberingSystem };
    let done = false;
    const next = durationUnits[i + 1];
    if (i >= 6 && i <= 8 && s.units[next].style === "numeric") { // the smaller ones are a fraction
      const exponent = (9 - i) * 3;
      let total = 0n;
      for (let k = i; k < 10; k++) total += BigInt(Math.abs(duration[durationUnits[k]])) * 10n ** BigInt((9 - k) * 3);
      const text = String(total).padStart(exponent + 1, "0");
      amount = text.slice(0, -exponent) + "." + text.slice(-exponent);
      options.minimumFractionDigits = s.fractionalDigits ?? 0;
      options.maximumFractionDigits = s.fractionalDigits ?? 9;
      options.roundingMode = "trunc";
      done = true;
    }
    const isZero = Number(amount) === 0;
    const minutesBetween = i === 5 && open !== undefined && (duration.seconds !== 0 || s.units.seconds.display === "always");
    if (!isZero || display === "always" || minutesBetween) {
      if (negative && !signShown) {
        amount = "-" + amount;
        signShown = true;
      } else options.signDisplay = "never";
      const singular = unit.slice(0, -1);
      if (style === "numeric" || style === "2-digit") {
        if (style === "2-digit" && i >= 4) options.minimumIntegerDigits = 2;
        options.useGrouping = false;
      } else Object.assign(options, { style: "unit", unit: singular, unitDisplay: style });
      const parts = formatParts(numberState(s.tag, options), String(amount)).parts.map((part) => ({ ...part, unit: singular }));
      const isClock = (style === "numeric" || style === "2-digit") && i >= 4 && i <= 6;
      if (isClock && open !== undefined) {
        open.push({ type: "literal", value: ":" }, ...parts);
      } else {
        groups.push(parts);
        open = isClock ? parts : undefined;
      }
    }
    if (done) break;
  }
  const list = makeList(s.tag, { type: "unit", style: s.style === "digital" ? "short" : s.style });
  return listParts(list, groups.map((parts, i) => String(i))).flatMap((part) => (part.type === "element" ? groups[part.value] : [part]));
}

export const DurationFormat = makeClass("DurationFormat", makeDuration, (state) => ({
  format(duration) {
    return join(durationParts(state(this), duration));
  },
  formatToParts(duration) {
    return durationParts(state(this), duration);
  },
  resolvedOptions() {
    const s = state(this);
    const out = { locale: s.locale, numberingSystem: s.numberingSystem, style: s.style };
    for (const unit of durationUnits) {
      out[unit] = s.units[unit].style;
      out[unit + "Display"] = s.units[unit].display;
    }
    if (s.fractionalDigits !== undefined) out.fractionalDigits = s.fractionalDigits;
    return out;
  },
}), { statics }).Class;

// ---- Case ------------------------------------------------------------------------------------------------------------

const caseLanguage = (locales) => (canonicalList(locales)[0] ?? "en").split("-")[0];

export function upperCase(text, locales) {
  const language = caseLanguage(locales);
  if (language === "tr" || language === "az") return text.replace(/i/g, "\u0130").toUpperCase();
  if (language === "lt") return text.replace(/([ij\u012f]\u0323?)\u0307/g, "$1").toUpperCase();
  if (language === "el") return greekUpper(text);
  return text.toUpperCase();
}

// Greek capitals have no accents, but keep a diaeresis.
function greekUpper(text) {
  return text.normalize("NFD").replace(/([\u0370-\u03ff])([\u0300-\u036f]+)/g, (all, letter, marks) => {
    const diaeresis = marks.includes("\u0308") ? "\u0308" : "";
    return letter + diaeresis;
  }).toUpperCase().normalize("NFC");
}

export function lowerCase(text, locales) {
  const language = caseLanguage(locales);
  if (language === "tr" || language === "az") return text.replace(/\u0130/g, "i").replace(/I\u0307/g, "i").replace(/I/g, "\u0131").toLowerCase();
  if (language === "lt") {
    return text.replace(/\u00cc/g, "i\u0307\u0300").replace(/\u00cd/g, "i\u0307\u0301").replace(/\u0128/g, "i\u0307\u0303")
      .replace(/[IJ\u012e](?=[\u0300\u0301\u0303])/g, (letter) => letter.toLowerCase() + "\u0307").toLowerCase();
  }
  return text.toLowerCase();
}
