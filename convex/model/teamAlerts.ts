import { countForLimit, LIMIT_NAMES, LIMITS, limitReminders } from "../../domain/limits";
import { scopesToShow } from "../../domain/lists";
import type { Doc } from "../_generated/dataModel";
import type { UserQueryCtx } from "../lib/functions";
import * as Counters from "./counters";
import { listRows, present } from "./lists";
import * as Users from "./users";

/** Oldest transfers of each scope that are looked at. */
const MAX_TRANSFERS = 200;
/** People who hold most that are looked at for their limits. */
const MAX_PEOPLE = 200;

/**
 * Returns who keeps transfers of the caller's scope waiting, each with the moments from which these
 * are overdue (epoch ms, also future ones: a query knows no clock), whoever waits longest first.
 * Reads at most 200 samples of each scope. What waits for the caller is in their inbox.
 */
export async function awaited(ctx: UserQueryCtx) {
  const { email: me, role } = ctx.actor;
  const found = new Map<string, number[]>();
  for (const scope of scopesToShow(role, "report")) {
    const rows = await listRows(ctx, "transfer", scope, "In Transit", "asc");
    const samples = await present(ctx, scope, await rows.take(MAX_TRANSFERS));
    for (const { samplmanag, inTransitTo, overdueAt } of samples) {
      const isRepeated = scope === "team" && samplmanag === me;
      if (isRepeated || overdueAt === undefined) continue;
      if (inTransitTo === undefined || inTransitTo === me) continue;
      found.set(inTransitTo, [...(found.get(inTransitTo) ?? []), overdueAt]);
    }
  }
  return [...found]
    .map(([email, times]) => ({ email, overdueAt: times.sort((one, other) => one - other) }))
    .sort((one, other) => (one.overdueAt[0] ?? 0) - (other.overdueAt[0] ?? 0));
}

/**
 * Returns which colleagues of the caller's scope are over a limit of theirs, and from when on that
 * counts (epoch ms). Reads the counters of the 200 who hold most, and the records of those over.
 */
export async function overLimits(ctx: UserQueryCtx) {
  const paginationOpts = { cursor: null, numItems: MAX_PEOPLE };
  const { page } = await Counters.colleagues(ctx, paginationOpts);
  const found = await Promise.all(page.map((counter) => limitsOf(ctx, counter)));
  return found.flat();
}

async function limitsOf(ctx: UserQueryCtx, { email, counts, overSince }: Doc<"counterSamples">) {
  const passed = LIMIT_NAMES.filter((limit) => overSince?.[limit] !== undefined);
  const person = passed.length === 0 ? null : await Users.getByEmail(ctx, email);
  if (person === null) return [];
  return passed.map((limit) => ({
    email,
    limit,
    since: limitReminders(limit, overSince?.[limit] ?? 0, person).firstAt,
    count: countForLimit(limit, counts),
    max: person[LIMITS[limit].limit],
  }));
}
