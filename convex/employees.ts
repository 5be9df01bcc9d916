/** A person's page; `users:get` returns their record and counts. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import * as PersonPage from "./model/staff/personPage";
import { historyDoc, sampleDoc, status } from "./schema/samples";

export const holds = userQuery({
  args: { uid: v.string(), status, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(sampleDoc),
  handler: async (ctx, args) => {
    const found = await PersonPage.holds(ctx, args);
    return { ...found, page: found.page.map(shownSample) };
  },
});

/**
 * The samples that await the person's acknowledgement and that the caller may see; `others` counts
 * those that the caller may not see. `isCut`: there are more.
 */
export const awaits = userQuery({
  args: { uid: v.string() },
  returns: v.object({ samples: v.array(sampleDoc), others: v.number(), isCut: v.boolean() }),
  handler: async (ctx, { uid }) => {
    const { samples, ...counted } = await PersonPage.awaits(ctx, uid);
    return { samples: samples.map(shownSample), ...counted };
  },
});

export const history = userQuery({
  args: { uid: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(historyDoc),
  handler: (ctx, args) => PersonPage.history(ctx, args),
});
