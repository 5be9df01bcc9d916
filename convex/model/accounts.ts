import {
  alreadyRegisteredMail,
  passwordResetMail,
  verificationMail,
} from "../../domain/mailTemplates";
import { omitUndefined } from "../../domain/objects";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { settings } from "../config";
import { ownerOf } from "./formerEmails";
import * as Invitations from "./invitations";
import * as KnownClients from "./knownClients";
import type { Caller } from "./knownClients";
import * as Mail from "./mail";
import * as MailedCodes from "./mailedCodes";
import * as Sessions from "./sessions";
import * as SignUps from "./signUps";
import * as Throttle from "./throttle";
import * as Users from "./users";

/**
 * Password accounts: sign-up, codes by mail, entry. Each function writes all of one flow in one
 * transaction, its mail included. Passwords arrive hashed (passwords.ts).
 *
 * Accounts are rows of @convex-dev/auth's table, so its tools read them, but only this file writes
 * them: the library's own flows answer differently for known and unknown addresses, hash inside a
 * mutation, and send mail outside one. An account has a `secret` once its address is verified;
 * before, passwords are in its sign-ups (signUps.ts).
 */

/** The provider's id in `auth.ts`, in `authAccounts` and in clients. */
export const PROVIDER = "password";

type Account = Doc<"authAccounts">;
type User = Doc<"users">;

export async function getByEmail(ctx: QueryCtx, email: string): Promise<Account | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PROVIDER).eq("providerAccountId", email),
    )
    .unique();
}

/** Inserts a person who may sign in at once with the password of `secret`: demo seed and tests. */
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

/**
 * Gives an account another password: one that its owner chose, or that of a demo which was started
 * with another one.
 */
export async function setSecret(ctx: MutationCtx, email: string, secret: string): Promise<void> {
  const account = await getByEmail(ctx, email);
  if (account !== null) await ctx.db.patch("authAccounts", account._id, { secret });
}

/** Makes a person sign in by another address, with the password that they have. */
export async function setEmail(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const account = await getByEmail(ctx, from);
  if (account !== null) {
    await ctx.db.patch("authAccounts", account._id, { providerAccountId: to });
  }
  await KnownClients.forgetAll(ctx, from);
}

/** Deletes what sign-ups for an address left, of which none was verified. */
export async function removeUnverified(
  ctx: MutationCtx,
  email: string,
  now: number,
): Promise<void> {
  const account = await getByEmail(ctx, email);
  if (account === null) return;
  await Users.removeUnverified(ctx, await userOf(ctx, account.userId));
  await ctx.db.delete("authAccounts", account._id);
  await SignUps.deleteAll(ctx, email);
  await MailedCodes.deleteAll(ctx, email, "verify", now);
}

async function create(
  ctx: MutationCtx,
  person: Users.NewUser,
  secret: string | undefined,
  now: number,
): Promise<{ account: Account; user: User }> {
  const userId = await Users.insert(ctx, person, now);
  const accountId = await ctx.db.insert("authAccounts", {
    userId,
    provider: PROVIDER,
    providerAccountId: person.email,
    ...omitUndefined({ secret }),
  });
  return { account: await accountOf(ctx, accountId), user: await userOf(ctx, userId) };
}

/**
 * The password hash that a sign-in is compared with: the account's, or before it is verified that
 * of the sign-up that the caller most likely made. Null where there is nothing to compare with.
 */
export async function secretFor(
  ctx: MutationCtx,
  email: string,
  caller: Caller,
  now: number,
): Promise<string | null> {
  const account = await getByEmail(ctx, email);
  if (account === null) return null;
  const user = await userOf(ctx, account.userId);
  if (isVerified(user)) return account.secret ?? null;
  return (await pendingSignUp(ctx, account, user, caller, now))?.secret ?? null;
}

/**
 * Starts a sign-up and mails its code. The first one for an address makes the user's record, which
 * nobody can enter before a code is entered; each has its own password and profile until then.
 *
 * @returns "taken" when the address is or was somebody's; its owner is told by mail
 */
export async function signUp(
  ctx: MutationCtx,
  person: Users.NewUser,
  secret: string,
  code: string,
  caller: Caller,
  now: number,
): Promise<"started" | "taken"> {
  const account = await getByEmail(ctx, person.email);
  const former = account ? null : await ownerOf(ctx, person.email);
  if (former !== null) {
    await Mail.queue(ctx, former.email, alreadyRegisteredMail(settings()), { now });
    return "taken";
  }
  const user = account
    ? await userOf(ctx, account.userId)
    : (await create(ctx, person, undefined, now)).user;
  if (isVerified(user)) {
    await Mail.queue(ctx, user.email, alreadyRegisteredMail(settings()), { now });
    return "taken";
  }
  const started = await SignUps.insert(ctx, person, secret, caller, now);
  await sendVerification(ctx, user, started, code, caller, now);
  return "started";
}

/**
 * Sends a code if the address has use for one. @returns whether the address is known; for no
 * visitor
 */
export async function requestCode(
  ctx: MutationCtx,
  purpose: MailedCodes.Purpose,
  email: string,
  code: string,
  caller: Caller,
  now: number,
): Promise<boolean> {
  const account = await getByEmail(ctx, email);
  if (account === null) return false;
  const user = await userOf(ctx, account.userId);
  if (user.disabled) return true;
  if (purpose === "reset") {
    const message = passwordResetMail(settings(), {
      email,
      code,
      minutes: MailedCodes.CODE_MINUTES,
    });
    await MailedCodes.send(ctx, email, { purpose, code, caller, message, about: about(user) }, now);
  } else if (!isVerified(user)) {
    const pending = await pendingSignUp(ctx, account, user, caller, now);
    if (pending) await sendVerification(ctx, user, pending, code, caller, now);
  }
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
 * @param newCode mailed when the address is still to be verified, at most as often as "resend"
 *   allows
 */
export async function enter(
  ctx: MutationCtx,
  email: string,
  secret: string,
  hasIdleEnd: boolean,
  newCode: string,
  caller: Caller,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  if (account === null) return { kind: "wrong" };
  const user = await userOf(ctx, account.userId);
  const started = isVerified(user) ? null : await SignUps.getBySecret(ctx, email, secret);
  if (started === null && account.secret !== secret) return { kind: "wrong" };
  if (user.disabled) return { kind: "disabled" };
  if (started === null) return await startSession(ctx, "signIn", user, hasIdleEnd, caller, now);
  const waitMs = await Throttle.take(ctx, "resend", email, caller, now);
  if (waitMs === null) await sendVerification(ctx, user, started, newCode, caller, now);
  return { kind: "unverified" };
}

/**
 * Makes a sign-up the account, for whoever has proved to know its password and its code, and voids
 * the other sign-ups for the address.
 *
 * @param secret the hash that the password was compared with: must still be the sign-up's
 */
export async function verify(
  ctx: MutationCtx,
  email: string,
  secret: string,
  mailedCodeId: Id<"mailedCodes">,
  caller: Caller,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  const mailed = await MailedCodes.getGood(ctx, mailedCodeId, "verify", now);
  if (account === null || mailed?.email !== email) return { kind: "wrong" };
  const signUp = mailed.signUpId ? await SignUps.getById(ctx, mailed.signUpId) : null;
  const user = await userOf(ctx, account.userId);
  if (signUp?.secret !== secret || isVerified(user)) return { kind: "wrong" };
  await settle(ctx, account, signUp.person, secret, now);
  return await enterVerified(ctx, "verify", user, caller, now);
}

/**
 * Opens the account of whoever has the link of an invitation, with the password and profile that
 * they state. Sign-ups of others for that address are void.
 */
export async function acceptInvitation(
  ctx: MutationCtx,
  token: string,
  person: Users.NewUser,
  secret: string,
  caller: Caller,
  now: number,
): Promise<Entry> {
  const invitation = await Invitations.getByToken(ctx, token);
  if (invitation?.email !== person.email || invitation.expiresAt <= now) return { kind: "wrong" };
  const account =
    (await getByEmail(ctx, person.email)) ?? (await create(ctx, person, undefined, now)).account;
  const user = await userOf(ctx, account.userId);
  if (isVerified(user)) return { kind: "wrong" };
  await settle(ctx, account, person, secret, now);
  return await enterVerified(ctx, "verify", user, caller, now);
}

/** Gives an account the password and profile of its owner, and voids all other attempts at it. */
async function settle(
  ctx: MutationCtx,
  account: Account,
  person: Users.NewUser,
  secret: string,
  now: number,
): Promise<void> {
  await ctx.db.patch("authAccounts", account._id, { secret });
  await Users.replaceProfile(ctx, await userOf(ctx, account.userId), person);
  await SignUps.deleteAll(ctx, person.email);
  await MailedCodes.deleteAll(ctx, person.email, "verify", now);
}

/**
 * Sets a new password for whoever reads the account's mail, and ends the sessions, the sign-ups and
 * the known browsers and networks of whoever knew another one.
 */
export async function resetPassword(
  ctx: MutationCtx,
  email: string,
  secret: string,
  mailedCodeId: Id<"mailedCodes">,
  caller: Caller,
  now: number,
): Promise<Entry> {
  const account = await getByEmail(ctx, email);
  const mailed = await MailedCodes.getGood(ctx, mailedCodeId, "reset", now);
  if (account === null || mailed?.email !== email) return { kind: "wrong" };
  await ctx.db.patch("authAccounts", account._id, { secret });
  await Sessions.endAll(ctx, account.userId);
  await KnownClients.forgetAll(ctx, email);
  await SignUps.deleteAll(ctx, email);
  for (const purpose of ["verify", "reset"] as const) {
    await MailedCodes.deleteAll(ctx, email, purpose, now);
  }
  const user = await userOf(ctx, account.userId);
  return await enterVerified(ctx, "resetVerify", user, caller, now);
}

async function enterVerified(
  ctx: MutationCtx,
  flow: "verify" | "resetVerify",
  user: User,
  caller: Caller,
  now: number,
): Promise<Entry> {
  await Users.verify(ctx, user, now);
  // The mailbox is proven, so what was set beforehand for its owner is theirs.
  await Invitations.accept(ctx, user);
  if (user.disabled) return { kind: "disabled" };
  return await startSession(ctx, flow, user, true, caller, now);
}

async function startSession(
  ctx: MutationCtx,
  flow: Throttle.ThrottledFlow,
  user: User,
  hasIdleEnd: boolean,
  caller: Caller,
  now: number,
): Promise<Entry> {
  const sessionId = await Sessions.start(ctx, user._id, hasIdleEnd, now);
  await Users.recordSignIn(ctx, user, now);
  await Throttle.forgive(ctx, flow, user.email, caller);
  await KnownClients.remember(ctx, user.email, caller, now);
  return { kind: "entered", userId: user._id, sessionId };
}

/** Mails the code that completes `signUp`. */
async function sendVerification(
  ctx: MutationCtx,
  user: User,
  signUp: SignUps.SignUp,
  code: string,
  caller: Caller,
  now: number,
): Promise<void> {
  const { email } = user;
  const message = verificationMail(settings(), { email, code, minutes: MailedCodes.CODE_MINUTES });
  const { displayName } = signUp.person;
  const sent = { purpose: "verify", code, signUpId: signUp._id, caller, message } as const;
  await MailedCodes.send(ctx, email, { ...sent, about: { ...about(user), displayName } }, now);
}

/** The sign-up that the caller most likely made. */
async function pendingSignUp(
  ctx: MutationCtx,
  account: Account,
  user: User,
  caller: Caller,
  now: number,
): Promise<SignUps.SignUp | null> {
  if (account.secret !== undefined) {
    // Data folders of versions before sign-ups were kept apart: the only one is the account itself.
    const nobody = { networkMark: null, browserMark: null };
    const person = { email: user.email, ...Users.statedFields(user) };
    await SignUps.insert(ctx, person, account.secret, nobody, now);
    await ctx.db.patch("authAccounts", account._id, { secret: undefined });
  }
  return await SignUps.pick(ctx, user.email, caller);
}

const isVerified = (user: User) => user.emailVerificationTime !== undefined;

const about = ({ _id, displayName }: User) => ({ uid: _id, displayName });

async function accountOf(ctx: QueryCtx, accountId: Id<"authAccounts">): Promise<Account> {
  const account = await ctx.db.get("authAccounts", accountId);
  if (account === null) throw new Error(`Account ${accountId} is gone`);
  return account;
}

async function userOf(ctx: QueryCtx, userId: Id<"users">): Promise<User> {
  const user = await ctx.db.get("users", userId);
  if (user === null) throw new Error(`An account without its user ${userId}`);
  return user;
}
