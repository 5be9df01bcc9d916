import { v } from "convex/values";
import type { Doc } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import * as Accounts from "./model/accounts";
import * as Throttle from "./model/throttle";
import * as Users from "./model/users";
import { profileFields } from "./schema/accounts";

/**
 * The transactions behind `auth:signIn` (lib/passwordProvider.ts). The server's clock gives the
 * time.
 */

const flow = v.union(
  v.literal("signIn"),
  v.literal("signUp"),
  v.literal("verify"),
  v.literal("resetVerify"),
);
const person = v.object({ email: v.string(), ...profileFields }).omit("location");
const entry = v.union(
  v.object({
    kind: v.literal("entered"),
    userId: v.id("users"),
    sessionId: v.id("authSessions"),
  }),
  v.object({ kind: v.union(v.literal("unverified"), v.literal("disabled"), v.literal("wrong")) }),
);

/** Uses up an attempt and returns the account's password hash, or how long to wait. */
export const begin = internalMutation({
  args: { flow, email: v.string() },
  returns: v.union(
    v.object({ waitMs: v.number() }),
    v.object({ waitMs: v.null(), secret: v.union(v.string(), v.null()) }),
  ),
  handler: async (ctx, { flow, email }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const waitMs = await Throttle.take(ctx, flow, email, Date.now(), ip);
    if (waitMs !== null) return { waitMs };
    const account = await Accounts.getByEmail(ctx, email);
    return { waitMs, secret: account?.secret ?? null };
  },
});

export const signUp = internalMutation({
  args: { person, secret: v.string(), code: v.string() },
  returns: v.union(v.literal("started"), v.literal("taken")),
  handler: (ctx, { person, secret, code }) =>
    Accounts.signUp(ctx, person, secret, code, Date.now()),
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
  },
  returns: v.union(
    v.object({ waitMs: v.number() }),
    v.object({ waitMs: v.null(), isKnown: v.boolean() }),
  ),
  handler: async (ctx, { flow, email, code }) => {
    const now = Date.now();
    const { ip } = await ctx.meta.getRequestMetadata();
    const waitMs = await Throttle.take(ctx, flow, email, now, ip);
    if (waitMs !== null) return { waitMs };
    const purpose = flow === "reset" ? "password:reset" : "password:verify";
    return { waitMs, isKnown: await Accounts.requestCode(ctx, purpose, email, code, now) };
  },
});

export const enter = internalMutation({
  args: {
    email: v.string(),
    secret: v.string(),
    client: v.union(v.literal("browser"), v.literal("terminal")),
    newCode: v.string(),
  },
  returns: entry,
  handler: (ctx, { email, secret, client, newCode }) =>
    Accounts.enter(ctx, email, secret, client === "browser", newCode, Date.now()),
});

export const verify = internalMutation({
  args: { email: v.string(), secret: v.string(), code: v.string() },
  returns: entry,
  handler: (ctx, { email, secret, code }) => Accounts.verify(ctx, email, secret, code, Date.now()),
});

export const resetPassword = internalMutation({
  args: { email: v.string(), code: v.string(), secret: v.string() },
  returns: entry,
  handler: (ctx, { email, code, secret }) =>
    Accounts.resetPassword(ctx, email, code, secret, Date.now()),
});

/** Adds a verified account for the demo sign-in API; false when the address has one meanwhile. */
export const insertVerified = internalMutation({
  args: { person, secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { person, secret }) => {
    if ((await Accounts.getByEmail(ctx, person.email)) !== null) return false;
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
