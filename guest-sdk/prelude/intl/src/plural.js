// Plural categories by CLDR's rules. The texts of the rules are compiled when a locale first needs them.
import { plurals as pluralText } from "data";
import { lazy } from "./kit.js";

const tables = lazy(pluralText);
const compiled = new Map();

// "n % 10 = 2..4 and n % 100 != 12..14" as [[[operand, modulus, isEqual, [[low, high], …]], …and], …or]
function compile(text) {
  return text.split(" or ").map((alternative) => alternative.split(" and ").map((relation) => {
    const [, operand, modulus, equal, ranges] = /^([nivwftce])(?: % (\d+))? (=|!=) (.+)$/.exec(relation);
    return [operand, modulus === undefined ? 0 : +modulus, equal === "=", ranges.split(",").map((range) => {
      const [low, high] = range.split("..");
      return [+low, +(high ?? low)];
    })];
  }));
}

function rulesOf(tag, type) {
  const table = tables()[type];
  const language = tag.split("-")[0];
  const name = tag === "pt-PT" || (language === "pt" && tag !== "pt" && tag !== "pt-BR" && tables().cardinal["pt-PT"]) ? "pt-PT" : language;
  const key = type + name;
  let rules = compiled.get(key);
  if (rules === undefined) {
    rules = [];
    const own = table[name] ?? table[language] ?? {};
    for (const category of Object.keys(own)) rules.push([category, compile(own[category])]);
    compiled.set(key, rules);
  }
  return rules;
}

function matches(rule, operands) {
  return rule.some((relations) => relations.every(([operand, modulus, equal, ranges]) => {
    let value = operands[operand];
    if (modulus) value %= modulus;
    return equal === ranges.some(([low, high]) => (low === high ? value === low : value >= low && value <= high && Number.isInteger(value)));
  }));
}

// The category of a number that is shown as `integer` and `fraction` digits (texts), `exponent` of a compact notation.
export function categoryOf(tag, type, integer, fraction, exponent = 0) {
  const rules = rulesOf(tag, type);
  if (rules.length === 0) return "other";
  const trimmed = fraction.replace(/0+$/, "");
  // With an exponent the integer is the whole number, the fraction stays that of what is shown: as ICU counts.
  const whole = exponent ? integer + fraction.slice(0, exponent).padEnd(exponent, "0") : integer;
  const i = whole.length > 18 ? +whole.slice(-18) : +whole;
  const operands = {
    i, v: fraction.length, w: trimmed.length, f: +fraction || 0, t: +trimmed || 0, e: exponent, c: exponent,
    n: trimmed === "" || exponent ? i : +(integer + "." + trimmed),
  };
  for (const [category, rule] of rules) if (matches(rule, operands)) return category;
  return "other";
}

export function categoriesOf(tag, type) {
  const order = ["zero", "one", "two", "few", "many", "other"];
  const own = rulesOf(tag, type).map(([category]) => category).concat("other");
  return order.filter((category) => own.includes(category));
}

export function rangeCategory(tag, start, end) {
  const language = tag.split("-")[0];
  return tables().ranges[language]?.[start + " " + end] ?? "other";
}
