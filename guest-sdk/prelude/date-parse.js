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

  // `kind` is "number", "word", "space", "other", "end", or the symbol itself: one of : - + . )
  const makeToken = (kind, value, length, type) => ({ __proto__: null, kind, value, length, type });
  const spaceToken = makeToken("space", 0, 1, 0);
  const otherToken = makeToken("other", 0, 1, 0);
  const endToken = makeToken("end", 0, 0, 0);

  // A number, a word (of characters from "A" on), white space, a symbol, or any other character.
  const pattern = /([0-9]+)|([^\0-@\s]+)|(\s)|([-:+.)])|[^]/y;

  function tokenize(text) {
    const tokens = p.list();
    pattern.lastIndex = 0;
    for (let match = p.RegExpPrototypeExec(pattern, text); match !== null; match = p.RegExpPrototypeExec(pattern, text)) {
      let token = otherToken;
      if (match[1] !== undefined) token = numberToken(match[1]);
      else if (match[2] !== undefined) token = wordToken(match[2]);
      else if (match[3] !== undefined) token = spaceToken;
      else if (match[4] !== undefined) token = makeToken(match[4], 0, 1, 0);
      else if (match[0] === "(") pattern.lastIndex = endOfParentheses(text, pattern.lastIndex);
      tokens[tokens.length] = token;
    }
    tokens[tokens.length] = endToken;
    return tokens;
  }

  // Of a long number only the first nine digits count, after the zeros that it begins with.
  const leadingZeros = /^0*/;
  function numberToken(digits) {
    let value = +digits;
    if (digits.length > 9) {
      const zeros = p.RegExpPrototypeExec(leadingZeros, digits)[0].length;
      value = +p.StringPrototypeSlice(digits, zeros, zeros + 9);
    }
    return makeToken("number", value, digits.length, 0);
  }

  // Months may be written out; all other words are only themselves.
  function wordToken(text) {
    const word = words[p.StringPrototypeToLowerCase(p.StringPrototypeSlice(text, 0, 3))];
    if (word === undefined || (word.type !== MONTH && text.length > 3)) return makeToken("word", 0, text.length, 0);
    return makeToken("word", word.value, text.length, word.type);
  }

  // The position after the parenthesis that closes what was opened before `from`.
  function endOfParentheses(text, from) {
    let at = from;
    for (let depth = 1; depth > 0 && at < text.length; at++) {
      const character = text[at];
      if (character === "(") depth++;
      else if (character === ")") depth--;
    }
    return at;
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
    // Date.UTC takes 0 to 99 for years of the last century, and the first day of all may begin in another zone. A cycle of
    // 400 years has 146,097 days.
    const cycle = isIn(year, 0, 99) || year < -1000 ? 1 : 0;
    return p.DateUTC(year + cycle * 400, month - 1, day) - cycle * 146097 * 86400000;
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
    const seconds = (p.MathMax(zoneHour, 0) * 3600 + p.MathMax(zoneMinute, 0) * 60) >>> 0; // wraps around in V8
    return seconds < 2 ** 31 ? zoneSign * seconds * 1000 : NaN;
  }

  // What every engine reads right, and faster than we do: plain ISO texts and those of toUTCString.
  const day = "(?:0[1-9]|[12]\\d|3[01])";
  const minutes = "(?:[01]\\d|2[0-3]):[0-5]\\d";
  const zone = `(?:Z|[+-]${minutes})`;
  const plainIso = new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])-${day}(?:T${minutes}:[0-5]\\d(?:\\.\\d{3})?${zone})?$`);
  const plainUtc = new RegExp(`^[A-Z][a-z]{2}, ${day} [A-Z][a-z]{2} [1-9]\\d{3} ${minutes}:[0-5]\\d GMT$`);
  const isPlain = (text) =>
    (text.length >= 10 && text[4] === "-" && p.RegExpPrototypeExec(plainIso, text) !== null) ||
    (text.length === 29 && p.RegExpPrototypeExec(plainUtc, text) !== null);

  const longest = 1000; // characters; a longer text would only cost memory

  // The time value that a text stands for, or NaN.
  p.parseDate = (text) => {
    if (text.length > longest) return NaN;
    if (isPlain(text)) {
      const value = p.DateParse(text);
      if (value === value) return value;
    }
    const reading = startReading(tokenize(text));
    const outcome = readIso(reading);
    if (outcome === INVALID || (outcome === REST && !readLoosely(reading))) return NaN;
    const read = dayValue(reading) + timeValue(reading);
    // Without a zone it is local time, which is UTC unless the run has another zone.
    const value = reading.zoneSign !== 0 ? read - zoneValue(reading) : p.utcOf === undefined ? read : p.utcOf(read);
    return p.MathAbs(value) <= 8.64e15 ? value : NaN;
  };
})
