// What scripts do most with Temporal, against known answers: Node 20 has no Temporal.
import fs from "node:fs";
import { createRealm } from "./realm.mjs";

const cases = [
  ["Temporal.PlainDate.from('2024-02-28').add({ days: 2 }).toString()", "2024-03-01"],
  ["Temporal.PlainDate.from('2024-01-31').add({ months: 1 }).toString()", "2024-02-29"],
  ["Temporal.PlainDate.from('2024-01-01').until('2025-03-15', { largestUnit: 'month' }).toString()", "P14M14D"],
  ["Temporal.ZonedDateTime.from('2024-03-10T01:30[America/New_York]').add({ hours: 1 }).toString()", "2024-03-10T03:30:00-04:00[America/New_York]"],
  ["Temporal.Instant.from('2024-07-01T12:00Z').toZonedDateTimeISO('Europe/Berlin').toString()", "2024-07-01T14:00:00+02:00[Europe/Berlin]"],
  ["Temporal.Duration.from('PT90M').round({ largestUnit: 'hour' }).toString()", "PT1H30M"],
  ["Temporal.PlainDate.from('2024-07-04').toLocaleString('en-US', { dateStyle: 'full' })", "Thursday, July 4, 2024"],
  ["Temporal.PlainTime.from('15:30').toLocaleString('de-DE', { timeStyle: 'short' })", "15:30"],
  ["Temporal.PlainYearMonth.from('2024-02').daysInMonth", 29],
  ["new Date(0).toTemporalInstant().toString()", "1970-01-01T00:00:00Z"],
  ["Temporal.Duration.from({ hours: 1, minutes: 30 }).toLocaleString('en')", "1 hr, 30 min"],
  ["Temporal.Now.timeZoneId()", "UTC"],
  ["typeof Temporal.Now.instant().epochMilliseconds", "number"],
  ["Temporal.PlainDateTime.compare('2024-01-01T00:00', '2024-01-02T00:00')", -1],
  ["new Intl.DurationFormat('en', { style: 'long' }).format({ hours: 1, minutes: 46, seconds: 40 })", "1 hour, 46 minutes, 40 seconds"],
  ["new Intl.DurationFormat('en', { style: 'digital' }).format({ hours: 1, minutes: 6, seconds: 4 })", "1:06:04"],
  ["new Intl.DurationFormat('de', { style: 'short' }).format({ days: 3, hours: 1 })", "3 Tg., 1 Std."],
  ["new Intl.DurationFormat('fr-FR', { style: 'long' }).format({ hours: 1, minutes: 46, seconds: 40 })", "1\u00a0heure, 46 minutes et 40\u00a0secondes"],
];
export default function temporal(tally) {
  const realm = createRealm();
  realm.run(fs.readFileSync(new URL("../temporal.js", import.meta.url), "utf8"), "prelude/temporal.js")(realm.host, realm.p);
  for (const [text, expected] of cases) tally.check("Temporal and DurationFormat", text, () => realm.run(text, "case.js"), () => expected);
}
