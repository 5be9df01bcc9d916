import type { MutationCtx } from "../_generated/server";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Attempts an hour for one address, by flow: a bucket that refills steadily. Counted by address, known
 * or not, so that the answer tells nothing.
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
 * Attempts an hour from one network, whatever the address: enough for a building that signs in at nine,
 * too few to try one password on everybody or to mail the whole company.
 */
const ATTEMPTS_PER_HOUR_FROM_ONE_NETWORK: Readonly<Record<ThrottledFlow, number>> = {
  signIn: 600,
  signUp: 100,
  verify: 600,
  resend: 100,
  reset: 100,
  resetVerify: 600,
};

/**
 * Uses up one attempt. Call it before any other work, in a mutation that commits even when the flow is
 * then refused: a thrown error would give the attempt back.
 *
 * @param ip where the request came from; null for nowhere else than this server
 * @returns null, or in how many ms the next attempt will be allowed
 */
export async function take(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  email: string,
  now: number,
  ip: string | null = null,
): Promise<number | null> {
  const network = ip === null || LOOPBACK.test(ip) ? null : networkOf(ip);
  if (network !== null) {
    const perHour = ATTEMPTS_PER_HOUR_FROM_ONE_NETWORK[flow];
    const waitMs = await takeFrom(ctx, keyOf(flow, network), perHour, now);
    if (waitMs !== null) return waitMs;
  }
  return await takeFrom(ctx, keyOf(flow, email), ATTEMPTS_PER_HOUR[flow], now);
}

async function takeFrom(
  ctx: MutationCtx,
  key: string,
  perHour: number,
  now: number,
): Promise<number | null> {
  const refillMs = HOUR_MS / perHour;
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

/** An e-mail has an @ in it, a network never: their buckets do not meet. */
const keyOf = (flow: ThrottledFlow, emailOrNetwork: string) => `${flow}:${emailOrNetwork}`;

/** This computer, which also is where a proxy that was not made known (SMS_BEHIND_PROXY) puts everybody. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Of IPv6 the first 64 bits, within which one line's owner may choose; of IPv4 the whole address. */
function networkOf(ip: string): string {
  if (!ip.includes(":") || ip.includes(".")) return ip;
  const [head = "", tail] = ip.split("::");
  const [first, last] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const [front, back] = [first ?? [], last ?? []];
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

async function getBucket(ctx: MutationCtx, key: string) {
  return await ctx.db
    .query("throttle")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}
