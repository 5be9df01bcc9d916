import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["bench", "cli", "convex", "domain", "engine", "scripts", "server", "tests", "web"];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** `docs/product.md, "Two forms"` in a comment; a line of a comment may end anywhere in it. */
const REFERENCE = /docs\/product\.md,[\s*/]+"([^"]+)"/g;

/** `domain/custody/workflow.ts` or `web/routes/` in code style. */
const PATH = new RegExp(`\`((?:${FOLDERS.join("|")})/[\\w./$-]*)\``, "g");

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))
    .map((name) => `${folder}/${name}`),
);

test("every rule that a comment names is a heading of docs/product.md", () => {
  const headings = new Set(
    [...read("docs/product.md").matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading),
  );
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(REFERENCE)].map(([, name = ""]) => ({
      path,
      name: name.replace(/\s*\n\s*\*?\s*/g, " "),
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !headings.has(name))).toEqual([]);
});

test.each(["README.md", "docs/ARCHITECTURE.md", "docs/product.md"])(
  "every file that %s names exists",
  (page) => {
    const paths = [...read(page).matchAll(PATH)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

test("every function that a page tells to run exists", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const named = pages.flatMap((page) => [
    ...read(`docs/${page}`).matchAll(/npx convex run (\w+):(\w+)/g),
  ]);
  expect(named.length).toBeGreaterThan(3);
  const missing = named.filter(([, file, name]) => {
    const exported = new RegExp(`^export const (${name} =|\\[[^\\]]*\\b${name}\\b)`, "m");
    return !exported.test(read(`convex/${file}.ts`));
  });
  expect(missing.map(([command]) => command)).toEqual([]);
});
