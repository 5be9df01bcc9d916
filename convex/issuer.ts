/**
 * Sign-in through the company's OpenID Connect issuer. The browser calls `begin`, is sent to the
 * issuer, is redirected back to `/auth/callback`, calls `finish`, and exchanges the result for a
 * session with `auth.signIn` (lib/signIn/ticketProvider.ts).
 */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { action, internalAction, internalMutation } from "./_generated/server";
import { settings, signInSettings } from "./config";
import { randomToken } from "./lib/codes";
import { appError, tooManyAttempts } from "./lib/errors";
import { administered, userInternalMutation } from "./lib/functions";
import * as Issuer from "./lib/signIn/issuer";
import { networkOf } from "./lib/networks";
import * as Audit from "./model/access/audit";
import * as Users from "./model/people/users";
import * as Identities from "./model/accounts/identities";
import * as IssuerFlows from "./model/accounts/issuerFlows";
import * as IssuerSessions from "./model/access/issuerSessions";
import * as IssuerSignIns from "./model/accounts/issuerSignIns";
import * as Throttle from "./model/access/throttle";
import { identity } from "./schema/signIns";

/** Maximum length of the query string of the issuer's redirect, in characters. */
const MAX_ANSWER = 8_192;

const redirectUri = () => `${settings().baseUrl}/auth/callback`;

/** @throws ISSUER_OFF */
function requireIssuer() {
  const { issuer, faults } = signInSettings();
  if (faults.length > 0) console.error(`Sign-in is set up wrongly. ${faults.join(" ")}`);
  if (issuer === null) throw appError("ISSUER_OFF");
  return issuer;
}

/** Maps an error of lib/signIn/issuer.ts to the client's refusal, and logs the cause. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Issuer.IssuerCancelled) {
    console.warn(`The issuer ended a sign-in: ${error.message}`);
    return appError("ISSUER_CANCELLED");
  }
  if (error instanceof Issuer.IssuerRefused) {
    console.error(`An answer of the issuer was refused: ${error.message}`);
    return appError("ISSUER_REFUSED");
  }
  if (error instanceof Issuer.IssuerUnreachable) {
    console.error(`The issuer cannot be used: ${error.message}`);
    return appError("ISSUER_UNREACHABLE");
  }
  return error;
}

/**
 * Begins a sign-in. Returns the issuer's authorization URL, and a secret that the browser keeps
 * until it calls `finish`.
 *
 * @param args.asksAgain true: the issuer asks for credentials even if it has a session
 * @throws ISSUER_OFF, TOO_MANY_ATTEMPTS, ISSUER_UNREACHABLE
 */
export const begin = action({
  args: { asksAgain: v.boolean() },
  returns: v.object({ url: v.string(), verifier: v.string() }),
  handler: async (ctx, { asksAgain }): Promise<{ url: string; verifier: string }> => {
    const issuer = requireIssuer();
    const secrets = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken() };
    const verifier = randomToken();
    // Before the request to the issuer, so that a throttled caller causes none.
    const begun = await ctx.runMutation(internal.issuer.insert, { ...secrets, verifier });
    if (begun.waitMs !== null) throw tooManyAttempts(begun.waitMs);
    try {
      const url = await Issuer.authorizationUrl(issuer, redirectUri(), secrets, asksAgain);
      return { url, verifier };
    } catch (error) {
      throw refusalOf(error);
    }
  },
});

export const insert = internalMutation({
  args: {
    state: v.string(),
    verifier: v.string(),
    nonce: v.string(),
    codeVerifier: v.string(),
  },
  returns: v.object({ waitMs: v.union(v.number(), v.null()) }),
  handler: async (ctx, secrets) => {
    const now = Date.now();
    const network = networkOf((await ctx.meta.getRequestMetadata()).ip);
    const waitMs = await Throttle.takeForIssuer(ctx, network, now);
    if (waitMs === null) await IssuerSignIns.begin(ctx, secrets, now);
    return { waitMs };
  },
});

/**
 * What the browser does next. `enter`: the identity belongs to the account with this `email`.
 * `signUp`: no account has this `email`; the other fields prefill the sign-up form.
 */
const next = v.union(
  v.object({ kind: v.literal("enter"), email: v.string() }),
  v.object({
    kind: v.literal("signUp"),
    email: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    phoneNumber: v.string(),
  }),
);

/**
 * Checks the issuer's answer, which is the query string of its redirect to the browser. Each answer
 * is accepted once; a repeated one is refused.
 *
 * @throws ISSUER_OFF, ISSUER_SIGN_IN_OVER, ISSUER_CANCELLED, ISSUER_REFUSED, ISSUER_UNREACHABLE,
 *   and the errors of `IssuerFlows.find`
 */
export const finish = action({
  args: { answer: v.string(), verifier: v.string() },
  returns: next,
  handler: async (ctx, { answer: text, verifier }): Promise<typeof next.type> => {
    const issuer = requireIssuer();
    const answer = new URLSearchParams(text.slice(0, MAX_ANSWER));
    const state = answer.get("state") ?? "";
    const taken = await ctx.runMutation(internal.issuer.takeAnswer, { state, verifier });
    if (taken === null) throw appError("ISSUER_SIGN_IN_OVER");
    const { _id: signInId, ...secrets } = taken;
    try {
      const proven = await Issuer.identify(issuer, redirectUri(), answer, { state, ...secrets });
      return await ctx.runMutation(internal.issuer.keep, { signInId, identity: proven });
    } catch (error) {
      throw refusalOf(error);
    }
  },
});

export const takeAnswer = internalMutation({
  args: { state: v.string(), verifier: v.string() },
  returns: v.union(
    v.null(),
    v.object({ _id: v.id("issuerSignIns"), nonce: v.string(), codeVerifier: v.string() }),
  ),
  handler: (ctx, proof) => IssuerSignIns.takeAnswer(ctx, proof, Date.now()),
});

export const keep = internalMutation({
  args: { signInId: v.id("issuerSignIns"), identity },
  returns: next,
  handler: async (ctx, { signInId, identity: proven }): Promise<typeof next.type> => {
    const found = await IssuerFlows.find(ctx, proven);
    await IssuerSignIns.keep(ctx, signInId, proven, Date.now());
    if (found.kind === "person") return { kind: "enter", email: found.user.email };
    const { firstName, lastName, phoneNumber } = proven;
    return { kind: "signUp", email: found.email, firstName, lastName, phoneNumber };
  },
});

/**
 * Returns the issuer's URL that ends its session, if the caller's session began there. Null for
 * other sessions, and if the issuer has no such URL or does not answer. Call it before
 * `auth.signOut`.
 */
export const signOutUrl = action({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx): Promise<string | null> => {
    const { issuer } = signInSettings();
    const begun = await ctx.runMutation(internal.issuer.forgetSession, {});
    if (issuer === null || begun === null) return null;
    const returnTo = `${settings().baseUrl}/auth/sign-in`;
    try {
      return await Issuer.endSessionUrl(issuer, returnTo, begun.idToken ?? null);
    } catch (error) {
      if (!(error instanceof Issuer.IssuerUnreachable)) throw error;
      console.warn(`A session at the issuer was not ended: ${error.message}`);
      return null;
    }
  },
});

export const forgetSession = userInternalMutation({
  args: {},
  returns: v.union(v.null(), v.object({ idToken: v.optional(v.string()) })),
  handler: (ctx) => IssuerSessions.remove(ctx, ctx.sessionId),
});

/** Fetches the issuer's configuration. Returns the reason why it cannot be used, or null. */
export const probe = internalAction({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async () => {
    const { issuer } = signInSettings();
    if (issuer === null) return null;
    try {
      await Issuer.discover(issuer);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
});

/**
 * Unlinks a person's account from the issuer: their next sign-in there links it by e-mail again,
 * whichever subject the issuer sends. Returns false if there was no link.
 */
export const [unlink, unlinkFromTerminal] = administered.mutation("admin", {
  args: { email: v.string(), reason: v.optional(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { email, reason }) => {
    const user = await Users.getByTypedEmail(ctx, email);
    const wasLinked = await Identities.unlink(ctx, user._id);
    const record = { action: "Sign-in Unlinked", person: user.email, reason } as const;
    if (wasLinked) await Audit.append(ctx, record);
    return wasLinked;
  },
});
