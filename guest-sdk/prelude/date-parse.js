// `p.parseDate` reads dates in the formats that people write ("7 Mar 2024 10:00 GMT", "March 7, 2024", "2024/03/07") as V8
// reads them, so that every engine gives what Node gives. First the ISO format of the specification is tried; where a text
// leaves it, the rest is read loosely: numbers fill date and time in turn, known words are months, zones and am or pm.
(function dateParse(host, p) {
  "use strict";

  // ---- Tokens ------------------------------------------------------------------------------------------------------

  const MONTH = 1;
  const ZONE = 2;
  const HALF_DAY = 3;
  const TIME_MARK = 4; // the T of the ISO format
  const words = { __proto__: null };
  const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
  const zones = { ut: 0, utc: 0, z: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 };
  for (let i = 0; i < 12; i++) words[months[i]] = { __proto__: null, type: MONTH, value: i + 1 };
  for (const zone of Object.keys(zones)) words[zone] = { __proto__: null, type: ZONE, value: zones[zone] };
  words.am = { __proto__: null, type: HALF_DAY, value: 0 };
  words.pm = { __proto__: null, type: HALF_DAY, value: 12 };
  words.t = { __proto__: null, type: TIME_MARK, value: 0 };
  const unknownWord = { __proto__: null, type: 0, value: 0 };

  const isDigit = (code) => code >= 48 && code <= 57;
  const space = /\s/;
  const isSpace = (text, at) => {
    const code = p.StringPrototypeCharCodeAt(text, at);
    if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
    return code >= 160 && p.matches(space, p.StringPrototypeCharAt(text, at));
  };
  const isWordCharacter = (text, at) => p.StringPrototypeCharCodeAt(text, at) >= 65 && !isSpace(text, at);

  // `kind` is "number", "word", "space", "other", "end", or the symbol itself: one of : - + . )
  function makeToken(kind, value = 0, length = 0, type = 0) {
    return { __proto__: null, kind, value, length, type };
  }

  function tokenize(text) {
    const tokens = p.list();
    let at = 0;
    while (at < text.length) {
      const start = at;
      const code = p.StringPrototypeCharCodeAt(text, at);
      const character = p.StringPrototypeCharAt(text, at);
      let token;
      if (isDigit(code)) {
        while (p.StringPrototypeCharCodeAt(text, at) === 48) at++;
        let value = 0;
        for (let digits = 0; isDigit(p.StringPrototypeCharCodeAt(text, at)); digits++, at++) {
          if (digits < 9) value = value * 10 + p.StringPrototypeCharCodeAt(text, at) - 48;
        }
        token = makeToken("number", value, at - start);
      } else if (character === ":" || character === "-" || character === "+" || character === "." || character === ")") {
        at++;
        token = makeToken(character);
      } else if (isWordCharacter(text, at)) {
        while (at < text.length && isWordCharacter(text, at)) at++;
        token = wordToken(p.StringPrototypeSlice(text, start, at));
      } else if (isSpace(text, at)) {
        at++;
        token = makeToken("space");
      } else {
        at = character === "(" ? endOfParentheses(text, at) : at + 1;
        token = makeToken("other");
      }
      tokens[tokens.length] = token;
    }
    tokens[tokens.length] = makeToken("end");
    return tokens;
  }

  // Months may be written out; all other words are only themselves.
  function wordToken(text) {
    const word = words[p.StringPrototypeToLowerCase(p.StringPrototypeSlice(text, 0, 3))] ?? unknownWord;
    const isKnown = word.type === MONTH || text.length <= 3;
    return makeToken("word", isKnown ? word.value : 0, text.length, isKnown ? word.type : 0);
  }

  function endOfParentheses(text, from) {
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      const character = p.StringPrototypeCharAt(text, at);
      if (character === "(") depth++;
      else if (character === ")") depth--;
      if (depth === 0) return at + 1;
    }
    return text.length;
  }

  // ---- What is read ------------------------------------------------------------------------------------------------

  const isIn = (value, low, high) => value >= low && value <= high;

  const startReading = (tokens) => ({
    __proto__: null,
    tokens,
    at: 0,
    days: p.list(), // up to three numbers: their order says which is which
    times: p.list(), // hour, minute, second, millisecond
    month: 0, // where it was a word
    isIso: false,
    halfDay: -1,
    zoneSign: 0,
    zoneHour: -1,
    zoneMinute: -1,
  });

  const peek = (reading) => reading.tokens[reading.at];
  const next = (reading) => reading.tokens[reading.at < reading.tokens.length - 1 ? reading.at++ : reading.at];
  const isNext = (reading, kind) => peek(reading).kind === kind;
  const skip = (reading, kind) => isNext(reading, kind) && next(reading) !== undefined;
  const isNumberOf = (token, length, low, high) =>
    token.kind === "number" && token.length === length && isIn(token.value, low, high);
  const isZulu = (token) => token.kind === "word" && token.length === 1 && token.type === ZONE;
  const isSign = (token) => token.kind === "+" || token.kind === "-";

  function addTo(list, most, value) {
    if (list.length >= most) return false;
    list[list.length] = value;
    return true;
  }
  const addDay = (reading, value) => addTo(reading.days, 3, value);
  const addTime = (reading, value) => addTo(reading.times, 4, value);
  const closeTime = (reading) => {
    while (reading.times.length < 4) reading.times[reading.times.length] = 0;
  };

  // Whether the number can be the next part of a time that has begun.
  const continuesTime = ({ times }, value) => {
    if (times.length === 1 || times.length === 2) return value <= 59;
    return times.length === 3 && value <= 999;
  };

  const setZone = (reading, sign, hour, minute) => {
    reading.zoneSign = sign;
    reading.zoneHour = hour;
    reading.zoneMinute = minute;
  };

  // The digits after the point of a second: only three of them count.
  function toMillis({ value, length }) {
    if (length === 1) return value * 100;
    if (length === 2) return value * 10;
    return p.MathFloor(value / 10 ** (p.MathMin(length, 9) - 3));
  }

  // ---- The ISO format ----------------------------------------------------------------------------------------------

  const OK = 0;
  const INVALID = 1;
  const REST = 2; // the text is no ISO date from the current token on

  function readIso(reading) {
    const first = peek(reading);
    if (isSign(first)) {
      const year = reading.tokens[reading.at + 1];
      if (year.kind !== "number" || year.length !== 6 || (first.kind === "-" && year.value === 0)) return REST;
      reading.at += 2;
      addDay(reading, first.kind === "-" ? -year.value : year.value);
    } else if (first.kind === "number" && first.length === 4) {
      addDay(reading, next(reading).value);
    } else {
      return REST;
    }
    for (let highest = 12; highest <= 31 && skip(reading, "-"); highest += 19) {
      if (!isNumberOf(peek(reading), 2, 1, highest)) return REST;
      addDay(reading, next(reading).value);
    }
    if (peek(reading).type === TIME_MARK) {
      next(reading);
      if (!readIsoTime(reading) || !readIsoZone(reading) || !isNext(reading, "end")) return INVALID;
    } else if (!isNext(reading, "end")) {
      return REST;
    }
    if (reading.times.length === 0) setZone(reading, 1, 0, 0);
    reading.isIso = true;
    return OK;
  }

  function readIsoTime(reading) {
    if (!isNumberOf(peek(reading), 2, 0, 24)) return false;
    const hour = next(reading).value;
    const highest = hour === 24 ? 0 : 59;
    addTime(reading, hour);
    if (!skip(reading, ":") || !isNumberOf(peek(reading), 2, 0, highest)) return false;
    addTime(reading, next(reading).value);
    if (!skip(reading, ":")) return true;
    if (!isNumberOf(peek(reading), 2, 0, highest)) return false;
    addTime(reading, next(reading).value);
    if (!skip(reading, ".")) return true;
    const fraction = next(reading);
    return fraction.kind === "number" && (hour < 24 || fraction.value === 0) && addTime(reading, toMillis(fraction));
  }

  function readIsoZone(reading) {
    const token = peek(reading);
    if (isZulu(token)) {
      next(reading);
      setZone(reading, 1, 0, 0);
      return true;
    }
    if (!isSign(token)) return true;
    next(reading);
    const sign = token.kind === "+" ? 1 : -1;
    const first = next(reading);
    if (isNumberOf(first, 4, 0, 2359) && first.value % 100 <= 59) {
      setZone(reading, sign, p.MathFloor(first.value / 100), first.value % 100);
      return true;
    }
    if (!isNumberOf(first, 2, 0, 23) || !skip(reading, ":") || !isNumberOf(peek(reading), 2, 0, 59)) return false;
    setZone(reading, sign, first.value, next(reading).value);
    return true;
  }

  // ---- All other formats -------------------------------------------------------------------------------------------

  function readLoosely(reading) {
    let hasNumber = reading.days.length > 0;
    for (let token = next(reading); token.kind !== "end"; token = next(reading)) {
      if (token.kind === "number") {
        hasNumber = true;
        if (!readNumber(reading, token.value)) return false;
      } else if (token.kind === "word") {
        if (!readWord(reading, token, hasNumber)) return false;
      } else if (isSign(token) && ((reading.zoneHour === 0 && reading.zoneMinute === 0) || reading.times.length > 0)) {
        hasNumber = true;
        if (!readOffset(reading, token)) return false;
      } else if ((isSign(token) || token.kind === ")") && hasNumber) {
        return false;
      }
    }
    return true;
  }

  function readNumber(reading, value) {
    if (skip(reading, ":")) {
      if (skip(reading, ":")) {
        if (reading.times.length > 0) return false;
        addTime(reading, value);
        return addTime(reading, 0);
      }
      if (!addTime(reading, value)) return false;
      skip(reading, ".");
      return true;
    }
    if (skip(reading, ".") && continuesTime(reading, value)) {
      addTime(reading, value);
      if (!isNext(reading, "number")) return false;
      addTime(reading, toMillis(next(reading)));
      closeTime(reading);
      return true;
    }
    if (reading.zoneHour !== -1 && reading.zoneMinute === -1 && value <= 59) {
      reading.zoneMinute = value;
      return true;
    }
    if (continuesTime(reading, value)) {
      addTime(reading, value);
      closeTime(reading);
      const after = peek(reading);
      return after.kind === "end" || after.kind === "space" || isZulu(after) || isSign(after);
    }
    if (!addDay(reading, value)) return false;
    skip(reading, "-");
    return true;
  }

  function readWord(reading, { type, value }, hasNumber) {
    if (type === HALF_DAY && reading.times.length > 0) {
      reading.halfDay = value;
    } else if (type === MONTH) {
      reading.month = value;
      skip(reading, "-");
    } else if (type === ZONE && hasNumber) {
      setZone(reading, value < 0 ? -1 : 1, p.MathAbs(value), 0);
    } else {
      // Any other word may stand before the first number only, and not right before it.
      return !hasNumber && !isNext(reading, "number");
    }
    return true;
  }

  function readOffset(reading, sign) {
    let value = 0;
    let length = 0;
    if (isNext(reading, "number")) ({ value, length } = next(reading));
    reading.zoneSign = sign.kind === "+" ? 1 : -1;
    if (isNext(reading, ":")) {
      reading.zoneHour = value;
      reading.zoneMinute = -1;
    } else if (length === 1 || length === 2) {
      reading.zoneHour = value;
      reading.zoneMinute = 0;
    } else if (length === 3 || length === 4) {
      reading.zoneHour = p.MathFloor(value / 100);
      reading.zoneMinute = value % 100;
    } else {
      return false;
    }
    return true;
  }

  // ---- The result --------------------------------------------------------------------------------------------------

  function dayValue({ days, month: named, isIso }) {
    if (days.length === 0) return NaN;
    const a = days[0];
    const b = days[1] ?? 1;
    const c = days[2] ?? 1;
    const startsWithDay = isIn(a, 1, 31);
    const startsWithYear = isIso || (named === 0 && !startsWithDay);
    const month = named !== 0 ? named : startsWithYear ? b : a;
    const day = startsWithYear ? c : named !== 0 && startsWithDay ? a : b;
    let year = startsWithYear ? a : named === 0 ? c : startsWithDay ? b : a;
    if (!isIso && isIn(year, 0, 99)) year += year < 50 ? 2000 : 1900;
    if (!isIn(month, 1, 12) || !isIn(day, 1, 31)) return NaN;
    // Date.UTC takes small years for those of the last century; a cycle of 400 years has 146,097 days.
    return year < 100 ? p.DateUTC(year + 400, month - 1, day) - 146097 * 86400000 : p.DateUTC(year, month - 1, day);
  }

  function timeValue({ times, halfDay }) {
    let hour = times[0] ?? 0;
    const minute = times[1] ?? 0;
    const second = times[2] ?? 0;
    const millis = times[3] ?? 0;
    if (halfDay !== -1) {
      if (hour > 12) return NaN;
      hour = (hour % 12) + halfDay;
    }
    const isMidnight = hour === 24 && minute === 0 && second === 0 && millis === 0;
    if (!isMidnight && (hour > 23 || minute > 59 || second > 59 || millis > 999)) return NaN;
    return hour * 3600000 + minute * 60000 + second * 1000 + millis;
  }

  function zoneValue({ zoneSign, zoneHour, zoneMinute }) {
    if (zoneSign === 0) return 0; // local time, which is UTC here
    const seconds = (p.MathMax(zoneHour, 0) * 3600 + p.MathMax(zoneMinute, 0) * 60) >>> 0; // wraps around in V8
    return seconds < 2 ** 31 ? zoneSign * seconds * 1000 : NaN;
  }

  const plainIso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d\d\d)?Z)?$/;

  // The time value that a text stands for, or NaN.
  p.parseDate = (text) => {
    // What is plain ISO the engine reads right, and fast.
    const isPlain = p.StringPrototypeCharCodeAt(text, 4) === 45 && (text.length === 10 || text.length === 20 || text.length === 24);
    if (isPlain && p.matches(plainIso, text)) {
      const value = p.DateParse(text);
      if (value === value) return value;
    }
    const reading = startReading(tokenize(text));
    const outcome = readIso(reading);
    if (outcome === INVALID || (outcome === REST && !readLoosely(reading))) return NaN;
    const value = dayValue(reading) + timeValue(reading) - zoneValue(reading);
    return p.MathAbs(value) <= 8.64e15 ? value : NaN;
  };
})
