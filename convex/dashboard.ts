import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { LIMIT_NAMES } from "#domain/custody/limits";
import { HAND_OVER_LISTS } from "#domain/samples/lists";
import { adminQuery, supervisorQuery, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Counters from "./model/samples/counters";
import * as FirstSteps from "./model/custody/firstSteps";
import * as LongestWaits from "./model/lists/longestWaits";
import * as TeamAlerts from "./model/inbox/teamAlerts";
import { statusCounts } from "./schema/samples";

/**
 * Samples by status. `scope` counts the samples that the caller answers for (admin all, supervisor
 * their own and their reports', user their own), `mine` those that they hold.
 */
export const counts = userQuery({
  args: {},
  returns: v.object({ scope: statusCounts, mine: statusCounts }),
  handler: (ctx) => Counters.countsFor(ctx),
});

/** The state of a new deployment's first steps, for the checklist of its administrators. */
export const firstSteps = adminQuery({
  args: {},
  returns: v.object({
    people: v.boolean(),
    lists: v.boolean(),
    import: v.boolean(),
    sample: v.boolean(),
  }),
  handler: (ctx) => FirstSteps.firstSteps(ctx),
});

const person = v.object({ email: v.string(), counts: statusCounts });

/**
 * The colleagues whose samples the caller's figures include, for the chart: who holds most comes
 * first. The caller's own figures are in `counts`. A user has none.
 */
export const colleagues = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(person),
  handler: async (ctx, { paginationOpts }) => {
    const found = await Counters.colleagues(ctx, paginationOpts);
    return { ...found, page: found.page.map(figuresOf) };
  },
});

/**
 * Finds colleagues of `colleagues` by the beginning of their address or of a word of their name: at
 * most 50.
 */
export const findColleagues = userQuery({
  args: { search: v.string() },
  returns: v.array(person),
  handler: async (ctx, { search }) => (await Counters.findColleagues(ctx, search)).map(figuresOf),
});

const waiting = v.object({
  sampleId: v.id("samples"),
  brand: v.string(),
  model: v.string(),
  serialNumber: v.string(),
  samplmanag: v.string(),
  inTransitTo: v.optional(v.string()),
  /** Epoch ms. */
  since: v.number(),
});

/** The five samples of the caller's scope that one person has had in use longest. */
export const heldLongest = userQuery({
  args: {},
  returns: v.array(waiting),
  handler: (ctx) => LongestWaits.heldLongest(ctx),
});

/** The five samples of the caller's scope that were sent first and are not received. */
export const notReceived = userQuery({
  args: {},
  returns: v.array(waiting),
  handler: (ctx) => LongestWaits.notReceived(ctx),
});

/**
 * The people who keep transfers, returns and loss requests of the caller's scope waiting, for each
 * of these lists by itself, the one who is late longest first. `overdueAt`: epoch ms.
 */
export const awaited = supervisorQuery({
  args: {},
  returns: v.array(
    v.object({
      email: v.string(),
      list: oneOf(HAND_OVER_LISTS),
      overdueAt: v.array(v.number()),
    }),
  ),
  handler: (ctx) => TeamAlerts.awaited(ctx),
});

/** The colleagues of the caller's scope who hold too many samples, from `since` (epoch ms) on. */
export const overLimits = supervisorQuery({
  args: {},
  returns: v.array(
    v.object({
      email: v.string(),
      limit: oneOf(LIMIT_NAMES),
      since: v.number(),
      count: v.number(),
      max: v.number(),
    }),
  ),
  handler: (ctx) => TeamAlerts.overLimits(ctx),
});

const figuresOf = ({ email, counts }: typeof person.type) => ({ email, counts });
