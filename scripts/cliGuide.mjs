// @ts-check
/** `npm run cli-guide`: regenerates the table of commands in docs/cli.md from the commands. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildCommandLine } from "./lib/build.mjs";
import { output, Problem, root, run, script } from "./lib/run.mjs";

const GUIDE = join(root, "docs", "cli.md");
const TABLE = /(?<=<!-- commands:.*-->\n)[^]*(?=<!-- end of commands -->)/;

await script(async () => {
  await buildCommandLine();
  const program = join(root, "dist", "sms.mjs");
  const table = await output(process.execPath, [program, "help", "--markdown"]);
  const guide = await readFile(GUIDE, "utf8");
  if (!TABLE.test(guide)) throw new Problem(`${GUIDE} has lost the marks around its table.`);
  await writeFile(
    GUIDE,
    guide.replace(TABLE, () => `\n${table}\n\n`),
  );
  await run("npx", ["oxfmt", GUIDE]);
});
