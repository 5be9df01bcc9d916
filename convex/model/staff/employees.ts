import type { PaginationOptions, PaginationResult } from "convex/server";
import { employeeFilterColumns } from "#domain/people/employeeTable";
import { limitReminders } from "#domain/custody/limits";
import { mayAct } from "#domain/people/roles";
import { countAnsweredFor, NO_SAMPLES } from "#domain/custody/statuses";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { UserQueryCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import {
  capScan,
  compileQuery,
  filterPage,
  type FilteredPage,
  type TableQueryArgs,
} from "../../lib/tableQueries";
import { addressesNow } from "../people/addressMoves";
import * as Counters from "../samples/counters";
import { capPage } from "../common/pages";
import * as Users from "../people/users";

/**
 * One page of the people whose records the caller may read, by e-mail; supervisors come first in
 * their own list (docs/product.md, "Employees and private data"). A query tests up to 500 people; a
 * condition on exactly one supervisor narrows the index range.
 *
 * @throws INPUT_INVALID for a query on an unknown column
 */
export async function page(
  ctx: UserQueryCtx,
  { query, paginationOpts }: { query?: TableQueryArgs; paginationOpts: PaginationOptions },
): Promise<FilteredPage<Doc<"users">>> {
  const test = compileQuery(query, employeeFilterColumns);
  const options = (test === null ? capPage : capScan)(paginationOpts);
  const found = await peopleInScope(ctx, soleSupervisor(query), options);
  return test === null ? found : filterPage(found, test);
}

async function peopleInScope(
  ctx: UserQueryCtx,
  supervisor: string | undefined,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Doc<"users">>> {
  const { actor } = ctx;
  const reportsOf = async (email: string) => {
    const addresses = await addressesNow(ctx, email);
    const reports = mergeRanges<"users">(ctx, addresses, ["email"], (db, address) =>
      db
        .query("users")
        .withIndex("by_supervisor_and_email", (q) => q.eq("supervisor", address))
        .order("asc"),
    );
    return await reports.paginate(paginationOpts);
  };
  switch (actor.role) {
    case "user":
      return { page: [actor], isDone: true, continueCursor: "" };
    case "supervisor": {
      const reports = await reportsOf(actor.email);
      const others = reports.page.filter(({ _id }) => _id !== actor._id);
      return { ...reports, page: paginationOpts.cursor === null ? [actor, ...others] : others };
    }
    case "admin":
      if (supervisor !== undefined) return await reportsOf(supervisor);
      return await ctx.db.query("users").withIndex("by_email").paginate(paginationOpts);
    default:
      return actor.role satisfies never;
  }
}

/** The supervisor that a query filters by; undefined unless exactly one is selected. */
function soleSupervisor(query: TableQueryArgs | undefined): string | undefined {
  const chosen = query?.conditions.find(({ field }) => field === "supervisor");
  const [supervisor, ...others] = chosen?.kind === "select" ? chosen.anyOf : [];
  return supervisor && others.length === 0 ? supervisor : undefined;
}

/**
 * A person's sample counts: by status, in use, and in their responsibility. Reads one counter
 * document, which each step updates. `overMaximumSince`: epoch ms since when the samples in use
 * count as exceeding `samplmax`; undefined if they do not.
 */
export async function countsOf(ctx: QueryCtx, person: Doc<"users">) {
  const counter = await Counters.getForPerson(ctx, person.email);
  const counts = counter?.counts ?? { ...NO_SAMPLES };
  const since = counter?.overSince?.inUse;
  return {
    counts,
    inusesampl: counts["In Use"],
    answersFor: countAnsweredFor(counts),
    ...(since !== undefined && {
      overMaximumSince: limitReminders("inUse", since, person).firstAt,
    }),
  };
}

/** More reports than one person ever has. */
const MAX_REPORTS = 1_000;

/**
 * Returns the e-mails of the people whose supervisor (`email`) may no longer supervise, because
 * they are disabled or have become a user again. These reports have no acting supervisor until an
 * admin assigns another one.
 *
 * @returns at most MAX_REPORTS, by e-mail; none while the person may supervise
 */
export async function unsupervisedReports(ctx: QueryCtx, email: string): Promise<string[]> {
  const user = await Users.getByTypedEmail(ctx, email);
  if (user.isActive && mayAct(user.role, "supervisor")) return [];
  const reports = [];
  for (const address of await addressesNow(ctx, user.email)) {
    const found = await ctx.db
      .query("users")
      .withIndex("by_supervisor_and_email", (q) => q.eq("supervisor", address))
      .take(MAX_REPORTS);
    reports.push(...found);
  }
  return reports.filter(({ _id }) => _id !== user._id).map((report) => report.email);
}
