import { v } from "convex/values";
import { omitUndefined } from "#domain/common/objects";
import type { Doc } from "./_generated/dataModel";
import { internalMutation, internalQuery, type MutationCtx } from "./_generated/server";
import * as Accounts from "./model/accounts/accounts";
import * as Invitations from "./model/accounts/invitations";
import * as KnownClients from "./model/access/knownClients";
import * as MailedCodes from "./model/accounts/mailedCodes";
import * as PasswordFlows from "./model/accounts/passwordFlows";
import * as SignUps from "./model/accounts/signUps";
import * as Throttle from "./model/access/throttle";
import * as Users from "./model/people/users";
import { place, signUpPerson } from "./schema/accounts";

/**
 * The transactions behind `auth:signIn` (lib/passwordProvider.ts). The server's clock gives the
 * time.
 */

/** The browser's token, for the throttle (model/access/knownClients.ts); programs send none. */
const browser = v.optional(v.string());
const flow = v.union(v.literal("signIn"), v.literal("signUp"));
const entry = v.union(
  v.object({
    kind: v.literal("entered"),
    userId: v.id("users"),
    sessionId: v.id("authSessions"),
  }),
  v.object({ kind: v.union(v.literal("unverified"), v.literal("disabled"), v.literal("wrong")) }),
);
const wait = v.object({ waitMs: v.number() });

/** Recognises the caller of a flow, now. */
async function attemptOf(
  ctx: MutationCtx,
  email: string,
  browser: string | undefined,
): Promise<KnownClients.Attempt> {
  const now = Date.now();
  return { email, caller: await KnownClients.identify(ctx, email, browser, now), now };
}

/** The place of a caller who has proved the mailbox: a person, whom no stranger holds up. */
const provenPlace = ({ caller }: KnownClients.Attempt) => ({
  ...KnownClients.placeOf(caller),
  rank: "knownBrowser" as const,
});

/**
 * Uses up an attempt and answers the password hash to compare with and the caller's place among
 * those who wait for theirs to be hashed; or how long to wait before the next attempt.
 */
export const begin = internalMutation({
  args: { flow, email: v.string(), browser },
  returns: v.union(
    wait,
    v.object({ waitMs: v.null(), secret: v.union(v.string(), v.null()), place }),
  ),
  handler: async (ctx, { flow, email, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    const waitMs = await Throttle.take(ctx, flow, attempt);
    if (waitMs !== null) return { waitMs };
    const secret = await PasswordFlows.secretFor(ctx, attempt);
    return { waitMs, secret, place: KnownClients.placeOf(attempt.caller) };
  },
});

/** Gives back the attempt of a caller whose password was not hashed, because too many wait. */
export const giveBack = internalMutation({
  args: { flow, email: v.string(), browser },
  returns: v.null(),
  handler: async (ctx, { flow, email, browser }) => {
    await Throttle.giveBack(ctx, flow, await attemptOf(ctx, email, browser));
    return null;
  },
});

/**
 * Uses up an attempt to enter a code and answers the code's id, or how long to wait. `secret`: the
 * hash of the password that must come with a code to verify. Both are null where the code is wrong.
 * `needsProfile`: the code is right, and the new password must come with a profile.
 */
export const beginWithCode = internalMutation({
  args: {
    flow: v.union(v.literal("verify"), v.literal("resetVerify")),
    email: v.string(),
    code: v.string(),
    browser,
  },
  returns: v.union(
    wait,
    v.object({
      waitMs: v.null(),
      mailedCodeId: v.union(v.id("mailedCodes"), v.null()),
      secret: v.union(v.string(), v.null()),
      needsProfile: v.boolean(),
      place,
    }),
  ),
  handler: async (ctx, { flow, email, code, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    const entered = await MailedCodes.enter(ctx, flow, attempt, code);
    if (entered.waitMs !== null) return { waitMs: entered.waitMs };
    const { mailed } = entered;
    const signUp = mailed?.signUpId ? await SignUps.getById(ctx, mailed.signUpId) : null;
    const secret = signUp?.secret ?? null;
    const mailedCodeId = mailed?._id ?? null;
    const needsProfile =
      mailed?.purpose === "reset" && (await PasswordFlows.isUnopened(ctx, email));
    return { waitMs: null, mailedCodeId, secret, needsProfile, place: provenPlace(attempt) };
  },
});

export const signUp = internalMutation({
  args: { person: signUpPerson, secret: v.string(), code: v.string(), browser },
  returns: v.union(v.literal("started"), v.literal("taken")),
  handler: async (ctx, { person, secret, code, browser }) => {
    const attempt = await attemptOf(ctx, person.email, browser);
    return await PasswordFlows.signUp(ctx, attempt, { person, secret, code });
  },
});

/**
 * Uses up an attempt and sends the code, if the address has use for one. One transaction, so that
 * known and unknown addresses take equally long: each writes, and waits for the disk, once.
 */
export const requestCode = internalMutation({
  args: {
    flow: v.union(v.literal("resend"), v.literal("reset")),
    email: v.string(),
    code: v.string(),
    browser,
  },
  returns: v.union(wait, v.object({ waitMs: v.null(), isKnown: v.boolean() })),
  handler: async (ctx, { flow, email, code, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    const waitMs = await Throttle.take(ctx, flow, attempt);
    if (waitMs !== null) return { waitMs };
    const purpose = flow === "reset" ? "reset" : "verify";
    return { waitMs, isKnown: await PasswordFlows.requestCode(ctx, attempt, { purpose, code }) };
  },
});

export const enter = internalMutation({
  args: {
    email: v.string(),
    secret: v.string(),
    client: v.union(v.literal("browser"), v.literal("terminal")),
    newCode: v.string(),
    browser,
  },
  returns: entry,
  handler: async (ctx, { email, secret, client, newCode, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    return await PasswordFlows.enter(ctx, attempt, { secret, client, newCode });
  },
});

/**
 * Uses up one of the attempts of an invitation's link and answers the address that it invites; null
 * for an invalid link. The link proves the mailbox, so attempts of others at the address do not
 * count.
 */
export const beginInvited = internalMutation({
  args: { token: v.string(), browser },
  returns: v.union(
    wait,
    v.object({ waitMs: v.null(), email: v.null() }),
    v.object({ waitMs: v.null(), email: v.string(), place }),
  ),
  handler: async (ctx, { token, browser }) => {
    const invitation = await Invitations.getByToken(ctx, token);
    if (invitation === null || invitation.expiresAt <= Date.now())
      return { waitMs: null, email: null };
    const { email } = invitation;
    const attempt = await attemptOf(ctx, email, browser);
    const waitMs = await Throttle.takeForInvitation(ctx, invitation._id, attempt.now);
    return waitMs === null ? { waitMs, email, place: provenPlace(attempt) } : { waitMs };
  },
});

/** Opens the account of an invited person. */
export const accept = internalMutation({
  args: { token: v.string(), person: signUpPerson, secret: v.string(), browser },
  returns: entry,
  handler: async (ctx, { token, person, secret, browser }) => {
    const attempt = await attemptOf(ctx, person.email, browser);
    return await PasswordFlows.acceptInvitation(ctx, attempt, { token, person, secret });
  },
});

/** `secret`: the hash that the password was compared with, or that of the new password. */
const proof = { email: v.string(), secret: v.string(), mailedCodeId: v.id("mailedCodes"), browser };

export const verify = internalMutation({
  args: proof,
  returns: entry,
  handler: async (ctx, { email, secret, mailedCodeId, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    return await PasswordFlows.verify(ctx, attempt, { secret, mailedCodeId });
  },
});

export const resetPassword = internalMutation({
  args: { ...proof, person: v.optional(signUpPerson) },
  returns: entry,
  handler: async (ctx, { email, secret, mailedCodeId, person, browser }) => {
    const attempt = await attemptOf(ctx, email, browser);
    const given = { secret, mailedCodeId, ...omitUndefined({ person }) };
    return await PasswordFlows.resetPassword(ctx, attempt, given);
  },
});

/** Adds a verified account for the demo sign-in API; false when the address has one meanwhile. */
export const insertVerified = internalMutation({
  args: { person: signUpPerson, secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { person, secret }) => {
    if ((await Users.findByAnyEmail(ctx, person.email)) !== null) return false;
    await Accounts.createVerified(ctx, person, secret, Date.now());
    return true;
  },
});

/** A person as the demo sign-in API shows them. */
const demoUser = v.union(
  v.null(),
  v.object({ id: v.id("users"), displayName: v.string(), email: v.string(), avatar: v.string() }),
);
const asDemoUser = (user: Doc<"users"> | null) =>
  user?.isActive
    ? { id: user._id, displayName: user.displayName, email: user.email, avatar: user.photoURL }
    : null;

export const activeByEmail = internalQuery({
  args: { email: v.string() },
  returns: demoUser,
  handler: async (ctx, { email }) => asDemoUser(await Users.getByEmail(ctx, email)),
});

export const activeById = internalQuery({
  args: { id: v.string() },
  returns: demoUser,
  handler: async (ctx, { id }) => {
    const userId = ctx.db.normalizeId("users", id);
    return userId === null ? null : asDemoUser(await ctx.db.get("users", userId));
  },
});
