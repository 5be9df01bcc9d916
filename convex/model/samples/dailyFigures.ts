/**
 * Computes the figures of each UTC day when it is over and none of its steps can be undone any
 * more: what every team, country and the company held at its end, and how long the transfers
 * received on it had been in transit, excluding undone receptions. A day takes one batch per 100
 * people and one per 100 history records. Each batch is a transaction that also stores its
 * progress, so a crash repeats or skips nothing. A deployment that was off computes the missing
 * days later, with the same results: `earlierCounts` has what each person held at the end of any
 * day.
 *
 * Hand-overs do not wait for any of this. Updating team and company figures within a step would
 * make people of one team write the same document.
 */
import { dayOf } from "#domain/common/days";
import { DAY_MS } from "#domain/common/durations";
import { omitUndefined } from "#domain/common/objects";
import type { StatusCounts } from "#domain/custody/statuses";
import { addTimes, timeBucket, type TransitTimes } from "#domain/custody/transitTimes";
import { TREND_DAYS, type Group } from "#domain/samples/trends";
import { UNDO_MS } from "#domain/custody/undo";
import { WORKFLOW } from "#domain/custody/workflow";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import { readMoves } from "../people/addressMoves";
import { presentEmail } from "../people/formerEmails";
import { sum } from "../common/totals";
import { isUndone } from "./undoneRecords";
import * as Users from "../people/users";

/** Documents read per transaction; with the documents that they refer to, about 400 reads. */
const BATCH = 100;

type Run = Pick<Doc<"dailyFigureRuns">, "day" | "phase" | "cursor">;

/**
 * Returns the first day whose figures are not complete; stored figures of that day cover only some
 * of the people. Null before the first run.
 */
export async function firstUnmade(ctx: QueryCtx): Promise<number | null> {
  return (await ctx.db.query("dailyFigureRuns").first())?.day ?? null;
}

/**
 * Computes the next batch of the days that are over, and schedules the following batch until none
 * is left.
 */
export async function makeNext(ctx: MutationCtx, now: number): Promise<void> {
  const stored = await ctx.db.query("dailyFigureRuns").first();
  const today = dayOf(now);
  if (stored === null) return await begin(ctx, today);
  const run = skipForgotten(stored, today);
  if (run.day >= dayOf(now - UNDO_MS)) return;
  await ctx.db.patch("dailyFigureRuns", stored._id, await makeBatch(ctx, run));
  await ctx.scheduler.runAfter(0, internal.trends.makeFigures, {});
}

/** Sets the first day to compute. Only the demo, whose data has a past, starts before today. */
export async function begin(ctx: MutationCtx, day: number): Promise<void> {
  const first: Run = { day, phase: "counts", cursor: "" };
  const stored = await ctx.db.query("dailyFigureRuns").first();
  if (stored === null) await ctx.db.insert("dailyFigureRuns", first);
  else await ctx.db.patch("dailyFigureRuns", stored._id, first);
}

/** Skips days too old for any trend to show. */
function skipForgotten({ day, phase, cursor }: Run, today: number): Run {
  const first = today - TREND_DAYS;
  return day < first ? { day: first, phase: "counts", cursor: "" } : { day, phase, cursor };
}

/**
 * Computes the run's next batch; a phase without remaining work passes to the next phase. Reads at
 * most one page of history, because Convex allows one paginated query per transaction.
 *
 * @returns where the next batch starts
 */
async function makeBatch(ctx: MutationCtx, run: Run): Promise<Run> {
  switch (run.phase) {
    case "counts":
      return (await addCounts(ctx, run)) ?? (await makeBatch(ctx, { ...run, phase: "deletion" }));
    case "deletion":
      if (await deleteForgotten(ctx, run.day)) return run;
      return await makeBatch(ctx, { ...run, phase: "times", cursor: "" });
    case "times":
      return (await addTransitTimes(ctx, run)) ?? { day: run.day + 1, phase: "counts", cursor: "" };
  }
}

/** @returns null when all people have been counted */
async function addCounts(ctx: MutationCtx, run: Run): Promise<Run | null> {
  const counters = await ctx.db
    .query("counterSamples")
    .withIndex("by_email", (q) => q.gt("email", run.cursor))
    .take(BATCH);
  const moves = await readMoves(ctx);
  const figures = new Figures();
  for (const counter of counters) {
    const held = await heldOn(ctx, counter, run.day);
    if (held === null) continue;
    const { email, counts } = held;
    const supervisor = moves.get(held.supervisor) ?? held.supervisor;
    const person = await Users.getByEmail(ctx, email);
    for (const group of groupsOf({ email, supervisor }, person)) figures.add(group, { counts });
  }
  await figures.store(ctx, run.day);
  const last = counters.at(-1);
  return counters.length < BATCH || last === undefined ? null : { ...run, cursor: last.email };
}

type Held = Pick<Doc<"earlierCounts">, "email" | "supervisor" | "counts">;

/**
 * Returns what a person held at the end of `day`; null before their first sample, or before counts
 * were recorded. Reads at most one document.
 */
async function heldOn(
  ctx: QueryCtx,
  counter: Doc<"counterSamples">,
  day: number,
): Promise<Held | null> {
  if (counter.since <= day) return counter;
  const earlier = await ctx.db
    .query("earlierCounts")
    .withIndex("by_email_and_until", (q) => q.eq("email", counter.email).gte("until", day))
    .first();
  return earlier !== null && earlier.since <= day ? earlier : null;
}

/**
 * The distinct groups that include a person.
 * @param person null for an address without an account
 */
function groupsOf(
  { email, supervisor }: Pick<Held, "email" | "supervisor">,
  person: Doc<"users"> | null,
): Group[] {
  const groups: Group[] = [
    { kind: "company", key: "" },
    { kind: "team", key: supervisor },
  ];
  if (person === null) return groups;
  if (person.role !== "user" && email !== supervisor) groups.push({ kind: "team", key: email });
  if (person.country !== "") groups.push({ kind: "country", key: person.country });
  return groups;
}

/** @returns null when all of the day's history has been read */
async function addTransitTimes(ctx: MutationCtx, run: Run): Promise<Run | null> {
  const from = run.day * DAY_MS;
  const { page, isDone, continueCursor } = await ctx.db
    .query("history")
    .withIndex("by_actiondate", (q) => q.gte("actiondate", from).lt("actiondate", from + DAY_MS))
    .paginate({ cursor: run.cursor === "" ? null : run.cursor, numItems: BATCH });
  const figures = new Figures();
  for (const record of page) {
    if (record.action !== WORKFLOW.acknowledgeTransfer.action) continue;
    if (await isUndone(ctx, record)) continue;
    const ms = await timeInTransit(ctx, record);
    if (ms === null) continue;
    const times = { [timeBucket(ms)]: 1 };
    for (const group of await groupsOfRecord(ctx, record)) figures.add(group, { times });
  }
  await figures.store(ctx, run.day);
  return isDone ? null : { ...run, cursor: continueCursor };
}

/**
 * Maximum number of records read back from an acknowledgement to its transfer; a declined loss, for
 * example, adds records in between.
 */
const MAX_BETWEEN = 20;

/** Returns the ms from a transfer to its acknowledgement; null if the transfer is not found. */
async function timeInTransit(ctx: QueryCtx, received: Doc<"history">): Promise<number | null> {
  const before = await ctx.db
    .query("history")
    .withIndex("by_sampleId_and_actiondate", (q) =>
      q.eq("sampleId", received.sampleId).lte("actiondate", received.actiondate),
    )
    .order("desc")
    .take(MAX_BETWEEN);
  const sent = before.find(({ action }) => action === WORKFLOW.transfer.action);
  return sent === undefined ? null : received.actiondate - sent.actiondate;
}

/**
 * The groups under which the History screen finds the record, starting with the recipient's. A
 * record may name people by a former address; their figures are stored under the present one.
 */
async function groupsOfRecord(
  ctx: QueryCtx,
  { samplmanag, supervisor, country }: Doc<"history">,
): Promise<Group[]> {
  return [
    { kind: "person", key: await presentEmail(ctx, samplmanag) },
    { kind: "team", key: await presentEmail(ctx, supervisor) },
    { kind: "country", key: country },
    { kind: "company", key: "" },
  ];
}

/**
 * Deletes rows too old for any trend to read.
 * @returns false when none was left
 */
async function deleteForgotten(ctx: MutationCtx, day: number): Promise<boolean> {
  const first = day - TREND_DAYS;
  const figures = await ctx.db
    .query("dailyFigures")
    .withIndex("by_day_and_kind", (q) => q.lt("day", first))
    .take(BATCH);
  const counts = await ctx.db
    .query("earlierCounts")
    .withIndex("by_until", (q) => q.lt("until", first))
    .take(BATCH);
  for (const { _id } of figures) await ctx.db.delete("dailyFigures", _id);
  for (const { _id } of counts) await ctx.db.delete("earlierCounts", _id);
  return figures.length + counts.length > 0;
}

/**
 * Maximum number of days for which a group has figures: twice a trend, after a deployment was off
 * for the length of one.
 */
const MAX_DAYS = 2 * (TREND_DAYS + 1);

/**
 * Refuses a change of address while the day's count has passed one of the two addresses but not the
 * other: the person would be counted twice or not at all.
 *
 * @throws FIGURES_UNDER_WAY
 */
export async function requireNotBetween(ctx: QueryCtx, from: string, to: string): Promise<void> {
  const run = await ctx.db.query("dailyFigureRuns").first();
  if (run?.phase !== "counts") return;
  if (from <= run.cursor !== to <= run.cursor) throw appError("FIGURES_UNDER_WAY");
}

/** Moves the figures of a person and of their team to another address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  for (const kind of ["person", "team"] as const) {
    const rows = await ctx.db
      .query("dailyFigures")
      .withIndex("by_kind_and_key_and_day", (q) => q.eq("kind", kind).eq("key", from))
      .take(MAX_DAYS);
    for (const { _id, day, counts, times } of rows) {
      await ctx.db.delete("dailyFigures", _id);
      // People may have named the new address as their supervisor before any account had it, so its
      // row may already exist and is added to.
      const figures = new Figures();
      figures.add({ kind, key: to }, { counts, times });
      await figures.store(ctx, day);
    }
  }
}

type Added = { counts?: StatusCounts; times?: TransitTimes };

/** Sums one batch's additions to a day, so that each group's row is written once. */
class Figures {
  readonly #added = new Map<string, Group & Added>();

  add({ kind, key }: Group, { counts, times }: Maybe<Added>): void {
    const name = `${kind} ${key}`;
    const known = this.#added.get(name) ?? { kind, key };
    this.#added.set(name, { kind, key, ...merge(known, { counts, times }) });
  }

  async store(ctx: MutationCtx, day: number): Promise<void> {
    for (const { kind, key, ...added } of this.#added.values()) {
      const stored = await ctx.db
        .query("dailyFigures")
        .withIndex("by_kind_and_key_and_day", (q) =>
          q.eq("kind", kind).eq("key", key).eq("day", day),
        )
        .unique();
      if (stored === null) await ctx.db.insert("dailyFigures", { kind, key, day, ...added });
      else await ctx.db.patch("dailyFigures", stored._id, merge(stored, added));
    }
  }
}

type Maybe<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

function merge(one: Maybe<Added>, other: Maybe<Added>): Added {
  const counts = one.counts && other.counts ? sum(one.counts, other.counts) : undefined;
  const times = one.times && other.times ? addTimes(one.times, other.times) : undefined;
  return omitUndefined({
    counts: counts ?? one.counts ?? other.counts,
    times: times ?? one.times ?? other.times,
  });
}
