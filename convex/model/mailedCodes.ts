import type { MailMessage } from "../../domain/mailTemplates";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { digest } from "../lib/codes";
import type { Caller } from "./knownClients";
import * as Mail from "./mail";
import * as Throttle from "./throttle";

/**
 * Codes that prove a mailbox. A new one does not replace those before it, or a stranger who asks
 * for one would void the owner's. They are few all the same: each costs its sender a mail
 * (throttle.ts) and is good for ten minutes.
 */

export const CODE_MS = 10 * 60 * 1000;
export const CODE_MINUTES = CODE_MS / 60_000;

export type MailedCode = Doc<"mailedCodes">;
export type Purpose = MailedCode["purpose"];

/**
 * More than are ever good at once: 21 of strangers, 5 of each browser and network that is known.
 */
const MAX_GOOD = 250;

interface NewCode {
  readonly purpose: Purpose;
  readonly code: string;
  /** The sign-up that a code to verify completes. */
  readonly signUpId?: Id<"signUps">;
  readonly caller: Caller;
  readonly message: MailMessage;
  readonly about: { readonly uid: Id<"users">; readonly displayName: string };
}

/** Stores the code's digest and queues its mail. */
export async function send(
  ctx: MutationCtx,
  email: string,
  { purpose, code, signUpId, caller, message, about }: NewCode,
  now: number,
): Promise<void> {
  const expiresAt = now + CODE_MS;
  await ctx.db.insert("mailedCodes", {
    email,
    purpose,
    hash: await hashOf(email, purpose, code),
    expiresAt,
    ...(signUpId && { signUpId }),
    ...(caller.browserMark && { browserMark: caller.browserMark }),
  });
  await Mail.queue(ctx, email, message, {
    now,
    expiresAt,
    about: { ...about, email },
    secret: code,
  });
}

/**
 * Uses up an attempt to enter a code, and looks the code up.
 *
 * The browser that asked for a code enters it on a bound of its own, which no stranger can use up;
 * any other, such as the phone on which the mail was opened, on the strangers' unless the account
 * knows it.
 *
 * @returns how long to wait, or the code's row; null where the code is wrong
 */
export async function enter(
  ctx: MutationCtx,
  flow: "verify" | "resetVerify",
  email: string,
  code: string,
  caller: Caller,
  now: number,
): Promise<{ waitMs: number } | { waitMs: null; mailed: MailedCode | null }> {
  const purpose = flow === "verify" ? "verify" : "reset";
  const good = await listGood(ctx, email, purpose, now);
  const hash = await hashOf(email, purpose, code);
  const find = (codes: readonly MailedCode[]) => codes.find((mailed) => mailed.hash === hash);
  const own = good.filter(({ browserMark }) => browserMark && browserMark === caller.browserMark);
  if (caller.standing === "knownBrowser" || own.length === 0) {
    const waitMs = await Throttle.take(ctx, flow, email, caller, now);
    return waitMs === null ? { waitMs, mailed: find(good) ?? null } : { waitMs };
  }
  const asOwner = { ...caller, standing: "knownBrowser" } as const;
  const waitMs = await Throttle.take(ctx, flow, email, asOwner, now);
  if (waitMs !== null) return { waitMs };
  const mailed = find(own);
  if (mailed) return { waitMs, mailed };
  // Perhaps another browser of theirs asked for it; where strangers left no room, it counts as
  // wrong.
  const mayTryAll = (await Throttle.take(ctx, flow, email, caller, now)) === null;
  return { waitMs, mailed: (mayTryAll && find(good)) || null };
}

/** Null once the code was used or has expired. */
export async function getGood(
  ctx: QueryCtx,
  mailedCodeId: Id<"mailedCodes">,
  purpose: Purpose,
  now: number,
): Promise<MailedCode | null> {
  const mailed = await ctx.db.get("mailedCodes", mailedCodeId);
  return mailed?.purpose === purpose && mailed.expiresAt > now ? mailed : null;
}

/** Codes of one address and purpose that have not expired, at most 250. */
export async function listGood(
  ctx: QueryCtx,
  email: string,
  purpose: Purpose,
  now: number,
): Promise<MailedCode[]> {
  return await ctx.db
    .query("mailedCodes")
    .withIndex("by_email_and_purpose_and_expiresAt", (q) =>
      q.eq("email", email).eq("purpose", purpose).gt("expiresAt", now),
    )
    .take(MAX_GOOD);
}

/** Voids every code of one address and purpose: the first that is entered is the last. */
export async function deleteAll(
  ctx: MutationCtx,
  email: string,
  purpose: Purpose,
  now: number,
): Promise<void> {
  for (const { _id } of await listGood(ctx, email, purpose, now)) {
    await ctx.db.delete("mailedCodes", _id);
  }
}

const BATCH = 500;

/** Deletes expired codes. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const expired = await ctx.db
    .query("mailedCodes")
    .withIndex("by_expiresAt", (q) => q.lte("expiresAt", now))
    .take(BATCH);
  for (const { _id } of expired) await ctx.db.delete("mailedCodes", _id);
  return expired.length === BATCH;
}

/** Bound to one address and purpose: nowhere else does the code fit. */
const hashOf = (email: string, purpose: Purpose, code: string) => digest(email, purpose, code);
