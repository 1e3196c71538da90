// Language tags: their canonical form, likely subtags, which of the available locales serves a request; Intl.Locale.
import { aliases as aliasText, calendars as calendarText, likely as likelyText, nu as nuText, weeks as weekText, zoneCountry as countryText } from "data";
import { dataTag, hours, isAvailable, section } from "./data.js";
import { booleanOption, getOptions, lazy, makeClass, option, toOptions } from "./kit.js";

const aliases = lazy(aliasText);
export const digitsOf = lazy(nuText);
const calendarsOf = lazy(calendarText);
const weeks = lazy(weekText);
const zoneCountry = lazy(countryText);

const invalid = (tag) => new RangeError("Incorrect locale information provided");

// ---- Parsing ---------------------------------------------------------------------------------------------------------

const isLanguage = /^([a-z]{2,3}|[a-z]{5,8})$/;
const isScript = /^[a-z]{4}$/;
const isRegion = /^([a-z]{2}|\d{3})$/;
const isVariant = /^([a-z\d]{5,8}|\d[a-z\d]{3})$/;

const title = (text) => text[0].toUpperCase() + text.slice(1);

// { language, script, region, variants: [], extensions: [[singleton, text]…], keywords: Map or undefined, attributes, privateUse }
function parseTag(tag) {
  const all = tag.toLowerCase().split("-");
  let at = 0;
  const out = { language: "", script: "", region: "", variants: [], extensions: [], keywords: undefined, attributes: [], privateUse: "" };
  const takeLanguage = (into) => {
    if (!isLanguage.test(all[at] ?? "")) throw invalid(tag);
    into.language = all[at++];
    if (at < all.length && isScript.test(all[at])) into.script = all[at++];
    if (at < all.length && isRegion.test(all[at])) into.region = all[at++].toUpperCase();
    while (at < all.length && isVariant.test(all[at])) {
      if (into.variants.includes(all[at])) throw invalid(tag);
      into.variants.push(all[at++]);
    }
    if (into.script) into.script = title(into.script);
  };
  takeLanguage(out);
  const seen = new Set();
  while (at < all.length) {
    const singleton = all[at++];
    if (!/^[a-z\d]$/.test(singleton) || seen.has(singleton)) throw invalid(tag);
    seen.add(singleton);
    const start = at;
    if (singleton === "x") {
      while (at < all.length && /^[a-z\d]{1,8}$/.test(all[at])) at++;
      if (at === start || at < all.length) throw invalid(tag);
      out.privateUse = all.slice(start).join("-");
    } else if (singleton === "u") {
      while (at < all.length && /^[a-z\d]{3,8}$/.test(all[at])) {
        if (!out.attributes.includes(all[at])) out.attributes.push(all[at]);
        at++;
      }
      out.keywords = new Map();
      while (at < all.length && /^[a-z\d][a-z]$/.test(all[at])) {
        const key = all[at++];
        const valueStart = at;
        while (at < all.length && /^[a-z\d]{3,8}$/.test(all[at])) at++;
        if (!out.keywords.has(key)) out.keywords.set(key, all.slice(valueStart, at).join("-"));
      }
      if (at === start) throw invalid(tag);
    } else if (singleton === "t") {
      let text = "";
      if (at < all.length && isLanguage.test(all[at])) {
        const inner = { language: "", script: "", region: "", variants: [] };
        takeLanguage(inner);
        text = showLanguage(canonicalLanguage(inner)).toLowerCase();
      }
      const fields = [];
      while (at < all.length && /^[a-z]\d$/.test(all[at])) {
        const key = all[at++];
        const valueStart = at;
        while (at < all.length && /^[a-z\d]{3,8}$/.test(all[at])) at++;
        if (at === valueStart) throw invalid(tag);
        fields.push(key + "-" + all.slice(valueStart, at).join("-"));
      }
      if (at === start) throw invalid(tag);
      fields.sort();
      out.extensions.push(["t", [text, ...fields].filter(Boolean).join("-")]);
    } else {
      while (at < all.length && /^[a-z\d]{2,8}$/.test(all[at])) at++;
      if (at === start) throw invalid(tag);
      out.extensions.push([singleton, all.slice(start, at).join("-")]);
    }
  }
  return out;
}

const showLanguage = ({ language, script, region, variants }) =>
  [language, script, region, ...variants].filter(Boolean).join("-");

function canonicalLanguage(tag) {
  const { language, region, script, variant } = aliases();
  tag.variants.sort();
  const replace = (key, used) => {
    const [newLanguage, ...rest] = language[key].split(/[-_]/);
    const next = parseSimple([newLanguage, ...rest].join("-"));
    if (next.language !== "und" || tag.language === "und") tag.language = next.language;
    if (used.script || !tag.script) tag.script = next.script || (used.script ? "" : tag.script);
    if (used.region || !tag.region) tag.region = next.region || (used.region ? "" : tag.region);
    if (used.variant) tag.variants = tag.variants.filter((name) => name !== used.variant);
    for (const name of next.variants) if (!tag.variants.includes(name)) tag.variants.push(name);
    tag.variants.sort();
  };
  for (let round = 0; round < 4; round++) {
    const before = showLanguage(tag);
    for (const name of tag.variants.slice()) {
      for (const base of [tag.language, "und"]) {
        const key = base + "-" + name;
        if (key in language) {
          replace(key, { variant: name });
          break;
        }
      }
    }
    if (tag.region && tag.language + "-" + tag.region in language) replace(tag.language + "-" + tag.region, { region: true });
    else if (tag.language in language) replace(tag.language, {});
    if (showLanguage(tag) === before) break;
  }
  if (tag.script in script) tag.script = script[tag.script];
  if (tag.region in region) {
    const choices = region[tag.region].split(" ");
    let choice = choices[0];
    if (choices.length > 1) {
      const probable = maximizeParts({ language: tag.language, script: tag.script, region: "" }).region;
      if (choices.includes(probable)) choice = probable;
    }
    tag.region = choice;
  }
  tag.variants = tag.variants.map((name) => variant[name] ?? name).sort();
  return tag;
}

function parseSimple(text) {
  const parts = text.split(/[-_]/);
  const out = { language: parts[0], script: "", region: "", variants: [] };
  for (const part of parts.slice(1)) {
    if (/^[A-Z][a-z]{3}$/.test(part)) out.script = part;
    else if (/^([A-Z]{2}|\d{3})$/.test(part)) out.region = part;
    else out.variants.push(part.toLowerCase());
  }
  return out;
}

function canonicalKeyword(key, value) {
  if (value === "true") return "";
  if (value === "yes" && /^k[bchknv]$/.test(key)) return "";
  const { types, subdivision } = aliases();
  if (key === "rg" || key === "sd") return subdivision[value]?.split(" ")[0]?.toLowerCase() ?? value;
  const replaced = types[key]?.[value] ?? value;
  return replaced === "true" ? "" : replaced;
}

function canonicalParts(tag) {
  const parts = parseTag(tag);
  canonicalLanguage(parts);
  parts.attributes.sort();
  if (parts.keywords) {
    const sorted = new Map();
    for (const key of [...parts.keywords.keys()].sort()) sorted.set(key, canonicalKeyword(key, parts.keywords.get(key)));
    parts.keywords = sorted;
  }
  return parts;
}

function show(parts) {
  const extensions = parts.extensions.map(([singleton, text]) => singleton + "-" + text);
  if (parts.attributes.length || parts.keywords?.size) {
    let text = "u";
    for (const attribute of parts.attributes) text += "-" + attribute;
    for (const [key, value] of parts.keywords ?? []) text += "-" + key + (value ? "-" + value : "");
    extensions.push(text);
  }
  extensions.sort();
  if (parts.privateUse) extensions.push("x-" + parts.privateUse);
  return [showLanguage(parts), ...extensions].join("-");
}

const canonicalCache = new Map();
export function canonicalTag(tag) {
  if (tag === "en-US" || isAvailable(tag)) return tag;
  let found = canonicalCache.get(tag);
  if (found === undefined) {
    found = show(canonicalParts(tag));
    if (canonicalCache.size > 500) canonicalCache.clear();
    canonicalCache.set(tag, found);
  }
  return found;
}

export function isStructurallyValid(tag) {
  try {
    parseTag(tag);
    return true;
  } catch {
    return false;
  }
}

let localeState;
export function canonicalList(locales) {
  if (locales === undefined) return [];
  const one = (value) => {
    if (typeof value === "symbol") throw new TypeError("Incorrect locale information provided");
    if (localeState?.has(value)) return show(localeState.state(value).parts);
    return canonicalTag(String(value));
  };
  if (typeof locales === "string" || localeState?.has(locales)) return [one(locales)];
  if (locales === null) throw new TypeError("Cannot convert undefined or null to object");
  const list = Object(locales);
  const out = [];
  const length = Math.min(Math.max(Math.trunc(Number(list.length)) || 0, 0), 2 ** 53 - 1);
  for (let i = 0; i < length; i++) {
    if (!(i in list)) continue;
    const value = list[i];
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) throw new TypeError("Incorrect locale information provided");
    const tag = one(value);
    if (!out.includes(tag)) out.push(tag);
  }
  return out;
}

// ---- Likely subtags --------------------------------------------------------------------------------------------------

let likelyMap;
function likely(key) {
  if (likelyMap === undefined) {
    likelyMap = new Map();
    for (const entry of likelyText.split(" ")) {
      const at = entry.indexOf("=");
      likelyMap.set(entry.slice(0, at), entry.slice(at + 1));
    }
  }
  return likelyMap.get(key);
}

function maximizeParts({ language, script, region }) {
  const found =
    (script && region && likely(language + "-" + script + "-" + region)) || (region && !script && likely(language + "-" + region)) ||
    (script && likely(language + "-" + script)) || (region && likely(language + "-" + region)) || likely(language) ||
    (language !== "und" && script && likely("und-" + script)) || undefined;
  if (!found) return { language, script, region };
  const best = parseSimple(found);
  return { language: language === "und" ? best.language : language, script: script || best.script, region: region || best.region };
}

export function maximize(tag) {
  return maximizeParts(parseSimple(tag));
}

const same = (a, b) => a.language === b.language && a.script === b.script && a.region === b.region;
function minimizeParts(parts) {
  const max = maximizeParts(parts);
  const { language, script, region } = max;
  for (const trial of [{ language, script: "", region: "" }, { language, script: "", region }, { language, script, region: "" }]) {
    if (same(maximizeParts(trial), max)) return trial;
  }
  return max;
}

export const regionOf = (tag) => {
  const [, region] = /^[a-z]+(?:-[A-Z][a-z]{3})?-([A-Z]{2}|\d{3})/.exec(tag) ?? [];
  return region ?? maximize(tag.split("-u-")[0]).region;
};

// ---- Which locale serves a request -----------------------------------------------------------------------------------

export const defaultLocale = () => "en-US";

function bestAvailable(tag) {
  let at = tag;
  for (;;) {
    if (isAvailable(at)) return at;
    let cut = at.lastIndexOf("-");
    if (cut === -1) return undefined;
    if (cut >= 2 && at[cut - 2] === "-") cut -= 2;
    at = at.slice(0, cut);
  }
}

const withoutExtensions = (tag) => tag.replace(/-[a-z\d](-[a-z\d]{2,8})+/g, "").replace(/-x-.*$/, "");

export function supportedLocales(locales, options) {
  const list = canonicalList(locales);
  option(toOptions(options), "localeMatcher", ["lookup", "best fit"], "best fit");
  return list.filter((tag) => bestAvailable(tag.split("-x-")[0].replace(/-[a-z\d]-.*$/, "")) !== undefined);
}

const valid = {
  nu: (value) => value in digitsOf(),
  ca: (value) => calendars.includes(value),
  hc: (value) => ["h11", "h12", "h23", "h24"].includes(value),
  kn: (value) => value === "" || value === "false",
  kf: (value) => ["upper", "lower", "false"].includes(value),
  co: (value) => false,
};
export const calendars = ["gregory", "iso8601"];

// ResolveLocale: `keys` are the -u- keywords that matter, `options` what the constructor's options say about them.
// Returns { locale, tag (without keywords), nu, ca, … }.
export function resolve(locales, keys, options, isValid = valid) {
  let found;
  let parts;
  for (const tag of canonicalList(locales)) {
    const bare = tag.indexOf("-u-") === -1 && tag.indexOf("-x-") === -1 && tag.indexOf("-t-") === -1 ? tag : withoutExtensions(tag);
    found = bestAvailable(bare);
    if (found !== undefined) {
      parts = tag === bare ? undefined : canonicalParts(tag);
      break;
    }
  }
  found ??= defaultLocale();
  const result = { __proto__: null, locale: found, tag: found };
  const kept = [];
  for (const key of keys) {
    let value;
    const asked = parts?.keywords?.get(key);
    if (asked !== undefined && isValid[key](asked, found)) {
      value = asked;
      kept.push([key, asked]);
    }
    let wanted = options[key];
    if (typeof wanted === "string") wanted = canonicalKeyword(key, wanted.toLowerCase());
    if (wanted !== undefined && wanted !== null && isValid[key](wanted, found)) {
      if (value !== wanted) {
        value = wanted;
        if (kept.length && kept[kept.length - 1][0] === key) kept.pop();
      }
    }
    result[key] = value;
  }
  if (kept.length) {
    kept.sort((a, b) => (a[0] < b[0] ? -1 : 1));
    result.locale += "-u";
    for (const [key, value] of kept) result.locale += "-" + key + (value ? "-" + value : "");
  }
  return result;
}

// ---- Intl.Locale -----------------------------------------------------------------------------------------------------

const typePattern = /^[a-z\d]{3,8}(-[a-z\d]{3,8})*$/i;
const keywordOptions = [
  ["ca", "calendar"], ["co", "collation"], ["fw", "firstDayOfWeek"], ["hc", "hourCycle", ["h11", "h12", "h23", "h24"]],
  ["kf", "caseFirst", ["upper", "lower", "false"]], ["kn", "numeric"], ["nu", "numberingSystem"],
];

function makeLocale(tag, given) {
  if (typeof tag !== "string" && (typeof tag !== "object" || tag === null)) throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
  const text = localeState.has(tag) ? show(localeState.state(tag).parts) : String(tag);
  const options = given === undefined ? { __proto__: null } : Object(given);
  let parts = canonicalParts(text);
  const change = { };
  const language = option(options, "language", undefined, undefined);
  if (language !== undefined && !isLanguage.test(language.toLowerCase())) throw invalid();
  const script = option(options, "script", undefined, undefined);
  if (script !== undefined && !isScript.test(script.toLowerCase())) throw invalid();
  const region = option(options, "region", undefined, undefined);
  if (region !== undefined && !isRegion.test(region.toLowerCase())) throw invalid();
  if (language !== undefined) parts.language = language.toLowerCase();
  if (script !== undefined) parts.script = title(script.toLowerCase());
  if (region !== undefined) parts.region = region.toUpperCase();
  if (language !== undefined || script !== undefined || region !== undefined) parts = canonicalParts(show(parts));
  for (const [key, name, values] of keywordOptions) {
    let value = key === "kn" ? options[name] : option(options, name, values, undefined);
    if (value === undefined) continue;
    if (key === "fw") value = "sun mon tue wed thu fri sat sun".split(" ")[value] ?? value;
    if (key === "kn") value = value ? "" : "false";
    else if (!typePattern.test(value)) throw invalid();
    (parts.keywords ??= new Map()).set(key, canonicalKeyword(key, value.toLowerCase()));
  }
  if (parts.keywords) parts.keywords = new Map([...parts.keywords].sort((a, b) => (a[0] < b[0] ? -1 : 1)));
  return { parts };
}

const dayNumber = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 };

function zonesOf(region) {
  const table = zoneCountry();
  return Object.keys(table).filter((zone) => table[zone].replace("-", "") === region).sort();
}

const info = {
  getCalendars(parts) {
    if (parts.keywords?.get("ca")) return [parts.keywords.get("ca")];
    const table = calendarsOf();
    return (table[maximizeParts(parts).region] ?? table["001"]).split(" ").map((name) => (name === "gregorian" ? "gregory" : name));
  },
  getCollations: (parts) => (parts.keywords?.get("co") ? [parts.keywords.get("co")] : ["emoji", "eor"]),
  getHourCycles: (parts) => (parts.keywords?.get("hc") ? [parts.keywords.get("hc")] : [hourCycleOf(show(parts))]),
  getNumberingSystems: (parts) => [parts.keywords?.get("nu") || section(showLanguage(parts), "n").nu],
  getTimeZones: (parts) => (parts.region ? zonesOf(parts.region) : undefined),
  getTextInfo: (parts) => ({ direction: /^(Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg|Mand|Samr)$/.test(maximizeParts(parts).script) ? "rtl" : "ltr" }),
  getWeekInfo(parts) {
    const { region } = maximizeParts(parts);
    const [first, min, start, end] = weeks().map((table) => table[region] ?? table["001"]);
    const from = dayNumber[start];
    const to = dayNumber[end];
    const weekend = [];
    for (let day = from; ; day = (day % 7) + 1) {
      weekend.push(day);
      if (day === to) break;
    }
    return { firstDay: dayNumber[parts.keywords?.get("fw")] ?? dayNumber[first], weekend: weekend.sort(), minimalDays: +min };
  },
};

const made = makeClass("Locale", makeLocale, (state) => {
  const prototype = {
    maximize() {
      const { parts } = state(this);
      return new Locale(show({ ...parts, ...maximizeParts(parts) }));
    },
    minimize() {
      const { parts } = state(this);
      return new Locale(show({ ...parts, ...minimizeParts(parts) }));
    },
    toString() {
      return show(state(this).parts);
    },
    get baseName() {
      return showLanguage(state(this).parts);
    },
    get language() {
      return state(this).parts.language;
    },
    get script() {
      return state(this).parts.script || undefined;
    },
    get region() {
      return state(this).parts.region || undefined;
    },
    get variants() {
      return state(this).parts.variants.join("-") || undefined;
    },
    get numeric() {
      return state(this).parts.keywords?.get("kn") === "";
    },
  };
  const add = (name, get) => Object.defineProperty(prototype, name, { get, configurable: true, enumerable: true });
  for (const [key, name] of keywordOptions) {
    if (key !== "kn") add(name, Object.getOwnPropertyDescriptor({ get [name]() { return state(this).parts.keywords?.get(key); } }, name).get);
  }
  for (const name of Object.keys(info)) {
    const method = { [name]() { return info[name](state(this).parts); } };
    prototype[name] = method[name];
    const getter = name[3].toLowerCase() + name.slice(4); // as they were named before they became methods
    add(getter, Object.getOwnPropertyDescriptor({ get [getter]() { return info[name](state(this).parts); } }, getter).get);
  }
  return prototype;
}, { length: 1 });
localeState = made;
export const Locale = made.Class;

// h12, h23, …: what the locale's region, or the language there, prefers.
export function hourCycleOf(tag) {
  const base = tag.split("-u-")[0];
  const { language, region } = maximize(base);
  const table = hours();
  const symbol = (table[language + "-" + region] ?? table[region] ?? table["001"])[0];
  return { h: "h12", H: "h23", K: "h11", k: "h24" }[symbol];
}

export { dataTag };
