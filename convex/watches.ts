import { v } from "convex/values";
import { userMutation, userQuery } from "./lib/functions";
import * as Watches from "./model/notifications/watches";
import { status } from "./schema/samples";

/** Starts telling the caller of a sample's steps. @throws as model/notifications/watches.ts says */
export const watch = userMutation({
  args: { sampleId: v.string() },
  returns: v.null(),
  handler: (ctx, { sampleId }) => Watches.watch(ctx, sampleId),
});

export const unwatch = userMutation({
  args: { sampleId: v.string() },
  returns: v.null(),
  handler: (ctx, { sampleId }) => Watches.unwatch(ctx, sampleId),
});

/** The ids of the samples that the caller watches, for the stars. */
export const ids = userQuery({
  args: {},
  returns: v.array(v.id("samples")),
  handler: (ctx) => Watches.watchedIds(ctx),
});

/** The watched samples that the caller sees: at most 200. */
export const list = userQuery({
  args: {},
  returns: v.array(
    v.object({
      sampleId: v.id("samples"),
      brand: v.string(),
      model: v.string(),
      serialNumber: v.string(),
      status,
      samplmanag: v.string(),
    }),
  ),
  handler: (ctx) => Watches.watchedSamples(ctx),
});
