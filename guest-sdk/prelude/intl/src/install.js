// Puts Intl in place, and what the methods of other built-ins that depend on the locale ask for in `p.intl` (see locale-en.js).
import { DateTimeFormat, environment, formatDateWith } from "./datetime.js";
import { Collator, compareWith, fast } from "./collator.js";
import { copy, define, text } from "./kit.js";
import { canonicalList, Locale } from "./locale.js";
import { digitsOf, calendars } from "./locale.js";
import { section } from "./data.js";
import { units } from "./units.js";
import { Segmenter } from "./segmenter.js";
import { DisplayNames, DurationFormat, ListFormat, lowerCase, RelativeTimeFormat, upperCase } from "./words.js";
import { dateZone, primaryZones, zoneTable } from "./zone.js";
import { formatNumberWith, NumberFormat, PluralRules } from "./number.js";

export function install(host, p) {
  const { now } = Date;
  environment.now = host.now ?? now;
  environment.timeZone = () => host.timeZone?.() ?? "UTC";
  fast.compare = p.compareLatin;
  const Intl = {};
  Object.defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: true });
  const classes = { Collator, DateTimeFormat, DisplayNames, DurationFormat, ListFormat, Locale, NumberFormat, PluralRules, RelativeTimeFormat, Segmenter };
  for (const name of Object.keys(classes)) define(Intl, name, classes[name]);
  copy(functions, Intl);
  define(globalThis, "Intl", Intl);
  p.intl = { __proto__: null, compare: compareWith, formatNumber: formatNumberWith, formatDate: formatDateWith, lowerCase, upperCase, zoneTable, dateZone };
}

const functions = {
  getCanonicalLocales(locales) {
    return canonicalList(locales);
  },
  supportedValuesOf(key) {
    switch (text(key)) {
      case "calendar": return calendars.slice();
      case "collation": return ["emoji", "eor"];
      case "currency": return Object.keys(section("en", "c")).filter((code) => /^[A-Z]{3}$/.test(code)).sort();
      case "numberingSystem": return Object.keys(digitsOf()).concat("hanidec").filter((name, i, all) => all.indexOf(name) === i).sort();
      case "timeZone": return primaryZones();
      case "unit": return units.slice();
      default: throw new RangeError("Invalid key : " + String(key));
    }
  },
};
