import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { openDeployment, type Deployment } from "../../../engine/deployment";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import type { PushRequest } from "../../../engine/functions/loading/loader";
import { serve, type RunningServer } from "../../../engine/serve";
import { watchDeployment } from "../../../engine/watchDeployment";
import { freePort } from "../../support/freePort";
import { Heard } from "../clients/testServer";

const BUILD = new URL("../../../.build/", import.meta.url).pathname;
const list = makeFunctionReference<"query">("notes:list");
const add = makeFunctionReference<"mutation">("notes:add");

/** A project whose only query lists notes with `prefix` before each text. */
const notes = (prefix: string) => `
  import { mutationGeneric, queryGeneric } from "convex/server";
  import { v } from "convex/values";
  export const list = queryGeneric({
    args: {},
    handler: async (ctx) => (await ctx.db.query("notes").take(10)).map(({ text }) => ${JSON.stringify(prefix)} + text),
  });
  export const add = mutationGeneric({
    args: { text: v.string() },
    handler: (ctx, { text }) => ctx.db.insert("notes", { text }),
  });
`;
const schema = (fields: string) => `
  import { defineSchema, defineTable } from "convex/server";
  import { v } from "convex/values";
  export default defineSchema({ notes: defineTable({ ${fields} }) });
`;

/**
 * One project for all tests, because the official CLI takes a second of processor time to bundle
 * it. It is inside the repository, so that it finds `convex`.
 */
let root: string;
/** Path of the bundle. */
let out: string;
let deployment: Deployment;
let server: RunningServer;
let client: ConvexClient;
let watcher: { close(): void };
let heard: Heard<string[]>;
/** Errors that the deployment logged. */
let errors: Heard<string>;

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeAll(async () => {
  await mkdir(BUILD, { recursive: true });
  root = await mkdtemp(join(BUILD, "watched-"));
  await write("package.json", '{"type":"module","dependencies":{"convex":"*"}}');
  await write("convex/schema.ts", schema("text: v.string()"));
  await write("convex/notes.ts", notes(""));
  out = join(root, "out/push.json");
  const { path } = await bundleFunctions({ root, out });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(root, "data");
  deployment = await openDeployment({ dataDir, pushRequest: path, cloudUrl: url, siteUrl: url });
  server = await serve({ deployment, port, host: "127.0.0.1" });
  errors = new Heard<string>();
  const log = {
    info: () => {},
    warn: () => {},
    error: (_message: string, fields?: object) => errors.hear(JSON.stringify(fields)),
  };
  watcher = await watchDeployment(deployment, { root, out, log });
  client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    logger: false,
    unsavedChangesWarning: false,
  });
  await client.mutation(add, { text: "tea" });
  heard = new Heard<string[]>();
  client.onUpdate(list, {}, heard.hear);
  await heard.until((texts) => texts.join() === "tea");
});
afterAll(async () => {
  watcher.close();
  await client.close();
  await server.close();
  await deployment.close();
  await rm(root, { recursive: true, force: true });
});

const isPrefixed = (prefix: string) => (texts: readonly string[]) =>
  texts.length > 0 && texts.every((text) => text.startsWith(prefix));
const endsWith = (last: string) => (texts: readonly string[]) =>
  texts.at(-1)?.endsWith(last) === true;

type Change = readonly [from: RegExp, to: string];

/** The bundle, with a change to the text of its schema and of its functions. */
async function changedBundle(inSchema: Change, inNotes: Change = [/$/, ""]): Promise<PushRequest> {
  const { appDefinition } = JSON.parse(await readFile(out, "utf8")) as PushRequest;
  const { schema, changedModules } = appDefinition;
  const change = <M extends { source: string }>(module: M, [from, to]: Change): M => ({
    ...module,
    source: module.source.replace(from, to),
  });
  return {
    appDefinition: {
      ...appDefinition,
      schema: schema && change(schema, inSchema),
      changedModules: changedModules.map((module) => change(module, inNotes)),
    },
  };
}

test("a function in a new folder can be called once it is saved", async () => {
  const deep = makeFunctionReference<"query">("deep/more:list");
  await write("convex/deep/more.ts", notes("new "));
  await expect.poll(() => client.query(deep, {}).catch(() => [])).toEqual(["new tea"]);
});

test("functions that cannot be bundled leave the running ones in place until they are fixed", async () => {
  await write("convex/notes.ts", 'export { nothing } from "./not-there";');
  await errors.until((error) => error.includes("not-there"));
  await client.mutation(add, { text: "milk" });
  await heard.until(endsWith("milk"));
  const { connectionCount } = client.connectionState();
  await write("convex/notes.ts", notes("mended "));
  await heard.until(isPrefixed("mended ")); // the live query, which runs again
  expect(client.connectionState().connectionCount).toBe(connectionCount);
});

test("a schema that stored documents do not fit leaves functions and schema unchanged", async () => {
  const misfit = await changedBundle([/(text: [\w$]+)\.string\(\)/, "$1.number()"]);
  await expect(deployment.reload(misfit)).rejects.toThrow("does not match the schema");
  await client.mutation(add, { text: "oats" });
  await heard.until(endsWith("oats"));
});

test("a new index serves the query that was reloaded with it", async () => {
  const indexed = await changedBundle(
    [/(text: [\w$]+\.string\(\)\s*\}\))/, '$1.index("by_text", ["text"])'],
    [/query\("notes"\)/, 'query("notes").withIndex("by_text").order("desc")'],
  );
  await deployment.reload(indexed);
  await client.mutation(add, { text: "ale" });
  await heard.until(endsWith("ale"));
  await client.mutation(add, { text: "water" });
  await heard.until((texts) => texts[0]?.endsWith("water") === true);
});
