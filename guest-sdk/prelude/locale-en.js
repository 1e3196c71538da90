// `toLocaleString` and its kin for American English, the default locale: exact, and without tables, for what scripts write most:
// digits, percent, currency, compact; dates in UTC. For all else there is `p.intl`, which the
// file intl/intl.js sets; where an engine's image has it not, one error says so.
// Spaces before AM and PM are U+0020 and midnight without AM and PM is 24:00, as V8 has them.
(function localeEn(host, p) {
  "use strict";

  // The error where locale data would be needed and is not there.
  p.noLocaleData = (what) => new p.RangeError(
    what + " needs locale data that was not loaded, since the text of the script does not show that it needs any: write " +
    "Intl in the script, or call toLocaleString by its name");

  // What the bundle of locale data does, or the error.
  p.localeBundle = (name, what) => {
    if (p.intl === undefined) throw p.noLocaleData(what);
    return p.intl[name];
  };
  const bundled = p.localeBundle;

  const { ArrayIsArray, RegExpPrototypeExec: exec, StringPrototypeSlice: slice, StringPrototypeCharCodeAt: codeAt } = p;
  p.isEnglish = (locales) => locales === undefined || locales === "en-US" || locales === "en" ||
    (ArrayIsArray(locales) && locales.length === 1 && (locales[0] === "en-US" || locales[0] === "en"));
  const { isEnglish } = p;
  const isDigits = (value, low, high) => typeof value === "number" && value >= low && value <= high && value % 1 === 0;
  const zeros = (count) => p.StringPrototypeRepeat("0", count);

  // ---- Numbers -----------------------------------------------------------------------------------------------------

  const symbols = {
    __proto__: null, USD: "$", EUR: "€", GBP: "£", JPY: "¥", INR: "₹", CNY: "CN¥", KRW: "₩", CAD: "CA$", AUD: "A$", MXN: "MX$", NZD: "NZ$",
    BRL: "R$", HKD: "HK$", TWD: "NT$", ILS: "₪", VND: "₫", PHP: "₱", CHF: "CHF\u00a0", SEK: "SEK\u00a0", NOK: "NOK\u00a0", DKK: "DKK\u00a0",
    PLN: "PLN\u00a0", CZK: "CZK\u00a0", SGD: "SGD\u00a0", ZAR: "ZAR\u00a0", TRY: "TRY\u00a0", THB: "THB\u00a0", AED: "AED\u00a0",
    SAR: "SAR\u00a0", RUB: "RUB\u00a0", UAH: "UAH\u00a0", MYR: "MYR\u00a0",
  };
  const noCents = { __proto__: null, JPY: true, KRW: true, VND: true };
  const notHere = [
    "numberingSystem", "unit", "unitDisplay", "currencyDisplay", "currencySign", "compactDisplay", "signDisplay", "minimumIntegerDigits",
    "minimumSignificantDigits", "roundingMode", "roundingPriority", "roundingIncrement", "trailingZeroDisplay", "localeMatcher",
  ];
  const plain = { __proto__: null, style: "decimal", prefix: "", least: 0, most: 3, significant: 0, grouping: true, compact: false };

  // The options of a number as a plan, or `undefined` where they ask for more than this file knows.
  function numberPlan(options) {
    if (options === undefined) return plain;
    if (!p.isObject(options)) return undefined;
    for (let i = 0; i < notHere.length; i++) if (options[notHere[i]] !== undefined) return undefined;
    const { style = "decimal", currency, notation = "standard", useGrouping } = options;
    const { minimumFractionDigits: least, maximumFractionDigits: most, maximumSignificantDigits: significant } = options;
    const plan = { __proto__: null, style, prefix: "", least: 0, most: 3, significant: 0, grouping: useGrouping !== false, compact: false };
    if (useGrouping !== undefined && useGrouping !== true && useGrouping !== false) return undefined;
    if (style === "percent") plan.most = 0;
    else if (style === "currency") {
      plan.prefix = typeof currency === "string" ? symbols[currency] : undefined;
      if (plan.prefix === undefined) return undefined;
      plan.least = plan.most = noCents[currency] ? 0 : 2;
    } else if (style !== "decimal" || currency !== undefined) return undefined;
    if (notation === "compact") {
      if (style === "percent" || useGrouping !== undefined) return undefined;
      plan.compact = true;
      plan.least = 0;
      plan.most = -1; // two digits, or all of the integer
      if (least !== undefined && most === undefined) return undefined;
    } else if (notation !== "standard") return undefined;
    if (least !== undefined) {
      if (!isDigits(least, 0, 100)) return undefined;
      plan.least = least;
      if (plan.most < least && !plan.compact) plan.most = least;
    }
    if (most !== undefined) {
      if (!isDigits(most, 0, 100) || (least !== undefined && least > most)) return undefined;
      plan.most = most;
      if (plan.least > most) plan.least = most;
    }
    if (significant !== undefined) {
      if (!isDigits(significant, 1, 21)) return undefined;
      plan.significant = significant;
      plan.least = 0;
    }
    return plan;
  }

  const numberForm = /^(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/;

  // The digits of a positive number, and how many of them stand before the point (fewer than none: zeros after it).
  function digitsOf(text) {
    const match = exec(numberForm, text);
    const fraction = match[2] === undefined ? "" : match[2];
    let digits = match[1] + fraction;
    let point = match[1].length + (match[3] === undefined ? 0 : +match[3]);
    let start = 0;
    while (start < digits.length && codeAt(digits, start) === 48) start++;
    if (start > 0) {
      digits = slice(digits, start);
      point -= start;
    }
    return { __proto__: null, digits, point: digits === "" ? 1 : point };
  }

  // Rounds half away from zero to `keep` digits.
  function roundTo(number, keep) {
    const { digits } = number;
    if (keep >= digits.length) return;
    if (keep < 0 || codeAt(digits, keep) < 53) {
      number.digits = keep <= 0 ? "" : slice(digits, 0, keep);
      return;
    }
    let last = keep - 1;
    while (last >= 0 && codeAt(digits, last) === 57) last--;
    if (last < 0) {
      number.digits = "1";
      number.point++;
    } else number.digits = slice(digits, 0, last) + p.StringFromCharCode(codeAt(digits, last) + 1);
  }

  function group(integer) {
    let out = "";
    let end = integer.length;
    for (; end > 3; end -= 3) out = "," + slice(integer, end - 3, end) + out;
    return slice(integer, 0, end) + out;
  }

  // "1,234.50" of digits that are rounded already.
  function show(number, least, grouping, minimum) {
    const { digits, point } = number;
    let integer = "0";
    let fraction = "";
    if (digits !== "") {
      if (point <= 0) fraction = zeros(-point) + digits;
      else if (point >= digits.length) integer = digits + zeros(point - digits.length);
      else {
        integer = slice(digits, 0, point);
        fraction = slice(digits, point);
      }
    }
    let end = fraction.length;
    while (end > least && codeAt(fraction, end - 1) === 48) end--;
    fraction = slice(fraction, 0, end) + (least > end ? zeros(least - end) : "");
    if (grouping && integer.length >= minimum) integer = group(integer);
    return fraction === "" ? integer : integer + "." + fraction;
  }

  const suffixes = ["", "K", "M", "B", "T"];

  function roundCompact(number, plan, unit) {
    const point = number.point - 3 * unit;
    let keep = point + plan.most;
    if (plan.significant) keep = plan.significant;
    else if (plan.most === -1) keep = point < 2 ? 2 : point;
    roundTo(number, keep);
  }

  function formatNumber(text, plan) { // text: as String(value) writes it
    let sign = "";
    if (codeAt(text, 0) === 45) {
      sign = "-";
      text = slice(text, 1);
    }
    const after = plan.style === "percent" ? "%" : "";
    if (text === "NaN" || text === "Infinity") { // no space after a code here
      const { prefix } = plan;
      const code = prefix.length === 4 ? slice(prefix, 0, 3) : prefix;
      return sign + code + (text === "NaN" ? text : "∞") + after;
    }
    const number = digitsOf(text);
    if (after !== "" && number.digits !== "") number.point += 2;
    if (!plan.compact) {
      roundTo(number, plan.significant || number.point + plan.most);
      return sign + plan.prefix + show(number, plan.least, plan.grouping, 4) + after;
    }
    const unitOf = () => (number.point <= 3 || number.digits === "" ? 0 : number.point > 15 ? 4 : p.MathFloor((number.point - 1) / 3));
    const unit = unitOf();
    const exact = number.digits;
    const { point } = number;
    roundCompact(number, plan, unit);
    const next = unitOf();
    if (next !== unit) { // 999,999 is 1M
      number.digits = exact;
      number.point = point;
      roundCompact(number, plan, next);
    }
    number.point -= 3 * next;
    return sign + plan.prefix + show(number, plan.least, true, 5) + suffixes[next];
  }

  p.defineAll(p.NumberPrototype, {
    toLocaleString(locales = undefined, options = undefined) {
      const value = p.NumberPrototypeValueOf(this);
      const plan = isEnglish(locales) ? numberPlan(options) : undefined;
      if (plan === undefined) return bundled("formatNumber", "toLocaleString with this locale or these options")(value, locales, options);
      return formatNumber(value === 0 && 1 / value < 0 ? "-0" : p.NumberPrototypeToString(value), plan);
    },
  });
  p.defineAll(p.BigIntPrototype, {
    toLocaleString(locales = undefined, options = undefined) {
      const value = p.BigIntPrototypeValueOf(this);
      const plan = isEnglish(locales) ? numberPlan(options) : undefined;
      if (plan === undefined) return bundled("formatNumber", "toLocaleString with this locale or these options")(value, locales, options);
      return formatNumber(p.BigIntPrototypeToString(value), plan);
    },
  });

  // ---- Dates -------------------------------------------------------------------------------------------------------

  const months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ];
  const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const dateOptionsNotHere = [
    "era", "dayPeriod", "fractionalSecondDigits", "timeZoneName", "calendar", "numberingSystem", "hourCycle", "formatMatcher", "localeMatcher",
  ];
  const styleDates = {
    __proto__: null,
    full: { __proto__: null, weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { __proto__: null, year: "numeric", month: "long", day: "numeric" },
    medium: { __proto__: null, year: "numeric", month: "short", day: "numeric" },
    short: { __proto__: null, year: "2-digit", month: "numeric", day: "numeric" },
  };
  const two = (value) => (value < 10 ? "0" + value : "" + value);
  const isNumeric = (value) => value === "numeric" || value === "2-digit";
  const isText = (value) => value === "long" || value === "short";
  const textOf = (name, width) => (width === "long" ? name : slice(name, 0, 3));
  const numberOf = (value, width) => (width === "2-digit" ? two(value % 100) : "" + value);

  // The text of the date's parts, `undefined` where their pattern is not one of the usual.
  function dateText(date, { weekday, year, month, day }) {
    if (weekday !== undefined && !isText(weekday)) return undefined;
    if ((year !== undefined && !isNumeric(year)) || (day !== undefined && !isNumeric(day))) return undefined;
    const name = weekday === undefined ? "" : textOf(weekdays[p.DatePrototypeGetUTCDay(date)], weekday);
    const yearNumber = p.DatePrototypeGetUTCFullYear(date);
    if (year !== undefined && yearNumber < 1) return undefined;
    const y = year === undefined ? "" : numberOf(yearNumber, year);
    const d = day === undefined ? "" : numberOf(p.DatePrototypeGetUTCDate(date), day);
    if (month === undefined) {
      if (y !== "" && (d !== "" || name !== "")) return undefined;
      return d !== "" && name !== "" ? d + " " + name : name + y + d;
    }
    const monthNumber = p.DatePrototypeGetUTCMonth(date);
    if (name !== "" && d === "") return undefined;
    const comma = name === "" ? "" : name + ", ";
    if (isNumeric(month)) {
      const slashed = numberOf(monthNumber + 1, month) + (d === "" ? "" : "/" + d) + (y === "" ? "" : "/" + y);
      return comma + slashed;
    }
    if (!isText(month)) return undefined;
    const m = textOf(months[monthNumber], month);
    if (d === "") return y === "" ? m : m + " " + y;
    return comma + m + " " + d + (y === "" ? "" : ", " + y);
  }

  function timeText(date, { hour, minute, second }, hour12) {
    if ((hour !== undefined && !isNumeric(hour)) || (minute !== undefined && !isNumeric(minute))) return undefined;
    if (second !== undefined && !isNumeric(second)) return undefined;
    const m = p.DatePrototypeGetUTCMinutes(date);
    const s = p.DatePrototypeGetUTCSeconds(date);
    if (hour === undefined) {
      if (minute === undefined) return "" + s;
      return second === undefined ? "" + m : two(m) + ":" + two(s);
    }
    if (minute === undefined && second !== undefined) return undefined;
    const rest = minute === undefined ? "" : ":" + two(m) + (second === undefined ? "" : ":" + two(s));
    const h = p.DatePrototypeGetUTCHours(date);
    if (!hour12) return two(h === 0 ? 24 : h) + rest;
    const half = h % 12 === 0 ? 12 : h % 12;
    return (hour === "2-digit" ? two(half) : "" + half) + rest + (h < 12 ? " AM" : " PM");
  }

  const none = { __proto__: null };

  // `needs` and `fills` say what a method is about: "date", "time" or "any"/"all".
  function formatDate(date, given, needs) {
    let options = given;
    if (given === undefined) options = none;
    else if (!p.isObject(given)) return undefined;
    const zone = options.timeZone;
    if (zone === undefined ? (host.timeZone?.() ?? "UTC") !== "UTC" : zone !== "UTC") return undefined;
    for (let i = 0; i < dateOptionsNotHere.length; i++) if (options[dateOptionsNotHere[i]] !== undefined) return undefined;
    const { dateStyle, timeStyle, hour12 } = options;
    if (hour12 !== undefined && hour12 !== true && hour12 !== false) return undefined;
    let { weekday, year, month, day, hour, minute, second } = options;
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (needs === "date" ? timeStyle !== undefined : needs === "time" && dateStyle !== undefined) return undefined;
      if (weekday || year || month || day || hour || minute || second) return undefined;
      let left = "";
      let right = "";
      if (dateStyle !== undefined) {
        if (typeof dateStyle !== "string" || styleDates[dateStyle] === undefined) return undefined;
        left = dateText(date, styleDates[dateStyle]);
        if (left === undefined) return undefined;
      }
      if (timeStyle !== undefined) {
        if (timeStyle !== "short" && timeStyle !== "medium" && timeStyle !== "long" && timeStyle !== "full") return undefined;
        right = timeText(date, { __proto__: null, hour: "numeric", minute: "2-digit", second: timeStyle === "short" ? undefined : "2-digit" },
          hour12 !== false);
        if (timeStyle === "long") right += " UTC";
        if (timeStyle === "full") right += " Coordinated Universal Time";
      }
      if (left === "" || right === "") return left + right;
      return left + (dateStyle === "full" || dateStyle === "long" ? " at " : ", ") + right;
    }
    const hasDate = weekday !== undefined || year !== undefined || month !== undefined || day !== undefined;
    const hasTime = hour !== undefined || minute !== undefined || second !== undefined;
    if (needs === "date" ? !hasDate : needs === "any" && !hasDate && !hasTime) year = month = day = "numeric";
    if (needs === "time" ? !hasTime : needs === "any" && !hasDate && !hasTime) hour = minute = second = "numeric";
    const left = weekday || year || month || day ? dateText(date, { __proto__: null, weekday, year, month, day }) : "";
    const right = hour || minute || second ? timeText(date, { __proto__: null, hour, minute, second }, hour12 !== false) : "";
    if (left === undefined || right === undefined) return undefined;
    if (left === "" || right === "") return left + right;
    if (weekday !== undefined && month === undefined) {
      if (day !== undefined || hour === undefined || (minute === undefined && hour12 === false)) return undefined;
      return left + " " + right;
    }
    return left + (month === "long" ? " at " : ", ") + right;
  }

  function showDate(date, locales, options, needs) {
    const time = p.DatePrototypeGetTime(date);
    if (time !== time && (options === undefined || p.isObject(options)) && isEnglish(locales)) return "Invalid Date";
    const text = isEnglish(locales) ? formatDate(date, options, needs) : undefined;
    if (text !== undefined) return text;
    return bundled("formatDate", "formatting a date with this locale, time zone or these options")(time, locales, options, needs);
  }

  p.defineAll(p.DatePrototype, {
    toLocaleString(locales = undefined, options = undefined) {
      return showDate(this, locales, options, "any");
    },
    toLocaleDateString(locales = undefined, options = undefined) {
      return showDate(this, locales, options, "date");
    },
    toLocaleTimeString(locales = undefined, options = undefined) {
      return showDate(this, locales, options, "time");
    },
  });

  // ---- Lists -------------------------------------------------------------------------------------------------------

  const open = new p.SafeSet(); // lists that are being written: one inside itself is empty

  function joinAll(list, length, locales, options) {
    if (open.has(list)) return "";
    open.add(list);
    try {
      let out = "";
      for (let i = 0; i < length; i++) {
        if (i > 0) out += ",";
        const item = list[i];
        if (item !== undefined && item !== null) out += p.String(p.ReflectApply(item.toLocaleString, item, [locales, options]));
      }
      return out;
    } finally {
      open.delete(list);
    }
  }

  p.defineAll(p.ArrayPrototype, {
    toLocaleString(locales = undefined, options = undefined) {
      if (this === undefined || this === null) throw new p.TypeError("Array.prototype.toLocaleString called on null or undefined");
      const list = p.Object(this);
      const length = p.MathMin(p.MathMax(p.MathTrunc(+list.length) || 0, 0), p.NumberMAX_SAFE_INTEGER);
      return joinAll(list, length, locales, options);
    },
  });
  p.defineAll(p.TypedArrayPrototype, {
    toLocaleString(locales = undefined, options = undefined) {
      if (p.typedArrayName(this) === undefined) throw new p.TypeError("this is not a typed array.");
      return joinAll(this, p.TypedArrayPrototypeGetLength(this), locales, options);
    },
  });
})
