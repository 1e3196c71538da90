// Time zones: offsets from the packed IANA data, names from CLDR.
import { tz, zoneCanonical, zoneCountry, zoneGolden, zoneUses } from "data";
import { section } from "./data.js";
import { lazy } from "./kit.js";
import { maximize } from "./locale.js";

const canonicalNames = lazy(zoneCanonical);
const countries = lazy(zoneCountry);
const goldenZones = lazy(zoneGolden);
const metazones = lazy(zoneUses);

// The line of a zone, of a link, or `undefined`. See build/build.mjs.
function lineOf(name) {
  for (const mark of ["|", ">"]) {
    const at = tz.indexOf("\n" + name + mark);
    if (at !== -1) return tz.slice(at + 1, tz.indexOf("\n", at + 1));
  }
  return undefined;
}

function packedZone(name) {
  const line = lineOf(name);
  if (line === undefined) return undefined;
  const rest = line.slice(name.length + 1);
  return line[name.length] === "|" ? rest : packedZone(rest);
}

let identifiers;
function byLowerCase() {
  if (identifiers === undefined) {
    identifiers = new Map();
    const add = (id) => identifiers.set(id.toLowerCase(), id);
    for (const line of tz.trim().split("\n")) add(/^[^|>]+/.exec(line)[0]);
    Object.keys(canonicalNames()).forEach(add);
    for (const id of ["UTC", "GMT", "Etc/UTC", "Etc/GMT"]) add(id);
  }
  return identifiers;
}

export function primaryZones() {
  const seen = new Set();
  for (const id of byLowerCase().values()) {
    const canonical = canonicalZone(id);
    if (canonical === "UTC" || (/^[A-Z][A-Za-z]+\//.test(canonical) && !/^(Etc|SystemV|US|Canada|Brazil|Chile|Mexico)\//.test(canonical))) seen.add(canonical);
  }
  return [...seen].sort();
}

// The name that V8 shows for a zone, or `undefined` where there is no such zone.
const nameOfUtc = /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal|Greenwich|GMT[-+]?0)$/;
const canonicalCache = new Map();
export function canonicalZone(id) {
  if (id === "UTC") return id;
  let found = canonicalCache.get(id);
  if (found === undefined) {
    found = findZone(id);
    if (found !== undefined) canonicalCache.set(id, found);
  }
  return found;
}

function findZone(id) {
  const offset = /^([-+])([01]\d|2[0-3])(?::?([0-5]\d))?$/.exec(id);
  if (offset) {
    const [, sign, hours, minutes = "00"] = offset;
    return (sign === "-" && (hours !== "00" || minutes !== "00") ? "-" : "+") + hours + ":" + minutes;
  }
  const found = /^[A-Za-z]/.test(id) && !/[|>\s]/.test(id) && lineOf(id) !== undefined ? id : byLowerCase().get(id.toLowerCase());
  if (found === undefined) return undefined;
  if (nameOfUtc.test(found)) return "UTC";
  return canonicalNames()[found] ?? found;
}

// ---- Offsets ---------------------------------------------------------------------------------------------------------

const loaded = new Map();
function load(id) {
  let zone = loaded.get(id);
  if (zone !== undefined) return zone;
  const offset = /^([-+])(\d\d):(\d\d)$/.exec(id);
  if (offset || id === "UTC") {
    const seconds = offset ? (offset[1] === "-" ? -1 : 1) * (offset[2] * 3600 + offset[3] * 60) : 0;
    zone = { starts: [-Infinity], offsets: [seconds], dst: [0] };
  } else {
    let packed = packedZone(id);
    if (packed === undefined) { // CLDR's name for a zone that IANA has renamed
      const canonical = canonicalNames();
      packed = packedZone(Object.keys(canonical).find((other) => canonical[other] === id && lineOf(other) !== undefined) ?? "");
    }
    zone = unpack(packed ?? "0|0");
  }
  loaded.set(id, zone);
  return zone;
}

// See packZone in build/tz.mjs.
function unpack(text) {
  const [kinds, transitions, rule] = text.split("|");
  const types = kinds.split(",").map((kind) => {
    const dst = kind.endsWith("d");
    const body = dst ? kind.slice(0, -1) : kind;
    return [body.endsWith("s") ? +body.slice(0, -1) : body * 60, dst ? 1 : 0];
  });
  const zone = { starts: [], offsets: [], dst: [] };
  let time = 0;
  for (const entry of transitions.split(" ")) {
    const at = entry.indexOf("~");
    const index = parseInt(at === -1 ? entry : entry.slice(at + 1), 36);
    if (at === -1) zone.starts.push(-Infinity);
    else {
      const delta = entry.slice(0, at);
      time += delta.endsWith("!") ? parseInt(delta.slice(0, -1), 36) : parseInt(delta, 36) * 60;
      zone.starts.push(time);
    }
    zone.offsets.push(types[index][0]);
    zone.dst.push(types[index][1]);
  }
  if (rule) {
    const [year, ...rules] = rule.split(";");
    zone.ruleYear = +year;
    zone.rules = rules.map((r) => r.split(",").map(Number));
  }
  return zone;
}

function ruleTime([month, weekday, day, seconds], year, before) {
  const first = Date.UTC(year, month, day);
  const shift = (weekday - new Date(first).getUTCDay() + 7) % 7;
  return first / 1000 + shift * 86400 + seconds - before;
}

// [seconds east of UTC, whether it is daylight saving time] at a time in milliseconds.
export function offsetAt(id, ms) {
  const zone = load(id);
  const seconds = Math.floor(ms / 1000);
  if (zone.rules !== undefined) {
    const year = new Date(ms).getUTCFullYear();
    if (year >= zone.ruleYear) {
      const [first, second] = zone.rules;
      if (seconds >= ruleTime(second, year, first[4])) return [second[4], second[5]];
      if (seconds >= ruleTime(first, year, second[4])) return [first[4], first[5]];
      if (year > zone.ruleYear) return [second[4], second[5]];
    }
  }
  const { starts } = zone;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= seconds) low = middle;
    else high = middle - 1;
  }
  return [zone.offsets[low], zone.dst[low]];
}

// The data of a zone as one text, for `host.setZone` (guest-sdk/core/src/zone.rs); `undefined` where there is no such zone.
export function zoneTable(id) {
  const canonical = canonicalZone(id);
  if (canonical === undefined) return undefined;
  const zone = load(canonical);
  let text = String(zone.offsets[0]);
  for (let i = 1; i < zone.starts.length; i++) text += " " + zone.starts[i] + " " + zone.offsets[i];
  if (zone.rules !== undefined) text += "|" + zone.ruleYear + " " + zone.rules.map((rule) => rule.slice(0, 5).join(" ")).join(" ");
  return text;
}

// ---- Names -----------------------------------------------------------------------------------------------------------

function metazoneAt(id, ms) {
  const text = metazones()[id];
  if (text === undefined || ms < 0) return undefined; // CLDR's history begins in 1970
  const minutes = ms / 60000;
  let found;
  for (const entry of text.split(" ")) {
    const [name, from] = entry.split("@");
    if (from !== undefined && parseInt(from, 36) > minutes) break;
    found = name || undefined;
  }
  return found;
}

const real = (name) => (name && name !== "\u2205\u2205\u2205" ? name : undefined);

function gmtText(tag, seconds, isLong, toDigits) {
  const data = section(tag, "z");
  const [plus, minus] = data.hour.split(";");
  const size = Math.abs(seconds);
  const hours = Math.floor(size / 3600);
  const minutes = Math.floor((size % 3600) / 60);
  const rest = size % 60;
  const two = (n) => toDigits(String(n).padStart(2, "0"));
  const [, sign, separator, end] = /^([^Hm]*)H+([^Hm]*)m+(.*)$/.exec(seconds < 0 ? minus : plus);
  let text = sign + (isLong ? two(hours) : toDigits(String(hours)));
  if (isLong || minutes !== 0 || rest !== 0) text += separator + two(minutes);
  if (rest !== 0) text += separator + two(rest);
  return data.gmt.replace("{0}", text + end);
}

// The country where a zone is its only or its main one, else the city.
function location(tag, id) {
  const data = section(tag, "z");
  const country = countries()[id];
  if (country !== undefined && country[0] !== "-") return section(tag, "R")[country] ?? country;
  const entry = data.zones[id];
  const name = typeof entry === "string" ? entry : entry?.c;
  return name ?? id.slice(id.lastIndexOf("/") + 1).replace(/_/g, " ");
}

// The zone that stands for a metazone where the locale is at home.
function golden(meta, tag) {
  const entry = goldenZones()[meta];
  if (entry === undefined) return undefined;
  const { region } = maximize(tag);
  let world;
  for (const pair of entry.split(" ")) {
    const [territory, zone] = pair.split("=");
    if (territory === region) return zone;
    if (territory === "001") world = zone;
  }
  return world;
}

function hasDstBetween(id, from, to) {
  for (let at = from; at <= to; at += 15 * 86400000) if (offsetAt(id, at)[1]) return true;
  return false;
}

function genericName(tag, id, ms, isLong) {
  const data = section(tag, "z");
  const entry = data.zones[id];
  const own = (isLong ? entry?.l : entry?.s) ?? [0, 0, 0];
  if (real(own[0])) return own[0];
  const meta = metazoneAt(id, ms);
  if (meta !== undefined) {
    const table = data.meta[meta]?.[isLong ? 0 : 1] || [0, 0, 0];
    const [offset, dst] = offsetAt(id, ms);
    const generic = real(table[0]);
    const halfYear = 184 * 86400000;
    if (!dst && !hasDstBetween(id, ms - halfYear, ms + halfYear)) {
      // Without daylight saving time around this time the standard name is shown.
      const standard = real(own[1]) ?? real(table[1]);
      if (standard && standard.toLowerCase() !== generic?.toLowerCase()) return standard;
    }
    if (generic) {
      const reference = golden(meta, tag);
      if (reference === undefined || reference === id || offsetAt(reference, ms)[0] === offset) return generic;
      return data.fallback.replace("{0}", location(tag, id)).replace("{1}", generic);
    }
  }
  if (/^([-+]|Etc\/)/.test(id)) return undefined;
  return data.region.replace("{0}", location(tag, id));
}

// style: z, zzzz, O, OOOO, v, vvvv
export function zoneName(tag, id, ms, style, toDigits) {
  const [offset, dst] = offsetAt(id, ms);
  const isLong = style.length === 4;
  if (style[0] === "O") return gmtText(tag, offset, isLong, toDigits);
  const data = section(tag, "z");
  const key = id === "UTC" ? "Etc/UTC" : id;
  if (style[0] === "v") return (key === "Etc/UTC" ? undefined : genericName(tag, key, ms, isLong)) ?? gmtText(tag, offset, isLong, toDigits);
  const entry = data.zones[key];
  const own = real((isLong ? entry?.l : entry?.s)?.[1 + dst]);
  if (own) return own;
  const meta = metazoneAt(key, ms);
  return (meta && real((data.meta[meta]?.[isLong ? 0 : 1] || [0, 0, 0])[1 + dst])) ?? gmtText(tag, offset, isLong, toDigits);
}

// The name behind a date's text, which V8 has of ICU without a date: it says whether that is daylight saving time, and the zone's
// name for that is the present one.
export function dateZone(id, ms, now) {
  const canonical = canonicalZone(id);
  const dst = offsetAt(canonical, ms)[1];
  const entry = section("en", "z");
  const key = canonical === "UTC" ? "Etc/UTC" : canonical;
  const meta = metazoneAt(key, now);
  const name = real(entry.zones[key]?.l?.[1 + dst]) ?? (meta && real((entry.meta[meta]?.[0] || [0, 0, 0])[1 + dst]));
  if (name) return name;
  const [offset, isDst] = offsetAt(canonical, now);
  return gmtText("en", dst === isDst ? offset : offsetAt(canonical, ms)[0], true, String);
}
