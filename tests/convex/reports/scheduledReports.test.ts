import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_VIEW_STATE } from "#domain/samples/savedViews";
import {
  MAX_ATTACHMENT_BYTES,
  MAX_SCHEDULE_NAME,
  MAX_SCHEDULES,
} from "#domain/reports/scheduledReports";
import {
  accountsBackendAtRest,
  api,
  internal,
  later,
  mailsTo,
  restore,
  someone,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { refusedCode } from "../../support/refusals";

const [ANA, BEA, BOSS] = ["ana", "bea", "boss"].map((name) => `${name}@company.com`) as [
  string,
  string,
  string,
];
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Person = Awaited<ReturnType<typeof someone>>;

let backend: Backend;
let ana: Person;
let bea: Person;
let boss: Person;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
  ana = await someone(backend, ANA, { supervisor: BOSS });
  bea = await someone(backend, BEA, { supervisor: "other@company.com" });
  boss = await someone(backend, BOSS, { role: "supervisor", supervisor: BOSS });
});
afterEach(restore);

const query = { search: "", conditions: [], timeZone: "UTC" };
const report = { name: "Mine", frequency: "daily", scope: "everything", state: {}, query } as const;
type Report = Parameters<typeof create>[1];
const create = (person: Person, changes: Record<string, unknown> = {}) =>
  person.as.mutation(api.reports.create, { ...report, ...changes });
const listOf = (person: Person) => person.as.query(api.reports.list, {});

const register = (person: Person, number: number, changes: Record<string, unknown> = {}) =>
  person.as.mutation(api.samples.register, {
    transactionId: `t${number}`,
    duplicates: "reject",
    fields: { ...numberedSample(number), ...changes },
  });

/** Runs the sender as its cron does, and everything that it schedules. */
async function runSender(): Promise<void> {
  await backend.mutation(internal.reports.takeDue, {});
  await backend.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
}

async function attached(to: string): Promise<string[]> {
  const mails = await mailsTo(backend, to);
  return await Promise.all(
    mails.map(({ attachment }) =>
      backend.run(async (ctx) => {
        const file = attachment && (await ctx.storage.get(attachment.storageId));
        return file ? await file.text() : "";
      }),
    ),
  );
}

const serialsIn = (csv: string) => {
  const [heading = "", ...rows] = csv.trimEnd().split("\r\n");
  const at = heading.replace("\ufeff", "").split(",").indexOf("serialNumber");
  return rows.map((row) => row.split(",")[at]).sort();
};

describe("a scheduled report", () => {
  test("is mailed once when it is due, with a link and the filtered rows in a file", async () => {
    await register(ana, 1, { brand: "Nokia" });
    await register(ana, 2, { brand: "Apple" });
    const conditions = [{ kind: "select", field: "brand", anyOf: ["Nokia"] }];
    await create(ana, { state: { filter: "brand=Nokia" }, query: { ...query, conditions } });
    await runSender();
    expect(await mailsTo(backend, ANA)).toEqual([]);

    later(DAY_MS);
    await runSender();
    await runSender();
    const [mail, ...others] = await mailsTo(backend, ANA);
    expect(others).toEqual([]);
    expect(mail?.message.subject).toBe("Report “Mine”: 1 sample");
    expect(mail?.message.text).toContain("/private/exportreportfs?filter=brand%3DNokia");
    const [csv = ""] = await attached(ANA);
    expect(serialsIn(csv)).toEqual([numberedSample(1).serialNumber]);
    later(DAY_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toHaveLength(2);
  });

  test("contains what its owner may see when it is sent, each sample once", async () => {
    await register(ana, 1);
    await register(bea, 2);
    await register(boss, 3);
    await create(boss);
    later(DAY_MS);
    await runSender();
    const serials = (...numbers: number[]) =>
      numbers.map((number) => numberedSample(number).serialNumber).sort();
    expect((await attached(BOSS)).map(serialsIn)).toEqual([serials(1, 3)]);

    await backend.run((ctx) => ctx.db.patch("users", boss.userId, { role: "user" }));
    later(DAY_MS);
    await runSender();
    expect((await attached(BOSS)).map(serialsIn)).toEqual([serials(1, 3), serials(3)]);
  });

  test("a scheduled report whose sending was interrupted is sent by a later run, once", async () => {
    await create(ana);
    later(DAY_MS);
    // The state after a crash between `takeDue` and `finish`.
    const [scheduleId, dueFor] = await backend.run(async (ctx) => {
      const schedule = await ctx.db.query("reportSchedules").first();
      if (schedule?.dueAt === undefined) throw new Error("Nothing is scheduled");
      const { _id, dueAt } = schedule;
      const sending = { dueFor: dueAt, attempts: 1 };
      await ctx.db.patch("reportSchedules", _id, { dueAt: Date.now() + 15 * MINUTE_MS, sending });
      return [_id, dueAt] as const;
    });
    await runSender();
    expect(await mailsTo(backend, ANA)).toEqual([]);
    later(16 * MINUTE_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toHaveLength(1);
    await backend.action(internal.reports.send, { scheduleId, dueFor });
    expect(await mailsTo(backend, ANA)).toHaveLength(1);
  });

  test("a scheduled report that is cut off at every attempt is attempted five times, then its owner is notified", async () => {
    await create(ana);
    for (let attempt = 1; attempt <= 5; attempt++) {
      later(attempt === 1 ? DAY_MS : 16 * MINUTE_MS);
      await backend.mutation(internal.reports.takeDue, {});
      await backend.run(async (ctx) => {
        const [cutOff, ...others] = await ctx.db.system
          .query("_scheduled_functions")
          .filter((q) => q.eq(q.field("state.kind"), "pending"))
          .collect();
        expect([cutOff?.name, others]).toEqual(["reports:send", []]);
        if (cutOff !== undefined) await ctx.scheduler.cancel(cutOff._id);
      });
      expect(await mailsTo(backend, ANA)).toEqual([]);
    }
    later(16 * MINUTE_MS);
    await runSender();
    later(DAY_MS);
    await runSender();
    const subjects = (await mailsTo(backend, ANA)).map(({ message }) => message.subject);
    expect(subjects).toEqual(["Report “Mine” could not be sent"]);
    expect((await listOf(ana))[0]?.failedAt).toBeDefined();
  });

  test("a scheduled report that fails five times is paused, and its owner is notified", async () => {
    await create(ana);
    later(DAY_MS);
    await backend.run(async (ctx) => {
      const schedule = await ctx.db.query("reportSchedules").first();
      if (schedule === null) throw new Error("Nothing is scheduled");
      const sending = { dueFor: 1, attempts: 5 };
      await ctx.db.patch("reportSchedules", schedule._id, { sending });
    });
    await runSender();
    const [failed] = await listOf(ana);
    expect([failed?.dueAt, failed?.failedAt]).toEqual([undefined, Date.now()]);
    const [mail, ...others] = await mailsTo(backend, ANA);
    expect(others).toEqual([]);
    expect(mail?.message.subject).toBe("Report “Mine” could not be sent");
    later(DAY_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toHaveLength(1);

    const scheduleId = failed?._id ?? "";
    await ana.as.mutation(api.reports.setPaused, { scheduleId, isPaused: false });
    expect((await listOf(ana))[0]?.failedAt).toBeUndefined();
    later(DAY_MS);
    await runSender();
    expect((await mailsTo(backend, ANA)).map(({ message }) => message.subject)).toContain(
      "Report “Mine”: 0 samples",
    );
  });

  test("starts the next one that is due when it ends, whether it succeeded or not", async () => {
    await create(ana);
    await create(bea);
    await create(boss);
    later(DAY_MS);
    await backend.run(async (ctx) => {
      const [first] = await ctx.db.query("reportSchedules").take(1);
      if (first === undefined) throw new Error("Nothing is scheduled");
      await ctx.db.patch("reportSchedules", first._id, { sending: { dueFor: 1, attempts: 5 } });
    });
    await runSender();
    const sent = [await mailsTo(backend, BEA), await mailsTo(backend, BOSS)];
    expect(sent.map((mails) => mails.length)).toEqual([1, 1]);
  });

  test("keeps its file as long as its mail", async () => {
    await register(ana, 1);
    await create(ana);
    later(DAY_MS);
    await runSender();
    later(DAY_MS);
    await backend.mutation(internal.profile.sweepPhotos, {});
    expect((await attached(ANA)).map(serialsIn)).toEqual([[numberedSample(1).serialNumber]]);
    await ana.as.mutation(api.reports.remove, { scheduleId: (await listOf(ana))[0]?._id ?? "" });
    later(31 * DAY_MS);
    await backend.mutation(internal.sessions.sweep, {});
    expect(await mailsTo(backend, ANA)).toEqual([]);
    expect(await backend.run((ctx) => ctx.db.system.query("_storage").collect())).toEqual([]);
  });

  test("too large for a mail is sent as a link only, and is not read to its end", async () => {
    await register(ana, 1);
    const comments = "x".repeat(20_000);
    const count = 2 * Math.ceil(MAX_ATTACHMENT_BYTES / comments.length);
    await backend.run(async (ctx) => {
      const sample = await ctx.db.query("samples").first();
      if (sample === null) throw new Error("No sample");
      const { _id, _creationTime, ...fields } = sample;
      for (let index = 0; index < count; index++) {
        await ctx.db.insert("samples", { ...fields, comments });
      }
    });
    await create(ana);
    later(DAY_MS);
    await runSender();
    const [mail] = await mailsTo(backend, ANA);
    expect(mail?.attachment).toBeUndefined();
    expect(mail?.message.text).toContain("would exceed the 5 MB limit of an e-mail");
    const [, rows] = /more than ([\d,]+) samples/.exec(mail?.message.subject ?? "") ?? [];
    expect(Number(rows)).toBeLessThan(count);
  });

  test("stops when its owner's account is locked", async () => {
    await create(ana);
    await backend.run((ctx) => ctx.db.patch("users", ana.userId, { disabled: true }));
    later(DAY_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toEqual([]);
    await backend.run((ctx) => ctx.db.patch("users", ana.userId, { disabled: false }));
    expect(await listOf(ana)).toMatchObject([{ name: "Mine" }]);
    expect((await listOf(ana))[0]?.dueAt).toBeUndefined();
  });

  test("is paused, resumed and deleted by its owner only", async () => {
    const scheduleId = await create(ana);
    for (const [path, args] of [
      [api.reports.setPaused, { scheduleId, isPaused: true }],
      [api.reports.remove, { scheduleId }],
    ] as const) {
      expect(await refusedCode(bea.as.mutation(path, args as never))).toBe("DOCUMENT_MISSING");
    }
    await ana.as.mutation(api.reports.setPaused, { scheduleId, isPaused: true });
    later(DAY_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toEqual([]);
    await ana.as.mutation(api.reports.setPaused, { scheduleId, isPaused: false });
    later(DAY_MS);
    await runSender();
    expect(await mailsTo(backend, ANA)).toHaveLength(1);
    await ana.as.mutation(api.reports.remove, { scheduleId });
    expect(await listOf(ana)).toEqual([]);
  });

  test.each([
    ["no name", { name: " " }, "FIELD_MISSING"],
    ["a long name", { name: "x".repeat(MAX_SCHEDULE_NAME + 1) }, "FIELD_TOO_LONG"],
    ["a long address", { state: { filter: "x".repeat(MAX_VIEW_STATE + 1) } }, "FIELD_TOO_LONG"],
    [
      "long filters",
      {
        query: {
          ...query,
          conditions: [{ kind: "select", field: "brand", anyOf: Array(999).fill("a brand name") }],
        },
      },
      "FIELD_TOO_LONG",
    ],
    [
      "an endless time zone",
      { query: { ...query, search: "", conditions: [], timeZone: "x".repeat(99_999) } },
      "INPUT_INVALID",
    ],
    [
      "a filter on no column",
      { query: { ...query, conditions: [{ kind: "text", field: "passPort", contains: "1" }] } },
      "INPUT_INVALID",
    ],
  ] satisfies [string, Partial<Record<keyof Report, unknown>>, string][])(
    "is refused with %s",
    async (_what, changes, code) => {
      expect(await refusedCode(create(ana, changes))).toBe(code);
    },
  );

  test("is limited to twenty per person", async () => {
    for (let index = 0; index < MAX_SCHEDULES; index++) await create(ana, { name: `R${index}` });
    expect(await refusedCode(create(ana))).toBe("SCHEDULES_FULL");
  });
});
