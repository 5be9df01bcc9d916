/** Watched samples (docs/product.md, "Inbox"). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { MAX_WATCHED, MAX_WATCHERS } from "#domain/inbox/watches";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 12) });
  vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
  lab = await ConvexLab.open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const watch = (by: string, sampleId: string) =>
  lab.as(by).mutation(api.watches.watch, { sampleId });
const unwatch = (by: string, sampleId: string) =>
  lab.as(by).mutation(api.watches.unwatch, { sampleId });
const watched = (by: string) => lab.as(by).query(api.watches.ids, {});
const stored = () => lab.backend.t.run((ctx) => ctx.db.query("watches").collect());
const later = () => vi.setSystemTime(Date.now() + 1_000);

/** Returns the person's news, newest first: the step of each, or its kind. */
async function news(by: string): Promise<string[]> {
  const { items } = await lab.as(by).query(api.inbox.unseenNews, {});
  return items.map(({ notice }) => (notice.kind === "step" ? notice.step : notice.kind));
}

async function take(...args: Parameters<ConvexLab["take"]>): Promise<void> {
  later();
  await lab.take(...args);
}

/** Creates a sample of Ana's that her supervisor and an admin watch. */
async function watchedSample(): Promise<Id<"samples">> {
  const sampleId = await lab.register(ana);
  for (const by of [sara, adam]) await watch(by, sampleId);
  return sampleId;
}

describe("a person who watches a sample", () => {
  test("is notified once of each step by others", async () => {
    const sampleId = await watchedSample();
    await watch(ana, sampleId);
    await take("transfer", ana, sampleId, bruno);
    const { items } = await lab.as(sara).query(api.inbox.unseenNews, {});
    expect(items).toMatchObject([
      { actor: ana, notice: { kind: "step", step: "transfer", recipient: bruno, sampleId } },
    ]);
    await take("acknowledgeTransfer", bruno, sampleId);
    expect(await news(ana)).toEqual(["acknowledgeTransfer"]);
    expect(await news(adam)).toEqual(["acknowledgeTransfer", "transfer"]);
  });

  test("is notified of edits and of the deletion, which ends the watch", async () => {
    const sampleId = await watchedSample();
    later();
    await lab.edit(ana, sampleId, { ...aSample(), comments: "Scratched" });
    later();
    await lab.as(ana).mutation(api.samples.remove, { transactionId: newTransactionId(), sampleId });
    expect(await news(sara)).toEqual(["deleted", "edited"]);
    expect(await stored()).toEqual([]);
  });

  test("is notified of the step that hides it from them, and of nothing after it", async () => {
    const sampleId = await watchedSample();
    await take("transfer", ana, sampleId, bruno);
    await take("acknowledgeTransfer", bruno, sampleId);
    await take("transfer", bruno, sampleId, ana);
    await take("acknowledgeTransfer", ana, sampleId);
    await take("transfer", ana, sampleId, bruno);
    expect(await news(sara)).toEqual(["acknowledgeTransfer", "transfer"]);
    expect(await watched(sara)).toEqual([]);
    expect(await news(adam)).toHaveLength(5);
  });

  test("loses the notice of a step that was undone", async () => {
    const sampleId = await watchedSample();
    for (const by of [sara, adam]) await unwatch(by, sampleId);
    await watch(sara, sampleId);
    await take("transfer", ana, sampleId, bruno);
    await take("acknowledgeTransfer", bruno, sampleId);
    await lab.undo(bruno, sampleId);
    expect(await news(sara)).toEqual(["transfer"]);
    await take("acknowledgeTransfer", bruno, sampleId);
    expect(await news(sara)).toEqual(["acknowledgeTransfer", "transfer"]);
  });

  test("loses the notice of an undone step even after they stopped watching", async () => {
    const sampleId = await watchedSample();
    await take("transfer", ana, sampleId, bruno);
    await unwatch(sara, sampleId);
    await lab.undo(ana, sampleId);
    expect(await news(sara)).toEqual([]);
  });

  test("is not notified of requests that await their own answer", async () => {
    const sampleId = await watchedSample();
    await take("transfer", ana, sampleId, sara);
    expect(await news(sara)).toEqual([]);
  });

  test("is not notified any more after they stop watching, or leave", async () => {
    const sampleId = await watchedSample();
    await unwatch(sara, sampleId);
    await unwatch(sara, sampleId);
    await take("transfer", ana, sampleId, bruno);
    expect(await news(sara)).toEqual([]);
    await watch(sara, sampleId);
    await lab.as(adam).mutation(api.users.update, { email: sara, settings: { disabled: true } });
    expect(await stored()).toHaveLength(1);
    await lab.as(adam).mutation(api.users.update, { email: sara, settings: { disabled: false } });
    await take("cancelTransfer", ana, sampleId);
    const told = await lab.backend.t.run((ctx) => ctx.db.query("notifications").collect());
    const steps = told.filter(({ to, notice }) => to === sara && notice.kind === "step");
    expect(steps).toEqual([]);
  });

  test("keeps watching after a change of e-mail", async () => {
    const sampleId = await watchedSample();
    const args = { email: sara, newEmail: "sara.new@company.com" };
    await lab.backend.admin.mutation(internal.users.setEmailFromTerminal, args);
    await take("transfer", ana, sampleId, bruno);
    await lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
    await take("cancelTransfer", ana, sampleId);
    expect(await news(sara)).toEqual(["cancelTransfer", "transfer"]);
  });
});

describe("the list of watched samples", () => {
  test("shows what its reader may see, in its current state", async () => {
    const sampleId = await watchedSample();
    await take("transfer", ana, sampleId, bruno);
    const list = () => lab.as(sara).query(api.watches.list, {});
    expect(await list()).toMatchObject([{ sampleId, status: "In Transit", samplmanag: ana }]);
    await take("acknowledgeTransfer", bruno, sampleId);
    expect(await list()).toEqual([]);
  });
});

describe("watching a sample is refused", () => {
  test("if the caller may not see it", async () => {
    const sampleId = await lab.register(bruno);
    for (const id of [sampleId, "none"]) {
      expect(await refusedCode(watch(ana, id))).toBe("SAMPLE_MISSING");
    }
    expect(await stored()).toEqual([]);
  });

  test("beyond the maximum number of samples per person and of people per sample", async () => {
    const [first = "", ...rest] = await lab.registerMany(ana, MAX_WATCHED + 1);
    const uidOf = (email: string) =>
      lab.backend.t.run(async (ctx) => {
        const users = await ctx.db.query("users").collect();
        return users.find((user) => user.email === email)!._id;
      });
    const uid = await uidOf(ana);
    await lab.backend.t.run(async (ctx) => {
      for (const sampleId of rest) await ctx.db.insert("watches", { uid, sampleId });
    });
    await watch(ana, rest[0] ?? "");
    expect(await refusedCode(watch(ana, first))).toBe("WATCHED_TOO_MANY");
    const adams = await uidOf(adam);
    await lab.backend.t.run(async (ctx) => {
      const sampleId = first as Id<"samples">;
      for (let count = 0; count < MAX_WATCHERS; count++) {
        await ctx.db.insert("watches", { uid: adams, sampleId });
      }
    });
    expect(await refusedCode(watch(sara, first))).toBe("WATCHERS_TOO_MANY");
  });
});

describe("a sample that a person may no longer see", () => {
  const isWithOthers = (by: string, sampleId: string) =>
    lab.as(by).query(api.samples.isWithOthers, { sampleId });

  test("is with another person, for people who held it, were asked about it or supervised it", async () => {
    const sampleId = await lab.register(ana);
    await take("transfer", ana, sampleId, adam);
    expect(await isWithOthers(ana, sampleId)).toBe(false); // Ana still holds it
    await take("acknowledgeTransfer", adam, sampleId);
    await take("transfer", adam, sampleId, bruno);
    await take("declineTransfer", bruno, sampleId, "No");
    for (const by of [ana, bruno, sara]) expect(await isWithOthers(by, sampleId), by).toBe(true);
    expect(await refusedCode(watch(bruno, sampleId))).toBe("SAMPLE_ELSEWHERE");
    const nudge = lab.as(bruno).mutation(api.inbox.nudge, { sampleId });
    expect(await refusedCode(nudge)).toBe("SAMPLE_ELSEWHERE");
  });

  test("is with another person for a former address too, until it is deleted", async () => {
    const sampleId = await lab.register(ana);
    await take("transfer", ana, sampleId, bruno);
    await take("cancelTransfer", ana, sampleId);
    const args = { email: bruno, newEmail: "bruno.new@company.com" };
    await lab.backend.admin.mutation(internal.users.setEmailFromTerminal, args);
    expect(await isWithOthers(bruno, sampleId)).toBe(true);
    const transactionId = newTransactionId();
    await lab.as(ana).mutation(api.samples.remove, { transactionId, sampleId });
    expect(await isWithOthers(bruno, sampleId)).toBe(false);
  });

  test("is reported to strangers as nonexistent", async () => {
    const sampleId = await lab.register(adam);
    for (const id of [sampleId, "none"]) {
      for (const by of [ana, bruno, sara]) expect(await isWithOthers(by, id)).toBe(false);
    }
  });
});
