import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const TESTS = fileURLToPath(new URL("..", import.meta.url));

/** The projects of vitest.config.ts with `isolate: false`. */
const SHARING = ["domain", "convex", "engine", "web", "cli", "server", "scripts"];

test.each(SHARING)("no file of tests/%s replaces a module of all", (folder) => {
  const files = readdirSync(`${TESTS}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(`${TESTS}${folder}/${name}`, "utf8") }));
  expect(files.length).toBeGreaterThan(0);
  const replacing = files.filter(({ text }) => /\bvi\.(mock|doMock)\(/.test(text));
  expect(replacing.map(({ name }) => name)).toEqual([]);
});
