import { locales, sampler } from "./realm.mjs";

const times = [0, Date.UTC(2024, 0, 5, 3, 4, 5, 678), Date.UTC(2024, 1, 29, 12), Date.UTC(2023, 10, 30, 23, 59, 59, 9), Date.UTC(2024, 6, 14, 0, 0), Date.UTC(1999, 11, 31, 18, 30), Date.UTC(2031, 4, 1, 15, 7), Date.UTC(1950, 7, 9, 9, 8, 7), Date.UTC(-43, 2, 15, 11)];
export const zones = ["UTC", "America/New_York", "Europe/London", "Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "Africa/Cairo", "Asia/Kathmandu", "Pacific/Auckland", "America/Los_Angeles", "Europe/Istanbul", "Asia/Shanghai", "Etc/GMT+5", "America/St_Johns"];

export default function datetime(tally, ours) {
  const pick = sampler(11);
  const maybe = (chance, value) => (pick.next() < chance ? value : undefined);
  const strip = (o) => Object.fromEntries(Object.entries(o).filter(([, value]) => value !== undefined));
  const width = ["long", "short", "narrow"];
  const numeric = ["numeric", "2-digit"];
  const sorted = (o) => Object.fromEntries(Object.entries(o).sort());
  for (const locale of locales) {
    for (let i = 0; i < 150; i++) {
      const timeZone = pick.next() < 0.5 ? "UTC" : pick.one(zones);
      const kind = i % 4;
      let options;
      if (kind === 0) options = strip({ dateStyle: maybe(0.7, pick.one(["full", "long", "medium", "short"])), timeStyle: maybe(0.6, pick.one(["full", "long", "medium", "short"])), hour12: maybe(0.2, pick.one([true, false])), hourCycle: maybe(0.1, pick.one(["h11", "h12", "h23", "h24"])) });
      else if (kind === 1) options = strip({ weekday: maybe(0.3, pick.one(width)), year: maybe(0.7, pick.one(numeric)), month: maybe(0.8, pick.one([...numeric, ...width])), day: maybe(0.7, pick.one(numeric)), era: maybe(0.1, pick.one(width)) });
      else if (kind === 2) options = strip({ hour: maybe(0.8, pick.one(numeric)), minute: maybe(0.8, pick.one(numeric)), second: maybe(0.5, pick.one(numeric)), fractionalSecondDigits: maybe(0.15, pick.one([1, 2, 3])), hour12: maybe(0.3, pick.one([true, false])), dayPeriod: maybe(0.15, pick.one(width)), timeZoneName: maybe(0.4, pick.one(["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"])) });
      else options = strip({ weekday: maybe(0.3, pick.one(width)), year: maybe(0.8, pick.one(numeric)), month: maybe(0.9, pick.one([...numeric, ...width])), day: maybe(0.9, pick.one(numeric)), hour: pick.one(numeric), minute: maybe(0.9, pick.one(numeric)), second: maybe(0.4, pick.one(numeric)), timeZoneName: maybe(0.3, pick.one(["short", "long", "shortOffset"])) });
      options.timeZone = timeZone;
      const name = `DateTimeFormat ${["styles", "date", "time", "date and time"][kind]}${options.timeZoneName || /full|long/.test(options.timeStyle) ? " with zone" : ""}`;
      const describe = (extra) => `${locale} ${JSON.stringify(options)} ${extra}`;
      let a, b;
      tally.check("DateTimeFormat resolvedOptions", describe(""), () => sorted((a = new ours.Intl.DateTimeFormat(locale, options)).resolvedOptions()), () => sorted((b = new Intl.DateTimeFormat(locale, options)).resolvedOptions()));
      for (let k = 0; k < 3; k++) {
        const time = pick.one(times);
        tally.check(name, describe(new Date(time).toISOString()), () => a.format(time), () => b.format(time));
      }
      const time = pick.one(times);
      tally.check("DateTimeFormat parts", describe(time), () => a.formatToParts(time), () => b.formatToParts(time));
      const start = pick.one(times.slice(1, 7));
      const end = start + pick.one([0, 1000, 65e3, 36e5, 5 * 36e5, 13 * 36e5, 3 * 864e5, 40 * 864e5, 400 * 864e5]);
      tally.check("DateTimeFormat range", describe(`${new Date(start).toISOString()}…${new Date(end).toISOString()}`), () => a.formatRange(start, end), () => b.formatRange(start, end));
    }
  }
  // Offsets of every zone that both know.
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
    const b = new Intl.DateTimeFormat("en-US", options);
    const a = new ours.Intl.DateTimeFormat("en-US", options);
    for (let i = 0; i < 12; i++) {
      const time = Math.floor(Date.UTC(1900, 0) + pick.next() * (Date.UTC(2026, 0) - Date.UTC(1900, 0)));
      tally.check("zone offsets 1900–2025", `${timeZone} ${new Date(time).toISOString()}`, () => a.format(time), () => b.format(time));
    }
    for (let i = 0; i < 5; i++) {
      const time = Math.floor(Date.UTC(2026, 0) + pick.next() * (Date.UTC(2090, 0) - Date.UTC(2026, 0)));
      tally.check("zone offsets 2026–2090", `${timeZone} ${new Date(time).toISOString()}`, () => a.format(time), () => b.format(time));
    }
    for (const timeZoneName of ["short", "long", "shortGeneric", "longGeneric"]) {
      const locale = pick.one(locales);
      const format = (I) => new I.DateTimeFormat(locale, { timeZone, timeZoneName }).format(Date.UTC(2024, pick.one([0]), 5));
      tally.check("zone names", `${locale} ${timeZone} ${timeZoneName}`, () => format(ours.Intl), () => format(Intl));
    }
  }
}
