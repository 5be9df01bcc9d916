import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import WebSocket from "ws";
import { openDeployment, type Deployment } from "../../../engine/deployment";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
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

/** Inside the repository, so that the project finds `convex`. */
let root: string;
let deployment: Deployment;
let server: RunningServer;
let client: ConvexClient;
let watcher: { close(): void };
let heard: Heard<string[]>;
/** Errors that the deployment logged. */
let errors: Heard<string>;
/** Every push request that was loaded. */
let reloads: Heard<string>;

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeEach(async () => {
  await mkdir(BUILD, { recursive: true });
  root = await mkdtemp(join(BUILD, "watched-"));
  await write("package.json", '{"type":"module","dependencies":{"convex":"*"}}');
  await write("convex/schema.ts", schema("text: v.string()"));
  await write("convex/notes.ts", notes(""));
  const out = join(root, "out/push.json");
  const { path } = await bundleFunctions({ root, out });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(root, "data");
  deployment = await openDeployment({ dataDir, pushRequest: path, cloudUrl: url, siteUrl: url });
  server = await serve({ deployment, port, host: "127.0.0.1" });
  errors = new Heard<string>();
  reloads = new Heard<string>();
  const log = {
    info: (message: string) => reloads.hear(message),
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
afterEach(async () => {
  watcher.close();
  await client.close();
  await server.close();
  await deployment.close();
  await rm(root, { recursive: true, force: true });
});

test("a live query shows the result of its changed function on the same connection", async () => {
  const { connectionCount } = client.connectionState();
  await write("convex/notes.ts", notes("green "));
  await heard.until((texts) => texts.join() === "green tea");
  expect(client.connectionState().connectionCount).toBe(connectionCount);
});

test("a function in a new folder can be called once it is saved", async () => {
  await write("convex/deep/more.ts", notes("new "));
  await reloads.until((message) => message === "functions reloaded");
  const deep = makeFunctionReference<"query">("deep/more:list");
  expect(await client.query(deep, {})).toEqual(["new tea"]);
});

test("functions that cannot be bundled leave the running ones in place until they are fixed", async () => {
  await write("convex/notes.ts", 'export { nothing } from "./not-there";');
  await errors.until((error) => error.includes("not-there"));
  await client.mutation(add, { text: "milk" });
  await heard.until((texts) => texts.join() === "tea,milk");
  await write("convex/notes.ts", notes("mended "));
  await heard.until((texts) => texts.join() === "mended tea,mended milk");
});

test("a schema that stored documents do not fit leaves functions and schema unchanged", async () => {
  await write("convex/schema.ts", schema("text: v.number()"));
  await errors.until((error) => error.includes("does not match the schema"));
  await client.mutation(add, { text: "milk" });
  await heard.until((texts) => texts.join() === "tea,milk");
});

test("a new index serves the query that was saved with it", async () => {
  const indexed = notes("").replace(
    'query("notes")',
    'query("notes").withIndex("by_text").order("desc")',
  );
  await write(
    "convex/schema.ts",
    schema("text: v.string()").replace(" })", ' }).index("by_text", ["text"])'),
  );
  await write("convex/notes.ts", indexed);
  await client.mutation(add, { text: "ale" });
  await heard.until((texts) => texts.join() === "tea,ale");
  await client.mutation(add, { text: "water" });
  await heard.until((texts) => texts.join() === "water,tea,ale");
});
