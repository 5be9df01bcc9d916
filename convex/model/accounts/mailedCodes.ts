/**
 * Codes that prove control of a mailbox. A new code does not void earlier ones; otherwise a
 * stranger could void the owner's code by requesting another. They stay few, because each costs its
 * requester a mail (throttle.ts) and is valid for ten minutes.
 */
import { MINUTE_MS } from "#domain/common/durations";
import type { MailMessage } from "#domain/mail/mailTemplates";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import type { Attempt, Caller } from "../access/knownClients";
import * as Mail from "../mail/mail";
import * as Throttle from "../access/throttle";
import { deleteBatch } from "../common/sweep";

export const CODE_MINUTES = 10;
export const CODE_MS = CODE_MINUTES * MINUTE_MS;

export type MailedCode = Doc<"mailedCodes">;
export type Purpose = MailedCode["purpose"];

/**
 * Above the number of codes that can be valid at the same time: 41 requested by strangers, and 5 by
 * each known browser and network.
 */
const MAX_VALID = 250;

interface NewCode {
  readonly purpose: Purpose;
  readonly code: string;
  /** The sign-up that this code verifies. */
  readonly signUpId?: Id<"signUps">;
  readonly caller: Caller;
  readonly message: MailMessage;
  readonly about: { readonly uid: Id<"users">; readonly displayName: string };
}

/** Stores the code's digest and queues the mail with the code. */
export async function send(
  ctx: MutationCtx,
  email: string,
  { purpose, code, signUpId, caller, message, about }: NewCode,
  now: number,
): Promise<void> {
  const hash = await hashOf(email, purpose, code);
  const row = { email, purpose, hash, caller, ...(signUpId && { signUpId }) };
  const expiresAt = await insert(ctx, row, now);
  await Mail.queue(ctx, email, message, {
    now,
    expiresAt,
    about: { ...about, email },
    secret: code,
  });
}

/**
 * Stores a code that matches no text, when the address has no use for one. Attempts to enter it are
 * counted as for a real code, so their number does not reveal whether a mail was sent.
 */
export async function pretend(
  ctx: MutationCtx,
  { email, caller, now }: Attempt,
  purpose: Purpose,
): Promise<void> {
  await insert(ctx, { email, purpose, hash: "", caller }, now);
}

async function insert(
  ctx: MutationCtx,
  {
    caller: { browserMark, networkMark },
    ...row
  }: Pick<MailedCode, "email" | "purpose" | "hash" | "signUpId"> & { readonly caller: Caller },
  now: number,
): Promise<number> {
  const expiresAt = now + CODE_MS;
  const marks = { ...(browserMark && { browserMark }), ...(networkMark && { networkMark }) };
  await ctx.db.insert("mailedCodes", { ...row, ...marks, expiresAt });
  return expiresAt;
}

/**
 * Uses up an attempt to enter a code, and looks the code up.
 *
 * The browser and the network that requested a code each have attempts of their own at it, which
 * callers elsewhere cannot use up; each new code brings new ones. Any other caller, such as the
 * phone on which the mail was opened, uses the strangers' bucket unless the account knows that
 * caller.
 *
 * @returns how long to wait, or the code's row; null if the code is wrong
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
  const own = caller.standing === "knownBrowser" ? [] : await takeOwn(ctx, valid, caller, now);
  const mailed = find(own);
  if (mailed) return { waitMs: null, mailed };
  // Another browser of the same person may have requested the code.
  const waitMs = await Throttle.take(ctx, flow, attempt);
  if (waitMs === null) return { waitMs, mailed: find(valid) ?? null };
  return own.length > 0 ? { waitMs: null, mailed: null } : { waitMs };
}

/** Uses up an attempt at each code that the caller requested. @returns codes that had one left */
async function takeOwn(
  ctx: MutationCtx,
  codes: readonly MailedCode[],
  { browserMark, networkMark }: Caller,
  now: number,
): Promise<MailedCode[]> {
  const taken = [];
  for (const code of codes) {
    const isBrowsers = browserMark !== null && code.browserMark === browserMark;
    const client = isBrowsers ? browserMark : networkMark;
    if (client === null || ![code.browserMark, code.networkMark].includes(client)) continue;
    if ((await Throttle.takeForCode(ctx, code._id, client, now)) === null) taken.push(code);
  }
  return taken;
}

/** The mailed code with this id; null once it is used or expired. */
export async function getValid(
  ctx: QueryCtx,
  mailedCodeId: Id<"mailedCodes">,
  purpose: Purpose,
  now: number,
): Promise<MailedCode | null> {
  const mailed = await ctx.db.get("mailedCodes", mailedCodeId);
  return mailed?.purpose === purpose && mailed.expiresAt > now ? mailed : null;
}

/** Unexpired codes of one address and purpose, at most 250. */
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

/** Voids every code of one address and purpose, because one of them was used. */
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

/** Deletes expired codes. @returns whether more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const expired = ctx.db
    .query("mailedCodes")
    .withIndex("by_expiresAt", (q) => q.lte("expiresAt", now));
  return await deleteBatch(ctx, "mailedCodes", expired);
}

/** Digest that binds a code to one address and purpose, so that it is useless for any other. */
const hashOf = (email: string, purpose: Purpose, code: string) => digest(email, purpose, code);
