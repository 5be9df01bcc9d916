import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NOT_OURS = /^(?:\.|node_modules$|dist$)/;

/** The files of a folder and its subfolders. Read without git, which may not be installed. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

test("no two files have paths that macOS and Windows take for the same", () => {
  const paths = filesIn(ROOT);
  expect(paths.length).toBeGreaterThan(2_000);
  const folded = paths.map((path) => path.toLowerCase().replace(/\.tsx?$/, ""));
  const repeated = paths.filter((_, index) => folded.indexOf(folded[index] ?? "") !== index);
  expect(repeated).toEqual([]);
});
