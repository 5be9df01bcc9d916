/** What the embedded server reports about itself, and what `sms doctor` reads. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { terminalQuery } from "./lib/functions";
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

/** `sms doctor`. Reads at most a few hundred documents. Times are epoch ms. */
export const state = terminalQuery({
  args: {},
  returns: v.object({
    now: v.number(),
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
    return { now, backups: { madeAt, failure }, ...(await backlog(ctx, now)) };
  },
});
