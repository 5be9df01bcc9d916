import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepCompiledCode } from "../../server/compiledCode";

const node = module as { enableCompileCache?: (folder: string) => unknown };
const original = node.enableCompileCache;
let dataDir: string;
let functions: string;
let folders: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-compiled-"));
  functions = join(dataDir, "functions.json");
  await writeFile(functions, "{}");
  folders = [];
  node.enableCompileCache = vi.fn((folder: string) => folders.push(folder));
});
afterEach(async () => {
  if (original) node.enableCompileCache = original;
  else delete node.enableCompileCache;
  await rm(dataDir, { recursive: true });
});

test("a start with the same functions uses their compiled code again", async () => {
  keepCompiledCode(dataDir, functions);
  await mkdir(folders[0]!, { recursive: true });
  keepCompiledCode(dataDir, functions);
  expect(folders[1]).toBe(folders[0]);
  expect(await readdir(join(dataDir, "compiled"))).toHaveLength(1);
});

test("the compiled code of earlier functions is deleted", async () => {
  keepCompiledCode(dataDir, functions);
  await mkdir(folders[0]!, { recursive: true });
  await utimes(functions, new Date(0), new Date(0));
  keepCompiledCode(dataDir, functions);
  expect(folders[1]).not.toBe(folders[0]);
  expect(await readdir(join(dataDir, "compiled"))).toEqual([]);
});

test("the server starts on a Node that keeps no compiled code", () => {
  delete node.enableCompileCache;
  keepCompiledCode(dataDir, functions);
});
