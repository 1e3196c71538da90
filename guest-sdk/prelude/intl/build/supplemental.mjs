// The data that belongs to no locale: plural rules, numbering systems, currency digits, time zone names, aliases.
import { createRequire } from "node:module";
import { defaultContent, locales, parentOf, supplemental } from "./cldr.mjs";
import { languages } from "./locales.mjs";

const require = createRequire(import.meta.url);
const bcp47 = (name) => require(`cldr-bcp47/bcp47/${name}.json`).keyword.u;

const pick = (table) => Object.fromEntries(languages.concat("pt-PT").filter((tag) => tag in table).map((tag) => [tag, table[tag]]));

function plurals() {
  const rules = (table) => Object.fromEntries(Object.entries(pick(table)).map(([tag, entry]) => [tag,
    Object.fromEntries(Object.entries(entry)
      .map(([key, rule]) => [key.replace("pluralRule-count-", ""), rule.split("@")[0].trim()])
      .filter(([key]) => key !== "other"))]));
  const ranges = {};
  for (const [tag, table] of Object.entries(pick(supplemental("pluralRanges").plurals))) {
    ranges[tag] = Object.fromEntries(Object.entries(table).map(([key, value]) =>
      [key.replace("pluralRange-start-", "").replace("-end-", " "), value]));
  }
  return {
    cardinal: rules(supplemental("plurals")["plurals-type-cardinal"]),
    ordinal: rules(supplemental("ordinals")["plurals-type-ordinal"]),
    ranges,
  };
}

function numberingSystems() {
  const out = {};
  for (const [name, entry] of Object.entries(supplemental("numberingSystems").numberingSystems)) {
    if (entry._type === "numeric") out[name] = entry._digits;
  }
  return out;
}

function currencies() {
  const { fractions } = supplemental("currencyData").currencyData;
  const digits = {};
  for (const [code, entry] of Object.entries(fractions)) if (entry._digits !== "2") digits[code] = +entry._digits;
  return digits;
}

function dayPeriods() {
  const out = {};
  for (const [tag, rules] of Object.entries(pick(supplemental("dayPeriods").dayPeriodRuleSet))) {
    out[tag] = Object.entries(rules).map(([name, rule]) => rule._at !== undefined
      ? [name, parseInt(rule._at, 10)] : [name, parseInt(rule._from, 10), parseInt(rule._before, 10)]);
  }
  return out;
}

function hours() { // region, or language-region, → allowed hour symbols, preferred first
  const out = {};
  for (const [key, entry] of Object.entries(supplemental("timeData").timeData)) {
    const allowed = entry._allowed.split(" ").map((text) => text[0]);
    out[key.replace("_", "-")] = [...new Set([entry._preferred, ...allowed])].join("");
  }
  return out;
}

function weeks() {
  const { firstDay, minDays, weekendStart, weekendEnd } = supplemental("weekData").weekData;
  const clean = (table) => Object.fromEntries(Object.entries(table).filter(([key]) => /^(\d{3}|[A-Z]{2})$/.test(key)));
  return [firstDay, minDays, weekendStart, weekendEnd].map(clean);
}

// Languages that have data in CLDR, and what is undetermined.
function likely() {
  const known = new Set(require("cldr-core/availableLocales.json").availableLocales.full.map((tag) => tag.split("-")[0]));
  const out = {};
  for (const [key, value] of Object.entries(supplemental("likelySubtags").likelySubtags)) {
    const language = key.split("-")[0];
    if (language === "und" || known.has(language)) out[key] = value;
  }
  return Object.entries(out).map(([key, value]) => `${key}=${value}`).join(" ");
}

function aliases() {
  const { languageAlias, scriptAlias, territoryAlias, variantAlias, subdivisionAlias } = supplemental("aliases").metadata.alias;
  const table = (from) => Object.fromEntries(Object.entries(from).map(([key, value]) => [key, value._replacement]));
  // Three-letter codes of languages without data are many and rare, but the standard asks for them.
  return {
    language: table(languageAlias), script: table(scriptAlias), region: table(territoryAlias), variant: table(variantAlias),
    subdivision: table(subdivisionAlias), types: unicodeTypes(),
  };
}

// Deprecated values of -u- keywords: { ca: { islamicc: "islamic-civil" }, … }
function unicodeTypes() {
  const out = {};
  for (const file of ["calendar", "collation", "currency", "measure", "number", "segmentation", "timezone", "variant"]) {
    for (const [key, values] of Object.entries(bcp47(file) ?? {})) {
      for (const [name, entry] of Object.entries(values)) {
        if (name.startsWith("_") || typeof entry !== "object") continue;
        if (entry._preferred) (out[key] ??= {})[name] = entry._preferred;
        else if (key !== "tz" && entry._alias && !entry._alias.includes("/")) {
          for (const alias of entry._alias.split(" ")) if (/^[a-z0-9-]+$/.test(alias)) (out[key] ??= {})[alias] = name;
        }
      }
    }
  }
  return out;
}

// ---- Time zones ------------------------------------------------------------------------------------------------------

function zoneNames() {
  const { metazoneInfo, metazones } = supplemental("metaZones").metaZones;
  const uses = {};
  const walk = (table, prefix) => {
    for (const [key, value] of Object.entries(table)) {
      if (!Array.isArray(value)) {
        walk(value, `${prefix}${key}/`);
        continue;
      }
      const time = (text) => (text ? Date.parse(`${text.replace(" ", "T")}Z`) / 60000 : undefined);
      uses[prefix + key] = value.map(({ usesMetazone: use }) => [use._mzone, time(use._from) ?? null, time(use._to) ?? null]);
    }
  };
  walk(metazoneInfo.timezone, "");
  const zoneText = {};
  for (const [zone, list] of Object.entries(uses)) {
    zoneText[zone] = list.map(([meta, from]) => (from === null ? meta : `${meta}@${from.toString(36)}`)).join(" ");
    const end = list.at(-1)[2];
    if (end !== null) zoneText[zone] += ` @${end.toString(36)}`;
  }
  const golden = {}; // metazone → zone of the world, and per territory
  for (const { mapZone } of metazones) (golden[mapZone._other] ??= {})[mapZone._territory] = mapZone._type;
  for (const [name, table] of Object.entries(golden)) {
    golden[name] = Object.entries(table).map(([territory, zone]) => `${territory}=${zone}`).join(" ");
  }
  // CLDR's name of each zone, and its country where it is the only or the primary zone of it.
  const canonical = {};
  const countries = {};
  for (const [name, entry] of Object.entries(bcp47("timezone").tz)) {
    if (!entry._alias) continue;
    const [first, ...others] = entry._alias.split(" ");
    for (const alias of others) canonical[alias] = first;
    const region = entry._region ?? (/^[a-z]{5}$/.test(name) ? name.slice(0, 2).toUpperCase() : undefined);
    if (region && !first.startsWith("Etc/")) (countries[region] ??= []).push(first);
    if (entry._iana) canonical[entry._iana] = first;
  }
  const primary = supplemental("primaryZones").primaryZones;
  const country = {};
  for (const [region, zones] of Object.entries(countries)) {
    for (const zone of zones) country[zone] = zones.length === 1 || primary[region] === zone ? region : `-${region}`;
  }
  return { uses: zoneText, golden, canonical, country };
}

// ---- Locales ---------------------------------------------------------------------------------------------------------

// What `supportedLocalesOf` answers: the locales with data, those that are only other names of them, and without the script.
function available() {
  const all = new Set(locales);
  for (const tag of defaultContent) if (languages.includes(tag.split("-")[0])) all.add(tag);
  all.add("no").add("no-NO").add("nb-NO");
  for (const tag of [...all]) {
    const [language, script, region] = tag.split("-");
    if (region && script.length === 4) all.add(`${language}-${region}`);
  }
  all.delete("hi-Latn-IN");
  return [...all].sort().join(" ");
}

const parents = () => Object.fromEntries(locales.filter((tag) => parentOf(tag) !== tag.slice(0, Math.max(0, tag.lastIndexOf("-"))) &&
  tag.includes("-")).map((tag) => [tag, parentOf(tag) ?? ""]));

export function supplementalData() {
  return {
    plurals: plurals(), nu: numberingSystems(), fractions: currencies(), dayPeriods: dayPeriods(), hours: hours(), weeks: weeks(),
    likely: likely(), aliases: aliases(), zoneNames: zoneNames(), available: available(), parents: parents(),
    calendars: Object.fromEntries(Object.entries(supplemental("calendarPreferenceData").calendarPreferenceData)
      .map(([region, list]) => [region, list.join(" ")])),
  };
}
