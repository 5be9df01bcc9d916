/** What the embedded server reports about itself, and what `sms doctor` reads. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { VERSION } from "#domain/common/version";
import { administered } from "./lib/functions";
import { notifyAdminsDaily } from "./model/notifications/adminNotices";
import { backlog } from "./model/operations/backlog";
import * as BackupState from "./model/operations/backupState";

/** The server made and verified a backup. */
export const backupMade = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => BackupState.recordMade(ctx, Date.now()),
});

/** A backup failed, or the command that copies it to another machine. */
export const backupFailed = internalMutation({
  args: { error: v.string() },
  returns: v.null(),
  handler: (ctx, { error }) => BackupState.recordFailure(ctx, { at: Date.now(), error }),
});

/** The server was upgraded, and keeps its data of before for a rollback. `until` is epoch ms. */
export const upgraded = internalMutation({
  args: { bytes: v.number(), until: v.number() },
  returns: v.null(),
  handler: (ctx, kept) => notifyAdminsDaily(ctx, { kind: "upgraded", ...kept }, Date.now()),
});

/**
 * `sms doctor` and the page "Server health". The people who may call it may also read the embedded
 * server's own figures (server/main.ts). Reads at most a few hundred documents. Times are epoch ms.
 */
export const [state, stateFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.object({
    now: v.number(),
    version: v.string(),
    backups: v.object({
      madeAt: v.union(v.number(), v.null()),
      failure: v.union(v.object({ at: v.number(), error: v.string() }), v.null()),
    }),
    hasMailService: v.boolean(),
    failedMails: v.number(),
    queuedSince: v.union(v.number(), v.null()),
    failingWebhooks: v.array(v.string()),
  }),
  handler: async (ctx) => {
    const now = Date.now();
    const { madeAt = null, failure = null } = (await BackupState.get(ctx)) ?? {};
    const waiting = await backlog(ctx, now);
    return { now, version: VERSION, backups: { madeAt, failure }, ...waiting };
  },
});
