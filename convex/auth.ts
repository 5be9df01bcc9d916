import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { action, type ActionCtx } from "./_generated/server";
import { passwordProvider } from "./lib/signIn/passwordProvider";
import { TICKET_PROVIDER, ticketProvider } from "./lib/signIn/ticketProvider";
import { PROVIDER } from "./model/accounts/accounts";
import { ACCESS_TOKEN_MS, SESSION_MS } from "./model/access/sessions";

/**
 * The library signs tokens, exchanges refresh tokens and signs out. Only convex/model/ writes users
 * and sessions, so that every way to get a session can be read there. The two callbacks make the
 * library throw if a provider that is added later tries to write one.
 */
const library = convexAuth({
  providers: [passwordProvider, ticketProvider],
  session: { totalDurationMs: SESSION_MS, inactiveDurationMs: SESSION_MS },
  jwt: { durationMs: ACCESS_TOKEN_MS },
  callbacks: {
    createOrUpdateUser() {
      throw new Error("Users are written by convex/model/accounts/userWrites.ts only");
    },
    beforeSessionCreation() {
      throw new Error("Sessions are started by convex/model/access/sessions.ts only");
    },
  },
});

export const { auth, signOut, store, isAuthenticated } = library;

/**
 * The handler behind the library's action. Convex keeps it at run time; its published types hide
 * it.
 */
const { _handler: librarySignIn } = library.signIn as unknown as {
  _handler: (
    ctx: ActionCtx,
    args: { provider: string; params: unknown } | { refreshToken: string },
  ) => Promise<{ tokens?: { token: string; refreshToken: string } | null }>;
};

/**
 * Runs a flow of a provider (domain/accounts/passwordFlows.ts, ticketFlows.ts), or exchanges a
 * refresh token if no provider is named. A refresh token that is malformed or has expired yields no
 * tokens, which signs the client out. This action replaces the library's, which accepts any
 * arguments and answers unexpected ones with an internal error.
 */
export const signIn = action({
  args: {
    provider: v.optional(v.union(v.literal(PROVIDER), v.literal(TICKET_PROVIDER))),
    params: v.optional(v.any()),
    refreshToken: v.optional(v.string()),
    verifier: v.optional(v.string()),
    calledBy: v.optional(v.string()),
  },
  returns: v.object({
    tokens: v.union(v.object({ token: v.string(), refreshToken: v.string() }), v.null()),
  }),
  handler: async (ctx, { provider, params, refreshToken = "" }) => {
    const isPossible =
      provider !== undefined ||
      (await ctx.runQuery(internal.sessions.isRefreshToken, { refreshToken }));
    if (!isPossible) return { tokens: null };
    const { tokens } = await librarySignIn(
      ctx,
      provider === undefined ? { refreshToken } : { provider, params: params as unknown },
    );
    return { tokens: tokens ?? null };
  },
});
