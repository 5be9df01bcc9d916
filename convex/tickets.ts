/** Sign-ins without a password: the transactions behind the provider "ticket". */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { appError } from "./lib/errors";
import { terminalMutation, userMutation } from "./lib/functions";
import * as Audit from "./model/access/audit";
import * as Users from "./model/people/users";
import * as IssuerFlows from "./model/accounts/issuerFlows";
import * as IssuerSignIns from "./model/accounts/issuerSignIns";
import * as Tickets from "./model/accounts/tickets";
import { signUpPerson } from "./schema/accounts";

const entered = v.object({ userId: v.id("users"), sessionId: v.id("authSessions") });
const proof = { state: v.string(), verifier: v.string(), browser: v.optional(v.string()) };

/** Completes a sign-in at the issuer and starts a session. */
export const enter = internalMutation({
  args: proof,
  returns: entered,
  handler: async (ctx, { browser, ...given }) => {
    const now = Date.now();
    const identity = await IssuerSignIns.complete(ctx, given, now);
    if (identity === null) throw appError("ISSUER_SIGN_IN_OVER");
    return await IssuerFlows.enter(ctx, identity, { browser, now });
  },
});

/** Completes a sign-in at the issuer with a new account, and starts a session. */
export const signUp = internalMutation({
  args: { ...proof, stated: signUpPerson.omit("email") },
  returns: entered,
  handler: async (ctx, { browser, stated, ...given }) => {
    const now = Date.now();
    const identity = await IssuerSignIns.complete(ctx, given, now);
    if (identity === null) throw appError("ISSUER_SIGN_IN_OVER");
    return await IssuerFlows.signUp(ctx, identity, stated, { browser, now });
  },
});

export const enterTerminal = internalMutation({
  args: { code: v.string(), verifier: v.string() },
  returns: entered,
  handler: (ctx, given) => Tickets.enterTerminal(ctx, given, Date.now()),
});

export const enterByLink = internalMutation({
  args: { token: v.string() },
  returns: entered,
  handler: (ctx, { token }) => Tickets.enterByLink(ctx, token, Date.now()),
});

/** 256 bits in base64url, as `randomToken` draws them; and a SHA-256 digest in hex. */
const SECRET = /^[\w-]{43}$/;
const CHALLENGE = /^[0-9a-f]{64}$/;

/**
 * Lets a terminal sign in as the caller. The browser has drawn `code` and passes it to the
 * terminal, which presents it together with the secret behind `challenge`.
 *
 * @throws INPUT_INVALID
 */
export const approveTerminal = userMutation({
  args: { challenge: v.string(), code: v.string() },
  returns: v.null(),
  handler: async (ctx, { challenge, code }) => {
    if (!CHALLENGE.test(challenge)) throw appError("INPUT_INVALID", { field: "challenge" });
    if (!SECRET.test(code)) throw appError("INPUT_INVALID", { field: "code" });
    const ticket = { kind: "terminal", secret: code, challenge } as const;
    await Tickets.insert(ctx, ctx.actor._id, ticket, Date.now());
  },
});

/**
 * Stores a one-time sign-in link for an admin, for when the issuer is down and passwords are off.
 * The operator's terminal has drawn its `token`. Only the deployment's admin key may call it.
 *
 * @throws USER_UNKNOWN, LINK_FOR_ADMINS, INPUT_INVALID
 */
export const makeLinkFromTerminal = terminalMutation({
  args: { email: v.string(), token: v.string(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { email, token, reason }) => {
    if (!SECRET.test(token)) throw appError("INPUT_INVALID", { field: "token" });
    const user = await Users.getByTypedEmail(ctx, email);
    if (user.role !== "admin" || !user.isActive) {
      throw appError("LINK_FOR_ADMINS", { email: user.email });
    }
    await Tickets.insert(ctx, user._id, { kind: "link", secret: token }, Date.now());
    await Audit.append(ctx, { action: "Sign-in Link Made", person: user.email, reason });
  },
});
