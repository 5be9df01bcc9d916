import { v } from "convex/values";
import { supervisorQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import * as TeamFeed from "./model/lists/teamFeed";
import { sampleDoc } from "./schema/samples";

const place = v.object({ runId: v.string(), heads: v.array(v.number()) });

/**
 * The changes of the caller's team after a position, and the position after them; without `since`,
 * only the current position. Null: the caller's table must read its rows from `samples.list` for
 * now; "withdrawn": it must also hide the rows that it has. `watchId` distinguishes the caller's
 * subscriptions.
 */
export const changes = supervisorQuery({
  args: { since: v.union(place, v.null()), watchId: v.number() },
  returns: v.union(
    v.object({
      place,
      rows: v.array(sampleDoc),
      left: v.array(v.id("samples")),
      isDone: v.boolean(),
    }),
    v.literal("withdrawn"),
    v.null(),
  ),
  handler: async (ctx, { since }) => {
    const changes = await TeamFeed.changes(ctx, since);
    if (changes === null || changes === "withdrawn") return changes;
    const { samples, ...rest } = changes;
    return { ...rest, rows: samples.map(shownSample) };
  },
});
