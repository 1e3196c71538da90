// `p.parseDate` against Node's Date.parse, for texts put together at random (always the same ones).
import assert from "node:assert/strict";
import test from "node:test";
import { freshRealm } from "./host.mjs";

process.env.TZ = "UTC";

const pieces = [
  "2024", "24", "7", "07", "03", "3", "12", "31", "32", "0", "00", "000", "1", "1000", "59", "60", "10", "99", "100", "123456", "0001",
  "999999999", "12345678901", "000123", ":", ":", "-", "-", "+", ".", ".", "/", "/", ",", "(", ")", "(x)", " ", " ", "  ", "\t", "T", "t",
  "Z", "z", "Mar", "march", "MAR", "Ma", "Dec", "GMT", "UTC", "UT", "EST", "PDT", "am", "AM", "PM", "pm", "foo", "Thu", "th", "st",
  "\u00a0", "\u202f", "é", "_", "@", "[", "2024-03-07", "10:00:00", "10:00", "T10:00:00", "+02:00", "-0530", ".123", "GMT+0100",
];

test("20,000 random texts", () => {
  const { p } = freshRealm(["primordials.js", "date-parse.js"]);
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let dates = 0;
  for (let i = 0; i < 20_000; i++) {
    let text = "";
    for (let count = 1 + random(9); count > 0; count--) text += pieces[random(pieces.length)] + (random(3) ? "" : " ");
    const expected = Date.parse(text);
    assert.equal(p.parseDate(text), expected, JSON.stringify(text));
    if (!Number.isNaN(expected)) dates++;
  }
  assert.ok(dates > 2000);
});
