/**
 * The only writer of `runningExports`: one row per long export in progress, at most
 * MAX_RUNNING_EXPORTS per person. A row that was not renewed in time no longer counts, so the slot
 * of a crashed or abandoned export becomes free by itself.
 */
import { EXPORT_PLACE_MS, MAX_RUNNING_EXPORTS } from "#domain/exports/runningExports";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteBatch } from "../common/sweep";

/** The slot of an export, or the time until the slot that was renewed least recently expires. */
export type Begun = { readonly exportId: Id<"runningExports"> } | { readonly waitMs: number };

/** Starts an export for `owner` unless the maximum number is running. */
export async function begin(ctx: MutationCtx, owner: Id<"users">, now: number): Promise<Begun> {
  const rows = await ctx.db
    .query("runningExports")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(MAX_RUNNING_EXPORTS);
  // After the clock was set back, rows may expire later than a new one would; they do not count.
  const isRunning = (expiresAt: number) => expiresAt > now && expiresAt <= now + EXPORT_PLACE_MS;
  const running = rows.filter(({ expiresAt }) => isRunning(expiresAt));
  if (running.length >= MAX_RUNNING_EXPORTS) {
    return { waitMs: Math.min(...running.map(({ expiresAt }) => expiresAt)) - now };
  }
  for (const row of rows) {
    if (!isRunning(row.expiresAt)) await ctx.db.delete("runningExports", row._id);
  }
  const expiresAt = now + EXPORT_PLACE_MS;
  return { exportId: await ctx.db.insert("runningExports", { owner, expiresAt }) };
}

/** Extends the slot of an export of `owner`, or takes a new one if it has expired. */
export async function renew(
  ctx: MutationCtx,
  owner: Id<"users">,
  exportIdText: string,
  now: number,
): Promise<Begun> {
  const exportId = await findOwn(ctx, owner, exportIdText);
  if (exportId === null) return await begin(ctx, owner, now);
  await ctx.db.patch("runningExports", exportId, { expiresAt: now + EXPORT_PLACE_MS });
  return { exportId };
}

/** Releases the slot of an export of `owner`; does nothing if it has none. */
export async function endOwn(
  ctx: MutationCtx,
  owner: Id<"users">,
  exportIdText: string,
): Promise<void> {
  const exportId = await findOwn(ctx, owner, exportIdText);
  if (exportId !== null) await ctx.db.delete("runningExports", exportId);
}

/** Releases the slot of any person's export, if it has one. */
export async function end(ctx: MutationCtx, exportIdText: string): Promise<void> {
  const row = await find(ctx, exportIdText);
  if (row !== null) await ctx.db.delete("runningExports", row._id);
}

async function findOwn(ctx: MutationCtx, owner: Id<"users">, exportIdText: string) {
  const row = await find(ctx, exportIdText);
  return row?.owner === owner ? row._id : null;
}

async function find(ctx: MutationCtx, exportIdText: string) {
  const exportId = ctx.db.normalizeId("runningExports", exportIdText);
  return exportId && (await ctx.db.get("runningExports", exportId));
}

/**
 * Deletes expired slots of people who started no further export.
 * @returns true if more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("runningExports")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now - EXPORT_PLACE_MS));
  return await deleteBatch(ctx, "runningExports", old);
}
