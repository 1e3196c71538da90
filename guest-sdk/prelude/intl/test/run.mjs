// `node test/run.mjs [group …] [--show N] [--write]`: compares the bundle with Node's Intl.
import fs from "node:fs";
import { createRealm, createTally } from "./realm.mjs";

const args = process.argv.slice(2);
const shown = args.includes("--show") ? +args[args.indexOf("--show") + 1] : 3;
const names = args.filter((arg, i) => !arg.startsWith("--") && args[i - 1] !== "--show");
const all = fs.readdirSync(new URL(".", import.meta.url)).filter((file) => /\.mjs$/.test(file) && !/^(run|realm|measure|test262|smoke)/.test(file)).map((file) => file.slice(0, -4));
const tally = createTally();
for (const name of names.length ? names : all) {
  const { default: test } = await import(`./${name}.mjs`);
  const realm = createRealm();
  await test(tally, realm.global, realm);
}
let total = 0;
let different = 0;
const lines = [];
for (const [group, { total: n, differences }] of [...tally.groups].sort()) {
  total += n;
  different += differences.length;
  console.log(`${group}: ${n - differences.length} of ${n} equal`);
  const step = Math.max(1, Math.floor(differences.length / shown));
  for (let i = 0; i < differences.length && i / step < shown; i += step) console.log(`    ${differences[i].join("\n        ")}`);
}
console.log(`\n${total - different} of ${total} equal, ${different} different`);
if (args.includes("--write")) fs.writeFileSync(new URL("../differences.json", import.meta.url), JSON.stringify([...tally.groups].map(([group, { total: n, differences }]) => [group, n, differences.length, differences.slice(0, 8)]), undefined, 1) + "\n");
