// Intl.NumberFormat and Intl.PluralRules.
import { fractions as fractionText } from "data";
import { section } from "./data.js";
import { isZero, magnitude, makeDecimal, roundAt, roundToDigits, shift, split } from "./decimal.js";
import { booleanOption, defaultNumber, join, lazy, makeClass, numberOption, option, push, toOptions } from "./kit.js";
import { dataTag, digitsOf, resolve, supportedLocales } from "./locale.js";
import { categoriesOf, categoryOf, rangeCategory } from "./plural.js";
import { isSanctionedUnit } from "./units.js";

const fractions = lazy(fractionText);

// ---- Options ---------------------------------------------------------------------------------------------------------

const roundingModes = ["ceil", "floor", "expand", "trunc", "halfCeil", "halfFloor", "halfExpand", "halfTrunc", "halfEven"];
const increments = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

// SetNumberFormatDigitOptions
export function setDigitOptions(s, options, mnfdDefault, mxfdDefault, notation) {
  const mnid = numberOption(options, "minimumIntegerDigits", 1, 21, 1);
  let mnfd = options.minimumFractionDigits;
  let mxfd = options.maximumFractionDigits;
  let mnsd = options.minimumSignificantDigits;
  let mxsd = options.maximumSignificantDigits;
  s.minimumIntegerDigits = mnid;
  let step = numberOption(options, "roundingIncrement", 1, 5000, 1);
  if (!increments.includes(step)) throw new RangeError("roundingIncrement value is out of range.");
  s.roundingIncrement = step;
  s.roundingMode = option(options, "roundingMode", roundingModes, "halfExpand");
  const priority = option(options, "roundingPriority", ["auto", "morePrecision", "lessPrecision"], "auto");
  s.trailingZeroDisplay = option(options, "trailingZeroDisplay", ["auto", "stripIfInteger"], "auto");
  if (step !== 1) mxfdDefault = mnfdDefault;
  const hasSd = mnsd !== undefined || mxsd !== undefined;
  const hasFd = mnfd !== undefined || mxfd !== undefined;
  let needSd = true;
  let needFd = true;
  if (priority === "auto") {
    needSd = hasSd;
    if (needSd || (!hasFd && notation === "compact")) needFd = false;
  }
  if (needSd) {
    if (hasSd) {
      s.minimumSignificantDigits = defaultNumber(mnsd, "minimumSignificantDigits", 1, 21, 1);
      s.maximumSignificantDigits = defaultNumber(mxsd, "maximumSignificantDigits", s.minimumSignificantDigits, 21, 21);
    } else {
      s.minimumSignificantDigits = 1;
      s.maximumSignificantDigits = 21;
    }
  }
  if (needFd) {
    if (hasFd) {
      mnfd = defaultNumber(mnfd, "minimumFractionDigits", 0, 100, undefined);
      mxfd = defaultNumber(mxfd, "maximumFractionDigits", 0, 100, undefined);
      if (mnfd === undefined) mnfd = Math.min(mnfdDefault, mxfd);
      else if (mxfd === undefined) mxfd = Math.max(mxfdDefault, mnfd);
      else if (mnfd > mxfd) throw new RangeError("maximumFractionDigits value is out of range.");
      s.minimumFractionDigits = mnfd;
      s.maximumFractionDigits = mxfd;
    } else {
      s.minimumFractionDigits = mnfdDefault;
      s.maximumFractionDigits = mxfdDefault;
    }
  }
  if (!needSd && !needFd) {
    s.minimumFractionDigits = 0;
    s.maximumFractionDigits = 0;
    s.minimumSignificantDigits = 1;
    s.maximumSignificantDigits = 2;
    s.roundingType = "morePrecision";
    s.roundingPriority = "morePrecision";
  } else if (priority !== "auto") {
    s.roundingType = priority;
    s.roundingPriority = priority;
  } else {
    s.roundingType = hasSd ? "significantDigits" : "fractionDigits";
    s.roundingPriority = "auto";
  }
  if (step !== 1) {
    if (s.roundingType !== "fractionDigits") throw new TypeError("roundingIncrement value is invalid.");
    if (s.maximumFractionDigits !== s.minimumFractionDigits) throw new RangeError("roundingIncrement value is out of range.");
  }
}

function makeNumberFormat(locales, given) {
  const options = toOptions(given);
  option(options, "localeMatcher", ["lookup", "best fit"], "best fit");
  const nu = option(options, "numberingSystem", undefined, undefined);
  if (nu !== undefined && !/^[a-z\d]{3,8}(-[a-z\d]{3,8})*$/i.test(nu)) throw new RangeError("Invalid numberingSystem : " + nu);
  const resolved = resolve(locales, ["nu"], { nu });
  const s = { __proto__: null, locale: resolved.locale, tag: resolved.tag, numberingSystem: resolved.nu, style: "decimal" };
  s.style = option(options, "style", ["decimal", "percent", "currency", "unit"], "decimal");
  const currency = option(options, "currency", undefined, undefined);
  if (currency !== undefined && !/^[a-z]{3}$/i.test(currency)) throw new RangeError("Invalid currency code : " + currency);
  if (s.style === "currency" && currency === undefined) throw new TypeError("Currency code is required with currency style.");
  const currencyDisplay = option(options, "currencyDisplay", ["code", "symbol", "narrowSymbol", "name"], "symbol");
  const currencySign = option(options, "currencySign", ["standard", "accounting"], "standard");
  const unit = option(options, "unit", undefined, undefined);
  if (unit !== undefined && !isSanctionedUnit(unit)) throw new RangeError("Invalid unit argument for Intl.NumberFormat() '" + unit + "'");
  if (s.style === "unit" && unit === undefined) throw new TypeError("Required unit for style unit");
  const unitDisplay = option(options, "unitDisplay", ["short", "narrow", "long"], "short");
  if (s.style === "currency") {
    s.currency = currency.toUpperCase();
    s.currencyDisplay = currencyDisplay;
    s.currencySign = currencySign;
  } else if (s.style === "unit") {
    s.unit = unit;
    s.unitDisplay = unitDisplay;
  }
  s.notation = option(options, "notation", ["standard", "scientific", "engineering", "compact"], "standard");
  let low = 0;
  let high = s.style === "percent" ? 0 : 3;
  if (s.style === "currency" && s.notation === "standard") low = high = fractions()[s.currency] ?? 2;
  setDigitOptions(s, options, low, high, s.notation);
  const compactDisplay = option(options, "compactDisplay", ["short", "long"], "short");
  let grouping = "auto";
  if (s.notation === "compact") {
    s.compactDisplay = compactDisplay;
    grouping = "min2";
  }
  const useGrouping = options.useGrouping;
  if (useGrouping === undefined) s.useGrouping = grouping;
  else if (useGrouping === true) s.useGrouping = "always";
  else if (useGrouping === false || useGrouping === null || useGrouping === 0 || useGrouping === "") s.useGrouping = false;
  else {
    const text = String(useGrouping);
    if (text === "true" || text === "false") s.useGrouping = grouping;
    else if (!["min2", "auto", "always"].includes(text)) throw new RangeError("Value " + text + " out of range for Intl.NumberFormat options property useGrouping");
    else s.useGrouping = text;
  }
  s.signDisplay = option(options, "signDisplay", ["auto", "never", "always", "exceptZero", "negative"], "auto");
  return compile(s);
}

// ---- Patterns --------------------------------------------------------------------------------------------------------

// "¤#,##0.00;(¤#,##0.00)" as { pos: [prefix, suffix], neg, primary, secondary, zeros }. An affix is a list of [type, text].
const patternCache = new Map();
export function parsePattern(text) {
  let found = patternCache.get(text);
  if (found !== undefined) return found;
  const halves = [""];
  let quoted = false;
  for (const c of text) { // at the first ; outside of quotes
    if (c === "'") quoted = !quoted;
    if (c === ";" && !quoted && halves.length === 1) halves.push("");
    else halves[halves.length - 1] += c;
  }
  const [positive, negative] = halves.map(parseHalf);
  const number = positive.number;
  const whole = number.split(".")[0];
  const groups = whole.split(",");
  const primary = groups.length > 1 ? groups[groups.length - 1].length : 0;
  found = {
    pos: positive, neg: negative, primary, secondary: groups.length > 2 ? groups[groups.length - 2].length : primary,
    zeros: number.replace(/[^0]/g, "").length, hasNumber: number !== "",
  };
  patternCache.set(text, found);
  return found;
}

function parseHalf(text) {
  const affixes = [[], []];
  let side = 0;
  let number = "";
  let literal = "";
  const flush = () => {
    if (literal) affixes[side].push(["literal", literal]);
    literal = "";
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "'") {
      const end = text.indexOf("'", i + 1);
      if (end === i + 1) literal += "'";
      else literal += text.slice(i + 1, end);
      i = end;
    } else if (/[#0.,]/.test(c) || (c === "E" && /[#0]$/.test(text.slice(0, i)) && text[i + 1] === "0")) {
      flush();
      side = 1;
      number += c;
    } else if (c === "¤" || c === "%" || c === "-" || c === "+") {
      flush();
      affixes[side].push([{ "¤": "currency", "%": "percentSign", "-": "minusSign", "+": "plusSign" }[c], c]);
    } else literal += c;
  }
  flush();
  return { prefix: affixes[0], suffix: affixes[1], number };
}

const foreignSymbols = {
  arab: ["\u066b", "\u066c", "\u066a\u061c", "\u061c+", "\u061c-", "\u0623\u0633", "\u221e", "\u0644\u064a\u0633\u00a0\u0631\u0642\u0645", "~", 0, 0],
  arabext: ["\u066b", "\u066c", "\u066a", "\u200e+", "\u200e-", "\u00d7\u06f1\u06f0^", "\u221e", "NaN", "~", 0, 0],
};

// Adds to the state what formatting needs of the locale.
function compile(s) {
  const numbers = section(s.tag, "n");
  let system = s.numberingSystem;
  if (system === undefined) system = numbers.nu;
  s.numberingSystem = system;
  const table = numbers.s[system] ?? numbers.s.latn ?? numbers.s[numbers.nu];
  s.table = table;
  // These systems have signs of their own in locales that do not use them.
  const symbols = system in numbers.s || !(system in foreignSymbols) ? table.sym : foreignSymbols[system];
  const [decimal, group, percentSign, plusSign, minusSign, exponential, infinity, nan, approximatelySign, curDecimal, curGroup] = symbols;
  const isCurrency = s.style === "currency";
  s.symbols = {
    decimal: isCurrency && curDecimal ? curDecimal : decimal, group: isCurrency && curGroup ? curGroup : group,
    percentSign, plusSign, minusSign, exponential, infinity, nan, approximatelySign,
  };
  s.digits = system === "latn" ? undefined : [...digitsOf()[system]];
  s.minGrouping = s.useGrouping === "always" ? 1 : s.useGrouping === "min2" ? Math.max(2, numbers.min) : numbers.min;
  const isName = isCurrency && s.currencyDisplay === "name";
  let pattern = table.dec;
  s.percentUnit = s.style === "unit" && s.unit === "percent" && s.unitDisplay !== "long";
  if (s.style === "percent" || s.percentUnit) pattern = table.pct;
  else if (isCurrency && !isName) pattern = s.currencySign === "accounting" ? table.acc : table.cur;
  s.pattern = parsePattern(pattern);
  if (isCurrency) {
    const entry = section(s.tag, "c")[s.currency];
    let symbol = s.currency;
    if (s.currencyDisplay === "symbol") symbol = entry?.[0] || s.currency;
    else if (s.currencyDisplay === "narrowSymbol") symbol = entry?.[1] || entry?.[0] || s.currency;
    s.currencyText = symbol;
    s.currencyNames = entry;
  }
  if (s.notation === "compact") {
    const short = s.compactDisplay === "short" || (isCurrency && !isName);
    s.compactTable = isCurrency && !isName ? table.cshort : short ? table.short : table.long;
    const fallback = numbers.s.latn ?? table;
    if (s.compactTable?.other === undefined) s.compactTable = isCurrency && !isName ? fallback.cshort : short ? fallback.short : fallback.long;
    if (s.compactTable?.other === undefined) s.compactTable = short ? table.short : table.long;
  }
  if (s.style === "unit" && !s.percentUnit) s.unitForms = unitForms(s);
  return s;
}

function unitForms({ tag, unit, unitDisplay }) {
  const units = section(tag, "u")[unitDisplay];
  if (unit in units) return { forms: units[unit] };
  const [numerator, denominator] = unit.split("-per-");
  const forms = units[numerator];
  if (denominator === undefined) return { forms };
  const { per } = units[denominator];
  if (per) return { forms, per };
  const one = (units[denominator].one ?? units[denominator].other).replace("{0}", "").trim();
  return { forms, per: units.per.replace("{1}", one) };
}

// ---- Formatting ------------------------------------------------------------------------------------------------------

// ToIntlMathematicalValue
export function toNumeric(value) {
  const primitive = typeof value === "object" || typeof value === "function" ? toPrimitiveNumber(value) : value;
  if (typeof primitive === "bigint" || typeof primitive === "string") return primitive;
  return Number(primitive);
}

function toPrimitiveNumber(value) {
  if (value === null) return 0;
  const exotic = value[Symbol.toPrimitive];
  if (exotic !== undefined && exotic !== null) {
    const result = Reflect.apply(exotic, value, ["number"]);
    if (typeof result !== "object" || result === null) return result;
    throw new TypeError("Cannot convert object to primitive value");
  }
  for (const name of ["valueOf", "toString"]) {
    const method = value[name];
    if (typeof method !== "function") continue;
    const result = Reflect.apply(method, value, []);
    if ((typeof result !== "object" && typeof result !== "function") || result === null) return result;
  }
  throw new TypeError("Cannot convert object to primitive value");
}

// Rounds, and says how many fraction digits are shown at least.
export function round(s, d) {
  const { roundingType: type, roundingMode: mode } = s;
  const fixed = () => [roundAt(d, s.maximumFractionDigits, mode, s.roundingIncrement), s.minimumFractionDigits, -s.maximumFractionDigits];
  const precise = () => {
    const rounded = roundToDigits(d, s.maximumSignificantDigits, mode);
    const exponent = isZero(rounded) ? 0 : magnitude(rounded);
    return [rounded, Math.max(0, s.minimumSignificantDigits - 1 - exponent), magnitude(d) + 1 - s.maximumSignificantDigits];
  };
  let result;
  if (type === "fractionDigits") result = fixed();
  else if (type === "significantDigits") result = precise();
  else {
    const a = precise();
    const b = fixed();
    const finer = a[2] <= b[2] ? a : b; // the position of the last digit that may be shown
    const coarser = finer === a ? b : a;
    result = type === "morePrecision" ? finer : coarser;
  }
  const [rounded, least] = result;
  let [integer, fraction] = split(rounded);
  if (fraction.length < least) fraction = fraction.padEnd(least, "0");
  if (s.trailingZeroDisplay === "stripIfInteger" && !/[1-9]/.test(fraction)) fraction = "";
  if (integer.length < s.minimumIntegerDigits) integer = integer.padStart(s.minimumIntegerDigits, "0");
  return { rounded, integer, fraction };
}

function compactExponent(s, m) { // [exponent, index in the table or -1]
  const list = s.compactTable.other;
  if (m < 3 || list === undefined) return [0, -1];
  const index = Math.min(m - 3, list.length - 1);
  const pattern = list[index];
  const zeros = pattern.replace(/[^0]/g, "").length;
  if (pattern === "0") return [0, -1];
  return [index + 3 - (zeros - 1), index];
}

const toDigits = (s, text) => {
  if (s.digits === undefined) return text;
  let out = "";
  for (let i = 0; i < text.length; i++) out += s.digits[text.charCodeAt(i) - 48];
  return out;
};

function pushInteger(s, parts, integer, pattern) {
  const { primary, secondary } = pattern;
  if (s.useGrouping === false || primary === 0 || integer.length < primary + s.minGrouping) {
    push(parts, "integer", toDigits(s, integer));
    return;
  }
  const groups = [];
  let end = integer.length;
  let size = primary;
  while (end > size) {
    groups.push(integer.slice(end - size, end));
    end -= size;
    size = secondary;
  }
  push(parts, "integer", toDigits(s, integer.slice(0, end)));
  for (let i = groups.length - 1; i >= 0; i--) {
    push(parts, "group", s.symbols.group);
    push(parts, "integer", toDigits(s, groups[i]));
  }
}

// Everything about one value: { parts, plural (of what is shown), sign … }
export function formatParts(s, value, approximately = false, outerPlural = undefined) {
  let d = typeof value === "object" ? value : makeDecimal(value);
  if (s.style === "percent") d = shift(d, 2);
  const number = [];
  let exponent = 0;
  let index = -1;
  let integer = "0";
  let fraction = "";
  let zero = false;
  if (d.kind === "nan") push(number, "nan", s.symbols.nan);
  else if (d.kind === "infinity") push(number, "infinity", s.symbols.infinity);
  else {
    let m = magnitude(d);
    for (let tries = 0; tries < 2; tries++) {
      if (s.notation === "compact") [exponent, index] = isZero(d) ? [0, -1] : compactExponent(s, m);
      else if (s.notation === "scientific") exponent = isZero(d) ? 0 : m;
      else if (s.notation === "engineering") exponent = isZero(d) ? 0 : Math.floor(m / 3) * 3;
      const rounded = round(s, shift(d, -exponent));
      ({ integer, fraction } = rounded);
      zero = isZero(rounded.rounded);
      if (s.notation === "standard" || zero) break;
      const now = magnitude(rounded.rounded) + exponent;
      if (now === m) break;
      m = now;
    }
    if (s.notation === "scientific" || s.notation === "engineering") {
      push(number, "integer", toDigits(s, integer));
    } else pushInteger(s, number, integer, s.pattern);
    if (fraction) {
      push(number, "decimal", s.symbols.decimal);
      push(number, "fraction", toDigits(s, fraction));
    }
    if (s.notation === "scientific" || s.notation === "engineering") {
      push(number, "exponentSeparator", s.symbols.exponential);
      if (exponent < 0) pushTrimmed(number, "exponentMinusSign", s.symbols.minusSign);
      push(number, "exponentInteger", toDigits(s, String(Math.abs(exponent))));
    }
  }
  let plural;
  const pluralOf = () => (plural ??= d.kind !== "finite" ? "other" : categoryOf(s.tag, "cardinal", integer, fraction, s.notation === "compact" ? exponent : 0));
  const compactPlural = () => categoryOf(s.tag, "cardinal", integer, fraction);

  // Which sign.
  let sign = 0; // 1: plus sign, -1: minus sign
  const isNan = d.kind === "nan";
  switch (s.signDisplay) {
    case "auto": sign = d.neg ? -1 : 0; break;
    case "always": sign = d.neg ? -1 : 1; break;
    case "exceptZero": sign = zero || isNan ? 0 : d.neg ? -1 : 1; break;
    case "negative": sign = d.neg && !zero ? -1 : 0; break;
  }

  let { pattern } = s;
  if (index !== -1) {
    const texts = s.compactTable[compactPlural()] ?? s.compactTable.other;
    let text = texts[index] ?? s.compactTable.other[index];
    if (exponent === 0 && integer === "1" && fraction === "" && s.compactTable["1"]?.[index]) text = s.compactTable["1"][index];
    pattern = compactPattern(text, s);
  } else if (s.notation === "compact" && s.style === "currency" && s.currencyDisplay !== "name") pattern = s.pattern;
  const middle = withAffixes(s, pattern, number, sign, approximately);
  let parts = [...middle[0], ...number, ...middle[1]];
  let outer = [[], []];
  if (s.style === "unit" && !s.percentUnit) {
    const { forms, per } = s.unitForms;
    let text = forms[outerPlural ?? pluralOf()] ?? forms.other;
    if (!text.includes("{0}")) parts = []; // some duals say it without the number
    if (per) text = per.replace("{0}", text);
    outer = around(text, "unit");
  } else if (s.style === "currency" && s.currencyDisplay === "name") {
    const category = outerPlural ?? pluralOf();
    const form = s.table.unit[category] ?? s.table.unit.other;
    const names = s.currencyNames;
    const name = names === undefined ? s.currency : names[3][category] ?? names[3].other ?? names[2];
    outer = around(form.replace("{1}", name), "currency");
  }
  parts = [...outer[0], ...parts, ...outer[1]];
  return { parts, number, middle, outer, plural: pluralOf };
}

// The text of a pattern before and after "{0}", without the spaces and marks of direction around it.
const edges = /^([\s\u200e\u200f\u061c]*)([^]*?)([\s\u200e\u200f\u061c]*)$/;
function pushTrimmed(parts, type, text) {
  const [, before, body, after] = edges.exec(text);
  push(parts, "literal", before);
  push(parts, type, body);
  push(parts, "literal", after);
}

function around(pattern, type) {
  const at = pattern.indexOf("{0}");
  const sides = [[], []];
  pushTrimmed(sides[0], type, at === -1 ? "" : pattern.slice(0, at));
  pushTrimmed(sides[1], type, at === -1 ? pattern : pattern.slice(at + 3));
  return sides;
}

function mergeLiterals(parts) {
  const out = [];
  for (const part of parts) {
    const last = out[out.length - 1];
    if (part.type === "literal" && last?.type === "literal" && last.source === part.source) last.value += part.value;
    else out.push({ ...part });
  }
  return out;
}

// A compact pattern has its own affixes; signs are those of the locale.
function compactPattern(text, s) {
  const pattern = parsePattern(text);
  if (pattern.compact === undefined) {
    const mark = (affix) => affix.flatMap(([type, value]) => {
      if (type !== "literal") return [[type, value]];
      const [, before, body, after] = edges.exec(value);
      return [["literal", before], ["compact", body], ["literal", after]].filter((part) => part[1] !== "");
    });
    const half = (part) => part && { prefix: mark(part.prefix), suffix: mark(part.suffix) };
    // The accounting form shows negatives in parentheses in the compact form too.
    pattern.compact = { ...pattern, pos: half(pattern.pos), neg: half(pattern.neg) };
  }
  return pattern.compact;
}

const isDigitLike = /^\p{Nd}/u;
const isSymbolOrSpace = /^[\p{S}\p{Z}]/u;

function withAffixes(s, pattern, number, sign, approximately) {
  const plusLike = sign > 0 || approximately;
  const negHasMinus = pattern.neg !== undefined && [...pattern.neg.prefix, ...pattern.neg.suffix].some(([type]) => type === "minusSign");
  const useNegative = pattern.neg !== undefined && (sign < 0 || (negHasMinus && plusLike));
  const half = useNegative ? pattern.neg : pattern.pos;
  const signParts = [];
  if (approximately) pushTrimmed(signParts, "approximatelySign", s.symbols.approximatelySign);
  if (sign < 0) pushTrimmed(signParts, "minusSign", s.symbols.minusSign);
  else if (sign > 0) pushTrimmed(signParts, "plusSign", s.symbols.plusSign);
  const affix = (list) => {
    const out = [];
    for (const [type, value] of list) {
      if (type === "minusSign") out.push(...signParts);
      else if (type === "percentSign") pushTrimmed(out, s.percentUnit ? "unit" : type, s.symbols.percentSign);
      else if (type === "currency") push(out, type, s.currencyText);
      else if (type === "plusSign") pushTrimmed(out, type, s.symbols.plusSign);
      else push(out, type, value);
    }
    return out;
  };
  const prefix = affix(half.prefix);
  if (!useNegative && signParts.length) prefix.unshift(...signParts);
  const suffix = affix(half.suffix);
  // Between a currency that ends in a letter and a digit there is a space.
  const before = prefix[prefix.length - 1];
  if (before?.type === "currency" && startsWithDigit(number) && !isSymbolOrSpace.test(lastChar(before.value))) push(prefix, "literal", s.table.sp[0]);
  const after = suffix[0];
  if (after?.type === "currency" && startsWithDigit(number) && !isSymbolOrSpace.test(after.value)) suffix.unshift({ type: "literal", value: s.table.sp[1] });
  return [prefix, suffix];
}

const lastChar = (text) => [...text].pop();
const startsWithDigit = (number) => isDigitLike.test(number[0].value);

export const formatNumber = (s, value) => join(formatParts(s, value).parts);

// Makes a formatter for other parts of Intl.
export const numberState = (tag, options) => makeNumberFormat(tag, options);

// ---- Ranges ----------------------------------------------------------------------------------------------------------

function rangeParts(s, start, end) {
  const from = makeDecimal(toNumeric(start));
  const to = makeDecimal(toNumeric(end));
  if (from.kind === "nan" || to.kind === "nan") throw new RangeError("Invalid argument");
  let first = formatParts(s, from);
  let second = formatParts(s, to);
  const mark = (parts, source) => parts.map((part) => ({ ...part, source }));
  if (join(first.parts) === join(second.parts)) return mark(formatParts(s, from, true).parts, "shared");
  // What surrounds both numbers alike is shown once: units always, other affixes where they are longer than one character.
  const equal = (a, b) => join(a[0]) === join(b[0]) && join(a[1]) === join(b[1]);
  const length = (sides) => [...join(sides[0]) + join(sides[1])].length;
  const inner = (formatted) => {
    const at = formatted.number.findIndex((part) => part.type === "exponentSeparator");
    return at === -1 ? formatted.number.length : at;
  };
  if (length(first.outer) > 0) {
    const category = rangeCategory(s.tag, first.plural(), second.plural());
    first = formatParts(s, from, false, category);
    second = formatParts(s, to, false, category);
  }
  const collapseOuter = true;
  const collapseMiddle = collapseOuter && equal(first.middle, second.middle) && length(first.middle) > 1;
  const repeats = inner(first) < first.number.length || (!collapseMiddle && length(first.middle) > 0) || (!collapseOuter && length(first.outer) > 0);
  let separator = s.table.range.replace("{0}", "").replace("{1}", "");
  if (repeats) {
    if (!/^\s/.test(separator)) separator = " " + separator;
    if (!/\s$/.test(separator)) separator += " ";
  }
  const out = [];
  const add = (parts, source) => out.push(...mark(parts, source));
  if (collapseOuter) add(first.outer[0], "shared");
  if (collapseMiddle) add(first.middle[0], "shared");
  if (!collapseOuter) add(first.outer[0], "startRange");
  if (!collapseMiddle) add(first.middle[0], "startRange");
  add(first.number, "startRange");
  if (!collapseMiddle) add(first.middle[1], "startRange");
  if (!collapseOuter) add(first.outer[1], "startRange");
  out.push({ type: "literal", value: separator, source: "shared" });
  if (!collapseOuter) add(second.outer[0], "endRange");
  if (!collapseMiddle) add(second.middle[0], "endRange");
  add(second.number, "endRange");
  if (!collapseMiddle) add(second.middle[1], "endRange");
  if (!collapseOuter) add(second.outer[1], "endRange");
  if (collapseMiddle) add(second.middle[1], "shared");
  if (collapseOuter) add(second.outer[1], "shared");
  return out;
}

// ---- The classes -----------------------------------------------------------------------------------------------------

const digitKeys = [
  "minimumIntegerDigits", "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits", "maximumSignificantDigits",
];

function resolvedOptions(s, keys) {
  const out = {};
  for (const key of keys) if (s[key] !== undefined) out[key] = s[key];
  return out;
}

const made = makeClass("NumberFormat", makeNumberFormat, (state) => ({
  get format() {
    const s = state(this);
    return (s.bound ??= (0, (value) => formatNumber(s, toNumeric(value))));
  },
  formatToParts(value) {
    return mergeLiterals(formatParts(state(this), toNumeric(value)).parts);
  },
  formatRange(start, end) {
    const s = state(this);
    if (start === undefined || end === undefined) throw new TypeError("Invalid argument");
    return join(rangeParts(s, start, end));
  },
  formatRangeToParts(start, end) {
    const s = state(this);
    if (start === undefined || end === undefined) throw new TypeError("Invalid argument");
    return mergeLiterals(rangeParts(s, start, end));
  },
  resolvedOptions() {
    return resolvedOptions(state(this), [
      "locale", "numberingSystem", "style", "currency", "currencyDisplay", "currencySign", "unit", "unitDisplay", ...digitKeys,
      "useGrouping", "notation", "compactDisplay", "signDisplay", "roundingIncrement", "roundingMode", "roundingPriority", "trailingZeroDisplay",
    ]);
  },
}), { callable: true, statics: { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } } });
export const NumberFormat = made.Class;

const plainFormats = new Map();
export function formatNumberWith(value, locales, options) {
  if (options === undefined && typeof locales === "string") {
    let s = plainFormats.get(locales);
    if (s === undefined) plainFormats.set(locales, (s = makeNumberFormat(locales, options)));
    return formatNumber(s, value);
  }
  return formatNumber(makeNumberFormat(locales, options), value);
}

function makePluralRules(locales, given) {
  const options = toOptions(given);
  option(options, "localeMatcher", ["lookup", "best fit"], "best fit");
  const s = { __proto__: null, type: option(options, "type", ["cardinal", "ordinal"], "cardinal") };
  setDigitOptions(s, options, 0, 3, "standard");
  s.locale = s.tag = resolve(locales, [], {}).locale;
  return s;
}

function select(s, value) {
  const d = makeDecimal(Number(value));
  if (d.kind !== "finite") return "other";
  const { integer, fraction } = round(s, d);
  return categoryOf(s.tag, s.type, integer, fraction);
}

export const PluralRules = makeClass("PluralRules", makePluralRules, (state) => ({
  select(value) {
    return select(state(this), value);
  },
  selectRange(start, end) {
    const s = state(this);
    if (start === undefined || end === undefined) throw new TypeError("Invalid argument");
    const from = Number(start);
    const to = Number(end);
    if (from !== from || to !== to) throw new RangeError("Invalid argument");
    return rangeCategory(s.tag, select(s, from), select(s, to));
  },
  resolvedOptions() {
    const s = state(this);
    const out = resolvedOptions(s, ["locale", "type", ...digitKeys]);
    out.pluralCategories = categoriesOf(s.tag, s.type);
    return Object.assign(out, resolvedOptions(s, ["roundingIncrement", "roundingMode", "roundingPriority", "trailingZeroDisplay"]));
  },
}), { statics: { supportedLocalesOf(locales, options = undefined) { return supportedLocales(locales, options); } } }).Class;
