import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("no two files have paths that macOS and Windows take for the same", () => {
  const paths = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const folded = paths.map((path) => path.toLowerCase().replace(/\.tsx?$/, ""));
  const repeated = paths.filter((_, index) => folded.indexOf(folded[index] ?? "") !== index);
  expect(repeated).toEqual([]);
});
