// Packs moment-timezone's copy of the IANA data: per zone its offsets, its transitions, and the rule that goes on for ever.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const packed = require("moment-timezone/data/packed/latest.json");
export const version = packed.version;

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX";
function unpackNumber(text) { // base 60, in minutes; a fraction in 60ths
  const sign = text[0] === "-" ? -1 : 1;
  const [whole, part = ""] = text.replace("-", "").split(".");
  let value = 0;
  for (const digit of whole) value = value * 60 + digits.indexOf(digit);
  let scale = 1;
  for (const digit of part) value += digits.indexOf(digit) * (scale /= 60);
  return sign * value;
}

// [[start in seconds, offset in seconds east of UTC, abbreviation], …]
function unpack(zone) {
  const [name, abbreviations, offsets, indices, diffs] = zone.split("|");
  const abbreviation = abbreviations.split(" ");
  const offset = offsets.split(" ").map((text) => Math.round(unpackNumber(text) * -60));
  const index = [...indices].map((digit) => digits.indexOf(digit));
  let time = 0;
  const starts = [-Infinity];
  for (const diff of diffs ? diffs.split(" ") : []) starts.push(Math.round((time += unpackNumber(diff)) * 60));
  return [name, index.map((i, at) => [starts[at], offset[i], abbreviation[i]])];
}

// Daylight saving time is not in the data: it is the period between two that are behind it, shorter than eleven months; where
// zones have letters they say it too.
function markDst(periods) {
  return periods.map(([start, offset, abbreviation], i) => {
    const before = periods[i - 1];
    const after = periods[i + 1];
    const letters = /^([A-Z]{1,3}[DS]T|AEDT|ACDT)$/.test(abbreviation) && /(^.DT|^.+[DE]?ST$|DT$)/.test(abbreviation);
    const between = before && after && before[1] < offset && after[1] < offset && after[0] - start < 330 * 86400;
    const named = letters && /^(.?.DT|CEST|EEST|WEST|BST|IST|NZDT|MSD|IDT|AKDT|AEDT|ACDT|HDT)$/.test(abbreviation) && before && before[1] < offset;
    return [start, offset, between || named ? 1 : 0];
  });
}

const dayMs = 86400000;
// A transition in local standard-before time as { month, weekday, dayFrom (1, 8, …; 0 for last), seconds } candidates.
function ruleOf(times) { // [[start, offset before], …] one a year
  const local = times.map(([start, before]) => new Date((start + before) * 1000));
  const month = local[0].getUTCMonth();
  const weekday = local[0].getUTCDay();
  const seconds = (local[0].getTime() % dayMs) / 1000;
  if (!local.every((d) => d.getUTCMonth() === month && d.getUTCDay() === weekday && (d.getTime() % dayMs) / 1000 === seconds)) return undefined;
  const days = local.map((d) => d.getUTCDate());
  const lowest = Math.min(...days);
  const highest = Math.max(...days);
  if (highest - lowest > 6) return undefined;
  // "On or after the lowest day". That is also right for "the last": the lowest day is then 6 days before the month's end.
  return [month, weekday, lowest, seconds];
}

function packZone(periods) {
  // The year from which on two transitions a year follow a rule.
  const byYear = new Map();
  for (let i = 1; i < periods.length; i++) {
    const year = new Date(periods[i][0] * 1000).getUTCFullYear();
    if (!byYear.has(year)) byYear.set(year, []);
    byYear.get(year).push(i);
  }
  let rule;
  let cut = periods.length;
  const last = Math.max(...byYear.keys());
  if (last > 2200) {
    const years = [];
    for (let year = 2060; year < 2060 + 56; year++) years.push(year);
    if (years.every((year) => byYear.get(year)?.length === 2)) {
      const rules = [0, 1].map((n) => ruleOf(years.map((year) => {
        const i = byYear.get(year)[n];
        return [periods[i][0], periods[i - 1][1]];
      })));
      const i = byYear.get(2060);
      if (rules[0] && rules[1]) {
        rule = rules.map((r, n) => [...r, periods[i[n]][1], periods[i[n]][2]]);
        // Where the rule gives the same, the transitions are left out.
        let year = 2060;
        while (byYear.get(year - 1)?.length === 2 && [0, 1].every((n) => {
          const at = byYear.get(year - 1)[n];
          return ruleTime(rule[n], year - 1, periods[at - 1][1]) === periods[at][0] && rule[n][4] === periods[at][1] && rule[n][5] === periods[at][2];
        })) year--;
        cut = byYear.get(year)[0];
        rule = [year, ...rule];
        for (const [at, list] of byYear) {
          if (at < year) continue;
          list.forEach((n, k) => {
            if (ruleTime(rule[k + 1], at, periods[n - 1][1]) !== periods[n][0]) throw new Error(`rule fails in ${at}`);
          });
        }
      }
    }
  }
  const kept = periods.slice(0, cut);
  const offsets = [];
  let text = "";
  let previous = 0;
  for (const [start, offset, dst] of kept) {
    const key = `${offset},${dst}`;
    if (!offsets.includes(key)) offsets.push(key);
    const index = offsets.indexOf(key).toString(36);
    if (start === -Infinity) text += index;
    else {
      // Minutes wherever they are whole.
      const delta = start - previous;
      text += `${delta % 60 === 0 ? (delta / 60).toString(36) : `${delta.toString(36)}!`}~${index}`;
      previous = start;
    }
    text += " ";
  }
  const showOffset = (key) => {
    const [seconds, dst] = key.split(",");
    return (seconds % 60 === 0 ? seconds / 60 : `${seconds}s`) + (dst === "1" ? "d" : "");
  };
  const ruleText = rule ? `|${rule[0]};${rule.slice(1).map((r) => r.join(",")).join(";")}` : "";
  return `${offsets.map(showOffset).join(",")}|${text.trim()}${ruleText}`;
}

function ruleTime([month, weekday, day, seconds], year, before) {
  const first = Date.UTC(year, month, day);
  const shift = (weekday - new Date(first).getUTCDay() + 7) % 7;
  return first / 1000 + shift * 86400 + seconds - before;
}

// { zones: {name: packed}, links: {alias: name} }
export function zoneData() {
  const zones = {};
  for (const text of packed.zones) {
    const [name, periods] = unpack(text);
    zones[name] = packZone(markDst(periods));
  }
  const links = {};
  for (const text of packed.links) {
    const [target, alias] = text.split("|");
    links[alias] = target;
  }
  return { zones, links };
}
