// Finds, among the files that mention `expires_at`, the one that gives expired tokens ten more minutes, and prints it.
// Six files are read; the model reads one.
import { read_file, search_files } from "tools/fs";

const matches = await search_files({ text: "expires_at" });
const paths = [...new Set(matches.map((match) => match.path))];
const files = await Promise.all(paths.map(async (path) => ({ path, text: await read_file({ path }) })));

for (const { path, text } of files) {
  const hasGrace = /grace\w*\s*=\s*timedelta\(minutes=10\)/i.test(text);
  if (hasGrace) console.log(`${path}\n${text}`);
}
