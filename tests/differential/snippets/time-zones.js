// time zones: Europe/Berlin, America/New_York, America/Sao_Paulo, Asia/Kolkata, Asia/Kathmandu, Australia/Lord_Howe, Pacific/Apia, Europe/Dublin, Europe/London, Asia/Tokyo, America/St_Johns, Pacific/Chatham, Antarctica/Troll, America/Caracas, Asia/Pyongyang, Etc/GMT+5, CET, Asia/Tehran
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const parts = (d) => [
  d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds(), d.getYear(),
].join(" ");
const snippet = (label, run) => it(label, () => console.log(String(run())));
const whole = (d) => `${d.getTime()} ${d.getTimezoneOffset()} ${parts(d)} ${d}`;

snippet("zone", () => zone);
// Node 20 has no Temporal: what it would say.
snippet("temporal", () => (typeof Temporal === "undefined" ? zone : Temporal.Now.timeZoneId()));

// The hours around every change of the clocks in some years, as moments and as local times.
const changes = [];
for (const year of [1971, 1986, 2006, 2010, 2011, 2018, 2024, 2026, 2037, 2038, 2100, 2500]) {
  let before = new Date(Date.UTC(year, 0, 1));
  for (let day = 1; day <= 366; day++) {
    const after = new Date(Date.UTC(year, 0, 1 + day));
    if (before.getTimezoneOffset() !== after.getTimezoneOffset()) {
      let [low, high] = [before.getTime(), after.getTime()];
      while (high - low > 1000) {
        const middle = Math.floor((low + high) / 2000) * 1000;
        if (new Date(middle).getTimezoneOffset() === before.getTimezoneOffset()) low = middle;
        else high = middle;
      }
      changes.push(high);
    }
    before = after;
  }
}
snippet("changes", () => changes.map((at) => new Date(at).toISOString()).join("\n"));
snippet("moments", () => changes.flatMap((at) => [-1, 0, 1, 1800000].map((ms) => whole(new Date(at + ms)))).join("\n"));
snippet("constructed", () => {
  const lines = [];
  for (const at of changes) {
    // Local times around the change, in steps of ten minutes: some came twice, some never.
    const around = new Date(at);
    for (let minutes = -150; minutes <= 150; minutes += 10) {
      const d = new Date(
        around.getFullYear(), around.getMonth(), around.getDate(), around.getHours(), around.getMinutes() + minutes, 30, 250);
      lines.push(`${d.getTime()} ${d.getHours()}:${d.getMinutes()}`);
    }
  }
  return lines.join("\n");
});
snippet("setters", () => {
  const lines = [];
  for (const at of changes) {
    for (const [name, ...values] of [
      ["setHours", 2], ["setHours", 2, 30], ["setHours", 26, 0, 0, 1], ["setMinutes", 95], ["setMinutes", -61, 5], ["setSeconds", 7000],
      ["setMilliseconds", -1], ["setDate", 0], ["setDate", 31], ["setMonth", 2], ["setMonth", 9, 27], ["setFullYear", 2024, 2, 31],
      ["setFullYear", 1999], ["setYear", 99], ["setHours", NaN],
    ]) {
      const d = new Date(at - 3600000);
      const given = d[name](...values);
      lines.push(`${name} ${values} ${given} ${d.getTime()}`);
    }
  }
  return lines.join("\n");
});
snippet("texts", () =>
  [
    "2024-03-31", "2024-03-31T02:30", "2024-03-31T02:30:00", "2024-03-31T02:30:00Z", "2024-03-31T02:30:00+02:00", "2024-10-27T02:30",
    "March 10, 2024 2:30", "10 Mar 2024 02:30 EST", "2024/11/03 01:30", "Sun, 03 Nov 2024 01:30:00 GMT", "2018-11-04T00:00", "2011-12-30",
    "2011-12-30T12:00", "1995-12-17T03:24:00", "+010000-06-01T00:00", "2024-13-01", "",
  ].map((text) => `${text}: ${new Date(text).getTime()} ${Date.parse(text)}`).join("\n"));
snippet("strings", () =>
  [0, 86400000 * 200, 1704067200000, 1720000000000, 1.5e12, 4e12, NaN].map((ms) => {
    const d = new Date(ms);
    return [d, d.toString(), d.toDateString(), d.toTimeString(), ms === ms ? d.toISOString() : "", d.toUTCString(), String(d.toJSON())].map(String).join(" | ");
  }).join("\n"));
snippet("locale", () =>
  [0, 1704067200000, 1720000000000].map((ms) => {
    const d = new Date(ms);
    return [
      d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString(), d.toLocaleString("en-US", { timeZone: "UTC" }),
      d.toLocaleString("en-US", { timeZoneName: "short" }), d.toLocaleString("de-DE", { dateStyle: "full", timeStyle: "full" }),
      new Intl.DateTimeFormat("en-US", { hour: "numeric", timeZoneName: "longOffset" }).format(d),
    ].join(" | ");
  }).join("\n"));
snippet("edges", () => {
  const lines = [];
  const invalid = new Date(NaN);
  lines.push(String(invalid), invalid.getTimezoneOffset(), invalid.setHours(1), invalid.setFullYear(2020), whole(invalid));
  lines.push(Date.prototype.setHours.length, Date.prototype.setHours.name, Date.prototype.setFullYear.length, Date.prototype.setDate.length);
  lines.push(Object.keys(Object.getOwnPropertyDescriptor(Date.prototype, "setHours")).join());
  for (const wrong of [() => Date.prototype.setHours.call({}, 1), () => new Date(2020, Symbol()), () => Date.prototype.setHours.call(1)]) {
    try {
      lines.push(wrong());
    } catch (error) {
      lines.push(error.name);
    }
  }
  const order = [];
  const value = (n) => ({ valueOf: () => (order.push(n), n) });
  new Date(value(2024), value(1), value(2), value(3), value(4), value(5), value(6), value(7));
  new Date(0).setHours(value(1), value(2), value(3), value(4), value(5));
  lines.push(order.join());
  class Mine extends Date {
    constructor(...all) {
      super(...all);
      this.mine = true;
    }
  }
  const mine = new Mine(2024, 2, 31, 2, 30);
  lines.push(mine instanceof Mine, mine.mine, mine.getTime(), new Date(mine).getTime(), new Date(99, 0).getTime(), new Date(2024, 1).getTime());
  lines.push(new Date(2024, 5, 15).valueOf() - new Date(2024, 0, 15).valueOf());
  lines.push(JSON.stringify(new Date(2024, 6, 1)), new Date(275760, 8, 12).getTime());
  lines.push(typeof Date(), /\(.+\)$/.test(Date()));
  return lines.join("\n");
});
// Before there were zones every place had its own time, with seconds.
snippet("lmt-moments", () => [-3e12, -2.5e12].map((ms) => whole(new Date(ms))).join("\n"));
snippet("lmt-constructed", () => [-271820, 1800, 1880].map((year) => whole(new Date(year, 0, 1))).join("\n"));
