import type { PaginationOptions, PaginationResult } from "convex/server";
import { NO_SAMPLES, STATUSES, type StatusCounts } from "../../domain/statuses";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { UserQueryCtx } from "../lib/functions";
import { capPage, emptyPage } from "./pages";
import { readTotals, sum, type Totals } from "./totals";

/** More people than any supervisor has; bounds the reads of a supervisor's figures. */
const MAX_REPORTS = 5_000;

type Holder = { readonly email: string; readonly supervisor: string };
type Counted = Pick<Doc<"samples">, "samplmanag" | "supervisor" | "status">;

/**
 * Collects how one transaction changes the holders' counts and the total, and writes each changed
 * count once.
 */
export class CountChanges {
  readonly #people = new Map<string, { holder: Holder; difference: StatusCounts }>();

  /** Counts one sample more (1) or less (-1) for its holder in its status. */
  add({ samplmanag: email, supervisor, status }: Counted, delta: 1 | -1): void {
    const person = this.#people.get(email) ?? {
      holder: { email, supervisor },
      difference: { ...NO_SAMPLES },
    };
    person.difference[status] += delta;
    this.#people.set(email, person);
  }

  /** Writes one document for each person whose counts differ, and hands the total to `totals`. */
  async flush(ctx: MutationCtx, totals: Totals): Promise<void> {
    for (const { holder, difference } of this.#people.values()) {
      if (STATUSES.every((status) => difference[status] === 0)) continue;
      await addToPerson(ctx, holder, difference);
      await totals.add(holder.email, difference);
    }
  }
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

export async function getForPerson(ctx: QueryCtx, email: string) {
  return await ctx.db
    .query("counterSamples")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/**
 * Figures of the caller's dashboard. `scope`: all samples for an admin, their own and their
 * reports' for a supervisor, their own for a user. A supervisor's figures read one document for
 * each report.
 */
export async function countsFor(ctx: UserQueryCtx) {
  const { email, role } = ctx.actor;
  const mine = (await getForPerson(ctx, email))?.counts ?? { ...NO_SAMPLES };
  if (role === "admin") return { scope: (await readTotals(ctx)).counts, mine };
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
