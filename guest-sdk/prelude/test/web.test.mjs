// The web APIs of the prelude against Node's own. Each block of `web/*.js` runs in Node itself and in a realm with the prelude;
// what it logs must be the same. A block with lines `//= …` says itself what it logs: where Node lacks the feature, or where
// we differ on purpose. A title with `(Node 22)` is compared with that Node and later ones. Each block runs once more in a
// realm whose intrinsics are all patched, see `hostile.mjs`.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";
import { consoleFiles, freshRealm } from "./host.mjs";
import { hostileScript } from "./hostile.mjs";
import { show, tools } from "./show.mjs";

process.env.TZ = "UTC";

// The files that the guests evaluate, in their order.
const order = fs.readFileSync(new URL("../../core/src/prelude.rs", import.meta.url), "utf8");
const files = Array.from(order.matchAll(/^ *"([\w-]+\.js)",$/gm), (match) => match[1]);

const folder = new URL("./web/", import.meta.url);

function* blocks() {
  for (const file of fs.readdirSync(folder).sort()) {
    const parts = fs.readFileSync(new URL(file, folder), "utf8").split(/^\/\/# /m).slice(1);
    for (const part of parts) {
      const end = part.indexOf("\n");
      const expected = [...part.matchAll(/^\/\/= ?(.*)$/gm)].map((match) => match[1]);
      const since = Number(part.slice(0, end).match(/\(Node (\d+)\)/)?.[1] ?? 0);
      yield { since, name: `${file.replace(".js", "")}: ${part.slice(0, end)}`, source: part.slice(end), expected };
    }
  }
}

// Runs a block; `evaluate` is the realm's. Gives the lines it logged.
async function run(block, evaluate, advance) {
  const lines = [];
  const log = (...values) => void lines.push(...values.map(show).join(" ").split("\n"));
  const body = evaluate(`(async (log, { thrown, rejected, pause }) => {${block.source}\n})`);
  let isDone = false;
  const done = body(log, tools(advance))
    .catch((error) => log("THREW", error))
    .finally(() => (isDone = true));
  if (advance) for (let i = 0; i < 200 && !isDone; i++) await advance(1);
  const keepAlive = setInterval(() => {}, 1000); // Node's timer of AbortSignal.timeout does not do it
  await done;
  clearInterval(keepAlive);
  return lines;
}

test("the hostile realm notices what a file of the prelude uses", () => {
  const { run } = freshRealm(consoleFiles);
  const found = run(hostileScript);
  const careless = `(() => { [].push(1); for (const x of [1]) x; new Map(); const list = []; list[0] = 1; return "a".at(0); })`;
  run(`(${careless})()`);
  assert.deepEqual([...found], []);
  run(`${careless}\n//# sourceURL=/prelude/careless.js`)();
  assert.deepEqual([...found].map((line) => line.split("    at")[0]), [
    "Array.prototype.push", "Array.prototype.Symbol(Symbol.iterator)", "ArrayIterator.next", "ArrayIterator.next", "global Map",
    "Array.prototype[0] written", "String.prototype.at",
  ]);
});

for (const block of blocks()) {
  test(block.name, async () => {
    const clean = freshRealm(files);
    const lines = await run(block, clean.run, clean.state.advance);
    let expected = lines;
    if (block.expected.length > 0) {
      expected = block.expected;
    } else if (Number.parseInt(process.versions.node) >= block.since) {
      expected = await run(block, (text) => vm.runInThisContext(text, { filename: "oracle.js" }));
    }
    assert.deepEqual(lines, expected);
    assert.deepEqual(clean.state.errors, []);

    const hostile = freshRealm(files);
    const found = hostile.run(hostileScript);
    assert.deepEqual(await run(block, hostile.run, hostile.state.advance), expected);
    assert.deepEqual([...found], [], "the prelude used what a script can patch");
  });
}
