// What the policy and the tools refuse, each with a message to act on.
import { edit_file, read_file } from "tools/fs";
import { request } from "tools/http";
import { run } from "tools/process";

const attempts = {
  "a path outside": () => read_file({ path: "../codemode.toml" }),
  "a file that is no source": () => edit_file({ path: "README.md", old_text: "gatehouse", new_text: "x" }),
  "a stale edit": () => edit_file({ path: "gatehouse/tokens.py", old_text: "LIFETIME = timedelta(hours=9)", new_text: "" }),
  "another program": () => run({ program: "bash", args: ["-c", "id"] }),
  "other Python": () => run({ program: "python3", args: ["-c", "import os; os.remove('README.md')"] }),
  "another host": () => request({ url: "https://example.com/collect" }),
};
for (const [what, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    console.log(`${what}: HAPPENED`);
  } catch (error) {
    console.log(`${what} (${error.code}): ${error.message}`);
  }
}
