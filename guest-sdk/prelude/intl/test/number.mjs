import { locales, sampler } from "./realm.mjs";

const values = [0, -0, 1, -1, 2, 5, 11, 0.5, 1.005, 1.5, 12.345, -12.5, 99.995, 100, 999.999, 1000, 1234, 1234.5, -9876.54, 10000, 12345.678,
  999950, 999999, 1e6, 1234567.891, -1500000, 2e9, 1.23e12, 9.99e14, 1e15, 1.5e17, 1e21, 1.2e-7, 0.000123, NaN, Infinity, -Infinity, 123456789012345678901234567890n, "12345678901234567890.123456789"];
const options = [
  {}, { style: "percent" }, { style: "percent", maximumFractionDigits: 1 }, { minimumFractionDigits: 2 }, { maximumFractionDigits: 0 },
  { minimumFractionDigits: 2, maximumFractionDigits: 2 }, { maximumSignificantDigits: 3 }, { minimumSignificantDigits: 5 },
  { minimumIntegerDigits: 3 }, { useGrouping: false }, { useGrouping: "always" }, { useGrouping: "min2" }, { notation: "compact" },
  { notation: "compact", compactDisplay: "long" }, { notation: "compact", maximumFractionDigits: 1 }, { notation: "compact", minimumFractionDigits: 2 },
  { notation: "scientific" }, { notation: "engineering" }, { notation: "engineering", maximumFractionDigits: 1 },
  { signDisplay: "always" }, { signDisplay: "exceptZero" }, { signDisplay: "never" }, { signDisplay: "negative" },
  { roundingMode: "floor", maximumFractionDigits: 1 }, { roundingMode: "halfEven", maximumFractionDigits: 0 },
  { roundingIncrement: 5, maximumFractionDigits: 2, minimumFractionDigits: 2 }, { trailingZeroDisplay: "stripIfInteger", minimumFractionDigits: 2 },
  { roundingPriority: "lessPrecision", maximumFractionDigits: 1, maximumSignificantDigits: 3 },
  { roundingPriority: "morePrecision", maximumFractionDigits: 1, maximumSignificantDigits: 3 },
];
for (const currency of ["USD", "EUR", "JPY", "GBP", "INR", "CHF", "KWD", "BRL", "PLN", "XYZ"]) {
  options.push({ style: "currency", currency });
  for (const currencyDisplay of ["code", "narrowSymbol", "name"]) options.push({ style: "currency", currency, currencyDisplay });
}
options.push(
  { style: "currency", currency: "USD", currencySign: "accounting" }, { style: "currency", currency: "EUR", currencySign: "accounting", signDisplay: "always" },
  { style: "currency", currency: "USD", notation: "compact" }, { style: "currency", currency: "EUR", notation: "compact", compactDisplay: "long" },
  { style: "currency", currency: "USD", notation: "compact", currencyDisplay: "name" }, { style: "currency", currency: "USD", maximumFractionDigits: 0 },
  { style: "currency", currency: "USD", minimumFractionDigits: 0 }, { style: "currency", currency: "EUR", notation: "compact", currencyDisplay: "code" },
  { style: "currency", currency: "USD", signDisplay: "exceptZero", currencySign: "accounting" },
);
for (const unit of ["kilometer", "liter", "kilometer-per-hour", "byte", "megabyte", "percent", "celsius", "day", "hour", "mile-per-gallon", "meter-per-second", "liter-per-day", "megabit-per-second", "foot"]) {
  for (const unitDisplay of ["short", "long", "narrow"]) options.push({ style: "unit", unit, unitDisplay });
}
options.push({ style: "unit", unit: "kilometer", notation: "compact" }, { style: "unit", unit: "byte", notation: "compact", unitDisplay: "long" }, { numberingSystem: "arab" }, { numberingSystem: "deva", style: "percent" });

const sorted = (o) => Object.fromEntries(Object.entries(o).filter(([key]) => key !== "pluralCategories" && key !== "locale").sort());
export default function number(tally, ours) {
  const pick = sampler();
  for (const locale of locales) {
    for (const option of options) {
      const describe = (extra) => `${locale} ${JSON.stringify(option)} ${extra}`;
      const kind = `NumberFormat ${option.style ?? "decimal"}${option.notation ? ` ${option.notation}` : ""}`;
      let a, b;
      tally.check("NumberFormat resolvedOptions", describe(""), () => sorted((a = new ours.Intl.NumberFormat(locale, option)).resolvedOptions()), () => sorted((b = new Intl.NumberFormat(locale, option)).resolvedOptions()));
      for (let i = 0; i < 9; i++) {
        const value = pick.one(values);
        tally.check(kind, describe(value), () => a.format(value), () => b.format(value));
      }
      const value = pick.one(values);
      tally.check(`${kind} parts`, describe(value), () => a.formatToParts(value), () => b.formatToParts(value));
      const [low, high] = [pick.one([1, 3, 1000, 2.5]), pick.one([3, 5, 12000, 1500000])];
      tally.check("NumberFormat range", describe(`${low}…${high}`), () => a.formatRange(low, high), () => b.formatRange(low, high));
      if (pick.next() < 0.3) tally.check("NumberFormat range parts", describe(`${low}…${high}`), () => a.formatRangeToParts(low, high), () => b.formatRangeToParts(low, high));
    }
  }
  for (const locale of locales) {
    for (const type of ["cardinal", "ordinal"]) {
      for (const option of [{}, { minimumFractionDigits: 1 }, { maximumSignificantDigits: 2 }]) {
        const a = new ours.Intl.PluralRules(locale, { type, ...option });
        const b = new Intl.PluralRules(locale, { type, ...option });
        for (const value of [0, 1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 20, 21, 22, 23, 42, 100, 101, 103, 111, 1000, 1e6, 2e6, 0.5, 1.0, 1.5, 2.1, -1, NaN, Infinity]) {
          tally.check("PluralRules select", `${locale} ${type} ${JSON.stringify(option)} ${value}`, () => a.select(value), () => b.select(value));
        }
        tally.check("PluralRules categories", `${locale} ${type}`, () => a.resolvedOptions().pluralCategories.sort(), () => b.resolvedOptions().pluralCategories.sort());
        for (const [low, high] of [[0, 1], [1, 2], [1, 5], [2, 3], [5, 21]]) {
          if (b.selectRange) tally.check("PluralRules range", `${locale} ${low} ${high}`, () => a.selectRange(low, high), () => b.selectRange(low, high));
        }
      }
    }
  }
}
