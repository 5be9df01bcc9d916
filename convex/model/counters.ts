import type { PaginationOptions, PaginationResult } from "convex/server";
import { NO_SAMPLES, STATUSES, type Status, type StatusCounts } from "../../domain/statuses";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { UserQueryCtx } from "../lib/functions";
import { capPage, emptyPage } from "./pages";

/** A change of `delta` samples to the count of one holder in one status. */
export type CountChange = {
  readonly holder: Holder;
  readonly status: Status;
  readonly delta: number;
};
type Holder = { readonly email: string; readonly supervisor: string };

/** Shards of the total count, so that hand-overs of different people rarely write the same one. */
const TOTAL_SHARDS = 16;

/** More people than any supervisor has; bounds the reads of a supervisor's figures. */
const MAX_REPORTS = 5_000;

/**
 * Applies changes to the holders' counts and to the total. It writes once for each person and once
 * for each shard, however many samples changed: a batch of 250 imported rows costs two writes.
 */
export async function apply(ctx: MutationCtx, changes: readonly CountChange[]): Promise<void> {
  const people = new Map<string, { holder: Holder; difference: StatusCounts }>();
  for (const { holder, status, delta } of changes) {
    const person = people.get(holder.email) ?? { holder, difference: { ...NO_SAMPLES } };
    person.difference[status] += delta;
    people.set(holder.email, person);
  }
  const totals = new Map<number, StatusCounts>();
  for (const { holder, difference } of people.values()) {
    await addToPerson(ctx, holder, difference);
    const shard = shardOf(holder.email);
    totals.set(shard, sum(totals.get(shard) ?? NO_SAMPLES, difference));
  }
  for (const [shard, difference] of totals) await addToTotal(ctx, shard, difference);
}

type Counted = Pick<Doc<"samples">, "samplmanag" | "supervisor" | "status">;

/** One sample more (1) or less (-1) for its holder in its status. */
export function countChange(
  { samplmanag: email, supervisor, status }: Counted,
  delta: 1 | -1,
): CountChange {
  return { holder: { email, supervisor }, status, delta };
}

/** The changes for a sample that moved to another holder, another status or both. */
export function countChanges(before: Counted, after: Counted): CountChange[] {
  return [countChange(before, -1), countChange(after, 1)];
}

async function addToPerson(ctx: MutationCtx, holder: Holder, difference: StatusCounts) {
  const counter = await getForPerson(ctx, holder.email);
  if (counter === null) {
    await ctx.db.insert("counterSamples", {
      email: holder.email,
      supervisor: holder.supervisor,
      counts: sum(NO_SAMPLES, difference),
    });
    return;
  }
  await ctx.db.patch("counterSamples", counter._id, { counts: sum(counter.counts, difference) });
}

async function addToTotal(ctx: MutationCtx, shard: number, difference: StatusCounts) {
  const total = await ctx.db
    .query("counterTotals")
    .withIndex("by_shard", (q) => q.eq("shard", shard))
    .unique();
  if (total === null) {
    await ctx.db.insert("counterTotals", { shard, counts: sum(NO_SAMPLES, difference) });
    return;
  }
  await ctx.db.patch("counterTotals", total._id, { counts: sum(total.counts, difference) });
}

export async function getForPerson(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("counterSamples")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/** Everybody's counts. Reads at most 16 documents. */
export async function total(ctx: QueryCtx): Promise<StatusCounts> {
  const shards = await ctx.db.query("counterTotals").take(TOTAL_SHARDS);
  return shards.reduce((counts, shard) => sum(counts, shard.counts), { ...NO_SAMPLES });
}

/**
 * Figures of the caller's dashboard. `scope`: all samples for an admin, their own and their
 * reports' for a supervisor, their own for a user. A supervisor's figures read one document for
 * each report.
 */
export async function countsFor(ctx: UserQueryCtx) {
  const { email, role } = ctx.actor;
  const mine = (await getForPerson(ctx, email))?.counts ?? { ...NO_SAMPLES };
  if (role === "admin") return { scope: await total(ctx), mine };
  if (role === "user") return { scope: mine, mine };
  return { scope: sum(await teamTotal(ctx, email), mine), mine };
}

/**
 * Counts what the reports of `supervisor` hold, without what they hold themselves. Reads one
 * document for each report.
 */
export async function teamTotal(ctx: QueryCtx, supervisor: string): Promise<StatusCounts> {
  const reports = await ctx.db
    .query("counterSamples")
    .withIndex("by_supervisor", (q) => q.eq("supervisor", supervisor))
    .take(MAX_REPORTS);
  const others = reports.filter(({ email }) => email !== supervisor);
  return others.reduce((counts, report) => sum(counts, report.counts), { ...NO_SAMPLES });
}

/** One page of the counters that `countsFor` adds up in `scope`, without the caller's own. */
export async function colleagues(
  ctx: UserQueryCtx,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"counterSamples">>> {
  const { email, role } = ctx.actor;
  if (role === "user") return emptyPage();
  const counters = ctx.db.query("counterSamples");
  const inScope =
    role === "admin"
      ? counters.withIndex("by_email")
      : counters.withIndex("by_supervisor", (q) => q.eq("supervisor", email));
  const found = await inScope.paginate(capPage(paginationOpts));
  return { ...found, page: found.page.filter((counter) => counter.email !== email) };
}

export function sum(left: StatusCounts, right: StatusCounts): StatusCounts {
  const counts = { ...left };
  for (const status of STATUSES) counts[status] += right[status];
  return counts;
}

/** Hashes the e-mail (FNV-1a), so that one person always writes the same shard. */
function shardOf(email: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < email.length; index++) {
    hash = Math.imul(hash ^ email.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % TOTAL_SHARDS;
}
