/** The only writer of `issuerSessions`: browser sessions that began at the issuer. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { omitUndefined } from "#domain/common/objects";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteBatch } from "../common/sweep";

/** Longer than any session (SESSION_MS in sessions.ts). */
const KEPT_MS = 24 * 60 * 60 * 1000;

export async function insert(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  idToken: string | undefined,
): Promise<void> {
  await ctx.db.insert("issuerSessions", omitUndefined({ sessionId, idToken }));
}

/** True for a session that began at the issuer. */
export async function has(ctx: QueryCtx, sessionId: Id<"authSessions">): Promise<boolean> {
  return (await getBySession(ctx, sessionId)) !== null;
}

async function getBySession(ctx: QueryCtx, sessionId: Id<"authSessions">) {
  return await getOneFrom(ctx.db, "issuerSessions", "by_sessionId", sessionId);
}

/**
 * Deletes a session's row. @returns the row's data; null for a session that did not begin at the
 * issuer
 */
export async function remove(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
): Promise<{ idToken?: string } | null> {
  const row = await getBySession(ctx, sessionId);
  if (row === null) return null;
  await ctx.db.delete("issuerSessions", row._id);
  return omitUndefined({ idToken: row.idToken });
}

/**
 * Deletes what the library's sign-out leaves behind, which deletes the session alone.
 *
 * @returns whether more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("issuerSessions")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - KEPT_MS));
  return await deleteBatch(ctx, "issuerSessions", old);
}
