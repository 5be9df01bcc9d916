// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lookupWithin, postDelivery } from "../../../convex/lib/webhookRequest";
import { FAILING_DAYS, MAX_WEBHOOKS, WEBHOOK_ATTEMPTS } from "#domain/api/webhooks";
import { HISTORY_ACTIONS, type HistoryAction } from "#domain/custody/workflow";
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
import { isSignedBy, Receiver } from "../../support/receiver";
import { refusedCode } from "../../support/refusals";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [ADA, BEA] = ["ada@company.com", "bea@company.com"];
const paginationOpts = { cursor: null, numItems: 50 };

type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
let ada: Person;
let receiver: Receiver;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  vi.stubEnv("SMS_DEMO_PASSWORD", "a demo may send to this computer");
  ada = await someone(backend, ADA, { role: "admin", supervisor: ADA });
  receiver = await Receiver.start();
});
afterEach(async () => {
  await receiver.close();
  restore();
});

const add = (url = receiver.url, events: readonly HistoryAction[] = HISTORY_ACTIONS) =>
  ada.as.action(api.webhooks.add, { url, events: [...events] });
let registered = 0;
const register = async () =>
  (
    await ada.as.mutation(api.samples.register, {
      transactionId: `t${++registered}`,
      duplicates: "reject",
      fields: numberedSample(registered),
    })
  ).sampleId;

/** Waits for the senders that steps and crons have started. */
const settle = () => backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
async function cron(): Promise<void> {
  await backend.mutation(internal.webhooks.sendDue, {});
  await settle();
}
const hooks = () => ada.as.query(api.webhooks.list, {});
async function log() {
  const [{ _id: webhookId } = { _id: "none" }] = await hooks();
  const { page } = await ada.as.query(api.webhooks.deliveries, { webhookId, paginationOpts });
  return page;
}
const stored = () => backend.run((ctx) => ctx.db.query("webhookDeliveries").collect());

describe("a webhook", () => {
  test("receives each subscribed change once, signed, with the data of its history record", async () => {
    const secret = await add(receiver.url, ["Register"]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const sampleId = await register();
    await settle();
    await ada.as.mutation(api.samples.remove, { transactionId: "gone", sampleId });
    await settle();
    await cron();
    const [arrived, ...others] = receiver.arrived;
    expect(others).toEqual([]);
    if (!arrived) throw new Error("nothing arrived");
    expect(isSignedBy(secret, arrived)).toBe(true);
    expect(isSignedBy("whsec_other", arrived)).toBe(false);
    expect(arrived.event).toMatchObject({
      id: arrived.id,
      event: "Register",
      createdAt: new Date().toISOString(),
      data: { sampleId, action: "Register", email: ADA },
    });
    expect(await log()).toMatchObject([
      { _id: arrived.id, status: "sent", attempts: 1, responseStatus: 200 },
    ]);
  });

  test("receives a request's details, and its undo as a separate delivery", async () => {
    await someone(backend, BEA, { supervisor: ADA });
    const sampleId = await register();
    await add(receiver.url, ["Transfer", "Undone"]);
    receiver.status = 500;
    const step = { sampleId, transactionId: "sent", recipient: BEA, note: "With the charger" };
    await ada.as.mutation(api.custody.transfer, step);
    await settle();
    receiver.status = 200;
    await ada.as.mutation(api.custody.undo, { sampleId, stepId: "sent", transactionId: "back" });
    await settle();
    later(MINUTE_MS);
    await cron();
    const sent = receiver.arrived.filter(({ event }) => event.event === "Transfer");
    expect(sent.map(({ event }) => event.data)).toEqual([
      expect.objectContaining({ note: "With the charger" }),
      expect.objectContaining({ note: "With the charger" }),
    ]);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent[0]?.event.data).not.toHaveProperty("isUndone");
    const undo = receiver.arrived.find(({ event }) => event.event === "Undone");
    expect(undo?.event.data).toMatchObject({ undone: "Transfer" });
  });

  test("receives nothing for a refused step", async () => {
    await add();
    const step = { sampleId: await register(), transactionId: "t", recipient: "none@company.com" };
    await expect(ada.as.mutation(api.custody.transfer, step)).rejects.toThrow();
    await settle();
    expect(receiver.events).toEqual(["Register"]);
  });

  test("a webhook that fails is retried with increasing delays and the same body until it succeeds", async () => {
    await add();
    receiver.status = 500;
    await register();
    await settle();
    expect(await log()).toMatchObject([
      { status: "queued", attempts: 1, responseStatus: 500, lastError: "HTTP 500" },
    ]);
    for (const minutes of [1, 2]) {
      later(minutes * MINUTE_MS - 1);
      await cron(); // too early
      later(1);
      await cron();
    }
    receiver.status = 204;
    later(4 * MINUTE_MS);
    await cron();
    expect(receiver.arrived).toHaveLength(4);
    expect(new Set(receiver.arrived.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.arrived.map(({ signature }) => signature)).size).toBe(4);
    expect(await log()).toMatchObject([{ status: "sent", attempts: 4 }]);
    const [hook] = await hooks();
    expect(hook).not.toHaveProperty("failingSince");
  });

  test("gets no further attempts after the last one, and a new delivery on request", async () => {
    await add();
    receiver.status = 503;
    await register();
    await settle();
    const [delivery] = await stored();
    if (!delivery) throw new Error("no delivery");
    const { maxAttempts, maxWaitMs } = WEBHOOK_ATTEMPTS;
    await backend.run((ctx) =>
      ctx.db.patch("webhookDeliveries", delivery._id, { attempts: maxAttempts - 2 }),
    );
    later(MINUTE_MS);
    await cron();
    const [waiting] = await stored();
    expect(waiting?.nextAttemptAt).toBe(Date.now() + maxWaitMs);
    later(maxWaitMs);
    await cron();
    expect(await log()).toMatchObject([{ status: "failed", attempts: maxAttempts }]);
    receiver.status = 200;
    await ada.as.mutation(api.webhooks.replay, { deliveryId: delivery._id });
    await settle();
    expect(await log()).toMatchObject([{ status: "sent", attempts: 1 }]);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(1);
  });

  test("a webhook that fails for days is stopped, admins are notified, and it continues when resumed", async () => {
    await add();
    receiver.status = 500;
    await register();
    await settle();
    later(FAILING_DAYS * DAY_MS);
    await cron();
    expect(await hooks()).toMatchObject([{ isActive: false }]);
    const { page } = await ada.as.query(api.inbox.news, { paginationOpts });
    expect(page).toMatchObject([{ notice: { kind: "webhookStopped", url: receiver.url } }]);
    await register();
    expect(await stored()).toHaveLength(1);
    const [{ _id: webhookId } = { _id: "none" }] = await hooks();
    const [{ _id: deliveryId } = { _id: "none" }] = await stored();
    expect(await refusedCode(ada.as.mutation(api.webhooks.replay, { deliveryId }))).toBe(
      "WEBHOOK_STOPPED",
    );
    receiver.status = 200;
    await ada.as.mutation(api.webhooks.setActive, { webhookId, isActive: true });
    later(DAY_MS);
    await cron();
    expect(await log()).toMatchObject([{ status: "sent" }]);
  });

  test("receives a test on an admin's request, whatever its subscriptions", async () => {
    const secret = await add(receiver.url, ["Lost Cancelled"]);
    const [{ _id: webhookId } = { _id: "none" }] = await hooks();
    await ada.as.mutation(api.webhooks.sendTest, { webhookId });
    await settle();
    const [arrived] = receiver.arrived;
    if (!arrived) throw new Error("nothing arrived");
    expect(isSignedBy(secret, arrived)).toBe(true);
    expect(arrived.event).toEqual({
      id: arrived.id,
      event: "Test",
      data: null,
      createdAt: new Date().toISOString(),
    });
    expect(await log()).toMatchObject([{ event: "Test", serialNumber: "", status: "sent" }]);
    await ada.as.mutation(api.webhooks.setActive, { webhookId, isActive: false });
    const refused = ada.as.mutation(api.webhooks.sendTest, { webhookId });
    expect(await refusedCode(refused)).toBe("WEBHOOK_STOPPED");
  });

  test("receives other steps at another URL after an edit, with the same secret", async () => {
    const moved = await Receiver.start();
    const secret = await add(receiver.url, ["Register"]);
    receiver.status = 500;
    await register();
    await settle();
    const [{ _id: webhookId } = { _id: "none" }] = await hooks();
    const edit = (url: string, events: HistoryAction[]) =>
      ada.as.mutation(api.webhooks.update, { webhookId, url, events });
    await edit(moved.url, ["Transfer"]);
    await register();
    later(MINUTE_MS);
    await cron();
    expect(moved.events).toEqual(["Register"]); // waited; the other came after the edit
    expect(moved.arrived.every((each) => isSignedBy(secret, each))).toBe(true);
    expect(await hooks()).toMatchObject([{ url: moved.url, events: ["Transfer"] }]);
    expect((await hooks())[0]).not.toHaveProperty("failingSince");
    const records = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(records.at(-1)).toMatchObject({
      action: "Webhook Updated",
      changes: [
        { field: "url", from: receiver.url, to: moved.url },
        { field: "events", from: "Register", to: "Transfer" },
      ],
    });
    expect(await refusedCode(edit("https://192.168.1.1/", ["Transfer"]))).toBe("WEBHOOK_URL");
    expect(await refusedCode(edit(moved.url, []))).toBe("WEBHOOK_EVENTS");
    await ada.as.mutation(api.webhooks.remove, { webhookId });
    expect(await refusedCode(edit(moved.url, ["Transfer"]))).toBe("WEBHOOK_MISSING");
    await moved.close();
  });

  test("receives nothing after it was removed", async () => {
    await add();
    receiver.status = 500;
    await register();
    await settle();
    const [{ _id: webhookId } = { _id: "none" }] = await hooks();
    await ada.as.mutation(api.webhooks.remove, { webhookId });
    later(DAY_MS);
    await cron();
    expect(receiver.arrived).toHaveLength(1);
    const records = await backend.run((ctx) => ctx.db.query("audit").collect());
    expect(records.map(({ action }) => action)).toEqual(["Webhook Added", "Webhook Removed"]);
    const [{ _id: deliveryId } = { _id: "none" }] = await stored();
    const resumed = ada.as.mutation(api.webhooks.setActive, { webhookId, isActive: true });
    expect(await refusedCode(resumed)).toBe("WEBHOOK_MISSING");
    const again = ada.as.mutation(api.webhooks.replay, { deliveryId });
    expect(await refusedCode(again)).toBe("DELIVERY_MISSING");
  });

  test("keeps its deliveries for thirty days", async () => {
    await add();
    await register();
    await settle();
    later(30 * DAY_MS - 1);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await stored()).toHaveLength(1);
    later(2);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await stored()).toHaveLength(0);
  });
});

describe("the senders of webhooks", () => {
  test("send many deliveries in batches, and start once for deliveries that are due together", async () => {
    await add();
    for (let number = 0; number < 45; number++) await register();
    await settle();
    await cron();
    expect(receiver.arrived).toHaveLength(45);
    expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(45);
  });

  test("serve each webhook separately", async () => {
    const other = await Receiver.start();
    await add(receiver.url);
    await add(other.url);
    receiver.status = 500;
    await register();
    await settle();
    expect(other.arrived).toHaveLength(1);
    await other.close();
  });
});

describe("a new webhook", () => {
  test.each([
    ["http://example.com/", ["Register"], "WEBHOOK_URL"],
    ["https://192.168.1.1/", ["Register"], "WEBHOOK_URL"],
    ["https://example.com/", [], "WEBHOOK_EVENTS"],
  ] as const)("%s for %j is refused", async (url, events, code) => {
    expect(await refusedCode(add(url, events))).toBe(code);
  });

  test("a new webhook on this computer is refused outside of a demo", async () => {
    vi.stubEnv("SMS_DEMO_PASSWORD", "");
    expect(await refusedCode(add())).toBe("WEBHOOK_URL");
  });

  test("a new webhook in a private network is accepted if SMS_WEBHOOK_NETWORKS contains it", async () => {
    vi.stubEnv("SMS_WEBHOOK_NETWORKS", "192.168.1.0/24");
    await add("https://192.168.1.1/");
    expect(await hooks()).toMatchObject([{ url: "https://192.168.1.1/" }]);
    expect(await refusedCode(add("https://192.168.2.1/"))).toBe("WEBHOOK_URL");
  });

  test("may be added by admins only, and their number is bounded", async () => {
    const boss = await someone(backend, "boss@company.com", { role: "supervisor" });
    const stated = { url: receiver.url, events: ["Register" as const] };
    expect(await refusedCode(boss.as.action(api.webhooks.add, stated))).toBe("NOT_ALLOWED");
    expect(await refusedCode(backend.action(api.webhooks.add, stated))).toBe("NOT_SIGNED_IN");
    for (let made = 0; made < MAX_WEBHOOKS; made++) await add();
    expect(await refusedCode(add())).toBe("WEBHOOKS_FULL");
  });

  test("shows its secret once", async () => {
    const secret = await add();
    const shown = [await hooks(), await backend.run((ctx) => ctx.db.query("audit").collect())];
    expect(JSON.stringify(shown)).not.toContain(secret.slice(8));
  });
});

describe("an attempt", () => {
  const attempt = (url: string, allowsLoopback = true) =>
    postDelivery(
      { id: "d1", url, secret: "whsec_x", body: "{}" },
      { receivers: { allowsLoopback, networks: [] }, now: 0, timeoutMs: 300 },
    );

  test("ends if the receiver does not answer in time", async () => {
    receiver.status = null;
    const { result } = await attempt(receiver.url);
    expect(result).toEqual({ outcome: "retry", error: "No answer within 0.3 s" });
  });

  test("follows no redirect", async () => {
    receiver.status = 302;
    expect(await attempt(receiver.url)).toEqual({
      result: { outcome: "retry", error: "HTTP 302" },
      responseStatus: 302,
    });
    expect(receiver.arrived).toHaveLength(1);
  });

  test("does not connect to a name that resolves to this computer, outside of a demo", async () => {
    const look = (allowsLoopback: boolean) =>
      new Promise((resolve) => {
        lookupWithin({ allowsLoopback, networks: [] })("localhost", {}, (error, address) =>
          resolve(error?.message ?? address),
        );
      });
    expect(await look(false)).toMatch(/^localhost leads to .*, which is not public$/);
    expect(await look(true)).toMatch(/^(127\.0\.0\.1|::1)$/);
  });

  test("reports a receiver that does not listen", async () => {
    const { url } = receiver;
    await receiver.close();
    const { result } = await attempt(url);
    expect(result.outcome === "retry" && result.error).toContain("REFUSED");
    receiver = await Receiver.start();
  });
});
