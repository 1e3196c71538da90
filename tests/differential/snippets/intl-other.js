// Intl: plurals, lists, relative times, collation, segments, names; String.prototype.localeCompare
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

const locales = ["en", "de", "fr", "ja", "ar", "hi", "pt", "es", "sv", "zh", "ru", "it", "ko", "tr", "nl", "pl", "he", "cs", "da", "uk"];
for (const l of locales) {
  it(`plural-${l}`, () => { const p = new Intl.PluralRules(l); console.log([0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 20, 21, 100, 101, 1.5, 1e6].map((n) => p.select(n)).join(" ")); const o = new Intl.PluralRules(l, { type: "ordinal" }); console.log([1, 2, 3, 4, 11, 12, 13, 21, 22, 101].map((n) => o.select(n)).join(" ")); console.log(p.resolvedOptions().pluralCategories.sort()); });
  it(`list-${l}`, () => { for (const type of ["conjunction", "disjunction", "unit"]) for (const style of ["long", "short", "narrow"]) { const f = new Intl.ListFormat(l, { type, style }); console.log([[], ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]].map((x) => f.format(x)).join(" | ")); } });
  it(`relative-${l}`, () => { for (const numeric of ["always", "auto"]) for (const style of ["long", "short", "narrow"]) { const f = new Intl.RelativeTimeFormat(l, { numeric, style }); console.log(["second", "minute", "hour", "day", "week", "month", "quarter", "year"].flatMap((u) => [-2, -1, 0, 1, 5].map((n) => escape(f.format(n, u)))).join(" | ")); } });
  it(`names-${l}`, () => { const show = (type, codes) => { const f = new Intl.DisplayNames(l, { type }); console.log(codes.map((c) => escape(f.of(c))).join(" | ")); }; show("region", ["US", "DE", "JP", "419"]); show("language", ["en", "de", "zh-Hans", "pt-BR"]); show("currency", ["USD", "EUR", "JPY"]); show("script", ["Latn", "Arab"]); });
  it(`sort-${l}`, () => { const words = ["a", "A", "ä", "Ä", "z", "Z", "o", "ö", "ø", "å", "é", "e", "ch", "c", "d", "č", "ñ", "n", "ß", "ss", "10", "9", "_", "-", " ", "日", "あ", "ア", "я", "б", "İ", "i", "ı", "I"]; console.log(words.toSorted(new Intl.Collator(l).compare).join(" ")); console.log(words.toSorted((a, b) => a.localeCompare(b, l, { sensitivity: "base", numeric: true })).join(" ")); console.log(words.toSorted(new Intl.Collator(l, { caseFirst: "upper" }).compare).join(" ")); });
  it(`case-${l}`, () => console.log("iIıİ straße ΑΣ".toLocaleUpperCase(l), escape("iIıİ STRASSE ΑΣ".toLocaleLowerCase(l))));
}
each("collator", () => ["b", "a", "C"].sort(new Intl.Collator().compare), () => ["10", "9"].sort(new Intl.Collator(undefined, { numeric: true }).compare), () => new Intl.Collator("de", { sensitivity: "base" }).compare("ä", "A"), () => new Intl.Collator("de", { sensitivity: "accent" }).compare("ä", "Ä"), () => new Intl.Collator("en", { ignorePunctuation: true }).compare("a-b", "ab"), () => new Intl.Collator("de").resolvedOptions(), () => new Intl.Collator("de-u-co-phonebk").compare("ä", "af"), () => "a".localeCompare("b", "xx"), () => "a".localeCompare("b", "e"), () => "résumé".localeCompare("resume", "fr", { sensitivity: "base" }), () => ["file10", "file2", "File1"].sort((a, b) => a.localeCompare(b, "en", { numeric: true })), () => "a".localeCompare(), () => "".localeCompare("a"), () => "\u0061\u0301".localeCompare("\u00e1"));
each("segmenter", () => [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment("👨‍👩‍👧é🇩🇪x")].map((s) => s.segment.length), () => [...new Intl.Segmenter("en", { granularity: "word" }).segment("Hello, world! It's 3.5 o'clock.")].filter((s) => s.isWordLike).map((s) => s.segment), () => [...new Intl.Segmenter("en", { granularity: "sentence" }).segment("One. Two? Three! Mr. X is e.g. here.")].map((s) => s.segment), () => new Intl.Segmenter("en", { granularity: "word" }).segment("ab cd").containing(3), () => [...new Intl.Segmenter().segment("a\r\nb")].map((s) => s.index), () => new Intl.Segmenter("fr").resolvedOptions(), () => [...new Intl.Segmenter("de", { granularity: "word" }).segment("Über 5 km/h")].map((s) => s.segment));
each("api", () => Object.getOwnPropertyNames(Intl).filter((k) => k !== "DurationFormat" && k !== "v8BreakIterator").sort(), () => new Intl.Locale("de-AT-u-ca-buddhist").calendar, () => new Intl.Locale("zh").maximize().toString(), () => new Intl.Locale("zh-Hans-CN").minimize().toString(), () => { const l = new Intl.Locale("en-Latn-US", { hourCycle: "h12" }); return [l.language, l.script, l.region, l.hourCycle, l.baseName, String(l)]; }, () => new Intl.Locale("x"), () => new Intl.PluralRules("en").select("1"), () => new Intl.ListFormat("en").format("ab"), () => new Intl.ListFormat("en").format([1]), () => new Intl.ListFormat("en").formatToParts(["a", "b"]), () => new Intl.RelativeTimeFormat("en").format(1, "foo"), () => new Intl.RelativeTimeFormat("en").format(-0, "day"), () => new Intl.RelativeTimeFormat("en").formatToParts(3, "days"), () => new Intl.DisplayNames("en", { type: "region" }).of("ZZ"), () => new Intl.DisplayNames("en", { type: "region" }).of("x"), () => new Intl.DisplayNames("en"), () => new Intl.DisplayNames("en", { type: "currency", fallback: "none" }).of("XQQ"), () => Intl.PluralRules("en"), () => new Intl.PluralRules("en").selectRange(1, 2), () => Intl.supportedValuesOf("unit").includes("meter"), () => Intl.supportedValuesOf("x"), () => Object.prototype.toString.call(Intl));
const letters = [..."abcABC äÄßéñ-_.,'10 日本あzZ"];
for (let i = 0; i < 60; i++) it(`generated-${i}`, () => { const l = pick(locales); const words = Array.from({ length: 12 }, () => Array.from({ length: 1 + below(5) }, () => pick(letters)).join("")); console.log(l, JSON.stringify(words.toSorted(new Intl.Collator(l, pick([{}, { numeric: true }, { ignorePunctuation: true }])).compare))); console.log([...new Intl.Segmenter(l, { granularity: "word" }).segment(words.slice(0, 3).join(" "))].map((s) => s.segment).join("|")); });
