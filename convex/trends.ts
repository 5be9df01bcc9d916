import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { adminQuery, userQuery } from "./lib/functions";
import * as DailyFigures from "./model/samples/dailyFigures";
import * as Trends from "./model/lists/trends";
import { statusCounts } from "./schema/samples";
import { groupKind } from "./schema/trends";

/** `medianMs` is null if no sample was received. */
const transit = { received: v.number(), medianMs: v.union(v.number(), v.null()) };

/**
 * Counts of a group's samples by status at the end of each day from `since` (UTC days:
 * domain/common/days.ts), the transit times of the samples it received, and the filters that find
 * their history records (model/lists/trends.ts). Admins may read every group, supervisors their
 * team and their reports, all users themselves.
 */
export const of = userQuery({
  args: {
    /** Default: the caller's own group (domain/samples/trends.ts). */
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
  handler: (ctx) => DailyFigures.makeNext(ctx, Date.now()),
});
