// Runs every file of `snippets/` in Node and in codemode and compares what they print:
//
//   node tests/differential/run.mjs [path/to/codemode] [--engine quickjs|boa|auto] [--only NAME]
//
// A file is a plain ES module, run behind `helpers.js` as one text, since codemode imports no files. A line `=== label …` begins
// a snippet; all lines up to the next one are its output. Accepted differences stand in `known.txt`, one a line:
// `engine file label: reason`, where engine may be `*`, and a label may end in `*`.
// The label `end` stands for a file that does not run to its end. A line there that accepts nothing is an error too, so that the
// list stays true. Node 20 is the measure, in UTC and en-US. A file whose first line is `// time zones: A, B` is run in each
// of these zones instead, as `file@A` and `file@B`; `file` in the list stands for all of them.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const option = (name, fallback) => {
  const at = words.indexOf(name);
  return at < 0 ? fallback : words.splice(at, 2)[1];
};
const engine = option("--engine", "auto");
const only = option("--only", "");
const codemode = path.resolve(words[0] ?? path.join(here, "../../target/release/codemode"));
const environment = { ...process.env, TZ: "UTC", LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8", NO_COLOR: "1" };
delete environment.NODE_OPTIONS;

if (!process.version.startsWith("v20.")) console.log(`note: the lists were made with Node 20, this is ${process.version}`);

function execute(program, args, zone) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...environment, TZ: zone }, stdio: ["ignore", "pipe", "pipe"] });
    const text = { stdout: [], stderr: [] };
    for (const stream of ["stdout", "stderr"]) child[stream].on("data", (bytes) => text[stream].push(bytes));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, stdout: Buffer.concat(text.stdout).toString(), stderr: Buffer.concat(text.stderr).toString() });
    });
  });
}

// `[[label, lines]]`; the label is the first word behind `===`, the rest of that line is for people.
function snippetsOf(text, file) {
  const snippets = new Map();
  let lines;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const start = /^=== (\S+)/.exec(line);
    if (!start) {
      lines?.push(line);
      continue;
    }
    if (snippets.has(start[1])) throw new Error(`${file}: the label ${start[1]} occurs twice`);
    lines = [];
    snippets.set(start[1], { title: line, lines });
  }
  return snippets;
}

const known = [];
const seen = new Set();
for (const [index, line] of fs.readFileSync(path.join(here, "known.txt"), "utf8").split("\n").entries()) {
  if (line === "" || line.startsWith("#")) continue;
  const parts = /^(\*|quickjs|boa) (\S+) (\S+): (.+)$/.exec(line);
  if (!parts) throw new Error(`known.txt:${index + 1}: expected "engine file label: reason"`);
  known.push({ line: index + 1, engine: parts[1], file: parts[2], label: parts[3], uses: 0 });
}
const isOf = (entry, file) => entry.file === file || entry.file === file.split("@")[0];
const matches = (entry, file, label, used) =>
  (entry.engine === "*" || entry.engine === used) && isOf(entry, file) &&
  (entry.label.endsWith("*") ? label.startsWith(entry.label.slice(0, -1)) : entry.label === label);

const count = { files: 0, snippets: 0, lines: 0, differences: 0, accepted: 0 };
const files = fs.readdirSync(path.join(here, "snippets")).filter((name) => name.endsWith(".js") && name.includes(only)).sort();
const helpers = fs.readFileSync(path.join(here, "helpers.js"), "utf8");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "differential-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const runs = files.flatMap((name) => {
  const text = fs.readFileSync(path.join(here, "snippets", name), "utf8");
  fs.writeFileSync(path.join(folder, name), helpers + text);
  const zones = /^\/\/ time zones: (.+)\n/.exec(text);
  return (zones ? zones[1].split(", ") : ["UTC"]).map((zone) => [name, zone]);
});
for (const [name, zone] of runs) {
  const file = name.slice(0, -3) + (zone === "UTC" ? "" : `@${zone}`);
  const script = path.join(folder, name);
  const [node, ours] = await Promise.all([
    execute(process.execPath, ["--no-warnings", "--experimental-default-type=module", script], zone),
    execute(codemode, ["run", "--json", "--fuel", "200G", "--engine", engine, "--time-zone", zone, script], zone),
  ]);
  if (node.status !== 0) throw new Error(`${file} fails in Node:\n${node.stderr}`);
  let outcome;
  try {
    outcome = JSON.parse(ours.stdout);
  } catch {
    count.differences++;
    console.log(`\n${engine} ${file}: codemode gave no outcome: ${ours.stderr.trim()}`);
    continue;
  }
  const used = outcome.engine;
  const printed = outcome.printed.pieces.filter((piece) => piece.stream === "stdout").map((piece) => piece.text).join("");
  const expected = snippetsOf(node.stdout, file);
  const found = snippetsOf(printed, file);
  count.files++;
  for (const entry of known) {
    if (isOf(entry, file) && (entry.engine === "*" || entry.engine === used)) seen.add(entry);
  }
  if (outcome.stop.kind !== "finished") {
    const entry = known.find((candidate) => matches(candidate, file, "end", used));
    if (entry) entry.uses++;
    count[entry ? "accepted" : "differences"]++;
    if (!entry) console.log(`\n${used} ${file} end: did not finish: ${JSON.stringify(outcome.stop).slice(0, 600)}`);
  }
  for (const label of found.keys()) {
    if (!expected.has(label)) {
      count.differences++;
      console.log(`\n${used} ${file} ${label}: Node does not print it`);
    }
  }
  for (const [label, { title, lines }] of expected) {
    count.snippets++;
    count.lines += lines.length;
    const other = found.get(label);
    const length = Math.max(lines.length, other?.lines.length ?? 0);
    const unlike = [];
    for (let i = 0; i < length; i++) {
      if (lines[i] !== other?.lines[i]) unlike.push([lines[i], other?.lines[i]]);
    }
    if (unlike.length === 0 && other !== undefined) continue;
    const entry = known.find((candidate) => matches(candidate, file, label, used));
    if (entry) {
      entry.uses++;
      count.accepted++;
      continue;
    }
    count.differences++;
    console.log(`\n${used} ${file} ${title.slice(4)}`);
    if (other === undefined) console.log("  not printed");
    else {
      for (const [a, b] of unlike.slice(0, 12)) console.log(`  node     ${a ?? "(no line)"}\n  codemode ${b ?? "(no line)"}`);
      if (unlike.length > 12) console.log(`  and ${unlike.length - 12} more lines`);
    }
  }
}

// An entry has to be true of the engine that ran its file.
let stale = 0;
for (const entry of seen) {
  if (entry.uses > 0) continue;
  stale++;
  console.log(`\nknown.txt:${entry.line}: ${entry.engine} ${entry.file} ${entry.label} does not differ any more: remove the line`);
}
for (const entry of known) {
  if (only === "" && !fs.existsSync(path.join(here, "snippets", `${entry.file.split("@")[0]}.js`))) {
    stale++;
    console.log(`\nknown.txt:${entry.line}: there is no file ${entry.file}`);
  }
}
console.log(
  `\n${engine}: ${count.lines} lines of ${count.snippets} snippets in ${count.files} files compared; ` +
  `${count.differences} differences, ${count.accepted} accepted ones${stale ? `, ${stale} stale lines in known.txt` : ""}`,
);
process.exit(count.differences + stale === 0 ? 0 : 1);
