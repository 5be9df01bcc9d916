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
 * Samples by status. `scope` counts the samples in the caller's responsibility (admin: all;
 * supervisor: their own and their reports'; user: their own), `mine` those that the caller holds.
 */
export const counts = userQuery({
  args: {},
  returns: v.object({ scope: statusCounts, mine: statusCounts }),
  handler: (ctx) => Counters.countsFor(ctx),
});

/** Which onboarding steps of a new deployment are done, for the admins' checklist. */
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
 * The colleagues included in the caller's `scope` counts, for the chart; largest holders first. The
 * caller's own figures are in `counts`. Empty for a user.
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
 * Finds colleagues of `colleagues` whose address, or a word of whose name, starts with the search
 * text: at most 50.
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

/** The five samples of the caller's scope that have been in use by the same person longest. */
export const heldLongest = userQuery({
  args: {},
  returns: v.array(waiting),
  handler: (ctx) => LongestWaits.heldLongest(ctx),
});

/** The five samples of the caller's scope that have been in transit longest. */
export const notReceived = userQuery({
  args: {},
  returns: v.array(waiting),
  handler: (ctx) => LongestWaits.notReceived(ctx),
});

/**
 * The people with whom transfers, returns and loss requests of the caller's scope are pending,
 * separately for each of these lists, earliest overdue first. `overdueAt`: epoch ms.
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

/** The colleagues of the caller's scope who exceed a limit, and since when (`since`, epoch ms). */
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
