import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { DAY_MS } from "#domain/common/durations";
import type { SettingsInput } from "#domain/people/settings";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample } from "../../support/samples";

const NOW = Date.UTC(2026, 0, 5, 12);
const paginationOpts = { cursor: null, numItems: 50 };

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  lab = await ConvexLab.open();
});
afterEach(() => vi.useRealTimers());

const toAnswer = (by: string, limit = 50) => lab.as(by).query(api.inbox.toAnswer, { limit });
const sent = (by: string, limit = 50) => lab.as(by).query(api.inbox.sent, { limit });
const unseen = async (by: string) => (await lab.as(by).query(api.inbox.unseenNews, {})).items;
const nudge = (by: string, sampleId: string) => lab.as(by).mutation(api.inbox.nudge, { sampleId });
const snooze = (by: string, sampleId: string, until: number) =>
  lab.as(by).mutation(api.inbox.snooze, { sampleId, until });
const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS);
const finish = () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
const change = (email: string, settings: SettingsInput) =>
  lab.as(adam).mutation(api.users.update, { email, settings });

async function sentTo(recipient: string, by = ana): Promise<Id<"samples">> {
  const sampleId = await lab.register(by);
  await lab.take("transfer", by, sampleId, recipient);
  return sampleId;
}

describe("a request", () => {
  test("is overdue by the threshold of the person asked", async () => {
    await change(bruno, { trInTransitDays: 5 });
    await sentTo(bruno);
    expect((await toAnswer(bruno)).items).toMatchObject([{ overdueAt: NOW + 5 * DAY_MS }]);
    expect((await sent(ana)).items).toMatchObject([{ to: bruno, overdueAt: NOW + 5 * DAY_MS }]);
  });

  test("follows a change of that threshold, and is overdue no earlier than the change", async () => {
    await sentTo(bruno);
    await change(bruno, { trInTransitDays: 9 });
    await finish();
    expect((await toAnswer(bruno)).items).toMatchObject([{ overdueAt: NOW + 9 * DAY_MS }]);
    pass(4);
    await change(bruno, { trInTransitDays: 2 });
    const changedAt = Date.now();
    await finish();
    const [item] = (await toAnswer(bruno)).items;
    expect(item?.overdueAt).toBeGreaterThanOrEqual(changedAt);
    expect(item?.overdueAt).toBeLessThan(changedAt + DAY_MS);
  });

  test("keeps the time since when it is overdue if another threshold changes", async () => {
    await sentTo(bruno);
    pass(7);
    await change(bruno, { samplmax: 50 });
    await finish();
    expect((await toAnswer(bruno)).items).toMatchObject([{ overdueAt: NOW + 3 * DAY_MS }]);
  });

  test("is no longer overdue after the answer", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    const sample = await lab.as(bruno).query(api.samples.get, { sampleId });
    expect(sample).not.toHaveProperty("overdueAt");
    expect(await lab.faults()).toEqual([]);
  });

  test("is overdue since the same time after its answer is undone", async () => {
    const sampleId = await sentTo(bruno);
    pass(7);
    for (const answer of ["acknowledgeTransfer", "declineTransfer"] as const) {
      await lab.take(answer, bruno, sampleId, "No");
      vi.setSystemTime(Date.now() + 1_000);
      await lab.undo(bruno, sampleId);
      expect((await toAnswer(bruno)).items).toMatchObject([{ overdueAt: NOW + 3 * DAY_MS }]);
    }
  });

  test("is listed oldest first, with the total beyond the limit", async () => {
    const first = await sentTo(bruno);
    pass(1);
    await sentTo(bruno);
    const { items, total } = await toAnswer(bruno, 1);
    expect([items.map(({ sampleId }) => sampleId), total]).toEqual([[first], 2]);
    expect((await sent(ana, 1)).total).toBe(2);
  });
});

describe("a nudge", () => {
  test("notifies the person asked, and shows the sender when it was sent", async () => {
    const sampleId = await sentTo(bruno);
    await nudge(ana, sampleId);
    expect(await unseen(bruno)).toMatchObject([
      { actor: ana, notice: { kind: "nudge", sampleId } },
    ]);
    expect((await sent(ana)).items).toMatchObject([{ nudgedAt: NOW }]);
  });

  test("is possible once a day, and again for a new request", async () => {
    const sampleId = await sentTo(bruno);
    await nudge(ana, sampleId);
    expect(await refusedCode(nudge(sara, sampleId))).toBe("NUDGED_ALREADY");
    pass(1);
    await nudge(sara, sampleId);
    pass(0.1);
    await lab.take("cancelTransfer", ana, sampleId);
    await lab.take("transfer", ana, sampleId, bruno);
    await nudge(ana, sampleId);
    expect(await unseen(bruno)).toHaveLength(4); // one of them is the cancellation
  });

  test("is refused for a sample that the caller may not see, or that no other person must answer", async () => {
    const sampleId = await sentTo(bruno, adam);
    expect(await refusedCode(nudge(ana, sampleId))).toBe("SAMPLE_MISSING");
    expect(await refusedCode(nudge(ana, "none"))).toBe("SAMPLE_MISSING");
    expect(await refusedCode(nudge(bruno, sampleId))).toBe("NUDGE_POINTLESS");
    expect(await refusedCode(nudge(ana, await lab.register(ana)))).toBe("NUDGE_POINTLESS");
  });
});

describe("a snooze", () => {
  test("applies to its owner, until it is revoked or a new request is made", async () => {
    const sampleId = await sentTo(bruno);
    const until = NOW + DAY_MS;
    await snooze(bruno, sampleId, until);
    expect((await toAnswer(bruno)).items).toMatchObject([{ snoozedUntil: until }]);
    expect((await sent(ana)).items[0]).not.toHaveProperty("snoozedUntil");
    await snooze(bruno, sampleId, 0);
    expect((await toAnswer(bruno)).items).toMatchObject([{ snoozedUntil: 0 }]);
    await snooze(bruno, sampleId, until);
    pass(0.1);
    await lab.take("cancelTransfer", ana, sampleId);
    await lab.take("transfer", ana, sampleId, bruno);
    expect((await toAnswer(bruno)).items[0]).not.toHaveProperty("snoozedUntil");
  });

  test("is refused for more than 14 days, and for a sample that the caller may not see", async () => {
    const sampleId = await sentTo(bruno, adam);
    expect(await refusedCode(snooze(bruno, sampleId, NOW + 15 * DAY_MS))).toBe("INPUT_INVALID");
    expect(await refusedCode(snooze(bruno, sampleId, NaN))).toBe("INPUT_INVALID");
    expect(await refusedCode(snooze(ana, sampleId, NOW))).toBe("SAMPLE_MISSING");
  });
});

describe("the notifications of the inbox", () => {
  const steps = async (by: string) =>
    (await unseen(by)).map(({ notice }) => (notice.kind === "step" ? notice.step : notice.kind));

  test("the notifications of the inbox inform the sender of a sample that it was received, or declined and why", async () => {
    const declined = await sentTo(bruno);
    await lab.take("declineTransfer", bruno, declined, "Not mine");
    const received = await sentTo(bruno);
    await lab.take("acknowledgeTransfer", bruno, received);
    expect(await unseen(ana)).toMatchObject([
      { actor: bruno, notice: { step: "acknowledgeTransfer", sampleId: received } },
      { actor: bruno, notice: { step: "declineTransfer", reason: "Not mine" } },
    ]);
    expect(await unseen(bruno)).toEqual([]);
  });

  test("leave out a step that was undone", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    await lab.undo(bruno, sampleId);
    expect(await unseen(ana)).toEqual([]);
    expect((await toAnswer(bruno)).items).toMatchObject([{ overdueAt: NOW + 3 * DAY_MS }]);
  });

  test("the notifications of the inbox inform the person asked that a request was withdrawn", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("requestLost", ana, sampleId, adam);
    const other = await sentTo(bruno);
    await lab.take("cancelTransfer", ana, other);
    expect(await steps(bruno)).toEqual(["cancelTransfer", "requestLost"]);
  });

  test("the notifications of the inbox inform the holder and the person asked of an admin's step on their behalf", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("acknowledgeTransfer", adam, sampleId);
    expect(await steps(ana)).toEqual(["acknowledgeTransfer"]);
    expect(await steps(bruno)).toEqual(["acknowledgeTransfer"]);
    expect(await steps(adam)).toEqual([]);
  });

  test("the notifications of the inbox inform only the holder of a sample that another person registered for them", async () => {
    const fields = aSample({ samplmanag: ana });
    const sampleId = await lab.register(adam, fields);
    pass(0.1);
    const second = await lab.register(sara, aSample({ samplmanag: ana }));
    const { brand, model, serialNumber } = fields;
    const notice = { kind: "registered", sampleId, brand, model, serialNumber };
    expect(await unseen(ana)).toMatchObject([
      { actor: sara, at: Date.now(), notice: { kind: "registered", sampleId: second } },
      { actor: adam, at: NOW, notice },
    ]);
    for (const other of [adam, sara, bruno]) expect(await unseen(other)).toEqual([]);
  });

  test("are not created for a sample registered for oneself, or not registered", async () => {
    await lab.register(ana);
    await lab.register(ana, aSample({ samplmanag: ana }));
    const forAna = lab.register(bruno, aSample({ samplmanag: ana }));
    expect(await refusedCode(forAna)).toBe("MANAGER_NOT_YOURS");
    for (const each of [ana, bruno, sara, adam]) expect(await unseen(each)).toEqual([]);
  });

  test("the notifications of the inbox inform a person of others' changes to their settings and private data", async () => {
    await change(ana, { samplmax: 4, role: "supervisor" });
    const passPort = "NEW 1";
    await lab.as(adam).mutation(api.users.updatePrivate, { email: ana, passPort });
    await lab.as(sara).mutation(api.users.updatePrivate, { email: sara, passPort });
    const [privateData, settings] = await unseen(ana);
    expect(settings).toMatchObject({
      actor: adam,
      notice: {
        changes: [
          { field: "Role", from: "User", to: "Supervisor" },
          { field: "Samples in use", from: "10", to: "4" },
        ],
      },
    });
    expect(privateData?.notice).toEqual({ kind: "settings", changes: [{ field: "Passport" }] });
    expect(await unseen(sara)).toEqual([]);
  });

  test("are unseen until their reader has seen them, and visible to no other person", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("declineTransfer", bruno, sampleId, "No");
    await lab.as(bruno).mutation(api.inbox.markSeen, { until: NOW });
    await lab.as(ana).mutation(api.inbox.markSeen, { until: NOW - 1 });
    expect(await unseen(ana)).toHaveLength(1);
    await lab.as(ana).mutation(api.inbox.markSeen, { until: NOW });
    expect(await unseen(ana)).toEqual([]);
    const { page } = await lab.as(ana).query(api.inbox.news, { paginationOpts });
    expect(page).toMatchObject([{ isSeen: true }]);
    expect((await lab.as(bruno).query(api.inbox.news, { paginationOpts })).page).toEqual([]);
  });

  test("are deleted after 30 days", async () => {
    const sampleId = await sentTo(bruno);
    await lab.take("declineTransfer", bruno, sampleId, "No");
    pass(30);
    await lab.backend.admin.mutation(internal.inbox.sweep, {});
    expect(await unseen(ana)).toHaveLength(1);
    pass(0.01);
    await lab.backend.admin.mutation(internal.inbox.sweep, {});
    expect(await unseen(ana)).toEqual([]);
  });
});
