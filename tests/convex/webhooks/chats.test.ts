// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReceiverEvent, ReceiverFormat } from "#domain/api/webhooks";
import { DAY_MS } from "#domain/common/durations";
import {
  accountsBackendAtRest,
  api,
  internal,
  later,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { Receiver } from "../../support/receiver";
import { refusedCode } from "../../support/refusals";

const [ADA, BEA] = ["ada@company.com", "bea@company.com"];
const paginationOpts = { cursor: null, numItems: 50 };
const HOUR_MS = DAY_MS / 24;

let backend: Backend;
let ada: Awaited<ReturnType<typeof someone>>;
let receiver: Receiver;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  vi.setSystemTime(Date.UTC(2026, 0, 5, 7)); // a Monday
  vi.stubEnv("SMS_DEMO_PASSWORD", "a demo may send to this computer");
  ada = await someone(backend, ADA, { role: "admin", supervisor: ADA });
  await someone(backend, BEA, { supervisor: ADA });
  await backend.mutation(internal.inbox.beginDigests, {});
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.close();
  restore();
});

const add = (events: ReceiverEvent[], format: ReceiverFormat = "slack") =>
  ada.as.action(api.webhooks.add, { url: receiver.url, events, format });
let registered = 0;
async function transferred(): Promise<void> {
  const { sampleId } = await ada.as.mutation(api.samples.register, {
    transactionId: `r${++registered}`,
    duplicates: "reject",
    fields: numberedSample(registered),
  });
  const step = { sampleId, transactionId: `t${registered}`, recipient: BEA };
  await ada.as.mutation(api.custody.transfer, step);
}
const settle = () => backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
async function cron(): Promise<void> {
  await backend.mutation(internal.webhooks.sendDue, {});
  await settle();
}
const texts = () => receiver.arrived.map(({ body }) => (JSON.parse(body) as { text: string }).text);
async function hook() {
  const [found] = await ada.as.query(api.webhooks.list, {});
  if (!found) throw new Error("no webhook");
  return found;
}
async function log() {
  const { _id: webhookId } = await hook();
  return (await ada.as.query(api.webhooks.deliveries, { webhookId, paginationOpts })).page;
}

describe("a chat", () => {
  test("gets the chosen steps as messages", async () => {
    await add(["Transfer"]);
    await transferred();
    await settle();
    expect(texts()).toEqual([expect.stringMatching(/^Transfer: <.*>, by Ada.*, to Bea$/)]);
  });

  test("gets what waits in one message, whose failure leaves all of it to another attempt", async () => {
    await add(["Transfer"]);
    receiver.status = 500;
    for (let count = 0; count < 3; count++) await transferred();
    await settle();
    later(60_000);
    receiver.arrived.length = 0;
    receiver.status = 200;
    await cron();
    expect(texts().map((text) => text.split("\n").length)).toEqual([3]);
    expect((await log()).map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
  });

  test("gets a test", async () => {
    await add(["Digest"]);
    await ada.as.mutation(api.webhooks.sendTest, { webhookId: (await hook())._id });
    await settle();
    expect(texts()).toEqual([expect.stringMatching(/^A test of <.*\|SMS>/)]);
  });

  test("keeps its format when it is edited", async () => {
    await add(["Digest"], "teams");
    const { _id: webhookId, url } = await hook();
    await ada.as.mutation(api.webhooks.update, { webhookId, url, events: ["Return"] });
    expect(await hook()).toMatchObject({ format: "teams", events: ["Return"] });
    expect(Object.keys(await hook())).not.toContain("secret");
  });

  test("alone may choose the digest", async () => {
    expect(await refusedCode(add(["Digest"], "json"))).toBe("WEBHOOK_EVENTS");
    await add(["Digest", "Return"], "json");
    expect((await hook()).events).toEqual(["Return"]);
  });
});

describe("the digest of a chat", () => {
  test("tells once a day, at 08:00, what is late in the whole lab", async () => {
    await add(["Digest"]);
    await transferred(); // late on Thursday at 7
    later(HOUR_MS); // 08:00
    for (let day = 0; day < 3; day++) {
      await cron();
      later(DAY_MS);
    }
    expect(texts()).toEqual([]);
    for (let minute = 0; minute < 3; minute++) {
      await cron();
      later(60_000);
    }
    expect(texts()).toEqual([
      expect.stringMatching(/^1 sample waits .*\n<.*>: not received by Bea, from Ada, 3 days$/),
    ]);
    later(DAY_MS);
    await cron();
    expect(texts()).toHaveLength(2);
    expect((await log()).map(({ event }) => event)).toEqual(["Digest", "Digest"]);
  });

  test("comes at 08:00 of the admin who added it", async () => {
    await ada.as.mutation(api.inbox.reportTimeZone, { timeZone: "Asia/Tokyo" });
    await transferred();
    later(3 * DAY_MS + 15 * HOUR_MS); // Thursday, 22:00 UTC: 07:00 in Tokyo
    await add(["Digest"]);
    await cron();
    expect(texts()).toEqual([]);
    later(HOUR_MS);
    await cron();
    expect(texts()).toHaveLength(1);
  });

  test("is not sent while the webhook is stopped, nor without being chosen", async () => {
    await add(["Digest"]);
    await transferred();
    const { _id: webhookId, url } = await hook();
    await ada.as.mutation(api.webhooks.setActive, { webhookId, isActive: false });
    later(5 * DAY_MS);
    await cron();
    expect(texts()).toEqual([]);
    await ada.as.mutation(api.webhooks.update, { webhookId, url, events: ["Delete"] });
    await ada.as.mutation(api.webhooks.setActive, { webhookId, isActive: true });
    await cron();
    expect(texts()).toEqual([]);
  });
});
