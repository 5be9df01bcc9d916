/**
 * The inbox and the digests of people whose e-mail changes (docs/product.md, "A corrected e-mail").
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { DAY_MS } from "#domain/common/durations";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { beginImport } from "../../support/data/importBatch";
import { aSample } from "../../support/samples";

/** Monday, January 5, 2026, 07:00 UTC. */
const NOW = Date.UTC(2026, 0, 5, 7);
const HOUR_MS = DAY_MS / 24;

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
  lab = await ConvexLab.open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const newAddress = (email: string) => email.replace("@", ".new@");
/** Changes an e-mail. The batches that update documents run only in `settle`. */
const rename = (email: string) =>
  lab.backend.admin.mutation(internal.users.setEmailFromTerminal, {
    email,
    newEmail: newAddress(email),
  });
const settle = () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
const toDay = (day: number, hour = 8) =>
  vi.setSystemTime(NOW + day * DAY_MS + (hour - 7) * HOUR_MS);
/** Sends the digests of 08:00, `day` days after the first day. */
async function morning(day: number) {
  toDay(day);
  await lab.backend.admin.mutation(internal.inbox.runDigests, {});
}

async function sentTo(recipient: string, by: string): Promise<Id<"samples">> {
  const sampleId = await lab.register(by);
  await lab.take("transfer", by, sampleId, recipient);
  return sampleId;
}

const unseen = async (by: string) => (await lab.as(by).query(api.inbox.unseenNews, {})).items;
const kinds = async (by: string) => (await unseen(by)).map(({ notice }) => notice.kind);
const waiting = async (by: string) =>
  (await lab.as(by).query(api.inbox.toAnswer, { limit: 50 })).items;
const digestsOf = async (email: string) => {
  const mails = await lab.backend.t.run((ctx) => ctx.db.query("mail").collect());
  return mails.filter(
    ({ to, message }) => to === newAddress(email) && !message.subject.includes("e-mail"),
  );
};

/** When a test runs: before the first batch that updates documents, or after the last. */
const MOMENTS = [
  ["while documents follow", () => Promise.resolve()],
  ["after all documents followed", settle],
] as const;

describe.each(MOMENTS)("with another e-mail, %s,", (_moment, reach) => {
  test("a person with a new e-mail keeps old and new notifications, each once", async () => {
    await sentTo(bruno, ana);
    const [first] = await waiting(bruno);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId: first?.sampleId ?? "" });
    await rename(bruno);
    await reach();
    toDay(1);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId: first?.sampleId ?? "" });
    expect(await kinds(bruno)).toEqual(["nudge", "nudge"]);
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await lab.as(bruno).query(api.inbox.news, { paginationOpts });
    expect(page.map(({ at }) => at)).toEqual([Date.now(), NOW]);
    await lab.as(bruno).mutation(api.inbox.markSeen, { until: Date.now() });
    expect(await kinds(bruno)).toEqual([]);
    await settle();
    expect(await kinds(bruno)).toEqual([]);
  });

  test("a person with a new e-mail keeps many notifications in order", async () => {
    await lab.backend.t.run(async (ctx) => {
      for (let count = 0; count < 1_200; count++) {
        const notice = { kind: "settings" as const, changes: [] };
        await ctx.db.insert("notifications", { to: bruno, at: NOW + count, actor: adam, notice });
      }
    });
    await rename(bruno);
    await reach();
    const read: number[] = [];
    for (let cursor: string | null = null, isDone = false; !isDone;) {
      const paginationOpts: { cursor: string | null; numItems: number } = { cursor, numItems: 200 };
      const found = await lab.as(bruno).query(api.inbox.news, { paginationOpts });
      read.push(...found.page.map(({ at }) => at - NOW));
      ({ isDone, continueCursor: cursor } = found);
    }
    expect(read).toEqual(Array.from({ length: 1_200 }, (_, index) => 1_199 - index));
  });

  test("an import keeps counting in its notice after the reader's change of e-mail", async () => {
    const importId = await beginImport(lab.as(adam), 2);
    const importFor = async (holder: string, row: number) => {
      const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
      const fields = { brand, model, serialNumber, imei1, imei2, slots, samplmanag: holder };
      const args = { importId, range: { from: row, to: row + 1 }, rows: [{ row, fields }] };
      await lab.as(adam).mutation(api.imports.commitBatch, args);
    };
    await importFor(bruno, 2);
    await rename(bruno);
    await reach();
    await importFor(newAddress(bruno), 3);
    expect(await unseen(bruno)).toMatchObject([{ notice: { kind: "imported", count: 2 } }]);
  });

  test("undoing a step withdraws its notice after the reader's change of e-mail", async () => {
    const sampleId = await sentTo(bruno, ana);
    await lab.take("cancelTransfer", ana, sampleId);
    expect(await kinds(bruno)).toEqual(["step"]);
    await rename(bruno);
    await reach();
    await lab.undo(ana, sampleId);
    expect(await kinds(bruno)).toEqual([]);
  });

  test("a request stays overdue since the same time after a change of e-mail, with one reminder a day", async () => {
    await sentTo(bruno, ana); // overdue on Thursday at 7
    for (const day of [1, 2, 3]) await morning(day);
    toDay(3, 12);
    await rename(bruno);
    await reach();
    expect(await waiting(bruno)).toMatchObject([{ overdueAt: NOW + 3 * DAY_MS }]);
    for (const day of [4, 5, 6]) {
      await morning(day);
      await morning(day);
    }
    await settle();
    expect(await waiting(bruno)).toMatchObject([{ overdueAt: NOW + 3 * DAY_MS }]);
    await morning(7);
    expect((await digestsOf(bruno)).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(
      [3, 4, 5, 6, 7].map((day) => NOW + day * DAY_MS + HOUR_MS),
    );
    expect(await kinds(adam)).toEqual(["unanswered"]);
  });

  test("a snoozed request stays snoozed after a change of e-mail", async () => {
    const sampleId = await sentTo(bruno, ana);
    const until = NOW + 5 * DAY_MS;
    await lab.as(bruno).mutation(api.inbox.snooze, { sampleId, until });
    await rename(bruno);
    await reach();
    expect(await waiting(bruno)).toMatchObject([{ snoozedUntil: until }]);
    await morning(4);
    expect(await digestsOf(bruno)).toEqual([]);
    await morning(5);
    expect(await digestsOf(bruno)).toHaveLength(1);
  });

  test("digests stay muted, in the same time zone, after a change of e-mail", async () => {
    await lab.as(bruno).mutation(api.inbox.muteDigest, { isMuted: true });
    await lab.as(bruno).mutation(api.inbox.reportTimeZone, { timeZone: "Asia/Kolkata" });
    await rename(bruno);
    await reach();
    await lab.backend.admin.mutation(internal.inbox.beginDigests, {});
    expect(await lab.as(bruno).query(api.inbox.digest, {})).toEqual({
      isMuted: true,
      timeZone: "Asia/Kolkata",
    });
    const rows = await lab.backend.t.run((ctx) => ctx.db.query("digests").collect());
    expect(rows).toHaveLength(4);
  });

  test("a supervisor with a new e-mail is notified immediately of a report who answers too late", async () => {
    await sentTo(ana, bruno);
    await morning(3);
    await rename(sara);
    await reach();
    await morning(4);
    expect(await kinds(sara)).toEqual(["unanswered"]);
    await morning(5);
    expect(await digestsOf(sara)).toHaveLength(1);
  });

  test("a person who supervises themselves gets no notice about themselves", async () => {
    await sentTo(adam, bruno);
    await morning(3);
    await rename(adam);
    await reach();
    await morning(4);
    await settle();
    expect(await kinds(adam)).toEqual([]);
  });

  test("the digest names the sender of a nudge after a change of e-mail", async () => {
    const sampleId = await sentTo(bruno, ana);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId });
    await lab.backend.t.run(async (ctx) => {
      for (const { _id, email } of await ctx.db.query("users").collect()) {
        if (email === ana) await ctx.db.patch("users", _id, { displayName: "Ana Souza" });
      }
    });
    await rename(ana);
    await reach();
    await rename(bruno);
    await morning(1);
    expect((await digestsOf(bruno))[0]?.message.text).toContain("Ana Souza asks for your answer");
  });
});

test("a change of e-mail during a change of thresholds loses no overdue date", async () => {
  await sentTo(bruno, ana);
  await lab.as(adam).mutation(api.users.update, {
    email: bruno,
    settings: { trInTransitDays: 5 },
  });
  await rename(bruno);
  const follow = (email: string) =>
    lab.backend.admin.mutation(internal.inbox.followThresholds, {
      email,
      status: "In Transit",
      cursor: null,
    });
  await follow(bruno);
  expect(await waiting(bruno)).toMatchObject([{ overdueAt: NOW + 5 * DAY_MS }]);
  await settle();
  expect(await waiting(bruno)).toMatchObject([{ overdueAt: NOW + 5 * DAY_MS }]);
});
