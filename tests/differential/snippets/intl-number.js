// Intl.NumberFormat and toLocaleString of numbers
// `each(group, f, …)`: prints what each function gives. `it(label, f)`: f prints itself.
// codemode shows control characters and such as hide text as escapes, so these are escaped here.
const hidden = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const escape = (text) => JSON.stringify(text).replace(hidden, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const show = (value) => console.log(typeof value === "string" ? escape(value) : value);
const each = (group, ...runs) => {
  runs.forEach((run, i) => {
    console.log(`=== ${group}-${i + 1} ${String(run).replace(/\s+/g, " ").slice(0, 100)}`);
    try {
      show(run());
    } catch (error) {
      console.log("threw", error?.name ?? error);
    }
  });
};
const it = (label, run) => {
  console.log(`=== ${label}`);
  try {
    return run();
  } catch (error) {
    console.log("threw", error?.name ?? error);
  }
};
let seed = 12345;
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];

const locales = ["en-US", "de", "fr", "ja", "ar", "hi", "en-IN", "pt-BR", "es", "sv", "pl", "de-CH", "ar-EG", "zh", "ru", "it", "ko", "tr", "nl"];
const numbers = [0, -0, 1, -1.5, 0.004, 1234.5, 123456789.987, -9876543.21, 1e21, 1e-9, NaN, Infinity, 0.5, 999999, 1500];
const options = { plain: {}, percent: { style: "percent", maximumFractionDigits: 1 }, usd: { style: "currency", currency: "USD" }, eur: { style: "currency", currency: "EUR", currencyDisplay: "code" }, jpy: { style: "currency", currency: "JPY", currencyDisplay: "name" }, accounting: { style: "currency", currency: "USD", currencySign: "accounting", signDisplay: "always" }, narrow: { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol", maximumFractionDigits: 0 }, compact: { notation: "compact" }, "compact-long": { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 }, scientific: { notation: "scientific" }, engineering: { notation: "engineering", minimumFractionDigits: 2 }, digits: { minimumIntegerDigits: 3, minimumFractionDigits: 2, maximumFractionDigits: 4 }, significant: { maximumSignificantDigits: 3 }, "no-group": { useGrouping: false }, min2: { useGrouping: "min2" }, km: { style: "unit", unit: "kilometer-per-hour" }, liter: { style: "unit", unit: "liter", unitDisplay: "long" }, byte: { style: "unit", unit: "megabyte", unitDisplay: "narrow" }, except: { signDisplay: "exceptZero" }, negative: { signDisplay: "negative" }, round: { roundingMode: "floor", maximumFractionDigits: 1 }, even: { roundingMode: "halfEven", maximumFractionDigits: 0 }, increment: { roundingIncrement: 5, minimumFractionDigits: 2, maximumFractionDigits: 2 }, trailing: { trailingZeroDisplay: "stripIfInteger", minimumFractionDigits: 2 } };
for (const locale of locales) for (const name in options) it(`${locale}-${name}`, () => { const f = new Intl.NumberFormat(locale, options[name]); console.log(numbers.map((n) => escape(f.format(n))).join(" | ")); });
for (const locale of locales) it(`${locale}-parts`, () => console.log(new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).formatToParts(-1234567.891).map((p) => `${p.type}=${escape(p.value)}`).join(" ")));
for (const locale of locales) it(`${locale}-methods`, () => { console.log(...[(1234.567).toLocaleString(locale), (12345678901234567890n).toLocaleString(locale), [1.5, 2500].toLocaleString(locale), (0.256).toLocaleString(locale, { style: "percent" }), (5).toLocaleString(locale, { minimumFractionDigits: 2 })].map(escape)); console.log(...[new Intl.NumberFormat(locale).formatRange(3, 5000), new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).formatRange(3, 5)].map(escape)); });
each("api", () => new Intl.NumberFormat("en", { style: "currency" }), () => new Intl.NumberFormat("en", { style: "unit", unit: "foo" }), () => new Intl.NumberFormat("xx-invalid-locale-zz"), () => new Intl.NumberFormat("en", { maximumFractionDigits: 101 }), () => new Intl.NumberFormat("en", { minimumFractionDigits: 5, maximumFractionDigits: 2 }), () => new Intl.NumberFormat("de").resolvedOptions(), () => new Intl.NumberFormat("en", { style: "currency", currency: "JPY" }).resolvedOptions(), () => Intl.NumberFormat("en").format("12345678901234567890.12"), () => new Intl.NumberFormat("en").format("x"), () => new Intl.NumberFormat("en").format(null), () => new Intl.NumberFormat("en").format(undefined), () => [1, 2000].map(new Intl.NumberFormat("de").format), () => Intl.NumberFormat.supportedLocalesOf(["de", "xx", "en-GB"]), () => Object.prototype.toString.call(new Intl.NumberFormat()), () => Intl.getCanonicalLocales(["EN-us", "zh-hans-cn", "en-u-ca-gregory"]), () => Intl.getCanonicalLocales("x"), () => (5).toLocaleString("zz-zz-zz"), () => new Intl.NumberFormat(["xx", "de"]).format(1.5), () => new Intl.NumberFormat("ar-u-nu-latn").format(123), () => new Intl.NumberFormat("en-u-nu-deva").format(123), () => new Intl.NumberFormat("en", { numberingSystem: "arab" }).format(123), () => new Intl.NumberFormat(), () => Intl[Symbol.toStringTag], () => (1e6).toLocaleString(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 0 }), () => (0).toLocaleString("en", { style: "currency", currency: "usd" }), () => (1234.5).toLocaleString([], { maximumFractionDigits: 0 }), () => (-5).toLocaleString("en", { style: "unit", unit: "celsius" }), () => (1.005).toLocaleString("en", { maximumFractionDigits: 2 }), () => (2.5).toLocaleString("en", { maximumFractionDigits: 0 }), () => (3.5).toLocaleString("en", { maximumFractionDigits: 0 }));
for (let i = 0; i < 60; i++) it(`generated-${i}`, () => { for (let k = 0; k < 6; k++) { const o = pick([{}, { maximumFractionDigits: below(6) }, { minimumFractionDigits: 1 + below(3) }, { style: "percent" }, { style: "currency", currency: pick(["USD", "EUR", "JPY", "INR", "BRL", "KWD"]) }, { notation: "compact", maximumFractionDigits: below(3) }, { style: "unit", unit: pick(["meter", "second", "gigabyte", "percent", "kilogram"]), unitDisplay: pick(["short", "long", "narrow"]) }, { maximumSignificantDigits: 1 + below(6) }]); const l = pick(locales); const n = (random() - 0.3) * Number(`1e${below(12) - 3}`); console.log(l, JSON.stringify(o), n, escape(n.toLocaleString(l, o))); } });
