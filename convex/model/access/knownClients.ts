/**
 * Browsers and networks from which a person has signed in to an account. The throttle uses them to
 * keep the owner's attempts apart from strangers'. They grant no access: they only decide which
 * attempts are counted together (throttle.ts).
 *
 * A browser is recognised by 128 random bits that the web app keeps in local storage and sends with
 * each password flow (web/lib/account/browserToken.ts). The stored digests are bound to the
 * account's address, so one browser's rows for two accounts cannot be matched, and a backup reveals
 * no token.
 */
import { DAY_MS } from "#domain/common/durations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { networkOf, originOf, siteOf } from "../../lib/networks";
import type { Place } from "../../lib/turns";
import { deleteBatch } from "../common/sweep";

/**
 * The account's knowledge of a password flow's caller.
 *
 *   knownBrowser   a person has signed in to this account from this browser
 *   knownNetwork   … from this network, maybe with another browser
 *   stranger       neither; also for addresses without an account
 */
export interface Caller {
  readonly standing: "knownBrowser" | "knownNetwork" | "stranger";
  /** Null for this computer (networkOf). */
  readonly network: string | null;
  /** The network's site (siteOf). */
  readonly site: string | null;
  /** Stored digests of network and browser. Null for this computer, and for programs. */
  readonly networkMark: string | null;
  readonly browserMark: string | null;
}

/** One call of a password flow. */
export interface Attempt {
  /** Normalised address of the account. */
  readonly email: string;
  readonly caller: Caller;
  /** Epoch ms. */
  readonly now: number;
}

/** Maximum number of browsers and networks per account; the least recently used one makes room. */
const MAX_KNOWN = 20;
/**
 * A browser or network that is not used for this long becomes a stranger again. Longer than most
 * leaves.
 */
const KNOWN_MS = 90 * DAY_MS;

/** Recognises the caller of a flow. @param browser the token sent by their browser */
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

/** The caller's place in the hashing queue. */
export function placeOf({ standing, network }: Caller): Place {
  return { rank: standing, ...originOf(network) };
}

async function isKnown(ctx: QueryCtx, email: string, mark: string | null, now: number) {
  if (mark === null) return false;
  const row = await getByMark(ctx, email, mark);
  return row !== null && row.lastUsedAt > now - KNOWN_MS;
}

/** Records after a sign-in that the account knows the caller's browser and network. */
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

/**
 * Deletes an account's known browsers and networks when its password is reset: the person who used
 * the old password may not be the owner.
 */
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
