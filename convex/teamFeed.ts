import { v } from "convex/values";
import { supervisorQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import * as TeamFeed from "./model/lists/teamFeed";
import { sampleDoc } from "./schema/samples";

const place = v.object({ runId: v.string(), heads: v.array(v.number()) });

/**
 * The changes in the caller's team after a place, and the place that they lead to; without `since`,
 * the present place alone. Null: the caller's table must have its rows from `samples.list` for now;
 * "withdrawn": it may not even show those that it has. `watchId`: tells the caller's watches apart.
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
