import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Attempt, Caller } from "./knownClients";

/**
 * Bounds the attempts at the password flows. A bound is a bucket of attempts that refills steadily;
 * an attempt must find room in each bucket that counts it, and is then taken from all of them:
 *
 *   caller's standing   buckets of one attempt for an address
 *   knownBrowser        (flow, address, browser)
 *   knownNetwork        (flow, address, network), (flow, network)
 *   stranger            (flow, address, network), (flow, network), (all strangers, address)
 *
 * A stranger can therefore empty only buckets that the owner does not draw from: wrong passwords
 * from anywhere leave the owner's own network and browser alone, and those of somebody beside the
 * owner in the same office leave the owner's browser alone. An owner in a new place with a new
 * browser, while strangers are at it, asks for a new password from a place that is known, or waits.
 *
 * Guesses per day at one account's password, in the first 24 hours and on each later day:
 *
 *   attacker with                 first day                       later
 *   1 network                     50 + 24 × 4          = 146      96
 *   10,000 networks               the same, 146                   96
 *   the owner's own network       10 + 24 × 10         = 250     240
 *
 * Guesses per day at a mailed code of 8 digits, by an attacker with 10,000 networks and any number
 * of browser tokens. Strangers cause at most 20 + 24 × 5 = 140 mails. The browser that asked for a
 * code has 10 tries and one more in 6 minutes, so 12 while its code is good, at its own codes only:
 * at most 140 × 12 = 1,680 comparisons. Strangers have 10 + 24 × 5 = 130 tries at all codes that
 * are good, at most 21 in any 10 minutes: 2,730 comparisons. Together 4,410 of 10^8: one in 22,000
 * a day, while the owner receives 140 mails about it.
 */

const HOUR_MS = 60 * 60 * 1000;

/** `atOnce` attempts, of which `perHour` come back in an hour. */
interface Bound {
  readonly atOnce: number;
  readonly perHour: number;
}

const steady = (perHour: number): Bound => ({ atOnce: perHour, perHour });

/** For one address from one network or browser, known or not, so that the answer tells nothing. */
const BY_CLIENT = {
  signIn: steady(10),
  signUp: steady(5),
  verify: steady(10),
  resend: steady(5),
  reset: steady(5),
  resetVerify: steady(10),
} as const satisfies Record<string, Bound>;

export type ThrottledFlow = keyof typeof BY_CLIENT;

/**
 * From one network, whatever the address: enough for a building that signs in at nine, too few to
 * try one password on everybody or to mail the whole company.
 */
const BY_NETWORK: Readonly<Record<ThrottledFlow, Bound>> = {
  signIn: steady(600),
  signUp: steady(100),
  verify: steady(600),
  resend: steady(100),
  reset: steady(100),
  resetVerify: steady(600),
};

/**
 * For one address from all strangers together. The flows that send mail share a bucket, which
 * bounds what strangers put into one mailbox; it holds more than one network may take of all three.
 */
const MAIL = { name: "mail", bound: { atOnce: 20, perHour: 5 } };
const BY_STRANGERS: Readonly<Record<ThrottledFlow, { name: string; bound: Bound }>> = {
  signIn: { name: "signIn", bound: { atOnce: 50, perHour: 4 } },
  signUp: MAIL,
  resend: MAIL,
  reset: MAIL,
  verify: { name: "verify", bound: { atOnce: 10, perHour: 5 } },
  resetVerify: { name: "resetVerify", bound: { atOnce: 10, perHour: 5 } },
};

interface Bucket {
  readonly key: string;
  readonly bound: Bound;
}

/**
 * Uses up one attempt. Call it before any other work, in a mutation that commits even when the flow
 * is then refused: a thrown error would give the attempt back.
 *
 * @returns null, or in how many ms the next attempt will be allowed; a refused one uses up nothing
 */
export async function take(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<number | null> {
  return await takeFrom(ctx, bucketsOf(flow, email, caller), now);
}

/** Entries of the current password by somebody who is signed in: whoever found a screen open. */
const CURRENT_PASSWORD = steady(10);

/**
 * Uses up an attempt to enter the current password. Each session has a bucket of its own, so nobody
 * uses up another's.
 *
 * @returns like `take`
 */
export async function takeForSession(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  now: number,
): Promise<number | null> {
  const bucket = { key: keyOf("currentPassword", sessionId), bound: CURRENT_PASSWORD };
  return await takeFrom(ctx, [bucket], now);
}

/**
 * Requests of one API token: two a second for ever, and enough at once to read 100,000 samples page
 * by page. An export reads a whole table, so it has a narrower bound besides.
 */
const BY_TOKEN = {
  request: { atOnce: 600, perHour: 7_200 },
  export: { atOnce: 10, perHour: 60 },
} as const satisfies Record<string, Bound>;

/** Uses up one request of an API token. @returns like `take` */
export async function takeForToken(
  ctx: MutationCtx,
  tokenId: Id<"apiTokens">,
  kind: keyof typeof BY_TOKEN,
  now: number,
): Promise<number | null> {
  const kinds = kind === "export" ? (["request", "export"] as const) : [kind];
  const buckets = kinds.map((each) => ({
    key: keyOf("apiToken", each, tokenId),
    bound: BY_TOKEN[each],
  }));
  return await takeFrom(ctx, buckets, now);
}

/** Takes an attempt from all buckets, or from none when one has no room. */
async function takeFrom(
  ctx: MutationCtx,
  buckets: readonly Bucket[],
  now: number,
): Promise<number | null> {
  const taken = [];
  for (const { key, bound } of buckets) {
    const refillMs = HOUR_MS / bound.perHour;
    const emptyMs = bound.atOnce * refillMs;
    const stored = await getPresentBucket(ctx, key, now + emptyMs);
    const fullAt = Math.max(stored?.fullAt ?? now, now) + refillMs;
    const waitMs = fullAt - emptyMs - now;
    taken.push({ key, stored, fullAt, waitMs });
  }
  const longest = Math.max(...taken.map(({ waitMs }) => waitMs));
  if (longest > 0) return longest;
  for (const { key, stored, fullAt } of taken) {
    if (stored) await ctx.db.patch("throttle", stored._id, { fullAt });
    else await ctx.db.insert("throttle", { key, fullAt });
  }
  return null;
}

/**
 * Reads a bucket. If the server's clock was set back after it was written, its `fullAt` may lie
 * further ahead than that of an empty bucket; it is then treated as empty, so that nobody is locked
 * out for longer than an empty bucket locks.
 *
 * @param latest when an empty bucket is full, epoch ms
 */
async function getPresentBucket(ctx: MutationCtx, key: string, latest: number) {
  const stored = await getBucket(ctx, key);
  if (stored === null || stored.fullAt <= latest) return stored;
  await ctx.db.patch("throttle", stored._id, { fullAt: latest });
  return { ...stored, fullAt: latest };
}

/**
 * After a success: earlier slips of the same person from the same place count no more, and the
 * strangers' bucket gets back the attempt that was none of a stranger's. What others took from it
 * stays taken, or each sign-in of the owner would allow an attacker another round.
 */
export async function forgive(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  email: string,
  caller: Caller,
): Promise<void> {
  for (const client of [clientOf(caller), caller.browserMark]) {
    const slips = client && (await getBucket(ctx, keyOf(flow, email, client)));
    if (slips) await ctx.db.delete("throttle", slips._id);
  }
  if (caller.standing !== "stranger") return;
  const { key, bound } = strangersBucket(flow, email);
  const strangers = await getBucket(ctx, key);
  if (strangers === null) return;
  const fullAt = strangers.fullAt - HOUR_MS / bound.perHour;
  await ctx.db.patch("throttle", strangers._id, { fullAt });
}

function bucketsOf(flow: ThrottledFlow, email: string, caller: Caller): Bucket[] {
  const ofClient = { key: keyOf(flow, email, clientOf(caller)), bound: BY_CLIENT[flow] };
  if (caller.standing === "knownBrowser") return [ofClient];
  const ofNetwork =
    caller.network === null ? [] : [{ key: keyOf(flow, caller.network), bound: BY_NETWORK[flow] }];
  if (caller.standing === "knownNetwork") return [ofClient, ...ofNetwork];
  return [ofClient, ...ofNetwork, strangersBucket(flow, email)];
}

function strangersBucket(flow: ThrottledFlow, email: string): Bucket {
  const { name, bound } = BY_STRANGERS[flow];
  return { key: keyOf(name, email, "strangers"), bound };
}

/** A stranger chooses browser tokens freely, so only a known browser is counted by its token. */
function clientOf({ standing, networkMark, browserMark }: Caller): string {
  const client = standing === "knownBrowser" ? browserMark : networkMark;
  return client ?? "this computer";
}

const keyOf = (...parts: readonly string[]) => parts.join(":");

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

async function getBucket(ctx: MutationCtx, key: string) {
  return await ctx.db
    .query("throttle")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}
