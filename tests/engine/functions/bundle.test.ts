import { once } from "node:events";
import { watch, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import { loadProject, type PushRequest } from "../../../engine/functions/loading/loader";

const BUILD = new URL("../../../.build/", import.meta.url).pathname;

const ACTIONS = `"use node";
  import { actionGeneric } from "convex/server";
  import { createRequire } from "node:module";
  import { bits, md5, platform } from "old-style";
  const require = createRequire(import.meta.url);
  const isSame = platform === require("node:os").platform();
  export const ask = actionGeneric({ handler: () => [md5("a"), bits, isSame] });`;

/**
 * All tests share one project, and each builds on the files of the one before: the official CLI
 * takes a second of processor time to bundle it. It is inside the repository so that it finds
 * `convex`.
 */
let root: string;
beforeAll(async () => {
  await mkdir(BUILD, { recursive: true });
  root = await mkdtemp(join(BUILD, "project-"));
  await write("package.json", '{"type":"module","dependencies":{"convex":"*"}}');
  await write("shared/greeting.ts", 'export const greeting = "hello";');
  await write(
    "convex/greet.ts",
    'import { queryGeneric } from "convex/server"; import { greeting } from "../shared/greeting"; export const greet = queryGeneric({ args: {}, handler: () => greeting });',
  );
  await write(
    "convex/deep/down.ts",
    'import { internalActionGeneric } from "convex/server"; export default internalActionGeneric({ handler: () => 1 });',
  );
  await write("node_modules/old-style/package.json", '{"main":"main.js"}');
  await write("node_modules/old-style/helper.js", "exports.bits = 8;");
  await write(
    "node_modules/old-style/main.js",
    `const { createHash } = require("crypto");
     const name = "node:os"; // the bundler cannot resolve this one
     const md5 = (text) => createHash("md5").update(text).digest("hex");
     module.exports = { md5, platform: require(name).platform(), ...require("./helper") };`,
  );
  await write("convex/one.ts", ACTIONS);
  await write("convex/two.ts", ACTIONS); // so the package is in a chunk that both import
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

const bundle = () => bundleFunctions({ root, out: join(root, "out/push.json") });
const load = async () => {
  const request = JSON.parse(await readFile((await bundle()).path, "utf8")) as PushRequest;
  return loadProject(request, join(root, `modules/${Date.now()}`));
};

describe("a bundle of the official CLI", () => {
  test("has the functions of all folders, and a default export", async () => {
    const { functions } = await load();
    expect(functions.get("deep/down:default")).toMatchObject({ kind: "action", isPublic: false });
    expect(functions.get("greet:greet")).toMatchObject({ kind: "query", isPublic: true });
  });

  test("has files of Node whose CommonJS packages require Node's modules", async () => {
    const { functions } = await load();
    for (const path of ["one:ask", "two:ask"]) {
      expect(await functions.get(path)?.invoke("[{}]")).toBe(
        '["0cc175b9c0f1b6a831c399e269772661",8,true]',
      );
    }
  });

  test("is not made again until a file of it changes; an error is reported and retried", async () => {
    await bundle();
    expect((await bundle()).skipped).toBe(true);
    await write("convex/more.ts", 'import { nothing } from "./not-there"; export { nothing };');
    await expect(bundle()).rejects.toThrow("not-there");
    await write("convex/more.ts", "export const nothing = null;");
    expect((await bundle()).skipped).toBe(false);
    expect((await bundle()).skipped).toBe(true);
  });

  test("is made again without a removed file, and with a file that was saved meanwhile", async () => {
    await write("convex/more.ts", "export const nothing = null;");
    await bundle();
    await rm(join(root, "convex/more.ts"));
    const cliWrites = watch(join(root, "out"), () =>
      writeFileSync(join(root, "shared/greeting.ts"), 'export const greeting = "good night";'),
    );
    const saved = once(cliWrites, "change");
    expect((await bundle()).skipped).toBe(false);
    await saved;
    cliWrites.close();
    expect((await bundle()).skipped).toBe(false);
    const { functions } = await load();
    expect(await functions.get("greet:greet")?.invoke("[{}]")).toBe('"good night"');
  });

  test("is refused if the project has components", async () => {
    await write(
      "convex/convex.config.ts",
      'import { defineApp } from "convex/server"; import part from "../part/convex.config"; const app = defineApp(); app.use(part); export default app;',
    );
    await write(
      "part/convex.config.ts",
      'import { defineComponent } from "convex/server"; export default defineComponent("part");',
    );
    await expect(load()).rejects.toThrow("does not support components");
  });
});

test.each([
  ["text search", 'searchIndex("by_body", { searchField: "body" })'],
  ["vector search", 'vectorIndex("by_body", { vectorField: "body", dimensions: 3 })'],
])("a project with %s is refused, naming the table", async (feature, index) => {
  const source = `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values"; export default defineSchema({ notes: defineTable({ body: v.any() }).${index} });`;
  const schema = { path: "schema.js", source, environment: "isolate" } as const;
  const nothing = { definition: null, changedModules: [], dependencies: [] };
  const request = { appDefinition: { ...nothing, schema } };
  await expect(loadProject(request, join(root, feature))).rejects.toThrow(
    `The embedded deployment does not support ${feature} (used by notes).`,
  );
});
