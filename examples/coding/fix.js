// Mends the bug that the project's README tells of, in one script: search, read, edit, test.
import { edit_file, read_file, search_files, write_file } from "tools/fs";
import { run } from "tools/process";

const unittest = ["-B", "-m", "unittest", "discover", "-s", "tests", "-t", "."];
const test = async () => {
  const { code, stderr } = await run({ program: "python3", args: unittest });
  return { passed: code === 0, summary: stderr.trim().split("\n").at(-1) };
};

// A test that shows the bug comes first.
await write_file({
  path: "tests/test_refresh.py",
  text: `import unittest
from datetime import datetime, timedelta, timezone

from gatehouse.refresh import GRACE_PERIOD, refresh
from gatehouse.tokens import issue

NOON = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)


class Refresh(unittest.TestCase):
    def test_within_the_grace_period_a_token_is_renewed(self):
        token = issue("ann", NOON)
        self.assertEqual(refresh(token, token.expires_at + GRACE_PERIOD / 2).user, "ann")
`,
});
const before = await test();

const places = await search_files({ text: "expires_at - " });
for (const { path, line } of places) {
  const old_text = (await read_file({ path })).split("\n")[line - 1];
  await edit_file({ path, old_text, new_text: old_text.replace("expires_at - ", "expires_at + ") });
  console.log(`${path}:${line}: ${old_text.trim()} -> + instead of -`);
}

const after = await test();
console.log(`tests before: ${before.summary}, after: ${after.summary}`);
