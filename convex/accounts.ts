import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import * as Accounts from "./model/accounts";
import * as Invitations from "./model/invitations";
import * as KnownClients from "./model/knownClients";
import * as MailedCodes from "./model/mailedCodes";
import * as SignUps from "./model/signUps";
import * as Throttle from "./model/throttle";
import * as Users from "./model/users";
import { signUpPerson } from "./schema/accounts";

/**
 * The transactions behind `auth:signIn` (lib/passwordProvider.ts). The server's clock gives the
 * time.
 */

/** The browser's token, for the throttle (model/knownClients.ts); programs send none. */
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

/** Uses up an attempt and answers the password hash to compare with, or how long to wait. */
export const begin = internalMutation({
  args: { flow, email: v.string(), browser },
  returns: v.union(wait, v.object({ waitMs: v.null(), secret: v.union(v.string(), v.null()) })),
  handler: async (ctx, { flow, email, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    const waitMs = await Throttle.take(ctx, flow, email, caller, now);
    if (waitMs !== null) return { waitMs };
    return { waitMs, secret: await Accounts.secretFor(ctx, email, caller, now) };
  },
});

/**
 * Uses up an attempt to enter a code and answers the code's id, or how long to wait. `secret`: the
 * hash of the password that must come with a code to verify. Both are null where the code is wrong.
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
    }),
  ),
  handler: async (ctx, { flow, email, code, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    const entered = await MailedCodes.enter(ctx, flow, email, code, caller, now);
    if (entered.waitMs !== null) return { waitMs: entered.waitMs };
    const { mailed } = entered;
    const signUp = mailed?.signUpId ? await SignUps.getById(ctx, mailed.signUpId) : null;
    return { waitMs: null, mailedCodeId: mailed?._id ?? null, secret: signUp?.secret ?? null };
  },
});

export const signUp = internalMutation({
  args: { person: signUpPerson, secret: v.string(), code: v.string(), browser },
  returns: v.union(v.literal("started"), v.literal("taken")),
  handler: async (ctx, { person, secret, code, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, person.email, browser, now);
    return await Accounts.signUp(ctx, person, secret, code, caller, now);
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
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    const waitMs = await Throttle.take(ctx, flow, email, caller, now);
    if (waitMs !== null) return { waitMs };
    const purpose = flow === "reset" ? "reset" : "verify";
    return { waitMs, isKnown: await Accounts.requestCode(ctx, purpose, email, code, caller, now) };
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
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    const hasIdleEnd = client === "browser";
    return await Accounts.enter(ctx, email, secret, hasIdleEnd, newCode, caller, now);
  },
});

/** Uses up an attempt and answers the address that a link invites; null where it is not good. */
export const beginInvited = internalMutation({
  args: { token: v.string(), browser },
  returns: v.union(wait, v.object({ waitMs: v.null(), email: v.union(v.string(), v.null()) })),
  handler: async (ctx, { token, browser }) => {
    const now = Date.now();
    const invitation = await Invitations.getByToken(ctx, token);
    if (invitation === null || invitation.expiresAt <= now) return { waitMs: null, email: null };
    const { email } = invitation;
    const caller = await KnownClients.identify(ctx, email, browser, now);
    const waitMs = await Throttle.take(ctx, "verify", email, caller, now);
    return waitMs === null ? { waitMs, email } : { waitMs };
  },
});

/** Opens the account of an invited person. */
export const accept = internalMutation({
  args: { token: v.string(), person: signUpPerson, secret: v.string(), browser },
  returns: entry,
  handler: async (ctx, { token, person, secret, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, person.email, browser, now);
    return await Accounts.acceptInvitation(ctx, token, person, secret, caller, now);
  },
});

/** `secret`: the hash that the password was compared with, or that of the new password. */
const proof = { email: v.string(), secret: v.string(), mailedCodeId: v.id("mailedCodes"), browser };

export const verify = internalMutation({
  args: proof,
  returns: entry,
  handler: async (ctx, { email, secret, mailedCodeId, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    return await Accounts.verify(ctx, email, secret, mailedCodeId, caller, now);
  },
});

export const resetPassword = internalMutation({
  args: proof,
  returns: entry,
  handler: async (ctx, { email, secret, mailedCodeId, browser }) => {
    const now = Date.now();
    const caller = await KnownClients.identify(ctx, email, browser, now);
    return await Accounts.resetPassword(ctx, email, secret, mailedCodeId, caller, now);
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
