// The workloads in Node.js, for comparison: `node node-vm.mjs TIMES SCRIPT…` prints the median milliseconds of each as
// JSON. Each time is a fresh `node:vm` context, which is no security boundary and so a floor, not a peer.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [times, ...scripts] = process.argv.slice(2);

const rows = (page) =>
  Array.from({ length: 1000 }, (_, i) => {
    const id = page * 1000 + i;
    return {
      id,
      region: ["north", "south", "east", "west"][id % 4],
      status: id % 3 === 0 ? "open" : "paid",
      amount: (id * 37) % 1000,
      customer: `customer-${id}`,
      email: `customer${id}@example.test`,
      note: "lorem ipsum dolor sit amet consectetur adipiscing elit sed",
    };
  });
const pages = scripts.includes("bulk.js") ? Array.from({ length: 100 }, (_, page) => JSON.stringify(rows(page))) : [];

const tools = {
  echo: async ({ i }) => i,
  page: async ({ page }) => JSON.parse(pages[page]),
  sleep: ({ ms }) => new Promise((resolve) => setTimeout(resolve, ms, ms)),
};

const run = async (name, source) => {
  const start = process.hrtime.bigint();
  const context = vm.createContext({ console: { log() {} }, tools });
  await vm.runInContext(`(async () => {${source}\n})()`, context, { filename: name });
  return Number(process.hrtime.bigint() - start) / 1e6;
};

const medians = {};
for (const name of scripts) {
  const source = readFileSync(new URL(name, import.meta.url), "utf8");
  await run(name, source);
  const samples = [];
  for (let i = 0; i < Number(times); i++) samples.push(await run(name, source));
  samples.sort((a, b) => a - b);
  medians[name] = samples[Math.floor((samples.length - 1) / 2)];
}
console.log(JSON.stringify(medians));
