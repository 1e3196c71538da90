// Decimal numbers as digits: { neg, kind: "finite" | "nan" | "infinity", digits: "123", point } means 0.123 · 10^point.

export function makeDecimal(value) {
  const type = typeof value;
  if (type === "number") return fromText(value === 0 ? (Object.is(value, -0) ? "-0" : "0") : String(value));
  if (type === "bigint") return fromText(String(value));
  return fromString(value);
}

// A string as Number() reads it, but exact.
function fromString(text) {
  const trimmed = text.trim();
  if (trimmed === "") return fromText("0");
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return fromText(trimmed);
  if (/^0[xob]/i.test(trimmed)) {
    try {
      return fromText(String(BigInt(trimmed)));
    } catch {
      return fromText("NaN");
    }
  }
  return fromText(String(Number(trimmed)));
}

function fromText(text) {
  let neg = false;
  if (text[0] === "-" || text[0] === "+") {
    neg = text[0] === "-";
    text = text.slice(1);
  }
  if (text === "NaN") return { neg: false, kind: "nan", digits: "", point: 0 };
  if (text === "Infinity") return { neg, kind: "infinity", digits: "", point: 0 };
  let exponent = 0;
  const e = text.search(/e/i);
  if (e !== -1) {
    exponent = +text.slice(e + 1);
    text = text.slice(0, e);
  }
  const dot = text.indexOf(".");
  let digits = dot === -1 ? text : text.slice(0, dot) + text.slice(dot + 1);
  let point = (dot === -1 ? text.length : dot) + exponent;
  let zeros = 0;
  while (zeros < digits.length && digits[zeros] === "0") zeros++;
  if (zeros) {
    digits = digits.slice(zeros);
    point -= zeros;
  }
  digits = trimZeros(digits);
  if (digits === "") point = 0;
  return { neg, kind: "finite", digits, point };
}

function trimZeros(digits) {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return end === digits.length ? digits : digits.slice(0, end);
}

export const shift = (d, places) => (d.digits === "" ? d : { ...d, point: d.point + places });
export const isZero = (d) => d.kind === "finite" && d.digits === "";
// The exponent of the first digit: 3 for 1234.
export const magnitude = (d) => (d.digits === "" ? 0 : d.point - 1);

function roundsUp(mode, neg, kept, rest) {
  // rest: digits that are cut, not all zero
  const half = rest[0] === "5" && /^50*$/.test(rest) ? 0 : rest[0] >= "5" ? 1 : -1;
  switch (mode) {
    case "ceil": return !neg;
    case "floor": return neg;
    case "expand": return true;
    case "trunc": return false;
    case "halfCeil": return half > 0 || (half === 0 && !neg);
    case "halfFloor": return half > 0 || (half === 0 && neg);
    case "halfTrunc": return half > 0;
    case "halfEven": return half > 0 || (half === 0 && (kept.charCodeAt(kept.length - 1) - 48) % 2 === 1);
    default: return half >= 0;
  }
}

function increment(digits) { // [digits, whether it has one more]
  let i = digits.length - 1;
  while (i >= 0 && digits[i] === "9") i--;
  const tail = "0".repeat(digits.length - 1 - i);
  if (i < 0) return ["1" + tail, true];
  return [digits.slice(0, i) + String.fromCharCode(digits.charCodeAt(i) + 1) + tail, false];
}

// Keeps `places` digits after the decimal point (negative: before it).
export function roundAt(d, places, mode, step = 1) {
  if (d.digits === "") return d;
  if (step !== 1) return roundToStep(d, places, mode, step);
  const keep = d.point + places;
  if (keep >= d.digits.length) return d;
  const kept = keep > 0 ? d.digits.slice(0, keep) : "";
  const rest = keep >= 0 ? d.digits.slice(keep) : "0".repeat(Math.min(-keep, 2)) + d.digits;
  if (!roundsUp(mode, d.neg, kept || "0", rest)) {
    const digits = trimZeros(kept);
    return { ...d, digits, point: digits === "" ? 0 : d.point };
  }
  if (keep <= 0) return { ...d, digits: "1", point: 1 - places };
  const [digits, longer] = increment(kept);
  return { ...d, digits: trimZeros(digits), point: d.point + (longer ? 1 : 0) };
}

function roundToStep(d, places, mode, step) {
  const keep = d.point + places;
  const digits = d.digits.padEnd(Math.max(keep, 0), "0");
  const whole = BigInt((keep > 0 ? digits.slice(0, keep) : "") || "0");
  const rest = keep > 0 ? digits.slice(keep) : "0".repeat(-keep) + digits;
  const by = BigInt(step);
  let quotient = whole / by;
  const remainder = whole % by;
  const inexact = /[1-9]/.test(rest);
  if (remainder !== 0n || inexact) {
    const twice = remainder * 2n;
    const half = twice > by || (twice === by && inexact) ? "6" : twice === by ? "5" : by === 1n ? rest : "1";
    if (roundsUp(mode, d.neg, String(quotient), half)) quotient += 1n;
  }
  const text = String(quotient * by);
  return text === "0" ? { ...d, digits: "", point: 0 } : { ...d, digits: trimZeros(text), point: text.length - places };
}

export function roundToDigits(d, count, mode) {
  return d.digits === "" ? d : roundAt(d, count - d.point, mode);
}

// [integer digits, fraction digits] as texts; at least "0".
export function split(d) {
  const { digits, point } = d;
  if (digits === "") return ["0", ""];
  if (point <= 0) return ["0", "0".repeat(-point) + digits];
  if (point >= digits.length) return [digits + "0".repeat(point - digits.length), ""];
  return [digits.slice(0, point), digits.slice(point)];
}
