/**
 * The slots of long exports (model/reports/runningExports.ts). `sms export` and the web app, which
 * read pages, acquire and renew their slots themselves; slots of the HTTP API belong to the token's
 * owner.
 */
import { v } from "convex/values";
import { MAX_RUNNING_EXPORTS } from "#domain/exports/runningExports";
import { internalMutation } from "./_generated/server";
import { appError } from "./lib/errors";
import { tokenMutation, userMutation } from "./lib/functions";
import * as RunningExports from "./model/reports/runningExports";

const exportId = v.string();

/** @throws EXPORTS_FULL */
export const begin = userMutation({
  args: {},
  returns: exportId,
  handler: async (ctx) => placeOrThrow(await RunningExports.begin(ctx, ctx.actor._id, Date.now())),
});

/** @throws EXPORTS_FULL if the slot expired and all slots are in use */
export const renew = userMutation({
  args: { exportId },
  returns: exportId,
  handler: async (ctx, args) =>
    placeOrThrow(await RunningExports.renew(ctx, ctx.actor._id, args.exportId, Date.now())),
});

export const end = userMutation({
  args: { exportId },
  returns: v.null(),
  handler: (ctx, args) => RunningExports.endOwn(ctx, ctx.actor._id, args.exportId),
});

function placeOrThrow(begun: RunningExports.Begun): string {
  if ("exportId" in begun) return begun.exportId;
  const seconds = Math.ceil(begun.waitMs / 1_000);
  throw appError("EXPORTS_FULL", { max: MAX_RUNNING_EXPORTS, seconds });
}

/** The result for the HTTP API, which also states the wait in a header. */
const begun = v.union(
  v.object({ exportId: v.id("runningExports") }),
  v.object({ waitMs: v.number() }),
);

export const beginForToken = tokenMutation({
  args: {},
  returns: begun,
  handler: (ctx) => RunningExports.begin(ctx, ctx.actor._id, Date.now()),
});

/** @throws EXPORTS_FULL, as in `renew` */
export const renewForToken = tokenMutation({
  args: { exportId },
  returns: exportId,
  handler: async (ctx, args) =>
    placeOrThrow(await RunningExports.renew(ctx, ctx.actor._id, args.exportId, Date.now())),
});

/** Also works after the token was revoked. */
export const endForToken = internalMutation({
  args: { exportId },
  returns: v.null(),
  handler: (ctx, args) => RunningExports.end(ctx, args.exportId),
});
