import { convexAuth } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { action, type ActionCtx } from "./_generated/server";
import { passwordProvider } from "./lib/passwordProvider";
import { PROVIDER } from "./model/accounts";
import { ACCESS_TOKEN_MS, SESSION_MS } from "./model/sessions";

/**
 * @convex-dev/auth signs tokens, exchanges refresh tokens and signs out. People and sessions are made by
 * convex/model/ alone, in which everything that lets somebody in can be read; the two callbacks hold the
 * library to that, whichever of its flows a later provider may open.
 */
const library = convexAuth({
  providers: [passwordProvider],
  session: { totalDurationMs: SESSION_MS, inactiveDurationMs: SESSION_MS },
  jwt: { durationMs: ACCESS_TOKEN_MS },
  callbacks: {
    createOrUpdateUser() {
      throw new Error("Users are written by convex/model/users.ts only");
    },
    beforeSessionCreation() {
      throw new Error("Sessions are started by convex/model/sessions.ts only");
    },
  },
});

export const { auth, signOut, store, isAuthenticated } = library;

/** What the library's action was made of: Convex keeps it there, its published types do not show it. */
const { _handler: librarySignIn } = library.signIn as unknown as {
  _handler: (
    ctx: ActionCtx,
    args: { provider: string; params: unknown } | { refreshToken: string },
  ) => Promise<{ tokens?: { token: string; refreshToken: string } | null }>;
};

/**
 * With a provider: one of its flows (domain/passwordFlows.ts). Without: exchanges a refresh token; what
 * is none, or no longer good, gets no tokens, which signs a client out. The library's own action takes
 * any arguments and answers odd ones with an internal error.
 */
export const signIn = action({
  args: {
    provider: v.optional(v.literal(PROVIDER)),
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
