import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf } from "#domain/common/errors";
import { MAX_BASKET, MAX_BASKET_ID } from "#domain/baskets/baskets";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { refusedCode, refusedWith } from "../../support/refusals";
import { newTransactionId } from "../../support/samples";

const DAY_MS = 86_400_000;

let lab: ConvexLab;
beforeEach(async () => {
  // Scheduled batches run only when a test runs them.
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  lab = await ConvexLab.open();
});
afterEach(() => vi.useRealTimers());

type Start = Omit<(typeof api.baskets.start)["_args"], "basketId" | "sampleIds"> & {
  readonly sampleIds: readonly Id<"samples">[];
};

async function start(by: string, args: Start, basketId = newTransactionId()): Promise<string> {
  const sampleIds = [...args.sampleIds];
  await lab.as(by).mutation(api.baskets.start, { ...args, basketId, sampleIds });
  return basketId;
}
const progress = (by: string, basketId: string) =>
  lab.as(by).query(api.baskets.progress, { basketId });
const unseen = (by: string) => lab.as(by).query(api.baskets.unseen, {});
const finish = () => lab.backend.t.finishAllScheduledFunctions(vi.runAllTimers);
const outbox = () => lab.backend.t.run((ctx) => ctx.db.query("mail").collect());
const disable = (email: string) =>
  lab.backend.t.run(async (ctx) => {
    await UserWrites.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, email), true);
  });

async function samples(count: number, by = ana): Promise<Id<"samples">[]> {
  const sampleIds: Id<"samples">[] = [];
  while (sampleIds.length < count) sampleIds.push(await lab.register(by));
  return sampleIds;
}

describe("starting a basket", () => {
  test.each([
    ["without a sample", { step: "acknowledgeTransfer", sampleIds: [] }, "BASKET_EMPTY"],
    ["of a transfer to nobody", { step: "transfer" }, "RECIPIENT_UNKNOWN"],
    ["of a transfer to a stranger", { step: "transfer", chosen: "x@y.z" }, "RECIPIENT_UNKNOWN"],
    ["of a return to a user", { step: "returnToCustomer", chosen: bruno }, "RECIPIENT_NOT_LISTED"],
    ["of a loss for nobody", { step: "requestLost" }, "APPROVER_UNKNOWN"],
    ["of a decline without a reason", { step: "declineLost", reason: " " }, "FIELD_MISSING"],
    [
      "of a cancellation for an endless reason",
      { step: "cancelLost", reason: "x".repeat(256) },
      "FIELD_TOO_LONG",
    ],
    ["losses to confirm", { step: "acknowledgeLost" }, "BASKET_OF_LOSSES"],
  ] as const)("is refused at once for %s", async (_, args, code) => {
    const sampleIds = await samples(1);
    expect(await refusedCode(start(ana, { sampleIds, ...args }))).toBe(code);
    expect(await unseen(ana)).toEqual([]);
  });

  test(`is refused for more than ${MAX_BASKET} samples`, async () => {
    const sampleIds = await lab.registerMany(ana, MAX_BASKET + 1);
    const args = { step: "cancelTransfer", sampleIds } as const;
    expect((await refusedWith(start(ana, args))).message).toBe("At most 300 samples at a time");
  });

  test("starting a basket after another basket waits for that one's end, even if that one is stopped", async () => {
    const [one, two, three, four] = await samples(4);
    const args = (sampleId: Id<"samples">, after?: string) =>
      ({
        step: "transfer",
        chosen: bruno,
        sampleIds: [sampleId],
        ...(after && { after }),
      }) as const;
    const first = await start(ana, args(one!));
    const second = await start(ana, args(two!, first));
    await start(ana, args(two!, first), second); // sent again, it is still waiting
    const third = await start(ana, args(three!, second));
    await lab.as(ana).mutation(api.baskets.cancel, { basketId: first });
    expect(await progress(ana, second)).toMatchObject({ settled: 0, finished: false });
    await finish();
    expect(await progress(ana, first)).toMatchObject({ results: [{ outcome: "left" }] });
    for (const basketId of [second, third]) {
      expect(await progress(ana, basketId)).toMatchObject({ results: [{ outcome: "done" }] });
    }
    // A basket that has ended, or is another user's, is not waited for.
    for (const after of [
      first,
      await start(bruno, { step: "transfer", chosen: ana, sampleIds: [one!] }),
    ]) {
      const late = await start(ana, args(four!, after));
      await finish();
      expect(await progress(ana, late)).toMatchObject({ finished: true });
    }
  });

  test("is refused if it would wait for itself", async () => {
    const [sampleId] = await samples(1);
    const id = newTransactionId();
    const asked = { step: "transfer", chosen: bruno, sampleIds: [sampleId!], after: id } as const;
    expect(await refusedCode(start(ana, asked, id))).toBe("TRANSACTION_ID_INVALID");
  });

  test("is refused after a basket that already has ten followers", async () => {
    const [sampleId] = await samples(1);
    const asked = { step: "cancelTransfer", sampleIds: [sampleId!] } as const;
    const first = await start(ana, asked);
    const followers: string[] = [];
    while (followers.length < 10) followers.push(await start(ana, { ...asked, after: first }));
    const eleventh = newTransactionId();
    const followFirst = () => start(ana, { ...asked, after: first }, eleventh);
    expect(await refusedCode(followFirst())).toBe("BASKET_FOLLOWERS_FULL");
    await finish();
    for (const basketId of followers) {
      expect(await progress(ana, basketId)).toMatchObject({ finished: true });
    }
    // The first one has ended, so nothing is waited for.
    await followFirst();
    await finish();
    expect(await progress(ana, eleventh)).toMatchObject({ finished: true });
  });

  test("can be stopped while it waits for another basket", async () => {
    const [one, two] = await samples(2);
    const asked = { step: "transfer", chosen: bruno } as const;
    const first = await start(ana, { ...asked, sampleIds: [one!] });
    const second = await start(ana, { ...asked, sampleIds: [two!], after: first });
    await lab.as(ana).mutation(api.baskets.cancel, { basketId: second });
    await finish();
    expect(await progress(ana, first)).toMatchObject({ results: [{ outcome: "done" }] });
    expect(await progress(ana, second)).toMatchObject({ results: [{ outcome: "left" }] });
  });

  test("is refused for an empty and an overlong basket id", async () => {
    const args = { step: "cancelTransfer", sampleIds: await samples(1) } as const;
    for (const basketId of ["", "x".repeat(MAX_BASKET_ID + 1)]) {
      expect(await refusedCode(start(ana, args, basketId))).toBe("TRANSACTION_ID_INVALID");
      const following = { ...args, after: basketId };
      expect(await refusedCode(start(ana, following))).toBe("TRANSACTION_ID_INVALID");
    }
  });

  test("counts a sample that is chosen twice only once", async () => {
    const [sampleId] = await samples(1);
    if (sampleId === undefined) throw new Error("No sample");
    const basketId = await start(ana, {
      step: "transfer",
      chosen: bruno,
      sampleIds: [sampleId, sampleId],
    });
    await finish();
    expect(await progress(ana, basketId)).toMatchObject({ total: 1, settled: 1, finished: true });
  });

  test("creates separate baskets for two people who use the same id", async () => {
    const mine = await start(ana, {
      step: "transfer",
      chosen: bruno,
      sampleIds: await samples(1),
    });
    await start(bruno, { step: "transfer", chosen: ana, sampleIds: await samples(2, bruno) }, mine);
    expect(await progress(ana, mine)).toMatchObject({ total: 1 });
    expect(await progress(bruno, mine)).toMatchObject({ total: 2 });
    await finish();
    expect(await progress(bruno, mine)).toMatchObject({ settled: 2, finished: true });
  });
});

describe("a running basket", () => {
  test("shows its results batch by batch, only to its owner", async () => {
    const sampleIds = await samples(30);
    const basketId = await start(ana, { step: "transfer", chosen: bruno, sampleIds });
    expect(await progress(ana, basketId)).toMatchObject({ total: 30, settled: 0, finished: false });
    expect(await unseen(ana)).toEqual([
      {
        basketId,
        isUndo: false,
        step: "transfer",
        total: 30,
        finished: false,
        done: 0,
        refused: 0,
        left: 0,
      },
    ]);
    for (const other of [bruno, adam]) {
      expect(await progress(other, basketId)).toBeNull();
      expect(await unseen(other)).toEqual([]);
    }
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    expect(await progress(ana, basketId)).toMatchObject({ settled: 10, finished: false });
    expect(await outbox()).toEqual([]);
    await finish();
    expect(await progress(ana, basketId)).toMatchObject({ settled: 30, finished: true });
    expect(await outbox()).toHaveLength(1);
    expect(await lab.faults()).toEqual([]);
  });

  test("ends when its owner is disabled: steps already taken stay, the rest is left", async () => {
    const sampleIds = await samples(30);
    await start(ana, { step: "transfer", chosen: bruno, sampleIds });
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    await disable(ana);
    await finish();
    const [basket] = await lab.backend.t.run((ctx) => ctx.db.query("baskets").collect());
    const outcomes = basket?.results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      ...Array<string>(10).fill("done"),
      ...Array<string>(20).fill("left"),
    ]);
    expect(basket?.results.at(-1)?.reason).toBe("This account is disabled. Please ask an admin.");
    expect((await outbox()).map(({ message }) => message.subject)).toEqual([
      "10 samples are on their way to you",
    ]);
  });

  test("is stopped by its owner only: steps already taken stay", async () => {
    const sampleIds = await samples(30);
    const basketId = await start(ana, { step: "transfer", chosen: bruno, sampleIds });
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    await lab.as(adam).mutation(api.baskets.cancel, { basketId });
    expect(await progress(ana, basketId)).toMatchObject({ settled: 10, finished: false });
    await lab.as(ana).mutation(api.baskets.cancel, { basketId });
    const stopped = await progress(ana, basketId);
    expect(stopped).toMatchObject({ settled: 30, finished: true });
    const left = stopped?.results.slice(10);
    expect(left?.map(({ sampleId }) => sampleId)).toEqual(sampleIds.slice(10));
    for (const { sampleId, serialNumber, ...what } of left ?? []) {
      const sample = await lab.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
      expect(serialNumber).toBe(sample?.serialNumber);
      expect(what).toEqual({ outcome: "left", reason: refusalOf("BASKET_STOPPED").message });
    }
    await finish();
    await lab.as(ana).mutation(api.baskets.cancel, { basketId });
    expect(await progress(ana, basketId)).toEqual(stopped);
    expect(await outbox()).toHaveLength(1);
  });

  test("does not name a sample that its owner may not see, whether refused or left", async () => {
    const sampleIds = await samples(12); // Ana's
    const basketId = await start(bruno, { step: "acknowledgeTransfer", sampleIds });
    vi.advanceTimersByTime(0);
    await lab.backend.t.finishInProgressScheduledFunctions();
    await lab.as(bruno).mutation(api.baskets.cancel, { basketId });
    const { results = [] } = (await progress(bruno, basketId)) ?? {};
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array<string>(10).fill("refused"), "left", "left"]);
    expect(results.filter(({ serialNumber }) => serialNumber !== "")).toEqual([]);
  });

  test("takes no step twice if it is started again while it runs", async () => {
    const sampleIds = await samples(30);
    const args = { step: "transfer", chosen: bruno, sampleIds } as const;
    const basketId = await start(ana, args);
    for (let again = 0; again < 3; again++) await start(ana, args, basketId);
    await finish();
    const { results = [] } = (await progress(ana, basketId)) ?? {};
    expect(results.map(({ outcome }) => outcome)).toEqual(Array<string>(30).fill("done"));
    expect(await outbox()).toHaveLength(1);
  });
});

describe("the notice of a large basket in parts", () => {
  test("shows the running part and each stopped part, not the waiting ones", async () => {
    const parts: string[] = [];
    for (const sampleId of await samples(5)) {
      const after = parts.at(-1);
      const asked = { step: "transfer", chosen: bruno, sampleIds: [sampleId] } as const;
      parts.push(await start(ana, { ...asked, ...(after !== undefined && { after }) }));
    }
    const told = async () =>
      (await unseen(ana)).map(({ basketId, finished }) => [parts.indexOf(basketId), finished]);
    expect(await told()).toEqual([[0, false]]);
    await lab.as(ana).mutation(api.baskets.cancel, { basketId: parts[3]! });
    expect(await told()).toEqual([
      [4, false],
      [3, true],
      [0, false],
    ]);
    await finish();
    expect(await told()).toEqual([
      [4, true],
      [3, true],
      [2, true],
    ]);
  });
});

describe("the notice of a finished basket", () => {
  const markSeen = (by: string, basketId: string) =>
    lab.as(by).mutation(api.baskets.markSeen, { basketId });

  test("stays until its owner has seen it, and counts refusals", async () => {
    const sampleIds = [...(await samples(2)), ...(await samples(1, bruno))];
    const basketId = await start(ana, { step: "transfer", chosen: sara, sampleIds });
    await markSeen(ana, basketId); // still running: too early
    await finish();
    const told = { basketId, done: 2, refused: 1, finished: true };
    expect(await unseen(ana)).toMatchObject([told]);
    await markSeen(bruno, basketId); // not his
    expect(await unseen(ana)).toHaveLength(1);
    await markSeen(ana, basketId);
    expect(await unseen(ana)).toEqual([]);
  });

  test("appears among notices of running baskets, three at most, newest first", async () => {
    const ids: string[] = [];
    for (const chosen of [bruno, bruno, sara]) {
      ids.unshift(await start(ana, { step: "transfer", chosen, sampleIds: await samples(1) }));
    }
    expect((await unseen(ana)).map(({ basketId }) => basketId)).toEqual(ids);
    await finish();
    ids.unshift(await start(ana, { step: "cancelTransfer", sampleIds: await samples(1) }));
    expect((await unseen(ana)).map(({ finished }) => finished)).toEqual([false, true, true]);
    for (const basketId of ids.slice(1, 3)) await markSeen(ana, basketId);
    expect((await unseen(ana)).map(({ basketId }) => basketId)).toEqual([ids[0], ids[3]]);
  });
});

describe("the mail of a basket", () => {
  test("is not sent when no step was taken", async () => {
    await start(bruno, { step: "transfer", chosen: sara, sampleIds: await samples(2) });
    await finish();
    expect(await outbox()).toEqual([]);
  });

  test("is not sent to the actor", async () => {
    await start(sara, {
      step: "returnToCustomer",
      chosen: sara,
      sampleIds: await samples(1, sara),
    });
    await finish();
    expect(await outbox()).toEqual([]);
  });

  test.each([
    ["transfer", bruno, "acknowledgeTransfer", bruno, ana, "2 samples were received"],
    [
      "returnToCustomer",
      sara,
      "acknowledgeReturn",
      sara,
      ana,
      "The return of 2 samples is complete",
    ],
    [
      "transfer",
      bruno,
      "cancelTransfer",
      ana,
      bruno,
      "The transfer of 2 samples to you was cancelled",
    ],
    [
      "transfer",
      bruno,
      "cancelTransfer",
      adam,
      bruno,
      "The transfer of 2 samples to you was cancelled",
    ],
    ["returnToCustomer", sara, "declineReturn", sara, ana, "The return of 2 samples was declined"],
  ] as const)(
    "the mail of a basket after %s to %s, when %s is taken by %s, goes to %s",
    async (ask, chosen, step, by, to, subject) => {
      const sampleIds = await samples(2);
      for (const sampleId of sampleIds) await lab.take(ask, ana, sampleId, chosen);
      await start(by, { step, reason: "Wrong box", sampleIds });
      await finish();
      const mails = await outbox();
      expect(mails.map((mail) => [mail.to, mail.message.subject])).toEqual([[to, subject]]);
    },
  );
});

test("deletes finished baskets after 30 days and keeps unfinished ones", async () => {
  const sampleIds = await samples(1);
  const old = await start(ana, { step: "transfer", chosen: bruno, sampleIds });
  await finish();
  const unfinished = await start(ana, { step: "cancelTransfer", sampleIds });
  const sweep = () => lab.backend.admin.mutation(internal.baskets.sweep, {});
  vi.setSystemTime(Date.now() + 30 * DAY_MS);
  await sweep();
  expect(await progress(ana, old)).not.toBeNull();
  vi.setSystemTime(Date.now() + 1);
  await sweep();
  expect(await progress(ana, old)).toBeNull();
  expect(await progress(ana, unfinished)).not.toBeNull();
});
