import type { MutationCtx } from "../_generated/server";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Attempts an hour for one address, by flow: a bucket that refills steadily. Counted by address, known
 * or not, so that the answer tells nothing; requests by IP are limited at the server's edge.
 */
const ATTEMPTS_PER_HOUR = {
  signIn: 10,
  signUp: 5,
  verify: 10,
  resend: 5,
  reset: 5,
  resetVerify: 10,
} as const;

export type ThrottledFlow = keyof typeof ATTEMPTS_PER_HOUR;

/**
 * Uses up one attempt. Call it before any other work, in a mutation that commits even when the flow is
 * then refused: a thrown error would give the attempt back.
 *
 * @returns null, or in how many ms the next attempt will be allowed
 */
export async function take(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  email: string,
  now: number,
): Promise<number | null> {
  const refillMs = HOUR_MS / ATTEMPTS_PER_HOUR[flow];
  const key = keyOf(flow, email);
  const bucket = await getBucket(ctx, key);
  const fullAt = Math.max(bucket?.fullAt ?? now, now) + refillMs;
  if (fullAt > now + HOUR_MS) return fullAt - HOUR_MS - now;
  if (bucket) await ctx.db.patch("throttle", bucket._id, { fullAt });
  else await ctx.db.insert("throttle", { key, fullAt });
  return null;
}

/** A success: earlier slips of the same person count no more. */
export async function forget(ctx: MutationCtx, flow: ThrottledFlow, email: string): Promise<void> {
  const bucket = await getBucket(ctx, keyOf(flow, email));
  if (bucket) await ctx.db.delete("throttle", bucket._id);
}

const BATCH = 500;

/** Deletes buckets that are full again. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const full = await ctx.db
    .query("throttle")
    .withIndex("by_fullAt", (q) => q.lte("fullAt", now))
    .take(BATCH);
  for (const { _id } of full) await ctx.db.delete("throttle", _id);
  return full.length === BATCH;
}

const keyOf = (flow: ThrottledFlow, email: string) => `${flow}:${email}`;

async function getBucket(ctx: MutationCtx, key: string) {
  return await ctx.db
    .query("throttle")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}
