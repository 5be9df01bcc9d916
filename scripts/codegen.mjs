// @ts-check
/**
 * `npm run codegen`: regenerates convex/_generated/, as `npx convex codegen` does, but without a
 * deployment. Needed after a file in convex/ was added, renamed or removed. With `-- --check`, also
 * fails if that changed a file.
 */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Problem, root, run, script } from "./lib/run.mjs";

const FOLDER = join(root, "convex", "_generated");
const UNREACHABLE = "http://127.0.0.1:9"; // discard port: nothing here needs the network
const NO_DEPLOYMENT = ["--url", UNREACHABLE, "--admin-key", "unused"];

await script(async () => {
  const before = await contents();
  await run(
    "npx",
    ["convex", "codegen", "--system-udfs", "--typecheck", "disable", ...NO_DEPLOYMENT],
    { env: { ...process.env, CI: "1", CONVEX_VERSION_API_ORIGIN: UNREACHABLE } },
  );
  const isStale = (await contents()) !== before;
  if (isStale && process.argv.includes("--check")) {
    throw new Problem("convex/_generated was out of date, and is now generated anew: commit it.");
  }
});

async function contents() {
  const files = (await readdir(FOLDER)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(FOLDER, file), "utf8")));
  return JSON.stringify([files, texts]);
}
