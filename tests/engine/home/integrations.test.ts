import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { API_ROOT, OPENAPI_PATH } from "#domain/api/routes";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { freePort } from "../../support/freePort";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { isSignedBy, Receiver } from "../../support/receiver";
import { eventually } from "../../support/eventually";
import { createSamples } from "../../support/testFunctions";

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);
const makeDeliveriesDue = makeFunctionReference<"mutation", Record<string, never>, null>(
  "testing:makeDeliveriesDue",
);

const ADA = "ada@company.com";
const BRUNO = "bruno@company.com";
/** More than one page of an export. */
const SAMPLES = 500;

let dataDir: string;
let home: EmbeddedHome;
let open: () => Promise<EmbeddedHome>;
let ada: ConvexHttpClient;
let sampleIds: Id<"samples">[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sms-integrations-"));
  const options = { dataDir, pushRequest: await bundleWithTestFunctions(), port: await freePort() };
  open = () => EmbeddedHome.open(options);
  home = await open();
  const demo = [{ name: "SMS_DEMO_PASSWORD", value: "a demo may send to this computer" }];
  await home.deployment.environment.set(demo);
  const people = [ADA, BRUNO].map((email): Person => ({ email, role: "admin", supervisor: ADA }));
  const [session] = await home.admin.mutation(createPeople, { people });
  if (session === undefined) throw new Error("Ada has no session");
  ada = new ConvexHttpClient(home.url, { logger: false });
  ada.setAuth(await home.tokenFor(session));
  for (let first = 1; first <= SAMPLES; first += 250) {
    const batch = { manager: ADA, first, count: 250 };
    sampleIds = sampleIds.concat(await home.admin.mutation(createSamples, batch));
  }
});
afterAll(async () => {
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});

const newToken = () =>
  ada.action(api.tokens.create, {
    name: "Warehouse",
    scopes: ["samples", "history", "exports"],
    days: 1,
  });
const get = async (path: string, token = "") =>
  await fetch(home.url + path, { headers: token ? { Authorization: `Bearer ${token}` } : {} });

test("the HTTP API is served in addition to the deployment's own addresses", async () => {
  const document = (await (await get(OPENAPI_PATH)).json()) as { servers: { url: string }[] };
  expect(document.servers).toEqual([{ url: home.url }]);
  expect((await get(`${API_ROOT}/samples`)).status).toBe(401);
  const token = await newToken();
  const page = (await (await get(`${API_ROOT}/samples?limit=2`, token)).json()) as object;
  expect(page).toMatchObject({ rows: [{ status: "In Use" }, { status: "In Use" }] });
  for (const path of ["/samples?cursor=0:made-up", "/history?cursor=0:made-up"]) {
    const refused = await get(API_ROOT + path, token);
    expect([refused.status, await refused.json()]).toMatchObject([400, { field: "cursor" }]);
  }
});

test("an export streams a whole table, page by page", async () => {
  const token = await newToken();
  for (const table of ["samples", "history"]) {
    const response = await get(`${API_ROOT}/export/${table}?format=jsonl`, token);
    expect(response.headers.get("Content-Length")).toBeNull();
    const lines = (await response.text()).trimEnd().split("\n");
    const ids = new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id));
    expect([table, lines.length, ids.size]).toEqual([table, SAMPLES, SAMPLES]);
  }
});

test("an export is a stored file, at a secret address, where answers have a limited size", async () => {
  const { environment } = home.deployment;
  await environment.set([{ name: "SMS_STREAMS_EXPORTS", value: null }]);
  const headers = { Authorization: `Bearer ${await newToken()}` };
  const ask = (path: string) => fetch(home.url + API_ROOT + path, { headers, redirect: "manual" });
  const answers = await Promise.all([
    ask("/export/samples?format=csv"),
    ask("/export/history?format=jsonl"),
    ask("/export/samples?filter=nothing=1"),
  ]);
  await environment.set([{ name: "SMS_STREAMS_EXPORTS", value: "1" }]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 400]);
  const [samples, history] = await Promise.all(
    answers.slice(0, 2).map(async (answer) => {
      const file = await fetch(answer.headers.get("Location") ?? "");
      return { type: file.headers.get("Content-Type"), text: await file.text() };
    }),
  );
  expect(samples?.type).toBe("text/csv;charset=utf-8");
  const streamed = await (await ask("/export/samples?format=csv")).text();
  expect(samples?.text).toBe(streamed);
  expect(history?.text.trimEnd().split("\n")).toHaveLength(SAMPLES);
  expect((await ask("/export/samples")).status).toBe(200); // both places are free again
});

test("a receiver that stalls, fails and recovers gets each step once, and delays no other", async () => {
  const [stalled, well, down] = [
    await Receiver.start(),
    await Receiver.start(),
    await Receiver.start(),
  ];
  const secrets: string[] = [];
  for (const { url } of [stalled, well, down]) {
    secrets.push(await ada.action(api.webhooks.add, { url, events: ["Transfer"] }));
  }
  stalled.status = null;
  down.status = 503;
  for (const [index, sampleId] of sampleIds.slice(0, 3).entries()) {
    await ada.mutation(api.custody.transfer, {
      sampleId,
      recipient: BRUNO,
      transactionId: `t${index}`,
    });
  }
  // No step waited for the stalled receiver, which answers below, and within its time.
  await eventually(() => {
    expect([stalled, well, down].map(({ arrived }) => arrived.length)).toEqual([3, 3, 3]);
  });
  const stateOf = async (url: string) => {
    const hooks = await ada.query(api.webhooks.list, {});
    const webhookId = hooks.find((hook) => hook.url === url)?._id ?? "";
    const paginationOpts = { numItems: 10, cursor: null };
    const { page } = await ada.query(api.webhooks.deliveries, { webhookId, paginationOpts });
    return page.map(({ status, attempts }) => `${status} ${attempts}`);
  };
  await eventually(async () => {
    expect(await stateOf(well.url)).toEqual(["sent 1", "sent 1", "sent 1"]);
  });
  stalled.answerAll(200);
  await eventually(async () => {
    expect(await stateOf(stalled.url)).toEqual(["sent 1", "sent 1", "sent 1"]);
  });

  expect(await stateOf(down.url)).toEqual(["queued 1", "queued 1", "queued 1"]);
  await home.close();
  home = await open();
  down.status = 200;
  await home.admin.mutation(makeDeliveriesDue, {});
  await (home.admin as unknown as InternalClient).mutation(internal.webhooks.sendDue, {});
  await eventually(async () => {
    expect(await stateOf(down.url)).toEqual(["sent 2", "sent 2", "sent 2"]);
  });
  const ids = new Set(down.arrived.map(({ id }) => id));
  expect([down.arrived.length, ids.size]).toEqual([6, 3]);
  expect(down.arrived.every((each) => isSignedBy(secrets[2] ?? "", each))).toBe(true);
  for (const receiver of [stalled, well, down]) await receiver.close();
});

/** The published types of the client hide internal functions. */
type InternalClient = {
  mutation(reference: typeof internal.webhooks.sendDue, args: object): Promise<null>;
};
