import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { adminQuery, userQuery } from "./lib/functions";
import * as DailyFigures from "./model/samples/dailyFigures";
import * as Trends from "./model/lists/trends";
import { statusCounts } from "./schema/samples";
import { groupKind } from "./schema/trends";

/** `medianMs`: null when nothing was received. */
const transit = { received: v.number(), medianMs: v.union(v.number(), v.null()) };

/**
 * Counts of a group's samples by status at the end of each day from `since` on (UTC days:
 * domain/common/days.ts), and the times in transit of those it received, with what finds their
 * records in history (model/lists/trends.ts). An admin reads every group, a supervisor their team
 * and their reports, everybody themselves.
 */
export const of = userQuery({
  args: {
    /** The caller's own (domain/samples/trends.ts) when left out. */
    group: v.optional(v.object({ kind: groupKind, key: v.string() })),
    since: v.number(),
  },
  returns: v.object({
    spans: v.array(
      v.object({ since: v.number(), until: v.optional(v.number()), counts: statusCounts }),
    ),
    weeks: v.array(v.object({ first: v.number(), ...transit })),
    transit: v.object(transit),
    receptions: v.object({ first: v.number(), last: v.number(), addresses: v.array(v.string()) }),
  }),
  handler: (ctx, args) => Trends.trendOf(ctx, args),
});

/** The teams (by their supervisor's e-mail) and countries that an admin may choose. */
export const groups = adminQuery({
  args: { day: v.number() },
  returns: v.object({ teams: v.array(v.string()), countries: v.array(v.string()) }),
  handler: (ctx, { day }) => Trends.groupsOf(ctx, day),
});

export const makeFigures = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await DailyFigures.makeNext(ctx, Date.now());
    return null;
  },
});
