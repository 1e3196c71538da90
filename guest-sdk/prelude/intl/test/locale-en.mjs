// locale-en.js alone, without the bundle: what it does not answer is no difference.
import fs from "node:fs";
import vm from "node:vm";
import { sampler } from "./realm.mjs";

export default function localeEn(tally) {
  const context = vm.createContext({});
  const p = {};
  for (const name of ["primordials.js", "locale-en.js", "locale-compare.js"]) {
    vm.runInContext(fs.readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"), context)({ timeZone: () => "UTC" }, p);
  }
  const realm = vm.runInContext("({ number: (v, l, o) => v.toLocaleString(l, o), date: (v, m, l, o) => new Date(v)[m](l, o), compare: (a, b, l, o) => a.localeCompare(b, l, o) })", context);
  const pick = sampler(3);
  let passedOn = 0;
  const check = (group, describe, ours, theirs) => {
    try {
      ours();
    } catch (error) {
      if (error.name === "RangeError" && /locale data/.test(error.message)) {
        passedOn++;
        return;
      }
    }
    tally.check(group, describe, ours, theirs);
  };
  const maybe = (chance, value) => (pick.next() < chance ? value : undefined);
  const strip = (o) => Object.fromEntries(Object.entries(o).filter(([, value]) => value !== undefined));
  const numbers = [0, -0, 1, -1, 0.5, 1.005, 2.675, 12.345, 99.995, 999.5, 999.4999, 1000, 1234.5678, -9876.54, 12345, 99999, 999949, 999950, 999999, 1e6, 1.25e6, 123456789, 1e9, 15e11, 9.9e14, 1e15, 2.5e18, 1e21, 1.2e-7, 5e-324, NaN, Infinity, -Infinity, 0.045, 0.999, 12n, -12345678901234567890n];
  for (let i = 0; i < 6000; i++) {
    const style = pick.one([undefined, undefined, "currency", "percent", "decimal"]);
    const options = maybe(0.9, strip({
      style, currency: style === "currency" ? pick.one(["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "INR", "SEK"]) : undefined, minimumFractionDigits: maybe(0.3, pick.one([0, 1, 2, 4])),
      maximumFractionDigits: maybe(0.4, pick.one([0, 1, 2, 3, 5])), notation: maybe(0.25, "compact"), useGrouping: maybe(0.1, pick.one([true, false])), maximumSignificantDigits: maybe(0.1, pick.one([1, 3, 5])),
    }));
    const value = pick.next() < 0.5 ? pick.one(numbers) : (pick.next() - 0.3) * 10 ** Math.floor(pick.next() * 16 - 4);
    const locale = pick.one([undefined, "en-US", "en", ["en-US"]]);
    check("locale-en number", `${value} ${JSON.stringify(options)}`, () => realm.number(value, locale, options), () => value.toLocaleString(locale ?? "en-US", options));
  }
  for (let i = 0; i < 6000; i++) {
    const method = pick.one(["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]);
    let options = strip({
      weekday: maybe(0.3, pick.one(["long", "short"])), year: maybe(0.5, pick.one(["numeric", "2-digit"])), month: maybe(0.6, pick.one(["long", "short", "numeric", "2-digit"])),
      day: maybe(0.5, pick.one(["numeric", "2-digit"])), hour: maybe(0.3, pick.one(["numeric", "2-digit"])), minute: maybe(0.3, pick.one(["numeric", "2-digit"])),
      second: maybe(0.2, pick.one(["numeric", "2-digit"])), hour12: maybe(0.2, pick.one([true, false])), timeZone: maybe(0.5, "UTC"),
    });
    if (pick.next() < 0.25) options = strip({ dateStyle: maybe(0.6, pick.one(["full", "long", "medium", "short"])), timeStyle: maybe(0.6, pick.one(["full", "long", "medium", "short"])), hour12: maybe(0.1, false) });
    const value = Math.floor(pick.one([pick.next() * 4e12 - 1e12, NaN, 0, Date.UTC(2024, 1, 29, 0, 5, 9), Date.UTC(2024, 11, 1, 12)]));
    const given = pick.next() < 0.1 ? undefined : options;
    check("locale-en date", `${method} ${value} ${JSON.stringify(given)}`, () => realm.date(value, method, "en-US", given), () => new Date(value)[method]("en-US", { timeZone: "UTC", ...given }));
  }
  const words = ["", "a", "A", "b", "B", "ab", "Ab", "aB", "resume", "résumé", "Résumé", "résume", "resumé", "co-op", "coop", "co op", "item 2", "item 10", "item10", "Item 2", "item 02", "z", "Z", "é", "e", "E", "É", "f", "a1", "a01", "a10", "_x", "-x", "x_y", "x.y", "$5", "#1", "ñ", "n", "o", "ü", "u", "ÿ", "ç", "c", "Ångström", "angstrom", "zebra", "Äpfel", "apfel", "à", "á", "â", "ã", "ä", "å", "ô", "ö", "õ", "1", "2", "10", "001", "a b", "a\tb", "a-b", "\"q\"", "'q'", "(a)", "[a]", "{a}", "a@b", "a*b", "a/b", "a\\b", "a&b", "a%b", "a^b", "a`b", "a+b", "a<b", "a=b", "a>b", "a|b", "a~b", "a:b", "a;b", "a,b", "a!b", "a?b"];
  for (const a of words) for (const b of words) {
    const options = pick.one([undefined, undefined, { numeric: true }, { sensitivity: "base" }, { sensitivity: "accent" }, { sensitivity: "case" }, { numeric: true, sensitivity: "base" }]);
    check("locale-en compare", `${a} ${b} ${JSON.stringify(options)}`, () => realm.compare(a, b, undefined, options), () => a.localeCompare(b, "en-US", options));
  }
  console.log(`locale-en.js leaves ${passedOn} cases to the bundle`);
}
