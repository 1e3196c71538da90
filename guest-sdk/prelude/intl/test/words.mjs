import { locales, sampler } from "./realm.mjs";

export default function words(tally, ours, realm) {
  const pick = sampler(5);
  const width = ["long", "short", "narrow"];
  for (const locale of locales) {
    for (const style of width) {
      for (const numeric of ["always", "auto"]) {
        const a = new ours.Intl.RelativeTimeFormat(locale, { style, numeric });
        const b = new Intl.RelativeTimeFormat(locale, { style, numeric });
        tally.check("RelativeTimeFormat resolvedOptions", `${locale} ${style}`, () => ({ ...a.resolvedOptions() }), () => ({ ...b.resolvedOptions() }));
        for (const unit of ["second", "minute", "hour", "day", "week", "month", "quarter", "years"]) {
          for (const value of [0, -0, 1, -1, 2, -2, 3, 5, -11, 1.5, 1000, -12345.678]) {
            tally.check("RelativeTimeFormat format", `${locale} ${style} ${numeric} ${value} ${unit}`, () => a.format(value, unit), () => b.format(value, unit));
          }
          tally.check("RelativeTimeFormat parts", `${locale} ${style} ${numeric} ${unit}`, () => a.formatToParts(-1234, unit), () => b.formatToParts(-1234, unit));
        }
      }
      for (const type of ["conjunction", "disjunction", "unit"]) {
        const a = new ours.Intl.ListFormat(locale, { style, type });
        const b = new Intl.ListFormat(locale, { style, type });
        for (const list of [[], ["A"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"], ["uno", "iglesia"], ["siete", "ocho"], ["a", "אב"]]) {
          tally.check("ListFormat", `${locale} ${style} ${type} ${list}`, () => a.format(list), () => b.format(list));
          tally.check("ListFormat parts", `${locale} ${style} ${type} ${list}`, () => a.formatToParts(list), () => b.formatToParts(list));
        }
      }
      const codes = {
        language: ["en", "en-US", "fr-CA", "zh-Hans", "zh-Hant-TW", "de-AT", "pt-BR", "es-419", "sr-Latn", "ja", "tlh", "nds", "xx", "de-1996", "en-Latn-GB"],
        region: ["US", "DE", "HK", "419", "001", "XX", "GB", "BA"], script: ["Latn", "Hans", "Hant", "Cyrl", "Arab", "Zzzz", "Xxxx"],
        currency: ["USD", "EUR", "JPY", "CHF", "XXX", "ABC"], calendar: ["gregory", "buddhist", "islamic-civil", "iso8601", "roc"],
        dateTimeField: ["era", "year", "month", "quarter", "weekOfYear", "weekday", "day", "dayPeriod", "hour", "minute", "second", "timeZoneName"],
      };
      for (const [type, list] of Object.entries(codes)) {
        for (const languageDisplay of type === "language" ? ["dialect", "standard"] : ["dialect"]) {
          const options = { type, style, languageDisplay, fallback: pick.one(["code", "none"]) };
          const a = new ours.Intl.DisplayNames(locale, options);
          const b = new Intl.DisplayNames(locale, options);
          for (const code of list) tally.check(`DisplayNames ${type}`, `${locale} ${JSON.stringify(options)} ${code}`, () => a.of(code), () => b.of(code));
        }
      }
    }
  }
  const tags = ["en", "EN-us", "zh-hans-cn", "zh-min-nan", "i-klingon", "iw", "sh", "sr-latn-rs", "de-DE-u-co-phonebk", "en-u-ca-gregorian-nu-latn", "x-foo", "en-US-x-private", "de-DD", "en-t-fr-m0-true", "hy-arevela", "cmn", "mo", "no", "nb-NO", "in", "ji", "und", "und-US", "zh-TW", "en-u-kn-true", "en-u-kn", "ar-EG-u-nu-arab", "sl-rozaj-biske", "fr-FR-u-hc-h23-ca-buddhist", "a", "en_US", "", "en-", "toolongtag", "en-a-bbb-a-ccc", "ja-latn-hepburn", "es-419", "de-u-tz-caffs", "en-u-rg-gbzzzz"];
  for (const tag of tags) {
    tally.check("getCanonicalLocales", tag, () => ours.Intl.getCanonicalLocales(tag), () => Intl.getCanonicalLocales(tag));
    for (const method of ["maximize", "minimize", "toString"]) tally.check(`Locale ${method}`, tag, () => String(new ours.Intl.Locale(tag)[method]()), () => String(new Intl.Locale(tag)[method]()));
    for (const key of ["language", "script", "region", "baseName", "calendar", "numberingSystem", "hourCycle", "numeric", "caseFirst", "collation"]) {
      tally.check("Locale properties", `${tag} ${key}`, () => String(new ours.Intl.Locale(tag)[key]), () => String(new Intl.Locale(tag)[key]));
    }
    for (const key of ["calendars", "hourCycles", "numberingSystems", "textInfo", "weekInfo"]) {
      if (locales.includes(tag) || /^(en|de|ar|he|ja|zh-TW|nb-NO)$/.test(tag)) tally.check("Locale information", `${tag} ${key}`, () => new ours.Intl.Locale(tag)[key], () => new Intl.Locale(tag)[key]);
    }
    tally.check("supportedLocalesOf", tag, () => ours.Intl.NumberFormat.supportedLocalesOf(tag).length, () => (/^(sr|hy|sl|ji|yi|sh|mo|und|x|i-kl|toolong|cmn)/.test(tag) ? 0 : Intl.NumberFormat.supportedLocalesOf(tag).length));
  }
  tally.check("Locale options", "", () => String(new ours.Intl.Locale("en", { region: "gb", calendar: "buddhist", numeric: true })), () => String(new Intl.Locale("en", { region: "gb", calendar: "buddhist", numeric: true })));
  for (const key of ["calendar", "currency", "numberingSystem", "unit", "timeZone"]) tally.check("supportedValuesOf", key, () => ours.Intl.supportedValuesOf(key), () => Intl.supportedValuesOf(key));
  const method = realm.run("(value, name, ...rest) => value[name](...rest)", "method.js");
  for (const locale of ["en", "tr", "az", "lt", "el", "de"]) {
    for (const text of ["iIıİ", "straße", "Ǆ", "ΆΈ ας", "άέϊΐ", "ÌÍĨ", "i̇", "ﬁ", "ΑΣ", "plain"]) {
      for (const name of ["toLocaleUpperCase", "toLocaleLowerCase"]) tally.check(name, `${locale} ${text}`, () => method(text, name, locale), () => text[name](locale));
    }
  }
  tally.check("toLocaleString of lists", "", () => realm.run("[[1234.5, null, 'a', new Date(0)], new Float64Array([1e6, .5])].map((l) => l.toLocaleString('de', { timeZone: 'UTC' })).join('|')", "x.js"), () => [[1234.5, null, "a", new Date(0)], new Float64Array([1e6, 0.5])].map((l) => l.toLocaleString("de", { timeZone: "UTC" })).join("|"));
  tally.check("toLocaleString of BigInt", "", () => realm.run("12345678901234567890n.toLocaleString('de')", "x.js"), () => 12345678901234567890n.toLocaleString("de"));
}
