import { MINUTE_MS } from "../../domain/durations";
import type { MailMessage } from "../../domain/mailTemplates";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { digest } from "../lib/codes";
import type { Attempt, Caller } from "./knownClients";
import * as Mail from "./mail";
import * as Throttle from "./throttle";

/**
 * Codes that prove a mailbox. A new one does not replace those before it, or a stranger who asks
 * for one would void the owner's. They are few all the same: each costs its sender a mail
 * (throttle.ts) and is valid for ten minutes.
 */

export const CODE_MINUTES = 10;
export const CODE_MS = CODE_MINUTES * MINUTE_MS;

export type MailedCode = Doc<"mailedCodes">;
export type Purpose = MailedCode["purpose"];

/**
 * More than are ever valid at once: 21 of strangers, 5 of each browser and network that is known.
 */
const MAX_VALID = 250;

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
 * The browser that asked for a code draws on a bucket of its own, which no stranger can empty. Any
 * other, such as the phone on which the mail was opened, draws on the strangers' bucket unless the
 * account knows it.
 *
 * @returns how long to wait, or the code's row; null where the code is wrong
 */
export async function enter(
  ctx: MutationCtx,
  flow: "verify" | "resetVerify",
  attempt: Attempt,
  code: string,
): Promise<{ waitMs: number } | { waitMs: null; mailed: MailedCode | null }> {
  const { email, caller, now } = attempt;
  const purpose = flow === "verify" ? "verify" : "reset";
  const valid = await listValid(ctx, email, purpose, now);
  const hash = await hashOf(email, purpose, code);
  const find = (codes: readonly MailedCode[]) => codes.find((mailed) => mailed.hash === hash);
  const own = valid.filter(({ browserMark }) => browserMark && browserMark === caller.browserMark);
  if (caller.standing === "knownBrowser" || own.length === 0) {
    const waitMs = await Throttle.take(ctx, flow, attempt);
    return waitMs === null ? { waitMs, mailed: find(valid) ?? null } : { waitMs };
  }
  const asOwner: Caller = { ...caller, standing: "knownBrowser" };
  const waitMs = await Throttle.take(ctx, flow, { ...attempt, caller: asOwner });
  if (waitMs !== null) return { waitMs };
  const mailed = find(own);
  if (mailed) return { waitMs, mailed };
  // Another browser of theirs may have asked for the code. Comparing with all codes needs room in
  // the strangers' bucket; without it, the code counts as wrong.
  const mayTryAll = (await Throttle.take(ctx, flow, attempt)) === null;
  return { waitMs, mailed: (mayTryAll && find(valid)) || null };
}

/** The mailed code with this id; null once it was used or has expired. */
export async function getValid(
  ctx: QueryCtx,
  mailedCodeId: Id<"mailedCodes">,
  purpose: Purpose,
  now: number,
): Promise<MailedCode | null> {
  const mailed = await ctx.db.get("mailedCodes", mailedCodeId);
  return mailed?.purpose === purpose && mailed.expiresAt > now ? mailed : null;
}

/** Codes of one address and purpose that have not expired, at most 250. */
export async function listValid(
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
    .take(MAX_VALID);
}

/** Voids every code of one address and purpose: the first that is entered is the last. */
export async function deleteAll(
  ctx: MutationCtx,
  email: string,
  purpose: Purpose,
  now: number,
): Promise<void> {
  for (const { _id } of await listValid(ctx, email, purpose, now)) {
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

/** Digest that binds a code to one address and purpose, so that it fits nowhere else. */
const hashOf = (email: string, purpose: Purpose, code: string) => digest(email, purpose, code);
