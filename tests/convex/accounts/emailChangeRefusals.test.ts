import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, someone, userOf } from "../../support/accounts";
import { ANA, BEA, BOSS, CHIEF, finish, lab, NEW, SECOND } from "../../support/emailChange/lab";
import { refusalIn, refusedCode, refusedWith } from "../../support/refusals";

/** Refusals of a corrected e-mail (docs/product.md, "A corrected e-mail"). */

beforeEach(() => {
  // Scheduled batches run only when a test runs them.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("a change of e-mail is refused", () => {
  test.each([
    ["for an address of another company", ANA, "ana@elsewhere.com", "EMAIL_NOT_COMPANY"],
    ["for what is no address", ANA, "ana", "EMAIL_NOT_COMPANY"],
    ["for somebody else's address", ANA, BEA, "EMAIL_TAKEN"],
    ["of nobody", "nobody@company.com", NEW, "USER_UNKNOWN"],
    ["of the admin themselves", CHIEF, NEW, "OWN_EMAIL"],
  ])("%s", async (_case, email, newEmail, code) => {
    const { setEmail } = await lab();
    expect(await refusedCode(setEmail(email, newEmail))).toBe(code);
  });

  test("a change of e-mail is refused of a person who never verified theirs", async () => {
    const { backend, setEmail } = await lab();
    await someone(backend, "eve@company.com", { isVerified: false });
    expect(await refusedCode(setEmail("eve@company.com", NEW))).toBe("EMAIL_UNCONFIRMED");
  });

  test("a change of e-mail is refused while samples still follow the person to another address or supervisor", async () => {
    const { backend, chief, setEmail } = await lab();
    await setEmail(ANA, NEW);
    expect(await refusedCode(setEmail(NEW, "ana.third@company.com"))).toBe("ADDRESS_MOVING");
    const settings = { supervisor: CHIEF };
    const moved = () => chief.as.mutation(api.users.update, { email: NEW, settings });
    expect(await refusedWith(moved())).toMatchObject({
      code: "ADDRESS_MOVING",
      message: `Samples are still following ${NEW}. Please try again in a moment.`,
    });
    await finish(backend);
    await moved();
    await backend.run((ctx) =>
      ctx.db.insert("supervisorMoves", { email: BEA, from: BOSS, to: CHIEF, moved: 500 }),
    );
    for (const email of [BEA, BOSS]) {
      expect(await refusedCode(setEmail(email, "x@company.com"))).toBe("ADDRESS_MOVING");
    }
  });

  test("a change of e-mail is refused while a run of daily figures has passed only one of the two addresses", async () => {
    const { backend, setEmail } = await lab();
    const run = (phase: "counts" | "times", cursor: string) =>
      backend.run(async (ctx) => {
        for (const { _id } of await ctx.db.query("dailyFigureRuns").collect()) {
          await ctx.db.delete("dailyFigureRuns", _id);
        }
        await ctx.db.insert("dailyFigureRuns", { day: 1, phase, cursor });
      });
    await run("counts", ANA);
    expect(await refusedCode(setEmail(ANA, "zoe@company.com"))).toBe("FIGURES_UNDER_WAY");
    expect(await refusedCode(setEmail(BEA, "aaa@company.com"))).toBe("FIGURES_UNDER_WAY");
    await setEmail(ANA, "aaron@company.com");
    await run("times", ANA);
    await setEmail(BEA, "aaa@company.com");
  });

  test("a change of e-mail is refused while 50 other people's documents follow them, and no longer", async () => {
    const { backend, setEmail } = await lab();
    const { _id: uid } = await userOf(backend, BEA);
    const moves = await backend.run(async (ctx) => {
      const inserted = [];
      for (let index = 0; index < 50; index++) {
        const [from, to] = [`p${index}@company.com`, `q${index}@company.com`];
        inserted.push(await ctx.db.insert("addressMoves", { uid, from, to }));
      }
      return inserted;
    });
    expect(await refusedWith(setEmail(ANA, NEW))).toMatchObject({
      code: "ADDRESSES_MOVING",
      message:
        "Samples are still following 50 people to other e-mails. Please try again in a minute.",
    });
    await backend.run((ctx) => ctx.db.delete("addressMoves", moves[0]!));
    await setEmail(ANA, NEW);
  });

  test("a change of e-mail is refused for the second of two concurrent admins, who reads the new e-mail", async () => {
    const { backend, setEmail } = await lab();
    const second = await someone(backend, SECOND, { role: "admin" });
    const outcomes = await Promise.all(
      [setEmail(ANA, NEW), setEmail(ANA, "ana.other@company.com", second)].map((call) =>
        call.then(
          () => "done",
          (error: unknown) => refusalIn(error).message,
        ),
      ),
    );
    expect(outcomes).toEqual(["done", `Someone else has changed this: E-mail is now ${NEW}`]);
  });
});
