import { countForLimit, LIMIT_NAMES, LIMITS, limitReminders } from "#domain/custody/limits";
import { HAND_OVER_LISTS, LISTS, scopesToShow, type HandOverList } from "#domain/samples/lists";
import { pendingPerson } from "#domain/custody/workflow";
import type { Doc } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import * as Counters from "../samples/counters";
import { listRows, visibleRows } from "../lists/lists";
import * as Users from "../people/users";

/** Maximum number of requests read per list and scope, oldest first. */
const MAX_REQUESTS = 200;
/** Maximum number of people shown as over a limit. */
const MAX_PEOPLE = 200;

/**
 * Requests of one list pending with one person. `overdueAt`: when each becomes overdue, epoch ms.
 */
type Awaited = {
  readonly email: string;
  readonly list: HandOverList;
  readonly overdueAt: number[];
};

/**
 * Returns, for each request list, the people with whom requests of the caller's scope are pending,
 * and when each request becomes overdue (epoch ms, including future times, because a query has no
 * clock). Sorted by earliest overdue time. Reads at most 200 samples per list and scope. Requests
 * pending with the caller are left out; they are in their inbox.
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

/** The requests of a list in the caller's scopes, whether overdue or not. */
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
 * Returns which colleagues of the caller's scope exceed one of their limits, and from when it
 * counts as exceeded (epoch ms). Reads the counters and user documents of at most 200 of them.
 */
export async function overLimits(ctx: UserQueryCtx) {
  const counters = await Counters.overLimit(ctx, MAX_PEOPLE);
  const found = await Promise.all(counters.map((counter) => limitsOf(ctx, counter)));
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
