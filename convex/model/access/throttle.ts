/**
 * Limits attempts at the password flows. A limit is a bucket of attempts that refills steadily. An
 * attempt needs room in each bucket that counts it, and is then taken from all of them:
 *
 *   caller's standing   buckets of one attempt for an address
 *   knownBrowser        (flow, address, browser)
 *   knownNetwork        (flow, address, network), (flow, network)
 *   stranger            (flow, address, site), (flow, network), (flow, site),
 *                       (first or repeated attempts of all strangers, address)
 *
 * So a stranger can empty only buckets that the owner does not use: wrong passwords from anywhere
 * do not affect the owner's own network and browser, and wrong passwords from a colleague in the
 * same office do not affect the owner's browser. An owner in a new place with a new browser uses
 * the strangers' bucket for first attempts. An attacker with few sites (siteOf) cannot empty it,
 * because each site has one first attempt an hour. During an attack from many sites, the owner
 * resets the password from a known browser or network, or waits. An invitation's link, which proves
 * the mailbox, has its own bucket.
 *
 * Guesses per day at one account's password, in the first 24 hours and on each later day:
 *
 *   attacker with                 first day                       later
 *   1 site                        24 + 25 + 24 × 3     = 121      96
 *   10,000 sites                  50 + 24 × 4          = 146      96
 *   the owner's own network       10 + 24 × 10         = 250     240
 *
 * Guesses per day at a mailed code of 8 digits, by an attacker with any number of sites and browser
 * tokens, who begins with full buckets, requests every mail that they allow, and tries every code:
 *
 *                                          to reset             to verify (and the password)
 *   mails that strangers cause             20 + 24 × 3 =  92    2 × (20 + 24 × 3) = 184
 *   tries by the code's requester,
 *   5 by browser and 5 by network          92 × 10     = 920    184 × 10          = 1,840
 *   codes valid at the same time                   21                            41
 *   tries by others, at all of them        20 + 24 × 3 =  92                      92
 *   comparisons                            920 + 92 × 21        1,840 + 92 × 41
 *                                                    = 2,852                 = 5,612
 *
 * Of 10^8 codes, that is a daily chance of one in 35,000 to take over an account by a reset, and of
 * one in 17,800 to verify the attacker's own sign-up, while the owner of the mailbox receives all
 * these mails.
 *
 * Guesses per day at a code of the authenticator app, by an attacker who has the password. Three of
 * 10^6 codes are right at a time, and the owner is told of the first refusal:
 *
 *   attacker with                 first day                       later    daily chance
 *   any number of sites           20 + 24 × 3          =  92      72       1 in 4,600
 *   the owner's own network       10 + 24 × 10         = 250     240       1 in 1,400
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { RateLimit } from "#domain/api/rateLimit";
import { HOUR_MS } from "#domain/common/durations";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { siteOf } from "../../lib/networks";
import type { Attempt, Caller } from "./knownClients";
import { deleteBatch } from "../common/sweep";

/** A bucket of `atOnce` attempts, which regains `perHour` attempts an hour. */
interface Bound {
  readonly atOnce: number;
  readonly perHour: number;
}

const steady = (perHour: number): Bound => ({ atOnce: perHour, perHour });

/**
 * Attempts for one address from one site or browser. The same for known and unknown addresses, so
 * that the answer reveals nothing.
 */
const BY_CLIENT = {
  signIn: steady(10),
  signUp: steady(5),
  verify: steady(10),
  resend: steady(5),
  reset: steady(5),
  resetVerify: steady(10),
  secondFactor: steady(10),
} as const satisfies Record<string, Bound>;

export type ThrottledFlow = keyof typeof BY_CLIENT;

/**
 * Attempts from one network for all addresses: enough for a building that signs in at nine, too few
 * to try one password on every account or to mail the whole company.
 */
const BY_NETWORK: Readonly<Record<ThrottledFlow, Bound>> = {
  signIn: steady(600),
  signUp: steady(100),
  verify: steady(600),
  resend: steady(100),
  reset: steady(100),
  resetVerify: steady(600),
  secondFactor: steady(600),
};

/**
 * Attempts from all networks of one site for all addresses, sized for a few offices of one company.
 * Limits an attacker who has a different IPv6 network for each attempt.
 */
const NETWORKS_OF_SITE = 4;
const bySite = ({ atOnce, perHour }: Bound): Bound => ({
  atOnce: atOnce * NETWORKS_OF_SITE,
  perHour: perHour * NETWORKS_OF_SITE,
});

/**
 * Attempts for one address from all strangers together: `first` for each site's first attempt in an
 * hour, `repeated` for the others. A sign-up has a bucket apart from requests for codes, because
 * its mail is the only one that an address without an account gets.
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
  secondFactor: { name: "secondFactor", ...TWENTY },
};

interface Bucket {
  readonly key: string;
  readonly bound: Bound;
}

/**
 * Uses up one attempt. Call it before any other work, in a mutation that commits even if the flow
 * is then refused: a thrown error would roll the attempt back.
 *
 * @returns null; or the ms until the next attempt is allowed, and then nothing is used up
 */
export async function take(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<number | null> {
  const isFirst = (await countUsed(ctx, firstBucket(flow, email, caller), now)) === 0;
  return await takeFrom(ctx, bucketsOf(flow, email, caller, isFirst), now);
}

/** Returns an attempt that was taken a moment ago and gave the caller no information. */
export async function giveBack(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<void> {
  const isFirst = await wasFirst(ctx, flow, { email, caller, now });
  for (const bucket of bucketsOf(flow, email, caller, isFirst)) await putBack(ctx, bucket);
}

/** Entries of a mailed code by the browser or network that requested it. */
const CODE_ENTRIES = steady(5); // regains none before the code expires

/**
 * Uses up an attempt to enter one code. Each code has a bucket for the browser that requested it
 * and one for the network; other callers use up neither.
 *
 * @param client digest of the browser or network
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

/** Uses of an invitation's link; the form may refuse the input a few times. */
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
 * Sign-ins begun at the issuer from one network and from one site. The issuer throttles passwords;
 * this limits our requests to the issuer and the rows that wait for its answers.
 */
const BEGUN_AT_ISSUER = BY_NETWORK.signIn;

/** Uses up an attempt to begin a sign-in at the issuer. @returns like `take` */
export async function takeForIssuer(
  ctx: MutationCtx,
  network: string | null,
  now: number,
): Promise<number | null> {
  return await takeFrom(ctx, bucketsOfNetwork("issuer", network, BEGUN_AT_ISSUER), now);
}

/** The buckets of a network and of its site; none for an unknown network. */
function bucketsOfNetwork(name: string, network: string | null, bound: Bound): Bucket[] {
  if (network === null) return [];
  return [
    { key: keyOf(name, network), bound },
    { key: keyOf(name, "site", siteOf(network)), bound: bySite(bound) },
  ];
}

/**
 * Attempts to enter the current password in a session: its user may have found the screen unlocked.
 */
const CURRENT_PASSWORD = steady(10);

/**
 * Uses up an attempt to enter the current password. Each session has a bucket of its own, so no
 * session can use up another's.
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
 * Requests with one token, and in addition those that read a whole table.
 *
 * An API token: a steady two a second, and a burst large enough to read 100,000 samples page by
 * page. A directory's token: 25 a second, as Entra ID asks for, and a burst that creates a thousand
 * people.
 */
const BY_TOKEN = {
  apiToken: {
    request: { atOnce: 600, perHour: 7_200 },
    wholeTable: { key: "export", atOnce: 10, perHour: 60 },
  },
  scimToken: {
    request: { atOnce: 3_000, perHour: 90_000 },
    wholeTable: { key: "list", atOnce: 200, perHour: 1_200 },
  },
} as const;

/**
 * Uses up one request of a token.
 *
 * @returns `waitMs` is like the result of `take`; `limits` are the buckets after this request
 */
export async function takeForToken(
  ctx: MutationCtx,
  name: keyof typeof BY_TOKEN,
  tokenId: Id<"apiTokens" | "scimTokens">,
  readsWholeTable: boolean,
  now: number,
): Promise<{ readonly waitMs: number | null; readonly limits: RateLimit[] }> {
  const { request, wholeTable } = BY_TOKEN[name];
  const kinds = [{ key: "request", ...request }, ...(readsWholeTable ? [wholeTable] : [])];
  const buckets = kinds.map((bound) => ({ key: keyOf(name, bound.key, tokenId), bound }));
  const waitMs = await takeFrom(ctx, buckets, now);
  const limits = [];
  for (const bucket of buckets) {
    limits.push({ name: `${bucket.bound.key}s`, ...(await levelOf(ctx, bucket, now)) });
  }
  return { waitMs, limits };
}

/** The requests left in a bucket now, in whole requests and seconds. */
async function levelOf(ctx: MutationCtx, { key, bound }: Bucket, now: number) {
  const refillMs = HOUR_MS / bound.perHour;
  const missingMs = Math.max(0, ((await getBucket(ctx, key))?.fullAt ?? now) - now);
  const remaining = Math.max(0, Math.floor(bound.atOnce - missingMs / refillMs));
  const nextMs = missingMs - (bound.atOnce - 1) * refillMs;
  return {
    quota: bound.atOnce,
    windowSeconds: Math.ceil((bound.atOnce * refillMs) / 1_000),
    remaining,
    resetSeconds: Math.ceil((remaining > 0 ? missingMs : nextMs) / 1_000),
  };
}

/** Requests with a wrong SCIM token from one network and one site; a right one uses up neither. */
const WRONG_SCIM_TOKENS = steady(60);

/** Uses up an attempt with a wrong SCIM token. @returns like `take` */
export async function takeForWrongScimToken(
  ctx: MutationCtx,
  network: string | null,
  now: number,
): Promise<number | null> {
  return await takeFrom(ctx, bucketsOfNetwork("wrongScimToken", network, WRONG_SCIM_TOKENS), now);
}

/** Takes an attempt from all buckets, or from none if one of them is empty. */
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
 * Reads a bucket. If the server's clock was set back after the bucket was written, `fullAt` may lie
 * further ahead than an empty bucket's. The bucket then counts as empty, so that callers are not
 * locked out any longer.
 *
 * @param latest `fullAt` of an empty bucket, epoch ms
 */
async function getPresentBucket(ctx: MutationCtx, key: string, latest: number) {
  const stored = await getBucket(ctx, key);
  if (stored === null || stored.fullAt <= latest) return stored;
  await ctx.db.patch("throttle", stored._id, { fullAt: latest });
  return { ...stored, fullAt: latest };
}

/**
 * After a success, forgives earlier failures of the same person from the same place, and returns
 * the attempt to the strangers' bucket, because no stranger made it. Attempts that others took from
 * that bucket stay taken; otherwise each sign-in of the owner would give an attacker another round.
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

/** True if the latest attempt from this site, a moment ago, was its first within an hour. */
async function wasFirst(
  ctx: MutationCtx,
  flow: ThrottledFlow,
  { email, caller, now }: Attempt,
): Promise<boolean> {
  const attempts = await countUsed(ctx, clientBucket(flow, email, caller), now);
  return attempts <= 1 && (await countUsed(ctx, firstBucket(flow, email, caller), now)) > 0;
}

/** Returns one attempt to a bucket. */
async function putBack(ctx: MutationCtx, { key, bound }: Bucket): Promise<void> {
  const stored = await getBucket(ctx, key);
  if (stored === null) return;
  const fullAt = stored.fullAt - HOUR_MS / bound.perHour;
  await ctx.db.patch("throttle", stored._id, { fullAt });
}

/** Number of attempts missing from a bucket, rounded up. */
async function countUsed(ctx: MutationCtx, { key, bound }: Bucket, now: number): Promise<number> {
  const stored = await getBucket(ctx, key);
  return Math.ceil(Math.max(0, (stored?.fullAt ?? now) - now) / (HOUR_MS / bound.perHour));
}

/** @param isFirst whether the stranger's site has made no attempt within the hour */
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

/** A stranger can make up browser tokens, so the token counts only if the browser is known. */
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
  return await getOneFrom(ctx.db, "throttle", "by_key", key);
}
