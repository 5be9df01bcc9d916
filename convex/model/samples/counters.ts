import { getOneFrom } from "convex-helpers/server/relationships";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { dayOf } from "#domain/common/days";
import { overSince, type OverSince } from "#domain/custody/limits";
import { matchesPerson } from "#domain/people/nameSearch";
import {
  countAnsweredFor,
  NO_SAMPLES,
  STATUSES,
  sumOf,
  type StatusCounts,
} from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow } from "../people/addressMoves";
import * as NameWords from "../common/nameWords";
import { capPage, emptyPage } from "../common/pages";
import type { PeopleByEmail } from "../people/users";
import { TeamTotals, teamTotal } from "./teamTotals";
import { readTotals, sum, type Totals } from "../common/totals";

/** More reports than any supervisor has; bounds the reads of a search among them. */
const MAX_REPORTS = 5_000;

type Holder = { readonly email: string; readonly supervisor: string };
type Counted = Pick<Doc<"samples">, "samplmanag" | "supervisor" | "status">;

/**
 * Collects one transaction's changes of the holders' counts and the total, and writes each changed
 * count once.
 */
export class CountChanges {
  readonly #people = new Map<string, { holder: Holder; difference: StatusCounts }>();

  /** Adds one sample (1) to its holder's count in its status, or removes one (-1). */
  add({ samplmanag: email, supervisor, status }: Counted, delta: 1 | -1): void {
    const person = this.#people.get(email) ?? {
      holder: { email, supervisor },
      difference: { ...NO_SAMPLES },
    };
    person.difference[status] += delta;
    this.#people.set(email, person);
  }

  /**
   * Writes one document for each person whose counts changed (two at the person's first change of a
   * day) and one for each affected shard of a team, and adds the changes to `totals`.
   *
   * @param now epoch ms
   */
  async flush(ctx: MutationCtx, totals: Totals, people: PeopleByEmail, now: number): Promise<void> {
    const teams = new TeamTotals(ctx);
    for (const { holder, difference } of this.#people.values()) {
      if (STATUSES.every((status) => difference[status] === 0)) continue;
      const person = await people.get(holder.email);
      await addToPerson(ctx, teams, { ...holder, person }, difference, now);
      await totals.add(holder.email, difference);
    }
    await teams.flush();
  }
}

async function addToPerson(
  ctx: MutationCtx,
  teams: TeamTotals,
  { email, supervisor, person }: Holder & { readonly person: Doc<"users"> | null },
  difference: StatusCounts,
  now: number,
) {
  const day = dayOf(now);
  const counter = await getForPerson(ctx, email);
  await teams.add(counter ?? { email, supervisor }, difference);
  const counts = sum(counter?.counts ?? NO_SAMPLES, difference);
  const total = sumOf(counts);
  const limits = limitsPassed(person, counts, counter?.overSince ?? {}, now);
  // A decline, an undo or a reopening can give a person who left something back.
  const { leftAt } = person ?? {};
  const left =
    leftAt !== undefined && countAnsweredFor(counts) > 0 ? { leftBehindSince: leftAt } : {};
  if (counter === null) {
    const fields = { email, supervisor, counts, total, since: day, overSince: limits, ...left };
    await ctx.db.insert("counterSamples", fields);
    return;
  }
  await keepEarlier(ctx, counter, day);
  const since = Math.max(day, counter.since);
  const fields = { counts, total, since, overSince: limits, ...left };
  await ctx.db.patch("counterSamples", counter._id, fields);
}

/**
 * Returns since when the holder has been over each limit; a person without an account has no
 * limits.
 */
function limitsPassed(
  person: Doc<"users"> | null,
  counts: StatusCounts,
  earlier: OverSince,
  now: number,
): OverSince {
  return person === null ? {} : overSince(counts, person, earlier, now);
}

/** Sets since when a person who left has left something behind; undefined: nothing. */
export async function setLeftBehind(
  ctx: MutationCtx,
  { email, supervisor = "" }: Doc<"users">,
  leftBehindSince: number | undefined,
): Promise<void> {
  const counter = await getForPerson(ctx, email);
  if (counter?.leftBehindSince === leftBehindSince) return;
  if (counter !== null) {
    await ctx.db.patch("counterSamples", counter._id, { leftBehindSince });
    return;
  }
  if (leftBehindSince === undefined) return;
  const none = { counts: { ...NO_SAMPLES }, total: 0, since: dayOf(Date.now()) };
  await ctx.db.insert("counterSamples", { email, supervisor, ...none, leftBehindSince });
}

/** Recomputes since when a person has been over their limits, after the limits changed. */
export async function applyLimits(ctx: MutationCtx, person: Doc<"users">): Promise<void> {
  const counter = await getForPerson(ctx, person.email);
  if (counter === null) return;
  const limits = overSince(counter.counts, person, counter.overSince ?? {}, Date.now());
  await ctx.db.patch("counterSamples", counter._id, { overSince: limits });
}

/**
 * Stores the counts that were valid until the day before `day`. Call it before a change on that
 * day: the first call of a day writes a document, later ones write nothing.
 */
async function keepEarlier(ctx: MutationCtx, counter: Doc<"counterSamples">, day: number) {
  const { email, supervisor, counts, since } = counter;
  if (day <= since) return;
  await ctx.db.insert("earlierCounts", { email, supervisor, counts, since, until: day - 1 });
}

/** Assigns a counter to another supervisor; days before `now` (epoch ms) keep the former one. */
export async function setSupervisor(
  ctx: MutationCtx,
  email: string,
  supervisor: string,
  now: number,
): Promise<void> {
  const counter = await getForPerson(ctx, email);
  if (counter === null) return;
  const day = dayOf(now);
  await keepEarlier(ctx, counter, day);
  const since = Math.max(day, counter.since);
  await moveCounters(ctx, [counter], { supervisor, since });
}

/** Assigns counters to another e-mail or supervisor, and moves them between team totals. */
async function moveCounters(
  ctx: MutationCtx,
  counters: readonly Doc<"counterSamples">[],
  to: Partial<Pick<Doc<"counterSamples">, "email" | "supervisor" | "since">>,
): Promise<void> {
  const teams = new TeamTotals(ctx);
  for (const counter of counters) {
    await teams.move(counter, to);
    await ctx.db.patch("counterSamples", counter._id, to);
  }
  await teams.flush();
}

/** Updates counters to the new e-mail of their supervisor. */
export async function renameSupervisor(
  ctx: MutationCtx,
  counters: readonly Doc<"counterSamples">[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const stale = counters.filter(({ supervisor }) => supervisor === from);
  await moveCounters(ctx, stale, { supervisor: to });
}

/**
 * Maximum number of a person's documents that move to another address: one per day, for three
 * years.
 */
const MAX_DAYS = 1_100;

/** Moves a person's current and earlier counts to another address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const counter = await getForPerson(ctx, from);
  if (counter !== null) {
    // If the person supervises themselves, both fields change together; a person is never counted
    // in their own team, so no team total changes.
    const isOwn = counter.supervisor === from;
    await moveCounters(ctx, [counter], { email: to, ...(isOwn && { supervisor: to }) });
  }
  const earlier = await ctx.db
    .query("earlierCounts")
    .withIndex("by_email_and_until", (q) => q.eq("email", from))
    .order("desc")
    .take(MAX_DAYS);
  for (const { _id } of earlier) await ctx.db.patch("earlierCounts", _id, { email: to });
}

export async function getForPerson(ctx: QueryCtx, email: string) {
  return await getOneFrom(ctx.db, "counterSamples", "by_email", email);
}

/**
 * Counts for the caller's dashboard. `scope`: all samples for an admin, their own and their
 * reports' for a supervisor, their own for a user.
 */
export async function countsFor(ctx: UserQueryCtx) {
  const { email, role } = ctx.actor;
  const mine = (await getForPerson(ctx, email))?.counts ?? { ...NO_SAMPLES };
  if (role === "admin") return { scope: (await readTotals(ctx)).counts, mine };
  if (role === "user") return { scope: mine, mine };
  return { scope: sum(await teamTotal(ctx, email), mine), mine };
}

/**
 * One page of the counters that `countsFor` sums in `scope`, without the caller's own; largest
 * holders first.
 */
export async function colleagues(
  ctx: UserQueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"counterSamples">>> {
  const { email, role } = ctx.actor;
  if (role === "user") return emptyPage();
  const inScope =
    role === "admin"
      ? ctx.db.query("counterSamples").withIndex("by_total").order("desc")
      : reportsOf(ctx, await addressesNow(ctx, email));
  const found = await inScope.paginate(capPage(paginationOpts));
  return { ...found, page: found.page.filter((counter) => counter.email !== email) };
}

/**
 * Finds the counters of `colleagues` that are over a limit: at most `max`, largest holders first.
 * Reads only these, so the query of a dashboard reruns only when one of them changes.
 */
export async function overLimit(ctx: UserQueryCtx, max: number): Promise<Doc<"counterSamples">[]> {
  const { email, role } = ctx.actor;
  if (role === "user") return [];
  // Objects sort by their fields, so the empty one precedes all that name a limit.
  const inScope =
    role === "admin"
      ? ctx.db.query("counterSamples").withIndex("by_overSince", (q) => q.gt("overSince", {}))
      : mergeRanges<"counterSamples">(
          ctx,
          await addressesNow(ctx, email),
          ["overSince"],
          (db, address) =>
            db
              .query("counterSamples")
              .withIndex("by_supervisor_and_overSince", (q) =>
                q.eq("supervisor", address).gt("overSince", {}),
              )
              .order("asc"),
        );
  const found = await inScope.take(max);
  return found
    .filter((counter) => counter.email !== email)
    .sort((one, other) => other.total - one.total);
}

/** Maximum number of results in a search for a colleague's figures. */
const MAX_FOUND = 50;

/**
 * Finds counters of `colleagues` whose address, or words of whose name, start with the search text:
 * at most 50, largest holders first. Reads at most 50 counters by address, and 50 people by name
 * or, for a supervisor, all reports.
 */
export async function findColleagues(
  ctx: UserQueryCtx,
  search: string,
): Promise<Doc<"counterSamples">[]> {
  const { email, role } = ctx.actor;
  const prefix = search.trim().toLowerCase();
  if (role === "user" || prefix === "") return [];
  const emails = new Set(
    role === "admin" ? await findEmails(ctx, prefix) : await findReports(ctx, email, prefix),
  );
  emails.delete(email);
  const counters = await Promise.all([...emails].map((each) => getForPerson(ctx, each)));
  return counters
    .filter((counter) => counter !== null)
    .sort((one, other) => other.total - one.total)
    .slice(0, MAX_FOUND);
}

async function findEmails(ctx: QueryCtx, prefix: string): Promise<string[]> {
  const byEmail = await ctx.db
    .query("counterSamples")
    .withIndex("by_email", (q) => q.gte("email", prefix).lt("email", NameWords.prefixEnd(prefix)))
    .take(MAX_FOUND);
  const byName = await NameWords.find(ctx, prefix, MAX_FOUND);
  return [...byEmail, ...byName].map(({ email }) => email);
}

async function findReports(ctx: QueryCtx, supervisor: string, typed: string): Promise<string[]> {
  const addresses = await addressesNow(ctx, supervisor);
  const reports = await mergeRanges<"users">(ctx, addresses, ["email"], (db, address) =>
    db
      .query("users")
      .withIndex("by_supervisor_and_email", (q) => q.eq("supervisor", address))
      .order("asc"),
  ).take(MAX_REPORTS);
  const found = reports.filter((report) => matchesPerson(report, typed));
  return found.slice(0, MAX_FOUND).map(({ email }) => email);
}

/**
 * The counters of the people who report to the person with these addresses, largest holders first.
 */
function reportsOf(ctx: QueryCtx, addresses: readonly string[]) {
  return mergeRanges<"counterSamples">(ctx, addresses, ["total"], (db, address) =>
    db
      .query("counterSamples")
      .withIndex("by_supervisor_and_total", (q) => q.eq("supervisor", address))
      .order("desc"),
  );
}
