/**
 * The transactions of the password flows: sign-up, sign-in, codes by mail, invitations. Each
 * function writes everything that one flow writes, including its mail, in one transaction. The
 * flows of @convex-dev/auth are not used, because they answer differently for known and unknown
 * addresses, hash inside a mutation, and send mail outside one.
 *
 * `secret` is always the hash of a password (passwords.ts), never the password.
 */
import {
  alreadyRegisteredMail,
  passwordResetDoneMail,
  passwordResetMail,
  verificationMail,
} from "#domain/mail/mailTemplates";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as Accounts from "./accounts";
import { isVerified, userOf, type Account, type User } from "./accounts";
import * as ApiTokens from "../access/apiTokens";
import { ownerOf } from "../people/formerEmails";
import * as Invitations from "./invitations";
import * as KnownClients from "../access/knownClients";
import type { Attempt } from "../access/knownClients";
import * as Mail from "../mail/mail";
import * as MailedCodes from "./mailedCodes";
import * as Sessions from "../access/sessions";
import * as SecondFactors from "./secondFactors";
import * as SignUps from "./signUps";
import * as UserWrites from "./userWrites";
import * as Throttle from "../access/throttle";

/**
 * Returns the hash that a sign-in's password is compared with: the account's, or, before the
 * address is verified, the hash of the sign-up that the caller most likely made. Null if there is
 * none.
 */
export async function secretFor(ctx: MutationCtx, attempt: Attempt): Promise<string | null> {
  const account = await Accounts.getByEmail(ctx, attempt.email);
  if (account === null) return null;
  const user = await userOf(ctx, account);
  if (isVerified(user)) return account.secret ?? null;
  return (await findSignUp(ctx, attempt, account, user))?.secret ?? null;
}

/**
 * Starts a sign-up and mails its code. The first sign-up for an address creates the account and its
 * user, which stay closed until a code is entered. Until then, each sign-up has its own password
 * and profile.
 *
 * @returns "taken" if the address is or was a person's, who is told of the attempt by mail
 */
export async function signUp(
  ctx: MutationCtx,
  attempt: Attempt,
  { person, secret, code }: { person: UserWrites.NewUser; secret: string; code: string },
): Promise<"started" | "taken"> {
  const { email, caller, now } = attempt;
  const account = await Accounts.getByEmail(ctx, email);
  const owner = account ? await verifiedUserOf(ctx, account) : await ownerOf(ctx, email);
  if (owner !== null) {
    await MailedCodes.pretend(ctx, attempt, "verify");
    await Mail.queue(ctx, owner.email, alreadyRegisteredMail(settings()), { now });
    return "taken";
  }
  const user = account
    ? await userOf(ctx, account)
    : (await Accounts.create(ctx, person, undefined, now)).user;
  const started = await SignUps.insert(ctx, { person, secret }, caller, now);
  await sendVerification(ctx, attempt, user, { signUp: started, code });
  return "started";
}

async function verifiedUserOf(ctx: MutationCtx, account: Account): Promise<User | null> {
  const user = await userOf(ctx, account);
  return isVerified(user) ? user : null;
}

/** Mails a code if the address has a use for one. @returns true if the address has an account */
export async function requestCode(
  ctx: MutationCtx,
  attempt: Attempt,
  { purpose, code }: { purpose: MailedCodes.Purpose; code: string },
): Promise<boolean> {
  const { email, caller, now } = attempt;
  const account = await Accounts.getByEmail(ctx, email);
  const user = account && (await userOf(ctx, account));
  const pending =
    purpose === "verify" && account && user && !isVerified(user)
      ? await findSignUp(ctx, attempt, account, user)
      : null;
  if (user === null || user.disabled || (purpose === "verify" && pending === null)) {
    await MailedCodes.pretend(ctx, attempt, purpose);
  } else if (pending !== null) {
    await sendVerification(ctx, attempt, user, { signUp: pending, code });
  } else {
    const minutes = MailedCodes.CODE_MINUTES;
    const message = passwordResetMail(settings(), { email, code, minutes });
    await MailedCodes.send(ctx, email, { purpose, code, caller, message, about: about(user) }, now);
  }
  return user !== null;
}

/** How a flow that starts a session ends: with the session, or the reason why there is none. */
export type Entry =
  | {
      readonly kind: "entered";
      readonly userId: Id<"users">;
      readonly sessionId: Id<"authSessions">;
    }
  | { readonly kind: "unverified" | "disabled" | "wrong" }
  | SecondFactors.Refused;

type SignIn = SecondFactors.Given & {
  /** The hash that the caller's password was compared with. It must still be the account's. */
  readonly secret: string;
  readonly client: Sessions.Client;
  /** Mailed if the address is not verified yet, no more often than "resend" allows. */
  readonly newCode: string;
};

/**
 * Starts a session for a caller who has proved that they know the password of `secret`, and who
 * passes the second factor.
 */
export async function enter(
  ctx: MutationCtx,
  attempt: Attempt,
  { secret, client, newCode, ...second }: SignIn,
): Promise<Entry> {
  const account = await Accounts.getByEmail(ctx, attempt.email);
  if (account === null) return { kind: "wrong" };
  const user = await userOf(ctx, account);
  const pending = isVerified(user) ? null : await SignUps.getBySecret(ctx, attempt.email, secret);
  if (pending === null && account.secret !== secret) return { kind: "wrong" };
  if (user.disabled) return { kind: "disabled" };
  if (pending === null) {
    const refused = await SecondFactors.check(ctx, attempt, user, second);
    return refused ?? (await startSession(ctx, attempt, { flow: "signIn", user, client }));
  }
  const waitMs = await Throttle.take(ctx, "resend", attempt);
  if (waitMs === null) {
    await sendVerification(ctx, attempt, user, { signUp: pending, code: newCode });
  }
  return { kind: "unverified" };
}

type MailboxProof = {
  /** To verify: the hash that the password was compared with. To reset: the new password's hash. */
  readonly secret: string;
  readonly mailedCodeId: Id<"mailedCodes">;
};

/** Finds the account whose mailbox a code proves; null if the code belongs to another address. */
async function findProven(
  ctx: MutationCtx,
  { email, now }: Attempt,
  purpose: MailedCodes.Purpose,
  mailedCodeId: Id<"mailedCodes">,
): Promise<{ account: Account; mailed: MailedCodes.MailedCode } | null> {
  const account = await Accounts.getByEmail(ctx, email);
  const mailed = await MailedCodes.getValid(ctx, mailedCodeId, purpose, now);
  return account === null || mailed?.email !== email ? null : { account, mailed };
}

/**
 * Turns a sign-up into the account, for a caller who has proved its password and its code, and
 * voids the other sign-ups for the address.
 */
export async function verify(
  ctx: MutationCtx,
  attempt: Attempt,
  { secret, mailedCodeId }: MailboxProof,
): Promise<Entry> {
  const proven = await findProven(ctx, attempt, "verify", mailedCodeId);
  if (proven === null) return { kind: "wrong" };
  const { account, mailed } = proven;
  const pending = mailed.signUpId ? await SignUps.getById(ctx, mailed.signUpId) : null;
  const user = await userOf(ctx, account);
  if (pending?.secret !== secret || isVerified(user)) return { kind: "wrong" };
  await settle(ctx, account, pending, attempt.now);
  return await enterVerified(ctx, attempt, "verify", user);
}

/**
 * Opens an account with the password and profile given by the bearer of an invitation's link, and
 * voids the sign-ups for the address.
 */
export async function acceptInvitation(
  ctx: MutationCtx,
  attempt: Attempt,
  { token, person, secret }: { token: string; person: UserWrites.NewUser; secret: string },
): Promise<Entry> {
  const { email, now } = attempt;
  const invitation = await Invitations.getByToken(ctx, token);
  if (invitation?.email !== email || invitation.expiresAt <= now) return { kind: "wrong" };
  const account =
    (await Accounts.getByEmail(ctx, email)) ??
    (await Accounts.create(ctx, person, undefined, now)).account;
  const user = await userOf(ctx, account);
  if (isVerified(user)) return { kind: "wrong" };
  await settle(ctx, account, { person, secret }, now);
  return await enterVerified(ctx, attempt, "verify", user);
}

/**
 * Gives an account its owner's password and profile, and voids the sign-ups for the address.
 *
 * @param owner.secret undefined for an owner who signs in without a password
 */
export async function settle(
  ctx: MutationCtx,
  account: Account,
  { person, secret }: { person: UserWrites.NewUser; secret: string | undefined },
  now: number,
): Promise<void> {
  await Accounts.setSecret(ctx, account, secret);
  await UserWrites.replaceProfile(ctx, await userOf(ctx, account), person);
  await SignUps.deleteAll(ctx, person.email);
  await MailedCodes.deleteAll(ctx, person.email, "verify", now);
}

/** True if the address has an account whose mailbox is not proved yet. */
export async function isUnopened(ctx: QueryCtx, email: string): Promise<boolean> {
  const account = await Accounts.getByEmail(ctx, email);
  return account !== null && !isVerified(await userOf(ctx, account));
}

/**
 * Sets a new password for a caller who reads the account's mail. Because others may have known the
 * old password, it also ends all sessions, revokes the API tokens, and deletes the sign-ups and the
 * known browsers and networks. The owner gets a mail that lists what ended. A code from the mailbox
 * does not replace the second factor: a person who has one signs in with the new password and a
 * code.
 *
 * @param person required for an unverified address: its stored profile may come from a stranger's
 *   sign-up, so the owner's profile replaces it
 */
export async function resetPassword(
  ctx: MutationCtx,
  attempt: Attempt,
  { secret, mailedCodeId, person }: MailboxProof & { readonly person?: UserWrites.NewUser },
): Promise<Entry> {
  const proven = await findProven(ctx, attempt, "reset", mailedCodeId);
  if (proven === null) return { kind: "wrong" };
  const { account } = proven;
  const { email, caller, now } = attempt;
  const user = await userOf(ctx, account);
  if (!isVerified(user)) {
    if (person === undefined) return { kind: "wrong" };
    await UserWrites.replaceProfile(ctx, user, person);
  }
  await Accounts.setSecret(ctx, account, secret);
  await Sessions.endAll(ctx, user._id);
  await KnownClients.forgetAll(ctx, email);
  await SignUps.deleteAll(ctx, email);
  for (const purpose of ["verify", "reset"] as const) {
    await MailedCodes.deleteAll(ctx, email, purpose, now);
  }
  const entry = await enterVerified(ctx, attempt, "resetVerify", user);
  if (entry.kind === "disabled" || !isVerified(user)) return entry;
  const sessionId = entry.kind === "entered" ? entry.sessionId : null;
  const revoked = await ApiTokens.revokeAll({ ...ctx, actor: user, sessionId });
  await Mail.queue(ctx, email, passwordResetDoneMail(settings(), revoked), { now });
  if (entry.kind !== "entered" && caller.standing !== "stranger") {
    // Strangers' wrong passwords must not keep an owner out who has just chosen a new one.
    await KnownClients.remember(ctx, email, caller, now);
  }
  return entry;
}

async function enterVerified(
  ctx: MutationCtx,
  attempt: Attempt,
  flow: "verify" | "resetVerify",
  user: User,
): Promise<Entry> {
  await UserWrites.verify(ctx, user, attempt.now);
  // The mailbox is proved, so the settings that an admin chose for its owner apply.
  await Invitations.accept(ctx, user, attempt.now);
  if (user.disabled) return { kind: "disabled" };
  const refused = await SecondFactors.check(ctx, attempt, await reload(ctx, user));
  return refused ?? (await startSession(ctx, attempt, { flow, user, client: "browser" }));
}

/** Reads a user again whose role an invitation may have changed in this transaction. */
async function reload(ctx: QueryCtx, { _id }: User): Promise<User> {
  const user = await ctx.db.get("users", _id);
  if (user === null) throw new Error(`User ${_id} is gone`);
  return user;
}

async function startSession(
  ctx: MutationCtx,
  attempt: Attempt,
  entered: { flow: Throttle.ThrottledFlow; user: User; client: Sessions.Client },
): Promise<Entry> {
  const { flow, user, client } = entered;
  const { caller, now } = attempt;
  const sessionId = await Sessions.start(ctx, user._id, client, now);
  await UserWrites.recordSignIn(ctx, user, now);
  await Throttle.forgive(ctx, flow, attempt);
  await KnownClients.remember(ctx, user.email, caller, now);
  return { kind: "entered", userId: user._id, sessionId };
}

/** Mails the code that verifies a sign-up. */
async function sendVerification(
  ctx: MutationCtx,
  { caller, now }: Attempt,
  user: User,
  { signUp, code }: { signUp: SignUps.SignUp; code: string },
): Promise<void> {
  const { email } = user;
  const message = verificationMail(settings(), { email, code, minutes: MailedCodes.CODE_MINUTES });
  const recipient = { uid: user._id, displayName: signUp.person.displayName };
  const sent = { purpose: "verify", code, signUpId: signUp._id, caller, message } as const;
  await MailedCodes.send(ctx, email, { ...sent, about: recipient }, now);
}

/** Finds the sign-up that the caller most likely made. */
async function findSignUp(
  ctx: MutationCtx,
  { caller, now }: Attempt,
  account: Account,
  user: User,
): Promise<SignUps.SignUp | null> {
  if (account.secret !== undefined) {
    // Earlier versions stored an unverified sign-up in the account itself; this moves it to its own
    // row.
    const nobody = { networkMark: null, browserMark: null };
    const person = { email: user.email, ...UserWrites.statedFields(user) };
    await SignUps.insert(ctx, { person, secret: account.secret }, nobody, now);
    await Accounts.setSecret(ctx, account, undefined);
  }
  return await SignUps.pick(ctx, user.email, caller);
}

const about = ({ _id, displayName }: User) => ({ uid: _id, displayName });
