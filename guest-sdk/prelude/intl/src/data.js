// The tables of a locale, read when they are first used: the texts of its ancestors' sections and its own, one over the other.
import { available as availableText, hours as hoursText, locales, parents as parentsText } from "data";
import { lazy, parse } from "./kit.js";

const parents = lazy(parentsText);
const cache = new Map();

const otherNames = { __proto__: null, no: "nb", "no-NO": "nb", "zh-TW": "zh-Hant", "zh-HK": "zh-Hant-HK", "zh-MO": "zh-Hant-MO" };

// The tag whose data serves a locale: `de-DE` has that of `de`.
export function dataTag(tag) {
  let at = otherNames[tag] ?? tag;
  for (;;) {
    if (at in locales) return at;
    const cut = at.lastIndexOf("-");
    if (cut === -1) return "en";
    at = at.slice(0, cut);
    at = otherNames[at] ?? at;
  }
}

export function parentTag(tag) {
  const parent = parents()[tag];
  if (parent !== undefined) return parent === "" ? undefined : parent;
  const cut = tag.lastIndexOf("-");
  return cut === -1 ? undefined : tag.slice(0, cut);
}

function merge(over, under) {
  if (typeof over !== "object" || over === null || Array.isArray(over) || typeof under !== "object" || under === null) return over;
  const out = { __proto__: null };
  for (const key of Object.keys(under)) out[key] = under[key];
  for (const key of Object.keys(over)) {
    if (over[key] === null) delete out[key];
    else out[key] = key in under ? merge(over[key], under[key]) : over[key];
  }
  return out;
}

// A section (a letter, see build/cldr.mjs) of the data of `tag`.
export function section(tag, letter) {
  const own = dataTag(tag);
  const key = own + "/" + letter;
  let found = cache.get(key);
  if (found !== undefined) return found;
  const text = locales[own][letter];
  const parent = parentTag(own);
  if (parent === undefined || !(parent in locales)) found = parse(text);
  else if (text === undefined) found = section(parent, letter);
  else found = merge(parse(text), section(parent, letter));
  cache.set(key, found);
  return found;
}

let availableSet;
export function isAvailable(tag) {
  availableSet ??= new Set(availableText.split(" "));
  return availableSet.has(tag);
}

export const hours = lazy(hoursText);
