import { DAY_MS } from "#domain/common/durations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { networkOf, originOf, siteOf } from "../../lib/networks";
import type { Place } from "../../lib/turns";
import { deleteBatch } from "../common/sweep";

/**
 * Browsers and networks from which somebody signed in to an account, so that the throttle can tell
 * its owner from strangers. Being known opens nothing: it only decides which attempts are counted
 * together (throttle.ts).
 *
 * A browser is known by 128 random bits that the web app keeps in local storage and sends with each
 * password flow (web/lib/account/browserToken.ts). Stored are digests bound to the account's
 * address, so one browser's rows of two accounts cannot be matched, and a backup gives no token
 * away.
 */

/**
 * Knowledge of the caller of a password flow.
 *
 *   knownBrowser   somebody signed in to this account from this browser
 *   knownNetwork   … from this network, maybe with another browser
 *   stranger       neither; also for addresses without an account
 */
export interface Caller {
  readonly standing: "knownBrowser" | "knownNetwork" | "stranger";
  /** Null for this computer: see networkOf. */
  readonly network: string | null;
  /** The network's site (siteOf). */
  readonly site: string | null;
  /** The stored marks of network and browser; null for this computer, and for programs. */
  readonly networkMark: string | null;
  readonly browserMark: string | null;
}

/** One call of a password flow. */
export interface Attempt {
  /** Address of the account, normalised. */
  readonly email: string;
  readonly caller: Caller;
  /** Epoch ms. */
  readonly now: number;
}

/** Browsers and networks of one account; the one unused for longest makes room. */
const MAX_KNOWN = 20;
/** Time after which an unused browser or network is a stranger again: longer than most leaves. */
const KNOWN_MS = 90 * DAY_MS;

/** Recognises the caller of a flow. @param browser the token that their browser sent */
export async function identify(
  ctx: MutationCtx,
  email: string,
  browser: string | undefined,
  now: number,
): Promise<Caller> {
  const network = networkOf((await ctx.meta.getRequestMetadata()).ip);
  const networkMark = network === null ? null : await digest("network", email, network);
  const browserMark = browser === undefined ? null : await digest("browser", email, browser);
  const site = network && siteOf(network);
  const marks = { network, site, networkMark, browserMark };
  if (await isKnown(ctx, email, browserMark, now)) return { ...marks, standing: "knownBrowser" };
  if (await isKnown(ctx, email, networkMark, now)) return { ...marks, standing: "knownNetwork" };
  return { ...marks, standing: "stranger" };
}

/** The caller's place among those who wait for their password to be hashed. */
export function placeOf({ standing, network }: Caller): Place {
  return { rank: standing, ...originOf(network) };
}

async function isKnown(ctx: QueryCtx, email: string, mark: string | null, now: number) {
  if (mark === null) return false;
  const row = await getByMark(ctx, email, mark);
  return row !== null && row.lastUsedAt > now - KNOWN_MS;
}

/** Notes, after a sign-in, that the caller's browser and network are known to the account. */
export async function remember(
  ctx: MutationCtx,
  email: string,
  { networkMark, browserMark }: Caller,
  now: number,
): Promise<void> {
  for (const mark of [networkMark, browserMark]) {
    if (mark === null) continue;
    const row = await getByMark(ctx, email, mark);
    if (row) await ctx.db.patch("knownClients", row._id, { lastUsedAt: now });
    else await insert(ctx, email, mark, now);
  }
}

async function insert(ctx: MutationCtx, email: string, mark: string, now: number): Promise<void> {
  const others = (await ofAccount(ctx, email)).sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  for (const { _id } of others.slice(0, Math.max(0, others.length - MAX_KNOWN + 1))) {
    await ctx.db.delete("knownClients", _id);
  }
  await ctx.db.insert("knownClients", { email, mark, lastUsedAt: now });
}

/** Forgets all of an account's, at a new password: its owner may not be who knew the old one. */
export async function forgetAll(ctx: MutationCtx, email: string): Promise<void> {
  for (const { _id } of await ofAccount(ctx, email)) await ctx.db.delete("knownClients", _id);
}

/** Deletes what has not been used for 90 days. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("knownClients")
    .withIndex("by_lastUsedAt", (q) => q.lte("lastUsedAt", now - KNOWN_MS));
  return await deleteBatch(ctx, "knownClients", old);
}

async function getByMark(ctx: QueryCtx, email: string, mark: string) {
  return await ctx.db
    .query("knownClients")
    .withIndex("by_email_and_mark", (q) => q.eq("email", email).eq("mark", mark))
    .unique();
}

async function ofAccount(ctx: QueryCtx, email: string): Promise<Doc<"knownClients">[]> {
  return await ctx.db
    .query("knownClients")
    .withIndex("by_email_and_mark", (q) => q.eq("email", email))
    .take(MAX_KNOWN + 1);
}
