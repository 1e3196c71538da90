// Puts a Date in place that reads texts with `p.parseDate`, and writes the zone's name as V8 does. All else is the engine's: its
// prototype, its instances.
(function date(host, p) {
  "use strict";

  function toPrimitive(value) {
    const method = value[p.SymbolToPrimitive];
    if (method !== undefined && method !== null) {
      const result = p.ReflectApply(method, value, ["default"]);
      if (!p.isObject(result)) return result;
    } else {
      const names = ["valueOf", "toString"];
      for (let i = 0; i < 2; i++) {
        const convert = value[names[i]];
        if (typeof convert !== "function") continue;
        const result = p.ReflectApply(convert, value, []);
        if (!p.isObject(result)) return result;
      }
    }
    throw new p.TypeError("Cannot convert object to primitive value");
  }

  function isDate(value) {
    try {
      p.DatePrototypeGetTime(value);
      return true;
    } catch {
      return false;
    }
  }

  // "GMT+0000" with the name of the zone behind it.
  function withZone(text, time) {
    const zone = host.timeZone?.();
    if (zone !== undefined && time === time) {
      // Boa looks the distance from UTC up at the local time.
      const size = p.MathTrunc(p.MathAbs(host.zoneOffset(time)) / 60000);
      const digits = p.NumberPrototypeToString(p.MathTrunc(size / 60) * 100 + (size % 60));
      const sign = host.zoneOffset(time) < 0 ? "-" : "+";
      const begin = p.StringPrototypeSlice(text, 0, -5) + sign + p.StringPrototypePadStart(digits, 4, "0");
      return begin + " (" + p.intl.dateZone(zone, time, host.now()) + ")";
    }
    if (zone !== undefined) return text;
    return p.StringPrototypeSlice(text, -8) === "GMT+0000" ? text + " (Coordinated Universal Time)" : text;
  }

  function fixSetter(name, original) {
    const methods = {
      [name](value) {
        const time = p.ReflectApply(original, this, arguments);
        if (time !== time) p.DatePrototypeSetTime(this, NaN);
        return time;
      },
    };
    p.ReflectDefineProperty(methods[name], "length", { __proto__: null, value: original.length, configurable: true });
    p.defineAll(p.DatePrototype, methods);
  }

  function Date(year, month, date, hours, minutes, seconds, ms) {
    if (new.target === undefined) return withZone(p.Date(), host.now());
    if (arguments.length > 1 && p.utcOf !== undefined) {
      const time = p.utcOf(p.ReflectApply(p.DateUTC, undefined, arguments));
      return p.ReflectConstruct(p.Date, [time], new.target);
    }
    if (arguments.length !== 1) return p.ReflectConstruct(p.Date, arguments, new.target);
    let value = year;
    if (p.isObject(value) && !isDate(value)) value = toPrimitive(value);
    if (typeof value === "string") value = p.parseDate(value);
    return p.ReflectConstruct(p.Date, [value], new.target);
  }

  p.ReflectDefineProperty(Date, "prototype", {
    __proto__: null, value: p.DatePrototype, writable: false, enumerable: false, configurable: false,
  });
  p.defineAll(Date, {
    parse(string) {
      return p.parseDate(`${string}`);
    },
  });
  p.define(Date, "now", p.DateNow);
  p.define(Date, "UTC", p.DateUTC);
  const { DatePrototypeToString, DatePrototypeToTimeString } = p;
  p.defineAll(p.DatePrototype, {
    toString() {
      return withZone(DatePrototypeToString(this), p.DatePrototypeGetTime(this));
    },
    toTimeString() {
      return withZone(DatePrototypeToTimeString(this), p.DatePrototypeGetTime(this));
    },
  });
  // A setter that is given no number leaves an invalid date. QuickJS leaves the date as it was.
  const probe = new p.Date(0);
  p.DatePrototypeSetMonth(probe, NaN);
  if (p.DatePrototypeGetTime(probe) === 0) {
    for (const unit of ["Month", "Date", "FullYear", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
      for (const name of ["set" + unit, "setUTC" + unit]) fixSetter(name, p.DatePrototype[name]);
    }
  }
  p.define(p.DatePrototype, "constructor", Date);
  p.define(p.global, "Date", Date);
})
