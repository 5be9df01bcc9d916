import { v } from "convex/values";
import { userMutation, userQuery } from "./lib/functions";
import * as Watches from "./model/notifications/watches";
import { status } from "./schema/samples";

/**
 * Subscribes the caller to a sample's steps.
 * @throws the errors of model/notifications/watches.ts
 */
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

/** The ids of the samples that the caller watches, to show the stars. */
export const ids = userQuery({
  args: {},
  returns: v.array(v.id("samples")),
  handler: (ctx) => Watches.watchedIds(ctx),
});

/** The watched samples that the caller can see: at most 200. */
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
