/** The only writer of `backupState`: what the server reports about its automatic backups. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { notifyAdminsDaily } from "../notifications/adminNotices";

/** Returns null until there was a backup or an attempt at one. */
export async function get(ctx: QueryCtx): Promise<Doc<"backupState"> | null> {
  return await ctx.db.query("backupState").first();
}

/** @param at epoch ms */
export async function recordMade(ctx: MutationCtx, at: number): Promise<void> {
  const state = await get(ctx);
  if (state) await ctx.db.replace("backupState", state._id, { madeAt: at });
  else await ctx.db.insert("backupState", { madeAt: at });
}

/**
 * Stores why a backup failed, and notifies the admins, at most once a day.
 *
 * @param at epoch ms
 */
export async function recordFailure(
  ctx: MutationCtx,
  failure: { readonly at: number; readonly error: string },
): Promise<void> {
  const state = await get(ctx);
  if (state) await ctx.db.patch("backupState", state._id, { failure });
  else await ctx.db.insert("backupState", { failure });
  await notifyAdminsDaily(ctx, { kind: "backupFailed", error: failure.error }, failure.at);
}
