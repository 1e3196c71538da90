// splitting, replacing and matching made from a seed

const chars = ["a", "b", "c", "A", "1", " ", "é", "😀", ",", "\n", "_"];
const text = (n) => Array.from({ length: below(n) }, () => pick(chars)).join("");
const atom = () => pick(["a", "b", "c", ".", "\\d", "\\w", "\\s", "[ab]", "[^a]", "(a|b)", "(?:ab)", "(b)?", "\\b", "^", "$", "(?=b)", "(?!a)", "(?<=a)", "(?<!b)", "a|b", "(\\w)", "[a-c1]", "\\W", "\\S"]);
const pattern = () => Array.from({ length: 1 + below(4) }, () => atom() + pick(["", "", "", "*", "+", "?", "{2}", "{1,2}", "*?", "+?"])).join("");
const flags = () => ["g", "i", "m", "s", "u"].filter(() => random() < 0.35).join("");
const regexp = () => {
  for (;;) {
    const source = pattern();
    if (/(?:\^|\$|\\b|\(\?<?[=!]..?\))[*+?{]/.test(source)) continue;
    try {
      return new RegExp(source, flags());
    } catch {}
  }
};
for (let i = 0; i < 150; i++) {
  it(`regexp-${i}`, () => {
    for (let k = 0; k < 6; k++) {
      const r = regexp();
      const s = text(14);
      console.log(String(r), JSON.stringify(s));
      console.log(JSON.stringify([s.match(r), r.exec(s), s.search(r), s.split(r), s.replace(r, "<$&$1>")]), r.lastIndex);
      if (r.global) console.log(JSON.stringify([...s.matchAll(r)].map((m) => [m.index, ...m])));
    }
  });
}
for (let i = 0; i < 60; i++) {
  it(`methods-${i}`, () => {
    for (let k = 0; k < 8; k++) {
      const s = text(12);
      const n = text(3);
      const a = below(20) - 8;
      const b = below(20) - 8;
      console.log(JSON.stringify([s, n, a, b, s.slice(a, b), s.substring(a, b), s.substr(a, b), s.at(a), s.indexOf(n, a), s.lastIndexOf(n, b), s.split(n), s.replaceAll(n, "-$&-"), s.padStart(a, n), s.padEnd(b, n), s.trim(), s.toUpperCase(), s.startsWith(n, a), s.endsWith(n, b), s.includes(n, a), s.charAt(a), s.codePointAt(a), [...s].reverse().join(""), s.localeCompare(n)]));
    }
  });
}
