// The time zone of a run. While the snapshot is made it is UTC, and where the run has no other, nothing here runs.
//
// Engines ask the core for the distance from UTC at a moment, which is all that showing a date takes. What they cannot ask for
// is the distance at a local time, which may have come twice, or never, when the clocks were changed: the setters of local
// parts, the constructor and reading texts (`p.utcOf`) are replaced.
(function timeZone(host, p) {
  "use strict";

  // Makes this the run's zone. False where there is no data for it. Called before the script begins.
  host.useTimeZone = (zone) => {
    const table = p.intl?.zoneTable(zone);
    if (table === undefined) return false;
    host.setZone(table);
    host.timeZone = () => zone;
    p.utcOf = (local) => (local === local ? local - host.localOffset(local) : NaN);
    for (const unit of ["Month", "Date", "FullYear", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
      replaceSetter("set" + unit, p["DatePrototypeSetUTC" + unit]);
    }
    replaceSetter("setYear", setYear);
    p.defineAll(p.DatePrototype, {
      // Whole minutes, as V8 has it.
      getTimezoneOffset() {
        const time = p.DatePrototypeGetTime(this);
        return time === time ? p.MathTrunc(-host.zoneOffset(time) / 60000) + 0 : NaN;
      },
    });
    return true;
  };

  // A setter of local parts: that of UTC's parts, on the date whose UTC time is this one's local time.
  function replaceSetter(name, setUtc) {
    const methods = {
      [name](value) {
        const time = p.DatePrototypeGetTime(this);
        const shifted = new p.Date(time === time ? time + host.zoneOffset(time) : NaN);
        const list = [shifted];
        for (let i = 0; i < arguments.length; i++) p.setOwn(list, i + 1, arguments[i]);
        return p.DatePrototypeSetTime(this, p.utcOf(p.ReflectApply(setUtc, undefined, list)));
      },
    };
    const { length } = p.DatePrototype[name];
    p.ReflectDefineProperty(methods[name], "length", { __proto__: null, value: length, configurable: true });
    p.defineAll(p.DatePrototype, methods);
  }

  function setYear(date, year) {
    const number = +year;
    if (number !== number) return NaN;
    const whole = p.MathTrunc(number);
    return p.DatePrototypeSetUTCFullYear(date, whole >= 0 && whole <= 99 ? 1900 + whole : number);
  }
})
