// Intl.DateTimeFormat and toLocaleString of dates
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

const locales = ["en-US", "en-GB", "de", "fr", "ja", "ar", "hi", "pt-BR", "es", "sv", "zh", "ru", "it", "ko", "tr", "nl", "pl", "ar-EG", "uk", "he", "de-CH"];
const dates = [0, 1709211909007, -1e12, 4102444800000].map((t) => new Date(t));
const styles = ["full", "long", "medium", "short"];
for (const l of locales) for (const s of styles) it(`style-${l}-${s}`, () => { for (const d of dates) console.log(escape(new Intl.DateTimeFormat(l, { dateStyle: s }).format(d)), escape(new Intl.DateTimeFormat(l, { timeStyle: s }).format(d)), escape(new Intl.DateTimeFormat(l, { dateStyle: s, timeStyle: "short", timeZone: "America/New_York" }).format(d))); });
const sets = { default: {}, ymd: { year: "numeric", month: "2-digit", day: "2-digit" }, long: { weekday: "long", year: "numeric", month: "long", day: "numeric" }, month: { month: "short", year: "numeric" }, weekday: { weekday: "short" }, time: { hour: "numeric", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 }, h12: { hour: "numeric", minute: "numeric", hour12: true }, h23: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, zone: { hour: "numeric", timeZoneName: "short", timeZone: "Europe/Berlin" }, zonelong: { timeZoneName: "long", timeZone: "Asia/Kolkata" }, offset: { timeZoneName: "longOffset", timeZone: "America/St_Johns" }, generic: { timeZoneName: "shortGeneric", timeZone: "America/Los_Angeles" }, era: { era: "short", year: "numeric", month: "long" }, period: { hour: "numeric", dayPeriod: "long" }, md: { month: "numeric", day: "numeric" }, mon: { month: "long" }, d: { day: "numeric" }, y: { year: "2-digit" }, narrow: { month: "narrow", weekday: "narrow", day: "numeric" }, ms: { minute: "numeric", second: "numeric" } };
for (const l of locales) for (const name in sets) it(`${l}-${name}`, () => console.log(dates.map((d) => escape(d.toLocaleString(l, sets[name]))).join(" | ")));
for (const l of locales) it(`${l}-methods`, () => { for (const d of dates) console.log(escape(d.toLocaleDateString(l)), escape(d.toLocaleTimeString(l)), escape(d.toLocaleString(l))); console.log(new Intl.DateTimeFormat(l, { dateStyle: "long", timeStyle: "short" }).formatToParts(dates[1]).map((p) => `${p.type}=${escape(p.value)}`).join(" ")); const f = new Intl.DateTimeFormat(l, { year: "numeric", month: "short", day: "numeric" }); console.log(escape(f.formatRange(dates[0], dates[1])), escape(f.formatRange(dates[1], new Date(+dates[1] + 864e5 * 3)))); });
for (const z of ["UTC", "Europe/London", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "Asia/Kathmandu", "America/Sao_Paulo", "Africa/Cairo", "+05:30", "Etc/GMT+5", "Pacific/Apia", "asia/calcutta"]) it(`zone-${z}`, () => { for (let m = 0; m < 12; m += 3) { const d = new Date(Date.UTC(2024, m, 10, 23, 30)); console.log(d.toLocaleString("en-US", { timeZone: z, timeZoneName: "short" }), d.toLocaleString("en-GB", { timeZone: z, dateStyle: "full", timeStyle: "full" })); } console.log(new Intl.DateTimeFormat("en", { timeZone: z }).resolvedOptions().timeZone); });
it("th-default", () => console.log(new Date(0).toLocaleDateString("th")));
it("fa-default", () => console.log(new Date(0).toLocaleDateString("fa")));
for (const cal of ["buddhist", "japanese", "islamic-umalqura", "hebrew", "chinese", "persian", "roc", "indian", "coptic", "iso8601"]) it(`calendar-${cal}`, () => { for (const d of dates) console.log(escape(new Intl.DateTimeFormat("en", { calendar: cal, dateStyle: "long" }).format(d))); });
each("api", () => new Intl.DateTimeFormat("en", { timeZone: "Nowhere/Land" }), () => new Intl.DateTimeFormat("en", { dateStyle: "full", year: "numeric" }), () => new Intl.DateTimeFormat("en").format(NaN), () => new Date(NaN).toLocaleString(), () => new Date(0).toLocaleDateString("en", { timeStyle: "short" }), () => new Date(0).toLocaleTimeString("en", { dateStyle: "short" }), () => new Intl.DateTimeFormat("de").resolvedOptions(), () => Intl.DateTimeFormat().resolvedOptions().timeZone, () => Intl.DateTimeFormat("en").format(0), () => new Date(0).toLocaleDateString(undefined, { month: "short", day: "numeric" }), () => new Date(0).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }), () => new Date(0).toLocaleDateString("xx"), () => new Date(0).toLocaleDateString("e"), () => [new Date(0)].toLocaleString("de"), () => new Intl.DateTimeFormat("en", { month: "bad" }), () => new Intl.DateTimeFormat("sv-SE").format(new Date(0)), () => new Date(0).toLocaleDateString("en-CA"), () => new Date(0).toLocaleString("en-US", { hour12: false }), () => new Date(0).toLocaleString("sv"), () => new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h24" }).format(0), () => new Intl.DateTimeFormat("en-u-hc-h23", { hour: "numeric" }).format(0), () => new Intl.DateTimeFormat("en").formatToParts(0));
for (let i = 0; i < 80; i++) it(`generated-${i}`, () => { for (let k = 0; k < 5; k++) { const l = pick(locales); const o = {}; if (random() < 0.5) o.year = pick(["numeric", "2-digit"]); if (random() < 0.6) o.month = pick(["numeric", "2-digit", "short", "long", "narrow"]); if (random() < 0.6) o.day = pick(["numeric", "2-digit"]); if (random() < 0.3) o.weekday = pick(["short", "long", "narrow"]); if (random() < 0.5) o.hour = pick(["numeric", "2-digit"]); if (o.hour && random() < 0.7) o.minute = "2-digit"; if (o.minute && random() < 0.5) o.second = "2-digit"; if (random() < 0.3) o.timeZone = pick(["Europe/Paris", "Asia/Tokyo", "America/Chicago"]); const d = new Date(below(2 ** 31) * 1000); console.log(l, JSON.stringify(o), +d, escape(d.toLocaleString(l, o))); } });
