import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { siteOf } from "../../lib/networks";
import type { Attempt, Caller } from "./knownClients";
import { deleteBatch } from "../common/sweep";

/**
 * Bounds the attempts at the password flows. A bound is a bucket of attempts that refills steadily;
 * an attempt must find room in each bucket that counts it, and is then taken from all of them:
 *
 *   caller's standing   buckets of one attempt for an address
 *   knownBrowser        (flow, address, browser)
 *   knownNetwork        (flow, address, network), (flow, network)
 *   stranger            (flow, address, site), (flow, network), (flow, site),
 *                       (first or repeated attempts of all strangers, address)
 *
 * A stranger can therefore empty only buckets that the owner does not draw from: wrong passwords
 * from anywhere leave the owner's own network and browser alone, and those of a colleague in the
 * same office leave the owner's browser alone. An owner in a new place with a new browser draws on
 * the strangers' bucket for first attempts, which an attacker with few sites (siteOf) cannot empty:
 * each site has one first attempt an hour. While strangers at many sites are at it, the owner asks
 * for a new password from a place that is known, or waits. The link of an invitation, which proves
 * the mailbox, has a bucket of its own.
 *
 * Guesses per day at one account's password, in the first 24 hours and on each later day:
 *
 *   attacker with                 first day                       later
 *   1 site                        24 + 25 + 24 × 3     = 121      96
 *   10,000 sites                  50 + 24 × 4          = 146      96
 *   the owner's own network       10 + 24 × 10         = 250     240
 *
 * Guesses per day at a mailed code of 8 digits, by an attacker with any number of sites and browser
 * tokens, who begins with full buckets and sends every mail and tries every code that they allow:
 *
 *                                          to reset             to verify (and the password)
 *   mails that strangers cause             20 + 24 × 3 =  92    2 × (20 + 24 × 3) = 184
 *   tries of who asked for a code,
 *   5 by browser and 5 by network          92 × 10     = 920    184 × 10          = 1,840
 *   codes good at the same time                    21                            41
 *   tries of others, at all of them        20 + 24 × 3 =  92                      92
 *   comparisons                            920 + 92 × 21        1,840 + 92 × 41
 *                                                    = 2,852                 = 5,612
 *
 * Of 10^8 codes, that is one in 35,000 a day to take an account over by a reset, and one in 17,800
 * to verify a sign-up of the attacker's own, while the owner of the mailbox receives the mails.
 */

const HOUR_MS = 60 * 60 * 1000;

/** `atOnce` attempts, of which `perHour` come back in an hour. */
interface Bound {
  readonly atOnce: number;
  readonly perHour: number;
}

const steady = (perHour: number): Bound => ({ atOnce: perHour, perHour });

/** For one address from one site or browser, known or not, so that the answer tells nothing. */
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
 * From the networks of one site, whatever the address: a few offices of one company. It bounds a
 * customer who has an IPv6 network for each attempt.
 */
const NETWORKS_OF_SITE = 4;
const bySite = ({ atOnce, perHour }: Bound): Bound => ({
  atOnce: atOnce * NETWORKS_OF_SITE,
  perHour: perHour * NETWORKS_OF_SITE,
});

/**
 * For one address from all strangers together: the first attempt of each site in an hour, and the
 * others. Requests for codes leave room for a sign-up, because its mail is the only one that an
 * address without an account gets.
 */
interface StrangersBounds {
  readonly name: string;
  readonly first: Bound;
  readonly repeated: Bound;
}
const TWENTY = { first: { atOnce: 10, perHour: 2 }, repeated: { atOnce: 10, perHour: 1 } };
const BY_STRANGERS: Readonly<Record<ThrottledFlow, StrangersBounds>> = {
  signIn: {
    name: "signIn",
    first: { atOnce: 25, perHour: 1 },
    repeated: { atOnce: 25, perHour: 3 },
  },
  signUp: { name: "signUp", ...TWENTY },
  resend: { name: "codes", ...TWENTY },
  reset: { name: "codes", ...TWENTY },
  verify: { name: "verify", ...TWENTY },
  resetVerify: { name: "resetVerify", ...TWENTY },
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
  const isFirst = (await countUsed(ctx, firstBucket(flow, email, caller), now)) === 0;
  return await takeFrom(ctx, bucketsOf(flow, email, caller, isFirst), now);
}

/** Gives an attempt back that was taken a moment ago and that learned nothing. */
export async function giveBack(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<void> {
  const isFirst = await wasFirst(ctx, flow, { email, caller, now });
  for (const bucket of bucketsOf(flow, email, caller, isFirst)) await putBack(ctx, bucket);
}

/** Entries of a mailed code by the browser, or from the network, that asked for it. */
const CODE_ENTRIES = steady(5); // none comes back before the code expires

/**
 * Uses up an attempt to enter one code. Each code has a bucket for the browser that asked for it,
 * and one for the network, so others use up neither.
 *
 * @param client mark of the browser or network
 * @returns like `take`
 */
export async function takeForCode(
  ctx: MutationCtx,
  mailedCodeId: Id<"mailedCodes">,
  client: string,
  now: number,
): Promise<number | null> {
  return await takeFrom(ctx, [{ key: keyOf(mailedCodeId, client), bound: CODE_ENTRIES }], now);
}

/** Uses of an invitation's link, of which the form refuses a few. */
const INVITATION_USES = steady(10);

/** Uses up an attempt to accept an invitation by its link. @returns like `take` */
export async function takeForInvitation(
  ctx: MutationCtx,
  invitationId: Id<"invitations">,
  now: number,
): Promise<number | null> {
  const bucket = { key: keyOf("invited", invitationId), bound: INVITATION_USES };
  return await takeFrom(ctx, [bucket], now);
}

/**
 * Sign-ins begun at the issuer, from one network and from one site. The issuer throttles passwords;
 * this bounds the requests to it, and the rows that wait for its answers.
 */
const BEGUN_AT_ISSUER = BY_NETWORK.signIn;

/** Uses up an attempt to begin a sign-in at the issuer. @returns like `take` */
export async function takeForIssuer(
  ctx: MutationCtx,
  network: string | null,
  now: number,
): Promise<number | null> {
  if (network === null) return null;
  return await takeFrom(
    ctx,
    [
      { key: keyOf("issuer", network), bound: BEGUN_AT_ISSUER },
      { key: keyOf("issuer", "site", siteOf(network)), bound: bySite(BEGUN_AT_ISSUER) },
    ],
    now,
  );
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
  { email, caller, now }: Attempt,
): Promise<void> {
  const isFirst = await wasFirst(ctx, flow, { email, caller, now });
  for (const client of [clientOf(caller), caller.browserMark]) {
    const slips = client && (await getBucket(ctx, keyOf(flow, email, client)));
    if (slips) await ctx.db.delete("throttle", slips._id);
  }
  if (caller.standing !== "stranger") return;
  await putBack(ctx, strangersBucket(flow, email, isFirst));
}

/** True if the latest attempt from this site, a moment ago, was its first within the hour. */
async function wasFirst(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<boolean> {
  const attempts = await countUsed(ctx, clientBucket(flow, email, caller), now);
  return attempts <= 1 && (await countUsed(ctx, firstBucket(flow, email, caller), now)) > 0;
}

/** Puts one attempt back into a bucket. */
async function putBack(ctx: MutationCtx, { key, bound }: Bucket): Promise<void> {
  const stored = await getBucket(ctx, key);
  if (stored === null) return;
  const fullAt = stored.fullAt - HOUR_MS / bound.perHour;
  await ctx.db.patch("throttle", stored._id, { fullAt });
}

/** Returns how many attempts a bucket lacks; a part counts as one. */
async function countUsed(ctx: MutationCtx, { key, bound }: Bucket, now: number): Promise<number> {
  const stored = await getBucket(ctx, key);
  return Math.ceil(Math.max(0, (stored?.fullAt ?? now) - now) / (HOUR_MS / bound.perHour));
}

/** @param isFirst whether a stranger's site has made no attempt within the hour */
function bucketsOf(flow: ThrottledFlow, email: string, caller: Caller, isFirst: boolean): Bucket[] {
  const { standing, network, site } = caller;
  const ofClient = clientBucket(flow, email, caller);
  if (standing === "knownBrowser") return [ofClient];
  const bound = BY_NETWORK[flow];
  const ofNetwork = network === null ? [] : [{ key: keyOf(flow, network), bound }];
  if (standing === "knownNetwork") return [ofClient, ...ofNetwork];
  const ofSite = site === null ? [] : [{ key: keyOf(flow, "site", site), bound: bySite(bound) }];
  const first = isFirst ? [firstBucket(flow, email, caller)] : [];
  return [ofClient, ...first, ...ofNetwork, ...ofSite, strangersBucket(flow, email, isFirst)];
}

function strangersBucket(flow: ThrottledFlow, email: string, isFirst: boolean): Bucket {
  const { name, first, repeated } = BY_STRANGERS[flow];
  return isFirst
    ? { key: keyOf(name, email, "strangers' first"), bound: first }
    : { key: keyOf(name, email, "strangers"), bound: repeated };
}

function clientBucket(flow: ThrottledFlow, email: string, caller: Caller): Bucket {
  return { key: keyOf(flow, email, clientOf(caller)), bound: BY_CLIENT[flow] };
}

/** Empty for an hour after a site's first attempt. */
function firstBucket(flow: ThrottledFlow, email: string, caller: Caller): Bucket {
  return { key: keyOf(flow, email, clientOf(caller), "first"), bound: steady(1) };
}

/** A stranger chooses browser tokens freely, so only a known browser is counted by its token. */
function clientOf({ standing, site, networkMark, browserMark }: Caller): string {
  const clients = { knownBrowser: browserMark, knownNetwork: networkMark, stranger: site };
  return clients[standing] ?? "this computer";
}

const keyOf = (...parts: readonly string[]) => parts.join(":");

/** Deletes buckets that are full again. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const full = ctx.db.query("throttle").withIndex("by_fullAt", (q) => q.lte("fullAt", now));
  return await deleteBatch(ctx, "throttle", full);
}

async function getBucket(ctx: MutationCtx, key: string) {
  return await ctx.db
    .query("throttle")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}
