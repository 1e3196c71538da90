// Reads CLDR's JSON packages and makes the sections of each locale: plain objects, each locale as the difference to its parent.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { excluded, languages } from "./locales.mjs";

const require = createRequire(import.meta.url);
export const supplemental = (name) => require(`cldr-core/supplemental/${name}.json`).supplemental;

const folder = (name) => path.dirname(require.resolve(`${name}/package.json`));
const available = fs.readdirSync(path.join(folder("cldr-dates-full"), "main"));
const parentLocale = supplemental("parentLocales").parentLocales.parentLocale;
export const defaultContent = require("cldr-core/defaultContent.json").defaultContent;

export const locales = available
  .filter((tag) => languages.includes(tag.split("-")[0]) && !excluded.test(tag))
  .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));

// A parent comes before its children.
function depth(tag) {
  const parent = parentLocale[tag] ?? (tag.includes("-") ? tag.slice(0, tag.lastIndexOf("-")) : "und");
  return parent === "und" ? 0 : depth(parent) + 1;
}

// The locale whose data a locale's data is a difference to; none for the root of a language.
export function parentOf(tag) {
  const explicit = parentLocale[tag];
  if (explicit === "und") return undefined;
  if (explicit !== undefined && locales.includes(explicit)) return explicit;
  const cut = tag.lastIndexOf("-");
  return cut === -1 ? undefined : tag.slice(0, cut);
}

function read(pkg, tag, file) {
  const at = path.join(folder(pkg), "main", tag, `${file}.json`);
  return fs.existsSync(at) ? JSON.parse(fs.readFileSync(at, "utf8")).main[tag] : undefined;
}

const pluralKeys = ["zero", "one", "two", "few", "many", "other"];

// ---- Numbers ---------------------------------------------------------------------------------------------------------

// `{1000-count-one: "0K", …}` as `{one: ["0K", "00K", …], other: […]}`.
function compact(table) {
  const out = {};
  for (const [key, pattern] of Object.entries(table ?? {})) {
    const [, zeros, plural] = /^1(0+)-count-([a-z]+|\d+)$/.exec(key) ?? [];
    if (zeros === undefined) continue;
    (out[plural] ??= [])[zeros.length - 3] = pattern;
  }
  // Most plural forms are those of `other`.
  for (const plural of Object.keys(out)) {
    if (plural !== "other" && JSON.stringify(out[plural]) === JSON.stringify(out.other)) delete out[plural];
  }
  return out;
}

function numberSection(tag) {
  const { numbers } = read("cldr-numbers-full", tag, "numbers");
  const main = numbers.defaultNumberingSystem;
  const native = numbers.otherNumberingSystems.native;
  const out = { nu: main, native, min: +numbers.minimumGroupingDigits, s: {} };
  for (const system of new Set(["latn", main, native])) {
    const symbols = numbers[`symbols-numberSystem-${system}`];
    if (symbols === undefined) continue;
    const decimal = numbers[`decimalFormats-numberSystem-${system}`];
    const currency = numbers[`currencyFormats-numberSystem-${system}`];
    const misc = numbers[`miscPatterns-numberSystem-${system}`];
    const units = {};
    for (const plural of pluralKeys) {
      if (currency[`unitPattern-count-${plural}`]) units[plural] = currency[`unitPattern-count-${plural}`];
    }
    out.s[system] = {
      sym: [symbols.decimal, symbols.group, symbols.percentSign, symbols.plusSign, symbols.minusSign, symbols.exponential,
        symbols.infinity, symbols.nan, symbols.approximatelySign ?? "~", symbols.currencyDecimal ?? 0, symbols.currencyGroup ?? 0],
      dec: decimal.standard,
      pct: numbers[`percentFormats-numberSystem-${system}`].standard,
      sci: numbers[`scientificFormats-numberSystem-${system}`].standard,
      cur: currency.standard,
      acc: currency.accounting,
      short: compact(decimal.short?.decimalFormat),
      long: compact(decimal.long?.decimalFormat),
      cshort: compact(currency.short?.standard),
      unit: units,
      range: misc.range,
      approx: misc.approximately,
      sp: [currency.currencySpacing.beforeCurrency.insertBetween, currency.currencySpacing.afterCurrency.insertBetween],
    };
  }
  return out;
}

// code → [symbol, narrow symbol, name, {plural: name}]
function currencySection(tag) {
  const { currencies } = read("cldr-numbers-full", tag, "currencies").numbers;
  const out = {};
  for (const [code, entry] of Object.entries(currencies)) {
    const plurals = {};
    for (const plural of pluralKeys) {
      const name = entry[`displayName-count-${plural}`];
      if (name !== undefined) plurals[plural] = name;
    }
    for (const plural of Object.keys(plurals)) if (plural !== "other" && plurals[plural] === plurals.other) delete plurals[plural];
    if (plurals.other === entry.displayName) delete plurals.other;
    const symbol = entry.symbol && entry.symbol !== code ? entry.symbol : 0;
    const narrow = entry["symbol-alt-narrow"] && entry["symbol-alt-narrow"] !== entry.symbol ? entry["symbol-alt-narrow"] : 0;
    out[code] = [symbol, narrow, entry.displayName ?? code, plurals];
  }
  return out;
}

export const sanctionedUnits = (
  "acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch " +
  "kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter " +
  "millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year"
).split(" ");

function unitSection(tag) {
  const { units } = read("cldr-units-full", tag, "units");
  const out = {};
  const entryOf = (entry) => {
    const forms = {};
    for (const plural of pluralKeys) {
      const form = entry[`unitPattern-count-${plural}`];
      if (form !== undefined) forms[plural] = form;
    }
    for (const plural of Object.keys(forms)) if (plural !== "other" && forms[plural] === forms.other) delete forms[plural];
    if (entry.perUnitPattern) forms.per = entry.perUnitPattern;
    return forms;
  };
  for (const width of ["long", "short", "narrow"]) {
    const table = units[width];
    const forms = {};
    for (const [key, entry] of Object.entries(table)) {
      if (key === "per") {
        forms.per = entry.compoundUnitPattern;
        continue;
      }
      const name = key.slice(key.indexOf("-") + 1);
      const compound = name.includes("-per-") && name.split("-per-").every((part) => sanctionedUnits.includes(part));
      if (sanctionedUnits.includes(name) || compound) forms[name] = entryOf(entry);
    }
    out[width] = forms;
  }
  for (const name of ["hm", "hms", "ms"]) out[name] = units[`durationUnit-type-${name}`]?.durationUnitPattern;
  return out;
}

// ---- Dates -----------------------------------------------------------------------------------------------------------

const monthNumbers = Array.from({ length: 12 }, (_, i) => String(i + 1));
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const quarters = ["1", "2", "3", "4"];
const dayPeriods = [
  "am", "pm", "midnight", "noon", "morning1", "morning2", "afternoon1", "afternoon2", "evening1", "evening2", "night1", "night2",
];

function names(table, keys) {
  const out = {};
  for (const [context, short] of [["format", "f"], ["stand-alone", "s"]]) {
    for (const [width, letter] of [["abbreviated", "3"], ["wide", "4"], ["narrow", "5"]]) {
      const list = keys.map((key) => table[context][width]?.[key] ?? 0);
      out[short + letter] = list;
    }
  }
  for (const letter of ["3", "4", "5"]) if (JSON.stringify(out[`s${letter}`]) === JSON.stringify(out[`f${letter}`])) delete out[`s${letter}`];
  return out;
}

const plain = (table) => Object.fromEntries(Object.entries(table).filter(([key]) => !/-alt-|-count-/.test(key)));

// A skeleton that differs only in weeks is left out: no option asks for it.
const skeletons = (table) => Object.fromEntries(Object.entries(plain(table)).filter(([key]) => !/[wW]/.test(key)));

function dateSection(tag) {
  const { calendars } = read("cldr-dates-full", tag, "ca-gregorian").dates;
  const g = calendars.gregorian;
  const list = (table) => ["full", "long", "medium", "short"].map((style) => table[style]?._value ?? table[style]);
  const { availableFormats, appendItems, intervalFormats, ...glue } = g.dateTimeFormats;
  const intervals = {};
  for (const [key, value] of Object.entries(intervalFormats)) {
    if (key === "intervalFormatFallback") intervals[key] = value;
    else if (!/-alt-|[wW]/.test(key)) intervals[key] = plain(value);
  }
  // ICU 78 has a space between date and time in traditional Chinese, a thin one in the short form; the JSON of CLDR 48.0 has not.
  const spaced = (patterns) => (tag.startsWith("zh-Hant")
    ? patterns.map((text, i) => text.replace("{1}{0}", i === 3 ? "{1}\u2009{0}" : "{1} {0}")) : patterns);
  return {
    m: names(g.months, monthNumbers),
    d: names(g.days, weekdays),
    q: names(g.quarters, quarters),
    p: names(g.dayPeriods, dayPeriods),
    e: ["eraAbbr", "eraNames", "eraNarrow"].map((key) => [g.eras[key][0], g.eras[key][1]]),
    df: list(g.dateFormats),
    tf: list(g.timeFormats),
    gl: spaced(list(glue)),
    at: spaced(list(g["dateTimeFormats-atTime"].standard)),
    av: skeletons(availableFormats),
    ap: appendItems,
    iv: intervals,
  };
}

// Calendars that count the Gregorian months from another year.
function calendarSection(tag) {
  const at = read("cldr-dates-full", tag, "ca-generic")?.dates.calendars.generic;
  if (!at) return {};
  const list = (table) => ["full", "long", "medium", "short"].map((style) => table[style]?._value ?? table[style]);
  const { availableFormats, appendItems, intervalFormats, ...glue } = at.dateTimeFormats;
  return { df: list(at.dateFormats), av: skeletons(availableFormats), gl: list(glue) };
}

function fieldSection(tag) {
  const { fields } = read("cldr-dates-full", tag, "dateFields").dates;
  const out = {};
  for (const [key, entry] of Object.entries(fields)) {
    if (/^(sun|mon|tue|wed|thu|fri|sat|dayOf\w*|week[A-Z]\w*)(-|$|[A-Z])/.test(key)) continue;
    const [, unit, width] = /^([a-z]+|weekday|zone|dayperiod)(?:-(short|narrow))?$/.exec(key) ?? [];
    if (unit === undefined) continue;
    const forms = {};
    if (entry.displayName) forms.n = entry.displayName;
    for (const [name, value] of Object.entries(entry)) {
      const relative = /^relative-type-(-?\d+)$/.exec(name);
      if (relative) forms[relative[1]] = value;
      const direction = /^relativeTime-type-(past|future)$/.exec(name);
      if (direction) {
        forms[direction[1]] = Object.fromEntries(
          Object.entries(value).map(([count, text]) => [count.replace("relativeTimePattern-count-", ""), text]));
      }
    }
    (out[unit] ??= {})[width ?? "long"] = forms;
  }
  return out;
}

function zoneSection(tag) {
  const names = read("cldr-dates-full", tag, "timeZoneNames").dates.timeZoneNames;
  const zones = {};
  const walk = (table, prefix) => {
    for (const [key, value] of Object.entries(table)) {
      if (value._type !== "zone" && typeof value === "object" && !("exemplarCity" in value) && !("long" in value) && !("short" in value)) {
        walk(value, `${prefix}${key}/`);
        continue;
      }
      const entry = {};
      if (value.exemplarCity) entry.c = value.exemplarCity;
      if (value.long) entry.l = triple(value.long);
      if (value.short) entry.s = triple(value.short);
      zones[prefix + key] = Object.keys(entry).length === 1 && entry.c ? entry.c : entry;
    }
  };
  const triple = (table) => [table.generic ?? 0, table.standard ?? 0, table.daylight ?? 0];
  walk(names.zone, "");
  const meta = {};
  for (const [key, value] of Object.entries(names.metazone)) {
    meta[key] = [value.long ? triple(value.long) : 0, value.short ? triple(value.short) : 0];
  }
  return {
    hour: names.hourFormat, gmt: names.gmtFormat, zero: names.gmtZeroFormat, region: names.regionFormat,
    regionS: names["regionFormat-type-standard"], regionD: names["regionFormat-type-daylight"], fallback: names.fallbackFormat, zones, meta,
  };
}

// ---- The rest --------------------------------------------------------------------------------------------------------

function listSection(tag) {
  const { listPatterns } = read("cldr-misc-full", tag, "listPatterns");
  const out = {};
  for (const [key, value] of Object.entries(listPatterns)) {
    out[key.replace("listPattern-type-", "")] = [value.start, value.middle, value.end, value["2"]];
  }
  return out;
}

const localeNames = (tag, file) => read("cldr-localenames-full", tag, file)?.localeDisplayNames;
const withAlternatives = (table, suffixes) =>
  Object.fromEntries(Object.entries(table ?? {}).filter(([key]) => !key.includes("-alt-") || suffixes.some((s) => key.endsWith(s))));

const languageSection = (tag) => withAlternatives(localeNames(tag, "languages")?.languages, ["-alt-short"]);
const regionSection = (tag) => withAlternatives(localeNames(tag, "territories")?.territories, ["-alt-short"]);
const scriptSection = (tag) => withAlternatives(localeNames(tag, "scripts")?.scripts, ["-alt-stand-alone"]);

function otherNames(tag) {
  const table = localeNames(tag, "localeDisplayNames");
  return {
    pattern: table.localeDisplayPattern,
    keys: table.keys,
    calendar: withAlternatives(table.types?.calendar, []),
    types: Object.fromEntries(["numbers", "collation", "hc"].map((key) => [key, table.types?.[key] ?? {}])),
    variants: withAlternatives(localeNames(tag, "variants")?.variants, []),
  };
}

export const sections = {
  n: numberSection, c: currencySection, u: unitSection, d: dateSection, g: calendarSection, f: fieldSection, z: zoneSection,
  l: listSection, L: languageSection, R: regionSection, S: scriptSection, o: otherNames,
};

// What `child` has other than `parent`; `undefined` where they are equal. What only the parent has becomes null.
function difference(child, parent) {
  if (JSON.stringify(child) === JSON.stringify(parent)) return undefined;
  const both = [child, parent];
  if (both.some((value) => typeof value !== "object" || value === null || Array.isArray(value))) return child;
  const out = {};
  for (const key of Object.keys(child)) {
    const value = key in parent ? difference(child[key], parent[key]) : child[key];
    if (value !== undefined) out[key] = value;
  }
  for (const key of Object.keys(parent)) if (!(key in child)) out[key] = null;
  return out;
}

// { "en": { n: {…}, … }, "en-GB": { n: {… only the difference}, … }, … }
export function localeData() {
  const whole = {};
  const out = {};
  for (const tag of locales) {
    whole[tag] = {};
    out[tag] = {};
    const parent = parentOf(tag);
    for (const [letter, make] of Object.entries(sections)) {
      const section = make(tag);
      whole[tag][letter] = section;
      const value = parent === undefined || whole[parent] === undefined ? section : difference(section, whole[parent][letter]);
      if (value !== undefined) out[tag][letter] = value;
    }
  }
  return out;
}
