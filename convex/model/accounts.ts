import {
  passwordResetMail,
  verificationMail,
  alreadyRegisteredMail,
} from "../../domain/mailTemplates";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { settings } from "../config";
import { hashCode } from "../lib/codes";
import * as Mail from "./mail";
import * as Sessions from "./sessions";
import * as Throttle from "./throttle";
import * as Users from "./users";

/**
 * Password accounts: sign-up, codes by mail, entry. Each function is the whole of one flow's writing:
 * one transaction with its mail. Passwords come here hashed (passwords.ts).
 *
 * Accounts and codes are rows of @convex-dev/auth's tables, so its tools read them, but only we write
 * them: its own flows differ in their answers for known and unknown addresses, hash inside a mutation,
 * and send mail outside one.
 */

/** The provider's id in `auth.ts`, in `authAccounts` and in clients. */
export const PROVIDER = "password";
export const CODE_MS = 10 * 60 * 1000;
const CODE_MINUTES = CODE_MS / 60_000;

/** Codes are for one purpose; none of these is a provider that the library would accept a code for. */
type Purpose = "password:verify" | "password:reset";

export type Account = Doc<"authAccounts">;

export async function getByEmail(ctx: QueryCtx, email: string): Promise<Account | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PROVIDER).eq("providerAccountId", email),
    )
    .unique();
}

/** Also for the demo seed and tests: a person who may sign in at once with the password of `secret`. */
export async function createVerified(
  ctx: MutationCtx,
  person: Users.NewUser,
  secret: string,
  now: number,
): Promise<Id<"users">> {
  const { user } = await create(ctx, person, secret, now);
  await Users.verify(ctx, user, now);
  return user._id;
}

/** For a demo that is started with another password. */
export async function setSecret(ctx: MutationCtx, email: string, secret: string): Promise<void> {
  const account = await getByEmail(ctx, email);
  if (account !== null) await ctx.db.patch("authAccounts", account._id, { secret });
}

async function create(ctx: MutationCtx, person: Users.NewUser, secret: string, now: number) {
  const userId = await Users.insert(ctx, person, now);
  const accountId = await ctx.db.insert("authAccounts", {
    userId,
    provider: PROVIDER,
    providerAccountId: person.email,
    secret,
  });
  return { account: await accountOf(ctx, accountId), user: await userOf(ctx, userId) };
}

/**
 * A new account, and the code to its address. An account that nobody has verified yet is nobody's: the
 * newest sign-up takes it over, with its password and its code, so a squatter keeps nothing.
 *
 * @returns "taken" when the address has an account; its owner is told by mail
 */
export async function signUp(
  ctx: MutationCtx,
  person: Users.NewUser,
  secret: string,
  code: string,
  now: number,
): Promise<"started" | "taken"> {
  const existing = await getByEmail(ctx, person.email);
  if (existing === null) {
    const { account, user } = await create(ctx, person, secret, now);
    await sendCode(ctx, account, user, "password:verify", code, now);
    return "started";
  }
  const user = await userOf(ctx, existing.userId);
  if (user.emailVerificationTime !== undefined) {
    await Mail.queue(ctx, user.email, alreadyRegisteredMail(settings()), { now });
    return "taken";
  }
  await ctx.db.patch("authAccounts", existing._id, { secret });
  await Users.replaceProfile(ctx, user, person);
  await sendCode(ctx, existing, user, "password:verify", code, now);
  return "started";
}

/** Sends a code if the address has use for one; tells nobody whether it had. @returns whether it is known */
export async function requestCode(
  ctx: MutationCtx,
  purpose: Purpose,
  email: string,
  code: string,
  now: number,
): Promise<boolean> {
  const account = await getByEmail(ctx, email);
  if (account === null) return false;
  const user = await userOf(ctx, account.userId);
  const isVerified = user.emailVerificationTime !== undefined;
  const hasUse = purpose === "password:reset" || !isVerified;
  if (hasUse && !user.disabled) await sendCode(ctx, account, user, purpose, code, now);
  return true;
}

export type Entry =
  | {
      readonly kind: "entered";
      readonly userId: Id<"users">;
      readonly sessionId: Id<"authSessions">;
    }
  | { readonly kind: "unverified" | "disabled" | "wrong" };

/**
 * Starts a session for whoever has proved to know the account's password.
 *
 * @param secret the hash that the password was compared with: must still be the account's
 * @param newCode mailed when the address is still to be verified, at most as often as "resend" allows
 */
export async function enter(
  ctx: MutationCtx,
  email: string,
  secret: string,
  hasIdleEnd: boolean,
  newCode: string,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  if (account?.secret !== secret) return { kind: "wrong" };
  const user = await userOf(ctx, account.userId);
  if (user.disabled) return { kind: "disabled" };
  if (!user.isActive) {
    const waitMs = await Throttle.take(ctx, "resend", email, now);
    if (waitMs === null) await sendCode(ctx, account, user, "password:verify", newCode, now);
    return { kind: "unverified" };
  }
  return await startSession(ctx, user, hasIdleEnd, now);
}

/** As `enter`, for an address that is verified by this very code. */
export async function verify(
  ctx: MutationCtx,
  email: string,
  secret: string,
  code: string,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  if (account?.secret !== secret) return { kind: "wrong" };
  if (!(await useCode(ctx, account, "password:verify", code, now))) return { kind: "wrong" };
  return await enterVerified(ctx, account, now);
}

/** A new password for whoever reads the account's mail; ends the sessions of whoever knew the old one. */
export async function resetPassword(
  ctx: MutationCtx,
  email: string,
  code: string,
  secret: string,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  if (account === null) return { kind: "wrong" };
  if (!(await useCode(ctx, account, "password:reset", code, now))) return { kind: "wrong" };
  await ctx.db.patch("authAccounts", account._id, { secret });
  await Sessions.endAll(ctx, account.userId);
  return await enterVerified(ctx, account, now);
}

async function enterVerified(ctx: MutationCtx, account: Account, now: number): Promise<Entry> {
  const user = await userOf(ctx, account.userId);
  await Users.verify(ctx, user, now);
  if (user.disabled) return { kind: "disabled" };
  return await startSession(ctx, user, true, now);
}

async function startSession(
  ctx: MutationCtx,
  user: Doc<"users">,
  hasIdleEnd: boolean,
  now: number,
): Promise<Entry> {
  const sessionId = await Sessions.start(ctx, user._id, hasIdleEnd, now);
  await Users.recordSignIn(ctx, user, now);
  await Throttle.forget(ctx, "signIn", user.email);
  await Throttle.forget(ctx, "verify", user.email);
  return { kind: "entered", userId: user._id, sessionId };
}

/** Replaces the account's earlier code for this purpose. */
async function sendCode(
  ctx: MutationCtx,
  account: Account,
  user: Doc<"users">,
  purpose: Purpose,
  code: string,
  now: number,
): Promise<void> {
  const earlier = await getCode(ctx, account._id, purpose);
  if (earlier !== null) await ctx.db.delete("authVerificationCodes", earlier._id);
  const expirationTime = now + CODE_MS;
  await ctx.db.insert("authVerificationCodes", {
    accountId: account._id,
    provider: purpose,
    code: await hashCode(account._id, purpose, code),
    expirationTime,
  });
  const { email, displayName } = user;
  const write = purpose === "password:verify" ? verificationMail : passwordResetMail;
  const message = write(settings(), { email, code, minutes: CODE_MINUTES });
  const about = { uid: user._id, displayName, email };
  await Mail.queue(ctx, email, message, { now, expiresAt: expirationTime, about });
}

/** Whether `code` is the account's for this purpose; a right one is used up. */
async function useCode(
  ctx: MutationCtx,
  account: Account,
  purpose: Purpose,
  code: string,
  now: number,
): Promise<boolean> {
  const sent = await getCode(ctx, account._id, purpose);
  if (sent === null || sent.expirationTime <= now) return false;
  if (sent.code !== (await hashCode(account._id, purpose, code))) return false;
  await ctx.db.delete("authVerificationCodes", sent._id);
  return true;
}

async function getCode(ctx: QueryCtx, accountId: Id<"authAccounts">, purpose: Purpose) {
  const codes = await ctx.db
    .query("authVerificationCodes")
    .withIndex("accountId", (q) => q.eq("accountId", accountId))
    .take(2); // one a purpose
  return codes.find(({ provider }) => provider === purpose) ?? null;
}

const BATCH = 500;

/** @returns whether more may be left */
export async function deleteExpiredCodes(ctx: MutationCtx, now: number): Promise<boolean> {
  // All codes live equally long, so the oldest are those that expire first.
  const oldest = await ctx.db.query("authVerificationCodes").order("asc").take(BATCH);
  const expired = oldest.filter(({ expirationTime }) => expirationTime <= now);
  for (const { _id } of expired) await ctx.db.delete("authVerificationCodes", _id);
  return expired.length === BATCH;
}

async function accountOf(ctx: QueryCtx, accountId: Id<"authAccounts">): Promise<Account> {
  const account = await ctx.db.get("authAccounts", accountId);
  if (account === null) throw new Error(`Account ${accountId} is gone`);
  return account;
}

async function userOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"users">> {
  const user = await ctx.db.get("users", userId);
  if (user === null) throw new Error(`An account without its user ${userId}`);
  return user;
}
