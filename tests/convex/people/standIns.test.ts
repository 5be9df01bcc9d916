/**
 * Ana sends, Bruno is away, Carla stands in for him, and Dora for Carla. The matrix tests who may
 * do what in every status; these tests cover when the rights apply, and what is recorded.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { DAY_MS } from "#domain/common/durations";
import type { ListName } from "#domain/samples/lists";
import { STEPS, type Step } from "#domain/custody/workflow";
import { adam, ana, bruno, ConvexLab } from "../../support/deployments/convexLab";
import { disable, takeFromPerson } from "../../support/custody/people";
import { refusalIn } from "../../support/refusals";
import { FIRST_PAGE } from "../../support/samples";

const NOW = Date.UTC(2026, 0, 5, 12);
const carla = "carla@company.com";
const dora = "dora@company.com";

let lab: ConvexLab;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.stubEnv("SMS_COMPANY_DOMAIN", "company.com");
  lab = await ConvexLab.open();
  await lab.backend.addPeople([
    { email: carla, role: "user", city: "Tokyo" },
    { email: dora, role: "user" },
  ]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Sets an absence; `from` and `until`: days from now. */
const setAway = (email: string, standIn: string, from = 0, until = 7) =>
  lab.as(email).mutation(api.profile.setAway, {
    away: { from: Date.now() + from * DAY_MS, until: Date.now() + until * DAY_MS, standIn },
  });
const comeBack = (email: string) => lab.as(email).mutation(api.profile.setAway, { away: null });

/** Advances the clock, and runs what is scheduled meanwhile. */
async function pass(days: number): Promise<void> {
  vi.advanceTimersByTime(days * DAY_MS);
  await lab.backend.t.finishInProgressScheduledFunctions();
}

const asking = { transfer: bruno, returnToCustomer: bruno, requestLost: bruno } as const;

/** Creates a sample of Ana's that is pending with Bruno. */
async function asked(step: keyof typeof asking = "transfer", by = ana): Promise<Id<"samples">> {
  const sampleId = await lab.register(by);
  await lab.take(step, by, sampleId, asking[step]);
  return sampleId;
}

/** Returns "done", or the code of the refusal. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => refusalIn(error).code as string,
  );
const enlist = (email: string) => lab.as(adam).mutation(api.supervisors.add, { email });
const sees = async (email: string, sampleId: string) =>
  (await lab.as(email).query(api.samples.get, { sampleId })) !== null;
const waiting = async (email: string) => (await lab.as(email).query(api.inbox.waiting, {})).items;
const receive = (email: string, sampleId: string) =>
  outcome(lab.take("acknowledgeTransfer", email, sampleId));
const stored = (sampleId: Id<"samples">) =>
  lab.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
const newestRecord = async (sampleId: string) => {
  const args = { sampleId, paginationOpts: FIRST_PAGE };
  return (await lab.as(adam).query(api.history.forSample, args)).page[0];
};
const news = async (email: string) =>
  (await lab.as(email).query(api.inbox.news, { paginationOpts: FIRST_PAGE })).page;

describe("what a stand-in receives", () => {
  test("is theirs, at their place, and history shows for whom they received it", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.take("acknowledgeTransfer", carla, sampleId);
    expect(await stored(sampleId)).toMatchObject({
      status: "In Use",
      samplmanag: carla,
      lastmanag: ana,
      city: "Tokyo",
    });
    expect(await newestRecord(sampleId)).toMatchObject({
      action: "Transfer Acknowledge",
      email: carla,
      onBehalfOf: bruno,
      samplmanag: carla,
    });
    expect(await lab.faults()).toEqual([]);
  });

  test("is announced to the sender and to the absent person, with both names", async () => {
    await setAway(bruno, carla);
    await lab.take("acknowledgeTransfer", carla, await asked());
    const told = { actor: carla, notice: { step: "acknowledgeTransfer", onBehalfOf: bruno } };
    expect(await news(ana)).toMatchObject([told]);
    expect(await news(bruno)).toMatchObject([told]);
    expect(await news(carla)).toMatchObject([{ notice: { kind: "standIn" } }]);
  });

  test("can also be declined, with a reason, on the absent person's behalf", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.take("declineTransfer", carla, sampleId, "He is at the fair");
    expect(await stored(sampleId)).toMatchObject({ status: "Registered", samplmanag: ana });
    expect(await newestRecord(sampleId)).toMatchObject({
      action: "Transfer Declined",
      email: carla,
      onBehalfOf: bruno,
      recipient: bruno,
    });
  });

  test("is undone by the stand-in only, and awaits the absent person again", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.take("acknowledgeTransfer", carla, sampleId);
    expect(await outcome(lab.undo(bruno, sampleId))).toBe("NOT_YOURS");
    await lab.undo(carla, sampleId);
    expect(await stored(sampleId)).toMatchObject({ samplmanag: ana, inTransitTo: bruno });
    expect(await news(bruno)).toEqual([]);
  });

  test("can be received in a basket", async () => {
    await setAway(bruno, carla);
    const sampleIds = [await asked(), await asked()];
    await lab.as(carla).mutation(api.baskets.start, {
      basketId: "b1",
      step: "acknowledgeTransfer",
      sampleIds,
    });
    await lab.backend.t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    for (const sampleId of sampleIds) {
      expect(await newestRecord(sampleId)).toMatchObject({ email: carla, onBehalfOf: bruno });
    }
  });

  test("can still be received by the absent person; the first one gets it", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.take("acknowledgeTransfer", bruno, sampleId);
    expect(await receive(carla, sampleId)).toBe("STEP_NOT_ALLOWED");
    expect(await newestRecord(sampleId)).not.toHaveProperty("onBehalfOf");
  });
});

describe("the rights of a stand-in", () => {
  test("begin with the first day and end with the last, whatever was sent before", async () => {
    const sampleId = await asked();
    await setAway(bruno, carla, 1, 3);
    expect([await sees(carla, sampleId), await receive(carla, sampleId)]).toEqual([
      false,
      "DOCUMENT_MISSING",
    ]);
    await pass(1);
    expect(await sees(carla, sampleId)).toBe(true);
    expect(await waiting(carla)).toMatchObject([{ sampleId, onBehalfOf: bruno, from: ana }]);
    await pass(2);
    expect([await sees(carla, sampleId), await receive(carla, sampleId)]).toEqual([
      false,
      "DOCUMENT_MISSING",
    ]);
    expect(await waiting(carla)).toEqual([]);
  });

  test("end at the last moment, even if the function that ends them is late", async () => {
    await setAway(bruno, carla, 0, 1);
    const sampleId = await asked();
    vi.setSystemTime(NOW + DAY_MS);
    expect(await receive(carla, sampleId)).toBe("NOT_YOURS");
  });

  test("end immediately when the person returns early or names another stand-in", async () => {
    const sampleId = await asked();
    await setAway(bruno, carla);
    await setAway(bruno, dora);
    expect([await receive(carla, sampleId), await sees(dora, sampleId)]).toEqual([
      "DOCUMENT_MISSING",
      true,
    ]);
    await comeBack(bruno);
    expect([await receive(dora, sampleId), await sees(dora, sampleId)]).toEqual([
      "DOCUMENT_MISSING",
      false,
    ]);
  });

  test("outlast the scheduled end of an absence that was extended", async () => {
    const sampleId = await asked();
    await setAway(bruno, carla, 0, 1);
    await setAway(bruno, carla, 0, 3);
    await pass(2);
    expect(await sees(carla, sampleId)).toBe(true);
  });

  test("do not chain: a stand-in's stand-in answers for the stand-in alone", async () => {
    await setAway(bruno, carla);
    await setAway(carla, dora);
    const sampleId = await asked();
    expect([await receive(dora, sampleId), await sees(dora, sampleId)]).toEqual([
      "DOCUMENT_MISSING",
      false,
    ]);
    expect(await waiting(dora)).toEqual([]);
    expect(await receive(carla, sampleId)).toBe("done");
  });

  test("exclude requests that the stand-in sent: they cannot be both parties of a hand-over", async () => {
    await enlist(bruno);
    await enlist(carla);
    await setAway(bruno, carla);
    const sampleIds = [
      await asked("transfer", carla),
      await asked("returnToCustomer", carla),
      await asked("requestLost", carla),
    ] as const;
    const answers = [
      ["acknowledgeTransfer", "declineTransfer"],
      ["acknowledgeReturn", "declineReturn"],
      ["acknowledgeLost", "declineLost"],
    ] as const;
    for (const [index, steps] of answers.entries()) {
      for (const step of steps) {
        const sampleId = sampleIds[index] ?? "";
        expect([step, await outcome(lab.take(step, carla, sampleId, "No"))]).toEqual([
          step,
          "NOT_YOURS",
        ]);
      }
    }
    expect(await waiting(carla)).toEqual([]);
    for (const list of ["transfer", "return", "lost"] as const) {
      expect((await counts(carla, list)).addressed).toEqual({ count: 0, isMore: false });
      expect(await addressed(carla, list)).toEqual([]);
    }
  });

  test("cover answers only, and no step on what the absent person holds or has sent", async () => {
    const held = await lab.register(bruno);
    const sentOn = await lab.register(bruno);
    await lab.take("transfer", bruno, sentOn, ana);
    await setAway(bruno, carla);
    expect([await sees(carla, held), await sees(carla, sentOn)]).toEqual([false, false]);
    for (const step of STEPS) {
      for (const sampleId of [held, sentOn]) {
        const code = await outcome(lab.take(step, carla, sampleId, isChoice(step) ? dora : "No"));
        expect([step, code]).not.toEqual([step, "done"]);
      }
    }
  });

  test("need the stand-in on one of the two lists for a return or a loss", async () => {
    await enlist(bruno);
    await setAway(bruno, carla);
    const returned = await asked("returnToCustomer");
    const lost = await asked("requestLost");
    const take = (step: Step, sampleId: string) => outcome(lab.take(step, carla, sampleId, "No"));
    expect(await take("acknowledgeReturn", returned)).toBe("DOCUMENT_MISSING");
    expect(await take("declineReturn", returned)).toBe("SAMPLE_MISSING");
    expect(await take("acknowledgeLost", lost)).toBe("DOCUMENT_MISSING");
    expect([await sees(carla, returned), await sees(carla, lost)]).toEqual([false, false]);
    expect([await addressed(carla, "return"), await addressed(carla, "lost")]).toEqual([[], []]);

    await enlist(carla);
    expect(await addressed(carla, "return")).toEqual([returned]);
    expect((await waiting(carla)).map(({ kind }) => kind).sort()).toEqual(["lost", "return"]);
    expect(await take("acknowledgeReturn", returned)).toBe("done");
    expect(await take("acknowledgeLost", lost)).toBe("done");
    expect(await newestRecord(lost)).toMatchObject({ samplmanag: carla, onBehalfOf: bruno });
  });

  test("need a record to which the sample could have been sent", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.backend.admin.mutation(takeFromPerson, { email: carla, without: "place" });
    expect([await receive(carla, sampleId), await sees(carla, sampleId)]).toEqual([
      "DOCUMENT_MISSING",
      false,
    ]);
  });

  test("are shown to the person who chooses a stand-in", async () => {
    const scopeOf = (email: string) => lab.as(bruno).query(api.profile.standInScope, { email });
    const all = ["inTransitTo", "inReturnTo", "inOSapprby"];
    expect(await scopeOf(carla)).toEqual({ requests: ["inTransitTo"], isListed: false });
    await enlist(carla);
    expect(await scopeOf(carla)).toEqual({ requests: all, isListed: true });
    await lab.backend.admin.mutation(takeFromPerson, { email: carla, without: "place" });
    expect(await scopeOf(carla)).toEqual({ requests: [], isListed: true });
    await lab.backend.admin.mutation(disable, { email: carla });
    expect(await scopeOf(carla)).toBeNull();
    expect(await scopeOf("nobody@company.com")).toBeNull();
  });

  test("do not exist while the stand-in is locked, and end when the absent person is locked", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    await lab.backend.admin.mutation(disable, { email: carla });
    expect(await receive(carla, sampleId)).toBe("DISABLED");
    await setAway(bruno, dora);
    await lab.backend.admin.mutation(disable, { email: bruno });
    expect([await receive(dora, sampleId), await sees(dora, sampleId)]).toEqual([
      "DOCUMENT_MISSING",
      false,
    ]);
    await lab.backend.t.run(async (ctx) => {
      await UserWrites.setDisabled(ctx, await Users.getByEmailOrThrow(ctx, bruno), false);
    });
    expect(await receive(dora, sampleId)).toBe("done");
  });

  test.each([bruno, carla])("follow a changed e-mail of %s at every moment", async (email) => {
    await setAway(bruno, carla);
    const sampleIds = [await asked(), await asked()];
    const newEmail = `new.${email}`;
    await lab.as(adam).mutation(api.users.setEmail, { email, newEmail });
    const viewer = await lab.as(carla).query(api.users.viewer, {});
    const absent = email === bruno ? newEmail : bruno;
    expect(viewer?.standsInFor.map((each) => each.email)).toEqual([absent]);
    const [first = "", second = ""] = sampleIds;
    expect((await waiting(carla)).map(({ onBehalfOf }) => onBehalfOf)).toEqual([absent, absent]);
    expect(await receive(carla, first)).toBe("done");
    await lab.backend.t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
    expect(await receive(carla, second)).toBe("done");
    expect(await newestRecord(second)).toMatchObject({ onBehalfOf: absent });
  });

  test("are granted by a cron for absences stored by earlier versions", async () => {
    const sampleId = await asked();
    const away = { from: NOW, until: NOW + DAY_MS, standIn: carla };
    await lab.backend.t.run(async (ctx) => {
      const { _id } = await Users.getByEmailOrThrow(ctx, bruno);
      await ctx.db.patch("users", _id, { away });
    });
    expect(await sees(carla, sampleId)).toBe(false);
    await lab.backend.admin.mutation(internal.profile.followAbsences, {});
    expect(await sees(carla, sampleId)).toBe(true);
    vi.setSystemTime(away.until);
    expect(await receive(carla, sampleId)).toBe("NOT_YOURS");
  });
});

describe("a nudge about a request to an absent person", () => {
  test("goes to the stand-in only", async () => {
    await setAway(bruno, carla);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId: await asked() });
    expect((await news(carla)).map(({ notice }) => notice.kind)).toEqual(["nudge", "standIn"]);
    expect(await news(bruno)).toEqual([]);
  });

  test("goes to the person if the stand-in may not answer", async () => {
    await enlist(bruno);
    await setAway(bruno, carla);
    await lab.as(ana).mutation(api.inbox.nudge, { sampleId: await asked("returnToCustomer") });
    const own = await asked("transfer", carla);
    await lab.as(carla).mutation(api.inbox.nudge, { sampleId: own });
    expect((await news(bruno)).map(({ notice }) => notice.kind)).toEqual(["nudge", "nudge"]);
    expect((await news(carla)).map(({ notice }) => notice.kind)).toEqual(["standIn"]);
  });

  test("is refused to the stand-in, who may answer", async () => {
    await setAway(bruno, carla);
    const sampleId = await asked();
    const nudge = lab.as(carla).mutation(api.inbox.nudge, { sampleId });
    expect(await outcome(nudge)).toBe("NUDGE_POINTLESS");
  });
});

describe("the daily reminders of requests to an absent person", () => {
  const HOUR_MS = DAY_MS / 24;
  /** Returns the mails of 08:00 of the next `days` mornings: `email: subject`. */
  async function mailsOf(days: number): Promise<string[][]> {
    const perDay: string[][] = [];
    for (let day = 0; day < days; day++) {
      const passed = (Date.now() - NOW + 12 * HOUR_MS) % DAY_MS;
      await pass(((passed < 8 * HOUR_MS ? 8 : 32) * HOUR_MS - passed) / DAY_MS);
      const before = (await outbox()).length;
      // The stand-in's digest is sent after the absent person's.
      for (let run = 0; run < 2; run++) {
        await lab.backend.admin.mutation(internal.inbox.runDigests, {});
        await lab.backend.t.finishInProgressScheduledFunctions();
      }
      const mails = (await outbox()).slice(before);
      perDay.push(mails.map(({ to, message }) => `${to}: ${message.subject}`));
    }
    return perDay;
  }
  const outbox = () => lab.backend.t.run((ctx) => ctx.db.query("mail").collect());
  const WAITS = "1 sample waits for your answer";

  test("go to the stand-in, once each, and to the person again after their return", async () => {
    await asked(); // overdue on day 3, at 12:00
    await setAway(bruno, carla, 0, 5.5);
    const mails = await mailsOf(7);
    const perDay = mails.map((each) => each.filter((mail) => mail.endsWith(WAITS)));
    expect(perDay).toEqual([
      ...[[], [], [], [`${carla}: ${WAITS}`], [`${carla}: ${WAITS}`]],
      ...[[`${bruno}: ${WAITS}`], [`${bruno}: ${WAITS}`]],
    ]);
    const text = (await outbox()).find(({ to }) => to === carla)?.message.text;
    expect(text).toContain("You are standing in for people whose answer is overdue");
    expect(text).toContain("for bruno, 3 days");
  });

  test("go to the person if their stand-in may not answer", async () => {
    await enlist(bruno);
    await asked("returnToCustomer");
    await setAway(bruno, carla, 0, 30);
    const mails = (await mailsOf(5)).flat().filter((mail) => mail.endsWith(WAITS));
    expect(new Set(mails)).toEqual(new Set([`${bruno}: ${WAITS}`]));
  });

  test("are silent while the stand-in has snoozed the request", async () => {
    const sampleId = await asked();
    await setAway(bruno, carla, 0, 30);
    await lab.as(carla).mutation(api.inbox.snooze, { sampleId, until: NOW + 10 * DAY_MS });
    const mails = (await mailsOf(6)).flat().filter((mail) => mail.endsWith(WAITS));
    expect(mails).toEqual([]);
  });
});

test("notifies a stand-in when they are named, not again for the same days, and of others by the same notice", async () => {
  await setAway(bruno, carla);
  await setAway(bruno, carla);
  expect(await news(carla)).toMatchObject([{ actor: bruno, notice: { kind: "standIn" } }]);
  await setAway(bruno, carla, 1);
  const renewed = { kind: "standIn", from: Date.now() + DAY_MS };
  expect((await news(carla)).map(({ notice }) => notice)).toMatchObject([renewed]);
});

const counts = (email: string, list: ListName) => lab.as(email).query(api.samples.counts, { list });
const AWAITED = { transfer: "In Transit", return: "In Return", lost: "Request Lost" } as const;
const addressed = async (email: string, list: keyof typeof AWAITED) => {
  const args = { list, scope: "addressed", status: AWAITED[list] } as const;
  const { page } = await lab
    .as(email)
    .query(api.samples.list, { ...args, paginationOpts: FIRST_PAGE });
  return page.map(({ _id }) => _id);
};
const isChoice = (step: Step) => ["transfer", "returnToCustomer", "requestLost"].includes(step);
