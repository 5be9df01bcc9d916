import { once } from "node:events";
import { watch, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import { loadProject, type PushRequest } from "../../../engine/functions/loading/loader";

const BUILD = new URL("../../../.build/", import.meta.url).pathname;

/** Creates a project in its own folder, inside the repository so that it finds `convex`. */
let root: string;
beforeEach(async () => {
  await mkdir(BUILD, { recursive: true });
  root = await mkdtemp(join(BUILD, "project-"));
  await write("package.json", '{"type":"module","dependencies":{"convex":"*"}}');
  await write("shared/greeting.ts", 'export const greeting = "hello";');
  await write(
    "convex/greet.ts",
    'import { queryGeneric } from "convex/server"; import { greeting } from "../shared/greeting"; export const greet = queryGeneric({ args: {}, handler: () => greeting });',
  );
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

const bundle = () => bundleFunctions({ root, out: join(root, "out/push.json") });
const load = async () => {
  const request = JSON.parse(await readFile((await bundle()).path, "utf8")) as PushRequest;
  return loadProject(request, join(root, `modules/${Date.now()}`));
};

describe("bundling", () => {
  test("bundling is skipped until a file of the bundle changes", async () => {
    expect((await bundle()).skipped).toBe(false);
    expect((await bundle()).skipped).toBe(true);
    await write("convex/more.ts", "export const nothing = null;");
    expect((await bundle()).skipped).toBe(false);
    await rm(join(root, "convex/more.ts"));
    expect((await bundle()).skipped).toBe(false);
    await write("shared/greeting.ts", 'export const greeting = "good morning";');
    expect((await bundle()).skipped).toBe(false);
    expect((await bundle()).skipped).toBe(true);
    const { functions } = await load();
    expect(await functions.get("greet:greet")?.invoke("[{}]")).toBe('"good morning"');
  });

  test("a file saved during bundling is bundled by the next call", async () => {
    await bundle();
    await write("shared/greeting.ts", 'export const greeting = "good morning";');
    const cliWrites = watch(join(root, "out"), () =>
      writeFileSync(join(root, "shared/greeting.ts"), 'export const greeting = "good night";'),
    );
    const saved = once(cliWrites, "change");
    expect((await bundle()).skipped).toBe(false);
    await saved;
    cliWrites.close();
    await bundle();
    const { functions } = await load();
    expect(await functions.get("greet:greet")?.invoke("[{}]")).toBe('"good night"');
  });

  test("a bundling error of the official CLI is reported, and bundling is retried", async () => {
    await write("convex/broken.ts", 'import { nothing } from "./not-there"; export { nothing };');
    await expect(bundle()).rejects.toThrow("not-there");
    await rm(join(root, "convex/broken.ts"));
    expect((await bundle()).skipped).toBe(false);
  });
});

describe("loading", () => {
  test("loading finds functions in folders and under a default export", async () => {
    await write(
      "convex/deep/down.ts",
      'import { internalActionGeneric } from "convex/server"; export default internalActionGeneric({ handler: () => 1 });',
    );
    const { functions } = await load();
    expect(functions.get("deep/down:default")).toMatchObject({ kind: "action", isPublic: false });
    expect(functions.get("greet:greet")).toMatchObject({ kind: "query", isPublic: true });
  });

  test.each([
    ["text search", 'searchIndex("by_body", { searchField: "body" })'],
    ["vector search", 'vectorIndex("by_body", { vectorField: "body", dimensions: 3 })'],
  ])("loading refuses %s, naming the table", async (feature, index) => {
    const source = `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values"; export default defineSchema({ notes: defineTable({ body: v.any() }).${index} });`;
    const schema = { path: "schema.js", source, environment: "isolate" } as const;
    const nothing = { definition: null, changedModules: [], dependencies: [] };
    const request = { appDefinition: { ...nothing, schema } };
    await expect(loadProject(request, join(root, "modules"))).rejects.toThrow(
      `The embedded deployment does not support ${feature} (used by notes).`,
    );
  });

  test("files of Node may use CommonJS packages that require Node's modules", async () => {
    await write("node_modules/old-style/package.json", '{"main":"main.js"}');
    await write("node_modules/old-style/helper.js", "exports.bits = 8;");
    await write(
      "node_modules/old-style/main.js",
      `const { createHash } = require("crypto");
       const name = "node:os"; // the bundler cannot resolve this one
       const md5 = (text) => createHash("md5").update(text).digest("hex");
       module.exports = { md5, platform: require(name).platform(), ...require("./helper") };`,
    );
    const actions = `"use node";
      import { actionGeneric } from "convex/server";
      import { createRequire } from "node:module";
      import { bits, md5, platform } from "old-style";
      const require = createRequire(import.meta.url);
      const isSame = platform === require("node:os").platform();
      export const ask = actionGeneric({ handler: () => [md5("a"), bits, isSame] });`;
    await write("convex/one.ts", actions);
    await write("convex/two.ts", actions); // so the package is in a chunk that both import
    const { functions } = await load();
    for (const path of ["one:ask", "two:ask"]) {
      expect(await functions.get(path)?.invoke("[{}]")).toBe(
        '["0cc175b9c0f1b6a831c399e269772661",8,true]',
      );
    }
  });

  test("loading refuses a project with components", async () => {
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
