/** People who leave (docs/product.md, "Leaving"). */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import {
  accountsBackendAtRest,
  api,
  internal,
  later,
  restore,
  someone,
  userOf,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { photo } from "../../support/data/photos";

const DAY_MS = 24 * 60 * 60 * 1000;
const BOSS = "boss@company.com";
const ANA = "ana@company.com";

afterEach(restore);

async function lab(environment?: () => void) {
  const backend = await accountsBackendAtRest();
  environment?.();
  const boss = await someone(backend, BOSS, { role: "admin", supervisor: BOSS });
  const ana = await someone(backend, ANA, { supervisor: BOSS });
  await ana.as.action(api.profile.setPhoto, { photo: photo().buffer, fileName: "ana.jpg" });
  const lock = (disabled: boolean) =>
    boss.as.mutation(api.users.update, { email: ANA, settings: { disabled } });
  const erase = () => backend.mutation(internal.users.eraseDue, {});
  return { backend, boss, ana, lock, erase };
}

describe("the private data of a person who left", () => {
  test("is erased 90 days after the lock, with the photo's file; custody and history stay", async () => {
    const { backend, ana, lock, erase } = await lab();
    const fields = numberedSample(1);
    await ana.as.mutation(api.samples.register, {
      transactionId: "t1",
      duplicates: "reject",
      fields,
    });
    await lock(true);
    later(90 * DAY_MS - 1);
    await erase();
    expect(await userOf(backend, ANA)).toMatchObject({ passPort: `passport of ${ANA}` });
    later(1);
    await erase();
    const person = await userOf(backend, ANA);
    const gone = { passPort: "", phoneNumber: "", location: "", userLocation: "", photoURL: "" };
    expect(person).toMatchObject({ ...gone, displayName: ANA, email: ANA, city: "São Paulo" });
    expect(person).not.toHaveProperty("userLat");
    expect(person.erasedAt).toBe(Date.now());
    const rest = await backend.run(async (ctx) => ({
      files: await ctx.db.system.query("_storage").collect(),
      samples: await ctx.db.query("samples").collect(),
      history: await ctx.db.query("history").collect(),
    }));
    expect(rest.files).toEqual([]);
    expect(rest.samples).toMatchObject([{ samplmanag: ANA }]);
    expect(rest.history).toMatchObject([{ samplmanag: ANA, email: ANA }]);
  });

  test("is kept if the account is unlocked before that, or if no one left", async () => {
    const { backend, lock, erase } = await lab();
    await lock(true);
    later(89 * DAY_MS);
    await lock(false);
    later(30 * DAY_MS);
    await erase();
    expect(await userOf(backend, ANA)).toMatchObject({ passPort: `passport of ${ANA}` });
    expect(await userOf(backend, ANA)).not.toHaveProperty("leftAt");
  });

  test.each([
    ["7", "erased"],
    ["soon", "kept"],
    ["-1", "kept"],
  ])(
    "the private data of a person who left after eight days, with SMS_ERASE_AFTER_DAYS=%s, it is %s",
    async (days, outcome) => {
      const { backend, lock, erase } = await lab(() => {
        vi.stubEnv("SMS_ERASE_AFTER_DAYS", days);
      });
      await lock(true);
      later(8 * DAY_MS);
      await erase();
      const { passPort } = await userOf(backend, ANA);
      expect(passPort === "" ? "erased" : "kept").toBe(outcome);
    },
  );
});

describe("the samples of a person who leaves", () => {
  test("are transferred by an admin to several people in baskets, before and after the lock", async () => {
    const { backend, boss, ana, lock } = await lab();
    await someone(backend, "bruno@company.com", { supervisor: BOSS });
    await someone(backend, "clara@company.com", { supervisor: BOSS });
    const ids: Id<"samples">[] = [];
    for (const number of [1, 2]) {
      const fields = numberedSample(number);
      const args = { transactionId: `t${number}`, duplicates: "reject" as const, fields };
      ids.push((await ana.as.mutation(api.samples.register, args)).sampleId);
    }
    const handOver = async (basketId: string, sampleId: Id<"samples">, chosen: string) => {
      const step = "transfer" as const;
      await boss.as.mutation(api.baskets.start, { basketId, step, chosen, sampleIds: [sampleId] });
      const basket = await backend.run((ctx) => ctx.db.query("baskets").order("desc").first());
      if (basket) await backend.mutation(internal.baskets.runNextBatch, { id: basket._id });
      return await boss.as.query(api.baskets.progress, { basketId });
    };
    const [first, second] = ids;
    if (!first || !second) throw new Error("two samples");
    expect(await handOver("b1", first, "bruno@company.com")).toMatchObject({ finished: true });
    await lock(true);
    const after = await handOver("b2", second, "clara@company.com");
    expect(after?.results).toMatchObject([{ outcome: "done" }]);
    const asked = await backend.run((ctx) => ctx.db.query("samples").collect());
    expect(asked.map(({ inTransitTo }) => inTransitTo)).toEqual([
      "bruno@company.com",
      "clara@company.com",
    ]);
  });
});
