/**
 * The transactions behind `auth:signIn` (lib/signIn/passwordProvider.ts). Times come from the
 * server's clock.
 */
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
import { oneOf } from "./lib/validators";
import { place, signUpPerson } from "./schema/accounts";

/** The browser's token, for the throttle (model/access/knownClients.ts); undefined for programs. */
const browser = v.optional(v.string());
const flow = v.union(v.literal("signIn"), v.literal("signUp"));
const entry = v.union(
  v.object({
    kind: v.literal("entered"),
    userId: v.id("users"),
    sessionId: v.id("authSessions"),
  }),
  v.object({ kind: v.union(v.literal("unverified"), v.literal("disabled"), v.literal("wrong")) }),
  v.object({ kind: oneOf(["codeNeeded", "codeWrong", "factorMissing"]) }),
  v.object({ kind: v.literal("wait"), waitMs: v.number() }),
);
const wait = v.object({ waitMs: v.number() });

/** Identifies the caller of a flow. */
async function attemptOf(
  ctx: MutationCtx,
  email: string,
  browser: string | undefined,
): Promise<KnownClients.Attempt> {
  const now = Date.now();
  return { email, caller: await KnownClients.identify(ctx, email, browser, now), now };
}

/**
 * Queue position of a caller who has proved access to the mailbox: ranks as known, so strangers
 * cannot delay them.
 */
const provenPlace = ({ caller }: KnownClients.Attempt) => ({
  ...KnownClients.placeOf(caller),
  rank: "knownBrowser" as const,
});

/**
 * Uses up an attempt. Returns the password hash to compare with and the caller's position in the
 * hashing queue, or how long to wait before the next attempt.
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

/** Refunds the attempt of a caller whose password was not hashed because the queue was full. */
export const giveBack = internalMutation({
  args: { flow, email: v.string(), browser },
  returns: v.null(),
  handler: async (ctx, { flow, email, browser }) =>
    Throttle.giveBack(ctx, flow, await attemptOf(ctx, email, browser)),
});

/**
 * Uses up an attempt to enter a code. Returns the code's id, or how long to wait. `secret`: the
 * hash of the password that must accompany a verification code. Both are null if the code is wrong.
 * `needsProfile`: the code is right, and the new password must be sent with a profile.
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
 * Uses up an attempt and sends the code if the address can use one. Runs as one transaction, so
 * that known and unknown addresses take equally long: each writes, and waits for the disk, once.
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
    secondCode: v.optional(v.string()),
    newSecret: v.optional(v.string()),
    browser,
  },
  returns: entry,
  handler: async (ctx, { email, browser, ...proof }) =>
    PasswordFlows.enter(ctx, await attemptOf(ctx, email, browser), proof),
});

/**
 * Uses up an attempt of an invitation link and returns the invited address; null for an invalid
 * link. The link proves access to the mailbox, so other people's attempts at the address do not
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

/** Creates the account of an invited person. */
export const accept = internalMutation({
  args: { token: v.string(), person: signUpPerson, secret: v.string(), browser },
  returns: entry,
  handler: async (ctx, { token, person, secret, browser }) => {
    const attempt = await attemptOf(ctx, person.email, browser);
    return await PasswordFlows.acceptInvitation(ctx, attempt, { token, person, secret });
  },
});

/** `secret`: the hash that the password was compared with, or the hash of the new password. */
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

/** Creates a verified account for the demo sign-in API; false if the address already has one. */
export const insertVerified = internalMutation({
  args: { person: signUpPerson, secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { person, secret }) => {
    if ((await Users.findByAnyEmail(ctx, person.email)) !== null) return false;
    await Accounts.createVerified(ctx, person, secret, Date.now());
    return true;
  },
});

/** A person as returned by the demo sign-in API. */
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
