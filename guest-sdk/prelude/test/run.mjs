// Runs the tests of the prelude: `node guest-sdk/prelude/test/run.mjs [name…]`. Each `<name>.test.mjs` here uses node:test.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

// The natives need Node's internals, to see into promises and proxies.
if (!process.execArgv.includes("--expose-internals")) {
  const flags = ["--expose-internals", "--experimental-vm-modules", "--no-warnings"];
  const { status } = spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}

const wanted = process.argv.slice(2);
const folder = new URL("./", import.meta.url);
for (const file of fs.readdirSync(folder).sort()) {
  if (!file.endsWith(".test.mjs")) continue;
  if (wanted.length > 0 && !wanted.some((name) => file.startsWith(name))) continue;
  await import(new URL(file, folder));
}
