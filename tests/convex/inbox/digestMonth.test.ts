/**
 * A month of hand-overs while batches of digests are killed and the server is down at random,
 * compared with a model that lists every time at which a person must be reminded. The same with
 * 5,000 people, 100,000 samples and a killed process: `npm run bench -- month`.
 */
import fc from "fast-check";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import * as Digests from "../../../convex/model/inbox/digests";
import { DAY_MS } from "#domain/common/durations";
import { adam, ConvexLab } from "../../support/deployments/convexLab";
import { DigestModel, nextMorning, type Asked, type Request } from "../../support/digestModel";
import { property } from "../../support/property";

const START = Date.UTC(2026, 2, 1);
const HOUR_MS = DAY_MS / 24;
const ZONES = ["UTC", "America/Sao_Paulo", "Europe/Lisbon", "Asia/Kolkata"];

/** More people than one batch handles. */
const PEOPLE: readonly Asked[] = Array.from({ length: 13 }, (_, index) => ({
  email: `p${index}@company.com`,
  zone: ZONES[index % ZONES.length] ?? "UTC",
  days: index % 5,
  every: index % 4,
}));

let lab: ConvexLab;
beforeEach(() => {
  // Scheduled batches never run by themselves: `runBatches` replaces their schedule.
  vi.useFakeTimers({ now: START, toFake: ["setTimeout", "Date"] });
});
afterEach(() => vi.useRealTimers());

type Answer = "acknowledgeTransfer" | "cancelTransfer";
type Event =
  | { kind: "send"; from: Asked; to: Asked }
  | { kind: "answer"; which: number; step: Answer }
  | { kind: "crash"; isCommitted: boolean }
  | { kind: "down"; hours: number }
  | { kind: "nothing" };

const person = fc.constantFrom(...PEOPLE);
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("send" as const), from: person, to: person }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      which: fc.nat(),
      step: fc.constantFrom("acknowledgeTransfer" as const, "cancelTransfer" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("crash" as const), isCommitted: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("down" as const),
      hours: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "nothing" as const }) },
);

async function openLab() {
  vi.setSystemTime(START);
  lab = await ConvexLab.open();
  await lab.backend.addPeople(
    PEOPLE.map(({ email }) => ({ email, role: "user" as const, supervisor: adam })),
  );
  await lab.backend.t.run(async (ctx) => {
    for (const { email, zone, days, every } of PEOPLE) {
      const user = await ctx.db
        .query("users")
        .withIndex("by_email", (q) => q.eq("email", email))
        .unique();
      const digest = await Digests.digestOf(ctx, email);
      if (user === null || digest === null) throw new Error(`${email} was not added`);
      const thresholds = { trInTransitDays: days, trInTransitDaysRec: every };
      await ctx.db.patch("users", user._id, thresholds);
      const nextAt = nextMorning(zone, START);
      await ctx.db.patch("digests", digest._id, { timeZone: zone, nextAt });
    }
  });
}

async function stored(sampleId: Id<"samples">) {
  const sample = await lab.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
  if (sample === null) throw new Error(`${sampleId} is gone`);
  return sample;
}

/** Runs one batch and kills it before or after its commit: its successor is not scheduled. */
async function crash(isCommitted: boolean) {
  const batch = lab.backend.t.run(async (ctx) => {
    await Digests.runDue(ctx, Date.now());
    if (!isCommitted) throw new Error("killed");
  });
  await batch.catch(() => undefined);
}

/** Runs batches until no one is due, as their schedule does. */
async function runBatches() {
  while ((await dueNow()) > 0) await lab.backend.admin.mutation(internal.inbox.runDigests, {});
}

async function dueNow(): Promise<number> {
  const rows = await lab.backend.t.run((ctx) => ctx.db.query("digests").collect());
  return rows.filter(({ nextAt }) => nextAt <= Date.now()).length;
}

const WEEKS = 4;
/** Two events a day, at varying hours. */
const EVENTS = WEEKS * 7 * 2;
const momentOf = (index: number) => START + ((index + 1) * 12 + (index % 5)) * HOUR_MS;

class Month {
  readonly model = new DigestModel(PEOPLE, START);
  readonly #waiting = new Map<Request, Id<"samples">>();

  async send(from: Asked, to: Asked): Promise<void> {
    if (from === to) return;
    const sampleId = await lab.register(from.email);
    await lab.take("transfer", from.email, sampleId, to.email);
    const { serialNumber: serial } = await stored(sampleId);
    const request = { serial, to, since: Date.now(), until: Infinity };
    this.model.requests.push(request);
    this.#waiting.set(request, sampleId);
  }

  async answer(which: number, step: Answer): Promise<void> {
    const [request, sampleId] = [...this.#waiting][which % this.#waiting.size] ?? [];
    if (request === undefined || sampleId === undefined) return;
    const { samplmanag } = await stored(sampleId);
    await lab.take(step, step === "cancelTransfer" ? samplmanag : request.to.email, sampleId);
    request.until = Date.now();
    this.#waiting.delete(request);
  }
}

property([fc.array(anyEvent, { minLength: EVENTS, maxLength: EVENTS })], { numRuns: 2 })(
  "in a month with crashes every due reminder is sent exactly once, and nothing else",
  async (events) => {
    await openLab();
    const month = new Month();
    let upAgainAt = START;
    for (const [index, event] of events.entries()) {
      const now = momentOf(index);
      vi.setSystemTime(now);
      if (event.kind === "send") await month.send(event.from, event.to);
      if (event.kind === "answer") await month.answer(event.which, event.step);
      if (event.kind === "down") upAgainAt = now + event.hours * HOUR_MS;
      if (now < upAgainAt) continue;
      if (event.kind === "crash") await crash(event.isCommitted);
      await runBatches();
      month.model.ran(now);
    }
    expect((await toldInMails()).sort()).toEqual(month.model.remindersInMails().sort());
    expect((await escalated()).sort()).toEqual(month.model.escalations().sort());
  },
);

/** Returns a line for each sample in each mail to one of the people. */
async function toldInMails(): Promise<string[]> {
  const mails = await lab.backend.t.run((ctx) => ctx.db.query("mail").collect());
  return mails.flatMap(({ to, nextAttemptAt, message }) => {
    if (!PEOPLE.some(({ email }) => email === to)) return [];
    const serials = [...message.text.matchAll(/, (\S+): sent by/g)].map(([, serial]) => serial);
    return serials.map((serial) => `${to} ${nextAttemptAt} ${serial}`);
  });
}

/** Returns the serial number of each request that a supervisor was notified of. */
async function escalated(): Promise<string[]> {
  const told = await lab.backend.t.run((ctx) => ctx.db.query("notifications").collect());
  return told.flatMap(({ notice }) => (notice.kind === "unanswered" ? [notice.serialNumber] : []));
}
