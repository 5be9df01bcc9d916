import { countForLimit, LIMIT_NAMES, LIMITS, limitReminders } from "#domain/custody/limits";
import { HAND_OVER_LISTS, LISTS, scopesToShow, type HandOverList } from "#domain/samples/lists";
import { pendingPerson } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import * as Counters from "../samples/counters";
import { listRows, visibleRows } from "../lists/lists";
import * as Users from "../people/users";

/** Oldest requests of each list and scope that are looked at. */
const MAX_REQUESTS = 200;
/** Most people whose limits are looked at, those with the most samples first. */
const MAX_PEOPLE = 200;

/** Requests of one kind that wait for one person, by when they are overdue, epoch ms. */
type Awaited = {
  readonly email: string;
  readonly list: HandOverList;
  readonly overdueAt: number[];
};

/**
 * Returns who keeps requests of the caller's scope waiting, for each list of requests by itself,
 * each with the moments from which these are overdue (epoch ms, also future ones: a query knows no
 * clock), whoever waits longest first. Reads at most 200 samples of each list and scope. What waits
 * for the caller is in their inbox.
 */
export async function awaited(ctx: UserQueryCtx): Promise<Awaited[]> {
  const found: Awaited[] = [];
  for (const list of HAND_OVER_LISTS) {
    const times = new Map<string, number[]>();
    for (const sample of await requestsIn(ctx, list)) {
      const email = pendingPerson(sample);
      if (sample.overdueAt === undefined || email === undefined) continue;
      if (email !== ctx.actor.email) {
        times.set(email, [...(times.get(email) ?? []), sample.overdueAt]);
      }
    }
    for (const [email, unsorted] of times) {
      found.push({ email, list, overdueAt: unsorted.sort((one, other) => one - other) });
    }
  }
  return found.sort((one, other) => (one.overdueAt[0] ?? 0) - (other.overdueAt[0] ?? 0));
}

/** The requests that the part "Overdue" of a list shows the caller, and those not overdue yet. */
async function requestsIn(ctx: UserQueryCtx, list: HandOverList): Promise<Doc<"samples">[]> {
  const found = new Map<string, Doc<"samples">>();
  for (const scope of scopesToShow(ctx.actor.role, list)) {
    const rows = await listRows(ctx, { list, scope, status: LISTS[list].awaited }, "asc");
    const samples = await visibleRows(ctx, { list, scope }, await rows.take(MAX_REQUESTS));
    for (const sample of samples) found.set(sample._id, sample);
  }
  return [...found.values()];
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
